"""The six views: rolls from the fitted front view (spec benchmark.md section 6)."""

from __future__ import annotations

from typing import Literal, get_args

from misi_viewer.camera.commands import Command
from misi_viewer.errors import UserError

__all__ = ["THREE_VIEWS", "VIEWS", "ViewName", "view_commands"]

ViewName = Literal["front", "left", "top", "back", "right", "bottom"]

VIEWS: tuple[ViewName, ...] = get_args(ViewName)
"""The six views, in the benchmark's order."""

THREE_VIEWS: tuple[ViewName, ...] = VIEWS[:3]

_ROLLS: dict[str, tuple[Command, ...]] = {
    "front": (),
    "left": (Command("roll", "y", 90.0),),
    "top": (Command("roll", "x", 90.0),),
    "back": (Command("roll", "y", 180.0),),
    "right": (Command("roll", "y", -90.0),),
    "bottom": (Command("roll", "x", -90.0),),
}


def view_commands(name: str) -> tuple[Command, ...]:
    """Return the commands that lead from the front view to a view.

    Raises
    ------
    UserError
        If there is no such view.
    """
    if name not in _ROLLS:
        raise UserError(f"'{name}' is not a view; choose one of {', '.join(VIEWS)}.")
    return _ROLLS[name]
