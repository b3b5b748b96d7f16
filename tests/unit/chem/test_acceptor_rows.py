"""Each row of the acceptor table: which atom it claims, and its limits (spec hbonds.md sections 3 and 5)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from building import any_perpendicular, from_smiles, hydrogen_at, structure, turned, unit
from probing import NEAR, SLOPS, acceptor, check_limit, giving, molecule, position, steps_of

from misi_viewer.chem.hydrogen_bonds.acceptor_side import accepts
from misi_viewer.chem.hydrogen_bonds.acceptors import Refusal, find_acceptors
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import STRICT

SULFONE = {1: "O2", 2: "O2"}

# Row, molecule (1 accepts, 2 is the syn atom, 3 the plane atom), types by hand, limits of both sides.
SYN_ANTI = [
    ("1", "C[P:3](=[O:1])([O-:2])[O-]", None, (3.03, 110, 145), (3.03, 110, 135)),
    ("2", "CO[P:3](=[O:1])([O-:2])OC", None, (3.03, 110, 145), (3.03, 110, 135)),
    ("2", "CO[P:3](=[O:2])([O-:1])OC", None, (3.03, 110, 145), (3.03, 110, 135)),
    ("3", "C[C:3](=[O:1])[O-:2]", None, (3.17, 90, 145), (3.17, 110, 145)),
    ("3", "C[C:3](=[O:2])[O-:1]", None, (3.17, 90, 145), (3.17, 110, 145)),
    ("5", "C[C:3](=[O:1])[OH:2]", None, (3.17, 110, 130), (3.17, 110, 135)),
    ("6", "C[C:3](=[O:1])[NH:2]C", None, (3.30, 110, 135), (3.30, 110, 130)),
    ("9", "C[N+:3](=[O:1])[O-:2]", None, (3.42, 90, 145), (3.53, 110, 130)),
    ("10", "C[S:3](=[O:1])(=[O:2])C", SULFONE, (3.30, 110, 130), (3.30, 120, 135)),
]

# Row, molecule (1 accepts, 2 and 3 are the bonded atoms), types by hand, limits.
PHI_PSI = [
    ("4", "C[C:2](C)=[S:1]", None, (3.73, 90, 145)),
    ("7", "C[C:2](=[O:1])C", None, (3.30, 110, 130)),
    ("7", "C[CH:2]=[O:1]", None, (3.30, 110, 130)),
    ("8", "C[C:2](=[O:1])OC", None, (3.17, 110, 135)),
    ("23", "[CH3:2][O:1][CH3:3]", None, (3.42, 140, 140)),
    ("23", "[CH3:2][O:1][c:3]1ccccc1", None, (3.42, 140, 140)),
    ("24", "C[C:2](C)=[N:1][CH3:3]", None, (3.42, 140, 140)),
    ("25", "[n:1]1[cH:2]ccc[cH:3]1", None, (3.17, 150, 145)),
    ("26", "[CH:2]1=[N:1][CH2:3]CC1", None, (3.30, 140, 155)),
    ("27", "[n:1]1[cH:2]ncc[cH:3]1", None, (3.30, 140, 140)),
    ("28", "Cn1[cH:2][n:1][cH:3]c1", None, (3.30, 150, 135)),
    ("29", "[CH2:2]1[O:1][CH2:3]CC1", None, (3.42, 150, 135)),
    ("29", "[cH:2]1[o:1][cH:3]cc1", None, (3.42, 150, 135)),
    ("generic", "[O-][C:2](=[O:1])c1ccccc1", None, (3.53, 90, 130)),
    ("generic", "CN(C)[C:2](=[O:1])N(C)C", None, (3.30, 110, 130)),
    ("generic", "[CH2:2]1[O:1][CH2:3]CCC1", None, (3.42, 120, 135)),
    ("generic", "C[C:2](C)=[N:1][OH:3]", None, (3.42, 140, 135)),
    ("generic", "C[As:2]=[S:1]", {1: "S2"}, (3.83, 85, 140)),
]

# Row, molecule (1 accepts, 2 is the reference of upsilon), types by hand, limits.
THETA_TAU = [
    ("11", "C[P:2](=O)([O-])[OH:1]", None, (3.03, 103, 146, 145)),
    ("12", "C[P:2](=[O:1])(C)C", {1: "O2"}, (3.03, 109, 180, 145)),
    ("13", "C[S:2](=[O:1])C", {1: "O2"}, (3.03, 100, 180, 145)),
    ("14", "C[O:2][NH2:1]", None, (3.03, 103, 180, 155)),
    ("15", "[CH3:2][OH:1]", None, (3.03, 100, 161, 145)),
    ("16", "C[S:2](=O)(=O)[OH:1]", None, (3.17, 103, 180, 150)),
    ("18", "C[C:2]#[N:1]", None, (3.30, 153, 180, 150)),
    ("20", "[OH:1][c:2]1ccccc1", None, (3.17, 100, 153, 150)),
    ("21", "[NH2:1][c:2]1ccccc1", None, (3.42, 90, 137, 140)),
    ("generic", "C[N-][N+:2]#[N:1]", None, (3.40, 136, 180, 145)),
]

# Row, molecule (1 accepts with its lone pair), types by hand, limits.
LONE_PAIR = [
    ("17", "CO[N:1](C)C", None, (3.17, 153, 180, 145)),
    ("19", "CO[NH:1]C", None, (3.30, 153, 180, 145)),
    ("generic", "[NH2:1]C(N)=O", {1: "N3"}, (3.13, 98, 180, 150)),
    ("generic", "C[N:1](C)C(=O)C", {1: "N3"}, (3.30, 153, 180, 145)),
]

# Molecule (1 accepts), types by hand, limits.
ALL_ANGLES = [
    ("C[P:3](=O)([O-:2])[O-:1]", None, (3.53, 90)),
    ("C[S:2](=[O:1])(=O)C", None, (3.53, 90)),
    ("c1cc[o+:1]cc1", None, (3.53, 90)),
    ("C[O+:1](C)C", None, (3.53, 90)),
    ("C[As:2](C)(C)=[O:1]", {1: "O2"}, (3.53, 90)),
    ("c1c[s:1]cc1", None, (3.83, 85)),
]


def made_acceptor(smiles, types):
    made, marked = molecule(smiles, types=types)
    return acceptor(made, marked[1]), made, marked


def distances(end, direction, limit, slop):
    """Check the limit of the distance in a good direction, for oxygen and for sulfur as the donor."""
    accepting = position(end.molecule, end.atom)
    for symbol, extra in (("O", 0.0), ("S", 0.35)):

        def measure(distance, symbol=symbol):
            place = accepting + distance * direction
            hydrogen = accepting + (distance - 1.3) * direction
            return steps_of(accepts, end, giving(symbol, place, hydrogen), slop=slop)["distance"]

        check_limit(measure, limit + extra + slop.distance, upper=True, margin=NEAR)


def thetas(end, direction, distance, limit, slop):
    """Check the angle at the hydrogen."""
    accepting = position(end.molecule, end.atom)
    place = accepting + distance * direction

    def measure(theta):
        return steps_of(accepts, end, giving("O", place, hydrogen_at(place, accepting, theta)), slop=slop)["theta"]

    check_limit(measure, limit - slop.angle, upper=False)
    assert steps_of(accepts, end, giving("O", place), slop=slop)["theta"].passed


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("row", "smiles", "types", "syn", "anti"), SYN_ANTI)
def test_syn_anti(row, smiles, types, syn, anti, slop):
    end, made, marked = made_acceptor(smiles, types)
    assert end.row.number == row
    accepting, other, plane = (position(made, marked[number]) for number in (1, 2, 3))
    towards = plane - accepting
    across = other - plane
    across -= np.dot(across, unit(towards)) * unit(towards)
    for side, name, (distance, phi, theta) in ((across, "syn", syn), (-across, "anti", anti)):

        def direction(angle, side=side):
            return turned(towards, side, angle)

        def measure(angle, direction=direction, distance=distance, name=name):
            steps = steps_of(accepts, end, giving("O", accepting + 0.9 * distance * direction(angle)), slop=slop)
            assert steps["side"].remark == name
            return steps["phi"]

        check_limit(measure, phi - slop.angle, upper=False)
        good = direction(phi + 15)
        distances(end, good, distance, slop)
        thetas(end, good, 0.9 * distance, theta, slop)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("row", "smiles", "types", "limits"), PHI_PSI)
def test_phi_psi(row, smiles, types, limits, slop):
    end, made, marked = made_acceptor(smiles, types)
    assert end.row.number == row
    distance, phi, theta = limits
    accepting, first = position(made, marked[1]), position(made, marked[2])
    if 3 in marked:
        base, in_plane = (first + position(made, marked[3])) / 2, first
    else:
        # One bonded atom: the plane is that of its further neighbours.
        base = first
        in_plane = position(made, next(n for n in made.neighbours(marked[2]) if n != marked[1]))
    towards = base - accepting
    side = in_plane - base

    def measure(angle):
        place = accepting + 0.9 * distance * turned(towards, side, angle)
        return steps_of(accepts, end, giving("O", place), slop=slop)["phi"]

    check_limit(measure, phi - slop.angle, upper=False)
    good = -unit(towards)
    distances(end, good, distance, slop)
    thetas(end, good, 0.9 * distance, theta, slop)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
def test_row_22_water(slop):
    built = structure("OHH", [(0, 0, 0), (0.76, 0.59, 0), (-0.76, 0.59, 0)], [(0, 1), (0, 2)])
    end = acceptor(Molecule(built), 0)
    assert end.row.number == "22"
    towards, side = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])

    def measure(angle):
        return steps_of(accepts, end, giving("O", 2.7 * turned(towards, side, angle)), slop=slop)["phi"]

    check_limit(measure, 120 - slop.angle, upper=False)
    distances(end, -towards, 3.03, slop)
    thetas(end, -towards, 2.7, 145, slop)


def test_row_22_water_without_hydrogens_accepts_from_anywhere():
    end = acceptor(Molecule(structure("O", [(0, 0, 0)], residues=[("HOH", 1)])), 0)
    assert end.row.number == "22"
    for direction in np.vstack([np.eye(3), -np.eye(3)]):
        assert steps_of(accepts, end, giving("O", 2.8 * direction), slop=STRICT)["phi"].passed


def upsilons(end, origin, low, high, distance, slop):
    accepting = position(end.molecule, end.atom)
    towards = origin - accepting
    side = any_perpendicular(towards)

    def measure(angle):
        place = accepting + 0.9 * distance * turned(towards, side, angle)
        return steps_of(accepts, end, giving("O", place), slop=slop)["upsilon"]

    check_limit(measure, low - slop.angle, upper=False)
    if high < 180 and high + slop.angle < 180:
        check_limit(measure, high + slop.angle, upper=True)
    good = turned(towards, side, (low + high) / 2)
    distances(end, good, distance, slop)
    return good


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("row", "smiles", "types", "limits"), THETA_TAU)
def test_theta_tau(row, smiles, types, limits, slop):
    end, made, marked = made_acceptor(smiles, types)
    assert end.row.number == row
    distance, low, high, theta = limits
    good = upsilons(end, position(made, marked[2]), low, high, distance, slop)
    thetas(end, good, 0.9 * distance, theta, slop)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("row", "smiles", "types", "limits"), LONE_PAIR)
def test_lone_pair(row, smiles, types, limits, slop):
    end, made, marked = made_acceptor(smiles, types)
    assert end.row.number == row
    distance, low, _, theta = limits
    accepting = position(made, marked[1])
    tips = [unit(position(made, other) - accepting) for other in made.neighbours(marked[1])]
    normal = np.cross(tips[1] - tips[0], tips[2] - tips[0])
    lone_pair = -unit(normal) if np.dot(normal, tips[0]) > 0 else unit(normal)
    good = upsilons(end, accepting - lone_pair, low, 180, distance, slop)
    thetas(end, good, 0.9 * distance, theta, slop)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("smiles", "types", "limits"), ALL_ANGLES)
def test_all_angles(smiles, types, limits, slop):
    end, made, marked = made_acceptor(smiles, types)
    assert end.row.number == "generic"
    distance, angle = limits
    accepting = position(made, marked[1])
    neighbours = [position(made, other) - accepting for other in made.neighbours(marked[1])]
    away = -unit(neighbours[0] if len(neighbours) == 3 else sum(unit(neighbour) for neighbour in neighbours))

    def measure(wanted):
        # In the plane of the first neighbour and away from all the others.
        place = accepting + 0.9 * distance * turned(neighbours[0], away + 0.01 * any_perpendicular(away), wanted)
        return steps_of(accepts, end, giving("O", place), slop=slop)["angles"]

    if len(neighbours) == 1:
        check_limit(measure, angle - slop.angle, upper=False)
    distances(end, away, distance, slop)
    # No hydrogen that points elsewhere matters.
    place = accepting + 0.9 * distance * away
    assert "theta" not in steps_of(accepts, end, giving("O", place, place + away), slop=slop)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
def test_row_21_tau(slop):
    end, made, marked = made_acceptor("[NH2:1][c:2]1ccccc1", None)
    nitrogen, carbon = position(made, marked[1]), position(made, marked[2])
    axis = unit(carbon - nitrogen)
    hydrogen = position(made, made.hydrogens(marked[1])[0]) - nitrogen
    flat = unit(hydrogen - np.dot(hydrogen, axis) * axis)
    beside = np.cross(axis, flat)

    def measure(turn):
        # At 110 degrees from the carbon, turned about the bond away from one hydrogen.
        across = turned(flat, beside, turn)
        place = nitrogen + 3.0 * turned(axis, across, 110.0)
        return steps_of(accepts, end, giving("O", place), slop=slop)["tau"]

    # Never relaxed.
    check_limit(measure, 37.5, upper=False)


def test_a_phosphate_with_three_free_oxygens_has_one_acceptor_of_its_own():
    made, marked = molecule("C[P:4](=[O:1])([O-:2])[O-:3]")
    found = find_acceptors(made, set(marked.values()))
    assert [found[marked[number]].row.number for number in (1, 2, 3)] == ["1", "generic", "generic"]


def test_the_order_of_bonds_chooses_that_oxygen():
    built, marked = from_smiles("C[P:4](=[O:1])([O-:2])[O-:3]")
    order = {frozenset((marked[4], marked[number])): number for number in (1, 2, 3)}
    pairs = sorted(built.bonds.tolist(), key=lambda pair: -order.get(frozenset(pair), 0))
    turned_round = structure(
        ["P" if e == 15 else "O" if e == 8 else "C" if e == 6 else "H" for e in built.elements],
        built.coordinates.tolist(),
        pairs,
    )
    found = find_acceptors(Molecule(turned_round), set(marked.values()))
    assert found[marked[3]].row.number == "1"
    assert found[marked[3]].references == (marked[2], marked[4])


def test_histidine_nitrogen_without_hydrogen_accepts():
    made, marked = molecule("Cc1c[nH:2]c[n:1]1", types={1: "Npl"})
    assert acceptor(made, marked[1]).row.number == "28"
    assert isinstance(find_acceptors(made, {marked[2]})[marked[2]], Refusal)


@pytest.mark.parametrize(
    ("smiles", "types"),
    [
        ("CC(=O)[NH:1]C", None),
        ("C[NH3+:1]", None),
        ("CN[C:2](=[NH2+:1])N", None),
        ("C[n+:1]1ccccc1", None),
        ("C[N+:1](=O)[O-]", None),
        ("C[S:1]C", None),
        ("C[SH:1]", None),
        ("C[F:1]", None),
        ("C[Cl:1]", None),
        ("[CH3:1]C", None),
        ("C[O+:1](C)C", {1: "O3"}),
    ],
)
def test_what_does_not_accept(smiles, types):
    made, marked = molecule(smiles, types=types)
    found = find_acceptors(made, {marked[1]})[marked[1]]
    assert isinstance(found, Refusal)
    assert found.reason


def test_an_atom_at_a_gap_fits_no_group():
    built, marked = from_smiles("C[C:3](=[O:1])[NH:2]C")
    cut = replace(built, missing_links=np.array([[marked[3], 0]], dtype=np.int32))
    assert acceptor(Molecule(built), marked[1]).row.number == "6"
    assert acceptor(Molecule(cut), marked[1]).row.number == "generic"


def test_an_ether_or_ring_nitrogen_at_a_gap_is_generic():
    for smiles in ("C[O:1]C", "[n:1]1ccccc1"):
        built, marked = from_smiles(smiles)
        cut = replace(built, missing_links=np.array([[marked[1], 0]], dtype=np.int32))
        assert acceptor(Molecule(cut), marked[1]).row.number == "generic"


def test_an_atom_that_lacks_template_neighbours_does_not_accept():
    names = ["N", "CA", "C", "O", "CB", "OG"]
    places = [(1.4 * row, 0.3 * (row % 2), 0) for row in range(6)]
    whole = structure("NCCOCO", places, [(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)], names=names, residues=[("SER", 1)])
    lost = structure("NCCOCO", places, [(0, 1), (1, 2), (2, 3), (1, 4)], names=names, residues=[("SER", 1)])
    assert acceptor(Molecule(whole), 5).row.number == "15"
    found = find_acceptors(Molecule(lost), {5})[5]
    assert isinstance(found, Refusal)
    assert "lacks" in found.reason
