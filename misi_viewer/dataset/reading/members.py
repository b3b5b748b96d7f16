"""Folders, archives and single files alike: members by name, which can be opened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Final

from misi_viewer.dataset.reading.limits import LARGEST_MEMBER, LARGEST_PICTURE, MOST_ENTRIES
from misi_viewer.dataset.reading.tars import is_packed, tar_entries
from misi_viewer.dataset.reading.zips import ZipEntry, entry_at, is_zip, open_entry, zip_entries
from misi_viewer.errors import ReadError

__all__ = ["Kind", "Member", "kind_of", "members_of", "read_picture"]

_TABLES: Final = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".parquet", ".xlsx")
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff")
_ARCHIVES: Final = (".zip", ".tar", ".tgz", ".tar.gz", ".tbz2", ".tar.bz2", ".txz", ".tar.xz", ".eval")
_PICKLES: Final = (".pkl", ".pickle", ".pt", ".pth", ".joblib", ".dill")
_PACKED: Final = tuple(f"{ending}.gz" for ending in _TABLES if ending not in (".parquet", ".xlsx"))


class Kind(Enum):
    """What a file's name says of it."""

    TABLE = "table"
    PICTURE = "picture"
    ARCHIVE = "archive"
    PICKLE = "pickle"
    LINK = "link"
    OTHER = "other"


def kind_of(name: str) -> Kind:
    """Return what a file's name says of it."""
    low = name.lower()
    for endings, kind in ((_ARCHIVES, Kind.ARCHIVE), (_PICTURES, Kind.PICTURE), (_PICKLES, Kind.PICKLE)):
        if low.endswith(endings):
            return kind
    return Kind.TABLE if low.endswith((*_TABLES, *_PACKED)) else Kind.OTHER


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a folder or archive.

    Attributes
    ----------
    source
        The folder, the archive, or the folder of a single file.
    name
        Relative to it, with forward slashes.
    size
        Bytes; -1 where it was not looked up.
    kind
        What it is.
    place
        Where in the archive it lies; None in a folder or a packed tar.
    open
        Opens it. In a tar, only until the next member is asked for.
    """

    source: Path
    name: str
    size: int
    kind: Kind
    place: int | None
    open: Callable[[], BinaryIO]

    @property
    def folder(self) -> str:
        """The folder it lies in, within the source; "" for the source itself."""
        parent = str(PurePosixPath(self.name).parent)
        return "" if parent == "." else parent

    @property
    def path(self) -> Path:
        """The path, for messages; in a folder it can be opened."""
        return self.source / self.name


def members_of(source: Path) -> Iterator[Member]:
    """Yield the files of a folder, an archive, or the one file that is given.

    Raises
    ------
    ReadError
        If there is nothing, or an archive is refused.
    """
    if source.is_dir():
        yield from _in_folder(source)
    elif not source.is_file():
        raise ReadError(source, "there is no such file or folder")
    elif kind_of(source.name) is Kind.ARCHIVE:
        yield from _in_archive(source)
    else:
        yield _file(source.parent, source)


def _file(source: Path, path: Path) -> Member:
    def opened() -> BinaryIO:
        if path.stat().st_size > LARGEST_MEMBER:
            raise ReadError(path, f"the file is larger than {LARGEST_MEMBER >> 30} GB, the most that is read")
        return path.open("rb")

    return Member(source, path.relative_to(source).as_posix(), -1, kind_of(path.name), None, opened)


def _in_folder(root: Path) -> Iterator[Member]:
    """Yield files in the order of their names, folders after files; what is hidden is left out."""
    waiting = [root]
    inside = root.resolve()
    count = 0
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError as error:
            raise ReadError(folder, f"the folder cannot be read ({error.strerror})") from None
        folders = []
        for entry in entries:
            count += 1
            if count > MOST_ENTRIES:
                raise ReadError(root, f"the folder holds more than {MOST_ENTRIES:,} files, the most that are read")
            if entry.name.startswith("."):
                continue
            path = Path(entry.path)
            if entry.is_symlink() and not _leads_inside(path, inside):
                yield Member(root, path.relative_to(root).as_posix(), -1, Kind.LINK, None, _closed(path))
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif entry.is_file():
                yield _file(root, path)
        waiting += reversed(folders)


def _leads_inside(link: Path, root: Path) -> bool:
    try:
        return link.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _closed(path: Path) -> Callable[[], BinaryIO]:
    def opened() -> BinaryIO:
        raise ReadError(path, "this is a link, which is not followed")

    return opened


def _in_archive(path: Path) -> Iterator[Member]:
    if is_zip(path) or path.suffix.lower() in (".zip", ".eval"):
        for zipped in zip_entries(path):
            kind = Kind.LINK if zipped.is_link else kind_of(zipped.name)
            yield Member(path, zipped.name, zipped.size, kind, zipped.offset, _opening(path, zipped))
        return
    packed = is_packed(path)
    for entry in tar_entries(path):
        kind = Kind.LINK if entry.is_link else kind_of(entry.name)
        opened = _closed(path / entry.name) if entry.is_link else entry.open
        yield Member(path, entry.name, entry.size, kind, None if packed else entry.offset, opened)


def _opening(path: Path, entry: ZipEntry) -> Callable[[], BinaryIO]:
    return lambda: open_entry(path, entry)


def read_picture(source: Path, name: str, place: int | None = None, size: int = -1) -> bytes:
    """Return a picture's bytes.

    Parameters
    ----------
    source, name
        Folder or archive, and name in it.
    place, size
        As its `Member` told them; without, an archive is searched.

    Raises
    ------
    ReadError
        If it is not there, or larger than a picture is.
    """
    if source.is_dir():
        return _read_file(source, name)
    if place is not None and 0 <= size <= LARGEST_PICTURE:
        if is_zip(source):
            with open_entry(source, entry_at(source, name, place, size)) as stream:
                return _read(stream, source / name)
        with source.open("rb") as stream:
            stream.seek(place)
            return stream.read(size)
    for member in members_of(source):
        if member.name == name and member.kind is not Kind.LINK:
            with member.open() as stream:
                return _read(stream, member.path)
    raise ReadError(source, f"it holds no {name[:200]}")


def _read_file(folder: Path, name: str) -> bytes:
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ReadError(path, "the picture lies outside of its data set; it is not read")
    if not path.is_file():
        raise ReadError(path, "the picture is missing")
    with path.open("rb") as stream:
        return _read(stream, path)


def _read(stream: BinaryIO, path: Path) -> bytes:
    data = stream.read(LARGEST_PICTURE + 1)
    if len(data) > LARGEST_PICTURE:
        raise ReadError(path, f"this is no picture: it is larger than {LARGEST_PICTURE >> 20} MB")
    return data
