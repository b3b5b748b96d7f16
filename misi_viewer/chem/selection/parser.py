"""From the text of a selection to its tree, in time linear in the text's length."""

from __future__ import annotations

import difflib
import re
from functools import lru_cache
from typing import cast

from misi_viewer.chem.elements import atomic_number
from misi_viewer.chem.selection.syntax import (
    And,
    Element,
    Node,
    Not,
    Numbers,
    Or,
    Part,
    Pattern,
    Rows,
    SameResidue,
    Specifier,
    Within,
    Word,
)
from misi_viewer.chem.selection.words import ALIASES, WORDS
from misi_viewer.errors import UserError

__all__ = ["DEEPEST", "LARGEST_DISTANCE", "LONGEST_SELECTION", "SelectionError", "parse", "parse_sequence"]

LONGEST_SELECTION = 20_000
"""Characters."""

DEEPEST = 32
"""Levels of parentheses and prefixes; zones behind a selection in all."""

LARGEST_DISTANCE = 1_000.0
"""Angstrom."""

LONGEST_NAME = 64

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"[A-Za-z]+")
_BIT = re.compile(r"\w+")
_NUMBER = re.compile(r"\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}", re.ASCII)
_NAME = re.compile(r"(?:\\.|[^\\\s,/:@&|~()\[\]<>;])+", re.DOTALL)
_RESIDUE_NUMBERS = re.compile(r"(-?\d{1,9})([A-Za-z]?)(?:-(-?\d{1,9})([A-Za-z]?))?", re.ASCII)
_ROWS = re.compile(r"(\d{1,9})(?:-(\d{1,9}))?", re.ASCII)
_SIGNS = "/:@"
_LISTS = {"/": "a chain", ":": "a residue's number or name", "@": "an atom's name"}


class SelectionError(UserError):
    """A selection that cannot be read.

    Parameters
    ----------
    place
        Of the offending character, counted from 1.
    problem
        What is wrong, without a full stop.
    """

    def __init__(self, place: int, problem: str) -> None:
        self.place = place
        self.problem = problem
        super().__init__(f"At character {place} of the selection: {problem}.")


@lru_cache(maxsize=64)
def parse(text: str) -> Node:
    """Read a selection.

    Raises
    ------
    SelectionError
        With the place and what is wrong there.
    """
    parser = _Parser(text)
    node = parser.alternatives()
    parser.end()
    return node


def parse_sequence(text: str) -> tuple[Node, ...]:
    """Read several selections that stand side by side; `&` and `|` need parentheses.

    Raises
    ------
    SelectionError
        As `parse` does.
    """
    parser = _Parser(text)
    found = []
    while not parser.at_end():
        found.append(parser.factor())
    return tuple(found)


