"""Adding many questions and pictures at once."""

from __future__ import annotations

import hashlib
import posixpath
import sqlite3
from typing import Final

import msgspec

from misi_viewer.dataset.catalogue.packing import Packer
from misi_viewer.dataset.reading.found import Found
from misi_viewer.dataset.reading.members import Member

__all__ = ["Adder"]

_BATCH: Final = 2_000

Candidate = tuple[int, str, int | None, int]
"""Source, name, place and size of a file."""

_FILES: Final = """
CREATE TEMP TABLE files (n INTEGER PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, tail TEXT NOT NULL,
  place INTEGER, size INTEGER NOT NULL)
"""


class Adder:
    """Adds questions and pictures in batches, in one transaction that the caller ends.

    Parameters
    ----------
    connection, packer
        Of the catalogue.
    """

    def __init__(self, connection: sqlite3.Connection, packer: Packer) -> None:
        self._connection = connection
        self._packer = packer
        self._questions: list[tuple[object, ...]] = []
        self._texts: list[tuple[object, ...]] = []
        self._shown: list[tuple[int, int, int]] = []
        self._pictures: list[tuple[int, int, str]] = []
        self._files: list[tuple[object, ...]] = []
        self._sources: dict[str, int] = {path: n for n, path in connection.execute("SELECT n, path FROM sources")}
        self._next = connection.execute("SELECT coalesce(max(n), 0) + 1 FROM questions").fetchone()[0]
        self._is_empty = self._next == 1
        self._seen: set[bytes] = set()
        connection.execute("DROP TABLE IF EXISTS files")
        connection.execute(_FILES)

    def _source(self, path: str) -> int:
        n = self._sources.get(path)
        if n is None:
            n = self._sources[path] = len(self._sources) + 1
            self._connection.execute("INSERT INTO sources VALUES (?, ?)", (n, path))
        return n

    def question(self, found: Found) -> bool:
        """Add a question; return whether its id was free."""
        if self._is_taken(found.id):
            return False
        n, self._next = self._next, self._next + 1
        source = self._source(found.source)
        pack = self._packer.pack
        self._questions.append(
            (
                n,
                found.id,
                found.alias,
                found.task,
                found.split,
                found.complex,
                found.target,
                found.answer,
                None if found.options is None else msgspec.json.encode(found.options).decode(),
                pack(f"prompt {found.task}", found.prompt),
                pack(f"recipe {found.task}", found.recipe),
                found.derived,
                pack("versions", found.versions),
                found.embedded,
                source,
                found.table,
                found.row,
            )
        )
        answer = "\n".join((found.answer, *(found.options or ())))
        self._texts.append((n, f"{found.id} {found.alias}", found.prompt, answer))
        for position, name in enumerate(found.images):
            picture = _number(source, name)
            self._shown.append((n, position, picture))
            self._pictures.append((picture, source, name))
        if len(self._questions) >= _BATCH:
            self.flush()
        return True

    def _is_taken(self, own_id: str) -> bool:
        digest = hashlib.blake2b(own_id.encode("utf-8", "replace"), digest_size=12).digest()
        if digest in self._seen:
            return True
        self._seen.add(digest)
        return not self._is_empty and bool(
            self._connection.execute("SELECT 1 FROM questions WHERE id = ?", (own_id,)).fetchone()
        )

    def picture(self, member: Member) -> None:
        """Take note of a picture that is there."""
        source = self._source(str(member.source))
        tail = posixpath.basename(member.name)
        self._files.append((_number(source, member.name), source, member.name, tail, member.place, member.size))
        if len(self._files) >= _BATCH:
            self._flush_files()

    def flush(self) -> None:
        """Write what waits."""
        run = self._connection.executemany
        run(f"INSERT INTO questions VALUES ({', '.join('?' * 17)})", self._questions)  # noqa: S608  marks only
        run("INSERT INTO search (rowid, id, prompt, answer) VALUES (?, ?, ?, ?)", self._texts)
        run("INSERT INTO shown VALUES (?, ?, ?)", self._shown)
        run("INSERT OR IGNORE INTO pictures VALUES (?, ?, ?, 0, NULL, -1)", self._pictures)
        for waiting in (self._questions, self._texts, self._shown, self._pictures):
            waiting.clear()
        self._flush_files()

    def _flush_files(self) -> None:
        self._connection.executemany("INSERT OR IGNORE INTO files VALUES (?, ?, ?, ?, ?, ?)", self._files)
        self._files.clear()

    def find_pictures(self) -> None:
        """Find the pictures that questions name among those that are there: by path, else by the end of it."""
        self.flush()
        connection = self._connection
        if not connection.execute("SELECT 1 FROM files LIMIT 1").fetchone():
            return
        connection.execute(
            "UPDATE pictures SET found = 1, place = f.place, size = f.size FROM files f WHERE f.n = pictures.n"
        )
        connection.execute("CREATE INDEX file_tail ON files (tail)")
        missing = connection.execute("SELECT n, name FROM pictures WHERE NOT found")
        moved = []
        for n, name in missing:
            tail = posixpath.basename(name)
            candidates = connection.execute(
                "SELECT source, name, place, size FROM files WHERE tail = ? LIMIT 1000", (tail,)
            ).fetchall()
            best = _alike(name, candidates)
            if best is not None:
                moved.append((*best, n))
        connection.executemany(
            "UPDATE pictures SET source = ?, name = ?, place = ?, size = ?, found = 1 WHERE n = ?", moved
        )

    def counts(self) -> tuple[int, int, int]:
        """Return numbers of pictures named, of those found, and of files that no question names."""
        named, found = self._connection.execute("SELECT count(*), coalesce(sum(found), 0) FROM pictures").fetchone()
        unused = self._connection.execute(
            "SELECT count(*) FROM files f WHERE NOT EXISTS (SELECT 1 FROM pictures p WHERE p.n = f.n)"
        ).fetchone()[0]
        return named, found, unused


def _number(source: int, name: str) -> int:
    """Return the key of a picture, from its source and name: 63 bits, so that no two ever meet."""
    digest = hashlib.blake2b(f"{source}\n{name}".encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


def _alike(name: str, candidates: list[Candidate]) -> Candidate | None:
    """Return the file whose path agrees with a name the farthest from its end, if only one does."""
    wanted = name.split("/")[::-1]
    best: list[Candidate] = []
    longest = 0
    for candidate in candidates:
        length = 0
        for one, other in zip(wanted, candidate[1].split("/")[::-1], strict=False):
            if one != other:
                break
            length += 1
        if length > longest:
            best, longest = [candidate], length
        elif length == longest:
            best.append(candidate)
    return best[0] if len(best) == 1 else None
