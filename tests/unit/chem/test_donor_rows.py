"""Each row of the donor table: which atom it claims, and its limits (spec hbonds.md sections 4 and 6)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from building import any_perpendicular, from_smiles, moved, rotation_onto, structure, turned, unit
from probing import NEAR, SLOPS, acceptor, check_limit, donor, molecule, position, steps_of

from misi_viewer.chem.hydrogen_bonds.acceptors import Refusal
from misi_viewer.chem.hydrogen_bonds.donor_side import acceptor_class, donates
from misi_viewer.chem.hydrogen_bonds.donor_table import AcceptorClass
from misi_viewer.chem.hydrogen_bonds.donors import find_donors
from misi_viewer.chem.hydrogen_bonds.geometry import tau_test
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import RELAXED, STRICT
from misi_viewer.chem.hydrogen_bonds.trace import Trace

P, Q, T, OTHER = AcceptorClass
PROBES = {P: "C[C:2](=[O:1])C", Q: "C[O:1]C", T: "CO[N:1](C)C", OTHER: "C[C:2]#[N:1]"}
SULFUR_PROBE = "C[C:2](C)=[S:1]"

# Row, molecule (1 donates, 2 is its heavy neighbour), types by hand, per class: distance, upsilon from and to,
# theta, tau, and for tetrahedral nitrogen the angle at the lone pair.
UPSILON = [
    (
        "1",
        "C[C:2](=O)[OH:1]",
        {2: "Cac"},
        (2.87, 103, 128, 140, -30),
        (2.87, 103, 128, 155, -30),
        (2.87, 103, 128, 140, -30, 150),
    ),
    (
        "2",
        "C[C:2](C)=[NH2+:1]",
        {1: "Npl", 2: "C2"},
        (3.17, 90, 146, 140, -30),
        (3.17, 90, 146, 140, -22.5),
        (3.17, 113, 161, 125, None, 140),
    ),
    (
        "3",
        "C[C:2](=[NH2+:1])N",
        None,
        (3.17, 90, 146, 140, -30),
        (3.17, 90, 146, 140, -22.5),
        (3.17, 113, 161, 125, None, 140),
    ),
    (
        "4",
        "C[CH2:2][NH3+:1]",
        None,
        (3.17, 90, 136, 140, 20),
        (3.17, 90, 132, 150, 25),
        (3.17, 90, 124, 155, 15, 150),
    ),
    (
        "5",
        "C[CH2:2][OH:1]",
        None,
        (3.17, 90, 141, 130, None),
        (3.03, 90, 141, 135, None),
        (3.03, 100, 132, 145, None, 150),
    ),
    (
        "6",
        "C[C:2](=O)[NH2:1]",
        None,
        (3.30, 103, 153, 135, -45),
        (3.30, 109, 141, 140, -30),
        (3.30, 113, 161, 125, -30, 145),
    ),
    (
        "7",
        "[NH2:1][c:2]1ccccn1",
        None,
        (3.30, 100, 146, 145, -37.5),
        (3.30, 103, 146, 140, -37.5),
        None,
    ),
    (
        "8",
        "[OH:1][c:2]1ccccc1",
        None,
        (3.03, 103, 136, 145, -37.5),
        (3.03, 103, 136, 150, -45),
        (2.87, 109, 128, 145, -52.5, 150),
    ),
    (
        "9",
        "C[CH2:2][NH2:1]",
        {1: "N3"},
        (3.30, 90, 128, 150, 30),
        (3.42, 90, 124, 155, 25),
        (3.42, 90, 132, 155, 20, 140),
    ),
    (
        "19",
        "O=C(c1ccccc1)[NH:2][NH2:1]",
        {1: "Npl", 2: "Npl"},
        (3.30, 90, 153, 135, -45),
        (3.30, 90, 146, 140, -37.5),
        (3.40, 108, 166, 125, -35, 140),
    ),
]

# Row, molecule (1 donates), types by hand, per class: distance from hydrogen, theta, and the angle at the acceptor.
HYDROGEN = [
    ("10", "C[NH+:1]=[C:2](C)C", {1: "Npl", 2: "C2"}, (1.92, 146), (1.92, 153, 150), (2.48, 141, 145)),
    ("11", "C[NH2+:1]C", None, (2.09, 141), (2.09, 141, 155), (2.48, 141, 145)),
    ("12", "[OH2:1]", None, (2.36, 146), (2.23, 146, 140), (2.23, 146, 150)),
    ("13", "CC(=O)[NH:1]C", None, (2.23, 146), (2.23, 146, 140), (2.36, 141, 145)),
    ("14", "C[NH+:1](C)C", None, (1.92, 146), (2.09, 146, 140), (2.48, 141, 145)),
    ("15", "CC(C)=[NH:1]", {1: "N2"}, (2.23, 132), (2.36, 146, 140), (2.48, 141, 145)),
    ("16", "CO[NH:1]C", None, (2.36, 141), (2.48, 146, 150), (2.48, 153, 155)),
    ("17", "[nH:1]1cccc1", None, (2.09, 146), (2.09, 141, 140), (2.48, 141, 145)),
    ("18", "[nH+:1]1ccccc1", None, (2.23, 136), (2.23, 141, 150), (2.48, 141, 145)),
    ("19", "O=C(c1ccccc1)[NH:1]c1ccccc1", None, (2.23, 136), (2.23, 141, 140), (2.46, 136, 140)),
]

# Molecule (1 donates), distances from hydrogen and from the donor per class.
ELEMENT = [
    ("C=C[OH:1]", (2.41, 2.28, 2.28), (3.27, 3.14, 3.14)),
    ("C[NH:1]OC(=O)C", (2.36, 2.48, 2.48), (3.30, 3.42, 3.42)),
    ("C[SH:1]", (2.42, 2.42, 2.42), (3.65, 3.65, 3.65)),
]


def probe(kind: AcceptorClass, place: np.ndarray, donating: np.ndarray, *, smiles: str | None = None):
    """Return an acceptor of a class at a place, its back turned away from the donor."""
    built, marked = from_smiles(smiles or PROBES[kind])
    centre = built.coordinates[marked[1]]
    at_origin = replace(built, coordinates=built.coordinates - centre)
    neighbours = at_origin.coordinates[Molecule(built).neighbours(marked[1])]
    if len(neighbours) == 3:
        tips = [unit(neighbour) for neighbour in neighbours]
        normal = unit(np.cross(tips[1] - tips[0], tips[2] - tips[0]))
        outward = -normal if np.dot(normal, tips[0]) > 0 else normal
    else:
        outward = -unit(sum(unit(neighbour) for neighbour in neighbours))
    made = Molecule(moved(at_origin, rotation_onto(outward, donating - place), place))
    found = acceptor(made, marked[1])
    assert smiles or acceptor_class(found) is kind
    return found


class Giver:
    """A donor, the direction of one of its hydrogens, and where acceptors stand around it."""

    def __init__(self, smiles, types=None, *, hydrogens=True):
        self.made, self.marked = molecule(smiles, types=types, hydrogens=hydrogens)
        self.donor = donor(self.made, self.marked[1])
        self.centre = position(self.made, self.marked[1])
        self.hydrogen = np.array(self.made.hydrogen_positions(self.marked[1])[0])
        self.along = unit(self.hydrogen - self.centre)

    def steps(self, kind, direction, distance, slop, *, smiles=None):
        place = self.centre + distance * unit(direction)
        return steps_of(donates, self.donor, probe(kind, place, self.centre, smiles=smiles), slop=slop)

    def theta_step(self, kind, theta, distance, slop):
        """Return the step for an acceptor at a distance and with an angle at the hydrogen.

        The acceptor swings about the donor, to a side on which no test before theta fails.
        """
        bond = float(np.linalg.norm(self.hydrogen - self.centre))
        at_acceptor = np.degrees(np.arcsin(bond * np.sin(np.radians(theta)) / distance))
        heavy = self.made.heavy_neighbours(self.marked[1])
        away = any_perpendicular(self.along)
        if heavy:
            away = -sum(unit(position(self.made, other) - self.centre) for other in heavy)
        across = np.cross(away, self.along)
        for turn in range(0, 360, 15):
            side = np.cos(np.radians(turn)) * away + np.sin(np.radians(turn)) * across
            direction = turned(self.along, side, 180.0 - theta - at_acceptor)
            steps = self.steps(kind, direction, distance, slop)
            if "theta" in steps:
                return steps["theta"]
        raise AssertionError(steps)


def classes_of(rows):
    return [(kind, limits) for kind, limits in zip((P, Q, T), rows, strict=True) if limits is not None]


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("row", "smiles", "types", "planar", "mixed", "tetrahedral"), UPSILON)
def test_upsilon_rows(row, smiles, types, planar, mixed, tetrahedral, slop):
    giver = Giver(smiles, types)
    assert giver.donor.row.number == row
    heavy = position(giver.made, giver.marked[2]) - giver.centre
    for kind, (distance, low, high, theta, tau, *lone_pair) in classes_of((planar, mixed, tetrahedral)):

        def by_distance(value, kind=kind):
            return giver.steps(kind, giver.along, value, slop)["donor distance"]

        def by_upsilon(value, kind=kind, distance=distance):
            return giver.steps(kind, turned(heavy, giver.along, value), 0.9 * distance, slop)["upsilon"]

        def by_theta(value, kind=kind, distance=distance):
            return giver.theta_step(kind, value, 0.9 * distance, slop)

        check_limit(by_distance, distance + slop.distance, upper=True, margin=NEAR)
        check_limit(by_upsilon, low - slop.angle, upper=False)
        if high + slop.angle < 180:
            check_limit(by_upsilon, high + slop.angle, upper=True)
        check_limit(by_theta, theta - slop.angle, upper=False)
        steps = giver.steps(kind, turned(heavy, giver.along, low + 9), 0.9 * distance, slop)
        assert ("tau" in steps) is (tau is not None)
        if row == "1":
            # Its symmetry of 2 fits no surroundings of a planar carbon, so the row never donates.
            assert not steps["tau"].passed
            assert steps["tau"].remark
        elif tau is not None and tau < 0:
            assert steps["tau"].most == pytest.approx(-tau + slop.angle)
        elif tau is not None:
            assert steps["tau"].least == pytest.approx(max(tau - slop.angle, 0))
        if lone_pair:
            assert steps["lone pair"].least == pytest.approx(lone_pair[0] - slop.angle)
            turned_away = probe(kind, giver.centre + 2.8 * giver.along, giver.centre + 9 * giver.along)
            assert not steps_of(donates, giver.donor, turned_away, slop=slop)["lone pair"].passed


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
def test_aromatic_amines_never_donate_to_tetrahedral_nitrogen(slop):
    giver = Giver("[NH2:1][c:2]1ccccn1")
    step = giver.steps(T, giver.along, 3.0, slop)["upsilon"]
    assert not step.passed
    assert step.most == -161 + slop.angle


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
def test_other_acceptors_of_upsilon_rows(slop):
    giver = Giver("C[CH2:2][OH:1]")
    for smiles, extra in ((None, 0.0), (SULFUR_PROBE, 0.35)):

        def by_distance(value, smiles=smiles):
            return giver.steps(OTHER, giver.along, value, slop, smiles=smiles)["donor distance"]

        check_limit(by_distance, 3.42 + extra + slop.distance, upper=True, margin=NEAR)
    steps = giver.steps(OTHER, giver.along, 3.0, slop)
    assert steps["upsilon"].least == 90 - slop.angle
    assert steps["upsilon"].most == min(161 + slop.angle, 180)
    assert steps["theta"].least == 125 - slop.angle
    assert "tau" not in steps


@pytest.mark.parametrize(
    ("smiles", "limit", "symmetry"),
    [
        # The hydrogens of the nitrogen itself.
        ("C[C:2](=O)[NH2:1]", -45.0, 4),
        ("[NH2:1][c:2]1ccccc1", 37.5, 4),
        # One hydrogen is not enough: what is around the neighbour, in the plane or staggered.
        ("[OH:1][c:2]1ccccc1", -37.5, 4),
        ("C[CH2:2][NH3+:1]", 20.0, 6),
        ("C[CH2:2][OH:1]", 20.0, 6),
    ],
)
def test_tau(smiles, limit, symmetry):
    made, marked = molecule(smiles)
    centre = position(made, marked[1])
    axis = unit(position(made, marked[2]) - centre)
    own = made.hydrogens(marked[1])
    beyond = [other for other in made.neighbours(marked[2]) if other != marked[1]]
    reference = position(made, (own if len(own) == 2 else beyond)[0]) - centre
    flat = unit(reference - np.dot(reference, axis) * axis)
    across = np.cross(axis, flat)

    def measure(value, bound):
        trace = Trace(keep=True)
        other = centre + 2.8 * turned(axis, turned(flat, across, value), 115.0)
        tau_test(made, marked[1], tuple(other), bound, symmetry, trace)
        return trace.steps[0]

    def step(value):
        return measure(value, limit)

    check_limit(step, abs(limit), upper=limit < 0)
    if limit > 0:
        # Relaxed to nothing it always passes.
        assert measure(0.5, 0.0).passed


def test_tau_without_anything_to_measure_from_passes():
    made = Molecule(structure("NF", [(0, 0, 0), (1.4, 0, 0)], [(0, 1)]))
    trace = Trace(keep=True)
    assert tau_test(made, 0, (0.0, 3.0, 0.0), -30.0, 4, trace)
    assert not trace.steps[0].value


def test_tau_with_too_few_references_fails():
    made, marked = molecule("[CH2:2]=[NH:1]")
    trace = Trace(keep=True)
    assert not tau_test(made, marked[1], (0.0, 3.0, 0.0), -30.0, 6, trace)
    assert "where 3 belong" in trace.steps[0].remark


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("row", "smiles", "types", "planar", "mixed", "tetrahedral"), HYDROGEN)
def test_hydrogen_rows(row, smiles, types, planar, mixed, tetrahedral, slop):
    giver = Giver(smiles, types)
    assert giver.donor.row.number == row
    bond = float(np.linalg.norm(giver.hydrogen - giver.centre))
    for kind, (distance, theta, *at_acceptor) in classes_of((planar, mixed, tetrahedral)):
        near = bond + 0.75 * distance

        def by_distance(value, kind=kind):
            return giver.steps(kind, giver.along, value + bond, slop)["hydrogen distance"]

        def by_theta(value, kind=kind, near=near):
            return giver.theta_step(kind, value, near, slop)

        check_limit(by_distance, distance + slop.distance, upper=True, margin=NEAR)
        if len(giver.made.hydrogens(giver.marked[1])) == 1:
            check_limit(by_theta, theta - slop.angle, upper=False)
        steps = giver.steps(kind, giver.along, near, slop)
        assert steps["theta"].least == theta - slop.angle
        if at_acceptor:
            step = steps["phi" if kind is Q else "lone pair"]
            assert step.passed
            assert step.least == at_acceptor[0] - slop.angle
            place = giver.centre + near * giver.along
            turned_away = probe(kind, place, place + giver.along)
            assert not steps_of(donates, giver.donor, turned_away, slop=slop)[step.name].passed


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
def test_other_acceptors_of_hydrogen_rows(slop):
    giver = Giver("CC(=O)[NH:1]C")
    bond = float(np.linalg.norm(giver.hydrogen - giver.centre))
    for smiles, extra in ((None, 0.0), (SULFUR_PROBE, 0.35)):

        def by_distance(value, smiles=smiles):
            return giver.steps(OTHER, giver.along, value + bond, slop, smiles=smiles)["hydrogen distance"]

        check_limit(by_distance, 2.48 + extra + slop.distance, upper=True, margin=NEAR)
    assert giver.steps(OTHER, giver.along, 3.0, slop)["theta"].least == 132 - slop.angle


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
def test_water_without_hydrogens(slop):
    made = Molecule(structure("O", [(0, 0, 0)], residues=[("HOH", 1)]))
    giving = donor(made, 0)
    assert giving.row.number == "12"
    for kind, limit in ((P, 3.27), (Q, 3.14), (T, 3.14), (OTHER, 3.27)):

        def measure(distance, kind=kind):
            place = np.array([distance, 0, 0])
            return steps_of(donates, giving, probe(kind, place, np.zeros(3)), slop=slop)["donor distance"]

        check_limit(measure, limit + slop.distance, upper=True, margin=NEAR)
        steps = steps_of(donates, giving, probe(kind, np.array([3.0, 0, 0]), np.zeros(3)), slop=slop)
        # Only to the known classes.
        assert all(step.passed for step in steps.values()) is (kind is not OTHER)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("smiles", "from_hydrogen", "from_donor"), ELEMENT)
def test_donors_by_element(smiles, from_hydrogen, from_donor, slop):
    types = {1: "N3"} if "N" in smiles else None
    giver = Giver(smiles.replace("C[NH:1]O", "C=C[NH:1]O"), types)
    assert giver.donor.row.number == "19"
    bond = float(np.linalg.norm(giver.hydrogen - giver.centre))
    for kind, near, far in zip((P, Q, T, OTHER), (*from_hydrogen, 2.48), (*from_donor, 3.42), strict=True):

        def by_hydrogen(value, kind=kind):
            return giver.steps(kind, giver.along, value + bond, slop)["hydrogen distance"]

        def by_theta(value, kind=kind, near=near):
            length = bond + 0.75 * near
            return giver.theta_step(kind, value, length, slop)

        check_limit(by_hydrogen, near + slop.distance, upper=True, margin=NEAR)
        check_limit(by_theta, 130 - slop.angle, upper=False)
        bare = Molecule(giver.made.structure.subset(np.array(giver.made.graph.elements) != 1))
        bare.types = [t for t, e in zip(giver.made.types, giver.made.graph.elements, strict=True) if e != 1]
        bare_donor = donor(bare, giver.marked[1])
        if not bare_donor.hydrogens:

            def by_donor(value, kind=kind, bare_donor=bare_donor):
                place = giver.centre + value * giver.along
                return steps_of(donates, bare_donor, probe(kind, place, giver.centre), slop=slop)["donor distance"]

            check_limit(by_donor, far + slop.distance, upper=True, margin=NEAR)


@pytest.mark.parametrize("slop", SLOPS, ids=["strict", "relaxed"])
@pytest.mark.parametrize(("smiles", "less"), [(None, 0.0), (SULFUR_PROBE, 9.0)])
def test_angle_of_donors_by_element(smiles, less, slop):
    giver = Giver("[CH3:2][SH:1]")
    heavy = position(giver.made, giver.marked[2]) - giver.centre

    def measure(value):
        return giver.steps(OTHER, turned(heavy, giver.along, value), 2.4, slop, smiles=smiles)["angles"]

    check_limit(measure, 90 - slop.angle - less, upper=False)


def test_an_acceptor_of_unknown_type_gets_nothing():
    giver = Giver("CC(=O)[NH:1]C")
    found = probe(Q, giver.centre + 2.9 * giver.along, giver.centre)
    found.molecule.types[found.atom] = "O"
    steps = steps_of(donates, giver.donor, found, slop=RELAXED)
    assert not steps["type"].passed


@pytest.mark.parametrize(
    ("smiles", "types"),
    [
        ("[CH4:1]", None),
        ("C[F:1]", None),
        ("C[O:1]C", None),
        ("CC(=[O:1])C", None),
        ("C[S:1]C", None),
        ("C[N:1]=C", {1: "N2"}),
        ("CC(=O)N=[NH:1]", {1: "Npl"}),
        ("C[N+:1](C)(C)C", None),
    ],
)
def test_what_does_not_donate(smiles, types):
    made, marked = molecule(smiles, types=types)
    found = find_donors(made, {marked[1]})[marked[1]]
    assert isinstance(found, Refusal)
    assert found.reason


@pytest.mark.parametrize(
    ("smiles", "row"),
    [
        # Two neighbours imply a hydrogen (HIS without hydrogens); beside it, an N2 of the ring counts too.
        ("C[c]1c[nH]c[n:1]1", "17"),
        ("[nH:1]1cccc1", "17"),
        ("[NH2:1]c1ccccc1", "7"),
        ("c1ccc2c(c1)c[nH:1]c2", "17"),
    ],
)
def test_ring_and_amine_donors(smiles, row):
    giver_rows = molecule(smiles)
    assert donor(giver_rows[0], giver_rows[1][1]).row.number == row


def test_a_ring_nitrogen_with_another_substituent_does_not_donate():
    made, marked = molecule("C[n:1]1cccc1")
    assert isinstance(find_donors(made, {marked[1]})[marked[1]], Refusal)


def test_no_bond_from_a_donor_with_two_heavy_neighbours_in_an_upsilon_row():
    # By hand: a planar nitrogen row that asks for one heavy neighbour meets two.
    giver = Giver("C[CH2:2][OH:1]")
    giver.made.graph.neighbours[giver.marked[1]].append(giver.made.neighbours(giver.marked[2])[0])
    step = giver.steps(P, giver.along, 2.8, STRICT)["upsilon"]
    assert not step.passed
    assert "2 heavy neighbours" in step.remark
