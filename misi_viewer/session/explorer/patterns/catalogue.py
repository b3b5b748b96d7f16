"""All charts, by name, and what draws them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.patterns.cases import ChartCases
from misi_viewer.session.explorer.patterns.chart import FEW, Chart, Request
from misi_viewer.session.explorer.patterns.means import bonds_chart, factor_chart, scores_chart, zoom_chart
from misi_viewer.session.explorer.patterns.shares import confusion_chart, errors_chart

__all__ = ["CHARTS", "ChartKind", "draw"]


class ChartKind(msgspec.Struct, frozen=True):
    """One chart.

    Attributes
    ----------
    title
        In the list.
    group
        Under which heading it stands.
    make
        Makes it of some cases.
    has_measure
        Whether it shows the weighted score or the exact match, as asked for.
    """

    title: str
    group: str
    make: Callable[[ChartCases, Request], Chart]
    has_measure: bool = False


def _charts() -> dict[str, ChartKind]:
    charts = {
        "scores": ChartKind("By task, beside published results", "Scores", scores_chart, has_measure=True),
        "paper:bonds": ChartKind("T4 by hydrogen bonds", "As in the paper", bonds_chart),
        "paper:zoom": ChartKind("T3 by distance of the zoom", "As in the paper", zoom_chart),
        "confusion:axis": ChartKind("Axes", "Confusions", confusion_chart),
        "confusion:letter": ChartKind("Letters", "Confusions", confusion_chart),
        "move-error": ChartKind("Of moves, angstrom", "Errors", errors_chart),
        "roll-error": ChartKind("Of rolls, degrees", "Errors", errors_chart),
    }
    for name, kind in FACTORS.items():
        charts[f"factor:{name}"] = ChartKind(kind.title, "Scores by", factor_chart, has_measure=True)
    return charts


CHARTS: Final[Mapping[str, ChartKind]] = MappingProxyType(_charts())
"""By name, in the order of the list."""


def draw(cases: ChartCases, request: Request) -> Chart:
    """Return a chart of some cases.

    Parameters
    ----------
    cases, request
        Of which cases, and which chart.

    Raises
    ------
    UserError
        If there is no such chart.
    """
    kind = CHARTS.get(request.chart)
    if kind is None:
        raise UserError(f"There is no chart '{request.chart[:60]}'; there are {', '.join(CHARTS)}.")
    chart = kind.make(cases, request)
    chart = msgspec.structs.replace(chart, shown=len(cases), total=cases.total)
    if not chart.marks or chart.problem:
        return msgspec.structs.replace(chart, marks=(), problem=_problem(cases, chart))
    few = sum(mark.is_few for mark in chart.marks)
    note = f"Hollow, or in brackets: fewer than {FEW} answers, which tell little."
    return msgspec.structs.replace(chart, notes=(*chart.notes, note)) if few else chart


def _problem(cases: ChartCases, chart: Chart) -> str:
    if not len(cases):
        return "No case is listed."
    if not cases.models:
        return "There are no predictions yet; open a file of them to see how they score."
    return chart.problem or "None of these cases has been answered."
