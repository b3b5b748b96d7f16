"""Files that are there whole or not at all, whenever the process or the disk gives up."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from misi_viewer.errors import UserError

__all__ = ["Halt", "make_folder", "remove_parts", "whole_file", "write_whole"]

PART = ".part"
"""Ending of a file that is being written."""


class Halt(UserError):  # noqa: N818  a verdict on the whole, no kind of error
    """Something that stops the making of a data set as a whole, not only one complex."""


def _cannot_write(path: Path, error: OSError) -> Halt:
    reason = error.strerror or str(error)
    return Halt(f"{path} cannot be written ({reason}); when that is put right, go on with --resume.")


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """Open a file that takes its place, or that of an older one, when all has been written.

    Raises
    ------
    Halt
        If it cannot be written.
    """
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}{PART}")
    try:
        with temporary.open("xb") as stream:
            yield stream
        temporary.replace(path)
    except OSError as error:
        raise _cannot_write(path, error) from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file.

    Raises
    ------
    Halt
        If it cannot be written.
    """
    with whole_file(path) as stream:
        stream.write(data)


def make_folder(path: Path) -> None:
    """Make a folder where there is none.

    Raises
    ------
    Halt
        If it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(path, error) from None


def remove_parts(folder: Path) -> None:
    """Remove what killed processes left unfinished in a folder."""
    if folder.is_dir():
        for path in folder.glob(f".*{PART}"):
            path.unlink(missing_ok=True)
