"""What the two versions of the MOL format have in common."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from misi_viewer.errors import ReadError

__all__ = ["AtomRow", "BondRow", "Record", "whole_number"]


class AtomRow(NamedTuple):
    """An atom as written: coordinates as text, element symbol, formal charge, place among the record's lines."""

    fields: tuple[str, str, str]
    symbol: str
    charge: int
    line: int


class BondRow(NamedTuple):
    """A bond as written: atoms counted from 0, order, place among the record's lines."""

    first: int
    second: int
    order: int
    line: int


class Record(NamedTuple):
    """One molecule's lines, where in the file they begin (from 1), and whether something follows them."""

    path: Path
    lines: list[str]
    first_line: int
    closed: bool

    def line_number(self, place: int) -> int:
        """Return the file's line number of a place among the record's lines."""
        return self.first_line + max(place, 0)

    @property
    def last(self) -> int:
        """The place of the last line that is not blank."""
        return max((place for place, line in enumerate(self.lines) if line.strip()), default=0)

    def error(self, problem: str, place: int) -> ReadError:
        """Return the error that names the file and the line."""
        return ReadError(self.path, problem, self.line_number(place))


def whole_number(text: str) -> int | None:
    """Return a text's whole number; None where it is something else."""
    try:
        return int(text)
    except ValueError:
        return None
