"""Charts of shares: which axis or letter was given for which, and by how much amounts are wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from misi_viewer.scoring.bootstrap import interval, resampled_levels
from misi_viewer.scoring.factors import OTHER, Confusion, count_confusion
from misi_viewer.session.explorer.coded import ABSENT, BoolArray, IntArray, Names
from misi_viewer.session.explorer.factors import Column
from misi_viewer.session.explorer.filters import ANY_MODEL, Term
from misi_viewer.session.explorer.patterns.cases import ChartCases, ModelCases
from misi_viewer.session.explorer.patterns.chart import Axis, Chart, Mark, Request, Slot
from misi_viewer.session.explorer.patterns.series import answered, chosen_model, tasks_with, titled
from misi_viewer.session.explorer.patterns.slots import error_slots

__all__ = ["confusion_chart", "errors_chart"]

_AXES: Final = ("x", "y", "z")
_LETTERS: Final = ("A", "B", "C", "D")

_MOST_BARS: Final = 60
"""More are drawn as lines."""

_STEPS: Final = {"roll-error": 15.0, "move-error": 1.0}
_UNITS: Final = {"roll-error": "degrees", "move-error": "angstrom"}


def confusion_chart(cases: ChartCases, request: Request) -> Chart:
    """Return which axis, or which letter, a model gave for which; what is none of them is "other"."""
    key = request.chart.removeprefix("confusion:")
    truth = cases.factors[key]
    known = _known(truth)
    tasks = tasks_with(cases, known)
    tasks = ("", *tasks) if len(tasks) > 1 else tasks
    task = request.task if request.task in tasks else next(iter(tasks), "")
    name = chosen_model(cases, request.model)
    request = Request(chart=request.chart, task=task, model=name, measure=request.measure)
    models = tuple(model.name for model in cases.models)
    chart = Chart(
        request=request, kind="matrix", title=titled(f"{key.capitalize()} given for which", name, task), tasks=tasks
    )
    model = next((one for one in cases.models if one.name == name), None)
    if model is None or not known.any():
        problem = "" if model is None else "None of these cases is answered by such a thing."
        return msgspec.structs.replace(chart, models=models, problem=problem)
    names = _names(key, truth)
    own = known & cases.counted(model)
    own &= cases.task.among([task]) if task else True
    found = count_confusion(_codes(truth, names, own), _codes(model.given[key], names, own), names)
    return msgspec.structs.replace(
        chart,
        models=models,
        value_title="Share of the answers to such questions, %",
        x=Axis(f"given {key}", (*_given_slots(key, names), _other_slot(key, names))),
        y=Axis(f"true {key}", tuple(Slot(one, (Term(key=key, values=(one,)),)) for one in names)),
        series=answered(cases, name),
        marks=tuple(_cells(found)),
        terms=(Term(key="task", values=(task,)),) if task else (),
        notes=(f"Other: {'several letters' if key == 'letter' else 'no command'}, or no answer that could be read.",),
    )


def _known(column: Column) -> BoolArray:
    return np.asarray(column.codes != ABSENT) if isinstance(column, Names) else ~np.isnan(column)


def _names(key: str, truth: Column) -> tuple[str, ...]:
    usual = _AXES if key == "axis" else _LETTERS
    more = truth.names if isinstance(truth, Names) else ()
    return (*usual, *(name for name in more if name not in usual))


def _codes(column: Column, names: Sequence[str], own: BoolArray) -> IntArray:
    """Return (n,) places in `names`; `ABSENT` for cases that do not count and for other values."""
    if not isinstance(column, Names):
        return np.full(len(own), ABSENT, dtype=np.int32)
    place = {name: number for number, name in enumerate(names)}
    table = np.array([*(place.get(name, ABSENT) for name in column.names), ABSENT], dtype=np.int32)
    return np.where(own, table[column.codes], ABSENT).astype(np.int32)


def _given_slots(key: str, names: Sequence[str]) -> Iterator[Slot]:
    for name in names:
        yield Slot(name, (Term(key=f"given-{key}", model=ANY_MODEL, values=(name,)),))


def _other_slot(key: str, names: Sequence[str]) -> Slot:
    return Slot(OTHER, (Term(key=f"given-{key}", model=ANY_MODEL, values=tuple(names), negate=True),))


def _cells(found: Confusion) -> Iterator[Mark]:
    for line, counts in enumerate(found.counts):
        for place, count in enumerate(counts):
            if sum(counts):
                yield _share(0, place, count, sum(counts), line)


def _share(series: int, place: int, count: int, of: int, line: int = 0) -> Mark:
    """Return a share as an element, with its interval by bootstrap."""
    often = np.array([of - count, count])
    drawn = interval(resampled_levels(np.array([0.0, 100.0]), often, key=f"{series} {line} {place}"))
    value = 100.0 * count / of
    return Mark(series=series, place=place, line=line, value=value, low=drawn.low, high=drawn.high, count=count, of=of)


def errors_chart(cases: ChartCases, request: Request) -> Chart:
    """Return how amounts differ from the true ones: what share of the answers by how much."""
    key, tasks = request.chart, _tasks_with_error(cases, request.chart)
    task = request.task if request.task in tasks else next(iter(tasks), "")
    verb = key.removesuffix("-error")
    chart = Chart(
        request=Request(chart=key, task=task, model=request.model, measure=request.measure),
        kind="bars",
        is_histogram=True,
        title=titled(f"Error of the {verb}", task),
        tasks=tasks,
    )
    if not tasks:
        return msgspec.structs.replace(chart, problem=f"None of these cases asks for a {verb}.")
    own = cases.task.among([task])
    parts = [(_errors(model, key), own & cases.counted(model)) for model in cases.models]
    if not parts:
        return chart
    errors, wanted = (np.concatenate(column) for column in zip(*parts, strict=True))
    slots = error_slots(key, errors, wanted, _STEPS[key])
    marks: list[Mark] = []
    for series, codes in enumerate(np.split(slots.codes, len(parts))):
        counts = np.bincount(codes[codes != ABSENT], minlength=len(slots.slots)).tolist()
        marks += (_share(series, place, count, sum(counts)) for place, count in enumerate(counts) if sum(counts))
    return msgspec.structs.replace(
        chart,
        kind="bars" if len(parts) * len(slots.slots) <= _MOST_BARS else "line",
        value_title="Share of the answers, %",
        x=Axis(f"given minus true, {_UNITS[key]}", slots.slots),
        series=answered(cases),
        marks=tuple(marks),
        terms=(Term(key="task", values=(task,)),),
        notes=(f"Other: about another axis, or not one {verb}, or no answer that could be read.",),
    )


def _errors(model: ModelCases, key: str) -> np.ndarray:
    column = model.errors[key]
    return np.empty(0) if isinstance(column, Names) else column


def _tasks_with_error(cases: ChartCases, key: str) -> tuple[str, ...]:
    """Return the tasks whose truth has such a command."""
    verb = cases.factors["verb"]
    moves = _known(cases.factors["move-magnitude"])
    own = verb.among([key.removesuffix("-error")]) if isinstance(verb, Names) else np.zeros(len(cases), dtype=np.bool_)
    return tasks_with(cases, own | moves if key == "move-error" else own)
