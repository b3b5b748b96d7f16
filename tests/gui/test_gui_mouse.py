"""Mouse presets and touchpads in a real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QInputDevice, QNativeGestureEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from seeing import middle_of

from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.settings import Settings
from misi_viewer.session.mouse import trackball

pytestmark = [pytest.mark.window, pytest.mark.gl]

LEFT, MIDDLE, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
BEGIN, UPDATE = Qt.ScrollPhase.ScrollBegin, Qt.ScrollPhase.ScrollUpdate


def drag(window: MainWindow, button: Qt.MouseButton, by: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
    view, start = window.viewport, middle_of(window.viewport)
    QTest.mousePress(view, button, keys, start)
    QTest.mouseMove(view, start + by / 2)
    QTest.mouseMove(view, start + by)
    QTest.mouseRelease(view, button, keys, start + by)
    QApplication.processEvents()


def scroll(
    window: MainWindow, pixels: QPoint, angle: QPoint, phase: Qt.ScrollPhase, keys: Qt.KeyboardModifier = NONE
) -> None:
    place = QPointF(middle_of(window.viewport))
    event = QWheelEvent(
        place, window.viewport.mapToGlobal(place), pixels, angle, Qt.MouseButton.NoButton, keys, phase, False
    )
    QApplication.sendEvent(window.viewport, event)


def touch(window: MainWindow, kind: Qt.NativeGestureType, value: float) -> bool:
    place = QPointF(middle_of(window.viewport))
    device = QPointingDevice(
        "pad",
        7,
        QInputDevice.DeviceType.TouchPad,
        QPointingDevice.PointerType.Finger,
        QInputDevice.Capability.PixelScroll,
        2,
        0,
    )
    event = QNativeGestureEvent(kind, device, 2, place, place, place, value, QPointF())
    return QApplication.sendEvent(window.viewport, event)


def distance(window: MainWindow) -> float:
    """How far the eye is from the middle of what is fitted."""
    view = window.state.view
    return float(np.linalg.norm(view.pose.origin - view.center_of_rotation))


def test_pymol_zooms_with_the_right_and_boxes_with_shift(demo_window: MainWindow) -> None:
    window = demo_window
    window.actions_["mouse.pymol"].trigger()
    axes, before = window.state.view.pose.axes, distance(window)
    drag(window, RIGHT, QPoint(0, -70))
    assert distance(window) < 0.9 * before
    np.testing.assert_array_equal(window.state.view.pose.axes, axes)
    shot = window.state.shot
    drag(window, LEFT, QPoint(60, 60), SHIFT)
    assert window.controls.has_selection
    assert window.state.shot is shot
    drag(window, LEFT, QPoint(60, 0))
    assert not np.allclose(window.state.view.pose.axes, axes)


def test_maestro_boxes_with_the_left_and_rotates_with_the_middle(demo_window: MainWindow) -> None:
    window = demo_window
    window.actions_["mouse.maestro"].trigger()
    shot, axes = window.state.shot, window.state.view.pose.axes
    drag(window, LEFT, QPoint(50, 50))
    few = len(window.controls.selection)
    assert few > 0
    assert window.state.shot is shot
    drag(window, LEFT, QPoint(-80, -80), SHIFT)
    assert len(window.controls.selection) > few
    drag(window, MIDDLE, QPoint(40, 0))
    turned = window.state.view.pose.axes
    assert not np.allclose(turned, axes)
    drag(window, RIGHT, QPoint(40, 0))
    np.testing.assert_array_equal(window.state.view.pose.axes, turned)
    QTest.mouseClick(window.viewport, LEFT, NONE, QPoint(2, 2))
    assert not window.controls.has_selection


def test_a_preset_is_remembered(qtbot: QtBot, window: MainWindow) -> None:
    settings = Settings()
    window.settings = settings
    window.actions_["mouse.maestro"].trigger()
    assert settings.mouse == "maestro"
    other = MainWindow("test", settings)
    qtbot.addWidget(other)
    assert other.actions_["mouse.maestro"].isChecked()
    assert other.viewport.pointer.preset.id == "maestro"
    other.dispose()


def test_two_fingers_rotate_by_pixels_and_zoom_in_other_presets(demo_window: MainWindow) -> None:
    window, ratio = demo_window, demo_window.viewport.devicePixelRatioF()
    before = window.state.view
    scroll(window, QPoint(0, 0), QPoint(0, 0), BEGIN)
    scroll(window, QPoint(30, 0), QPoint(60, 0), UPDATE)
    axis, angle = trackball(30 * ratio, 0, window.state.size)
    expected = before.pose.turned(axis, angle, before.center_of_rotation)
    np.testing.assert_allclose(window.state.view.pose.matrix, expected.matrix, atol=1e-9)
    window.actions_["mouse.pymol"].trigger()
    near, axes = distance(window), window.state.view.pose.axes
    scroll(window, QPoint(0, 40), QPoint(0, 80), UPDATE)
    assert distance(window) < near
    np.testing.assert_array_equal(window.state.view.pose.axes, axes)


def test_a_pinch_zooms_and_a_twist_rolls(demo_window: MainWindow) -> None:
    window = demo_window
    near = distance(window)
    assert touch(window, Qt.NativeGestureType.ZoomNativeGesture, 0.25)
    assert distance(window) == pytest.approx(near / 1.25)
    before = window.state.view
    assert touch(window, Qt.NativeGestureType.RotateNativeGesture, 30.0)
    assert distance(window) == pytest.approx(near / 1.25)
    # Clockwise fingers, as Qt counts, turn the picture clockwise: what was right of the middle goes down.
    right = before.center_of_rotation + before.pose.axes[0]
    seen = (
        window.state.view.pose.to_camera(right[None])[0]
        - window.state.view.pose.to_camera(before.center_of_rotation[None])[0]
    )
    assert seen[1] == pytest.approx(-0.5)
    swiped = window.state.view
    touch(window, Qt.NativeGestureType.SwipeNativeGesture, 1.0)
    assert window.state.view is swiped
