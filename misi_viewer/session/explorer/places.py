"""Where the explorer keeps what it makes: catalogues that can be made again, and what belongs to the user."""

from __future__ import annotations

import contextlib
import getpass
import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from misi_viewer.dataset.files import write_whole
from misi_viewer.dataset.layout import MANIFEST
from misi_viewer.dataset.reading.members import Kind, kind_of
from misi_viewer.errors import ReadError, UserError

__all__ = ["Places", "author_name", "contents_key", "prune"]

_APPLICATION: Final = "misi-viewer"
_MOST_FOLDERS: Final = 30
"""Data sets whose catalogues are kept."""

_MOST_KNOWN: Final = 500
_LARGEST_LIST: Final = 10_000_000
_DATASETS: Final = "datasets.json"
_COMPLEXES: Final = "complexes.json"


@dataclass(frozen=True, slots=True)
class Places:
    """Folders.

    Attributes
    ----------
    cache
        For what can be made again.
    data
        For what belongs to the user.
    """

    cache: Path
    data: Path

    @classmethod
    def of_user(cls) -> Places:
        """Return the user's own folders, as the system has them."""
        return cls(
            Path(platformdirs.user_cache_dir(_APPLICATION, appauthor=False)) / "datasets",
            Path(platformdirs.user_data_dir(_APPLICATION, appauthor=False)),
        )

    def folder_of(self, dataset: Path) -> Path:
        """Return the folder for what is made of a data set."""
        digest = hashlib.blake2b(str(dataset.absolute()).encode("utf-8", "replace"), digest_size=12).hexdigest()
        return self.cache / digest

    def known(self) -> dict[str, str]:
        """Return where data sets lay when they were last opened, by id."""
        return _read_names(self.data / _DATASETS)

    def remember(self, identity: str, dataset: Path) -> None:
        """Note where a data set lies, for links to it; what cannot be noted is left."""
        with contextlib.suppress(OSError, UserError):
            _note_name(self.data / _DATASETS, identity, str(dataset.absolute()))

    def complexes(self, identity: str) -> Path | None:
        """Return where the complexes of a data set lie; None where no place was linked."""
        place = _read_names(self.data / _COMPLEXES).get(identity)
        return None if place is None else Path(place)

    def link(self, identity: str, complexes: Path) -> None:
        """Note where the complexes of a data set lie.

        Raises
        ------
        UserError
            If it cannot be noted.
        """
        try:
            _note_name(self.data / _COMPLEXES, identity, str(complexes.absolute()))
        except OSError as error:
            raise ReadError(self.data, f"it cannot be written ({error.strerror or error})") from None


def _read_names(path: Path) -> dict[str, str]:
    try:
        data = path.read_bytes()
        return msgspec.json.decode(data, type=dict[str, str]) if len(data) < _LARGEST_LIST else {}
    except (OSError, msgspec.MsgspecError):
        return {}


def _note_name(path: Path, key: str, value: str) -> None:
    names = _read_names(path)
    if names.get(key) == value:
        return
    names.pop(key, None)
    names[key] = value
    latest = dict(list(names.items())[-_MOST_KNOWN:])
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, msgspec.json.format(msgspec.json.encode(latest)))


def author_name() -> str:
    """Return the name under which a person's notes stand."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "unknown"


def contents_key(dataset: Path) -> str:
    """Return what changes when a data set changes: of its manifest, tables, archives and folders.

    Raises
    ------
    ReadError
        If it cannot be read.
    """
    digest = hashlib.blake2b(digest_size=12)
    try:
        for line in _facts(dataset):
            digest.update(f"{line}\n".encode("utf-8", "replace"))
    except OSError as error:
        raise ReadError(dataset, f"it cannot be read ({error.strerror or error})") from None
    return digest.hexdigest()


def _facts(dataset: Path) -> Iterator[str]:
    if not dataset.exists():
        raise ReadError(dataset, "there is no such file or folder")
    if not dataset.is_dir():
        yield _stamp(dataset)
        return
    manifest = dataset / MANIFEST
    if manifest.is_file():
        with manifest.open("rb") as stream:
            yield hashlib.file_digest(stream, "sha256").hexdigest()
        yield from (_stamp(path) for path in sorted(dataset.iterdir()) if _counts(path.name))
        return
    for folder, folders, names in os.walk(dataset):
        folders.sort()
        yield f"{folder} {Path(folder).stat().st_mtime_ns}"
        yield from (_stamp(Path(folder, name)) for name in sorted(names) if _counts(name))


def _counts(name: str) -> bool:
    return kind_of(name) in (Kind.TABLE, Kind.ARCHIVE)


def _stamp(path: Path) -> str:
    facts = path.stat()
    return f"{path.name} {facts.st_size} {facts.st_mtime_ns}"


def prune(cache: Path) -> None:
    """Remove what was made of data sets that were not opened for the longest time."""
    with contextlib.suppress(OSError):
        folders = sorted((path for path in cache.iterdir() if path.is_dir()), key=lambda path: path.stat().st_mtime)
        for folder in folders[:-_MOST_FOLDERS]:
            shutil.rmtree(folder, ignore_errors=True)
