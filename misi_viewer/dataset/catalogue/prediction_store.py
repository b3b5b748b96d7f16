"""A file of predictions as it was matched with a data set: made once, asked often, thrown away at will."""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from misi_viewer.dataset.catalogue import schema
from misi_viewer.dataset.catalogue.packing import Packer
from misi_viewer.dataset.catalogue.prediction_table import PredictionTable
from misi_viewer.dataset.predictions.match_report import MatchReport
from misi_viewer.dataset.predictions.questions import Questions
from misi_viewer.dataset.predictions.reading import stream_predictions
from misi_viewer.dataset.predictions.scoring import score_known
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import ReadError

__all__ = ["PredictionStore", "make_store"]

_REPORT: Final = "report"


class PredictionStore:
    """Predictions in an SQLite file of their own, only read; several threads may ask it.

    Parameters
    ----------
    path
        Of the file.

    Raises
    ------
    ReadError
        If it is none that this program made.

    Attributes
    ----------
    table
        The predictions.
    report
        What became of the file that they came from.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        except sqlite3.Error as error:
            raise ReadError(path, f"it cannot be opened ({error})") from None
        try:
            self.table, self.report = self._read()
        except (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError) as error:
            self.connection.close()
            raise ReadError(path, f"this is no file of predictions that this program made ({error})") from None

    def _read(self) -> tuple[PredictionTable, MatchReport]:
        application = self.connection.execute("PRAGMA application_id").fetchone()[0]
        version = self.connection.execute("PRAGMA user_version").fetchone()[0]
        if (application, version) != (schema.PREDICTIONS, schema.SCHEMA_VERSION):
            raise ValueError("of another version")
        (report,) = self.connection.execute("SELECT value FROM facts WHERE name = ?", (_REPORT,)).fetchone()
        table = PredictionTable(self.connection, Packer(self.connection))
        return table, msgspec.json.decode(report, type=MatchReport)

    def close(self) -> None:
        """Close it."""
        self.connection.close()


def make_store(
    path: Path,
    file: Path,
    questions: Questions,
    keys: dict[str, int],
    *,
    model: str | None = None,
    watch: Watch = QUIET,
) -> None:
    """Match and score a file of predictions; the store appears only when it is whole.

    Parameters
    ----------
    path
        Of the store.
    file
        Any file of predictions; never held in memory as a whole.
    questions, keys
        Those of the catalogue.
    model
        Name of the model in place of what the file tells.
    watch
        Is told the bytes that are read.

    Raises
    ------
    UserError
        If the file cannot be read, or the store cannot be written.
    CancelledError
        If the watch says so.
    """
    report = MatchReport(file=str(file))
    with _written(path) as connection:
        table = PredictionTable(connection, Packer(connection))
        for prediction in stream_predictions(file, questions, report, model=model, watch=watch):
            known = questions.by_id[prediction.question]
            table.add(keys[prediction.question], prediction, score_known(known, prediction))
        connection.execute("INSERT INTO facts VALUES (?, ?)", (_REPORT, msgspec.json.encode(report).decode()))
        watch.tell(f"Indexing {file.name}")
        schema.index_predictions(connection)


@contextlib.contextmanager
def _written(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a new store, which takes its place when all is done."""
    part = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with contextlib.closing(sqlite3.connect(part)) as connection:
            schema.create_predictions(connection)
            # What is not whole is thrown away: nothing need be undone.
            for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -64000"):
                connection.execute(f"PRAGMA {setting}")
            with connection:
                yield connection
        with part.open("rb+") as stream:
            os.fsync(stream.fileno())
        part.replace(path)
    except sqlite3.Error as error:
        raise ReadError(path, f"it cannot be written ({error})") from None
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
