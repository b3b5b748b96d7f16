"""Rows of tables of any usual kind, as objects."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from misi_viewer.dataset.reading.jsons import json_lines, json_rows
from misi_viewer.dataset.reading.limits import LARGEST_ITEM, LARGEST_MEMBER, MOST_ROWS, at_most
from misi_viewer.dataset.reading.members import Member
from misi_viewer.dataset.reading.zips import PieceReader, zip_entries
from misi_viewer.errors import ReadError, UserError

__all__ = ["EMBEDDED", "EXCEL_CELL", "Rows", "read_rows"]

Rows = Iterator[tuple[int, dict[str, Any]]]
"""Number (from 1) and object of each row."""

EXCEL_CELL: Final = 32_767
"""Characters that fit into a cell of Excel; what is longer was cut (spec formats.md)."""

EMBEDDED: Final = "_embedded"
"""Key that tells that pictures were left out of a row."""

_CHUNK: Final = 1 << 20
_HEAD: Final = 1 << 16
_MOST_COLUMNS: Final = 10_000
_PICKLE: Final = (b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
_BATCH: Final = 256


def read_rows(member: Member, *, with_bytes: bool = False) -> Rows:
    """Yield the rows of a table.

    Parameters
    ----------
    member
        The table.
    with_bytes
        Whether the bytes of pictures in Parquet are wanted too.

    Raises
    ------
    ReadError
        With what is wrong and where.
    UserError
        If a package that is needed is not installed.
    """
    try:
        with member.open() as opened:
            yield from _counted(_rows(member, opened, with_bytes), member.path)
    except (OSError, EOFError, zlib.error) as error:
        raise ReadError(member.path, f"it cannot be read ({str(error)[:150].rstrip('.')})") from None


def _rows(member: Member, opened: BinaryIO, with_bytes: bool) -> Rows:
    low = member.name.lower()
    head, stream = _peek(_unpacked(opened, member.path) if low.endswith(".gz") else opened)
    if head.startswith(_PICKLE):
        raise ReadError(member.path, "this is a pickle, which may run any program; it is not read")
    read = _reader(low.removesuffix(".gz"), head)
    yield from _parquet_rows(stream, member.path, with_bytes) if read is None else read(stream, member.path)


def _counted(rows: Rows, path: Path) -> Rows:
    for count, row in enumerate(rows, start=1):
        if count > MOST_ROWS:
            raise ReadError(path, f"it has more than {MOST_ROWS:,} rows, the most that are read")
        yield row


def _unpacked(stream: BinaryIO, path: Path) -> BinaryIO:
    packed = gzip.GzipFile(fileobj=stream)
    pieces = at_most(iter(lambda: packed.read(_CHUNK), b""), LARGEST_MEMBER, path, path.name)
    return io.BufferedReader(PieceReader(pieces), _CHUNK)


def _peek(stream: BinaryIO) -> tuple[bytes, BinaryIO]:
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast("io.RawIOBase", stream))
    return buffered.peek(_HEAD)[:_HEAD], buffered


def _reader(name: str, head: bytes) -> Callable[[BinaryIO, Path], Rows] | None:
    """Return what reads a table, by its content where that is plain, else by its name; None for Parquet."""
    if head.startswith(b"PAR1"):
        return None
    if head.startswith(b"PK\x03\x04"):
        return _excel_rows
    if name.endswith((".jsonl", ".ndjson")):
        return json_lines
    if name.endswith(".json"):
        return json_rows
    return _tab_rows if name.endswith(".tsv") else _separated_rows


def _tab_rows(stream: BinaryIO, path: Path) -> Rows:
    return _text_rows(stream, path, "\t")


def _separated_rows(stream: BinaryIO, path: Path) -> Rows:
    return _text_rows(stream, path, None)


def _text_rows(stream: BinaryIO, path: Path, delimiter: str | None) -> Rows:
    """Yield the rows of a text with columns; without a delimiter its first line tells it."""
    csv.field_size_limit(LARGEST_ITEM)
    head, stream = _peek(stream)
    encoding = "utf-16" if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    text = io.TextIOWrapper(cast("Any", stream), encoding, errors="replace", newline="")
    if delimiter is None:
        first = head.decode(encoding, "replace").partition("\n")[0]
        delimiter = max(",;\t", key=first.count)
    reader = csv.reader(_bounded(text, path), delimiter=delimiter)
    number = 0
    try:
        header = [name.strip() for name in next(reader, [])]
        if not any(header) or len(header) > _MOST_COLUMNS:
            raise ReadError(path, "its first line names no columns")
        for number, cells in enumerate(reader, start=1):
            if len(cells) > len(header):
                problem = f"row {number:,} has {len(cells):,} cells and its first line names {len(header):,} columns"
                raise ReadError(path, problem)
            if any(cells):
                yield number, {name: cell for name, cell in zip(header, cells, strict=False) if name}
    except (csv.Error, UnicodeError) as error:
        raise ReadError(path, f"the row after row {number:,} cannot be read ({error})") from None
    finally:
        text.detach()  # the stream is closed by whoever opened it


def _bounded(text: io.TextIOWrapper, path: Path) -> Iterator[str]:
    while line := text.readline(LARGEST_ITEM + 1):
        if len(line) > LARGEST_ITEM:
            raise ReadError(path, f"one of its lines is longer than {LARGEST_ITEM >> 20} MB")
        yield line


def _on_disk(stream: BinaryIO, path: Path) -> BinaryIO:
    """Return a stream in which one can go back."""
    if stream.seekable():
        return stream
    copy = tempfile.TemporaryFile()  # noqa: SIM115  closed with the last reference to it
    for piece in at_most(iter(lambda: stream.read(_CHUNK), b""), LARGEST_MEMBER, path, path.name):
        copy.write(piece)
    copy.seek(0)
    return cast("BinaryIO", copy)


def _parquet_rows(stream: BinaryIO, path: Path, with_bytes: bool) -> Rows:
    """Yield the rows of a Parquet file, with or without the bytes of its pictures."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise UserError("Parquet needs pyarrow; install it with 'pip install misi-viewer[hf]'.") from None
    number = 0
    try:
        file = pq.ParquetFile(_on_disk(stream, path))
        leaves = [file.schema.column(place).path for place in range(len(file.schema))]
        wanted = [leaf for leaf in leaves if with_bytes or not leaf.endswith(".bytes")]
        for batch in file.iter_batches(batch_size=_BATCH, columns=wanted):
            for row in batch.to_pylist():
                number += 1
                yield number, row if len(wanted) == len(leaves) else {**row, EMBEDDED: True}
    except (pa.ArrowException, OSError, ValueError, UnicodeError) as error:
        reason = " ".join(str(error).split())[:150].rstrip(".")
        raise ReadError(path, f"the Parquet file is damaged after row {number:,} ({reason})") from None


