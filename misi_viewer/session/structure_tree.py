"""The tree of a complex: chains, residues, atoms; for a tree view that asks for what it shows.

A node is one integer, so that an item model can keep it as an index's id; every
question about it is answered from arrays.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.selection import PARTS, Part, Selection, part_of, select
from misi_viewer.chem.selection.syntax import Numbers, escape
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import UserError

__all__ = ["ROOT", "Check", "Level", "StructureTree"]

IntArray = NDArray[np.int64]

_SELECTION_SIGNS = "/:@(~"
_LEVELS = 4


class Level(IntEnum):
    """What a node is. The ligand is the last of the chains."""

    ROOT = 0
    CHAIN = 1
    RESIDUE = 2
    ATOM = 3


class Check(IntEnum):
    """How many of a node's atoms are in a set."""

    NONE = 0
    SOME = 1
    ALL = 2


ROOT = 0


def _node(level: Level, place: int) -> int:
    return place * _LEVELS + level


@dataclass(frozen=True, slots=True)
class _Order:
    """Children in groups.

    Attributes
    ----------
    members, starts
        `members[starts[g]:starts[g + 1]]` are the children of group g.
    group, rank
        Of each child, its group and its place there.
    """

    members: IntArray
    starts: IntArray
    group: IntArray
    rank: IntArray

    @classmethod
    def of(cls, group: IntArray, count: int) -> _Order:
        members = np.argsort(group, kind="stable")
        starts = np.searchsorted(group[members], np.arange(count + 1))
        rank = np.empty(len(group), dtype=np.int64)
        rank[members] = np.arange(len(group)) - starts[group[members]]
        return cls(members, starts, group, rank)


