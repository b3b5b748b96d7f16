"""Commands in running text: verb, axis and amount in any order, with the words that stand between them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from misi_viewer.camera.commands import LARGEST_AMOUNT, Axis, Command, Verb
from misi_viewer.tasks.answers.plain import vocabulary

__all__ = ["Found", "Token", "find_commands", "tokens"]

_TOKEN = re.compile(
    r"(?P<number>(?:\d{1,25}(?:\.\d{1,25})?|\.\d{1,25})(?:[eE][-+]?\d{1,3}(?![\w.]))?)"
    r"|(?P<word>[^\W\d_]{1,60})|(?P<newline>\n)|(?P<mark>[^\s])"
)

VERBS: dict[str, Verb] = {
    **dict.fromkeys(("move", "moves", "moving", "translate", "translates", "translating", "translation"), "move"),
    **dict.fromkeys(("shift", "shifting", "displace", "displacement", "zoom", "zooming"), "move"),
    **dict.fromkeys(("roll", "rolls", "rolling", "rotate", "rotates", "rotating", "rotation", "turn", "spin"), "roll"),
}
PAST: dict[str, Verb] = {
    **dict.fromkeys(("moved", "translated", "shifted", "displaced", "zoomed"), "move"),
    **dict.fromkeys(("rolled", "rotated", "turned"), "roll"),
}
_FILLERS = vocabulary(
    "the a an it its this that whole entire molecule molecules complex structure protein ligand pocket "
    "model object scene view system atoms along on about around in by of to at for axis axes direction "
    "approximately approx roughly positive plus negative minus distance angle amount value is magnitude "
    "with angstrom angstroms degrees command verb operation centre center back then"
)
_FILLER_MARKS = frozenset(":=(),\"'|<>[]{}~\u2248@*&/")
_ANGSTROM = frozenset(("\u00e5", "angstrom", "angstroms", "\u00e5ngstr\u00f6m", "\u00e5ngstr\u00f6ms", "ang", "a"))
_DEGREES = frozenset(("deg", "degs", "degree", "degrees", "\u00b0", "grad"))
_OTHER_UNITS = vocabulary(
    "nm nanometer nanometers nanometre nanometres pm px pixel pixels rad radian radians cm mm percent x times fold"
)
_UNITS = frozenset(("unit", "units"))
_TURNING = frozenset(("clockwise", "counterclockwise", "anticlockwise", "counter", "anti"))
_DIRECTIONS = {
    **dict.fromkeys(("right", "rightward", "rightwards"), ("x", 1.0)),
    **dict.fromkeys(("left", "leftward", "leftwards"), ("x", -1.0)),
    **dict.fromkeys(("up", "upward", "upwards"), ("y", 1.0)),
    **dict.fromkeys(("down", "downward", "downwards"), ("y", -1.0)),
}
"""Where a positive move goes, as the front view shows it."""
_LONGEST = 24
"""Tokens from a verb to the end of its command."""


@dataclass(frozen=True, slots=True)
class Token:
    """A number, word, mark or new line of a text; `value` is lower case."""

    kind: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Found:
    """A command in a text.

    Attributes
    ----------
    commands
        More than one if the amount is given twice, as in "3 or 4".
    first, last
        Places of its first and last token.
    start, end
        Where it stands in the text.
    """

    commands: tuple[Command, ...]
    first: int
    last: int
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """Split a text; everything but spaces is in one token each."""
    return [Token(str(t.lastgroup), t[0].lower(), t.start(), t.end()) for t in _TOKEN.finditer(text)]


def find_commands(words: list[Token], *, past: bool = False) -> list[Found]:
    """Return the commands in a text, first first.

    Parameters
    ----------
    words
        The text's tokens.
    past
        Whether "moved" and "rotated" count, too: what happened is then what is asked for.
    """
    found: list[Found] = []
    place = 0
    while place < len(words):
        command = _Reader(words, place, past).read()
        if command is None:
            place += 1
            continue
        found.append(command)
        place = command.last + 1
        while (more := _continuation(words, command, place)) is not None:
            found.append(more)
            place = more.last + 1
    return found


def _continuation(words: list[Token], before: Found, place: int) -> Found | None:
    """Read a further axis and amount that share a verb: "move x 3 and y 4"."""
    start = place
    while place < len(words) and words[place].value in (",", "and", "&", "then") and place - start < 3:
        place += 1
    if place == start or place >= len(words) or words[place].value not in ("x", "y", "z"):
        return None
    reader = _Reader(words, place, False)
    reader.verb = before.commands[0].verb
    return reader.read_rest(place)


class _Reader:
    """Reads one command from a verb on."""

    def __init__(self, words: list[Token], place: int, past: bool) -> None:
        self.words = words
        self.first = place
        self.past = past
        self.verb: Verb | None = None
        self.axis: str | None = None
        self.amounts: tuple[float, ...] | None = None
        self.sign = 1.0
        self.flipped = False
        self.directed = False

    def read(self) -> Found | None:
        word = self.words[self.first]
        self.verb = VERBS.get(word.value) or (PAST.get(word.value) if self.past else None)
        if word.kind != "word" or self.verb is None:
            return None
        return self.read_rest(self.first + 1, zoom=word.value.startswith("zoom"))

    def read_rest(self, place: int, *, zoom: bool = False) -> Found | None:
        limit = min(place + _LONGEST, len(self.words))
        last = place - 1
        while place < limit and (self.axis is None or self.amounts is None):
            after = self._zoom(place) if zoom else None
            after = after or self._step(place)
            if after is None:
                return None
            if zoom and self.directed and self.amounts is not None:
                self.axis = self.axis or "z"
            last, place = after - 1, after
        if self.axis is None or self.amounts is None or self.verb is None:
            return None
        sign = -1.0 if self.flipped else 1.0
        doubly_negative = self.flipped and min(self.amounts) < 0.0
        if doubly_negative or any(abs(amount) > LARGEST_AMOUNT for amount in self.amounts):
            return None
        if self._says_otherwise(last + 1, sign * self.amounts[0]):
            self.amounts = (*self.amounts, -self.amounts[0])
        commands = tuple(Command(self.verb, cast("Axis", self.axis), sign * amount) for amount in self.amounts)
        return Found(commands, self.first, last, self.words[self.first].start, self.words[last].end)

    def _says_otherwise(self, place: int, amount: float) -> bool:
        """Return whether words behind a command name a direction that is not, or may not be, its own."""
        while place < len(self.words) and self.words[place].value in ("to", "the", "(", "-", ",", "in", "a"):
            place += 1
        word = self._get(place)
        if word is None or not amount:
            return False
        if self.verb == "roll":
            return word.value in _TURNING
        axis, direction = _DIRECTIONS.get(word.value, (self.axis, amount))
        return axis != self.axis or direction * amount < 0.0

    def _zoom(self, place: int) -> int | None:
        word = self.words[place].value
        if self.directed or word not in ("in", "out"):
            return None
        self.directed = True
        self.flipped = word == "out"
        return place + 1

    def _step(self, place: int) -> int | None:
        """Take one token; None if it has no place in a command."""
        word = self.words[place]
        if word.kind == "number":
            return self._amount(place)
        if word.kind == "word":
            return self._word(place)
        if word.kind == "mark":
            return self._mark(place)
        return None

    def _word(self, place: int) -> int | None:
        value = self.words[place].value
        if value in ("x", "y", "z") and self.axis is None:
            self.axis = value
            return place + 1
        if value in ("negative", "minus"):
            if self._is_number(place + 1):
                self.sign = -1.0
            elif self.flipped:
                return None
            else:
                self.flipped = True
            return place + 1
        return place + 1 if value in _FILLERS else None

    def _mark(self, place: int) -> int | None:
        mark = self.words[place]
        if mark.value in ("-", "+"):
            if self._is_number(place + 1):
                self.sign = -1.0 if mark.value == "-" else 1.0
                return place + 1
            axis = self._get(place + 1)
            before = self._get(place - 1)
            touches = axis is not None and axis.start == mark.end and axis.value in ("x", "y", "z")
            free = before is None or before.end < mark.start or before.value in _FILLER_MARKS
            if touches and free and mark.value == "-":
                self.flipped = True
            return place + 1
        return place + 1 if mark.value in _FILLER_MARKS else None

    def _amount(self, place: int) -> int | None:
        value, place = self._number(place)
        after = self._unit(place)
        if after is None:
            return None
        self.amounts = (value,)
        return self._alternative(after)

    def _number(self, place: int) -> tuple[float, int]:
        value = self.sign * float(self.words[place].value)
        self.sign = 1.0
        return value, place + 1

    def _unit(self, place: int) -> int | None:
        """Skip the unit of a number; None if it is not one of the verb's."""
        unit = self._get(place)
        if unit is not None and unit.value == "-" and self._is_unit(place + 1):
            unit, place = self._get(place + 1), place + 1
        if unit is None or unit.kind == "newline":
            return place
        touches = unit.start == self.words[place - 1].end
        own, others = (_ANGSTROM, _DEGREES) if self.verb == "move" else (_DEGREES, _ANGSTROM)
        if unit.value in _UNITS:
            return place + 1
        if unit.value in others and (unit.value != "a" or touches):
            return None
        if unit.value in own and (unit.value != "a" or touches or self._ends(place + 1)):
            return place + 1
        if unit.value in _OTHER_UNITS and (touches or unit.value != "x"):
            return None
        return None if touches and unit.kind in ("word", "number") else place

    def _alternative(self, place: int) -> int:
        """Read a second amount, as in "3 or 4", "3-4" and "3 to 4": it makes the command ambiguous."""
        word = self._get(place)
        if word is None or word.value not in ("-", "or", "to", "~", "/"):
            return place
        start, place = place, place + 1
        sign = self._get(place)
        if sign is not None and sign.value in ("-", "+") and self._is_number(place + 1):
            self.sign = -1.0 if sign.value == "-" else 1.0
            place += 1
        if not self._is_number(place) or self.amounts is None:
            return start
        value, place = self._number(place)
        self.amounts = (*self.amounts, value)
        return self._unit(place) or place

    def _get(self, place: int) -> Token | None:
        return self.words[place] if 0 <= place < len(self.words) else None

    def _is_number(self, place: int) -> bool:
        word = self._get(place)
        return word is not None and word.kind == "number"

    def _is_unit(self, place: int) -> bool:
        word = self._get(place)
        return word is not None and word.value in _ANGSTROM | _DEGREES

    def _ends(self, place: int) -> bool:
        """Return whether a phrase ends here, so that "A" before it is a unit and no article."""
        word = self._get(place)
        return word is None or word.kind != "word" or word.value in ("along", "in", "on", "and", "about", "to")
