"""What can be fetched: the address tables among the assets, and what a hub answers when it is asked for its files."""

from __future__ import annotations

import fnmatch
import tomllib
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Annotated, Final
from urllib.parse import quote

import msgspec

from misi_viewer import resources
from misi_viewer.errors import UserError

__all__ = ["RemoteFile", "Source", "choose", "parse_listing", "parse_source", "source_named", "source_names"]

FOLDER: Final = "downloads"
_MOST_FILES: Final = 100_000
_LONGEST_NAME: Final = 200
_LARGEST_FILE: Final = 200 * 10**9
"""Bytes; all archives together have 14.4 GB."""

Address = Annotated[str, msgspec.Meta(pattern=r"^https?://[^\s]+$", max_length=500)]


class Source(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A published data set.

    Attributes
    ----------
    about
        One line for people.
    listing
        Address that answers with the files.
    file
        Address of a file, with ``{path}`` in it.
    parts
        Patterns of names, by part.
    """

    about: str
    listing: Address
    file: Address
    parts: dict[str, tuple[str, ...]]

    def address(self, path: str) -> str:
        """Return the address of a file."""
        return self.file.replace("{path}", quote(path))


class RemoteFile(msgspec.Struct, frozen=True):
    """A file that can be fetched.

    Attributes
    ----------
    path
        Its name there, with forward slashes.
    size
        Bytes.
    sha256
        Hexadecimal; "" where it is not told.
    blob
        SHA-1 of git's kind, hexadecimal; "" where it is not told.
    """

    path: str
    size: int
    sha256: str = ""
    blob: str = ""


class _Stored(msgspec.Struct):
    oid: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
    size: int


class _Entry(msgspec.Struct):
    type: str
    path: str
    size: int = 0
    oid: str = ""
    lfs: _Stored | None = None


def source_names() -> list[str]:
    """Return the names of the sources that there are."""
    return sorted(path.stem for path in resources.path(FOLDER).glob("*.toml"))


def source_named(name: str) -> Source:
    """Return a source.

    Raises
    ------
    UserError
        If there is none of this name.
    """
    if name not in source_names():
        raise UserError(f"There is no '{name[:60]}' to download; there is {', '.join(source_names())}.")
    return parse_source(resources.path(f"{FOLDER}/{name}.toml").read_text(encoding="utf-8"), name)


def parse_source(text: str, name: str) -> Source:
    """Read an address table.

    Raises
    ------
    UserError
        If it is none.
    """
    try:
        source = msgspec.convert(tomllib.loads(text), Source)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise UserError(f"{name} is no table of addresses ({' '.join(str(error).split())[:150]}).") from None
    if "{path}" not in source.file:
        raise UserError(f"{name} is no table of addresses: {{path}} is missing in file.")
    return source


def parse_listing(data: bytes, place: str) -> list[RemoteFile]:
    """Return the files that a hub tells.

    Raises
    ------
    UserError
        If the answer is none, or a file has no usable name, size or hash.
    """
    try:
        entries = msgspec.json.decode(data, type=list[_Entry])
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        raise UserError(f"{place} does not answer with a list of files; try again later.") from None
    files = [_checked(entry, place) for entry in entries if entry.type == "file"]
    if len(files) > _MOST_FILES:
        raise UserError(f"{place} tells of {len(files):,} files; at most {_MOST_FILES:,} are fetched.")
    return files


def _checked(entry: _Entry, place: str) -> RemoteFile:
    parts = PurePosixPath(entry.path).parts
    plain = entry.path.isprintable() and not any(letter in entry.path for letter in '\\:*?"<>|')
    if not plain or not parts or entry.path.startswith("/") or ".." in parts or len(entry.path) > _LONGEST_NAME:
        raise UserError(f"{place} tells of a file that leads elsewhere ({entry.path[:60]!r}); nothing is fetched.")
    size = entry.lfs.size if entry.lfs else entry.size
    if not 0 <= size <= _LARGEST_FILE:
        raise UserError(f"{place} tells of a file of {size:,} bytes; nothing is fetched.")
    blob = entry.oid if not entry.lfs and len(entry.oid) == 40 else ""
    return RemoteFile(entry.path, size, entry.lfs.oid if entry.lfs else "", blob)


def choose(source: Source, part: str, files: Sequence[RemoteFile]) -> list[RemoteFile]:
    """Return the files of a part.

    Raises
    ------
    UserError
        If there is no such part, or it has no files.
    """
    patterns = source.parts.get(part)
    if patterns is None:
        raise UserError(f"There is no part '{part[:40]}'; there are {', '.join(source.parts)}.")
    chosen = [one for one in files if any(fnmatch.fnmatchcase(one.path.lower(), pattern) for pattern in patterns)]
    if not chosen:
        raise UserError(f"None of the {len(files):,} files belongs to the part '{part}'; fetch --part all.")
    return chosen
