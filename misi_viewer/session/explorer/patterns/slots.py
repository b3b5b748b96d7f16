"""From a factor's values to places on an axis."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from misi_viewer.session.explorer.coded import ABSENT, BoolArray, FloatArray, IntArray, Names
from misi_viewer.session.explorer.factors import Column
from misi_viewer.session.explorer.filters import ANY_MODEL, Term
from misi_viewer.session.explorer.patterns.chart import FEW, Slot

__all__ = ["Slots", "bin_slots", "error_slots", "factor_slots"]

MOST_VALUES: Final = 25
"""Different numbers that have a place each; more are put into bins."""

FEW_VALUES: Final = 12
"""So many have a place each however few cases there are."""

FEWEST_BINS, MOST_BINS = 3, 10
"""Bins that are aimed at, as far as there are cases enough."""

MOST_STEPS: Final = 12
"""Bins on each side of no error; what lies beyond is in the first or the last one."""

ODD_WIDTHS: Final = (1, 3, 5, 11, 21, 51, 101, 501, 1_001, 10_001)
"""In steps: the edges of such bins lie between whole steps."""

WIDEST: Final = 1e9
"""Nearly all amounts are smaller; a range up to it holds whatever is a number."""

OTHER: Final = "other"


class Slots(NamedTuple):
    """Places on an axis.

    Attributes
    ----------
    codes
        (n,) the place of each case; `ABSENT` for none.
    slots
        In order.
    values
        What each stands for: a name, a number, or the lower edge of a bin.
    """

    codes: IntArray
    slots: tuple[Slot, ...]
    values: tuple[float | str, ...]


def factor_slots(key: str, column: Column, wanted: BoolArray) -> Slots:
    """Return the places of a factor's values, each different one by itself unless there are too many.

    Parameters
    ----------
    key
        By which cases are filtered.
    column
        (n,) values.
    wanted
        (n,) which cases are to have a place.
    """
    if isinstance(column, Names):
        return _name_slots(key, column, wanted)
    known = wanted & ~np.isnan(column)
    values = np.unique(column[known])
    is_thin = len(values) > FEW_VALUES and np.count_nonzero(known) < FEW * len(values)
    if len(values) > MOST_VALUES or is_thin:
        return bin_slots(key, column, known)
    codes = np.where(known, np.searchsorted(values, column), ABSENT).astype(np.int32)
    numbers = tuple(values.astype(np.float64).tolist())
    slots = tuple(Slot(f"{value:g}", (Term(key=key, low=value, high=value),)) for value in numbers)
    return Slots(codes, slots, numbers)


def _name_slots(key: str, column: Names, wanted: BoolArray) -> Slots:
    used = np.unique(column.codes[wanted & (column.codes != ABSENT)])
    codes = np.full(len(column.names) + 1, ABSENT, dtype=np.int32)  # the last one is that of ABSENT
    codes[used] = np.arange(len(used), dtype=np.int32)
    names = tuple(column.names[code] for code in used)
    slots = tuple(Slot(name, (Term(key=key, values=(name,)),)) for name in names)
    return Slots(np.where(wanted, codes[column.codes], ABSENT).astype(np.int32), slots, names)


def bin_slots(key: str, values: FloatArray, wanted: BoolArray) -> Slots:
    """Return bins of numbers with round edges, fewer where there are few cases."""
    found = values[wanted].astype(np.float64)
    is_whole = bool(np.all(found == np.round(found)))
    bins = min(max(len(found) // FEW, FEWEST_BINS), MOST_BINS)
    width = _round_width((found.max() - found.min()) / bins, is_whole=is_whole)
    first = math.floor(found.min() / width)
    edges = (width * np.arange(first, math.floor(found.max() / width) + 2)).astype(np.float32).astype(np.float64)
    codes = np.where(wanted, np.searchsorted(edges, values, side="right") - 1, ABSENT).astype(np.int32)
    slots = []
    for low, high in zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True):
        last = high - 1.0 if is_whole else _below(high, found)
        name = f"{low:g}" if last == low else f"{low:g} to {high - 1.0 if is_whole else high:g}"
        slots.append(Slot(name, (Term(key=key, low=low, high=last),)))
    return Slots(codes, tuple(slots), tuple(edges[:-1].tolist()))


def _round_width(width: float, *, is_whole: bool) -> float:
    """Return 1, 2 or 5 times a power of ten, at least so wide."""
    power = 10.0 ** math.floor(math.log10(width))
    rounded = next(power * step for step in (1.0, 2.0, 5.0, 10.0) if power * step >= width)
    return max(1.0, rounded) if is_whole else rounded


def _below(edge: float, values: NDArray[np.float64]) -> float:
    """Return a bound, itself included, that leaves out an edge on which values lie."""
    return float(np.nextafter(np.float32(edge), np.float32(-np.inf))) if np.any(values == edge) else edge


def error_slots(key: str, errors: FloatArray, wanted: BoolArray, step: float) -> Slots:
    """Return bins of errors, whole steps in their middles, and behind them a place for answers about another axis.

    Parameters
    ----------
    key
        By which cases are filtered.
    errors
        (n,) given minus true; nan for answers about another axis.
    wanted
        (n,) which cases are to have a place.
    step
        By which amounts usually differ.
    """
    known = wanted & (np.abs(errors) <= WIDEST)
    sizes = np.abs(errors[known]).astype(np.float64) / step
    usual = float(np.quantile(sizes, 0.98)) if len(sizes) else 0.0
    width = step * next((odd for odd in ODD_WIDTHS if usual <= odd * (MOST_STEPS + 0.5)), ODD_WIDTHS[-1])
    reach = int(min(MOST_STEPS, max(1, math.ceil(step * usual / width - 0.5))))
    edges = width * (np.arange(-reach, reach, dtype=np.float64) + 0.5)
    places = np.where(known, np.searchsorted(edges, errors, side="right"), len(edges) + 1)
    codes = np.where(wanted, places, ABSENT).astype(np.int32)
    slots = [
        Slot(_error_name(number, reach, width), (_error_term(key, edges, number, errors[known]),))
        for number in range(len(edges) + 1)
    ]
    slots.append(Slot(OTHER, (Term(key=key, model=ANY_MODEL, low=-WIDEST, high=WIDEST, negate=True),)))
    return Slots(codes, tuple(slots), tuple(range(len(slots))))


def _error_name(number: int, reach: int, width: float) -> str:
    middle = width * (number - reach)
    if number in (0, 2 * reach):
        return f"{'≤' if number == 0 else '≥'} {middle:+g}".replace("-", "−")
    return f"{middle:+g}".replace("-", "−") if middle else "0"


def _error_term(key: str, edges: NDArray[np.float64], number: int, errors: FloatArray) -> Term:
    low = float(edges[number - 1]) if number else -WIDEST
    high = _below(float(edges[number]), errors.astype(np.float64)) if number < len(edges) else WIDEST
    return Term(key=key, model=ANY_MODEL, low=low, high=high)
