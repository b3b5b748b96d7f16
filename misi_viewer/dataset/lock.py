"""A lock that goes with its process, however that ends."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from misi_viewer.dataset.files import Halt
from misi_viewer.errors import UserError

__all__ = ["locked"]

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock file.

    Raises
    ------
    UserError
        If another process holds it, or the file cannot be written.
    """
    try:
        stream = path.open("ab")
    except OSError as error:
        raise Halt(f"{path} cannot be written ({error.strerror or error}); give another -o.") from None
    with stream:
        try:
            _take(stream.fileno())
        except OSError:
            raise UserError(
                f"Another process is making {path.parent.parent}; wait for it, or give another -o."
            ) from None
        yield
