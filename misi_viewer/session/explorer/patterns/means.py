"""Charts of means: by column of the benchmark's table beside the published rows, and by any factor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.scoring.aggregate import Mean, Summary, summarise_arrays
from misi_viewer.scoring.factors import means_of_groups
from misi_viewer.scoring.published import AVERAGE, published
from misi_viewer.scoring.rows import AVERAGED, COLUMNS
from misi_viewer.session.explorer.coded import ABSENT, BoolArray, Names
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.filters import Term
from misi_viewer.session.explorer.patterns.cases import ChartCases, ModelCases
from misi_viewer.session.explorer.patterns.chart import Axis, Chart, Mark, Measure, Reference, Request, Slot
from misi_viewer.session.explorer.patterns.paper import BONDS_EXACT, ZOOM_ERROR
from misi_viewer.session.explorer.patterns.series import answered, tasks_with, titled
from misi_viewer.session.explorer.patterns.slots import Slots, factor_slots

__all__ = ["bonds_chart", "factor_chart", "scores_chart", "zoom_chart"]

TITLES: Final[Mapping[Measure, str]] = {"score": "Weighted score, %", "exact": "Exact match, %"}

_LONGEST_BARS: Final = 12
"""More places are drawn as a line."""

_SEVERAL_UNITS: Final = "magnitude"
"""Angstrom in one task, degrees in another: these are never put together."""


def scores_chart(cases: ChartCases, request: Request) -> Chart:
    """Return the mean of each model in each column of the benchmark's table, beside the published rows."""
    summaries = [summarise_arrays(cases.scored(model), cases.options) for model in cases.models]
    means = [_means(summary, request.measure) for summary in summaries]
    names = [name for name in (AVERAGE, *_in_order(cases)) if any(name in own for own in means)]
    slots = tuple(Slot(_label(name), _column_terms(cases, name, request.measure)) for name in names)
    marks = []
    for series, own in enumerate(means):
        for place, name in enumerate(names):
            mean = own.get(name)
            if mean is not None and mean.value is not None and mean.low is not None and mean.high is not None:
                count = mean.count
                marks.append(_mark(series, place, mean.value, mean.low, mean.high, count))
    notes = ("Avg is the mean of T1 to T4 and T7 to T9; T4+ are questions with a hydrogen bond, T4- those without.",)
    return Chart(
        request=request,
        kind="bars",
        title="Score by task" if request.measure == "score" else "Exact match by task",
        value_title=TITLES[request.measure],
        x=Axis("task", slots),
        series=answered(cases),
        marks=tuple(marks),
        references=_published(names, request.measure),
        notes=notes,
    )


def _means(summary: Summary, measure: Measure) -> dict[str, Mean]:
    found = {column.name: getattr(column, measure) for column in summary.columns}
    average = summary.average_score if measure == "score" else summary.average_exact
    found[AVERAGE] = average
    return {name: mean for name, mean in found.items() if mean.value is not None}


def _in_order(cases: ChartCases) -> list[str]:
    own = cases.column.names
    return [*(name for name in COLUMNS if name in own), *(name for name in own if name not in COLUMNS)]


def _label(name: str) -> str:
    return "Avg" if name == AVERAGE else COLUMNS.get(name, name)


def _column_terms(cases: ChartCases, name: str, measure: Measure) -> tuple[Term, ...]:
    columns = Term(key="column", values=AVERAGED if name == AVERAGE else (name,))
    bonded = measure == "exact" and COLUMNS.get(name) == "T9" and cases.options.pocket_exact == "bonded"
    return (columns, Term(key="bonds", low=1.0)) if bonded else (columns,)


def _published(names: list[str], measure: Measure) -> tuple[Reference, ...]:
    known = published()
    found = []
    for method in known.methods:
        values = tuple(known.value(method, measure, name) if name in known.columns else None for name in names)
        misprints = [known.misprint(method, measure, name) for name in names]
        wrong = [f"{_label(one.column)}: {one.note}" for one in misprints if one is not None]
        where = "50 questions of each task" if method.questions == "tiny" else "the whole test set"
        found.append(Reference(method.name, values, "; ".join((f"published, on {where}", *wrong))))
    return tuple(found)


def bonds_chart(cases: ChartCases, request: Request) -> Chart:
    """Return T4's exact match against the number of hydrogen bonds: the paper's first analysis."""
    own = cases.task.among(["residue_ligand"])
    slots = factor_slots("bonds", cases.factors["bonds"], own)
    chart = _by_factor(cases, request, slots, own, measure="exact")
    values = tuple(BONDS_EXACT.get(int(value)) for value in slots.values)
    note = "published, on the test set: 1,746, 1,094, 223 and 39 questions"
    return msgspec.structs.replace(
        chart,
        title="T4: exact match by number of hydrogen bonds",
        x=Axis("hydrogen bonds", slots.slots),
        references=(Reference("Qwen2.5-VL-7B SFT", values, note),),
        terms=(Term(key="task", values=("residue_ligand",)),),
    )


