"""Elements, charts and filters in words."""

from __future__ import annotations

from collections.abc import Iterator

from misi_viewer.session.explorer.filters import ANY_MODEL, KEYS, Filter, Term
from misi_viewer.session.explorer.patterns.chart import FEW, Chart, Mark

__all__ = ["caption", "filter_in_words", "mark_in_words", "term_in_words"]

_MOST_VALUES = 4
_LONGEST = 40


def mark_in_words(chart: Chart, mark: Mark) -> str:
    """Return an element in words: where it is, its value with the interval, and how many answers it stands for."""
    name, slot = chart.series[mark.series].name, chart.x.slots[mark.place].name
    if chart.y is not None:
        where = f"{name}: {chart.y.title} {chart.y.slots[mark.line].name}, {chart.x.title} {slot}"
    else:
        where = f"{name}, {chart.x.title} {slot}"
    words = f"{where}: {mark.value:.1f} %, 95 % interval {mark.low:.1f} to {mark.high:.1f}; {_counted(mark)}"
    return f"{words}, fewer than {FEW}: it tells little." if mark.is_few else f"{words}."


def _counted(mark: Mark) -> str:
    answers = "1 answer" if mark.of == 1 else f"{mark.of:,} answers"
    return answers if mark.count == mark.of else f"{mark.count:,} of {answers}"


def caption(chart: Chart, wanted: Filter, *, follows: bool = True) -> str:
    """Return what a chart is made of, such as "512 of 1,350 cases: task rotation; noisy wrong".

    Parameters
    ----------
    chart, wanted
        The chart, and the filter.
    follows
        Whether the chart is of the listed cases only.
    """
    if not follows:
        return f"All {chart.total:,} cases, whatever is listed"
    if not wanted:
        return f"All {chart.total:,} cases"
    return f"{chart.shown:,} of {chart.total:,} cases: {filter_in_words(wanted)}"


def filter_in_words(wanted: Filter) -> str:
    """Return a filter for people to read; `filter_text.print_filter` is the one that can be typed."""
    words = [term_in_words(term) for term in wanted.terms]
    text = " ".join(wanted.text.split())
    return "; ".join((*words, *([f"with the words “{text[:_LONGEST]}”"] if text else ())))


def term_in_words(term: Term) -> str:
    """Return one condition for people to read."""
    kind = KEYS[term.key]
    title = f"{kind.title[0].lower()}{kind.title[1:]}"
    parts = [title, *_values(term)]
    if kind.of_model:
        model = "any model" if term.model == ANY_MODEL else term.model[:_LONGEST]
        parts = [model, *parts] if kind.shape == "flag" else [f"{model}:", *parts]
    return " ".join((*(["not"] if term.negate else ()), *parts))


def _values(term: Term) -> Iterator[str]:
    if term.values:
        shown = [value[:_LONGEST] for value in term.values[:_MOST_VALUES]]
        yield ", ".join(shown) + (
            f" and {len(term.values) - len(shown):,} more" if len(term.values) > len(shown) else ""
        )
    elif term.low is not None and term.low == term.high:
        yield f"{term.low:g}"
    elif term.low is not None and term.high is not None:
        yield f"{term.low:g} to {term.high:g}"
    elif term.low is not None:
        yield f"at least {term.low:g}"
    elif term.high is not None:
        yield f"at most {term.high:g}"
