"""The factors of all questions as columns: found from the truths at once, from complexes and labels on demand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np

from misi_viewer.scoring.factors import Factors, answer_factors
from misi_viewer.session.explorer.coded import ABSENT, FloatArray, Names, encode
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.table import CaseTable
from misi_viewer.tasks import load_task
from misi_viewer.tasks.answers import parse_answer

__all__ = ["Column", "FactorColumns", "factor_value"]

Column = FloatArray | Names
"""Numbers, nan where there is none, or names."""

_ANY_RESIDUE = "UNK"
"""Stands in for a residue that an answer leaves out, where only the number of bonds matters."""


class FactorColumns:
    """The factors of a data set's questions.

    Parameters
    ----------
    table
        The questions.
    measured
        Gives the values of a factor that does not follow from the truth, as far as they were measured: (n,) with nan.
    """

    def __init__(self, table: CaseTable, measured: Callable[[str], FloatArray]) -> None:
        self._table = table
        self._measured = measured
        self._of_truth: dict[str, Column] = {}

    def column(self, name: str) -> Column:
        """Return a factor of all questions.

        Parameters
        ----------
        name
            One of `FACTORS`.
        """
        if not FACTORS[name].of_answer:
            return self._measured(name)
        if not self._of_truth:
            self._of_truth = columns_of(self._table.task, self._table.answer)
        return self._of_truth[name]

    def given(self, name: str, answers: Names) -> Column:
        """Return a factor of given answers."""
        return columns_of(self._table.task, answers, only=name)[name]


def columns_of(tasks: Names, answers: Names, only: str = "") -> dict[str, Column]:
    """Return the factors of answers, each different one read once.

    Parameters
    ----------
    tasks, answers
        (n,) of each question.
    only
        The one factor that is wanted; "" for all that follow from an answer.
    """
    width = len(answers.names) + 1
    pairs = tasks.codes.astype(np.int64) * width + (answers.codes - ABSENT)
    different, place = np.unique(pairs, return_inverse=True)
    found = []
    for pair in different.tolist():
        task, answer = divmod(pair, width)
        text = "" if answer == 0 else answers.names[answer + ABSENT]
        found.append(_factors(tasks.names[task], text) if text else Factors())
    wanted = [only] if only else [name for name, kind in FACTORS.items() if kind.of_answer]
    return {name: _column(name, found, place) for name in wanted}


def _column(name: str, found: list[Factors], place: np.ndarray) -> Column:
    values = [factor_value(one, name) for one in found]
    if FACTORS[name].is_number:
        numbers = np.array([np.nan if value is None else float(value) for value in values], dtype=np.float32)
        return np.asarray(numbers[place])
    names = encode([None if value is None else str(value) for value in values])
    return Names(np.asarray(names.codes[place], dtype=np.int32), names.names)


def factor_value(factors: Factors, name: str) -> float | str | None:
    """Return one factor; a sign as "+" or "-"."""
    value: float | str | None = getattr(factors, FACTORS[name].field)
    if FACTORS[name].field.endswith("sign") and value is not None:
        return "-" if float(value) < 0 else "+"
    return value


@lru_cache(maxsize=65_536)
def _factors(task: str, text: str) -> Factors:
    form = load_task(task).file.form
    answer = parse_answer(form, text, residue=_ANY_RESIDUE if form == "residue_bonds" else None).answer
    return Factors() if answer is None else answer_factors(answer)
