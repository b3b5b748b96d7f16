"""Where elements of a chart lie, in its own coordinates: along x place after place, along y percent or lines."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from misi_viewer.session.explorer.patterns.chart import Chart, Mark

__all__ = ["Box", "box_of", "chart_box", "mark_at", "place_at", "top_of"]

GROUP: Final = 0.84
"""Width of the bars of a place together; those of a histogram of one model touch."""

CELL: Final = 0.96

ROOM: Final = 0.05
"""Above the highest value and below none, of that value."""


class Box(NamedTuple):
    """A rectangle: left, bottom, right, top."""

    left: float
    bottom: float
    right: float
    top: float


def top_of(chart: Chart) -> float:
    """Return the highest value along y; of shares as high as they are, else 100 percent."""
    if chart.y is not None:
        return float(len(chart.y.slots))
    if not chart.is_histogram:
        return 100.0
    highest = max((mark.high for mark in chart.marks), default=0.0)
    return min(100.0, max(10.0, 10.0 * math.ceil(highest / 10.0)))


def chart_box(chart: Chart) -> Box:
    """Return what the chart spans."""
    top = top_of(chart)
    room = 0.0 if chart.y is not None else ROOM * top
    return Box(-0.5, -room, len(chart.x.slots) - 0.5, top + room)


def box_of(chart: Chart, mark: Mark) -> Box:
    """Return where an element is drawn: its bar, its cell, or a point without extent."""
    if chart.y is not None:
        middle = len(chart.y.slots) - mark.line - 0.5
        half = CELL / 2
        return Box(mark.place - half, middle - half, mark.place + half, middle + half)
    if chart.kind == "line":
        return Box(mark.place, mark.value, mark.place, mark.value)
    left, width = _bar(chart, mark)
    return Box(left, 0.0, left + width, mark.value)


def _bar(chart: Chart, mark: Mark) -> tuple[float, float]:
    group = 1.0 if chart.is_histogram and len(chart.series) == 1 else GROUP
    width = group / len(chart.series)
    return mark.place - group / 2 + width * mark.series, width


def place_at(chart: Chart, x: float) -> int:
    """Return the place along x that is nearest."""
    return min(max(round(x), 0), len(chart.x.slots) - 1)


def mark_at(chart: Chart, x: float, y: float) -> Mark | None:
    """Return the element under a point; one of no height has the whole height of the chart.

    Of points the one that is nearest in height counts.
    """
    box = chart_box(chart)
    if not (box.left <= x < box.right and box.bottom <= y < box.top):
        return None
    place = place_at(chart, x)
    if chart.y is not None:
        return chart.mark_at(0, place, len(chart.y.slots) - 1 - int(y))
    own = [mark for mark in chart.marks if mark.place == place]
    if chart.kind == "line":
        return min(own, key=lambda mark: abs(mark.value - y), default=None)
    spans = ((mark, *_bar(chart, mark)) for mark in own)
    return next((mark for mark, left, width in spans if left <= x < left + width), None)
