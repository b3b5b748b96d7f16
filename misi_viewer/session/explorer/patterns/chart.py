"""What a chart is: numbers with their intervals, and for each element the conditions that list its cases."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from misi_viewer.session.explorer.filters import ANY_MODEL, KEYS, Term

__all__ = ["FEW", "Axis", "Chart", "Mark", "Measure", "Reference", "Request", "Series", "Slot"]

FEW: Final = 10
"""Means of fewer answers are marked as such."""

Kind = Literal["bars", "line", "matrix"]
"""Bars side by side (of a histogram they touch); points with a band of their intervals; cells of rows and columns."""

Measure = Literal["score", "exact"]

Terms = tuple[Term, ...]


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """Which chart is wanted.

    Attributes
    ----------
    chart
        One of `catalogue.CHARTS`.
    task
        Of which task, for charts that are about one; "" for all, or for the first where the chart needs one.
    model
        Of which model, for charts that are about one; "" for the first.
    measure
        Weighted score or exact match, for charts that show either.
    """

    chart: str
    task: str = ""
    model: str = ""
    measure: Measure = "score"


class Slot(msgspec.Struct, frozen=True):
    """One place on an axis.

    Attributes
    ----------
    name
        As it stands there.
    terms
        What its cases have in common; a model `ANY_MODEL` stands for that of the series.
    """

    name: str
    terms: Terms = ()


class Axis(msgspec.Struct, frozen=True):
    """Places side by side, or above one another.

    Attributes
    ----------
    title
        What they are.
    slots
        In order.
    """

    title: str
    slots: tuple[Slot, ...]


class Series(msgspec.Struct, frozen=True):
    """What belongs to one model.

    Attributes
    ----------
    name
        The model's.
    colour
        Its place among the book's models: the same in all charts.
    terms
        Which of its cases count.
    """

    name: str
    colour: int
    terms: Terms = ()


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """One element: a bar, a point or a cell.

    Attributes
    ----------
    series, place, line
        Places among the series, along x, and along y (of cells).
    value, low, high
        In percent, with the range that holds it with 95 % confidence.
    count
        Cases of the element.
    of
        Cases that the percentage is taken of.
    """

    series: int
    place: int
    line: int = 0
    value: float
    low: float
    high: float
    count: int
    of: int

    @property
    def is_few(self) -> bool:
        """Whether so few cases tell little."""
        return self.of < FEW


class Reference(msgspec.Struct, frozen=True):
    """Published numbers to compare with.

    Attributes
    ----------
    name
        Whose.
    values
        In percent, slot by slot; None where there is none.
    note
        What is to be known about them.
    """

    name: str
    values: tuple[float | None, ...]
    note: str = ""


class Chart(msgspec.Struct, frozen=True, kw_only=True):
    """A chart.

    Attributes
    ----------
    request
        What it shows, with what was left open filled in.
    kind
        How it is drawn.
    is_histogram
        Whether bars are shares of a whole, side by side on a scale.
    title, value_title
        Of the chart, and of its values.
    x, y
        Axes; y only of cells.
    series, marks, references
        What there is.
    terms
        What all cases of the chart have in common.
    notes
        Sentences below it.
    problem
        Why there is nothing to show; "" where there is.
    tasks
        Which tasks may be asked for, "" for all together; empty for charts that are not about one.
    models
        Which models may be asked for; empty for charts that show all.
    shown, total
        Cases that it was made of, and all there are.
    """

    request: Request
    kind: Kind
    is_histogram: bool = False
    title: str
    value_title: str = ""
    x: Axis = Axis("", ())
    y: Axis | None = None
    series: tuple[Series, ...] = ()
    marks: tuple[Mark, ...] = ()
    references: tuple[Reference, ...] = ()
    terms: Terms = ()
    notes: tuple[str, ...] = ()
    problem: str = ""
    tasks: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    shown: int = 0
    total: int = 0

    def mark_at(self, series: int, place: int, line: int = 0) -> Mark | None:
        """Return an element; None where nothing was counted."""
        wanted = (series, place, line)
        return next((mark for mark in self.marks if (mark.series, mark.place, mark.line) == wanted), None)

    def terms_of(self, mark: Mark) -> Terms:
        """Return the conditions that list the cases of an element, beside those that the chart was made with."""
        own = self.series[mark.series]
        cell = self.y.slots[mark.line].terms if self.y else ()
        return _about(own.name, (*self.terms, *cell, *self.x.slots[mark.place].terms, *own.terms))

    def brushed(self, places: range, lines: range | None = None) -> Terms:
        """Return the conditions that list the cases of neighbouring places.

        Parameters
        ----------
        places
            Along x.
        lines
            Along y, for cells; None for all.

        Returns
        -------
        tuple of Term
            Where several models are shown it is enough if the answer of one of them lies there.
        """
        terms = [*self.terms]
        if self.y:
            lines = range(len(self.y.slots)) if lines is None else lines
            terms += _together([self.y.slots[line].terms for line in lines])
        terms += _together([self.x.slots[place].terms for place in places])
        if len(self.series) != 1:
            return tuple(terms)
        return _about(self.series[0].name, (*terms, *self.series[0].terms))


def _about(model: str, terms: Iterable[Term]) -> Terms:
    """Put a model in place of whichever."""
    named = (msgspec.structs.replace(one, model=model) if one.model == ANY_MODEL else one for one in terms)
    return tuple(dict.fromkeys(named))


def _together(slots: Sequence[Terms]) -> list[Term]:
    """Return conditions that the cases of some slots fulfil: for what all of them are about, any of their values."""
    found = []
    for term in slots[0] if slots else ():
        alike = [next((one for one in own if _subject(one) == _subject(term)), None) for own in slots]
        known = [one for one in alike if one is not None]
        merged = _merged(known) if len(known) == len(slots) else None
        if merged is not None:
            found.append(merged)
    return found


def _subject(term: Term) -> tuple[str, str]:
    return term.key, term.model


def _merged(terms: Sequence[Term]) -> Term | None:
    """Return the condition that one of some conditions about the same thing holds; None if that is always so."""
    first = terms[0]
    if len(set(terms)) == 1:
        return first
    if KEYS[first.key].shape == "range":
        return _merged_ranges(terms)
    wanted = {value for term in terms if not term.negate for value in term.values}
    barred = [set(term.values) for term in terms if term.negate]
    if not barred:
        return Term(key=first.key, model=first.model, values=_in_order(wanted, terms))
    left = set.intersection(*barred) - wanted
    return Term(key=first.key, model=first.model, values=_in_order(left, terms), negate=True) if left else None


def _merged_ranges(terms: Sequence[Term]) -> Term | None:
    if any(term.negate for term in terms):
        return None
    lows, highs = [term.low for term in terms], [term.high for term in terms]
    low = None if None in lows else min(bound for bound in lows if bound is not None)
    high = None if None in highs else max(bound for bound in highs if bound is not None)
    return None if low is None and high is None else Term(key=terms[0].key, model=terms[0].model, low=low, high=high)


def _in_order(values: set[str], terms: Iterable[Term]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for term in terms for value in term.values if value in values))
