"""IDATM passes 5 to 11."""

from __future__ import annotations

import numpy as np
import pytest
from building import from_smiles, structure, turned

from misi_viewer.chem.idatm import atom_types

X, Y, Z = np.eye(3)


def marked_types(smiles: str, *, hydrogens: bool = True) -> str:
    built, marked = from_smiles(smiles, hydrogens=hydrogens)
    types = atom_types(built)
    return " ".join(types[row] for _, row in sorted(marked.items()))


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("C[C:1](=[O:2])[NH:3]C", "C2 O2 Npl"),
        ("C[C:1](=[O:2])[O:3]C", "C2 O2 O3"),
        ("C[C:1](=[O:2])C", "C2 O2"),
        ("C[C:1](=[S:2])C", "C2 S2"),
        ("[CH2:1]=[CH:2]C", "C2 C2"),
        ("C[C:1]#[C:2]C", "C1 C1"),
        ("CN[C:1](=[NH2+:2])[NH2:3]", "C2 Ng+ Ng+"),
        ("C[C:1](=[NH2+:2])[NH2:3]", "C2 Ng+ Ng+"),
        ("CC[NH2:1]", "N3+"),
        ("CC[NH3+:1]", "N3+"),
        ("C[N:1](C)C", "N3+"),
        ("CO[N:1](C)C", "N3"),
        ("C[N:1](C)N(C)C", "N3"),
        ("[NH2:1]c1ccccc1", "Npl"),
        ("CC(C)=[N:1][O:2]C", "N2 O3"),
        ("O=[N+:1]([O-:2])c1ccccc1", "Ntr O2-"),
        ("[OH:1]c1ccccc1", "O3"),
    ],
)
def test_groups(smiles, expected):
    assert marked_types(smiles) == expected


def carbon(ends: dict[str, float], *, symbols: str) -> list[str]:
    """Return the types of a flat carbon with three neighbours of the given lengths, the carbon first."""
    directions = [turned(X, Y, angle) if angle else X for angle in (0.0, 120.0)]
    directions.append(turned(X, -Y, 120.0))
    places = [length * direction for length, direction in zip(ends, directions, strict=True)]
    return atom_types(structure(["C", *symbols], [(0, 0, 0), *places], [(0, 1), (0, 2), (0, 3)])).tolist()


def test_pass_5_a_lone_planar_carbon_takes_the_shortest_terminal_partner():
    assert carbon((1.32, 1.50, 1.50), symbols="OCC")[:2] == ["C2", "O2"]
    assert carbon((1.50, 1.42, 1.50), symbols="CCC") == ["C2", "C3", "C2", "C3"]
    assert carbon((1.40, 1.39, 1.78), symbols="OCS")[0] == "C2"


def test_pass_5_a_lone_planar_carbon_without_terminal_partner_is_tetrahedral():
    centre, bonds = [(0, 0, 0)], []
    symbols = ["C"]
    for direction in (X, turned(X, Y, 119.0), turned(X, -Y, 119.0)):
        row = len(symbols)
        symbols += ["C", "H", "H", "H"]
        centre.append(1.52 * direction)
        bonds.append((0, row))
        for sign in (turned(-direction, Z, 109.5), turned(-direction, -Z, 109.5), turned(-direction, Y + X, 109.5)):
            bonds.append((row, len(centre)))
            centre.append(1.52 * direction + 1.09 * sign)
    assert atom_types(structure(symbols, centre, bonds))[0] == "C3"


def test_pass_6_lone_nitrogen_is_charged():
    assert atom_types(structure("N", [(0, 0, 0)])).tolist() == ["N3+"]


def test_pass_6_amidine_in_a_ring_is_not_charged():
    assert marked_types("C1C[NH:1][C:2](=[NH2+:3])N1").split()[0] == "Npl"
    assert marked_types("C1C[NH:1][C:2](=[NH2+:3])N1").split()[2] == "Npl"


def test_pass_6_protonated_carboxylate_oxygen():
    # A Cac beside a hydrogen that sits on neither oxygen's only bond: both count.
    built = structure(
        "COOC",
        [(0, 0, 0), 1.25 * X, 1.25 * turned(X, Y, 120.0), 1.5 * turned(X, -Y, 120.0)],
        [(0, 1), (0, 2), (0, 3)],
    )
    assert atom_types(built).tolist() == ["Cac", "O2-", "O2-", "C3"]


@pytest.mark.parametrize(
    ("length", "expected"),
    [(1.3630, "Npl"), (1.3628, "N2")],
)
def test_pass_7_short_bonds_make_a_double_bonded_nitrogen(length, expected):
    # N between two planar carbons, each of which has a chain of planar carbons behind it.
    left, right = length * X, length * turned(X, Y, 120.0)
    places = [np.zeros(3), left, right]
    bonds = [(0, 1), (0, 2)]
    for row, side in ((1, left), (2, right)):
        first = side + 1.40 * turned(-side, np.cross(side, Z), 120.0)
        second = side + 1.50 * turned(-side, -np.cross(side, Z), 120.0)
        third = first + 1.40 * turned(side - first, np.cross(side, Z), 120.0)
        start = len(places)
        places += [first, second, third]
        bonds += [(row, start), (row, start + 1), (start, start + 2)]
    assert atom_types(structure("NCCCCCCCC", places, bonds))[0] == expected


def test_pass_8_amine_on_an_aromatic_ring_is_planar():
    # Pyramidal by its angles, planar by where it hangs.
    built, marked = from_smiles("[NH2:1]c1ccccc1")
    types = atom_types(built)
    assert types[marked[1]] == "Npl"


def test_pass_9_terminal_oxygen_on_a_lone_planar_atom():
    # 1.33 A is too long for a carbonyl by length (pass 3), but the carbon has no other partner.
    assert carbon((1.33, 1.50, 1.50), symbols="OCC")[1] == "O2"


def test_pass_10_nitrite():
    built = structure("NOO", [(0, 0, 0), 1.24 * X, 1.24 * turned(X, Y, 115.5)], [(0, 1), (0, 2)])
    assert atom_types(built).tolist() == ["N2", "O2-", "O2-"]


@pytest.mark.parametrize(("links", "expected"), [(2, "S3"), (3, "S3-")])
def test_pass_11_sulfur_among_metals(links, expected):
    built = structure(
        ["S", "C", "Fe", "Fe", "Fe"],
        [(0, 0, 0), (1.82, 0, 0), (-2, 0, 0), (0, -2, 0), (0, 0, -2)],
        [(0, 1)],
        metal_links=[(0, 2 + row) for row in range(links)],
    )
    assert atom_types(built)[0] == expected
