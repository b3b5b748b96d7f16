"""The names of a structure as selections look them up, found once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.selection.syntax import Names, Numbers, Pattern
from misi_viewer.chem.selection.wildcards import fits
from misi_viewer.chem.structure import Structure

__all__ = ["Column", "NameTable", "name_table"]

BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """One name per row: the different ones, and which of them each row has.

    Attributes
    ----------
    names
        The different names.
    which
        (n,) places in `names`.
    """

    names: tuple[str, ...]
    which: IntArray

    @classmethod
    def of(cls, values: Iterable[str]) -> Column:
        """Return a column; its different names are in the order of their first rows."""
        numbers: dict[str, int] = {}
        which = [numbers.setdefault(value, len(numbers)) for value in values]
        return cls(tuple(numbers), np.array(which, dtype=np.int64))

    def matches(self, patterns: Names) -> BoolArray:
        """Return (n,) True where a name fits one of the patterns."""
        good = [any(fits(pattern.text, name) for pattern in patterns) for name in self.names]
        return np.array(good, dtype=np.bool_)[self.which]

    def equals(self, names: Iterable[str]) -> BoolArray:
        """Return (n,) True where a name is one of `names`."""
        wanted = frozenset(names)
        return np.array([name in wanted for name in self.names], dtype=np.bool_)[self.which]


@dataclass(frozen=True, eq=False, slots=True)
class NameTable:
    """Names of a structure; those of residues and atoms in capitals.

    Attributes
    ----------
    chains, residues
        (r,) stripped chain identifiers and residue names.
    places
        (r,) residue numbers with their insertion codes, in an order that agrees with both.
    atoms
        (n,) atom names.
    """

    chains: Column
    residues: Column
    places: IntArray
    atoms: Column

    def residue_mask(self, items: tuple[Pattern | Numbers, ...]) -> BoolArray:
        """Return (r,) True for residues that fit one of the items."""
        found = np.zeros(len(self.places), dtype=np.bool_)
        for item in items:
            if isinstance(item, Pattern):
                found |= self.residues.matches((item,))
                continue
            found |= (self.places >= _place(*item.first)) & (self.places <= _place(*item.last))
            if item.plain:
                found |= self.residues.equals((item.plain,))
        return found


def _place(number: int, code: str) -> int:
    return number * 256 + (ord(code[0]) if code else 0) % 256


@lru_cache(maxsize=8)
def name_table(structure: Structure) -> NameTable:
    """Return the names of a structure."""
    table = structure.residues
    codes = [_place(0, code.strip().upper()) for code in table.insertion_codes.tolist()]
    return NameTable(
        Column.of(map(str.strip, table.chains.tolist())),
        Column.of(name.strip().upper() for name in table.names.tolist()),
        table.numbers.astype(np.int64) * 256 + np.array(codes, dtype=np.int64),
        Column.of(name.strip().upper() for name in structure.names.tolist()),
    )
