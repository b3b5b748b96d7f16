"""What the mouse does: one table of bindings and the arithmetic of a drag.

The table drives the viewport and the help page alike. Distances on the screen
are in device pixels, x right, y down; angles in degrees. Habits are those of
ChimeraX (spec gui.md): left rotates, middle and right translate, the wheel
zooms, Shift swaps, a drag that starts near the window's edge rolls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "BINDINGS",
    "BOXES",
    "CLICKS",
    "CLICK_SLOP",
    "Button",
    "ClickAction",
    "ClickBinding",
    "Motion",
    "MouseBinding",
    "at_edge",
    "click_action",
    "motion_of",
    "roll_angle",
    "trackball",
    "zoom_factor",
]

TURN_ACROSS_WINDOW = 180.0
"""Degrees that the scene turns when the pointer crosses the window's smaller side."""

EDGE_FRACTION = 0.08
"""How wide the rim is in which a drag rolls, as a fraction of the window's smaller side."""

ZOOM_PER_NOTCH = 1.1
"""Factor by which one notch of the wheel brings the centre of rotation nearer."""

NOTCH = 120.0
"""Units of one notch of a common wheel: eighths of a degree, 15 degrees."""


CLICK_SLOP = 3.0
"""Units of the screen (device pixels over its scale) by which the pointer may stray in a click."""


