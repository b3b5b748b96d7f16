"""Mouse, wheel and touchpad of the view, translated into what the chosen preset says."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QInputDevice, QInputEvent, QMouseEvent, QNativeGestureEvent, QWheelEvent

from misi_viewer.session.mouse import CLICK_SLOP, NOTCH, Motion, at_edge, zoom_factor
from misi_viewer.session.mouse_presets import DEFAULT_PRESET, BoxDrag, Button, ClickAction, Keys
from misi_viewer.session.state import WindowState

__all__ = ["Pointer"]

BUTTONS = {
    Qt.MouseButton.LeftButton: Button.LEFT,
    Qt.MouseButton.MiddleButton: Button.MIDDLE,
    Qt.MouseButton.RightButton: Button.RIGHT,
}

GESTURES = {
    Qt.NativeGestureType.ZoomNativeGesture: Button.PINCH,
    Qt.NativeGestureType.RotateNativeGesture: Button.TWIST,
}

WHEEL_UNITS_PER_PIXEL = 2.0
"""How far one pixel of a touchpad's scrolling turns the wheel, where it zooms."""

PIXELS_PER_NOTCH = 40.0
"""How far a touchpad that counts in notches has scrolled, in units of the screen."""


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
        self.preset = DEFAULT_PRESET
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

    def bound(self, event: QMouseEvent) -> Motion | BoxDrag | None:
        """Return what a drag that begins with a press does, None if it is not bound."""
        button = BUTTONS.get(event.button())
        if button is None:
            return None
        edge = at_edge(*self.place(event.position()), self._state.size)
        return self.preset.drag(button, _keys(event), edge)

    def press(self, event: QMouseEvent) -> bool:
        """Begin a drag that moves something, or a click; say whether the button does either."""
        if event.button() not in BUTTONS or self._button is not None:
            return False
        does = self.bound(event)
        self._last = self.place(event.position())
        self._motion = does if isinstance(does, Motion) else None
        self._button = event.button()
        self._strayed = False
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Go on with the drag; say whether there is one."""
        if self._button is None:
            return False
        place = self.place(event.position())
        if not self._strayed and math.dist(place, self._last) <= CLICK_SLOP * self._pixel_ratio():
            return True
        self._strayed = True
        if place != self._last and self._motion is not None:
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
        return None if self._strayed else self.click_of(event)

    def click_of(self, event: QMouseEvent, *, double: bool = False) -> ClickAction | None:
        """Return what a click or a double click does, None if it is not bound."""
        button = BUTTONS.get(event.button())
        return None if button is None else self.preset.click(button, _keys(event), double)

    def wheel(self, event: QWheelEvent) -> bool:
        """Turn the wheel, or scroll on a touchpad; say whether it is bound."""
        pixels = _scrolled(event)
        does = self.preset.drag(Button.WHEEL if pixels is None else Button.SCROLL, _keys(event))
        if not isinstance(does, Motion):
            return False
        if pixels is None:
            return self._turn(does, 0.0, event.angleDelta().y() or event.angleDelta().x())
        return self._turn(does, pixels[0], pixels[1], WHEEL_UNITS_PER_PIXEL)

    def _turn(self, does: Motion, x: float, y: float, units_per_pixel: float = 1.0) -> bool:
        """Zoom by so many units, or drag by so many units of the screen from the middle."""
        if does is Motion.ZOOM:
            if not y:
                return False
            self._state.zoom(zoom_factor(y * units_per_pixel))
            return True
        ratio, (width, height) = self._pixel_ratio(), self._state.size
        middle = width / 2.0, height / 2.0
        self._state.drag(does, middle, (middle[0] + x * ratio, middle[1] + y * ratio))
        return True

    def touch(self, event: QNativeGestureEvent) -> bool:
        """Pinch or twist on a touchpad; say whether it is bound."""
        button = GESTURES.get(event.gestureType())
        does = None if button is None else self.preset.drag(button, _keys(event))
        if does is Motion.ZOOM and button is Button.PINCH:
            self._state.zoom(max(1.0 + event.value(), 0.5))
        elif does is Motion.ROLL and button is Button.TWIST:
            self._state.roll(-event.value())
        else:
            return False
        return True


def _scrolled(event: QWheelEvent) -> tuple[float, float] | None:
    """Return how far two fingers went on a touchpad, in units of the screen; None for a wheel."""
    has_phase = event.phase() is not Qt.ScrollPhase.NoScrollPhase
    if not has_phase and event.device().type() is not QInputDevice.DeviceType.TouchPad:
        return None
    if not event.pixelDelta().isNull():
        return float(event.pixelDelta().x()), float(event.pixelDelta().y())
    scale = PIXELS_PER_NOTCH / NOTCH
    return event.angleDelta().x() * scale, event.angleDelta().y() * scale


def _keys(event: QInputEvent) -> Keys:
    ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    if ctrl:
        return Keys.CTRL_SHIFT if shift else Keys.CTRL
    return Keys.SHIFT if shift else Keys.NONE
