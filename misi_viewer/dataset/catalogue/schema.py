"""Tables of the catalogue."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from misi_viewer.errors import ReadError

__all__ = [
    "APPLICATION",
    "PREDICTIONS",
    "SCHEMA_VERSION",
    "check",
    "create",
    "create_predictions",
    "index",
    "index_predictions",
]

SCHEMA_VERSION: Final = 2
"""Raised when an older program would read a newer catalogue wrongly."""

APPLICATION: Final = 0x4D695349
"""Marks an SQLite file as a catalogue: "MiSI"."""

PREDICTIONS: Final = 0x4D695350
"""Marks an SQLite file of predictions only: "MiSP"."""

_QUESTIONS: Final = """
CREATE TABLE sources (n INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE questions (
  n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, alias TEXT NOT NULL, task TEXT NOT NULL, split TEXT NOT NULL,
  complex TEXT NOT NULL, target TEXT NOT NULL, answer TEXT NOT NULL, options TEXT, prompt BLOB NOT NULL,
  recipe BLOB NOT NULL, derived INTEGER NOT NULL, versions BLOB NOT NULL, embedded INTEGER NOT NULL,
  source INTEGER NOT NULL REFERENCES sources, place TEXT NOT NULL, row INTEGER NOT NULL);
CREATE TABLE pictures (
  n INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES sources, name TEXT NOT NULL, found INTEGER NOT NULL,
  place INTEGER, size INTEGER NOT NULL);
CREATE TABLE shown (
  question INTEGER NOT NULL, position INTEGER NOT NULL, picture INTEGER NOT NULL,
  PRIMARY KEY (question, position)) WITHOUT ROWID;
CREATE TABLE complexes (id TEXT PRIMARY KEY, spec TEXT NOT NULL, ligand TEXT) WITHOUT ROWID;
CREATE VIRTUAL TABLE search USING fts5(id, prompt, answer, content='');
"""

_PREDICTIONS: Final = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE dictionaries (n INTEGER PRIMARY KEY, kind TEXT NOT NULL UNIQUE, data BLOB NOT NULL);
CREATE TABLE predictions (
  n INTEGER PRIMARY KEY, question INTEGER NOT NULL, task TEXT NOT NULL, model TEXT NOT NULL, run TEXT NOT NULL,
  state TEXT NOT NULL, exact REAL NOT NULL, score REAL NOT NULL, clause TEXT NOT NULL,
  printed TEXT NOT NULL, body BLOB NOT NULL, UNIQUE (question, model, run));
CREATE VIRTUAL TABLE replies USING fts5(reply, content='');
"""

_INDEXES: Final = """
CREATE INDEX IF NOT EXISTS question_task ON questions (task);
CREATE INDEX IF NOT EXISTS question_task_split ON questions (task, split);
CREATE INDEX IF NOT EXISTS question_split ON questions (split);
CREATE INDEX IF NOT EXISTS question_complex ON questions (complex);
CREATE INDEX IF NOT EXISTS question_target ON questions (target) WHERE target <> '';
CREATE INDEX IF NOT EXISTS question_alias ON questions (alias) WHERE alias <> '';
CREATE INDEX IF NOT EXISTS shown_picture ON shown (picture);
"""

_PREDICTION_INDEXES: Final = """
CREATE INDEX IF NOT EXISTS prediction_model ON predictions (model, question, run, state, score, task);
CREATE INDEX IF NOT EXISTS prediction_question ON predictions (question, model, run, state, score, task);
CREATE INDEX IF NOT EXISTS prediction_state ON predictions (state, question, score, task);
CREATE INDEX IF NOT EXISTS prediction_score ON predictions (score, question, model, state, task);
"""


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty catalogue."""
    connection.executescript(_QUESTIONS)
    _create(connection, APPLICATION)


def create_predictions(connection: sqlite3.Connection) -> None:
    """Make the tables of an empty file of predictions."""
    _create(connection, PREDICTIONS)


def _create(connection: sqlite3.Connection, application: int) -> None:
    connection.executescript(_PREDICTIONS)
    connection.execute(f"PRAGMA application_id = {application}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def index(connection: sqlite3.Connection) -> None:
    """Make the indexes; after many rows were added that is faster than before."""
    _index(connection, _INDEXES + _PREDICTION_INDEXES)


def index_predictions(connection: sqlite3.Connection) -> None:
    """Make the indexes of a file of predictions."""
    _index(connection, _PREDICTION_INDEXES)


def _index(connection: sqlite3.Connection, statements: str) -> None:
    for statement in filter(None, map(str.strip, statements.split(";"))):
        connection.execute(statement)
    connection.execute("ANALYZE")


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Check that a file is a catalogue that this program knows.

    Raises
    ------
    ReadError
        If it is not.
    """
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError:
        raise ReadError(path, "this is no catalogue; 'misi-viewer import' makes one") from None
    if application != APPLICATION:
        raise ReadError(path, "this is no catalogue; 'misi-viewer import' makes one")
    if version != SCHEMA_VERSION:
        advice = "use the newer MiSI Viewer that wrote it" if version > SCHEMA_VERSION else "import its sources again"
        raise ReadError(path, f"the catalogue has version {version} and this program knows {SCHEMA_VERSION}; {advice}")
