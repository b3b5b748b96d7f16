"""The live view: its pictures are the batch renderer's, and the pointer moves the camera exactly."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, middle_of, picture_at_rest, pixels_of, wait_at_rest

from misi_viewer.camera.commands import apply_to_pose, parse_commands
from misi_viewer.camera.views import VIEWS
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.viewport import Viewport
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.session.mouse import TURN_ACROSS_WINDOW, ZOOM_PER_NOTCH
from misi_viewer.session.state import WindowState

pytestmark = [pytest.mark.window, pytest.mark.gl]


def expected(state: WindowState) -> np.ndarray:
    assert state.complex is not None
    with Renderer() as renderer:
        return draw_picture(renderer, state.complex, state.shot_at(state.size), state.style, state.size)


def seen(window: MainWindow) -> np.ndarray:
    return picture_at_rest(window.viewport)


def on_screen(window: MainWindow) -> np.ndarray:
    """Return what the display shows where the view is; elsewhere than on X11 nobody may look at the display."""
    if QApplication.platformName() != "xcb":
        return seen(window)
    corner = window.viewport.mapTo(window, QPoint(0, 0))
    size = window.viewport.size()
    picture = window.screen().grabWindow(window.winId(), corner.x(), corner.y(), size.width(), size.height())
    return pixels_of(picture.toImage())


def drag(qtbot: QtBot, window: MainWindow, button: Qt.MouseButton, *places: QPoint, shift: bool = False) -> None:
    modifiers = Qt.KeyboardModifier.ShiftModifier if shift else Qt.KeyboardModifier.NoModifier
    qtbot.mousePress(window.viewport, button, modifiers, places[0])
    for place in places[1:]:
        qtbot.mouseMove(window.viewport, place)
    qtbot.mouseRelease(window.viewport, button, modifiers, places[-1])


def hover(viewport: Viewport, place: QPointF) -> None:
    none = Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(viewport, QMouseEvent(QEvent.Type.MouseMove, place, viewport.mapToGlobal(place), *none))


def test_first_frame_is_what_render_writes(qtbot: QtBot, window: MainWindow) -> None:
    told: list[bool | str] = []
    window.viewport.drawn.connect(told.append)
    window.viewport.frameSwapped.connect(lambda: told.append("swapped"))
    window.open_files([str(DEMO / "1ia1")])
    qtbot.waitUntil(lambda: "swapped" in told and told[-2:] == [True, "swapped"], timeout=WAIT)
    assert [word for word in told if word != "swapped"] == [True], "the first frame is drawn once, in full quality"
    picture = on_screen(window)
    wanted = expected(window.state)
    assert (wanted > 0).any(axis=2).mean() > 0.05
    np.testing.assert_array_equal(picture, wanted)


def test_every_view_at_rest_is_what_render_writes(qtbot: QtBot, demo_window: MainWindow) -> None:
    window = demo_window
    for number, view in enumerate(VIEWS, start=1):
        qtbot.keyClick(window, str(number))
        assert window.state.shot.view == view
        fitted = aim(window.state.complex, Shot(view=view), window.state.size)
        np.testing.assert_array_equal(window.state.view.pose.matrix, fitted.pose.matrix)
    np.testing.assert_array_equal(seen(window), expected(window.state))


def test_picture_moves_in_one_pass_and_rests_in_full(qtbot: QtBot, demo_window: MainWindow) -> None:
    window, drawn = demo_window, []
    window.viewport.drawn.connect(drawn.append)
    middle = middle_of(window.viewport)
    qtbot.mousePress(window.viewport, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(window.viewport, middle + QPoint(40, 10))
    qtbot.waitUntil(lambda: drawn == [False, True], timeout=WAIT)
    qtbot.mouseRelease(window.viewport, Qt.MouseButton.LeftButton, pos=middle + QPoint(40, 10))
    np.testing.assert_array_equal(seen(window), expected(window.state))


def test_left_drag_rolls_as_the_camera_room_says(qtbot: QtBot, demo_window: MainWindow) -> None:
    state, middle = demo_window.state, middle_of(demo_window.viewport)
    before = state.view
    degrees_per_pixel = TURN_ACROSS_WINDOW / min(state.size) * demo_window.viewport.devicePixelRatioF()
    drag(qtbot, demo_window, Qt.MouseButton.LeftButton, middle, middle + QPoint(60, 0))
    steps = parse_commands(f"roll y {60 * degrees_per_pixel!r}")
    wanted = apply_to_pose(steps, before.pose, before.center_of_rotation)
    np.testing.assert_allclose(state.view.pose.matrix, wanted.matrix, atol=1e-9)
    drag(qtbot, demo_window, Qt.MouseButton.LeftButton, middle, middle + QPoint(0, -35))
    wanted = apply_to_pose(parse_commands(f"roll x {-35 * degrees_per_pixel!r}"), wanted, state.view.center_of_rotation)
    np.testing.assert_allclose(state.view.pose.matrix, wanted.matrix, atol=1e-9)
    assert state.shot.pose is not None
    assert Shot.from_json(state.shot.to_json()) == state.shot


def test_drag_from_the_edge_rolls_about_the_line_of_sight(qtbot: QtBot, demo_window: MainWindow) -> None:
    viewport, state = demo_window.viewport, demo_window.state
    before = state.view
    start, end = QPoint(viewport.width() - 4, viewport.height() // 2), QPoint(viewport.width() // 2, 4)
    drag(qtbot, demo_window, Qt.MouseButton.LeftButton, start, end)
    np.testing.assert_allclose(state.view.pose.axes[:, 2], before.pose.axes[:, 2], atol=1e-12)
    up_was = before.pose.axes[:, 1] @ state.view.pose.axes[:, 0]
    assert up_was == pytest.approx(-np.sin(np.deg2rad(90)), abs=0.02) or up_was == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize(
    ("button", "shift"),
    [
        (Qt.MouseButton.RightButton, False),
        (Qt.MouseButton.MiddleButton, False),
        (Qt.MouseButton.LeftButton, True),
    ],
)
def test_translation_keeps_the_middle_under_the_pointer(
    qtbot: QtBot, demo_window: MainWindow, button: Qt.MouseButton, shift: bool
) -> None:
    state, middle = demo_window.state, middle_of(demo_window.viewport)
    before = state.view
    centre = before.center_of_rotation
    drag(qtbot, demo_window, button, middle, middle + QPoint(50, 20), shift=shift)
    ratio = demo_window.viewport.devicePixelRatioF()
    per_pixel = 2 * np.tan(np.deg2rad(15)) * np.linalg.norm(before.pose.origin - centre) / state.size[0]
    shift_seen = (state.view.pose.to_camera(centre[None]) - before.pose.to_camera(centre[None]))[0]
    np.testing.assert_allclose(shift_seen / per_pixel, [50 * ratio, -20 * ratio, 0], atol=1e-6)
    np.testing.assert_array_equal(state.view.pose.axes, before.pose.axes)


def test_wheel_zooms(qtbot: QtBot, demo_window: MainWindow) -> None:
    state, viewport = demo_window.state, demo_window.viewport
    centre = state.view.center_of_rotation
    before = -state.view.pose.to_camera(centre[None])[0, 2]
    place = QPointF(middle_of(viewport))
    event = QWheelEvent(
        place,
        viewport.mapToGlobal(place),
        QPoint(0, 0),
        QPoint(0, 240),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(viewport, event)
    after = -state.view.pose.to_camera(centre[None])[0, 2]
    assert after == pytest.approx(before / ZOOM_PER_NOTCH**2)
    wait_at_rest(qtbot, viewport)
    np.testing.assert_array_equal(seen(demo_window), expected(state))


def test_a_resized_window_is_fitted_again_and_exact(qtbot: QtBot, demo_window: MainWindow) -> None:
    before = demo_window.state.size
    demo_window.resize(640, 560)
    qtbot.waitUntil(lambda: demo_window.state.size != before, timeout=WAIT)
    wait_at_rest(qtbot, demo_window.viewport)
    assert demo_window.state.size == demo_window.viewport.device_size()
    np.testing.assert_array_equal(seen(demo_window), expected(demo_window.state))


def test_fit_keeps_the_rotation_and_reset_takes_it_back(qtbot: QtBot, demo_window: MainWindow) -> None:
    state, middle = demo_window.state, middle_of(demo_window.viewport)
    first = state.view.pose.matrix
    drag(qtbot, demo_window, Qt.MouseButton.LeftButton, middle, middle + QPoint(80, 40))
    drag(qtbot, demo_window, Qt.MouseButton.RightButton, middle, middle + QPoint(80, 40))
    turned = state.view.pose.axes
    qtbot.keyClick(demo_window, "F")
    np.testing.assert_array_equal(state.view.pose.axes, turned)
    on_axis = state.view.pose.to_camera(state.view.box.centre[None])[0]
    np.testing.assert_allclose(on_axis[:2], 0.0, atol=1e-5)
    qtbot.keyClick(demo_window, "R")
    np.testing.assert_array_equal(state.view.pose.matrix, first)


def test_toggles_and_representations_are_exact(qtbot: QtBot, demo_window: MainWindow) -> None:
    for key in ("L", "H"):
        qtbot.keyClick(demo_window, key)
    assert not demo_window.state.shot.labels
    assert demo_window.state.shot.hydrogens
    assert not demo_window.actions_["view.labels"].isChecked()
    demo_window.actions_["style.ball"].trigger()
    assert demo_window.state.style.representation == "ball and stick"
    np.testing.assert_array_equal(seen(demo_window), expected(demo_window.state))


def test_hover_names_the_atom(qtbot: QtBot, demo_window: MainWindow) -> None:
    from misi_viewer.camera.projection import pixels
    from misi_viewer.scene.parts import displayed_atoms

    state, viewport = demo_window.state, demo_window.viewport
    atoms = displayed_atoms(state.complex, state.shot)
    nearest = int(np.argmax(state.view.pose.to_camera(atoms.coordinates)[:, 2]))
    x, y = pixels(atoms.coordinates[nearest : nearest + 1], state.view.pose, state.view.projection, state.size)[0]
    ratio = viewport.devicePixelRatioF()
    hover(viewport, QPointF(x / ratio, y / ratio))
    who = atoms.identities()[nearest]
    assert who.atom in demo_window.status.hover_text
    assert str(who.residue_number) in demo_window.status.hover_text
    hover(viewport, QPointF(2, 2))
    assert demo_window.status.hover_text == ""


def test_a_view_taken_out_of_the_window_draws_the_same(qtbot: QtBot, demo_window: MainWindow) -> None:
    viewport = demo_window.viewport
    before, context = seen(demo_window), viewport.context()
    viewport.setParent(None)
    with qtbot.waitExposed(viewport):
        viewport.show()
    wait_at_rest(qtbot, viewport)
    np.testing.assert_array_equal(seen(demo_window), expected(demo_window.state))
    assert viewport.context() is not context
    demo_window.centralWidget().layout().addWidget(viewport, 0, 0)
    wait_at_rest(qtbot, viewport)
    np.testing.assert_array_equal(seen(demo_window), before)


def test_one_of_two_windows_closed_leaves_the_other(
    qtbot: QtBot, demo_window: MainWindow, open_in: Callable[..., None]
) -> None:
    second = MainWindow()
    second.resize(500, 400)
    with qtbot.waitExposed(second):
        second.show()
    open_in(second, DEMO / "1of6")
    np.testing.assert_array_equal(seen(second), expected(second.state))
    second.close()
    qtbot.wait(50)
    demo_window.state.look_from("right")
    np.testing.assert_array_equal(seen(demo_window), expected(demo_window.state))
