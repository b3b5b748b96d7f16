"""The listed cases as the arrays that charts are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from misi_viewer.scoring.arrays import ScoredArrays
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.coded import BoolArray, IntArray, Names
from misi_viewer.session.explorer.derived import ERRORS
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.factors import Column

__all__ = ["ChartCases", "ModelCases", "cases_of"]


@dataclass(frozen=True, eq=False, kw_only=True)
class ModelCases:
    """What a model answered to the listed cases.

    Attributes
    ----------
    name
        The model's.
    score, exact
        (n,) from 0 to 1; whatever where there is no reply.
    answered
        (n,) whether there is a reply.
    given
        By factor, (n,) that of its answers.
    errors
        By name of `derived.ERRORS`, (n,) given minus true, with nan.
    """

    name: str
    score: NDArray[np.float64]
    exact: BoolArray
    answered: BoolArray
    given: Mapping[str, Column]
    errors: Mapping[str, Column]


@dataclass(frozen=True, eq=False, kw_only=True)
class ChartCases:
    """The listed cases.

    Attributes
    ----------
    task, column
        (n,) ids of tasks, and columns of the benchmark's table.
    factors
        By name, (n,) with nan, or names.
    models
        In the order of the book.
    options
        How they were scored.
    total
        Cases in the book.
    """

    task: Names
    column: Names
    factors: Mapping[str, Column]
    models: tuple[ModelCases, ...]
    options: ScoringOptions
    total: int

    def __len__(self) -> int:
        return len(self.task.codes)

    @property
    def drops_missing(self) -> bool:
        """Whether cases without a reply are left out; else they count 0."""
        return self.options.missing == "drop"

    def counted(self, model: ModelCases) -> BoolArray:
        """Return (n,) which cases count."""
        return model.answered if self.drops_missing else np.ones(len(self), dtype=np.bool_)

    def scored(self, model: ModelCases) -> ScoredArrays:
        """Return a model's scores as `scoring.aggregate` takes them; clauses are not told apart."""
        bonds = self.factors["bonds"]
        return ScoredArrays(
            columns=self.column.names,
            clauses=("any",),
            column=self.column.codes,
            clause=np.zeros(len(self), dtype=np.int8),
            score=np.where(model.answered, model.score, 0.0),
            exact=np.where(model.answered, model.exact, 0.0),
            missing=~model.answered,
            bonds=np.full(len(self), np.nan) if isinstance(bonds, Names) else bonds,
        )


class _Picked(Mapping[str, Column]):
    """Columns of some rows, picked when they are asked for."""

    def __init__(self, names: Iterable[str], column: Callable[[str], Column], rows: IntArray) -> None:
        self._names, self._column, self._rows = tuple(names), column, rows
        self._found: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        if name not in self._found:
            self._found[name] = _pick(self._column(name), self._rows)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _pick(column: Column, rows: IntArray) -> Column:
    return _named(column, rows) if isinstance(column, Names) else column[rows]


def _named(names: Names, rows: IntArray) -> Names:
    return Names(np.asarray(names.codes[rows]), names.names)


def cases_of(book: CaseBook, rows: IntArray) -> ChartCases:
    """Return some cases of a book; factors are found when a chart asks for them.

    Parameters
    ----------
    book, rows
        Which cases.
    """
    of_answers = [name for name, factor in FACTORS.items() if factor.of_answer]
    models = []
    for name, model in book.models.items():
        models.append(
            ModelCases(
                name=name,
                score=model.score[rows].astype(np.float64),
                exact=model.exact[rows],
                answered=model.answered[rows],
                given=_Picked(of_answers, partial(book.given_factor, model=name), rows),
                errors=_Picked(ERRORS, partial(book.error, model=name), rows),
            )
        )
    return ChartCases(
        task=_named(book.table.task, rows),
        column=_named(book.columns, rows),
        factors=_Picked(FACTORS, book.factors.column, rows),
        models=tuple(models),
        options=book.options,
        total=len(book.table),
    )
