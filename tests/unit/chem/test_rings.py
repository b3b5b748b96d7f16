"""Minimal rings."""

from __future__ import annotations

import pytest
from building import from_smiles, structure

from misi_viewer.chem.graph import Graph
from misi_viewer.chem.rings import is_aromatic, minimal_rings, rings_of_atoms


def sizes(smiles: str) -> list[int]:
    return [len(ring) for ring in minimal_rings(Graph.of(from_smiles(smiles)[0]))]


@pytest.mark.parametrize(
    ("smiles", "expected"),
    [
        ("CCO", []),
        ("c1ccccc1", [6]),
        ("C1CC1c1ccccc1", [3, 6]),
        ("c1ccc2[nH]ccc2c1", [5, 6]),
        ("C1CC2CCC1C2", [5, 5]),
        # Of equal size all count, though one is a sum of the others.
        ("C1CC2CCC1CC2", [6, 6, 6]),
        ("C12C3C4C1C5C2C3C45", [4, 4, 4, 4, 4, 4]),
        ("C1CCC2(CC1)CCCC2", [5, 6]),
        # The large ring has bonds that the benzene lacks.
        ("C1CCCCCc2cccc(c2)CCC1", [6, 12]),
    ],
)
def test_sizes(smiles, expected):
    assert sizes(smiles) == expected


def test_a_ring_lists_its_atoms_as_they_stand_around_it():
    built, _ = from_smiles("c1ccc2[nH]ccc2c1")
    bonds = {frozenset(pair) for pair in built.bonds.tolist()}
    for ring in minimal_rings(Graph.of(built)):
        assert all(frozenset(pair) in bonds for pair in zip(ring, ring[1:] + ring[:1], strict=True))


def test_bonds_between_residues_close_no_ring():
    square = [(0, 0, 0), (1.5, 0, 0), (1.5, 1.5, 0), (0, 1.5, 0)]
    bonds = [(0, 1), (1, 2), (2, 3), (3, 0)]
    one = structure("CCCC", square, bonds)
    two = structure("CCCC", square, bonds, residues=[("A", 1), ("B", 2)], residue_of_atom=[0, 0, 1, 1])
    assert len(minimal_rings(Graph.of(one))) == 1
    assert minimal_rings(Graph.of(two)) == []


def test_only_the_chosen_atoms_count():
    graph = Graph.of(from_smiles("C1CC1CC1CCC1")[0])
    whole = minimal_rings(graph)
    assert [len(ring) for ring in whole] == [3, 4]
    assert minimal_rings(graph, whole[1]) == [whole[1]]


def test_a_ladder_of_countless_rings_ends():
    # Each rung of the wheel can be passed on two sides of the same length: 2^20 large rings.
    bonds, count = [], 20
    for step in range(count):
        start, end = 3 * step, 3 * ((step + 1) % count)
        bonds += [(start, start + 1), (start, start + 2), (start + 1, end), (start + 2, end)]
    wheel = structure("C" * 3 * count, [(float(i), 0.0, 0.0) for i in range(3 * count)], bonds)
    assert all(len(ring) <= 6 for ring in minimal_rings(Graph.of(wheel)))


def test_rings_of_atoms():
    found = rings_of_atoms([(0, 1, 2), (2, 3, 4)])
    assert found[2] == [(0, 1, 2), (2, 3, 4)]
    assert found[4] == [(2, 3, 4)]
    assert 5 not in found


def test_aromatic_by_carbons_alone():
    elements = [6, 6, 7, 8]
    assert is_aromatic((0, 1, 2), elements, ["Car", "Car", "N2", "O3"])
    assert not is_aromatic((0, 1, 2), elements, ["Car", "C2", "N2", "O3"])
    assert is_aromatic((2, 3), elements, ["", "", "N3", "O3"])
