"""Which cases are wanted, and in which order: small data that prints, parses and travels as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.factor_table import FACTORS

__all__ = ["ANY_MODEL", "COLUMNS", "EVERYTHING", "KEYS", "Filter", "KeyKind", "Sort", "Term", "filter_from_json"]

ANY_MODEL: Final = "*"
"""Stands for whichever model fits."""

MOST_TERMS: Final = 200
MOST_VALUES: Final = 200_000
LONGEST_VALUE: Final = 10_000
LARGEST_JSON: Final = 20_000_000

Shape = Literal["names", "range", "flag"]


class KeyKind(msgspec.Struct, frozen=True):
    """One thing that can be filtered by.

    Attributes
    ----------
    title
        For people.
    shape
        Whether it takes names, a range of numbers, or nothing.
    of_model
        Whether it is about one model's predictions.
    """

    title: str
    shape: Shape
    of_model: bool = False


def _keys() -> dict[str, KeyKind]:
    keys = {
        "id": KeyKind("Question", "names"),
        "task": KeyKind("Task", "names"),
        "column": KeyKind("Column of the table", "names"),
        "split": KeyKind("Split", "names"),
        "complex": KeyKind("Complex", "names"),
        "answer": KeyKind("Answer", "names"),
        "right": KeyKind("Right", "flag", of_model=True),
        "wrong": KeyKind("Wrong", "flag", of_model=True),
        "score": KeyKind("Score", "range", of_model=True),
        "state": KeyKind("Reply", "names", of_model=True),
        "clause": KeyKind("Why this score", "names", of_model=True),
        "given": KeyKind("Given answer", "names", of_model=True),
        "roll-error": KeyKind("Error of the roll, degrees", "range", of_model=True),
        "move-error": KeyKind("Error of the move, angstrom", "range", of_model=True),
        "corrected": KeyKind("Corrected", "flag", of_model=True),
        "tag": KeyKind("Tag", "names"),
        "noted": KeyKind("Has a note", "flag"),
    }
    for name, factor in FACTORS.items():
        shape: Shape = "range" if factor.is_number else "names"
        keys[name] = KeyKind(factor.title, shape)
        if factor.of_answer:
            keys[f"given-{name}"] = KeyKind(f"Given {factor.title.lower()}", shape, of_model=True)
    return keys


KEYS: Final[Mapping[str, KeyKind]] = MappingProxyType(_keys())
"""What can be filtered by."""

_OF_MODEL: Final = ("given", "exact", "score", "state", "clause")

COLUMNS: Final = ("id", "task", "split", "complex", "answer", "tags", "note", *_OF_MODEL)
"""What can be sorted by beside factors; the last five are a model's."""


class Term(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One condition.

    Attributes
    ----------
    key
        One of `KEYS`.
    model
        As `CaseBook.models` names it, or `ANY_MODEL`; "" where the key is about none.
    values
        Of which one must fit; numbers are written as such.
    low, high
        Bounds, both included; None for none.
    negate
        Whether the opposite is wanted.
    """

    key: str
    model: str = ""
    values: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    negate: bool = False

    def __post_init__(self) -> None:
        kind = KEYS.get(self.key)
        if kind is None:
            raise UserError(f"There is no '{self.key[:60]}' to filter by; there are {', '.join(KEYS)}.")
        if bool(self.model) != kind.of_model:
            what = "needs a model" if kind.of_model else "is about no model"
            raise UserError(f"The condition '{self.key}' {what}; correct it.")
        if kind.shape == "names" and not self.values:
            raise UserError(f"The condition '{self.key}' needs a value.")
        if kind.shape != "names" and self.values:
            raise UserError(f"The condition '{self.key}' takes no names.")
        if kind.shape == "range":
            self._check_range()
        elif self.low is not None or self.high is not None:
            raise UserError(f"The condition '{self.key}' takes no range.")
        if len(self.values) > MOST_VALUES or any(len(one) > LONGEST_VALUE for one in (*self.values, self.model)):
            raise UserError(f"The condition '{self.key}' is too long.")

    def _check_range(self) -> None:
        bounds = [bound for bound in (self.low, self.high) if bound is not None]
        if not bounds or not all(map(math.isfinite, bounds)) or bounds != sorted(bounds):
            raise UserError(f"The condition '{self.key}' needs a range such as 0.2..0.5.")


class Filter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Which cases are wanted: those that fit all terms and hold all words.

    Attributes
    ----------
    terms
        Conditions.
    text
        Words that all occur in the question, in one reply to it, or in its note; the last may be the beginning of one.
    """

    terms: tuple[Term, ...] = ()
    text: str = ""

    def __post_init__(self) -> None:
        if len(self.terms) > MOST_TERMS or len(self.text) > LONGEST_VALUE:
            raise UserError(f"The filter is too long; at most {MOST_TERMS} conditions are known.")

    def __bool__(self) -> bool:
        return bool(self.terms or self.text.strip())

    def with_term(self, term: Term) -> Filter:
        """Return the filter with a term in place of those about the same thing."""
        others = tuple(one for one in self.terms if (one.key, one.model) != (term.key, term.model))
        return Filter(terms=(*others, term), text=self.text)

    def without(self, key: str, model: str = "") -> Filter:
        """Return the filter without the terms about one thing."""
        return Filter(terms=tuple(one for one in self.terms if (one.key, one.model) != (key, model)), text=self.text)

    def to_json(self) -> str:
        """Return the filter as JSON; `filter_from_json` gives it back."""
        return msgspec.json.encode(self).decode()


EVERYTHING: Final = Filter()


def filter_from_json(text: str | bytes) -> Filter:
    """Read a filter.

    Raises
    ------
    UserError
        If it is none.
    """
    if len(text) > LARGEST_JSON:
        raise UserError("This is no filter: it is too long.")
    try:
        return msgspec.json.decode(text, type=Filter)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise UserError(f"This is no filter ({' '.join(str(error).split())[:150]}).") from None


class Sort(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order of cases.

    Attributes
    ----------
    column
        One of `COLUMNS` or of `factor_table.FACTORS`; "" for the order of the benchmark, by task, complex and number.
    model
        Of which model, where the column is one's.
    descending
        Whether the largest come first; cases without a value always come last.
    """

    column: str = ""
    model: str = ""
    descending: bool = False

    def __post_init__(self) -> None:
        if self.column and self.column not in COLUMNS and self.column not in FACTORS:
            raise UserError(f"There is no column '{self.column[:60]}' to sort by.")
        if bool(self.model) != (self.column in _OF_MODEL):
            raise UserError(f"The column '{self.column}' {'needs a' if not self.model else 'is of no'} model.")
