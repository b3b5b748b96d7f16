"""Minimal rings of a structure.

A ring is minimal if one of its bonds lies in no smaller ring that counts; rings
of equal size are taken together. So the minimal rings are all the shortest
rings through each bond (spec idatm.md, pass 4.5).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from misi_viewer.chem.graph import Graph

__all__ = ["Ring", "is_aromatic", "minimal_rings", "rings_of_atoms"]

Ring = tuple[int, ...]

# A cage or a ladder of large rings has more shortest rings than anything can use.
MANY_RINGS = 5000
SIZE_AMONG_MANY = 6


def minimal_rings(graph: Graph, atoms: Iterable[int] | None = None) -> list[Ring]:
    """Return the minimal rings that lie inside one residue, smallest first.

    Parameters
    ----------
    graph
        The bonds; those between residues close no ring.
    atoms
        Consider only rings of these atoms; all atoms by default.

    Returns
    -------
    list of tuple of int
        Atom rows of each ring, in the order in which they stand around it. Rings
        of equal size stand in the order of their lowest atoms. Where there are
        more than `MANY_RINGS` only the small ones count.
    """
    bonds = _cyclic_part(graph, range(len(graph)) if atoms is None else atoms)
    found: dict[frozenset[int], Ring] = {}
    for start, others in bonds.items():
        for end in others:
            if start < end:
                for ring in _shortest_rings(bonds, start, end):
                    found.setdefault(frozenset(ring), ring)
                    if len(found) > MANY_RINGS:
                        return [ring for ring in _in_order(found.values()) if len(ring) <= SIZE_AMONG_MANY]
    return _in_order(found.values())


def is_aromatic(ring: Ring, elements: Sequence[int], types: Sequence[str]) -> bool:
    """Return whether all carbons of a ring have type Car; a ring without carbon is."""
    return all(types[atom] == "Car" for atom in ring if elements[atom] == 6)


def rings_of_atoms(rings: Iterable[Ring]) -> dict[int, list[Ring]]:
    """Return the rings that each ring atom lies in."""
    found: dict[int, list[Ring]] = {}
    for ring in rings:
        for atom in ring:
            found.setdefault(atom, []).append(ring)
    return found


def _in_order(rings: Iterable[Ring]) -> list[Ring]:
    return sorted(rings, key=lambda ring: (len(ring), sorted(ring)))


def _cyclic_part(graph: Graph, atoms: Iterable[int]) -> dict[int, list[int]]:
    """Return the bonds inside residues, without what hangs on by one bond only."""
    residues = graph.residues
    chosen = {atom for atom in atoms if len(graph.neighbours[atom]) > 1}
    bonds = {
        atom: [other for other in graph.neighbours[atom] if other in chosen and residues[other] == residues[atom]]
        for atom in sorted(chosen)
    }
    loose = [atom for atom, others in bonds.items() if len(others) < 2]
    while loose:
        atom = loose.pop()
        for other in bonds.pop(atom, ()):
            rest = bonds[other]
            rest.remove(atom)
            if len(rest) == 1:
                loose.append(other)
    return bonds


def _shortest_rings(bonds: dict[int, list[int]], start: int, end: int) -> Iterator[Ring]:
    """Yield the shortest rings through the bond start - end, one after the other."""
    steps = {end: 0}
    queue = deque([end])
    while queue:
        atom = queue.popleft()
        if start in steps and steps[atom] >= steps[start]:
            break
        for other in bonds[atom]:
            if other not in steps and not (atom == end and other == start):
                steps[other] = steps[atom] + 1
                queue.append(other)
    if start in steps:
        yield from _paths_down(bonds, steps, (start,), end)


def _paths_down(bonds: dict[int, list[int]], steps: dict[int, int], path: Ring, end: int) -> Iterator[Ring]:
    """Yield the extensions of `path` that come one step nearer to `end` with each atom."""
    if steps[path[-1]] == 1:
        yield (*path, end)
        return
    for other in bonds[path[-1]]:
        if steps.get(other, -1) == steps[path[-1]] - 1:
            yield from _paths_down(bonds, steps, (*path, other), end)
