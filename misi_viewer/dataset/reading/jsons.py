"""Rows of JSON and JSON Lines, a few at a time."""

from __future__ import annotations

import codecs
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from misi_viewer.dataset.reading.limits import LARGEST_ITEM, LARGEST_OBJECT, MOST_ROWS
from misi_viewer.errors import ReadError

__all__ = ["decode_json", "json_lines", "json_rows"]

_CHUNK: Final = 1 << 20
_SPACES: Final = " \t\r\n"
_LISTS: Final = ("data", "questions", "samples", "items", "annotations", "examples", "rows", "results", "test", "train")
"""Keys under which a JSON object keeps its rows."""

KEY: Final = "_key"
"""Key of a row in an object of rows."""


def decode_json(data: bytes | str) -> Any:
    """Decode JSON, with NaN and the like as other programs write them.

    Raises
    ------
    ValueError
        If it is none.
    """
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeError):
        pass
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def json_lines(stream: BinaryIO, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number (from 1) and the object of each line; empty lines are left out.

    Raises
    ------
    ReadError
        With the line that is none.
    """
    number = 0
    while line := stream.readline(LARGEST_ITEM + 1):
        number += 1
        if len(line) > LARGEST_ITEM:
            raise ReadError(path, f"the line is longer than {LARGEST_ITEM >> 20} MB", number)
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if not line.strip():
            continue
        if number > MOST_ROWS:
            raise ReadError(path, f"it has more than {MOST_ROWS:,} lines, the most that are read")
        try:
            row = decode_json(line)
        except ValueError as error:
            raise ReadError(path, f"this is no JSON ({str(error)[:100].rstrip('.')})", number) from None
        if not isinstance(row, dict):
            raise ReadError(path, "each line must be a JSON object", number)
        yield number, row


def json_rows(stream: BinaryIO, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number (from 1) and the object of each row of a JSON file.

    It may be an array of objects; an object of objects, whose keys are then
    under `KEY`; an object that holds an array, or columns.

    Raises
    ------
    ReadError
        If it is none of these.
    """
    reader = _ArrayReader(stream, path)
    first = reader.first()
    if first == "[":
        for number, item in enumerate(reader.items(), start=1):
            if not isinstance(item, dict):
                raise ReadError(path, f"item {number:,} of its array is no JSON object")
            yield number, item
        return
    if first != "{":
        raise ReadError(path, "this is no JSON array or object")
    objects = reader.objects()
    whole = next(objects)
    second = next(objects, None)
    if second is None:
        yield from enumerate(_rows_of(whole), start=1)
    else:  # JSON Lines by another name
        yield from enumerate(itertools.chain((whole, second), objects), start=1)


def _rows_of(whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    if "eval" in whole and "samples" in whole:
        yield whole  # a log of Inspect
        return
    for key in _LISTS:
        rows = whole.get(key)
        if isinstance(rows, list) and rows and all(isinstance(row, dict) for row in rows):
            yield from rows
            return
    values = list(whole.values())
    if values and all(isinstance(value, dict) for value in values):
        if _are_columns(values):
            yield from _transposed(whole)
        else:
            yield from ({KEY: key, **value} for key, value in whole.items())
    elif values and all(isinstance(value, list) and len(value) == len(values[0]) for value in values):
        yield from ({name: column[row] for name, column in whole.items()} for row in range(len(values[0])))
    else:
        yield whole


def _are_columns(values: list[dict[str, Any]]) -> bool:
    """Return whether objects are columns by row number, as pandas writes a table."""
    numbers = list(values[0])
    return (
        len(values) > 1
        and all(number.isdigit() for number in numbers)
        and all(list(value) == numbers for value in values)
    )


def _transposed(columns: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for number in next(iter(columns.values())):
        yield {name: column[number] for name, column in columns.items()}


class _ArrayReader:
    """A JSON text of which only a window is in memory."""

    def __init__(self, stream: BinaryIO, path: Path) -> None:
        self._stream = stream
        self._path = path
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
        self._text = ""
        self._place = 0
        self._ended = False

    def _more(self, chunk: int = _CHUNK) -> bool:
        if self._ended:
            return False
        data = self._stream.read(chunk)
        self._ended = not data
        self._text = self._text[self._place :] + self._decoder.decode(data, final=self._ended)
        self._place = 0
        return not self._ended

    def first(self) -> str:
        """Return the next character that is no space; "" at the end."""
        while True:
            while self._place < len(self._text):
                if self._text[self._place] not in _SPACES:
                    return self._text[self._place]
                self._place += 1
            if not self._more() and self._place >= len(self._text):
                return ""

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the objects of a text that has one behind another, and nothing else.

        Raises
        ------
        ReadError
            If there is something else, or one is too large.
        """
        decoder = json.JSONDecoder()
        for number in itertools.count(1):
            value = self._item(decoder, f"object {number:,}", LARGEST_OBJECT)
            yield value
            mark = self.first()
            if not mark:
                return
            if mark != "{":
                raise ReadError(self._path, f"this is no JSON behind object {number:,}")

    def items(self) -> Iterator[Any]:
        """Yield the items of an array, whose bracket is next.

        Raises
        ------
        ReadError
            If it breaks off or is none.
        """
        decoder = json.JSONDecoder()
        self._place += 1
        number = 0
        if self.first() == "]":
            return
        while number < MOST_ROWS:
            number += 1
            yield self._item(decoder, f"item {number:,} of its array")
            between = self.first()
            self._place += 1
            if between == "]":
                return
            if between != ",":
                raise ReadError(self._path, f"its array is damaged or cut short after item {number:,}")
            self.first()
        raise ReadError(self._path, f"its array has more than {MOST_ROWS:,} items, the most that are read")

    def _item(self, decoder: json.JSONDecoder, what: str, most: int = LARGEST_ITEM) -> Any:
        chunk = _CHUNK
        while True:
            try:
                value, end = decoder.raw_decode(self._text, self._place)
            except RecursionError:
                raise ReadError(self._path, f"{what} is nested too deeply") from None
            except ValueError as error:
                if len(self._text) - self._place > most:
                    raise ReadError(self._path, f"{what} is longer than {most >> 20} MB") from None
                if not self._more(chunk):
                    raise ReadError(self._path, f"{what} is no JSON ({str(error)[:100].rstrip('.')})") from None
                chunk *= 2
                continue
            if end == len(self._text) and not isinstance(value, dict | list | str) and self._more():
                continue  # a number may go on
            self._place = end
            return value
