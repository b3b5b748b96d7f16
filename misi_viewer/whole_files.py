"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

from misi_viewer.errors import UserError

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all; an older one is replaced.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    temporary = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
        temporary.replace(path)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
