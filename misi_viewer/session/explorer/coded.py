"""Columns of many texts or numbers, as arrays that are filtered and sorted at once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["ABSENT", "BoolArray", "FloatArray", "IntArray", "Names", "encode", "natural"]

IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float32]
BoolArray = NDArray[np.bool_]

ABSENT: Final = -1
"""Code of a cell without a value."""

_DIGITS: Final = re.compile(r"(-?\d+)")
_LONGEST_NUMBER: Final = 18


def natural(text: str) -> tuple[tuple[int, int | str], ...]:
    """Return a key by which texts are sorted as people expect: 2 before 10, capitals not minded."""
    parts = _DIGITS.split(text)
    return tuple(
        (0, int(part)) if place % 2 and len(part) <= _LONGEST_NUMBER else (1, part.lower())
        for place, part in enumerate(parts)
    )


@dataclass(frozen=True, eq=False)
class Names:
    """A column of texts of which many are alike.

    Attributes
    ----------
    codes
        (n,) place in `names`; `ABSENT` where there is none.
    names
        All different texts, in natural order: codes sort as the texts do.
    """

    codes: IntArray
    names: tuple[str, ...]

    @cached_property
    def place(self) -> dict[str, int]:
        """Code of each text."""
        return {name: code for code, name in enumerate(self.names)}

    def text(self, row: int) -> str:
        """Return the text of a row; "" where there is none."""
        code = int(self.codes[row])
        return "" if code == ABSENT else self.names[code]

    def among(self, wanted: Iterable[str]) -> BoolArray:
        """Return (n,) where the text is one of some."""
        known = [self.place[name] for name in wanted if name in self.place]
        table = np.zeros(len(self.names) + 1, dtype=np.bool_)
        table[known] = True
        return np.asarray(table[self.codes])

    def counts(self, rows: IntArray | None = None) -> dict[str, int]:
        """Return how often each text occurs in some rows, or in all."""
        codes = self.codes if rows is None else self.codes[rows]
        found = np.bincount(codes[codes != ABSENT], minlength=len(self.names))
        return {name: int(count) for name, count in zip(self.names, found, strict=True) if count}


def encode(texts: Iterable[str | None], order: Iterable[str] | None = None) -> Names:
    """Return a column of texts.

    Parameters
    ----------
    texts
        In order; None where there is none.
    order
        Of texts that come first; the others follow in natural order.
    """
    place: dict[str, int] = {}
    codes = np.fromiter(
        (ABSENT if text is None else place.setdefault(text, len(place)) for text in texts), dtype=np.int32
    )
    first = [name for name in (order or ()) if name in place]
    known = set(first)
    names = (*first, *sorted((name for name in place if name not in known), key=natural))
    rank = np.full(len(names) + 1, ABSENT, dtype=np.int32)  # the last one is that of ABSENT
    rank[[place[name] for name in names]] = np.arange(len(names), dtype=np.int32)
    return Names(np.asarray(rank[codes], dtype=np.int32), names)
