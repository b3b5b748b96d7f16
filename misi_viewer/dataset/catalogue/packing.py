"""Texts that resemble one another, packed: prompts and recipes of one task differ in a few words."""

from __future__ import annotations

import sqlite3
import zlib
from typing import Final

from misi_viewer.errors import UserError

__all__ = ["Packer"]

_LEVEL: Final = 1
_LONGEST: Final = 64_000_000
"""Bytes of one text, unpacked."""

_DICTIONARY: Final = 32_000
_KEY_BYTES: Final = 2


class Packer:
    """Packs texts with a dictionary for each kind, which is the first text of that kind.

    Parameters
    ----------
    connection
        To the catalogue, where the dictionaries are.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._by_kind: dict[str, tuple[int, bytes]] = {}
        self._by_number: dict[int, bytes] = {}
        for number, kind, data in connection.execute("SELECT n, kind, data FROM dictionaries"):
            self._by_kind[kind] = number, data
            self._by_number[number] = data

    def pack(self, kind: str, text: str | bytes) -> bytes:
        """Return a text packed; an empty one is empty."""
        data = text.encode("utf-8", "replace") if isinstance(text, str) else text
        if not data:
            return b""
        if kind not in self._by_kind:
            self._add(kind, data[-_DICTIONARY:])
        number, dictionary = self._by_kind[kind]
        packer = zlib.compressobj(_LEVEL, zdict=dictionary)
        return number.to_bytes(_KEY_BYTES, "big") + packer.compress(data) + packer.flush()

    def _add(self, kind: str, data: bytes) -> None:
        number = len(self._by_number) + 1
        self._connection.execute("INSERT INTO dictionaries VALUES (?, ?, ?)", (number, kind, data))
        self._by_kind[kind] = number, data
        self._by_number[number] = data

    def unpack(self, packed: bytes) -> bytes:
        """Return the bytes of a packed text.

        Raises
        ------
        UserError
            If they are damaged.
        """
        if not packed:
            return b""
        try:
            dictionary = self._by_number[int.from_bytes(packed[:_KEY_BYTES], "big")]
            unpacker = zlib.decompressobj(zdict=dictionary)
            data = unpacker.decompress(packed[_KEY_BYTES:], _LONGEST)
        except (KeyError, zlib.error):
            raise UserError("The catalogue is damaged; import its sources again.") from None
        return data

    def text(self, packed: bytes) -> str:
        """Return a packed text."""
        return self.unpack(packed).decode("utf-8", "replace")
