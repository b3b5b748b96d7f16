"""Bonds between residues, and which of them are chain breaks (spec readers.md section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from misi_viewer.chem.bond_graph import BondGraph
from misi_viewer.chem.distances import nearest_pair
from misi_viewer.chem.elements import is_metal
from misi_viewer.chem.polymers import AMINO_BACKBONE, BACKBONES, STANDARD_RESIDUES
from misi_viewer.chem.templates import CHAIN_LINKS

__all__ = ["link_residue", "split_long_bonds"]

_CARBON: Final = 6
_SULFUR: Final = 16
_REACH_TOLERANCE: Final = 0.4
_BREAK_SQUARED: Final = 3.0625
"""Squared ratio of a bond's length to the sum of covalent radii from which it is a chain break."""
_MOST_LINK_PAIRS: Final = 50_000_000
"""Two residues of many thousand atoms are no links of a chain, and comparing them would take minutes."""
_DELETE_SQUARED: Final = 1.5**2
_CHAIN_BONDS: Final = ({"C", "N"}, {"O3'", "P"})
_AROUND_TRACE_SUGAR: Final = ("C3'", "C5'", "O5'")

Pair = tuple[int, int]


def link_residue(graph: BondGraph, residue: int) -> None:
    """Bond a residue to the one before it, where they belong to one run or lie close enough."""
    if residue == 0:
        return
    residues = graph.table.residues
    before = residue - 1
    if residues.starts[residue]:
        atoms = residues.atoms[residue]
        loose = (
            len(atoms) > 1
            and residues.names[residue] not in STANDARD_RESIDUES
            and residues.chains[residue] == residues.chains[before]
            and atoms[0] not in graph.table.connected
        )
        if loose and not _linked(graph, residue, before):
            _bond_nearest(graph, before, residue, any_length=False)
    elif not _linked(graph, residue, before):
        _join(graph, before, residue)


def _linked(graph: BondGraph, residue: int, before: int) -> bool:
    """Tell whether a residue has a bond to the one before; a non-polymer residue, to any other one."""
    residue_of_atom, elements = graph.table.residue_of_atom, graph.table.elements
    to_any = not graph.polymer_kind(residue)
    for atom in graph.table.residues.atoms[residue]:
        for other in graph.neighbours[atom]:
            owner = residue_of_atom[other]
            if owner == residue or not (to_any or owner == before):
                continue
            pair = elements[atom], elements[other]
            if pair != (_SULFUR, _SULFUR) and not is_metal(pair[0]) and not is_metal(pair[1]):
                return True
    return False


def _join(graph: BondGraph, before: int, residue: int) -> None:
    kind = graph.polymer_kind(residue)
    if kind and kind == graph.polymer_kind(before):
        last = _first_found(graph, before, reversed(BACKBONES[kind]))
        first = _first_found(graph, residue, BACKBONES[kind])
    else:
        last, first = _link_atom(graph, before, after=True), _link_atom(graph, residue, after=False)
    if last is not None and first is not None:
        graph.add(last, first)
    else:
        _bond_nearest(graph, before, residue, any_length=True)


def _first_found(graph: BondGraph, residue: int, names: Iterable[str]) -> int | None:
    found = (graph.find(residue, name) for name in names)
    return next((atom for atom in found if atom is not None), None)


def _link_atom(graph: BondGraph, residue: int, *, after: bool) -> int | None:
    """Return the atom by which a templated residue hangs on the one after or before it."""
    links = CHAIN_LINKS.get(graph.table.residues.names[residue])
    if links is None or residue in graph.table.residues.modified:
        return None
    return graph.find(residue, links.after if after else links.before)


def _bond_nearest(graph: BondGraph, before: int, residue: int, *, any_length: bool) -> None:
    """Bond the nearest two heavy atoms that can take another bond."""
    elements, atoms = graph.table.elements, graph.table.residues.atoms

    def open_atoms(row: int) -> list[int]:
        return [atom for atom in atoms[row] if elements[atom] > 1 and not graph.saturated(atom)]

    left, right = open_atoms(before), open_atoms(residue)
    if not left or not right or len(left) * len(right) > _MOST_LINK_PAIRS:
        return
    row, column = nearest_pair(graph.coordinates[left], graph.coordinates[right])
    first, second = left[row], right[column]
    reach = graph.radii(first, second) + _REACH_TOLERANCE
    if any_length or graph.squared_distance(first, second) <= reach**2:
        graph.add(first, second)


def split_long_bonds(graph: BondGraph) -> list[Pair]:
    """Take away bonds between residues that cannot be bonds; return those that stand for missing residues."""
    table = graph.table
    residues = table.residues
    strays = (
        not table.bonds
        and not residues.modified
        and any(
            not hetero and name not in STANDARD_RESIDUES
            for hetero, name in zip(residues.hetero, residues.names, strict=True)
        )
    )
    missing = []
    for pair in list(graph.between):
        squared = graph.squared_distance(*pair)
        radii = graph.radii(*pair)
        owners = [table.residue_of_atom[atom] for atom in pair]
        if strays and any(residues.names[owner] not in STANDARD_RESIDUES for owner in owners):
            if squared > _DELETE_SQUARED * radii**2:
                graph.remove(*pair)
        elif _is_break(graph, pair, squared / radii**2 if radii else float("inf")):
            graph.remove(*pair)
            missing.append(pair)
    return missing


def _is_break(graph: BondGraph, pair: Pair, squared_ratio: float) -> bool:
    """Tell whether a bond between residues stands for a gap in the chain."""
    names = {graph.table.names[atom] for atom in pair}
    if names in _CHAIN_BONDS and _neighbours_in_chain(graph, pair):
        return False
    if squared_ratio >= _BREAK_SQUARED:
        return True
    return names != {"P", "O3'"} and any(_is_trace(graph, atom) for atom in pair)


def _neighbours_in_chain(graph: BondGraph, pair: Pair) -> bool:
    residues = graph.table.residues
    first, second = (graph.table.residue_of_atom[atom] for atom in pair)
    kind = graph.polymer_kind(first)
    return (
        bool(kind)
        and kind == graph.polymer_kind(second)
        and residues.chains[first] == residues.chains[second]
        and abs(residues.numbers[first] - residues.numbers[second]) < 2
    )


def _is_trace(graph: BondGraph, atom: int) -> bool:
    """Tell whether an atom stands for its whole residue where only the chain's course is drawn."""
    table = graph.table
    residue = table.residue_of_atom[atom]
    name = table.names[atom]
    names = {table.names[other] for other in table.residues.atoms[residue]}
    if name == "CA":
        return table.elements[atom] == _CARBON and (names >= set(AMINO_BACKBONE) or len(names) == 1)
    if name == "C4'":
        return names.issuperset(_AROUND_TRACE_SUGAR)
    return name == "P" and len(names) == 1