class _Parser:
    """Reads from left to right and never goes back."""

    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_SELECTION:
            problem = f"it is longer than {LONGEST_SELECTION:,} characters"
            raise SelectionError(LONGEST_SELECTION + 1, problem)
        self.text = text
        self.at = 0
        self.depth = 0
        self.zones_read = 0

    def error(self, problem: str, at: int | None = None) -> SelectionError:
        return SelectionError((self.at if at is None else at) + 1, problem)

    def skip_space(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def at_end(self) -> bool:
        self.skip_space()
        return self.at == len(self.text)

    def end(self) -> None:
        if self.at_end():
            return
        if self.text[self.at] == ")":
            raise self.error("this parenthesis was never opened")
        raise self.error("write & (both) or | (either) between two selections")

    def take(self, sign: str) -> bool:
        self.skip_space()
        found = self.text.startswith(sign, self.at)
        if found:
            self.at += len(sign)
        return found

    def take_word(self, word: str) -> bool:
        self.skip_space()
        match = _WORD.match(self.text, self.at)
        found = match is not None and match[0].lower() == word
        if match and found:
            self.at = match.end()
        return found

    def expect(self, word: str, problem: str) -> None:
        if not self.take_word(word):
            raise self.error(problem)

    def alternatives(self) -> Node:
        operands = [self.conjunction()]
        while self.take("|") or self.take_word("or"):
            operands.append(self.conjunction())
        flat = [part for one in operands for part in (one.operands if isinstance(one, Or) else (one,))]
        return Or(tuple(flat)) if len(flat) > 1 else flat[0]

    def conjunction(self) -> Node:
        operands = [self.factor()]
        while self.take("&") or self.take_word("and"):
            operands.append(self.factor())
        flat = [part for one in operands for part in (one.operands if isinstance(one, And) else (one,))]
        return And(tuple(flat)) if len(flat) > 1 else flat[0]

    def factor(self) -> Node:
        """Read one selection with its prefixes and the zones behind it."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise self.error(f"more than {DEEPEST} levels of parentheses are too many")
        if self.take("~") or self.take_word("not"):
            node: Node = Not(self.factor())
        elif self.take_word("within"):
            distance = self.distance()
            self.expect("of", "write 'of' and a selection here, as in 'within 4 of ligand'")
            node = Within(distance, self.factor())
        elif self.take_word("same"):
            problem = "write 'residue as' and a selection after 'same'"
            self.expect("residue", problem)
            self.expect("as", problem)
            node = SameResidue(self.factor())
        else:
            node = self.zones(self.primary())
        self.depth -= 1
        return node

    def zones(self, node: Node) -> Node:
        while True:
            if self.take(":<"):
                node = SameResidue(Within(self.distance(), node))
            elif self.take("@<"):
                node = Within(self.distance(), node)
            else:
                return node
            self.zones_read += 1
            if self.zones_read > DEEPEST:
                raise self.error(f"more than {DEEPEST} zones are too many")

    def distance(self) -> float:
        self.skip_space()
        match = _NUMBER.match(self.text, self.at)
        if match is None:
            raise self.error("a distance in angstrom is missing, as in 'within 4 of ligand'")
        distance = float(match[0])
        if distance > LARGEST_DISTANCE:
            raise self.error(f"a distance is at most {LARGEST_DISTANCE:,.0f} angstrom")
        self.at = match.end()
        return distance

    def primary(self) -> Node:
        if self.at_end():
            raise self.error("a selection is missing, such as :45, @CA or ligand")
        if self.take("("):
            opened = self.at - 1
            node = self.alternatives()
            if not self.take(")"):
                problem = "is not closed" if self.at_end() else "needs & or | between the selections in it"
                raise self.error(f"this parenthesis {problem}", opened)
            return node
        if self.text[self.at] in _SIGNS:
            return self.specifier()
        return self.word()

    def specifier(self) -> Specifier:
        lists: dict[str, list[tuple[int, str]]] = {}
        latest = -1
        while self.at < len(self.text) and (sign := self.text[self.at]) in _SIGNS:
            if self.text.startswith("<", self.at + 1):
                break
            order = _SIGNS.index(sign)
            if order <= latest:
                raise self.error("a specifier has chains, residues and atoms once each, in this order: /A:45@CA")
            latest = order
            self.at += 1
            lists[sign] = self.names(_LISTS[sign])
        return Specifier(
            tuple(Pattern(name) for _, name in lists.get("/", ())),
            tuple(self.residue(at, name) for at, name in lists.get(":", ())),
            tuple(Pattern(name.upper()) for _, name in lists.get("@", ())),
        )

    def names(self, what: str) -> list[tuple[int, str]]:
        """Read names separated by commas, each with its place."""
        found = []
        while True:
            match = _NAME.match(self.text, self.at)
            if match is None:
                raise self.error(f"{what} is missing")
            if len(match[0]) > LONGEST_NAME:
                raise self.error(f"a name has at most {LONGEST_NAME} letters")
            found.append((self.at, match[0]))
            self.at = match.end()
            if not self.text.startswith(",", self.at):
                return found
            self.at += 1

    def residue(self, at: int, text: str) -> Pattern | Numbers:
        match = _RESIDUE_NUMBERS.fullmatch(text)
        if match is None:
            return Pattern(text.upper())
        first = int(match[1]), match[2].upper()
        if match[3] is None:
            return Numbers(first, first, text.upper())
        last = int(match[3]), match[4].upper()
        if last < first:
            raise self.error(f"the range {text} ends before it begins", at)
        return Numbers(first, last)

    def word(self) -> Node:
        start = self.at
        match = _BIT.match(self.text, start)
        text = match[0] if match else self.text[start]
        name = ALIASES.get(text.lower(), text.lower())
        if name in WORDS:
            self.at += len(text)
            if name in ("pocket", "ligand") and self.text.startswith("[", self.at):
                return self.rows(cast("Part", name))
            return Word(name)
        number = atomic_number(text) if text.isascii() else 0
        if number:
            self.at += len(text)
            return Element(number)
        raise self.error(_unknown(text))

    def rows(self, part: Part) -> Rows:
        self.at += 1
        close = self.text.find("]", self.at)
        if close < 0:
            raise self.error("this bracket is not closed", self.at - 1)
        ranges = []
        for piece in self.text[self.at : close].split(","):
            match = _ROWS.fullmatch(piece.strip())
            if match is None or int(match[2] or match[1]) < int(match[1]):
                raise self.error(f"write rows counted from 0 here, as in {part}[0-4,9]")
            ranges.append((int(match[1]), int(match[2] or match[1])))
        self.at = close + 1
        return Rows(part, tuple(ranges))


def _unknown(text: str) -> str:
    shown = text[:40]
    if not shown[0].isalnum() and shown[0] != "_":
        return f"'{shown}' cannot stand here"
    if shown[0].isdigit():
        return f"a residue's number is written with a colon, :{shown}"
    near = difflib.get_close_matches(shown.lower(), [*WORDS, "within", "same"], n=1, cutoff=0.75)
    if near:
        return f"'{shown}' is neither a word of the selection language nor an element; perhaps '{near[0]}' is meant"
    ways = f"a residue is written :{shown}, an atom @{shown}, a chain /{shown}"
    return f"'{shown}' is neither a word of the selection language nor an element; {ways}"
