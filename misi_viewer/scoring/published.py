"""The paper's results, with what is known to be misprinted (spec benchmark.md section 4)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from typing import Literal

import msgspec

from misi_viewer import resources
from misi_viewer.scoring.rows import AVERAGED

__all__ = ["AVERAGE", "TOLERANCE", "Method", "Misprint", "Published", "Table", "equal_means", "published"]

AVERAGE = "average"
TOLERANCE = 0.02
"""Percent: published numbers are rounded or cut off."""

_ROUNDING = 1e-9

Table = Literal["score", "exact"]


class Method(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One published row: its name, the questions it answered, and its two lines of numbers."""

    name: str
    questions: Literal["tiny", "test"]
    score: tuple[float, ...]
    exact: tuple[float, ...]

    def numbers(self, table: Table) -> tuple[float, ...]:
        """Return one line, percent, in the order of the columns."""
        return self.score if table == "score" else self.exact


class Misprint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published number that cannot be right, and why."""

    method: str
    table: Table
    column: str
    note: str


class Published(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table.

    Attributes
    ----------
    source
        Where it is from.
    columns
        "average" and the table's columns by name.
    methods
        Row by row.
    misprints
        What is known to be wrong.
    """

    source: str
    columns: tuple[str, ...]
    methods: tuple[Method, ...]
    misprints: tuple[Misprint, ...]

    def method(self, name: str) -> Method:
        """Return a row by its name.

        Raises
        ------
        KeyError
            If there is none.
        """
        for method in self.methods:
            if method.name == name:
                return method
        raise KeyError(name)

    def value(self, method: Method, table: Table, column: str) -> float:
        """Return a number as it is printed, percent."""
        return method.numbers(table)[self.columns.index(column)]

    def misprint(self, method: Method, table: Table, column: str) -> Misprint | None:
        """Return what is wrong with a number, or None."""
        wanted = (method.name, table, column)
        return next((one for one in self.misprints if (one.method, one.table, one.column) == wanted), None)

    def average(self, method: Method, table: Table) -> float:
        """Return the mean of the eight columns, percent, whatever is printed."""
        return sum(self.value(method, table, column) for column in AVERAGED) / len(AVERAGED)


@lru_cache(maxsize=1)
def published() -> Published:
    """Read the table of published results."""
    text = resources.path("results/published.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Published)


def equal_means(one: float, other: float, tolerance: float = TOLERANCE) -> bool:
    """Return whether two means in percent are equal as far as published ones tell."""
    return abs(one - other) <= tolerance + _ROUNDING
