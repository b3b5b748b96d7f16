"""What typed commands need of a window, and how a command is described."""

from __future__ import annotations

import difflib
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import View
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.session.measurements import Measurement

__all__ = [
    "CommandSpec",
    "Controls",
    "choose",
    "complex_of",
    "counted",
    "near_word",
    "no_arguments",
    "on_or_off",
    "words_of",
]


class Controls(Protocol):
    """What a window offers to the command line; every change is one step of its history."""

    @property
    def complex(self) -> Complex | None:
        """What is open."""

    @property
    def shot(self) -> Shot:
        """The shot that leads to the present picture."""

    @property
    def view(self) -> View | None:
        """The camera; None in an empty window."""

    @property
    def style(self) -> Style:
        """How things look."""

    @property
    def selection(self) -> Selection:
        """The selected atoms of the complex; asked for only where one is open."""

    @property
    def picked(self) -> tuple[AtomRef, ...]:
        """Atoms picked one by one, in that order, that are still selected."""

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """What is measured."""

    @property
    def named_views(self) -> Mapping[str, Shot]:
        """Views by the names they were given."""

    @property
    def companions(self) -> tuple[Companion, ...]:
        """Complexes that are seen beside it."""

    def set_companions(self, companions: Iterable[Companion]) -> None:
        """Show these complexes beside it, and no others."""

    def work_with(self, place: int) -> None:
        """Let a companion and the complex that is worked with change places."""

    def open_files(self, names: Sequence[str], *, beside: bool) -> None:
        """Open files soon, in place of what is open or beside it."""

    def set_shot(self, shot: Shot) -> None:
        """Show the complex so."""

    def set_style(self, style: Style) -> None:
        """Draw so."""

    def set_selection(self, selection: Selection) -> None:
        """Select these atoms."""

    def set_measurements(self, measurements: tuple[Measurement, ...]) -> None:
        """Show these measurements."""

    def set_named_views(self, views: Mapping[str, Shot]) -> None:
        """Keep these views."""

    def rename_view(self, old: str, new: str) -> str:
        """Give a view another name, and return the name that it has got."""

    def fit(self) -> None:
        """Bring what the shot is fitted to into the picture without turning it."""

    def reset(self) -> None:
        """Go back to the fitted front view of the whole complex."""

    def undo(self) -> str | None:
        """Take the last step back; return what it was, None if there is none."""

    def redo(self) -> str | None:
        """Do what was undone again; return what it is, None if there is nothing."""

    def save_picture(self, path: Path) -> None:
        """Write the picture as it is seen to a file, now or soon."""


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command of the table.

    Attributes
    ----------
    name
        The word that is typed.
    syntax
        Ways to type it, for the help.
    help
        One sentence.
    handler
        Does it, given the window and what was typed behind the name; returns
        the sentence for the log.
    aliases
        Other words for it.
    arguments
        What may be typed behind it, for completion.
    takes_selection
        Whether a selection may stand behind it, for completion.
    needs_complex
        Whether something must be open.
    """

    name: str
    syntax: tuple[str, ...]
    help: str
    handler: Callable[[Controls, str], str]
    aliases: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    takes_selection: bool = False
    needs_complex: bool = True


def complex_of(controls: Controls) -> Complex:
    """Return what is open.

    Raises
    ------
    UserError
        If nothing is.
    """
    if controls.complex is None:
        raise UserError("Nothing is open; open a complex first.")
    return controls.complex


def counted(count: int, thing: str) -> str:
    """Return a number with its noun."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def near_word(word: str, words: Iterable[str]) -> str | None:
    """Return the known word that is nearest to a mistyped one, None if none is near."""
    near = difflib.get_close_matches(word.lower()[:40], list(words), n=1, cutoff=0.6)
    return near[0] if near else None


def choose(word: str, words: Iterable[str], what: str) -> str:
    """Return the word of a list that was typed, or that it is the only beginning of.

    Raises
    ------
    UserError
        If it is none.
    """
    words = list(words)
    fits = [known for known in words if known == word.lower()] or [
        known for known in words if word and known.startswith(word.lower())
    ]
    if len(fits) == 1:
        return fits[0]
    near = near_word(word, words)
    hint = f"perhaps {near} is meant" if near else f"write one of {', '.join(words)}"
    raise UserError(f"'{word[:40]}' is no {what}; {hint}." if word else f"Write the {what}: {', '.join(words)}.")


def no_arguments(name: str, arguments: str) -> None:
    """Check that nothing stands behind a command.

    Raises
    ------
    UserError
        If something does.
    """
    if arguments:
        raise UserError(f"Nothing stands behind {name}; leave out '{arguments[:40]}'.")


def words_of(arguments: str) -> list[str]:
    """Return words, of which those between quotation marks may hold spaces.

    Raises
    ------
    UserError
        If a quotation mark has no partner.
    """
    try:
        return shlex.split(arguments)
    except ValueError:
        raise UserError("A quotation mark has no partner; put names with spaces between two of them.") from None


def on_or_off(name: str, arguments: str) -> bool:
    """Return whether "on" (or nothing) or "off" stands behind a command.

    Raises
    ------
    UserError
        If something else does.
    """
    if arguments.lower() in ("", "on", "true", "1"):
        return True
    if arguments.lower() in ("off", "false", "0"):
        return False
    raise UserError(f"Write {name} on or {name} off, not '{arguments[:40]}'.")
