"""Categories of an mmCIF or BinaryCIF block as columns, whatever the file's encoding."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = ["CifBlock", "CifTable"]

_UNCERTAINTY: Final = re.compile(r"\(\d+\)$")

Column = Sequence[str] | NDArray[Any]
"""Texts ("" where the file has no value), or numbers (nan where it has none)."""


class CifBlock(Protocol):
    """One data block."""

    @property
    def name(self) -> str:
        """The block's name."""
        ...

    def table(self, category: str) -> CifTable:
        """Return a category such as ``_atom_site``; an empty table where there is none."""
        ...


class CifTable:
    """Columns of one category, decoded when asked for.

    Parameters
    ----------
    columns
        For each column name, a function that decodes it.
    rows
        Number of rows.
    """

    def __init__(self, columns: Mapping[str, Callable[[], Column]], rows: int) -> None:
        self._columns = columns
        self._rows = rows

    def __len__(self) -> int:
        return self._rows

    def __contains__(self, name: str) -> bool:
        return name in self._columns

    def texts(self, *names: str) -> list[str]:
        """Return a column as text; where it has no value, that of the next name; "" where none has."""
        found: list[str] | None = None
        for name in names:
            if name not in self._columns:
                continue
            column = _as_texts(self._columns[name]())
            found = column if found is None else [text or other for text, other in zip(found, column, strict=True)]
            if "" not in found:
                break
        return [""] * self._rows if found is None else found

    def numbers(self, name: str) -> NDArray[np.float64]:
        """Return a column as (rows,) float64; nan where it has no number."""
        if name not in self._columns:
            return np.full(self._rows, np.nan)
        column = self._columns[name]()
        if isinstance(column, np.ndarray):
            return column.astype(np.float64)
        try:
            return np.array(column, dtype=np.float64)
        except ValueError:
            return np.array([_number(text) for text in column], dtype=np.float64)


def _as_texts(column: Column) -> list[str]:
    if not isinstance(column, np.ndarray):
        return list(column)
    if column.dtype.kind == "f":
        return [f"{value:.12g}" if value == value else "" for value in column.tolist()]
    return [str(value) for value in column.tolist()]


def _number(text: str) -> float:
    try:
        return float(_UNCERTAINTY.sub("", text))
    except ValueError:
        return float("nan")
