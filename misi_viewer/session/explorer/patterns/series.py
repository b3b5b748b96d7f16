"""What charts have in common: their series, and the tasks they can be about."""

from __future__ import annotations

from typing import Final

import numpy as np

from misi_viewer.session.explorer.coded import BoolArray
from misi_viewer.session.explorer.filters import Term
from misi_viewer.session.explorer.patterns.cases import ChartCases
from misi_viewer.session.explorer.patterns.chart import Series
from misi_viewer.session.explorer.table import NO_PREDICTION

__all__ = ["answered", "chosen_model", "tasks_with", "titled"]

_MISSING: Final = (NO_PREDICTION, "failed call")


def answered(cases: ChartCases, only: str = "") -> tuple[Series, ...]:
    """Return the models, or one of them, each with the condition under which its cases count."""
    found = []
    for colour, model in enumerate(cases.models):
        if not only or model.name == only:
            terms = (Term(key="state", model=model.name, values=_MISSING, negate=True),) if cases.drops_missing else ()
            found.append(Series(model.name, colour, terms))
    return tuple(found)


def chosen_model(cases: ChartCases, wanted: str) -> str:
    """Return the name of the wanted model; of the first one where there is none such; "" without models."""
    names = [model.name for model in cases.models]
    return wanted if wanted in names else next(iter(names), "")


def tasks_with(cases: ChartCases, known: BoolArray) -> tuple[str, ...]:
    """Return the tasks of some cases, in order."""
    return tuple(cases.task.names[code] for code in np.unique(cases.task.codes[known]))


def titled(title: str, *parts: str) -> str:
    """Return a title with what the chart is about, as far as it is about one task or model."""
    about = ", ".join(filter(None, parts))
    return f"{title}: {about}" if about else title
