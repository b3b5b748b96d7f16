"""IDATM pass 4.5: aromatic rings."""

from __future__ import annotations

import numpy as np
import pytest
from building import from_smiles, structure, turned

from misi_viewer.chem.idatm import atom_types


def marked_types(smiles: str, *, hydrogens: bool = True) -> str:
    """Return the types of the atoms with map numbers, in the order of the numbers."""
    built, marked = from_smiles(smiles, hydrogens=hydrogens)
    types = atom_types(built)
    return " ".join(types[row] for _, row in sorted(marked.items()))


WITH_HYDROGENS = [
    ("[cH:1]1[cH:2]cccc1", "Car Car"),
    ("[n:1]1[cH:2]cccc1", "N2 Car"),
    ("[nH:1]1[cH:2]ccc1", "Npl Car"),
    ("[o:1]1[cH:2]ccc1", "Oar Car"),
    ("[s:1]1[cH:2]ccc1", "Sar Car"),
    ("C[n:1]1c[n:2]cc1", "Npl N2"),
    ("C[n:1]1nc[n:2]c1", "Npl N2"),
    ("[o:1]1[n:2]ccc1", "Oar N2"),
    ("C[n+:1]1[cH:2]cccc1", "N2+ Car"),
    ("[O-:1][n+:2]1[cH:3]cccc1", "O3- N2+ Car"),
    ("[cH:1]1ccc2[nH:2]c[cH:3]c2c1", "Car Npl Car"),
    ("Cn1[cH:1][n:2]c2[c:3]1nc[n:4]c2N", "Car N2 Car N2"),
    # A double bond out of the ring spoils it: quinone, pyranone.
    ("[O:1]=[C:2]1[CH:3]=CC(=O)C=C1", "O2 C2 C2"),
    ("[O:1]=[C:2]1[CH:3]=COC=C1", "O2 C2 C2"),
    ("[CH2:1]1[CH2:2]CCCC1", "C3 C3"),
]


@pytest.mark.parametrize(("smiles", "expected"), WITH_HYDROGENS)
def test_rings_with_hydrogens(smiles, expected):
    assert marked_types(smiles) == expected


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("[cH:1]1[cH:2]cccc1", "Car Car"),
        ("[n:1]1[cH:2]cccc1", "N2 Car"),
        ("[o:1]1[cH:2]ccc1", "Oar Car"),
        ("[s:1]1[cH:2]ccc1", "Sar Car"),
        ("C[n:1]1c[n:2]cc1", "Npl N2"),
        ("C[n+:1]1[cH:2]cccc1", "N2+ Car"),
        ("[CH2:1]1[CH2:2]CCCC1", "C3 C3"),
    ],
)
def test_rings_without_hydrogens(smiles, expected):
    assert marked_types(smiles, hydrogens=False) == expected


@pytest.mark.parametrize("smiles", ["[CH:1]1=[CH:2]C1", "[CH2:1]1[CH2:2]C1", "[CH:1]1=[CH:2]O1"])
def test_carbons_of_three_membered_rings_are_tetrahedral(smiles):
    assert marked_types(smiles) == "C3 C3"


def regular_ring(symbols: str, length: float, *, substituents: str = "", oxygen: float = 1.22) -> np.ndarray:
    """Return the types of a flat regular ring; a letter of `substituents` hangs on each atom, "-" none."""
    count = len(symbols)
    radius = length / (2.0 * np.sin(np.pi / count))
    turns = 2.0 * np.pi * np.arange(count) / count
    outward = np.stack([np.cos(turns), np.sin(turns), np.zeros(count)], axis=1)
    atoms, places = list(symbols), list(radius * outward)
    bonds = [(row, (row + 1) % count) for row in range(count)]
    for row, symbol in enumerate(substituents):
        if symbol != "-":
            bonds.append((row, len(atoms)))
            places.append(outward[row] * (radius + {"H": 1.08, "O": oxygen}[symbol]))
            atoms.append(symbol)
    return atom_types(structure(atoms, places, bonds))


def test_a_four_ring_of_planar_carbons_is_not_aromatic():
    assert "Car" not in regular_ring("CCCC", 1.40, substituents="HHHH")


def test_an_eight_ring_of_planar_carbons_is_not_aromatic():
    assert "Car" not in regular_ring("CCCCCCCC", 1.40, substituents="HHHHHHHH")


def test_five_rings_with_many_oxygens_are_no_candidates():
    assert "Oar" not in regular_ring("COCOC", 1.38, substituents="H-H-H")
    assert "Oar" in regular_ring("COCCC", 1.38, substituents="H-HHH")


def test_bond_lengths_judge_rings_with_doubtful_atoms():
    # An O3 in the ring: lengths far from aromatic ones rule it out.
    assert "Oar" in regular_ring("COCCC", 1.38, substituents="H-HHH")
    assert "Oar" not in regular_ring("COCCC", 1.55, substituents="H-HHH")


