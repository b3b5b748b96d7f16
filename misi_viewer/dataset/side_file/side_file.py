"""The side file: an SQLite file of changes, which several people and processes write to and which can be merged."""

from __future__ import annotations

import contextlib
import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from misi_viewer.dataset.side_file.changes import KINDS, MOST_SLOTS, Change, Correction, Kind, Standing
from misi_viewer.errors import ReadError, UserError

__all__ = ["MergeReport", "SideFile"]

_APPLICATION: Final = 0x4D695346
"""Marks an SQLite file as a side file: "MiSF"."""

_VERSION: Final = 1
_CHANGES: Final = """
CREATE TABLE IF NOT EXISTS changes (
  n INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, time REAL NOT NULL, author TEXT NOT NULL,
  kind TEXT NOT NULL, question TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL)
"""
_TABLES: Final = (
    _CHANGES,
    "CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {_VERSION}",
)
_FIELDS: Final = "id, time, author, kind, question, key, value"

_PATIENCE: Final = 10.0
"""Seconds that one waits for another process that writes."""

_LATER: Final = 1e-6
"""Seconds by which a change is younger than the one that it follows, whatever the clock says."""

_AHEAD: Final = 86_400.0
"""Seconds by which another person's clock may be ahead."""

_LONGEST_NOTE: Final = 1_000_000
_LONGEST_TAG: Final = 200
_LONGEST_FILTER: Final = 20_000_000
_MOST_CHANGES: Final = 5_000_000


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What became of a merge.

    Attributes
    ----------
    added
        Changes that are new here.
    questions
        Ids of questions for which something else stands now.
    refused
        Changes that are none this program knows.
    """

    added: int
    questions: frozenset[str]
    refused: int


class SideFile:
    """Tags, notes, corrected parses and named filters of a data set.

    The file is made with the first change. What other processes write is seen
    after `refresh`. Several threads may use it.

    Parameters
    ----------
    path
        Of the file.
    identity
        The data set's id, which is noted in the file.
    author
        Who makes the changes.
    clock
        Tells the time.

    Raises
    ------
    ReadError
        If the file is there and is none.
    """

    def __init__(self, path: Path, identity: str, author: str, clock: Callable[[], float] = time.time) -> None:
        self.path = path
        self.identity = identity
        self.author = author[:_LONGEST_TAG] or "unknown"
        self._clock = clock
        self._lock = threading.RLock()
        self._standing = Standing()
        self._connection: sqlite3.Connection | None = None
        self._last = 0
        self.refresh()

    def close(self) -> None:
        """Close it; all that was changed is kept already."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    # What stands

    def tags(self, question: str) -> tuple[str, ...]:
        """Return the tags of a question: those with a number first, by it, then the others by name."""
        own = self._standing.tags.get(question, ())
        numbers = {tag: slot for slot, tag in self.slots.items()}
        return tuple(sorted(own, key=lambda tag: (numbers.get(tag, MOST_SLOTS + 1), tag)))

    @property
    def tagged(self) -> dict[str, frozenset[str]]:
        """All questions with tags."""
        with self._lock:
            return {question: frozenset(own) for question, own in self._standing.tags.items()}

    def note(self, question: str) -> str:
        """Return the note of a question; "" for none."""
        return self._standing.value("note", question)

    @property
    def notes(self) -> dict[str, str]:
        """All notes by question."""
        with self._lock:
            return {question: text for (_, question, _), text in self._standing.all_of("note").items()}

    def correction(self, question: str, model: str, run: str = "") -> Correction | None:
        """Return what a person says that a reply means; None where the program's reading stands."""
        return _correction(self._standing.value("correction", question, _of_model(model, run)))

    @property
    def corrections(self) -> dict[tuple[str, str, str], Correction]:
        """All corrections, by question, model and run."""
        found = {}
        with self._lock:
            for (_, question, key), value in self._standing.all_of("correction").items():
                correction, model = _correction(value), _model_of(key)
                if correction is not None and model is not None:
                    found[question, *model] = correction
        return found

    @property
    def filters(self) -> dict[str, str]:
        """Named filters by name, as JSON."""
        with self._lock:
            found = {key: value for (_, _, key), value in self._standing.all_of("filter").items()}
        return dict(sorted(found.items()))

    @property
    def slots(self) -> dict[int, str]:
        """Tags that have a number, 1 to 9."""
        with self._lock:
            found = {key: value for (_, _, key), value in self._standing.all_of("slot").items()}
        return {number: found[str(number)] for number in range(1, MOST_SLOTS + 1) if str(number) in found}

    def history(self, question: str) -> list[Change]:
        """Return all changes about a question, the oldest first."""
        with self._lock, self._reading() as connection:
            if connection is None:
                return []
            rows = connection.execute(f"SELECT {_FIELDS} FROM changes WHERE question = ?", (question,))  # noqa: S608
            return sorted(filter(None, map(_change, rows)), key=lambda one: one.order)

    # Changes

    def tag(self, question: str, tag: str, *, on: bool = True) -> None:
        """Tag a question, or take the tag away.

        Raises
        ------
        UserError
            If the tag is empty or too long, or the file cannot be changed.
        """
        self._change("tag", question, _checked_tag(tag), "yes" if on else "")

    def set_note(self, question: str, text: str) -> None:
        """Write the note of a question; an empty one removes it.

        Raises
        ------
        UserError
            If it is too long, or the file cannot be changed.
        """
        if len(text) > _LONGEST_NOTE:
            raise UserError(f"The note is longer than {_LONGEST_NOTE:,} characters; shorten it.")
        self._change("note", question, "", text)

    def correct(self, question: str, model: str, run: str, correction: Correction | None) -> None:
        """Say what a reply means; None lets the program's reading stand again.

        Raises
        ------
        UserError
            If the file cannot be changed.
        """
        value = "" if correction is None else msgspec.json.encode(correction).decode()
        self._change("correction", question, _of_model(model, run), value)

    def save_filter(self, name: str, text: str) -> None:
        """Keep a filter, given as JSON, under a name; an empty one removes it.

        Raises
        ------
        UserError
            If the name or the filter is too long, or the file cannot be changed.
        """
        name = name.strip()
        if not 0 < len(name) <= _LONGEST_TAG or len(text) > _LONGEST_FILTER:
            raise UserError(f"The name of a filter has from 1 to {_LONGEST_TAG} characters.")
        self._change("filter", "", name, text)

    def set_slot(self, number: int, tag: str) -> None:
        """Give a tag the number under which a key sets it; "" frees the number.

        Raises
        ------
        UserError
            If there is no such number, the tag is too long, or the file cannot be changed.
        """
        if not 1 <= number <= MOST_SLOTS:
            raise UserError(f"Tags have the numbers 1 to {MOST_SLOTS}.")
        self._change("slot", "", str(number), _checked_tag(tag) if tag else "")

    def _change(self, kind: Kind, question: str, key: str, value: str) -> None:
        with self._lock, self._writing() as connection:
            self._load(connection)
            before = self._standing.newest.get((kind, question, key))
            if value == (before.value if before else ""):
                return
            now = max(self._clock(), before.time + _LATER if before else 0.0)
            change = Change(
                id=secrets.token_hex(8),
                time=now,
                author=self.author,
                kind=kind,
                question=question,
                key=key,
                value=value,
            )
            _insert(connection, [change])
        with self._lock:
            self._standing.take([change])

    # The file

    def refresh(self) -> set[str]:
        """Read what others have written; return the questions for which something else stands now.

        Raises
        ------
        ReadError
            If the file cannot be read.
        """
        with self._lock, self._reading() as connection:
            return set() if connection is None else self._load(connection)

    def _load(self, connection: sqlite3.Connection) -> set[str]:
        rows = connection.execute(f"SELECT n, {_FIELDS} FROM changes WHERE n > ? ORDER BY n", (self._last,)).fetchall()  # noqa: S608
        if rows:
            self._last = rows[-1][0]
        return self._standing.take(filter(None, (_change(row[1:]) for row in rows)))

    def merge(self, other: Path) -> MergeReport:
        """Take over the changes of another side file: all are kept, the newest about a thing counts.

        Raises
        ------
        UserError
            If it is none, or too large.
        """
        if not other.is_file():
            raise ReadError(other, "there is no such file")
        changes, refused = _read_all(other, self._clock() + _AHEAD)
        with self._lock, self._writing() as connection:
            before = connection.execute("SELECT count(*) FROM changes").fetchone()[0]
            _insert(connection, changes)
            added = connection.execute("SELECT count(*) FROM changes").fetchone()[0] - before
        return MergeReport(added, frozenset(self.refresh()), refused)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Give the file, or None as long as there is none."""
        with self._telling("read"):
            if self._connection is None and self.path.is_file() and self.path.stat().st_size:
                self._connection = _opened(self.path)
            yield self._connection

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Give the file within a transaction; it is made where there is none."""
        with self._telling("changed"):
            if self._connection is None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                self._connection = _made(self.path, self.identity)
            self._connection.execute("BEGIN IMMEDIATE")
            with self._connection:
                yield self._connection

    @contextlib.contextmanager
    def _telling(self, what: str) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            raise ReadError(self.path, f"the notes cannot be {what} ({str(error).rstrip('.')})") from None


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=_PATIENCE,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _opened(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """Open a side file that is there.

    Raises
    ------
    ReadError
        If it is none.
    """
    connection = _connect(path, mode)
    try:
        application = connection.execute("PRAGMA application_id").fetchone()[0]
        version = connection.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.DatabaseError:
        application = version = 0
    if (application, version) == (_APPLICATION, _VERSION):
        return connection
    connection.close()
    if application == _APPLICATION:
        raise ReadError(path, "it comes from a newer MiSI Viewer; use that one")
    raise ReadError(path, "this is no file of tags and notes; move it away, or name another one")


def _made(path: Path, identity: str) -> sqlite3.Connection:
    """Open a side file and make it where it is not there or empty; two processes may do so at once."""
    if path.is_file() and path.stat().st_size:
        return _opened(path)
    connection = _connect(path, "rwc")
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        for statement in _TABLES:
            connection.execute(statement)
        connection.execute("INSERT OR IGNORE INTO facts VALUES ('data set', ?)", (identity,))
    return connection


def _insert(connection: sqlite3.Connection, changes: Iterable[Change]) -> None:
    rows = map(msgspec.structs.astuple, changes)
    connection.executemany(f"INSERT OR IGNORE INTO changes ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)  # noqa: S608


def _change(row: tuple[Any, ...]) -> Change | None:
    """Return a change; None where this program does not know its like."""
    try:
        fields = dict(zip(Change.__struct_fields__, row, strict=True))
        return msgspec.convert(fields, Change) if fields["kind"] in KINDS else None
    except (msgspec.ValidationError, ValueError):
        return None


def _read_all(path: Path, latest: float) -> tuple[list[Change], int]:
    """Return the changes of another file, none later than it can be, and how many are refused."""
    try:
        with contextlib.closing(_opened(path, "ro")) as connection:
            (count,) = connection.execute("SELECT count(*) FROM changes").fetchone()
            if count > _MOST_CHANGES:
                raise ReadError(path, f"it has {count:,} changes, and at most {_MOST_CHANGES:,} are read")
            longest = "length(id) <= 64 AND length(author) <= 1000 AND length(question) <= 2000 AND length(key) <= 2000"
            query = f"SELECT {_FIELDS} FROM changes WHERE {longest} AND length(value) <= ? AND time >= 0"  # noqa: S608
            found = [_change(row) for row in connection.execute(query, (_LONGEST_FILTER,))]
    except sqlite3.Error as error:
        raise ReadError(path, f"it cannot be read ({str(error).rstrip('.')})") from None
    changes = [one for one in found if one is not None]
    now = latest - _AHEAD
    return [msgspec.structs.replace(one, time=now) if one.time > latest else one for one in changes], count - len(
        changes
    )


def _checked_tag(tag: str) -> str:
    tag = tag.strip()
    if not 0 < len(tag) <= _LONGEST_TAG:
        raise UserError(f"A tag has from 1 to {_LONGEST_TAG} characters.")
    return tag


def _of_model(model: str, run: str) -> str:
    return json.dumps([model, run])


def _model_of(key: str) -> tuple[str, str] | None:
    try:
        return msgspec.json.decode(key, type=tuple[str, str])
    except msgspec.MsgspecError:
        return None


def _correction(value: str) -> Correction | None:
    try:
        return msgspec.json.decode(value, type=Correction) if value else None
    except msgspec.MsgspecError:
        return None
