"""Undo and redo of what a window shows."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from psygnal import Signal

from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.session.measurements import Measurement
from misi_viewer.session.named_views import NamedView

__all__ = ["MOST_STEPS", "History", "Snapshot"]

MOST_STEPS = 200
"""Steps that can be taken back."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What undo brings back.

    Attributes
    ----------
    shot, style
        What is seen, and how.
    selection
        What is selected, as a selection; "none" for nothing.
    measurements
        Those that are shown.
    companions
        Complexes that are seen beside the one that is worked with.
    views
        Views with names.
    pivot
        What gestures turn about where something was brought into focus; goes
        with the camera, and is no change by itself.
    """

    shot: Shot
    style: Style
    selection: str = "none"
    measurements: tuple[Measurement, ...] = ()
    companions: tuple[Companion, ...] = ()
    views: tuple[NamedView, ...] = ()
    pivot: tuple[float, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class _Step:
    """A change: what it is called, what was before it, and the gesture it belongs to."""

    title: str
    before: Snapshot
    gesture: Hashable


class History:
    """The states that a window went through, and where among them it is.

    Signals
    -------
    changed
        What can be undone or redone has changed.
    recorded
        A change was noted: the state before the step, the state after it, and
        whether it goes on with the step of the last `recorded`.
    travelled
        "undo" or "redo" was done.

    Parameters
    ----------
    state
        What is shown now.
    most_steps
        How many steps are kept.
    """

    changed = Signal()
    recorded = Signal(Snapshot, Snapshot, bool)
    travelled = Signal(str)

    def __init__(self, state: Snapshot, most_steps: int = MOST_STEPS) -> None:
        self._most_steps = most_steps
        self._state = state
        self._done: list[_Step] = []
        self._undone: list[tuple[str, Snapshot]] = []

    @property
    def state(self) -> Snapshot:
        """What is shown now."""
        return self._state

    @property
    def undo_title(self) -> str | None:
        """What `undo` takes back; None if there is nothing."""
        return self._done[-1].title if self._done else None

    @property
    def redo_title(self) -> str | None:
        """What `redo` does again; None if there is nothing."""
        return self._undone[-1][0] if self._undone else None

    def record(self, state: Snapshot, title: str, gesture: Hashable = None) -> None:
        """Take note of a change.

        Parameters
        ----------
        state
            What is shown after it; if that is as before nothing is noted.
        title
            What was done, for the menu: "Turn", "Hide /A:45".
        gesture
            What marks the steps of one drag, or turns of the wheel in quick
            succession: equal ones that follow each other are one step. None for
            a step of its own.
        """
        if state == self._state:
            return
        last = self._done[-1] if self._done and not self._undone else None
        goes_on = gesture is not None and last is not None and last.gesture == gesture
        if not goes_on:
            self._done.append(_Step(title, self._state, gesture))
            del self._done[: -self._most_steps]
        self._undone.clear()
        self._state = state
        self.recorded.emit(self._done[-1].before, state, goes_on)
        self.changed.emit()

    def end_gesture(self) -> None:
        """Let the next step be one of its own, whatever its gesture."""
        if self._done:
            last = self._done[-1]
            self._done[-1] = _Step(last.title, last.before, None)

    def undo(self) -> Snapshot | None:
        """Go back one step and return what is shown then; None if there is none."""
        if not self._done:
            return None
        step = self._done.pop()
        self._undone.append((step.title, self._state))
        self._state = step.before
        self.travelled.emit("undo")
        self.changed.emit()
        return self._state

    def redo(self) -> Snapshot | None:
        """Go forward one step and return what is shown then; None if there is none."""
        if not self._undone:
            return None
        title, state = self._undone.pop()
        self._done.append(_Step(title, self._state, None))
        self._state = state
        self.travelled.emit("redo")
        self.changed.emit()
        return self._state

    def start_over(self, state: Snapshot) -> None:
        """Forget all steps, as when another complex is opened."""
        self._state = state
        self._done.clear()
        self._undone.clear()
        self.changed.emit()
