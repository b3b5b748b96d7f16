"""IDATM passes 1 to 4: types by neighbours, angles and lengths."""

from __future__ import annotations

import math

import numpy as np
import pytest
from building import from_smiles, structure, turned

from misi_viewer.chem.idatm import atom_types

X, Y = np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])


def terminal(symbol: str, neighbour: str, length: float) -> list[str]:
    """Return the types of two atoms alone."""
    return atom_types(structure([symbol, neighbour], [(0, 0, 0), (length, 0, 0)], [(0, 1)])).tolist()


def bent(symbol: str, first: str, second: str, angle: float, lengths: tuple[float, float]) -> list[str]:
    """Return the types of an atom with two neighbours, and of those."""
    ends = [lengths[0] * X, lengths[1] * turned(X, Y, angle)]
    return atom_types(structure([symbol, first, second], [(0, 0, 0), *ends], [(0, 1), (0, 2)])).tolist()


def three_directions(angle: float) -> list[tuple[float, float, float]]:
    """Return three directions with the same angle between any two of them."""
    sine = math.sqrt((1.0 - math.cos(math.radians(angle))) / 1.5)
    height = math.sqrt(1.0 - sine * sine)
    turns = [math.radians(120.0 * step) for step in range(3)]
    return [(sine * math.cos(turn), sine * math.sin(turn), height) for turn in turns]


def pyramid(symbol: str, neighbours: str, angle: float, length: float) -> str:
    """Return the type of an atom with three neighbours."""
    ends = [length * np.array(direction) for direction in three_directions(angle)]
    built = structure([symbol, *neighbours], [(0, 0, 0), *ends], [(0, 1), (0, 2), (0, 3)])
    return str(atom_types(built)[0])


def test_pass_1_hydrogens():
    built = structure(["C", "H", "H", "O"], [(0, 0, 0), (1, 0, 0), (9, 0, 0), (8, 0, 0)], [(0, 1), (2, 3)])
    assert atom_types(built)[1:3].tolist() == ["HC", "H"]


def test_pass_1_deuterium_goes_by_its_name():
    built = structure(
        ["C", "H", "H", "O"],
        [(0, 0, 0), (1, 0, 0), (9, 0, 0), (8, 0, 0)],
        [(0, 1), (2, 3)],
        names=["C1", "D1", "D2", "O1"],
    )
    assert atom_types(built)[1:3].tolist() == ["DC", "D"]


@pytest.mark.parametrize("symbol", ["B", "F", "Cl", "Br", "I", "Zn", "Se", "Na", "Si", "As"])
def test_pass_2_leaves_other_elements(symbol):
    assert terminal(symbol, "C", 2.0)[0] == symbol


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("[CH4:1]", "C3"),
        ("C[NH3+:1]", "N3+"),
        ("C[P:1](=O)([O-])[O-]", "Pac"),
        ("CO[P:1](=O)([O-])OC", "Pac"),
        ("C[P:1](=O)(C)C", "Pox"),
        ("C[P+:1](C)(C)C", "P3+"),
        ("C[S:1](=O)(=O)[O-]", "Sac"),
        ("C[S:1](=O)(=O)C", "Son"),
        ("C[S:1](=O)(=O)N", "Son"),
    ],
)
def test_pass_2_four_neighbours(smiles, expected):
    built, marked = from_smiles(smiles)
    assert atom_types(built)[marked[1]] == expected


@pytest.mark.parametrize(
    ("angle", "length", "expected"),
    [
        (113.4, 1.40, "C3"),
        (113.6, 1.40, "C2"),
        (114.9, 1.425, "C3"),
        (115.1, 1.425, "C2"),
        (116.4, 1.54, "C3"),
        (116.6, 1.54, "C2"),
        (116.4, 1.52, "C2"),
    ],
)
def test_pass_2_carbon_with_three_neighbours(angle, length, expected):
    # A planar neighbour keeps pass 5 from deciding otherwise.
    directions = [np.array(direction) for direction in three_directions(angle)]
    first = length * directions[0]
    built = structure(
        ["C", "C", "C", "C", "O", "C"],
        [
            (0, 0, 0),
            first,
            length * directions[1],
            length * directions[2],
            first + 1.22 * turned(-directions[0], directions[1], -120.0),
            first + 1.5 * turned(-directions[0], directions[1], 120.0),
        ],
        [(0, 1), (0, 2), (0, 3), (1, 4), (1, 5)],
    )
    assert atom_types(built)[0] == expected


@pytest.mark.parametrize(("angle", "expected"), [(114.9, "N3"), (115.1, "Npl")])
def test_pass_2_nitrogen_with_three_neighbours(angle, expected):
    assert pyramid("N", "COC", angle, 1.46) == expected


@pytest.mark.parametrize(("neighbours", "expected"), [("OOC", "Ntr"), ("OCC", "Npl")])
def test_pass_2_nitro(neighbours, expected):
    assert pyramid("N", neighbours, 119.9, 1.40) == expected


@pytest.mark.parametrize(("neighbours", "expected"), [("OCC", "Sxd"), ("CCC", "S3+")])
def test_pass_2_sulfur_with_three_neighbours(neighbours, expected):
    assert pyramid("S", neighbours, 106.0, 1.8) == expected


def test_pass_2_protonated_carboxyl_is_no_carboxylate():
    acid, marked = from_smiles("C[C:1](=[O:2])[OH:3]")
    ion, marked_ion = from_smiles("C[C:1](=[O:2])[O-:3]")
    assert atom_types(acid)[[marked[1], marked[2], marked[3]]].tolist() == ["C2", "O2", "O3"]
    assert atom_types(ion)[[marked_ion[1], marked_ion[2], marked_ion[3]]].tolist() == ["Cac", "O2-", "O2-"]


