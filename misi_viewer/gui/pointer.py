"""Mouse, wheel and touchpad of the view, translated into motions of the session's table."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QWheelEvent

from misi_viewer.session.mouse import (
    CLICK_SLOP,
    Button,
    ClickAction,
    Motion,
    at_edge,
    click_action,
    motion_of,
    zoom_factor,
)
from misi_viewer.session.state import WindowState

__all__ = ["Pointer"]

BUTTONS = {
    Qt.MouseButton.LeftButton: Button.LEFT,
    Qt.MouseButton.MiddleButton: Button.MIDDLE,
    Qt.MouseButton.RightButton: Button.RIGHT,
}

WHEEL_UNITS_PER_PIXEL = 2.0
"""How far one pixel of a touchpad's scrolling turns the wheel."""


class Pointer:
    """Follows one pointer over one view.

    Parameters
    ----------
    state
        What is moved.
    pixel_ratio
        Returns device pixels per unit of Qt's positions.
    """

    def __init__(self, state: WindowState, pixel_ratio: Callable[[], float]) -> None:
        self._state = state
        self._pixel_ratio = pixel_ratio
        self._button: Qt.MouseButton | None = None
        self._motion: Motion | None = None
        self._last = (0.0, 0.0)
        self._strayed = False

    @property
    def dragging(self) -> bool:
        """Whether a button is held that moves something."""
        return self._motion is not None

    @property
    def strayed(self) -> bool:
        """Whether the pointer has left the place where the button was pressed: a drag, not a click."""
        return self._strayed

    def place(self, position: QPointF) -> tuple[float, float]:
        """Return a position in device pixels from the view's top left corner."""
        ratio = self._pixel_ratio()
        return position.x() * ratio, position.y() * ratio

    def press(self, event: QMouseEvent) -> bool:
        """Begin a drag; say whether the button is bound."""
        button = BUTTONS.get(event.button())
        if button is None or self._button is not None:
            return False
        self._last = self.place(event.position())
        edge = at_edge(*self._last, self._state.size)
        self._motion = motion_of(button, _shift(event), edge)
        self._button = event.button() if self._motion else None
        self._strayed = False
        return self._motion is not None

    def move(self, event: QMouseEvent) -> bool:
        """Go on with the drag; say whether there is one."""
        if self._motion is None:
            return False
        place = self.place(event.position())
        if not self._strayed and math.dist(place, self._last) <= CLICK_SLOP * self._pixel_ratio():
            return True
        self._strayed = True
        if place != self._last:
            self._state.drag(self._motion, self._last, place)
            self._last = place
        return True

    def release(self, event: QMouseEvent) -> bool:
        """End the drag if its own button was let go."""
        if event.button() is not self._button:
            return False
        self._button = self._motion = None
        return True

    def click(self, event: QMouseEvent) -> ClickAction | None:
        """Return what the button that was just let go does as a click, None if it was a drag."""
        button = BUTTONS.get(event.button())
        if button is None or self._strayed:
            return None
        adds = _ctrl(event) or (_shift(event) and button is Button.LEFT)
        return click_action(button, adds, False)

    def double_click(self, event: QMouseEvent) -> ClickAction | None:
        """Return what a double click does."""
        button = BUTTONS.get(event.button())
        return None if button is None else click_action(button, _ctrl(event), True)

    def wheel(self, event: QWheelEvent) -> bool:
        """Turn the wheel, or scroll on a touchpad; say whether it is bound."""
        motion = motion_of(Button.WHEEL, _shift(event), False)
        pixels = event.pixelDelta().y()
        units = pixels * WHEEL_UNITS_PER_PIXEL if pixels and not event.angleDelta().y() else event.angleDelta().y()
        if motion is not Motion.ZOOM or not units:
            return False
        self._state.zoom(zoom_factor(units))
        return True

    def pinch(self, event: QNativeGestureEvent) -> bool:
        """Pinch on a touchpad; say whether it is bound."""
        bound = motion_of(Button.PINCH, False, False) is Motion.ZOOM
        if not bound or event.gestureType() is not Qt.NativeGestureType.ZoomNativeGesture:
            return False
        self._state.zoom(max(1.0 + event.value(), 0.5))
        return True


def _ctrl(event: QMouseEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


def _shift(event: QMouseEvent | QWheelEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
