"""Tar archives, packed or not, gone through once from beginning to end."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from misi_viewer.dataset.reading.limits import Tally, checked_name
from misi_viewer.errors import ReadError

__all__ = ["TarEntry", "is_packed", "tar_entries"]

_MOST_AT_ONCE: Final = 16 * 2**20
"""Bytes that the standard library may ask for at once: names that are longer only serve to fill memory."""

_OPENERS: Final = ((b"\x1f\x8b", gzip.open), (b"BZh", bz2.open), (b"\xfd7zXZ", lzma.open))


class TarEntry:
    """A member of a tar archive; it can be opened only until the next one is asked for.

    Attributes
    ----------
    name
        With forward slashes, relative.
    size
        Bytes.
    offset
        Of its bytes in the unpacked archive.
    is_link
        Whether it is a symbolic or hard link.
    """

    def __init__(self, name: str, member: tarfile.TarInfo, archive: tarfile.TarFile) -> None:
        self.name = name
        self.size = member.size
        self.offset = member.offset_data
        self.is_link = member.issym() or member.islnk()
        self._member = member
        self._archive = archive

    def open(self) -> BinaryIO:
        """Open it for reading."""
        stream = self._archive.extractfile(self._member)
        return cast("BinaryIO", stream if stream is not None else io.BytesIO())


def is_packed(path: Path) -> bool:
    """Return whether the archive is packed, so that one must read from its beginning."""
    return _opener(path) is not None


def _opener(path: Path) -> Callable[..., Any] | None:
    with path.open("rb") as stream:
        head = stream.read(8)
    return next((opener for magic, opener in _OPENERS if head.startswith(magic)), None)


def tar_entries(path: Path) -> Iterator[TarEntry]:
    """Yield files and links of an archive.

    Raises
    ------
    ReadError
        If it cannot be read, or is refused: see `limits`.
    """
    try:
        tally = Tally(path)
        with ExitStack() as stack:
            opener = _opener(path)
            plain: BinaryIO = stack.enter_context(path.open("rb") if opener is None else opener(path, "rb"))
            guarded = cast("BinaryIO", _Guarded(plain, path))
            archive = stack.enter_context(tarfile.open(fileobj=guarded, mode="r:"))
            yield from _entries(archive, path, tally)
    except (tarfile.TarError, EOFError, OSError, zlib.error, lzma.LZMAError, ValueError, OverflowError) as error:
        raise ReadError(path, "the tar archive is damaged or cut short; fetch it again") from error


def _entries(archive: tarfile.TarFile, path: Path, tally: Tally) -> Iterator[TarEntry]:
    while (member := archive.next()) is not None:
        archive.members = []  # type: ignore[attr-defined]  # else all that was seen stays in memory
        name = checked_name(path, member.name)
        tally.add(name, member.size)
        if member.isfile() or member.issym() or member.islnk():
            yield TarEntry(name, member, archive)
        elif not member.isdir():
            raise ReadError(path, f"the archive is refused: its member {name[:80]!r} is a device, not a file")


class _Guarded:
    """A stream that is never asked for more than a header or a chunk at once."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self._stream = stream
        self._path = path
        self.seek, self.tell = stream.seek, stream.tell

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _MOST_AT_ONCE:
            raise ReadError(self._path, "the archive is refused: one of its members has a name of many megabytes")
        return self._stream.read(size)
