"""Large structures in the window: read by a child, drawn at rest a part at a time, exact all the same."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, middle_of, pixels_of

from misi_viewer.gui import opener, viewport
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.render import live
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the demo complexes large."""
    monkeypatch.setattr(viewport, "HEAVY", 10)
    monkeypatch.setattr(live, "PART_SAMPLES", 700_000)


def expected(window: MainWindow) -> np.ndarray:
    state = window.state
    with Renderer() as renderer:
        return draw_picture(renderer, state.complex, state.shot_at(state.size), state.style, state.size)


def wait_until_drawn(qtbot: QtBot, drawn: list[bool]) -> None:
    qtbot.waitUntil(lambda: bool(drawn) and drawn[-1], timeout=WAIT)


@pytest.mark.usefixtures("heavy")
def test_a_heavy_scene_is_drawn_roughly_first_and_exactly_at_rest(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[bool] = []
    parts: list[bool] = []
    refine = window.viewport._live.refine
    monkeypatch.setattr(window.viewport._live, "refine", lambda: parts.append(refine()) or parts[-1])
    window.viewport.drawn.connect(drawn.append)
    window.open_files([str(DEMO / "1ia1")])
    wait_until_drawn(qtbot, drawn)
    assert drawn == [*[False] * (len(drawn) - 1), True]
    assert len(parts) > 3
    assert parts == [*[False] * (len(parts) - 1), True]
    np.testing.assert_array_equal(pixels_of(window.viewport.grabFramebuffer()), expected(window))
    drawn.clear()
    qtbot.keyClick(window, "2")
    wait_until_drawn(qtbot, drawn)
    np.testing.assert_array_equal(pixels_of(window.viewport.grabFramebuffer()), expected(window))


@pytest.mark.usefixtures("heavy")
def test_moving_gives_up_what_was_begun(qtbot: QtBot, window: MainWindow, open_in: Callable[..., None]) -> None:
    drawn: list[bool] = []
    window.viewport.drawn.connect(drawn.append)
    window.open_files([str(DEMO / "1ia1")])
    wait_until_drawn(qtbot, drawn)
    middle = middle_of(window.viewport)
    window.state.look_from("top")
    assert not window.viewport._live.refine()
    assert not window.viewport._live.refine()
    qtbot.mousePress(window.viewport, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(window.viewport, middle + QPoint(30, 10))
    qtbot.mouseRelease(window.viewport, Qt.MouseButton.LeftButton, pos=middle + QPoint(30, 10))
    drawn.clear()
    wait_until_drawn(qtbot, drawn)
    assert False in drawn
    np.testing.assert_array_equal(pixels_of(window.viewport.grabFramebuffer()), expected(window))
    window.state.look_from("left")
    window.viewport._live.refine()  # the window closes while a part is being drawn


def test_large_files_are_read_by_a_child_that_cancel_stops(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opener, "are_large", lambda files: True)
    window.open_files([str(DEMO / "1s3v")])
    qtbot.wait(300)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert not window.jobs.busy
    window.open_files([str(DEMO / "1of6")])
    qtbot.waitUntil(lambda: window.state.complex is not None, timeout=WAIT)
    assert window.state.complex.id == "1of6"
    window.open_files([str(DEMO / "absent")])
    qtbot.waitUntil(lambda: window.message.text != "", timeout=WAIT)
    assert "there is no such file or folder" in window.message.text
    window.open_files([str(DEMO / "1s3v")])  # and the window closes
