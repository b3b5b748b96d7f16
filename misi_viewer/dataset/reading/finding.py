"""Going through sources for questions and pictures, one member after the other."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from misi_viewer.dataset.layout import CHARTS, MANIFEST, REPORT, TABLE
from misi_viewer.dataset.reading.found import Found, Reading, TableCount
from misi_viewer.dataset.reading.members import Kind, Member, kind_of, members_of
from misi_viewer.dataset.reading.placing import NO_QUESTION, Placer, Unplaced
from misi_viewer.dataset.reading.shapes import Fields, fields_of
from misi_viewer.dataset.reading.tables import read_rows
from misi_viewer.errors import ReadError, UserError

__all__ = ["find_questions"]

OWN_FILES = frozenset((MANIFEST, REPORT, TABLE, CHARTS, "dataset_info.json"))
"""Files of a data set made by this program that hold no questions."""

PATIENCE = 100
"""Rows at the beginning of a table among which there must be a question."""

_REPLIES = frozenset(("prediction", "predict", "filtered_resps", "resps"))
_REPLY_AND_TRUTH = frozenset(("response", "labels"))
"""Columns of predictions (spec formats.md): a reply must never be taken for a truth."""

_UNUSUAL = re.compile(r"\\|//|^/|:|(?:^|/)\.\.?(?:/|$)")
_MOST_HALVES = 2_000_000


def _ignore(_member: Member) -> None:
    pass


def find_questions(
    sources: Iterable[Path], reading: Reading, picture: Callable[[Member], None] = _ignore
) -> Iterator[Found]:
    """Yield the questions in folders, archives and files.

    Parameters
    ----------
    sources
        In order; archives in a folder are sources too.
    reading
        Is told what is read and what is not.
    picture
        Is called with each picture that is there.

    Raises
    ------
    UserError
        If a source is not there, not to be trusted, or not to be read at all.
    """
    finder = _Finder(reading, picture)
    waiting = list(sources)
    for source in waiting:
        if kind_of(source.name) is Kind.PICKLE and source.is_file():
            raise ReadError(source, "this is a pickle, which may run any program; it is not read")
        yield from finder.members(source, waiting)
    finder.close()


class _Table:
    """What is the same for all rows of a table."""

    def __init__(self, member: Member) -> None:
        self.source, self.name, self.path = str(member.source), member.name, str(member.path)
        self.folder = member.folder
        self.names = (posixpath.basename(member.name), member.source.name)
        self._shown: dict[str, tuple[str, ...]] = {}

    def share_images(self, fields: Fields) -> None:
        """Give a row that names another one in place of its pictures the pictures of that."""
        if fields.same_images and not fields.embedded:
            shown = self._shown.get(fields.same_images)
            fields.embedded = shown is not None
            fields.images = fields.images or shown or ()
        elif fields.embedded and fields.id:
            self._shown[fields.id] = fields.images


class _Finder:
    def __init__(self, reading: Reading, picture: Callable[[Member], None]) -> None:
        self._reading = reading
        self._picture = picture
        self._placer = Placer()
        self._placer.remarks = reading.remarks
        self._halves: dict[str, bytes] = {}

    def members(self, source: Path, waiting: list[Path]) -> Iterator[Found]:
        """Yield the questions of a source; put archives that lie in it behind those that wait."""
        for member in members_of(source):
            match member.kind:
                case Kind.TABLE if posixpath.basename(member.name) not in OWN_FILES:
                    yield from self._table(member, given=member.path == source)
                case Kind.PICTURE:
                    self._picture(member)
                case Kind.ARCHIVE if source.is_dir():
                    waiting.append(member.path)
                case Kind.ARCHIVE:
                    self._reading.refuse(f"{member.path}: an archive in an archive is not read; unpack it.")
                case Kind.PICKLE:
                    self._reading.refuse(f"{member.path}: this is a pickle, which may run any program; it is not read.")
                case Kind.LINK:
                    self._reading.refuse(f"{member.path}: this is a link, which is not followed.")
                case _:
                    pass

    def _table(self, member: Member, *, given: bool) -> Iterator[Found]:
        """Yield the questions of a table; one that breaks off is reported, unless it is all that was asked for."""
        count = TableCount()
        table = _Table(member)
        try:
            for number, row in read_rows(member):
                if not count.read:
                    self._reading.tables[table.path] = count
                count.read += 1
                found = self._row(table, number, row)
                if found is not None:
                    count.placed += 1
                    self._reading.tasks[found.task] += 1
                    yield found
                elif not count.placed and count.read == PATIENCE and not self._halves:
                    self._reading.refuse(
                        f"{member.path}: its first {PATIENCE} rows hold no question; the rest is not read."
                    )
                    return
        except UserError as error:
            if given and not count.read:
                raise
            self._reading.refuse(str(error))

    def _row(self, table: _Table, number: int, row: dict[str, object]) -> Found | None:
        try:
            if _REPLIES & row.keys() or row.keys() >= _REPLY_AND_TRUTH:
                raise Unplaced("it is a reply of a model: import it with --predictions")
            fields = self._whole(fields_of(row), row)
            if fields is None:
                return None
            table.share_images(fields)
            found = self._placer.place(fields, table.names)
        except Unplaced as verdict:
            self._reading.leave_out(str(verdict), table.path, number)
            return None
        found.source, found.table, found.row = table.source, table.name, number
        found.images = tuple(_within(table.folder, name) for name in found.images)
        return found

    def _whole(self, fields: Fields, row: dict[str, object]) -> Fields | None:
        """Put a request without its truth and a truth without its request together, by their id."""
        own_id = row.get("custom_id")
        if not isinstance(own_id, str) or bool(fields.prompt) == bool(fields.answer):
            return fields
        other = self._halves.pop(own_id, None)
        if other is None:
            if len(self._halves) >= _MOST_HALVES:
                raise UserError(f"More than {_MOST_HALVES:,} requests wait for their truths; import fewer at once.")
            self._halves[own_id] = msgspec.json.encode(fields)
            return None
        half = msgspec.json.decode(other, type=Fields)
        request, truth = (fields, half) if fields.prompt else (half, fields)
        truth.prompt, truth.images, truth.embedded = request.prompt, request.images, request.embedded
        return truth

    def close(self) -> None:
        """Count what is left over."""
        for own_id in self._halves:
            self._reading.leave_out(NO_QUESTION, own_id, 0)


def _within(folder: str, name: str) -> str:
    """Return an image's name within its source; what leads out of it is cut off there."""
    path = f"{folder}/{name}" if folder else name
    if not _UNUSUAL.search(path):
        return path
    plain = name.replace("\\", "/").removeprefix("file://").lstrip("/")
    parts = posixpath.normpath(posixpath.join(folder, plain)).split("/")
    return "/".join(part for part in parts if part not in ("..", ".", ""))
