"""PNG: written fast, with texts; texts read back with care (W3C Portable Network Graphics, third edition)."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from isal import isal_zlib
from numpy.typing import NDArray

from misi_viewer.errors import ReadError

__all__ = ["encode", "read_texts"]

SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOUR_TYPES = {3: 2, 4: 6}
"""PNG's number for RGB and RGBA, by channels."""

BIT_DEPTH = 8
NO_FILTER = 0
"""Row filters make these pictures larger, not smaller."""

COMPRESSION_LEVEL = 2
METRES_PER_INCH = 0.0254

LARGEST_TEXT = 16 * 1024 * 1024
"""Bytes of text that are read, after unpacking."""

LARGEST_FILE = 2**30
LARGEST_KEYWORD = 79
LARGEST_CHUNK = 2**31 - 1
MOST_CHUNKS = 1_000_000

WORTH_PACKING = 1024
"""Bytes of text from which on it is compressed."""


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = isal_zlib.crc32(data, isal_zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", check)))


def _text_chunk(keyword: str, text: str) -> bytes:
    """Return an iTXt chunk: UTF-8, compressed where that pays."""
    name = keyword.encode("latin-1")
    if not 1 <= len(name) <= LARGEST_KEYWORD:
        raise ValueError(f"a PNG keyword has 1 to {LARGEST_KEYWORD} characters, not {len(name)}")
    data = text.encode()
    packed = len(data) >= WORTH_PACKING
    if packed:
        data = zlib.compress(data, 9)
    return _chunk(b"iTXt", name + bytes((0, packed, 0, 0, 0)) + data)


def encode(picture: NDArray[np.uint8], texts: Mapping[str, str] | None = None, dpi: float | None = None) -> bytes:
    """Return a picture as PNG.

    Parameters
    ----------
    picture
        (h, w, 3 or 4) uint8.
    texts
        By keyword, to be kept in the file.
    dpi
        Pixels per inch on paper; None says nothing of it.
    """
    height, width, channels = picture.shape
    rows = np.empty((height, 1 + width * channels), dtype=np.uint8)
    rows[:, 0] = NO_FILTER
    rows[:, 1:] = picture.reshape(height, -1)
    header = struct.pack(">IIBBBBB", width, height, BIT_DEPTH, COLOUR_TYPES[channels], 0, 0, 0)
    parts = [SIGNATURE, _chunk(b"IHDR", header)]
    parts += [_text_chunk(keyword, text) for keyword, text in (texts or {}).items()]
    if dpi is not None:
        per_metre = round(dpi / METRES_PER_INCH)
        parts.append(_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
    parts.append(_chunk(b"IDAT", isal_zlib.compress(rows, COMPRESSION_LEVEL)))
    parts.append(_chunk(b"IEND", b""))
    return b"".join(parts)


def _read(path: Path) -> bytes:
    try:
        if path.exists() and not path.is_file():
            raise ReadError(path, "it cannot be read, as it is not a file")
        if path.stat().st_size > LARGEST_FILE:
            raise ReadError(path, f"the file is larger than {LARGEST_FILE // 2**30} GiB, which no picture is")
        return path.read_bytes()
    except OSError as error:
        raise ReadError(path, f"it cannot be read: {error.strerror or error}") from None


def _chunks(path: Path, data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of a PNG.

    Raises
    ------
    ReadError
        If it is cut short or damaged.
    """
    place = len(SIGNATURE)
    for _ in range(MOST_CHUNKS):
        if place + 12 > len(data):
            break
        length, kind = struct.unpack_from(">I4s", data, place)
        end = place + 12 + length
        if length > LARGEST_CHUNK or end > len(data):
            break
        body = data[place + 8 : end - 4]
        if zlib.crc32(body, zlib.crc32(kind)) != struct.unpack_from(">I", data, end - 4)[0]:
            raise ReadError(path, f"the PNG is damaged in its {kind.decode('latin-1')} part; take another copy of it")
        yield kind, body
        if kind == b"IEND":
            return
        place = end
    raise ReadError(path, "the PNG ends too early; take another copy of it")


def _unpack(path: Path, data: bytes, largest: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, largest)
    except zlib.error:
        raise ReadError(path, "a text in the PNG is damaged; take another copy of it") from None
    if unpacker.unconsumed_tail:
        raise _too_much_text(path)
    return text


def _too_much_text(path: Path) -> ReadError:
    return ReadError(path, f"the PNG holds more than {LARGEST_TEXT // 2**20} MiB of text, which no picture needs")


def _international_text(path: Path, body: bytes, largest: int) -> tuple[str, str]:
    keyword, _, rest = body.partition(b"\0")
    if len(rest) < 2:
        raise ReadError(path, "a text in the PNG is damaged; take another copy of it")
    packed = rest[0]
    text = rest[2:].split(b"\0", 2)[-1]
    return keyword.decode("latin-1"), (_unpack(path, text, largest) if packed else text).decode(errors="replace")


def _text(path: Path, kind: bytes, body: bytes, largest: int) -> tuple[str, str] | None:
    """Return keyword and text of a chunk; None if it is none."""
    if kind == b"iTXt":
        return _international_text(path, body, largest)
    keyword, _, rest = body.partition(b"\0")
    if kind == b"tEXt":
        return keyword.decode("latin-1"), rest.decode("latin-1")
    if kind == b"zTXt":
        return keyword.decode("latin-1"), _unpack(path, rest[1:], largest).decode("latin-1")
    return None


def read_texts(path: Path) -> dict[str, str]:
    """Return the texts in a PNG, by keyword; of several with one keyword the first.

    Raises
    ------
    ReadError
        If the file is no PNG, damaged, or holds texts beyond all measure.
    """
    data = _read(path)
    if not data.startswith(SIGNATURE):
        raise ReadError(path, "this is not a PNG picture")
    texts: dict[str, str] = {}
    left = LARGEST_TEXT
    for kind, body in _chunks(path, data):
        found = _text(path, kind, body, max(left, 1))
        if found is not None:
            texts.setdefault(*found)
            left -= len(found[1])
            if left < 0:
                raise _too_much_text(path)
    return texts
