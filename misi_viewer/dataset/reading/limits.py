"""What is too large or too strange to be read, whoever sent it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from misi_viewer.errors import ReadError

__all__ = [
    "LARGEST_ITEM",
    "LARGEST_MEMBER",
    "LARGEST_OBJECT",
    "LARGEST_PICTURE",
    "LONGEST_NAME",
    "MOST_ENTRIES",
    "MOST_ROWS",
    "Tally",
    "checked_name",
]

LARGEST_MEMBER: Final = 4 * 2**30
"""Bytes of one member of an archive, unpacked."""

LARGEST_PICTURE: Final = 64 * 2**20
"""Bytes of one picture."""

LARGEST_ITEM: Final = 256 * 2**20
"""Bytes of one row of a table: a question with eleven embedded pictures has a few million."""

LARGEST_OBJECT: Final = 512 * 2**20
"""Bytes of a JSON object that holds a whole table, which must be read at once."""

MOST_ENTRIES: Final = 2_000_000
"""Members of an archive, or files of a folder; the whole benchmark has 588,000 pictures."""

MOST_ROWS: Final = 20_000_000
"""Rows of one table."""

LONGEST_NAME: Final = 1_000
"""Characters of a member's name."""

_UNSUSPICIOUS: Final = 2**30
_MOST_GROWTH: Final = 200
"""Times its packed size that an archive may unpack to beyond that; repetitive tables shrink to a fiftieth."""


def checked_name(archive: Path, name: str) -> str:
    """Return a member's name with forward slashes.

    Raises
    ------
    ReadError
        If it leads out of the archive: the archive is not to be trusted.
    """
    plain = name.replace("\\", "/")
    shown = repr(name[:80])
    if plain.startswith("/") or (len(plain) > 1 and plain[1] == ":" and plain[0].isalpha()):
        raise ReadError(archive, f"the archive is refused: its member {shown} has an absolute path")
    parts = [part for part in plain.split("/") if part not in ("", ".")]
    if ".." in parts:
        raise ReadError(archive, f"the archive is refused: its member {shown} leads out of it")
    if len(plain) > LONGEST_NAME or "\0" in plain:
        raise ReadError(archive, f"the archive is refused: its member {shown} has no usable name")
    return "/".join(parts)


class Tally:
    """Keeps count of an archive's members and refuses what only serves to fill memory or disk.

    Parameters
    ----------
    archive
        Its path; its size on disk is what growth is measured by.
    """

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._limit = max(_UNSUSPICIOUS, _MOST_GROWTH * archive.stat().st_size)
        self._count = self._bytes = 0

    def declare(self, count: int) -> None:
        """Take note of how many members there are said to be.

        Raises
        ------
        ReadError
            If they are too many.
        """
        if count > MOST_ENTRIES:
            problem = f"the archive is refused: it has {count:,} members, and at most {MOST_ENTRIES:,} are read"
            raise ReadError(self._archive, problem)

    def add(self, name: str, size: int) -> None:
        """Count a member.

        Raises
        ------
        ReadError
            If it is too large, or all of them together are.
        """
        self._count += 1
        self._bytes += max(size, 0)
        self.declare(self._count)
        if size > LARGEST_MEMBER:
            large = f"its member {name[:80]!r} unpacks to {size / 2**30:,.1f} GB"
            raise ReadError(
                self._archive, f"the archive is refused: {large}, and at most {LARGEST_MEMBER >> 30} GB are read"
            )
        if self._bytes > self._limit:
            raise ReadError(
                self._archive,
                f"the archive is refused: it unpacks to more than {self._limit >> 20:,} MB, far more than its size",
            )


def at_most(pieces: Iterator[bytes], limit: int, archive: Path, name: str) -> Iterator[bytes]:
    """Pass pieces on until they are more than they may be.

    Raises
    ------
    ReadError
        If they are.
    """
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > limit:
            raise ReadError(archive, f"{name[:80]!r} unpacks to more than the {limit:,} bytes it should have")
        yield piece