def zoom_chart(cases: ChartCases, request: Request) -> Chart:
    """Return T3's error rate against the distance of the zoom: the paper's second analysis."""
    own = cases.task.among(["zooming"])
    slots = factor_slots("zoom", cases.factors["zoom"], own)
    chart = _by_factor(cases, request, slots, own, measure="exact", is_error=True)
    note = "over all distances; published, on the test set"
    references = [Reference(name, (value,) * len(slots.slots), note) for name, value in ZOOM_ERROR.items()]
    return msgspec.structs.replace(
        chart,
        title="T3: error rate by distance of the zoom",
        value_title="Answers that are wrong, %",
        x=Axis("zoom distance, angstrom", slots.slots),
        references=tuple(references),
        terms=(Term(key="task", values=("zooming",)),),
    )


def factor_chart(cases: ChartCases, request: Request) -> Chart:
    """Return the mean of each model for each value of a factor."""
    key = request.chart.removeprefix("factor:")
    kind = FACTORS[key]
    column = cases.factors[key]
    known = column.codes != ABSENT if isinstance(column, Names) else ~np.isnan(column)
    tasks = tasks_with(cases, known)
    if len(tasks) > 1 and key != _SEVERAL_UNITS:
        tasks = ("", *tasks)
    task = request.task if request.task in tasks else next(iter(tasks), "")
    own = cases.task.among([task]) & known if task else known
    chart = Chart(request=request, kind="bars", title=f"By {kind.title.lower()}", tasks=tasks)
    if not own.any():
        return msgspec.structs.replace(chart, problem=_unknown(key))
    slots = factor_slots(key, column, own)
    found = _by_factor(cases, request, slots, own, measure=request.measure)
    unit = _unit(cases, key, own)
    what = "Score" if request.measure == "score" else "Exact match"
    return msgspec.structs.replace(
        found,
        request=_of_task(request, task),
        title=titled(f"{what} by {kind.title.lower()}", task),
        x=Axis(", ".join(filter(None, (kind.title.lower(), unit))), slots.slots),
        terms=(Term(key="task", values=(task,)),) if task else (),
        tasks=tasks,
    )


def _unknown(key: str) -> str:
    if FACTORS[key].of_answer:
        return "None of these cases has this factor."
    return "This is not known yet: it is measured on the complexes' files."


def _unit(cases: ChartCases, key: str, own: BoolArray) -> str:
    """Return the unit of a factor; that of an amount follows from the verb."""
    verb = cases.factors["verb"]
    if key != _SEVERAL_UNITS or not isinstance(verb, Names):
        return FACTORS[key].unit
    return "degrees" if verb.among(["roll"])[own].any() else "angstrom"


def _of_task(request: Request, task: str) -> Request:
    return Request(chart=request.chart, task=task, model=request.model, measure=request.measure)


def _by_factor(
    cases: ChartCases, request: Request, slots: Slots, own: BoolArray, *, measure: Measure, is_error: bool = False
) -> Chart:
    """Return the means of each model in each place, without what the chart is called."""
    marks: list[Mark] = []
    for series, model in enumerate(cases.models):
        counted = own & cases.counted(model)
        values = _values(model, measure)
        marks += _group_marks(series, slots, counted, 1.0 - values if is_error else values)
    return Chart(
        request=request,
        kind="bars" if len(slots.slots) <= _LONGEST_BARS else "line",
        title="",
        value_title=TITLES[measure],
        x=Axis("", slots.slots),
        series=answered(cases),
        marks=tuple(marks),
    )


def _values(model: ModelCases, measure: Measure) -> NDArray[np.float64]:
    return np.where(model.answered, model.score if measure == "score" else model.exact, 0.0)


def _group_marks(series: int, slots: Slots, counted: BoolArray, values: NDArray[np.float64]) -> Iterator[Mark]:
    place = {value: number for number, value in enumerate(slots.values)}
    codes = np.where(counted, slots.codes, ABSENT)
    for group in means_of_groups(codes, slots.values, values):
        yield _mark(series, place[group.value], group.mean, group.low, group.high, group.count)


def _mark(series: int, place: int, value: float, low: float, high: float, count: int) -> Mark:
    return Mark(series=series, place=place, value=value, low=low, high=high, count=count, of=count)