@pytest.mark.parametrize(
    ("symbol", "angle", "length", "expected"),
    [
        ("C", 114.9, 1.50, "C3"),
        ("C", 159.9, 1.50, "C3"),
        ("C", 160.1, 1.20, "C1"),
        ("N", 114.9, 1.45, "N3+"),
        ("N", 160.1, 1.20, "N1+"),
        ("O", 120.0, 1.40, "O3"),
        ("S", 120.0, 1.80, "S3"),
    ],
)
def test_pass_2_two_neighbours(symbol, angle, length, expected):
    assert bent(symbol, "C", "C", angle, (length, length))[0] == expected


@pytest.mark.parametrize(
    ("atom", "neighbour", "length", "expected"),
    [
        ("C", "C", 1.41, "C2"),
        ("C", "C", 1.42, "C3"),
        ("C", "O", 1.17, "C1-"),
        ("C", "O", 1.40, "C3"),
        ("N", "N", 1.19, "N1"),
        ("N", "O", 1.20, "N1"),
        ("O", "C", 1.16, "O1+"),
        ("O", "O", 1.33, "O2"),
        ("O", "O", 1.35, "O3"),
        ("O", "As", 1.68, "O2"),
        ("O", "As", 1.70, "O3"),
        ("S", "As", 2.11, "S2"),
        ("S", "As", 2.12, "S3"),
        ("S", "P", 1.95, "S3-"),
    ],
)
def test_pass_3_one_neighbour(atom, neighbour, length, expected):
    assert terminal(atom, neighbour, length)[0] == expected


def test_pass_3_oxygen_by_length_makes_its_carbon_planar():
    assert bent("C", "O", "C", 130.0, (1.29, 1.50))[:2] == ["C2", "O2"]
    assert bent("C", "O", "C", 100.0, (1.31, 1.50))[:2] == ["C3", "O3"]


def test_pass_3_sulfur_by_length_makes_its_carbon_planar():
    assert bent("C", "S", "C", 100.0, (1.76, 1.50))[:2] == ["C2", "S2"]
    assert bent("C", "S", "C", 100.0, (1.77, 1.50))[:2] == ["C3", "S3"]


def test_pass_3_nitrile():
    built, marked = from_smiles("C[C:1]#[N:2]")
    assert atom_types(built)[[marked[1], marked[2]]].tolist() == ["C1", "N1"]


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        ("C[P:1]([O-:2])([O-])=O", "O3-"),
        ("C[S:1](=[O:2])(=O)[O-]", "O3-"),
        ("C[S:1](=[O:2])(=O)C", "O3-"),
        ("C[S:1](=[O:2])C", "O3-"),
        ("C[P:1](=[O:2])(C)C", "O3-"),
        ("C[N+:1](C)(C)[O-:2]", "O3-"),
        ("C[N+:1](=[O:2])[O-]", "O2-"),
    ],
)
def test_pass_3_oxygen_of_groups(group, expected):
    built, marked = from_smiles(group)
    assert atom_types(built)[marked[2]] == expected


@pytest.mark.parametrize(("excess", "expected"), [(0.051, "O3"), (0.049, "O3-")])
def test_pass_3_longer_bond_of_a_phosphate_is_a_hydroxyl(excess, expected):
    directions = [(0.0, 0.0, -1.0), *three_directions(109.47)]
    lengths = [1.80, 1.50 + excess, 1.50, 1.50]
    ends = [length * np.array(direction) for length, direction in zip(lengths, directions, strict=True)]
    built = structure("PCOOO", [(0, 0, 0), *ends], [(0, 1), (0, 2), (0, 3), (0, 4)])
    assert atom_types(built).tolist() == ["Pac", "C3", expected, "O3-", "O3-"]


@pytest.mark.parametrize(
    ("angle", "lengths", "expected"),
    [
        # A narrow angle needs a short bond to be planar.
        (114.0, (1.42, 1.42), "C2"),
        (114.0, (1.43, 1.43), "C3"),
        # A wide one needs a long bond to be tetrahedral.
        (120.0, (1.44, 1.44), "C2"),
        (120.0, (1.42, 1.60), "C2"),
        (120.0, (1.44, 1.46), "C3"),
        (130.0, (1.44, 1.46), "C3"),
    ],
)
def test_pass_4_carbon(angle, lengths, expected):
    # The first neighbour is planar, so that pass 5 leaves the carbon alone.
    first, second = lengths[0] * X, lengths[1] * turned(X, Y, angle)
    built = structure(
        ["C", "C", "C", "O", "C"],
        [(0, 0, 0), first, second, first + 1.22 * turned(-X, -Y, 120.0), first + 1.5 * turned(-X, Y, 120.0)],
        [(0, 1), (0, 2), (1, 3), (1, 4)],
    )
    assert atom_types(built)[0] == expected


@pytest.mark.parametrize(
    ("symbols", "length", "expected"),
    [
        ("NOC", 1.37, "Npl"),
        ("NOC", 1.39, "N3"),
        ("NON", 1.31, "Npl"),
        ("NON", 1.33, "N3"),
    ],
)
def test_pass_4_nitrogen(symbols, length, expected):
    built = bent("N", "O", symbols[2], 110.0, (1.40, length))
    # The oxygen keeps pass 6 from charging the nitrogen.
    assert built[0] == expected
