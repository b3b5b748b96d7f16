"""BinaryCIF: MessagePack with encoded columns.

The encodings are those of D. Sehnal et al., PLoS Comput. Biol. 16 (2020)
e1008247.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.cif_table import CifTable, Column
from misi_viewer.chem.source import Source
from misi_viewer.errors import ReadError

__all__ = ["BinaryBlock", "parse_binary_cif"]

_BYTE_TYPES: Final = {1: "<i1", 2: "<i2", 3: "<i4", 4: "<u1", 5: "<u2", 6: "<u4", 32: "<f4", 33: "<f8"}
_MOST_VALUES: Final = 50_000_000
"""Longest column that is decoded; declared lengths are not trusted."""

Array = NDArray[Any]
Encoding = Mapping[str, Any]


class BinaryBlock:
    """A data block of a BinaryCIF file."""

    def __init__(self, block: Mapping[str, Any]) -> None:
        self.name = str(block.get("header", ""))
        self._categories = {str(category["name"]).lower(): category for category in block["categories"]}

    def table(self, category: str) -> CifTable:
        """Return a category's columns."""
        found = self._categories.get(category)
        if found is None:
            return CifTable({}, 0)
        rows = int(found["rowCount"])

        def decoder(column: Mapping[str, Any]) -> Callable[[], Column]:
            return lambda: _column(column, rows)

        return CifTable({str(column["name"]): decoder(column) for column in found["columns"]}, rows)


def parse_binary_cif(source: Source) -> list[BinaryBlock]:
    """Parse a BinaryCIF file.

    Raises
    ------
    ReadError
        Where it is no BinaryCIF or damaged.
    """
    try:
        document = msgspec.msgpack.decode(source.data)
        return [BinaryBlock(block) for block in document["dataBlocks"]]
    except (msgspec.DecodeError, KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        problem = "this is not a whole BinaryCIF file; it is damaged or cut short, fetch it again"
        raise ReadError(source.path, problem) from error


def _column(column: Mapping[str, Any], rows: int) -> Column:
    values = _decode(column["data"])
    if len(values) != rows:
        raise ValueError
    mask = column.get("mask")
    if mask is None:
        return values if isinstance(values, list) or values.dtype.kind != "U" else values.tolist()
    absent = np.asarray(_decode(mask)) != 0
    if absent.shape != (rows,):
        raise ValueError
    if isinstance(values, list):
        return ["" if gone else value for value, gone in zip(values, absent.tolist(), strict=True)]
    return np.where(absent, np.nan, values) if absent.any() else values


def _decode(data: Mapping[str, Any]) -> Array | list[str]:
    values: Any = data["data"]
    for encoding in reversed(data["encoding"]):
        values = _DECODERS[encoding["kind"]](values, encoding)
        if len(values) > _MOST_VALUES:
            raise ValueError
    return values  # type: ignore[no-any-return]


def _byte_array(data: bytes, encoding: Encoding) -> Array:
    return np.frombuffer(data, dtype=_BYTE_TYPES[encoding["type"]])


def _fixed_point(data: Array, encoding: Encoding) -> Array:
    return data.astype(np.float64) / float(encoding["factor"])


def _interval(data: Array, encoding: Encoding) -> Array:
    low, high = float(encoding["min"]), float(encoding["max"])
    return low + data.astype(np.float64) * ((high - low) / (int(encoding["numSteps"]) - 1))


def _run_length(data: Array, _: Encoding) -> Array:
    values, counts = data[::2], data[1::2].astype(np.int64)
    if len(values) != len(counts) or (counts < 0).any() or float(counts.astype(np.float64).sum()) > _MOST_VALUES:
        raise ValueError
    return np.repeat(values, counts)


def _delta(data: Array, encoding: Encoding) -> Array:
    return np.cumsum(data, dtype=np.int64) + int(encoding["origin"])


def _integer_packing(data: Array, encoding: Encoding) -> Array:
    """Join values that were split because they did not fit into one or two bytes."""
    bits = 8 * int(encoding["byteCount"])
    unsigned = bool(encoding["isUnsigned"])
    upper = (1 << bits) - 1 if unsigned else (1 << (bits - 1)) - 1
    continued = data == upper
    if not unsigned:
        continued |= data == -upper - 1
    if not len(data):
        return data
    ends = np.flatnonzero(~continued)
    starts = np.concatenate([[0], ends[:-1] + 1])
    if not len(ends) or ends[-1] != len(data) - 1:
        raise ValueError
    return np.add.reduceat(data.astype(np.int64), starts)


def _string_array(data: bytes, encoding: Encoding) -> list[str]:
    rows = np.asarray(_decode({"data": data, "encoding": encoding["dataEncoding"]})).astype(np.int64)
    offsets = np.asarray(_decode({"data": encoding["offsets"], "encoding": encoding["offsetEncoding"]})).tolist()
    text = encoding["stringData"]
    strings = [text[start:end] for start, end in pairwise(offsets)]
    if len(rows) and (int(rows.min()) < -1 or int(rows.max()) >= len(strings)):
        raise ValueError
    strings.append("")
    return [strings[row] for row in rows.tolist()]


_DECODERS: Final[Mapping[str, Callable[[Any, Encoding], Any]]] = {
    "ByteArray": _byte_array,
    "FixedPoint": _fixed_point,
    "IntervalQuantization": _interval,
    "RunLength": _run_length,
    "Delta": _delta,
    "IntegerPacking": _integer_packing,
    "StringArray": _string_array,
}
