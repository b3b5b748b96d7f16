"""From a set of atoms back to a short selection that names it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection.evaluate import select
from misi_viewer.chem.selection.masks import PARTS, Selection, part_of
from misi_viewer.chem.selection.parser import LONGEST_SELECTION
from misi_viewer.chem.selection.syntax import Numbers, Part, Rows, escape
from misi_viewer.chem.selection.table import name_table
from misi_viewer.chem.structure import Structure

__all__ = ["selector_of"]

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.intp]

_SHORT = 1_000
"""Characters up to which names are preferred to rows, however short these are."""


def selector_of(complex_: Complex, atoms: Selection) -> str:
    """Write a selection that selects just these atoms.

    Names are preferred; atoms that names cannot tell apart are given by their
    rows. The text can be longer than what `parse` takes only where tens of
    thousands of scattered atoms are meant.
    """
    by_rows = _join(_rows(part, np.flatnonzero(atoms[part])) for part in PARTS)
    if not atoms:
        return "none"
    for text in _candidates(complex_, atoms):
        too_long = len(text) > max(_SHORT, len(by_rows)) or len(text) > LONGEST_SELECTION
        if not too_long and select(complex_, text).same_as(atoms):
            return text
    return by_rows


def _join(texts: Iterable[str]) -> str:
    return " | ".join(filter(None, texts))


def _candidates(complex_: Complex, atoms: Selection) -> Iterator[str]:
    """Yield texts that may name the atoms, the nicest first."""
    if not (~atoms):
        yield "all"
    heavy_only = not any((atoms[part] & part_of(complex_, part).is_hydrogen).any() for part in PARTS)
    ways = [(atoms, "")]
    if heavy_only:
        filled = Selection(*(_with_all_hydrogens(part_of(complex_, part), atoms[part]) for part in PARTS))
        if len(filled) > len(atoms):
            ways.insert(0, (filled, " & heavy"))
    for meant, ending in ways:
        pocket, ligand = (_part_text(part, part_of(complex_, part), meant[part]) for part in PARTS)
        plain = _join((pocket, ligand))
        yield f"({plain}){ending}" if ending and " | " in plain else plain + ending
        if pocket:
            apart = _join((f"pocket & ({pocket})", ligand))
            yield f"({apart}){ending}" if ending else apart


def _with_all_hydrogens(structure: Structure, chosen: BoolArray) -> BoolArray:
    """Return the atoms and the hydrogens of residues all of whose other atoms are among them."""
    left_out = np.zeros(len(structure.residues), dtype=np.bool_)
    left_out[structure.residue_of_atom[~chosen & ~structure.is_hydrogen]] = True
    return chosen | (structure.is_hydrogen & ~left_out[structure.residue_of_atom])


def _part_text(part: Part, structure: Structure, chosen: BoolArray) -> str:
    if not chosen.any():
        return ""
    if chosen.all():
        return part
    if part == "ligand":
        names = name_table(structure).atoms
        ours, others = (dict.fromkeys(names.names[at] for at in names.which[mask]) for mask in (chosen, ~chosen))
        if not ours.keys() & others.keys():
            return f"ligand & @{','.join(map(escape, ours))}"
        return _rows(part, np.flatnonzero(chosen))
    return _Specifiers(structure, chosen).text(part)


def _rows(part: Part, rows: IntArray) -> str:
    if not len(rows):
        return ""
    runs = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
    return str(Rows(part, tuple((int(run[0]), int(run[-1])) for run in runs)))


@dataclass(frozen=True, slots=True)
class _Group:
    """Residues of a chain of which the same atoms are chosen; no names: all of them."""

    chain: int
    atoms: tuple[str, ...]


class _Specifiers:
    """Chains, residues and atom names for some atoms of a structure."""

    def __init__(self, structure: Structure, chosen: BoolArray) -> None:
        self.structure = structure
        self.chosen = chosen
        self.table = name_table(structure)
        self.of = structure.residue_of_atom

    def text(self, part: Part) -> str:
        groups, unnamed = self._groups()
        texts = [self._write(group, members, unnamed) for group, members in groups.items()]
        rows = np.flatnonzero(self.chosen & unnamed[self.of])
        return _join((*texts, _rows(part, rows)))

    def _groups(self) -> tuple[dict[_Group, list[int]], BoolArray]:
        """Return the chosen residues in groups, and (r,) True for residues whose atoms' names are not enough."""
        total = np.bincount(self.of, minlength=len(self.structure.residues))
        count = np.bincount(self.of[self.chosen], minlength=len(total))
        partial = (count > 0) & (count < total)
        names: dict[int, tuple[dict[str, None], dict[str, None]]] = {}
        for row in np.flatnonzero(partial[self.of]).tolist():
            ours, others = names.setdefault(int(self.of[row]), ({}, {}))
            (ours if self.chosen[row] else others)[self.table.atoms.names[self.table.atoms.which[row]]] = None
        unnamed = np.zeros(len(total), dtype=np.bool_)
        groups: dict[_Group, list[int]] = {}
        for residue in np.flatnonzero(count).tolist():
            ours, others = names.get(residue, ({}, {}))
            if ours.keys() & others.keys():
                unnamed[residue] = True
            else:
                chain = int(self.table.chains.which[residue])
                groups.setdefault(_Group(chain, tuple(ours)), []).append(residue)
        return groups, unnamed

    def _write(self, group: _Group, members: list[int], unnamed: BoolArray) -> str:
        """Write a group; residues that share their number with others are marked as unnamed instead."""
        in_chain = np.flatnonzero(self.table.chains.which == group.chain)
        of_group = np.zeros(len(self.table.places), dtype=np.bool_)
        of_group[members] = True
        chain = f"/{escape(self.table.chains.names[group.chain])}"
        ending = f"@{','.join(map(escape, group.atoms))}" if group.atoms else ""
        if of_group[in_chain].all():
            return chain + ending
        order = in_chain[np.argsort(self.table.places[in_chain], kind="stable")]
        places, first = np.unique(self.table.places[order], return_index=True)
        all_ours = np.minimum.reduceat(of_group[order], first)
        some_ours = np.maximum.reduceat(of_group[order], first)
        shared = np.isin(self.table.places, places[some_ours & ~all_ours])
        unnamed |= shared & of_group & (self.table.chains.which == group.chain)
        items = [self._range(order[first[run[0]]], order[first[run[-1]]], len(run)) for run in _runs(all_ours)]
        return f"{chain}:{','.join(items)}{ending}" if items else ""

    def _range(self, first: int, last: int, count: int) -> str:
        start, end = self._number(first), self._number(last)
        if count > 2:
            return str(Numbers(start, end))
        return self._single(*start) if count == 1 else f"{self._single(*start)},{self._single(*end)}"

    def _number(self, residue: int) -> tuple[int, str]:
        residues = self.structure.residues
        return int(residues.numbers[residue]), str(residues.insertion_codes[residue]).strip().upper()

    def _single(self, number: int, code: str) -> str:
        text = f"{number}{code}"
        is_name_too = text in self.table.residues.names
        return str(Numbers((number, code), (number, code), "" if is_name_too else text))


def _runs(flags: BoolArray) -> list[IntArray]:
    """Return the places of each unbroken run of True."""
    places = np.flatnonzero(flags)
    runs = np.split(places, np.flatnonzero(np.diff(places) > 1) + 1)
    return [run for run in runs if len(run)]
