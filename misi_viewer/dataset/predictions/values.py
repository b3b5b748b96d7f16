"""Texts and numbers from the values of other programs' files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

__all__ = ["is_absent", "numbers_of", "text_of", "texts_of"]

_ABSENT: Final = ("", "nan", "NaN", "None", "null", "<NA>")
_MOST_NUMBERS: Final = 32


def text_of(value: Any) -> str | None:
    """Return a value as a text; None for nothing, and for what is no text or number."""
    if isinstance(value, str):
        return value
    if value is None or isinstance(value, bool | dict | list) or (isinstance(value, float) and math.isnan(value)):
        return None
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def texts_of(value: Any) -> list[str | None]:
    """Return the texts in a value that may be a text, a list of texts, or a list of lists."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, list):
        return [texts_of(one)[0] for one in value] or [None]
    return [text_of(value)]


def numbers_of(value: Any) -> dict[str, float]:
    """Return the numbers in an object, by name."""
    if not isinstance(value, Mapping):
        return {}
    found = {
        str(name): float(number)
        for name, number in value.items()
        if isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < 1e15
    }
    return dict(list(found.items())[:_MOST_NUMBERS])


def is_absent(text: str | None) -> bool:
    """Return whether a cell of a table is empty."""
    return text is None or text.strip() in _ABSENT
