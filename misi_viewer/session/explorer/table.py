"""All cases as columns: what is filtered, sorted and listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.catalogue.entries import ScoredPrediction
from misi_viewer.dataset.catalogue.prediction_table import PredictionColumns
from misi_viewer.scoring.score import Clause
from misi_viewer.session.explorer.coded import ABSENT, BoolArray, FloatArray, IntArray, Names, encode, natural
from misi_viewer.tasks import all_tasks

__all__ = ["NO_PREDICTION", "STATES", "CaseTable", "ModelColumns"]

NO_PREDICTION: Final = "no prediction"
STATES: Final = ("parsed", "no answer", "refused", "failed call", "unparseable", "contradicting", NO_PREDICTION)
"""What can have become of a reply; by its place in a column of states."""

CLAUSES: Final = tuple(clause.value for clause in Clause)

_STATE: Final = {name: code for code, name in enumerate(STATES)}
_MISSING: Final = (_STATE[NO_PREDICTION], _STATE["failed call"])
_CLAUSE: Final = {name: code for code, name in enumerate(CLAUSES)}


@dataclass(frozen=True, eq=False)
class CaseTable:
    """The questions of a data set; a row's number is its place in the order in which they were imported.

    Attributes
    ----------
    keys
        (n,) in the catalogue, ascending.
    ids
        Of the questions.
    task, split, complex, target, answer
        Texts; the tasks in the order of the benchmark.
    """

    keys: NDArray[np.int64]
    ids: Sequence[str]
    task: Names
    split: Names
    complex: Names
    target: Names
    answer: Names

    @classmethod
    def of(cls, catalogue: Catalogue) -> CaseTable:
        """Read the questions of a catalogue.

        Raises
        ------
        ReadError
            If it is damaged.
        """
        rows = catalogue.lines()
        columns = list(zip(*rows, strict=True)) if rows else [()] * 7
        keys, ids, tasks, splits, complexes, targets, answers = columns
        return cls(
            np.array(keys, dtype=np.int64),
            ids,
            encode(tasks, [task.id for task in all_tasks()]),
            encode(splits),
            encode(complexes),
            encode(targets),
            encode(answers),
        )

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def place(self) -> dict[str, int]:
        """Row of each question by its id."""
        return {own: row for row, own in enumerate(self.ids)}

    def rows_of_keys(self, keys: Sequence[int] | NDArray[np.signedinteger]) -> IntArray:
        """Return the rows of keys; `ABSENT` for unknown ones."""
        wanted = np.asarray(keys, dtype=np.int64)
        if not len(self.keys):
            return np.full(len(wanted), ABSENT, dtype=np.int32)
        found = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        return np.where(self.keys[found] == wanted, found, ABSENT).astype(np.int32)

    def mask(self, rows: IntArray) -> BoolArray:
        """Return (n,) true for some rows; `ABSENT` is none."""
        found = np.zeros(len(self), dtype=np.bool_)
        found[rows[rows != ABSENT]] = True
        return found

    @cached_property
    def order(self) -> IntArray:
        """(n,) all rows, sorted by id: by task, complex and number."""
        numbers = [own.rpartition("/")[2] for own in self.ids]
        if all(len(number) < 10 and number.isdecimal() for number in numbers):
            order = np.lexsort((np.array(numbers, dtype=np.int64), self.complex.codes, self.task.codes))
        else:
            order = np.array(sorted(range(len(self)), key=lambda row: natural(self.ids[row])), dtype=np.int64)
        return order.astype(np.int32)

    @cached_property
    def id_rank(self) -> IntArray:
        """(n,) place of each row in `order`."""
        rank = np.empty(len(self), dtype=np.int32)
        rank[self.order] = np.arange(len(self), dtype=np.int32)
        return rank


class ModelColumns:
    """What one model answered to all questions.

    Parameters
    ----------
    name
        With the run, where there are several.
    model, run
        As the files tell.
    count
        Questions.

    Attributes
    ----------
    score
        (n,) nan where there is no prediction.
    exact
        (n,) whether the answer equals the truth.
    state, clause
        (n,) places in `STATES` and `CLAUSES`.
    store
        (n,) which of the book's stores holds the prediction; `ABSENT` for none.
    corrected
        (n,) whether a person corrected what was read.
    """

    def __init__(self, name: str, model: str, run: str, count: int) -> None:
        self.name, self.model, self.run = name, model, run
        self.score: FloatArray = np.full(count, np.nan, dtype=np.float32)
        self.exact: BoolArray = np.zeros(count, dtype=np.bool_)
        self.state: NDArray[np.int8] = np.full(count, _STATE[NO_PREDICTION], dtype=np.int8)
        self.clause: NDArray[np.int8] = np.full(count, _CLAUSE[NO_PREDICTION], dtype=np.int8)
        self.store: NDArray[np.int8] = np.full(count, ABSENT, dtype=np.int8)
        self.corrected: BoolArray = np.zeros(count, dtype=np.bool_)
        self._given: list[str | None] = [None] * count
        self._names: Names | None = None

    @property
    def given(self) -> Names:
        """The parsed answers, as the benchmark writes them."""
        if self._names is None:
            self._names = encode(self._given)
        return self._names

    @property
    def answered(self) -> BoolArray:
        """(n,) whether there is a reply; failed calls are none."""
        return np.isin(self.state, _MISSING, invert=True)

    @property
    def right(self) -> BoolArray:
        """(n,) whether the answer is right."""
        return np.logical_and(self.exact, self.answered)

    @property
    def wrong(self) -> BoolArray:
        """(n,) whether there is a reply whose answer is not right."""
        return np.logical_and(~self.exact, self.answered)

    def given_at(self, row: int) -> str:
        """Return the parsed answer of a row; "" for none."""
        return self._given[row] or ""

    def take(self, rows: IntArray, found: PredictionColumns, store: int) -> int:
        """Take over the predictions of a store; return how many take the place of another store's.

        Parameters
        ----------
        rows
            Of the questions; `ABSENT` for one that is not there.
        found
            The predictions.
        store
            Number of the store.
        """
        known = np.flatnonzero(rows != ABSENT)
        own = rows[known]
        replaced = int(np.count_nonzero(self.store[own] != ABSENT))
        self.score[own] = np.array(found.score, dtype=np.float32)[known]
        self.exact[own] = np.array(found.exact)[known] == 1.0
        self.state[own] = np.array([_STATE[one] for one in found.state], dtype=np.int8)[known]
        self.clause[own] = np.array([_CLAUSE[one] for one in found.clause], dtype=np.int8)[known]
        self.store[own] = store
        for row, place in zip(own.tolist(), known.tolist(), strict=True):
            self._given[row] = found.printed[place] or None
        self._names = None
        return replaced

    def set(self, row: int, scored: ScoredPrediction, *, corrected: bool) -> None:
        """Put another score and answer into a row."""
        self.score[row], self.exact[row] = scored.score, scored.exact == 1.0
        self.state[row], self.clause[row] = _STATE[scored.prediction.state], _CLAUSE[scored.clause]
        self.corrected[row] = corrected
        self._given[row] = scored.printed or None
        self._names = None

    def set_scores(self, row: int, score: float, exact: float, clause: str) -> None:
        """Put another score into a row whose answer stays."""
        self.score[row], self.exact[row], self.clause[row] = score, exact == 1.0, _CLAUSE[clause]
