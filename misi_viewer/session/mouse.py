"""The arithmetic of a drag, a turn of the wheel and two fingers; `mouse_presets` says what they do.

Distances on the screen are in device pixels, x right, y down; angles in degrees.
"""

from __future__ import annotations

import math
from enum import StrEnum

__all__ = ["CLICK_SLOP", "Motion", "at_edge", "roll_angle", "trackball", "zoom_factor"]

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


class Motion(StrEnum):
    """What the scene does."""

    ROTATE = "rotate"
    ROLL = "roll"
    TRANSLATE = "translate"
    ZOOM = "zoom"


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