class Button(StrEnum):
    """What is held or turned."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    WHEEL = "wheel"
    PINCH = "pinch"


class Motion(StrEnum):
    """What the scene does."""

    ROTATE = "rotate"
    ROLL = "roll"
    TRANSLATE = "translate"
    ZOOM = "zoom"


@dataclass(frozen=True, slots=True)
class MouseBinding:
    """One row of the table.

    Attributes
    ----------
    button
        What is held or turned.
    shift
        Whether Shift is held.
    edge
        True: only when the drag starts near the window's edge; False: only
        when it does not; None: wherever it starts.
    motion
        What the scene does.
    summary
        For the help page.
    """

    button: Button
    shift: bool
    edge: bool | None
    motion: Motion
    summary: str

    @property
    def gesture(self) -> str:
        """The gesture in words, for the help page."""
        if self.button is Button.PINCH:
            return "Pinch on a touchpad"
        name = "Turn the wheel" if self.button is Button.WHEEL else f"{self.button.value.capitalize()} drag"
        place = " near the window's edge" if self.edge else ""
        return ("Shift + " + name[0].lower() + name[1:] if self.shift else name) + place


BINDINGS = (
    MouseBinding(Button.LEFT, False, False, Motion.ROTATE, "Rotate about the centre of rotation"),
    MouseBinding(Button.LEFT, False, True, Motion.ROLL, "Roll in the plane of the screen"),
    MouseBinding(Button.MIDDLE, False, None, Motion.TRANSLATE, "Translate"),
    MouseBinding(Button.RIGHT, False, None, Motion.TRANSLATE, "Translate"),
    MouseBinding(Button.WHEEL, False, None, Motion.ZOOM, "Zoom"),
    MouseBinding(Button.PINCH, False, None, Motion.ZOOM, "Zoom"),
    MouseBinding(Button.LEFT, True, None, Motion.TRANSLATE, "Translate"),
    MouseBinding(Button.MIDDLE, True, False, Motion.ROTATE, "Rotate about the centre of rotation"),
    MouseBinding(Button.MIDDLE, True, True, Motion.ROLL, "Roll in the plane of the screen"),
    MouseBinding(Button.RIGHT, True, False, Motion.ROTATE, "Rotate about the centre of rotation"),
    MouseBinding(Button.RIGHT, True, True, Motion.ROLL, "Roll in the plane of the screen"),
)


class ClickAction(StrEnum):
    """What a press and release without a drag does to the atom under the pointer."""

    SELECT = "select"
    PICK = "pick"
    CENTRE = "centre"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class ClickBinding:
    """One row of the table of clicks.

    Attributes
    ----------
    button
        What is pressed.
    ctrl
        Whether Ctrl (Command on a Mac) is held.
    double
        Whether it is pressed twice.
    action
        What it does.
    summary
        For the help page.
    """

    button: Button
    ctrl: bool
    double: bool
    action: ClickAction
    summary: str

    @property
    def gesture(self) -> str:
        """The gesture in words, for the help page."""
        name = "double click" if self.double else "click" if self.button is Button.LEFT else f"{self.button} click"
        return "Ctrl or Shift + " + name if self.ctrl else name.capitalize()


CLICKS = (
    ClickBinding(Button.LEFT, False, False, ClickAction.SELECT, "Select the atom; on the background, select nothing"),
    ClickBinding(Button.LEFT, False, True, ClickAction.CENTRE, "Bring the atom into the middle"),
    ClickBinding(
        Button.LEFT,
        True,
        False,
        ClickAction.PICK,
        "Add an atom to the selection, or take it away; for one of the pocket and one of the ligand the panel of "
        "hydrogen bonds explains the pair",
    ),
    ClickBinding(Button.RIGHT, False, False, ClickAction.MENU, "What can be done with the atom"),
)


BOXES = (
    ("Ctrl + left drag", "Select the atoms in a box"),
    ("Ctrl + Shift + left drag", "Add the atoms in a box to the selection"),
)
"""Drags that move nothing, and what they do, for the help page."""


def click_action(
    button: Button, ctrl: bool, double: bool, clicks: tuple[ClickBinding, ...] = CLICKS
) -> ClickAction | None:
    """Return what a click does, or None if it is not bound."""
    for binding in clicks:
        if (binding.button, binding.ctrl, binding.double) == (button, ctrl, double):
            return binding.action
    return None


def motion_of(button: Button, shift: bool, edge: bool, bindings: tuple[MouseBinding, ...] = BINDINGS) -> Motion | None:
    """Return what a gesture does, or None if it is not bound.

    Parameters
    ----------
    button, shift
        What is held.
    edge
        Whether the gesture started near the window's edge.
    bindings
        The table to look it up in.
    """
    for binding in bindings:
        if binding.button is button and binding.shift == shift and binding.edge in (None, edge):
            return binding.motion
    return None


def at_edge(x: float, y: float, size: tuple[int, int]) -> bool:
    """Say whether a point of the window lies in the rim where a drag rolls.

    Parameters
    ----------
    x, y
        Device pixels from the window's top left corner.
    size
        Width and height in device pixels.
    """
    width, height = size
    rim = EDGE_FRACTION * min(width, height)
    return min(x, y, width - x, height - y) < rim


def trackball(dx: float, dy: float, size: tuple[int, int]) -> tuple[tuple[float, float, float], float]:
    """Return the turn that a drag by (`dx`, `dy`) pixels makes.

    The axis lies in the screen at right angles to the drag, so that the side
    that faces the viewer follows the pointer; the angle is 180 degrees times
    the drag's length over the window's smaller side.

    Returns
    -------
    axis, angle
        Unit vector in camera axes, and degrees, right-handed; angle 0 about y
        for no drag.
    """
    length = math.hypot(dx, dy)
    if length == 0.0:
        return (0.0, 1.0, 0.0), 0.0
    return (dy / length, dx / length, 0.0), TURN_ACROSS_WINDOW * length / min(size)


def roll_angle(start: tuple[float, float], end: tuple[float, float], size: tuple[int, int]) -> float:
    """Return the degrees by which the pointer went round the window's middle, anticlockwise positive.

    Parameters
    ----------
    start, end
        Two places of the pointer, device pixels from the top left corner.
    size
        Width and height in device pixels.
    """

    def direction(point: tuple[float, float]) -> float:
        return math.degrees(math.atan2(size[1] / 2.0 - point[1], point[0] - size[0] / 2.0))

    return (direction(end) - direction(start) + 180.0) % 360.0 - 180.0


def zoom_factor(units: float) -> float:
    """Return the factor of a turn of the wheel by `units` (120 to a notch, away from the user positive)."""
    return float(ZOOM_PER_NOTCH ** (units / NOTCH))
