"""A chart as a table of its numbers: what a screen reader reads, and what is saved as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from misi_viewer.session.explorer.exporting import csv_line
from misi_viewer.session.explorer.filter_text import print_filter
from misi_viewer.session.explorer.filters import Filter
from misi_viewer.session.explorer.patterns.chart import Chart, Mark

__all__ = ["chart_csv", "heading_of", "numbers_of"]

Cell = str | float | int


def heading_of(chart: Chart) -> list[str]:
    """Return the titles of the columns of `numbers_of`."""
    across = [chart.x.title] if chart.y is None else [chart.y.title, chart.x.title]
    return ["model", *across, chart.value_title, "95 % from", "to", "cases", "of"]


def numbers_of(chart: Chart, mark: Mark) -> list[Cell]:
    """Return an element as a line of the table."""
    slot = chart.x.slots[mark.place].name
    across = [slot] if chart.y is None else [chart.y.slots[mark.line].name, slot]
    return [chart.series[mark.series].name, *across, mark.value, mark.low, mark.high, mark.count, mark.of]


def chart_csv(chart: Chart, wanted: Filter) -> bytes:
    """Return a chart as CSV: its elements, then the published numbers beside it.

    No cell is one that a spreadsheet takes for a formula.

    Parameters
    ----------
    chart
        The chart.
    wanted
        The filter with which it was made: the last column gives that of each element.
    """
    lines = [csv_line([*heading_of(chart), "filter"])]
    for mark in chart.marks:
        terms = tuple(dict.fromkeys((*wanted.terms, *chart.terms_of(mark))))
        typed = print_filter(Filter(terms=terms, text=wanted.text))
        cells = [round(cell, 4) if isinstance(cell, float) else cell for cell in numbers_of(chart, mark)]
        lines.append(csv_line([*cells, typed]))
    return b"".join((*lines, *map(csv_line, _references(chart))))


def _references(chart: Chart) -> Iterator[Sequence[Cell]]:
    for reference in chart.references:
        for slot, value in zip(chart.x.slots, reference.values, strict=True):
            if value is not None:
                yield [f"{reference.name} ({reference.note})", slot.name, value, "", "", "", "", ""]
