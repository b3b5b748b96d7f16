"""What a selection says, as a tree; and how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from misi_viewer.chem.elements import SYMBOLS

__all__ = [
    "BLANK",
    "And",
    "Element",
    "Names",
    "Node",
    "Not",
    "Numbers",
    "Or",
    "Part",
    "Pattern",
    "Rows",
    "SameResidue",
    "Specifier",
    "Within",
    "Word",
    "escape",
    "print_selection",
    "walk",
]

Part = Literal["pocket", "ligand"]

BLANK = "_"
"""Stands for a chain, residue or atom without a name."""

_MEANT_LITERALLY = frozenset("\\*?,/:@&|~()[]<>;")


def escape(name: str, *, number_like: bool = False) -> str:
    """Write a name so that it means itself and nothing else.

    Parameters
    ----------
    name
        As the file has it.
    number_like
        Whether it would be read as a residue number otherwise.
    """
    if not name:
        return BLANK
    letters = [f"\\{letter}" if letter in _MEANT_LITERALLY or letter.isspace() else letter for letter in name]
    if name == BLANK or number_like:
        letters[0] = f"\\{name[0]}"
    return "".join(letters)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A name with wildcards: `*` any letters, `?` one; a backslash takes the next letter literally."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Numbers:
    """Residue numbers from one to another, each with its insertion code.

    `plain` is the text of a single number: a residue may be so named, too.
    """

    first: tuple[int, str]
    last: tuple[int, str]
    plain: str = ""

    def __str__(self) -> str:
        if self.plain:
            return self.plain
        return "-".join(f"{number}{code}" for number, code in (self.first, self.last))


Names = tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Specifier:
    """Chains, residues and atoms by name: `/A:45@CA`. An empty tuple takes all."""

    chains: Names = ()
    residues: tuple[Pattern | Numbers, ...] = ()
    atoms: Names = ()

    def __str__(self) -> str:
        lists = (("/", self.chains), (":", self.residues), ("@", self.atoms))
        return "".join(sign + ",".join(map(str, items)) for sign, items in lists if items)


@dataclass(frozen=True, slots=True)
class Rows:
    """Atoms of a part by their rows in the file, counted from 0: `ligand[0-4,9]`."""

    part: Part
    ranges: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        ranges = (str(first) if first == last else f"{first}-{last}" for first, last in self.ranges)
        return f"{self.part}[{','.join(ranges)}]"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the table in `words`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Element:
    """All atoms of an element, by atomic number."""

    number: int

    def __str__(self) -> str:
        return SYMBOLS[self.number]


@dataclass(frozen=True, slots=True)
class Not:
    """All but these."""

    operand: Node

    def __str__(self) -> str:
        return f"~{_inside(self.operand)}"


@dataclass(frozen=True, slots=True)
class Within:
    """Atoms at most `distance` angstrom from these, these themselves too."""

    distance: float
    operand: Node

    def __str__(self) -> str:
        distance = f"{self.distance:.12f}".rstrip("0").rstrip(".")
        return f"within {distance} of {_inside(self.operand)}"


@dataclass(frozen=True, slots=True)
class SameResidue:
    """All atoms of the residues that these belong to."""

    operand: Node

    def __str__(self) -> str:
        return f"same residue as {_inside(self.operand)}"


@dataclass(frozen=True, slots=True)
class And:
    """What all of them select."""

    operands: tuple[Node, ...]

    def __str__(self) -> str:
        return " & ".join(f"({one})" if isinstance(one, Or) else str(one) for one in self.operands)


@dataclass(frozen=True, slots=True)
class Or:
    """What any of them selects."""

    operands: tuple[Node, ...]

    def __str__(self) -> str:
        return " | ".join(map(str, self.operands))


Node = Specifier | Rows | Word | Element | Not | Within | SameResidue | And | Or


def _inside(operand: Node) -> str:
    return f"({operand})" if isinstance(operand, And | Or) else str(operand)


def print_selection(node: Node) -> str:
    """Write a selection so that `parse` reads it back."""
    return str(node)


def walk(node: Node) -> Iterator[Node]:
    """Yield a selection and all that it is made of."""
    yield node
    if isinstance(node, And | Or):
        for operand in node.operands:
            yield from walk(operand)
    elif isinstance(node, Not | Within | SameResidue):
        yield from walk(node.operand)
