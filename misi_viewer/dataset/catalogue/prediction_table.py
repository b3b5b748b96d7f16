"""Predictions with their scores, in a catalogue or in a file of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

from misi_viewer.dataset.catalogue.entries import ScoredPrediction
from misi_viewer.dataset.catalogue.packing import Packer
from misi_viewer.dataset.predictions.matching import printed
from misi_viewer.dataset.predictions.prediction import Prediction
from misi_viewer.scoring.rows import ScoredRow

__all__ = ["PredictionColumns", "PredictionTable"]

_CHUNK: Final = 10_000


class PredictionColumns(NamedTuple):
    """What the table tells of predictions, column by column.

    Attributes
    ----------
    question
        Keys of the questions.
    state, exact, score, clause, printed
        See `ScoredPrediction`.
    """

    question: list[int]
    state: list[str]
    exact: list[float]
    score: list[float]
    clause: list[str]
    printed: list[str]


_NONE: Final = ((),) * len(PredictionColumns._fields)


class PredictionTable:
    """The tables ``predictions`` and ``replies`` of an SQLite file.

    Errors of SQLite pass through; who owns the file makes sentences of them.

    Parameters
    ----------
    connection, packer
        Of the file.
    """

    def __init__(self, connection: sqlite3.Connection, packer: Packer) -> None:
        self._connection = connection
        self._packer = packer

    def add(self, question: int, prediction: Prediction, row: ScoredRow) -> bool:
        """Add a prediction; return whether it replaces one of the same model and run.

        Parameters
        ----------
        question
            Key of its question.
        prediction, row
            What was answered, and its score.
        """
        replaces = self._remove(question, prediction.model, prediction.run)
        body = self._packer.pack(f"prediction {prediction.task}", msgspec.json.encode(prediction))
        cursor = self._connection.execute(
            "INSERT INTO predictions (question, task, model, run, state, exact, score, clause, printed, body) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                question,
                prediction.task,
                prediction.model,
                prediction.run,
                prediction.state,
                row.exact,
                row.score,
                row.clause.value,
                printed(prediction),
                body,
            ),
        )
        self._connection.execute("INSERT INTO replies (rowid, reply) VALUES (?, ?)", (cursor.lastrowid, prediction.raw))
        return replaces

    def _remove(self, question: int, model: str, run: str) -> bool:
        old = self._connection.execute(
            "SELECT n, body FROM predictions WHERE question = ? AND model = ? AND run = ?", (question, model, run)
        ).fetchall()
        for n, body in old:
            raw = msgspec.json.decode(self._packer.unpack(body), type=Prediction).raw
            self._connection.execute("INSERT INTO replies(replies, rowid, reply) VALUES ('delete', ?, ?)", (n, raw))
            self._connection.execute("DELETE FROM predictions WHERE n = ?", (n,))
        return bool(old)

    def of(self, question: int) -> tuple[ScoredPrediction, ...]:
        """Return the predictions for a question, by model and run."""
        rows = self._connection.execute(
            "SELECT body, printed, exact, score, clause FROM predictions WHERE question = ? ORDER BY model, run",
            (question,),
        ).fetchall()
        return tuple(self._scored(*row) for row in rows)

    def _scored(self, body: bytes, *rest: Any) -> ScoredPrediction:
        return ScoredPrediction(msgspec.json.decode(self._packer.unpack(body), type=Prediction), *rest)

    def models(self) -> list[tuple[str, str]]:
        """Return models and runs, in the order in which their names first occur."""
        rows = self._connection.execute("SELECT model, run FROM predictions GROUP BY model, run ORDER BY min(n)")
        return [(model, run) for model, run in rows]

    def columns(self, model: str, run: str) -> PredictionColumns:
        """Return the predictions of a model's run, column by column, without unpacking them."""
        names = ", ".join(PredictionColumns._fields)
        rows = self._connection.execute(
            f"SELECT {names} FROM predictions WHERE model = ? AND run = ?",  # noqa: S608  names only
            (model, run),
        ).fetchall()
        return PredictionColumns(*map(list, zip(*rows, strict=True))) if rows else PredictionColumns(*map(list, _NONE))

    def questions_of(self) -> tuple[list[int], list[int]]:
        """Return the keys of all predictions, ascending, and those of their questions."""
        rows = self._connection.execute("SELECT n, question FROM predictions ORDER BY n").fetchall()
        return [n for n, _ in rows], [question for _, question in rows]

    def scored(self) -> Iterator[tuple[int, ScoredPrediction]]:
        """Yield all predictions, unpacked, each with the key of its question."""
        cursor = self._connection.execute(
            "SELECT question, body, printed, exact, score, clause FROM predictions ORDER BY n"
        )
        while chunk := cursor.fetchmany(_CHUNK):
            yield from ((question, self._scored(*row)) for question, *row in chunk)

    def search(self, query: str) -> list[int]:
        """Return the keys of predictions whose reply fits a query for FTS5."""
        found = self._connection.execute(
            "SELECT json_group_array(rowid) FROM replies WHERE replies MATCH ?", (query,)
        ).fetchone()
        return msgspec.json.decode(found[0], type=list[int])
