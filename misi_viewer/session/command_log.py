"""The log of a command line: what was typed, and the commands for what was done by mouse, key and menu."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal

from psygnal import Signal

from misi_viewer.errors import UserError, describe_error
from misi_viewer.session.command_line import run
from misi_viewer.session.command_line_controls import Controls
from misi_viewer.session.command_line_written import commands_between
from misi_viewer.session.history import History, Snapshot

__all__ = ["MOST_ENTRIES", "CommandLog", "Entry"]

MOST_ENTRIES = 2_000

Kind = Literal["typed", "done", "said", "error"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log.

    Attributes
    ----------
    kind
        "typed" by a person, "done" by mouse or menu, "said" in answer, or an "error".
    text
        A command, or sentences.
    """

    kind: Kind
    text: str


class CommandLog:
    """Entries of one window, oldest first.

    Signals
    -------
    added
        An entry was added at the end.
    replaced
        The last entry was replaced, as in the course of a drag.

    Parameters
    ----------
    controls
        The window.
    history
        Its history: what is noted there is logged as commands.
    """

    added = Signal(Entry)
    replaced = Signal(Entry)

    def __init__(self, controls: Controls, history: History) -> None:
        self._controls = controls
        self._entries: list[Entry] = []
        self._is_quiet = False
        self._waiting: list[str] | None = None
        self._is_last_drawn_out = False
        self._logged: Snapshot | None = None
        history.recorded.connect(self._note_change)
        history.travelled.connect(self._note)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries."""
        return tuple(self._entries)

    @property
    def commands(self) -> list[str]:
        """The commands, typed and done: a script that does the same again."""
        return [entry.text for entry in self._entries if entry.kind in ("typed", "done")]

    def type(self, line: str) -> bool:
        """Do what a person typed and log it with the answers; return whether all of it could be done.

        While lines are held (`hold`), it waits for its turn.
        """
        line = line.strip()
        if not line:
            return True
        if self._waiting is not None:
            self._waiting.append(line)
            return True
        self._add(Entry("typed", line))
        with self.quiet():
            try:
                for sentence in run(self._controls, line):
                    self._add(Entry("said", sentence))
            except (UserError, OSError) as error:
                self._add(Entry("error", describe_error(error)))
                return False
        return True

    def hold(self) -> None:
        """Let lines wait until `go_on`: what was typed goes on in the background."""
        if self._waiting is None:
            self._waiting = []

    def go_on(self) -> None:
        """Do what has waited, until a line holds the rest again."""
        lines, self._waiting = self._waiting or [], None
        for line in lines:
            self.type(line)

    @contextmanager
    def doing(self, command: str) -> Iterator[None]:
        """Log a command for what is done meanwhile, in place of what the history notes of it."""
        self._note(command)
        with self.quiet():
            yield

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Log nothing of what is done meanwhile: it has been typed."""
        was_quiet, self._is_quiet = self._is_quiet, True
        try:
            yield
        finally:
            self._is_quiet = was_quiet

    def _note(self, command: str) -> None:
        if not self._is_quiet:
            self._add(Entry("done", command))

    def _note_change(self, before: Snapshot, after: Snapshot, goes_on: bool) -> None:
        if self._is_quiet or self._controls.complex is None:
            return
        replaces = goes_on and self._is_last_drawn_out
        if goes_on and not replaces and self._logged is not None:
            before = self._logged
        self._logged = after
        commands = commands_between(before, after, self._controls.complex)
        entry = Entry("done", "; ".join(commands))
        if replaces:
            self._entries[-1] = entry
            self.replaced.emit(entry)
        elif commands:
            self._add(entry)
            self._is_last_drawn_out = True

    def _add(self, entry: Entry) -> None:
        self._is_last_drawn_out = False
        self._entries.append(entry)
        del self._entries[:-MOST_ENTRIES]
        self.added.emit(entry)