def test_a_doubtful_outer_bond_turns_double_if_only_that_lets_the_ring_have_its_bonds():
    # By its length of 1.31 A the oxygen is a hydroxyl's, but five carbons cannot pair among themselves.
    types = regular_ring("CCCCC", 1.42, substituents="OHHHH", oxygen=1.31)
    assert types[[0, 5]].tolist() == ["C2", "O2"]
    # Six can.
    types = regular_ring("CCCCCC", 1.40, substituents="OHHHHH", oxygen=1.31)
    assert types[[0, 6]].tolist() == ["Car", "O3"]


def test_a_huge_system_is_aromatic_throughout():
    # Graphene: 60 atoms and more, cut from a honeycomb.
    length = 1.42
    places = []
    for i in range(-6, 7):
        for j in range(-6, 7):
            corner = np.array([1.5 * i, np.sqrt(3.0) * (j + 0.5 * i), 0.0]) * length
            places += [corner, corner + length * np.eye(3)[0]]
    kept = [place for place in places if np.linalg.norm(place) < 9.0]
    bonds = [
        (a, b)
        for a in range(len(kept))
        for b in range(a + 1, len(kept))
        if np.linalg.norm(kept[a] - kept[b]) < 1.1 * length
    ]
    types = atom_types(structure("C" * len(kept), kept, bonds))
    counts = np.bincount(np.array(bonds).ravel(), minlength=len(kept))
    assert len(kept) > 60
    assert set(types[counts == 3]) == {"Car"}


def test_purine_without_hydrogens():
    assert marked_types("C[n:1]1c[n:2]c2c1[n:3]c[n:4]c2[NH2:5]", hydrogens=False) == "Npl N2 N2 N2 Npl"


def test_two_conjugated_rings_are_two_systems():
    assert marked_types("[cH:1]1cc[n:2]cc1-c1[cH:3]c[nH:4]c1") == "Car N2 Car Npl"


def test_rings_of_templated_residues_are_left_alone():
    # A six-ring named as a proline's atoms keeps the template's types.
    names = ["N", "CA", "CB", "CG", "CD", "C"]
    turns = np.pi / 3.0 * np.arange(6)
    places = 1.4 * np.stack([np.cos(turns), np.sin(turns), np.zeros(6)], axis=1)
    bonds = [(row, (row + 1) % 6) for row in range(6)]
    built = structure([name[0] for name in names], places, bonds, names=names, residues=[("PRO", 1)])
    assert atom_types(built).tolist() == ["N3+", "C3", "C3", "C3", "C3", "C2"]


def five_ring_with_arm(arm: float, angle: float) -> np.ndarray:
    """Return the types of a flat five-ring of CH, but for one carbon with a bent CC arm of the given lengths and angle.

    Rows 0 to 4 are the ring; 5 is the arm's first carbon, which hangs on row 0, 6 its second.
    """
    turns = 2.0 * np.pi * np.arange(5) / 5
    outward = np.stack([np.cos(turns), np.sin(turns), np.zeros(5)], axis=1)
    radius = 1.42 / (2.0 * np.sin(np.pi / 5))
    places = list(radius * outward)
    bonds = [(row, (row + 1) % 5) for row in range(5)]
    first = outward[0] * (radius + arm)
    places += [first, first + arm * turned(-outward[0], outward[1], angle)]
    bonds += [(0, 5), (5, 6)]
    for row in range(1, 5):
        bonds.append((row, len(places)))
        places.append(outward[row] * (radius + 1.08))
    return atom_types(structure("CCCCCCCHHHH", places, bonds))


def test_a_neighbour_typed_by_lengths_is_retyped_if_only_that_lets_the_ring_have_its_bonds():
    # The arm's carbon has long bonds and the look of an sp3 one (pass 4), so its bond to the ring is single,
    # which leaves five carbons to pair among themselves. Taken as planar, it takes one of them.
    types = five_ring_with_arm(1.47, 125.0)
    assert types[5] == "C2"
    assert types[0] == "C2"
    # So it is with a narrow angle, which left the type to the lengths as well.
    assert five_ring_with_arm(1.47, 112.0)[5] == "C2"


def test_rings_of_huge_residues_are_not_looked_for():
    turns = np.pi / 3.0 * np.arange(6)
    ring = 1.4 * np.stack([np.cos(turns), np.sin(turns), np.zeros(6)], axis=1)
    hydrogens = ring * 2.48 / 1.4

    def benzenes(count):
        places = [place + 9.0 * n * np.eye(3)[2] for n in range(count) for place in (*ring, *hydrogens)]
        bonds = [
            pair
            for start in range(0, 12 * count, 12)
            for row in range(6)
            for pair in ((start + row, start + (row + 1) % 6), (start + row, start + 6 + row))
        ]
        return atom_types(structure("CCCCCCHHHHHH" * count, places, bonds))[:6]

    assert set(benzenes(208)) == {"Car"}
    assert set(benzenes(209)) == {"C2"}
