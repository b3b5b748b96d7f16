"""Draws that depend on their key alone, never on order or on the number of workers."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

import msgspec
import numpy as np

__all__ = ["Random", "deal", "key_hash"]

Item = TypeVar("Item")

_WORD = 2**64


def _digest(key: Sequence[str | int]) -> bytes:
    return hashlib.sha256(msgspec.json.encode(list(key))).digest()


def key_hash(*key: str | int) -> str:
    """Return a key's hash, hexadecimal: a number between 0 and 1, in effect, that only the key decides."""
    return _digest(key).hex()


class Random:
    """A stream of draws.

    It reads the raw words of PCG64, whose stream numpy keeps the same from
    version to version; numpy's own distributions make no such promise.

    Parameters
    ----------
    key
        What the stream depends on: seed, task, complex and number, say.
    """

    def __init__(self, *key: str | int) -> None:
        self._words = np.random.PCG64(int.from_bytes(_digest(key), "big"))

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1, each as likely."""
        fair = _WORD - _WORD % limit
        while (word := int(self._words.random_raw())) >= fair:
            pass
        return word % limit

    def choose(self, items: Sequence[Item]) -> Item:
        """Return one of the items, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in an order of which each is as likely."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def deal(items: Sequence[Item], n: int, *key: str | int) -> Item:
    """Return the n-th of items that are dealt in rounds: every round holds each once, in an order of its own."""
    turn, place = divmod(n, len(items))
    return Random(*key, "round", turn).shuffled(items)[place]
