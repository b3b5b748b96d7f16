"""Bytes of a structure file: unpacked, measured, decoded, and told apart."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO
from pathlib import Path
from typing import Final

from misi_viewer.errors import ReadError

__all__ = ["MAXIMUM_BYTES", "Source", "read_source"]

MAXIMUM_BYTES: Final = 512 * 1024 * 1024
"""Largest file, unpacked, that is read; a real structure of a million atoms has about 100 MB."""

_CHUNK: Final = 1 << 20
_UNSUSPICIOUS_BYTES: Final = 64 * 1024 * 1024
_MOST_GROWTH: Final = 100
"""Times its packed size that a file may unpack to beyond that; coordinates shrink to a quarter, not to a hundredth."""
_GZIP: Final = b"\x1f\x8b"
_PACKED: Final = {b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"PK\x03\x04": "zip", b"7z\xbc\xaf": "7z", b"Rar!": "rar"}
_BYTE_ORDER_MARKS: Final = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)


@dataclass(frozen=True, eq=False)
class Source:
    """A file's contents.

    Attributes
    ----------
    path
        Where it lies.
    data
        Its bytes, unpacked.
    sha256
        Hexadecimal digest of the bytes as they lie on disk.
    """

    path: Path
    data: bytes
    sha256: str

    @cached_property
    def text(self) -> str:
        """The contents as text with every line end turned into a line feed.

        Columns count in the older formats, so what is no UTF-8 is taken byte
        by byte (Latin-1).
        """
        text = _decode(self.path, self.data)
        return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    @cached_property
    def lines(self) -> list[str]:
        """The lines of `text` without their ends."""
        return self.text.split("\n")

    @property
    def suffix(self) -> str:
        """The last ending in lower case, ``.gz`` left out."""
        name = Path(self.path.name.lower())
        return (Path(name.stem) if name.suffix == ".gz" else name).suffix

    @property
    def stem(self) -> str:
        """File name without ``.gz`` and the ending before it."""
        name = self.path.name
        if name.lower().endswith(".gz"):
            name = name[:-3]
        return Path(name).stem


def read_source(path: str | Path) -> Source:
    """Read a plain or gzipped file.

    Raises
    ------
    ReadError
        Where the file cannot be read, is empty, too large, or badly packed.
    """
    path = Path(path)
    try:
        if path.is_dir():
            raise ReadError(path, "this is a folder where a file is expected")
        if path.exists() and not path.is_file():
            raise ReadError(path, "this is no ordinary file")
        if path.stat().st_size > MAXIMUM_BYTES:
            raise ReadError(path, f"the file is larger than {MAXIMUM_BYTES >> 20} MB, the most that is read")
        raw = path.read_bytes()
    except FileNotFoundError:
        raise ReadError(path, "there is no such file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise ReadError(path, f"the file cannot be read ({reason})") from error
    return Source(path, _unpack(path, raw), hashlib.sha256(raw).hexdigest())


def _unpack(path: Path, raw: bytes) -> bytes:
    data = _gunzip(path, raw) if raw.startswith(_GZIP) else raw
    for magic, packer in _PACKED.items():
        if data.startswith(magic):
            raise ReadError(path, f"this is a {packer} archive, which is not read; unpack it first")
    if not data.strip(b"\x00\t\n\r\x0c "):
        raise ReadError(path, "the file is empty; fetch or write it again")
    return data


def _gunzip(path: Path, raw: bytes) -> bytes:
    """Unpack gzip data (several members too), refusing what grows beyond the limit."""
    chunks, size = [], 0
    limit = min(MAXIMUM_BYTES, max(_UNSUSPICIOUS_BYTES, _MOST_GROWTH * len(raw)))
    try:
        with gzip.GzipFile(fileobj=BytesIO(raw)) as stream:
            while chunk := stream.read(_CHUNK):
                size += len(chunk)
                if size > limit:
                    raise ReadError(
                        path, f"the gzip data unpack to more than {limit >> 20} MB; this is no structure file"
                    )
                chunks.append(chunk)
    except (EOFError, zlib.error, gzip.BadGzipFile, OSError) as error:
        raise ReadError(path, "the gzip data are damaged or cut short; fetch the file again") from error
    return b"".join(chunks)


def _decode(path: Path, data: bytes) -> str:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                raise ReadError(path, f"the file begins as {encoding.upper()} text but is damaged") from None
    if b"\x00" in data:
        return _decode_unmarked(path, data)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _decode_unmarked(path: Path, data: bytes) -> str:
    """Decode UTF-16 without a mark, known by every second byte being zero."""
    head = data[:2000]
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if head[first::2].count(0) > 0.9 * len(head[first::2]) and 0 not in head[1 - first :: 2]:
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                break
    raise ReadError(path, "this is binary data, not the text of a structure file")
