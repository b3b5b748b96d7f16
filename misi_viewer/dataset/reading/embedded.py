"""Pictures that lie in the rows of a table: base64 in JSON and TSV, bytes in Parquet."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from misi_viewer.dataset.reading.jsons import decode_json
from misi_viewer.dataset.reading.limits import LARGEST_PICTURE
from misi_viewer.dataset.reading.members import Member, members_of
from misi_viewer.dataset.reading.tables import read_rows
from misi_viewer.errors import ReadError

__all__ = ["embedded_pictures"]

_KEYS: Final = ("images", "image", "imgs", "img", "pictures", "messages", "conversations", "input", "body")
_SHORTEST: Final = 65
"""Characters of base64 that are a picture and no index of a row (spec formats.md)."""

_MOST: Final = 64
_DEEPEST: Final = 8


def embedded_pictures(source: Path, table: str, row: int) -> Iterator[bytes]:
    """Yield the pictures in a row of a table, as files.

    Parameters
    ----------
    source
        Folder or archive.
    table
        Name of the table in it.
    row
        Number of the row, from 1.

    Raises
    ------
    ReadError
        If the row is not there.
    """
    member = next((one for one in members_of(_part(source, table)) if one.path == source / table), None)
    if member is None:
        raise ReadError(source, f"it holds no {table[:200]}")
    fields = _row(member, row)
    shared = fields.get("image")
    if isinstance(shared, str) and 0 < len(shared) < _SHORTEST:
        rows = (other for _, other in read_rows(member, with_bytes=True))
        fields = next((other for other in rows if str(other.get("index")) == shared), fields)
    found = (picture for key in _KEYS for picture in _pictures(fields.get(key), 0))
    for count, picture in enumerate(found):
        if count >= _MOST:
            return
        yield picture


def _part(source: Path, table: str) -> Path:
    """Return what is gone through: in a folder only the table itself."""
    return source / table if source.is_dir() else source


def _row(member: Member, row: int) -> Mapping[str, Any]:
    for number, fields in read_rows(member, with_bytes=True):
        if number == row:
            return fields
    raise ReadError(member.path, f"it has no row {row:,} any more; import it again")


def _pictures(value: Any, depth: int) -> Iterator[bytes]:
    if depth > _DEEPEST:
        return
    if isinstance(value, bytes):
        yield value
    elif isinstance(value, str):
        if value.startswith("[") and len(value) >= _SHORTEST:
            yield from _pictures(_list_of(value), depth + 1)
        elif (picture := _decoded(value)) is not None:
            yield picture
    elif isinstance(value, list):
        for one in value:
            yield from _pictures(one, depth + 1)
    elif isinstance(value, dict):
        for key in ("bytes", "image_url", "url", "image", "content", "messages", "input"):
            yield from _pictures(value.get(key), depth + 1)


def _list_of(text: str) -> Any:
    """Return a list of base64 texts, in JSON or as Python prints it; base64 itself holds no quotes."""
    try:
        return decode_json(text.replace("'", '"'))
    except ValueError:
        return None


def _decoded(text: str) -> bytes | None:
    data = text.partition(",")[2] if text.startswith("data:") else text
    if len(data) < _SHORTEST or len(data) > LARGEST_PICTURE * 4 // 3 + 4:
        return None
    try:
        return base64.b64decode(data, validate=True)
    except (binascii.Error, ValueError):
        return None
