"""Bonds to metals that are coordination rather than bonds (spec readers.md section 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

import numpy as np

from misi_viewer.chem.bond_graph import BondGraph
from misi_viewer.chem.elements import is_metal
from misi_viewer.chem.idatm import TYPES, atom_types
from misi_viewer.chem.structure import Structure

__all__ = ["split_metal_bonds"]

_MOST_BONDS: Final = 4
_ORGANOMETALLIC: Final = frozenset({1, 6})
"""Hydrogen and carbon stay bonded to a metal."""

Pair = tuple[int, int]


def split_metal_bonds(graph: BondGraph) -> list[Pair]:
    """Take coordination away from the bonds and return it."""
    coordination: list[Pair] = []
    table = graph.table
    metals = [atom for atom, number in enumerate(table.elements) if is_metal(number) and graph.neighbours[atom]]
    repeated = _repeated_names(graph, metals)
    for metal in metals:
        if (table.residue_of_atom[metal], table.names[metal]) in repeated:
            continue
        for other in _coordinated(graph, metal):
            graph.remove(metal, other)
            coordination.append((metal, other))
        if len(graph.neighbours[metal]) == 1:
            (other,) = graph.neighbours[metal]
            if not _stays_bonded(graph, other):
                graph.remove(metal, other)
                coordination.append((metal, other))
    known = {frozenset(pair) for pair in coordination}
    coordination.extend(pair for pair in table.metal_links if frozenset(pair) not in known)
    return coordination


def _repeated_names(graph: BondGraph, atoms: Iterable[int]) -> set[tuple[int, str]]:
    """Return (residue, atom name) of every name that occurs more than once in one of the atoms' residues."""
    table = graph.table
    repeated = set()
    for residue in {table.residue_of_atom[atom] for atom in atoms}:
        counts = Counter(table.names[mate] for mate in table.residues.atoms[residue])
        repeated |= {(residue, name) for name, count in counts.items() if count > 1}
    return repeated


def _coordinated(graph: BondGraph, metal: int) -> list[int]:
    """Return the neighbours whose bonds to a metal are certainly coordination."""
    residue_of_atom = graph.table.residue_of_atom
    own = residue_of_atom[metal]
    across = [other for other in graph.neighbours[metal] if residue_of_atom[other] != own]
    inside = [other for other in graph.neighbours[metal] if residue_of_atom[other] == own]
    if len(inside) > _MOST_BONDS:
        return across + inside
    return across + [other for other in inside if _belongs_elsewhere(graph, other)]


def _belongs_elsewhere(graph: BondGraph, atom: int) -> bool:
    """Tell whether a metal's neighbour is a metal itself or is bonded to a non-metal of its own residue."""
    elements, residue_of_atom = graph.table.elements, graph.table.residue_of_atom
    if is_metal(elements[atom]):
        return True
    return any(
        not is_metal(elements[other]) and residue_of_atom[other] == residue_of_atom[atom]
        for other in graph.neighbours[atom]
    )


def _stays_bonded(graph: BondGraph, atom: int) -> bool:
    """Tell whether a metal's only remaining neighbour holds it by a real bond."""
    if graph.table.elements[atom] in _ORGANOMETALLIC:
        return True
    return not _has_lone_pair(graph, atom)


def _has_lone_pair(graph: BondGraph, atom: int) -> bool:
    table = graph.table
    structure = Structure(
        name=table.name,
        coordinates=graph.coordinates,
        elements=np.array(table.elements, dtype=np.uint8),
        names=np.array(table.names, dtype=np.str_),
        residue_of_atom=np.array(table.residue_of_atom, dtype=np.int32),
        residues=table.residues.arrays(),
        bonds=np.array(graph.bonds(), dtype=np.int32).reshape(-1, 2),
    )
    kind = str(atom_types(structure)[atom])
    info = TYPES.get(kind)
    return info is None or info.substituents < info.geometry or kind in ("Npl", "N2+")
