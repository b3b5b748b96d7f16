"""Bond making, step by step in the order of spec readers.md section 2.

The order in which bonds come about is kept, because atom typing depends on
the order of an atom's neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.atom_table import AtomTable
from misi_viewer.chem.bond_graph import BondGraph
from misi_viewer.chem.bonds_between import link_residue, split_long_bonds
from misi_viewer.chem.bonds_metal import split_metal_bonds
from misi_viewer.chem.distances import pairs_within_groups
from misi_viewer.chem.elements import COVALENT_RADII
from misi_viewer.chem.residue_plans import ResiduePlan, plan_residue

__all__ = ["Bonds", "make_bonds"]

BOND_TOLERANCE: Final = 0.4
"""Angstrom beyond the sum of two covalent radii that still makes a bond."""
SHORTEST_SQUARED: Final = 0.001
"""Square angstrom; shorter bonds are deleted."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Bonds:
    """Atom row pairs: bonds in the order made, chain breaks, metal coordination."""

    bonds: list[Pair]
    missing: list[Pair]
    metal: list[Pair]


def make_bonds(table: AtomTable) -> Bonds:
    """Make all bonds of a table.

    Raises
    ------
    CrowdedError
        Where too many atoms lie in one place.
    """
    graph = BondGraph(table)
    for first, second in (*table.bonds, *table.links):
        graph.add(first, second)
    specified = _fully_specified(graph)
    plans = _plans(graph, specified)
    near = _near_pairs(table, plans)
    for residue, plan in enumerate(plans):
        for first, second in plan.bonds:
            graph.add(first, second)
        if residue in near:
            _bond_by_distance(graph, near[residue], plan.by_distance)
        link_residue(graph, residue)
    metal = split_metal_bonds(graph)
    missing = split_long_bonds(graph)
    return Bonds(_without_shortest(graph), missing, metal)


def _fully_specified(graph: BondGraph) -> set[int]:
    """Return atoms with a CONECT record that has given them a bond in their residue, or that are alone in it."""
    table = graph.table
    return {
        atom
        for atom in table.connected
        if graph.bonded_within_residue(atom) or len(table.residues.atoms[table.residue_of_atom[atom]]) == 1
    }


def _plans(graph: BondGraph, specified: set[int]) -> list[ResiduePlan]:
    residues = graph.table.residues
    starts = [*residues.starts[1:], True]
    return [
        plan_residue(graph, row, specified, first=first, last=last)
        for row, (first, last) in enumerate(zip(residues.starts, starts, strict=True))
    ]


NearPairs = list[tuple[int, int, float]]


def _near_pairs(table: AtomTable, plans: Sequence[ResiduePlan]) -> dict[int, NearPairs]:
    """Return, by residue in which atoms are bonded by distance, the pairs in reach with their squared distance."""
    searched = [row for row, plan in enumerate(plans) if plan.by_distance and len(table.residues.atoms[row]) > 1]
    if not searched:
        return {}
    rows = np.array([atom for row in searched for atom in table.residues.atoms[row]], dtype=np.intp)
    sizes = np.array([len(table.residues.atoms[row]) for row in searched], dtype=np.intp)
    radii = COVALENT_RADII[np.array(table.elements, dtype=np.intp)]
    first, second, squared = pairs_within_groups(table.last_coordinates(), radii, rows, sizes, BOND_TOLERANCE)
    near: dict[int, NearPairs] = {}
    owners = np.repeat(np.array(searched), sizes)[first]
    columns: Iterable[tuple[int, int, int, float]] = zip(
        owners.tolist(), rows[first].tolist(), rows[second].tolist(), squared.tolist(), strict=True
    )
    for owner, left, right, distance in columns:
        near.setdefault(owner, []).append((left, right, distance))
    return near


def _bond_by_distance(graph: BondGraph, near: NearPairs, turns: Sequence[int]) -> None:
    """Bond the atoms whose turn it is, in file order, to what is in reach (spec section 5)."""
    elements = graph.table.elements
    reach: dict[int, list[tuple[int, float]]] = {}
    for first, second, distance in near:
        if elements[first] <= 1 and elements[second] <= 1:
            continue
        reach.setdefault(first, []).append((second, distance))
        reach.setdefault(second, []).append((first, distance))
    for atom in turns:
        others = reach.get(atom)
        if others is None:
            continue
        if elements[atom] <= 1:
            if not graph.neighbours[atom]:
                graph.add(atom, min(others, key=lambda other: other[1])[0])
            continue
        for other, _ in sorted(others):
            if elements[other] > 1 or not graph.neighbours[other]:
                graph.add(atom, other)


def _without_shortest(graph: BondGraph) -> list[Pair]:
    bonds = graph.bonds()
    if not bonds:
        return bonds
    pairs = np.array(bonds)
    positions: NDArray[np.float64] = graph.coordinates
    squared = ((positions[pairs[:, 0]] - positions[pairs[:, 1]]) ** 2).sum(axis=1)
    if (squared >= SHORTEST_SQUARED).all():
        return bonds
    return [bond for bond, length in zip(bonds, squared.tolist(), strict=True) if length >= SHORTEST_SQUARED]
