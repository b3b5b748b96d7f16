"""Typed commands that open files and deal with further complexes."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from misi_viewer.dataset.downloading.entry import checked_id, entry_host
from misi_viewer.errors import UserError
from misi_viewer.scene.companions import Companion
from misi_viewer.session.command_line_controls import CommandSpec, Controls, choose, words_of
from misi_viewer.session.render_command import complex_argument

__all__ = ["COMPLEX_COMMANDS", "FETCHED", "changed_companions", "deal_with", "is_number"]

FETCHED = "pdb:"
"""What stands before the id where a name means an entry of the Protein Data Bank."""

_DEEDS = ("show", "hide", "close", "work")


def _numbered(companions: tuple[Companion, ...], text: str) -> int:
    """Return the place of a companion from the number that the window gives it: ``#2`` is the first.

    Raises
    ------
    UserError
        If there is none of that number.
    """
    number = text.removeprefix("#").strip()
    place = int(number) - 2 if number.isascii() and number.isdigit() and len(number) < 4 else -1
    if not 0 <= place < len(companions):
        numbers = ", ".join(f"#{at + 2}" for at in range(len(companions)))
        there = f"there are {numbers}" if numbers else "only #1, the one that is worked with, is open"
        raise UserError(f"There is no other complex {text[:20]}; {there}.")
    return place


def _files(arguments: str) -> list[str]:
    names = words_of(arguments)
    if not names:
        raise UserError("Write the name of a file or folder, as in 'open 1abc_pocket.pdb 1abc_ligand.sdf'.")
    return [str(Path(name).expanduser()) for name in names]


def _open(controls: Controls, arguments: str) -> str:
    names = _files(arguments)
    controls.open_files(names, beside=False)
    return f"Opening {Path(names[0]).name}."


def _add(controls: Controls, arguments: str) -> str:
    names = _files(arguments)
    controls.open_files(names, beside=True)
    return f"Adding {Path(names[0]).name}."


def _fetch(controls: Controls, arguments: str) -> str:
    entry = checked_id(arguments)
    controls.open_files([f"{FETCHED}{entry}"], beside=False)
    return f"Fetching {entry} from {entry_host()}."


def _complex(controls: Controls, arguments: str) -> str:
    number, _, deed = arguments.strip().partition(" ")
    return deal_with(controls, number, choose(deed.strip(), _DEEDS, "deed"))


def _close(controls: Controls, arguments: str) -> str:
    return deal_with(controls, arguments, "close")


def is_number(text: str) -> bool:
    """Say whether what was typed means another complex, as ``#2`` does."""
    return text.startswith("#")


def deal_with(controls: Controls, number: str, deed: str) -> str:
    """Show, hide or close another complex, or work with it; return what was done.

    Raises
    ------
    UserError
        If there is none of that number.
    """
    companions = controls.companions
    place = _numbered(companions, number)
    one = companions[place]
    if deed == "work":
        controls.work_with(place)
        return f"Working with {one.name}."
    kept = [] if deed == "close" else [replace(one, shown=deed == "show")]
    controls.set_companions((*companions[:place], *kept, *companions[place + 1 :]))
    return {"show": f"Showing {one.name}.", "hide": f"Hid {one.name}.", "close": f"Closed {one.name}."}[deed]


COMPLEX_COMMANDS = (
    CommandSpec("open", ("open FILE ...",), "Open files in place of what is open.", _open, needs_complex=False),
    CommandSpec("add", ("add FILE ...",), "Open files and show them beside what is open.", _add),
    CommandSpec(
        "fetch", ("fetch 1a30",), "Fetch an entry of the Protein Data Bank and open it.", _fetch, needs_complex=False
    ),
    CommandSpec(
        "complex",
        ("complex #2 show", "complex #2 hide", "complex #2 close", "complex #2 work"),
        "Show, hide or close another complex, or work with it.",
        _complex,
        arguments=_DEEDS,
    ),
    CommandSpec("close", ("close #2",), "Close another complex.", _close),
)


def changed_companions(before: tuple[Companion, ...], after: tuple[Companion, ...]) -> Iterator[str]:
    """Yield the commands that lead from some companions to others."""
    here = list(before)
    for place in reversed(range(len(before))):
        if not any(_is_same(before[place], one) for one in after):
            yield f"complex #{place + 2} close"
            del here[place]
    for place, one in enumerate(after):
        old = here[place] if place < len(here) else None
        if old is None:
            yield f"add {shlex.quote(complex_argument(one.complex))}"
        elif old.shown != one.shown:
            yield f"complex #{place + 2} {'show' if one.shown else 'hide'}"


def _is_same(one: Companion, other: Companion) -> bool:
    return replace(one, shown=True) == replace(other, shown=True)