class StructureTree:
    """Chains of the pocket in the order of the file, then the ligand; below them residues, then atoms.

    Residues and atoms of pocket and ligand are numbered through, the pocket's first.

    Parameters
    ----------
    complex_
        Whose atoms.
    """

    def __init__(self, complex_: Complex) -> None:
        self._complex = complex_
        pocket, ligand = complex_.pocket, complex_.ligand
        chains = pocket.residues.chains
        names, first, which = np.unique(chains, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        self._chains: list[str] = names[order].tolist()
        of_ligand = np.full(len(ligand.residues), len(self._chains), dtype=np.int64)
        self._residues = _Order.of(np.concatenate([place[which.reshape(-1)], of_ligand]), len(self._chains) + 1)
        self._pocket_residues, self._pocket_atoms = len(pocket.residues), len(pocket)
        owners = np.concatenate([pocket.residue_of_atom, ligand.residue_of_atom + self._pocket_residues])
        self._atoms = _Order.of(owners.astype(np.int64), self._pocket_residues + len(ligand.residues))

    @property
    def complex(self) -> Complex:
        """Whose tree it is."""
        return self._complex

    @staticmethod
    def level(node: int) -> Level:
        """Return what a node is."""
        return Level(node % _LEVELS)

    def count(self, node: int) -> int:
        """Return how many children a node has."""
        level, place = Level(node % _LEVELS), node // _LEVELS
        if level is Level.ROOT:
            return len(self._chains) + 1
        if level is Level.ATOM:
            return 0
        starts = self._residues.starts if level is Level.CHAIN else self._atoms.starts
        return int(starts[place + 1] - starts[place])

    def child(self, node: int, row: int) -> int:
        """Return a child of a node, by its row among them."""
        level, place = Level(node % _LEVELS), node // _LEVELS
        if level is Level.ROOT:
            return _node(Level.CHAIN, row)
        order = self._residues if level is Level.CHAIN else self._atoms
        return _node(Level(level + 1), int(order.members[order.starts[place] + row]))

    def parent(self, node: int) -> int:
        """Return the node above; the root's is the root."""
        level, place = Level(node % _LEVELS), node // _LEVELS
        if level <= Level.CHAIN:
            return ROOT
        order = self._residues if level is Level.RESIDUE else self._atoms
        return _node(Level(level - 1), int(order.group[place]))

    def row(self, node: int) -> int:
        """Return a node's row among its parent's children."""
        level, place = Level(node % _LEVELS), node // _LEVELS
        if level <= Level.CHAIN:
            return place
        return int((self._residues if level is Level.RESIDUE else self._atoms).rank[place])

    def node_of_atom(self, part: Part, row: int) -> int:
        """Return the node of an atom."""
        return _node(Level.ATOM, row if part == "pocket" else self._pocket_atoms + row)

    def _find(self, node: int) -> tuple[Part, Structure, int]:
        """Return the part of a residue or atom, its structure, and its row there."""
        place = node // _LEVELS
        first = self._pocket_residues if node % _LEVELS == Level.RESIDUE else self._pocket_atoms
        part: Part = "pocket" if place < first else "ligand"
        return part, part_of(self._complex, part), place if part == "pocket" else place - first

    def text(self, node: int) -> str:
        """Return what a node is called: "Chain A", "ARG 45", "CA"."""
        level, place = Level(node % _LEVELS), node // _LEVELS
        if level is Level.ROOT:
            return self._complex.id
        if level is Level.CHAIN:
            return "Ligand" if place == len(self._chains) else f"Chain {self._chains[place].strip() or '(blank)'}"
        _, structure, row = self._find(node)
        if level is Level.RESIDUE:
            return _residue_text(structure, row)
        return str(structure.names[row]) or SYMBOLS[structure.elements[row]] or "?"

    def detail(self, node: int) -> str:
        """Return how many residues or atoms a node has, or an atom's element."""
        level = self.level(node)
        if level is Level.ATOM:
            _, structure, row = self._find(node)
            return SYMBOLS[int(structure.elements[row])]
        count = self.count(node)
        thing = {Level.ROOT: "chain", Level.CHAIN: "residue", Level.RESIDUE: "atom"}[level]
        return f"{count:,} {thing}{'' if count == 1 else 's'}"

    def selection_text(self, node: int) -> str:
        """Return the selection that a person would type for a node.

        It can hold more than the node where a file repeats its names;
        `atoms` and `misi_viewer.chem.selection.selector_of` are exact.
        """
        level, place = self.level(node), node // _LEVELS
        if level is Level.ROOT:
            return "all"
        if level is Level.CHAIN:
            is_ligand = place == len(self._chains)
            return "ligand" if is_ligand else f"/{escape(self._chains[place].strip())} & pocket"
        part, structure, row = self._find(node)
        if level is Level.ATOM:
            if part == "ligand":
                return f"ligand & @{escape(str(structure.names[row]))}"
            residue = self.selection_text(self.parent(node)).removesuffix(" & pocket")
            return f"{residue}@{escape(str(structure.names[row]))} & pocket"
        residues = structure.residues
        end = int(residues.numbers[row]), str(residues.insertion_codes[row])
        number = Numbers(end, end, f"{end[0]}{end[1]}")
        return f"/{escape(str(residues.chains[row]).strip())}:{number} & {part}"

    def atoms(self, node: int) -> Selection:
        """Return the atoms below a node."""
        return self.atoms_of((node,))

    def atoms_of(self, nodes: Iterable[int]) -> Selection:
        """Return the atoms below any of some nodes."""
        chosen = np.fromiter(nodes, dtype=np.int64)
        if (chosen == ROOT).any():
            return ~Selection.of(self._complex)
        chains, residues, atoms = (
            np.isin(np.arange(count), chosen[chosen % _LEVELS == level] // _LEVELS)
            for level, count in (
                (Level.CHAIN, len(self._chains) + 1),
                (Level.RESIDUE, len(self._residues.group)),
                (Level.ATOM, len(self._atoms.group)),
            )
        )
        residues |= chains[self._residues.group]
        return self._split(atoms | residues[self._atoms.group])

    def _split(self, mask: NDArray[np.bool_]) -> Selection:
        return Selection(mask[: self._pocket_atoms], mask[self._pocket_atoms :])

    def checks(self, atoms: Selection) -> Checks:
        """Return, for every node, how many of its atoms are in a set."""
        inside = np.concatenate([atoms[part] for part in PARTS])
        residues = np.bincount(self._atoms.group[inside], minlength=len(self._residues.group))
        chains = np.bincount(self._residues.group, weights=residues, minlength=len(self._chains) + 1)
        sizes = np.diff(self._atoms.starts)
        all_of_chain = np.bincount(self._residues.group, weights=sizes, minlength=len(chains))
        return Checks((_check(chains, all_of_chain), _check(residues, sizes), inside.astype(np.int64) * int(Check.ALL)))

    @cached_property
    def _labels(self) -> list[str]:
        """The residues as they are searched: "arg 45 arg45" in small letters."""
        labels = []
        for part in PARTS:
            table = part_of(self._complex, part).residues
            columns = (table.names.tolist(), table.numbers.tolist(), table.insertion_codes.tolist())
            rows = ((name.lower(), f"{number}{code}".lower()) for name, number, code in zip(*columns, strict=True))
            labels += [f"{name} {number}\n{name}{number}" for name, number in rows]
        return labels

    def find(self, text: str) -> list[int]:
        """Return residues, or single atoms, that fit what was typed, in the order of the tree.

        Parameters
        ----------
        text
            Part of "ARG 45", in any case; a selection where it begins with one
            of / : @ ( ~ or is a word of that language; or the name of atoms of
            the ligand.
        """
        text = text.strip()
        if not text:
            return []
        if text[0] in _SELECTION_SIGNS:
            return self._find_selection(text)
        needle = text.lower()
        residues = [place for place, label in enumerate(self._labels) if needle in label]
        names = self._complex.ligand.names
        atoms = [row for row, name in enumerate(names.tolist()) if name.lower() == needle]
        found = [_node(Level.RESIDUE, place) for place in self._in_order(residues)]
        found += [self.node_of_atom("ligand", row) for row in atoms]
        return found or self._find_selection(text)

    def _find_selection(self, text: str) -> list[int]:
        try:
            atoms = select(self._complex, text)
        except UserError:
            return []
        inside = np.concatenate([atoms[part] for part in PARTS])
        return [_node(Level.RESIDUE, place) for place in self._in_order(np.unique(self._atoms.group[inside]).tolist())]

    def _in_order(self, residues: list[int]) -> list[int]:
        place = np.empty(len(self._residues.members), dtype=np.int64)
        place[self._residues.members] = np.arange(len(place))
        return sorted(residues, key=place.__getitem__)


@dataclass(frozen=True, eq=False, slots=True)
class Checks:
    """How many atoms of each node are in a set; made by `StructureTree.checks`."""

    by_level: tuple[IntArray, IntArray, IntArray]

    def __getitem__(self, node: int) -> Check:
        if node == ROOT:
            chains = self.by_level[0]
            return Check(int(chains[0])) if (chains == chains[0]).all() else Check.SOME
        return Check(int(self.by_level[node % _LEVELS - 1][node // _LEVELS]))


def _check(inside: NDArray[np.float64] | NDArray[np.intp], sizes: NDArray[np.float64] | IntArray) -> IntArray:
    full = (inside == sizes) & (sizes > 0)
    checks: IntArray = np.where(full, int(Check.ALL), np.where(inside > 0, int(Check.SOME), int(Check.NONE)))
    return checks


def _residue_text(structure: Structure, row: int) -> str:
    table = structure.residues
    return f"{table.names[row]} {table.numbers[row]}{table.insertion_codes[row]}".strip()
