"""Filters as one line that people read and type, such as ``task:docking right:"GPT 5" -tag:done zoom:40..45 ligand``.

A condition is ``key:value,value``, ``key:low..high``, ``key:model`` or
``key:model=value``; ``-`` before it wants the opposite, ``*`` is whichever
model. All else is words to look for. What holds spaces, commas or signs stands
in double quotes, as in JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.filters import KEYS, LONGEST_VALUE, Filter, Term

__all__ = ["parse_filter", "print_filter", "print_term"]

LONGEST_FILTER: Final = 1_000_000

_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'
_PIECE: Final = re.compile(rf"(?:{_QUOTED}|[^\s\"])+", re.DOTALL)
_TERM: Final = re.compile(r"(?P<minus>-?)(?P<key>[A-Za-z][A-Za-z-]*):(?P<rest>.*)", re.DOTALL)
_VALUE: Final = re.compile(rf"{_QUOTED}|[^\",=]+", re.DOTALL)
_PLAIN: Final = re.compile(r"[^\s\",=:-][^\s\",=]*")
_PLAIN_WORDS: Final = re.compile(r"(?:[^\s\":-][^\s\":]*)(?: [^\s\":-][^\s\":]*)*")
_NUMBER: Final = r"[-+]?\d{1,20}(?:\.\d{1,20})?(?:e[-+]?\d{1,3})?"
_RANGE: Final = re.compile(rf"(?P<low>{_NUMBER})?(?P<dots>\.\.)?(?P<high>{_NUMBER})?")


def print_filter(wanted: Filter) -> str:
    """Return a filter as one line; `parse_filter` gives it back."""
    is_plain = wanted.text.isprintable() and _PLAIN_WORDS.fullmatch(wanted.text)
    words = wanted.text if is_plain else _quoted(wanted.text)
    return " ".join((*map(print_term, wanted.terms), *([words] if wanted.text else ())))


def print_term(term: Term) -> str:
    """Return one condition as it is typed."""
    parts = [_value(term.model)] if term.model else []
    if term.values:
        parts.append(",".join(map(_value, term.values)))
    elif KEYS[term.key].shape == "range":
        parts.append(_range(term.low, term.high))
    elif not parts:
        parts.append("yes")
    return f"{'-' if term.negate else ''}{term.key}:{'='.join(parts)}"


def _value(text: str) -> str:
    return text if text.isprintable() and _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    """Return a text in quotes on one line, whatever is in it."""
    return "".join(
        letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in json.dumps(text, ensure_ascii=False)
    )


def _range(low: float | None, high: float | None) -> str:
    if low == high and low is not None:
        return _number(low)
    return "..".join("" if bound is None else _number(bound) for bound in (low, high))


def _number(value: float) -> str:
    return repr(int(value)) if value.is_integer() and abs(value) < 1e12 else repr(value)


def parse_filter(text: str) -> Filter:
    """Read a filter as `print_filter` writes it, or as it is typed.

    Raises
    ------
    UserError
        With what is wrong and what to write instead.
    """
    if len(text) > LONGEST_FILTER:
        raise UserError(f"The filter is longer than {LONGEST_FILTER:,} characters; shorten it.")
    terms: list[Term] = []
    words: list[str] = []
    for piece in _pieces(text):
        found = _TERM.fullmatch(piece)
        if found:
            terms.append(_term(found["key"].lower(), found["rest"], negate=bool(found["minus"])))
        else:
            words.append(_unquoted(piece) if piece.startswith('"') else piece)
    return Filter(terms=tuple(terms), text=" ".join(words))


def _pieces(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        found = _PIECE.match(text, place)
        if found is None:
            raise UserError("The filter has a quotation mark without its partner; close it.")
        yield found.group()
        place = found.end()
        if place < len(text) and not text[place].isspace():
            raise UserError("The filter has a quotation mark without its partner; close it.")


def _term(key: str, rest: str, *, negate: bool) -> Term:
    kind = KEYS.get(key)
    if kind is None:
        known = ", ".join(KEYS)
        raise UserError(f"There is no '{key[:60]}' to filter by; there are {known}. Words with a colon need quotes.")
    model = ""
    if kind.of_model:
        model, rest = _model(key, rest)
    if kind.shape == "flag":
        if rest not in ("", "yes") or (not kind.of_model and not rest):
            raise UserError(f"Write {key}:{'MODEL' if kind.of_model else 'yes'}.")
        return Term(key=key, model=model, negate=negate)
    if kind.shape == "range":
        low, high = _bounds(key, rest)
        return Term(key=key, model=model, low=low, high=high, negate=negate)
    return Term(key=key, model=model, values=tuple(_values(key, rest)), negate=negate)


def _model(key: str, rest: str) -> tuple[str, str]:
    """Return the model's name and what stands behind it."""
    found = _VALUE.match(rest)
    behind = rest[found.end() :] if found else ""
    if found is None or (behind and not behind.startswith("=")):
        raise UserError(f"'{key}:' needs the name of a model, in quotes where it holds commas or spaces, or *.")
    return _unquoted(found.group()), behind[1:]


def _values(key: str, rest: str) -> Iterator[str]:
    place = 0
    while True:
        found = _VALUE.match(rest, place)
        if found is None:
            raise UserError(f"'{key}:' needs a value; put it in quotes where it holds commas, spaces or signs.")
        yield _unquoted(found.group())
        place = found.end()
        if place == len(rest):
            return
        if rest[place] != ",":
            raise UserError(f"'{key}:' takes values between commas; put those that hold signs in quotes.")
        place += 1


def _unquoted(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        value = json.loads(text, strict=False)
    except ValueError:
        raise UserError(f"{text[:60]} is not rightly quoted; a \\ must stand twice.") from None
    if not isinstance(value, str) or len(value) > LONGEST_VALUE:
        raise UserError(f"{text[:60]} is too long.")
    return value


def _bounds(key: str, rest: str) -> tuple[float | None, float | None]:
    found = _RANGE.fullmatch(rest.lower())
    if found is None or (found["low"] is None and found["high"] is None) or (found["high"] and not found["dots"]):
        raise UserError(f"'{key}:' needs a number or a range, such as 3, 2..5, 2.. or ..5.")
    low = None if found["low"] is None else float(found["low"])
    high = None if found["high"] is None else float(found["high"])
    return low, high if found["dots"] else low
