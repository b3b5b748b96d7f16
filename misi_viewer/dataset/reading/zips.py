"""Zip archives without loading their directory: members one by one, those packed with Zstandard too.

The standard library's reader holds every member in memory before the first
can be looked at, and does not know method 93, which Inspect writes. The
layout is that of PKWARE's APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final, cast

from misi_viewer.dataset.reading.limits import Tally, at_most, checked_name
from misi_viewer.errors import ReadError, UserError

__all__ = ["PieceReader", "ZipEntry", "entry_at", "is_zip", "open_entry", "zip_entries"]

_END: Final = struct.Struct("<4s4H2LH")
_END_64: Final = struct.Struct("<4sQ2H2L4Q")
_LOCATOR_64: Final = struct.Struct("<4sLQL")
_CENTRAL: Final = struct.Struct("<4s6H3L5H2L")
_LOCAL: Final = struct.Struct("<4s5H3L2H")
_LONGEST_COMMENT: Final = 65_535
_FULL_16, _FULL_32 = 0xFFFF, 0xFFFFFFFF
_ENCRYPTED, _UTF_8 = 0x1, 0x800
_STORED, _DEFLATED, _ZSTANDARD = 0, 8, 93
_LINK, _KIND = 0o120000, 0o170000
_CHUNK: Final = 1 << 18
_DAMAGED: Final = "the zip archive is damaged or cut short; fetch it again"


@dataclass(frozen=True, slots=True)
class ZipEntry:
    """A member of a zip archive.

    Attributes
    ----------
    name
        With forward slashes, relative.
    size, packed
        Bytes, unpacked and packed.
    method
        Of packing.
    offset
        Of its local header.
    is_link
        Whether it is a symbolic link.
    is_encrypted
        Whether a password is needed.
    """

    name: str
    size: int
    packed: int
    method: int
    offset: int
    is_link: bool
    is_encrypted: bool


def is_zip(path: Path) -> bool:
    """Return whether a file begins like a zip archive."""
    try:
        with path.open("rb") as stream:
            return stream.read(4) in (b"PK\x03\x04", b"PK\x05\x06")
    except OSError:
        return False


def zip_entries(path: Path) -> Iterator[ZipEntry]:
    """Yield the members of an archive, folders left out.

    Raises
    ------
    ReadError
        If it cannot be read, or is refused: see `limits`.
    """
    tally = Tally(path)
    try:
        with path.open("rb") as stream:
            count, size, offset, shift = _directory(stream, path)
            tally.declare(count)
            stream.seek(offset + shift)
            yield from _central(stream, size, shift, path, tally)
    except (struct.error, OSError, OverflowError, ValueError) as error:
        raise ReadError(path, _DAMAGED) from error


def _directory(stream: BinaryIO, path: Path) -> tuple[int, int, int, int]:
    """Return number of members, bytes and offset of the directory, and what precedes the archive in the file."""
    length = stream.seek(0, io.SEEK_END)
    tail_at = max(0, length - _END.size - _LONGEST_COMMENT)
    stream.seek(tail_at)
    tail = stream.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0:
        raise ReadError(path, _DAMAGED)
    end_at = tail_at + place
    _, _, _, _, count, size, offset, _ = _END.unpack_from(tail, place)
    before = end_at
    if count == _FULL_16 or _FULL_32 in (size, offset):
        locator_at = end_at - _LOCATOR_64.size
        stream.seek(max(locator_at, 0))
        mark, _, end_64_at, _ = _LOCATOR_64.unpack(stream.read(_LOCATOR_64.size))
        if mark == b"PK\x06\x07":
            stream.seek(end_64_at)
            _, _, _, _, _, _, _, count, size, offset = _END_64.unpack(stream.read(_END_64.size))
            before = end_64_at
    shift = before - size - offset
    if shift < 0 or size > length:
        raise ReadError(path, _DAMAGED)
    return count, size, offset, shift


def _central(stream: BinaryIO, size: int, shift: int, path: Path, tally: Tally) -> Iterator[ZipEntry]:
    done = 0
    while done < size:
        fields = _CENTRAL.unpack(stream.read(_CENTRAL.size))
        if fields[0] != b"PK\x01\x02":
            raise ReadError(path, _DAMAGED)
        name_length, extra_length, comment_length = fields[10:13]
        rest = stream.read(name_length + extra_length + comment_length)
        done += _CENTRAL.size + name_length + extra_length + comment_length
        flags, method = fields[3], fields[4]
        packed, unpacked, offset = _large(fields[8], fields[9], fields[16], rest[name_length:][:extra_length])
        name = rest[:name_length].decode("utf-8" if flags & _UTF_8 else "cp437", "replace")
        plain = checked_name(path, name)
        tally.add(plain, unpacked)
        if name.endswith(("/", "\\")) or not plain:
            continue
        is_link = fields[15] >> 16 & _KIND == _LINK
        yield ZipEntry(plain, unpacked, packed, method, offset + shift, is_link, bool(flags & _ENCRYPTED))


def _large(packed: int, unpacked: int, offset: int, extra: bytes) -> tuple[int, int, int]:
    """Replace what does not fit into 32 bits by what the extra field says."""
    place = 0
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<2H", extra, place)
        body = extra[place + 4 : place + 4 + length]
        place += 4 + length
        if kind != 1:
            continue
        values = [struct.unpack_from("<Q", body, at)[0] for at in range(0, len(body) - 7, 8)]
        unpacked = values.pop(0) if unpacked == _FULL_32 and values else unpacked
        packed = values.pop(0) if packed == _FULL_32 and values else packed
        offset = values.pop(0) if offset == _FULL_32 and values else offset
    return packed, unpacked, offset


def entry_at(path: Path, name: str, place: int, size: int) -> ZipEntry:
    """Return a member by what is known of it, without going through the directory.

    Parameters
    ----------
    path
        The archive.
    name, place, size
        As `zip_entries` told them.

    Raises
    ------
    ReadError
        If there is no such member at this place: the archive is another one by now.
    """
    try:
        with path.open("rb") as stream:
            left = stream.seek(0, io.SEEK_END) - place
            stream.seek(place)
            fields = _LOCAL.unpack(stream.read(_LOCAL.size))
            rest = stream.read(fields[9] + fields[10])
    except (OSError, struct.error, OverflowError, ValueError) as error:
        raise ReadError(path, _DAMAGED) from error
    flags, method = fields[2], fields[3]
    own = rest[: fields[9]].decode("utf-8" if flags & _UTF_8 else "cp437", "replace")
    if fields[0] != b"PK\x03\x04" or checked_name(path, own) != name:
        raise ReadError(path, f"its member {name[:80]!r} is not where it was; import the archive again")
    packed, _, _ = _large(fields[7], fields[8], 0, rest[fields[9] :])
    if not packed:  # told only behind the member
        packed = size if method == _STORED else left
    return ZipEntry(name, size, packed, method, place, is_link=False, is_encrypted=bool(flags & _ENCRYPTED))


def open_entry(path: Path, entry: ZipEntry) -> BinaryIO:
    """Open a member for reading.

    Raises
    ------
    UserError
        Now or while reading, if it is packed or damaged beyond reading, or unpacks to more than it says.
    """
    if entry.is_encrypted:
        raise ReadError(path, f"its member {entry.name!r} is encrypted; unpack the archive first")
    pieces = at_most(_unpacked(path, entry), entry.size, path, entry.name)
    return io.BufferedReader(PieceReader(pieces), _CHUNK)


def _unpacked(path: Path, entry: ZipEntry) -> Iterator[bytes]:
    packed = _packed(path, entry)
    try:
        if entry.method == _STORED:
            yield from packed
        elif entry.method == _DEFLATED:
            yield from _inflated(packed)
        elif entry.method == _ZSTANDARD:
            yield from _decompressed(packed)
        else:
            problem = (
                f"its member {entry.name!r} is packed by method {entry.method}, which is not read; unpack it first"
            )
            raise ReadError(path, problem)
    except (zlib.error, struct.error, OSError, EOFError) as error:
        raise ReadError(path, f"its member {entry.name!r} is damaged; fetch the archive again") from error


def _packed(path: Path, entry: ZipEntry) -> Iterator[bytes]:
    with path.open("rb") as stream:
        stream.seek(entry.offset)
        header = _LOCAL.unpack(stream.read(_LOCAL.size))
        if header[0] != b"PK\x03\x04":
            raise ReadError(path, _DAMAGED)
        stream.seek(header[9] + header[10], io.SEEK_CUR)
        left = entry.packed
        while left > 0:
            piece = stream.read(min(left, _CHUNK))
            if not piece:
                raise ReadError(path, _DAMAGED)
            left -= len(piece)
            yield piece


def _inflated(pieces: Iterator[bytes]) -> Iterator[bytes]:
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    for piece in pieces:
        waiting = piece
        while waiting:
            yield inflater.decompress(waiting, _CHUNK)
            waiting = inflater.unconsumed_tail
            if inflater.eof:
                return
    yield inflater.flush()
    if not inflater.eof:
        raise EOFError


def _decompressed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    try:
        import zstandard
    except ImportError:
        raise UserError(
            "This archive is packed with Zstandard; install it with 'pip install misi-viewer[import]'."
        ) from None
    try:
        packed = cast("BinaryIO", PieceReader(pieces))
        with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
            while piece := reader.read(_CHUNK):
                yield piece
    except zstandard.ZstdError as error:
        raise EOFError from error


class PieceReader(io.RawIOBase):
    """Pieces of bytes as a stream."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        """Return true."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer as far as the next piece goes; return how far."""
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = memoryview(piece)
        count = min(len(buffer), len(self._rest))
        buffer[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count
