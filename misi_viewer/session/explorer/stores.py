"""Where predictions lie: the catalogue's own, and files of predictions beside it."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np

from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.catalogue.entries import ScoredPrediction
from misi_viewer.dataset.catalogue.prediction_store import PredictionStore
from misi_viewer.dataset.catalogue.prediction_table import PredictionTable
from misi_viewer.errors import ReadError
from misi_viewer.session.explorer.coded import IntArray
from misi_viewer.session.explorer.table import CaseTable, ModelColumns

__all__ = ["Store", "load_models"]


@dataclass(frozen=True, eq=False)
class Store:
    """Predictions of one file.

    Attributes
    ----------
    path
        Of the file in which they lie.
    predictions
        They themselves.
    """

    path: Path
    predictions: PredictionTable

    @classmethod
    def of(cls, source: Catalogue | PredictionStore) -> Store:
        """Return the predictions of a catalogue, or of a file of their own."""
        return cls(source.path, source.table)

    @contextlib.contextmanager
    def readable(self) -> Iterator[None]:
        """Make a sentence of what goes wrong with the file."""
        try:
            yield
        except (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError, KeyError) as error:
            problem = f"the predictions cannot be read ({' '.join(str(error).split())[:100].rstrip('.')})"
            raise ReadError(self.path, f"{problem}; open them again") from None

    @cached_property
    def _questions(self) -> tuple[IntArray, IntArray]:
        keys, questions = self.predictions.questions_of()
        return np.array(keys, dtype=np.int64), np.array(questions, dtype=np.int64)

    def search(self, words: str, table: CaseTable) -> IntArray:
        """Return the rows with a reply that fits a query for FTS5."""
        with self.readable():
            keys, questions = self._questions
            found = np.array(self.predictions.search(words), dtype=np.int64)
            return table.rows_of_keys(questions[np.searchsorted(keys, found)]) if len(found) else _NOTHING

    def of_question(self, key: int, model: str, run: str) -> ScoredPrediction | None:
        """Return what a model answered to a question."""
        with self.readable():
            found = self.predictions.of(key)
        return next((one for one in found if (one.prediction.model, one.prediction.run) == (model, run)), None)


_NOTHING: IntArray = np.empty(0, dtype=np.int32)


def load_models(table: CaseTable, stores: Sequence[Store]) -> tuple[dict[str, ModelColumns], int]:
    """Return the columns of all models by name, and how many predictions took the place of an earlier file's.

    Parameters
    ----------
    table
        The questions.
    stores
        In the order in which they were opened: a later one counts.
    """
    models: dict[str, ModelColumns] = {}
    replaced = 0
    for number, store in enumerate(stores):
        with store.readable():
            for model, run in store.predictions.models():
                name = f"{model}, {run}" if run else model
                columns = models.setdefault(name, ModelColumns(name, model, run, len(table)))
                found = store.predictions.columns(model, run)
                replaced += columns.take(table.rows_of_keys(found.question), found, number)
    return models, replaced
