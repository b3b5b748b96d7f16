"""What an answer is, once read: commands, a letter or hydrogen bonds (spec benchmark.md section 2)."""

from __future__ import annotations

from typing import Literal

import msgspec

from misi_viewer.camera.commands import Command

__all__ = ["Answer", "BondName", "BondsAnswer", "CommandsAnswer", "Form", "LetterAnswer", "Parsed", "State"]

Form = Literal["command", "commands", "letter", "bonds", "residue_bonds"]
"""One command; several; the letter of an option; bonds of a complex, each with its residue; bonds of one residue."""

State = Literal["parsed", "no answer", "refused", "failed call", "unparseable", "contradicting"]
"""What became of a reply; an answer comes with "parsed" alone."""


class BondName(msgspec.Struct, frozen=True, order=True):
    """One hydrogen bond, named as in an answer.

    Attributes
    ----------
    residue_name
        Upper case, such as "ARG".
    residue_number
        As in the file; None where the form leaves it out.
    insertion_code
        One letter or "".
    atom
        Atom of the residue, in the case in which it was written.
    chain
        Chain of the residue, in the case in which it was written; "" for a
        blank one, and where the form leaves it out.
    ligand_atom
        Atom of the ligand, in the case in which it was written.
    """

    residue_name: str
    residue_number: int | None
    insertion_code: str
    atom: str
    chain: str
    ligand_atom: str


class CommandsAnswer(msgspec.Struct, frozen=True, tag="commands"):
    """Commands, in the order given."""

    commands: tuple[Command, ...]


class LetterAnswer(msgspec.Struct, frozen=True, tag="letter"):
    """The letter of an option, upper case."""

    letter: str


class BondsAnswer(msgspec.Struct, frozen=True, tag="bonds"):
    """A set of hydrogen bonds; the empty one is the answer "No"."""

    bonds: frozenset[BondName]


Answer = CommandsAnswer | LetterAnswer | BondsAnswer


class Parsed(msgspec.Struct, frozen=True):
    """What was read from a reply.

    Attributes
    ----------
    answer
        None unless the state is "parsed".
    state
        What became of the reply.
    reason
        One sentence for people: how the answer was found, or why there is none.
    span
        Start and end, in characters of the reply, of what the answer was read
        from; None without an answer.
    reasoning
        What stood between reasoning tags; it is never searched for an answer.
    cut
        Whether the reply was so long that its middle was left unread.
    """

    answer: Answer | None
    state: State
    reason: str
    span: tuple[int, int] | None = None
    reasoning: str = ""
    cut: bool = False
