"""How the atoms of one residue are to be bonded: by its template, by distance, or both (spec section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from misi_viewer.chem.bond_graph import BondGraph
from misi_viewer.chem.templates import Template, template

__all__ = ["ResiduePlan", "plan_residue"]

_HYDROGEN: Final = 1


@dataclass(frozen=True, slots=True)
class ResiduePlan:
    """Bonds that follow from the template, and the atoms that look for neighbours by distance, as atom rows."""

    bonds: list[tuple[int, int]]
    by_distance: Sequence[int]


def plan_residue(graph: BondGraph, residue: int, specified: set[int], *, first: bool, last: bool) -> ResiduePlan:
    """Plan the bonds of one residue.

    Parameters
    ----------
    graph
        With the bonds that the file lists.
    residue
        Its row.
    specified
        Atoms whose bonds the file lists in full.
    first, last
        Whether it begins or ends a run.
    """
    table = graph.table
    atoms = table.residues.atoms[residue]
    name = table.residues.names[residue]
    has_listed = not specified.isdisjoint(atoms) if specified else False
    free = [atom for atom in atoms if atom not in specified] if has_listed else atoms
    if residue in table.residues.modified:
        return ResiduePlan([], free)
    if template(name) is None:
        return _component_plan(graph, residue, name, free)
    names = tuple([table.names[atom] for atom in atoms])
    turns = tuple([place for place, atom in enumerate(atoms) if atom not in specified]) if has_listed else None
    pairs, unknown = _match(name, first, last, names, turns)
    bonds = [(atoms[left], atoms[right]) for left, right in pairs]
    unknown_rows = [atoms[place] for place in unknown]
    bonded = {place for pair in pairs for place in pair}
    for place, atom in enumerate(atoms):
        if place not in bonded and table.elements[atom] == _HYDROGEN and not graph.neighbours[atom]:
            return ResiduePlan(bonds, free)
    return ResiduePlan(bonds, unknown_rows)


def _component_plan(graph: BondGraph, residue: int, name: str, free: Sequence[int]) -> ResiduePlan:
    """Plan a residue without template: bonds that the file defines for its kind, the rest by distance."""
    listed = graph.table.component_bonds.get(name)
    if not listed:
        return ResiduePlan([], free)
    neighbours: Template = {}
    for left, right in listed:
        neighbours[left] = (*neighbours.get(left, ()), right)
        neighbours[right] = (*neighbours.get(right, ()), left)
    atoms = graph.table.residues.atoms[residue]
    names = tuple([graph.table.names[atom] for atom in atoms])
    places = range(len(atoms))
    pairs, unknown = _pairs(neighbours, names, [place for place in places if atoms[place] in set(free)])
    return ResiduePlan([(atoms[left], atoms[right]) for left, right in pairs], [atoms[place] for place in unknown])


@lru_cache(maxsize=4096)
def _match(
    name: str, first: bool, last: bool, names: tuple[str, ...], turns: tuple[int, ...] | None
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Match atom names with a template; see `_pairs`."""
    neighbours = template(name, first=first, last=last and not first)
    if neighbours is None:
        return (), ()
    return _pairs(neighbours, names, range(len(names)) if turns is None else turns)


def _pairs(
    neighbours: Template, names: tuple[str, ...], turns: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """Bond each atom whose turn it is to the first atom of each neighbour name.

    Returns
    -------
    pairs, unknown
        Places in `names`: bonds, and atoms that the template does not know.
    """
    place_of: dict[str, int] = {}
    for place, name in enumerate(names):
        place_of.setdefault(name, place)
    pairs: dict[tuple[int, int], None] = {}
    unknown = []
    for place in turns:
        others = neighbours.get(names[place])
        if others is None:
            unknown.append(place)
            continue
        for other in others:
            partner = place_of.get(other)
            if partner is not None and (partner, place) not in pairs:
                pairs[place, partner] = None
    return tuple(pairs), tuple(unknown)