def _excel_rows(stream: BinaryIO, path: Path) -> Rows:
    """Yield the rows of an Excel file's first sheet; formulas stay the texts that they are."""
    try:
        import openpyxl  # type: ignore[import-untyped]
    except ImportError:
        raise UserError("Excel files need openpyxl; install it with 'pip install misi-viewer[import]'.") from None
    if not path.is_file():
        raise ReadError(path, "an Excel file in an archive is not read; unpack it first")
    for _ in zip_entries(path):
        pass  # refuses what unpacks to too much
    try:
        book = openpyxl.load_workbook(stream, read_only=True, data_only=False, keep_links=False)
        try:
            yield from _sheet_rows(book.worksheets[0], path)
        finally:
            book.close()
    except ReadError:
        raise
    except Exception as error:  # openpyxl raises whatever its parsers do
        raise ReadError(path, f"the Excel file is damaged ({type(error).__name__})") from None


def _sheet_rows(sheet: Any, path: Path) -> Rows:
    rows = sheet.iter_rows(values_only=True)
    header = ["" if name is None else str(name).strip() for name in next(rows, ())]
    if not any(header):
        raise ReadError(path, "the first row of its first sheet names no columns")
    for number, cells in enumerate(rows, start=1):
        row = {name: _cell(cell) for name, cell in zip(header, cells, strict=False) if name}
        if any(value is not None for value in row.values()):
            yield number, row


def _cell(value: Any) -> Any:
    """Return a cell's value; of a formula of many cells its text."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    text = getattr(value, "text", None)
    return str(value if text is None else text)
