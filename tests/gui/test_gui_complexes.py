"""Several complexes in a real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, picture_at_rest, wait_at_rest

from misi_viewer.camera.projection import pixels
from misi_viewer.gui.docks.complexes import ComplexesPanel
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.render.picture import draw_picture, read_record
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.parts import displayed_atoms

pytestmark = [pytest.mark.window, pytest.mark.gl]


def drop_with_ctrl(window: MainWindow, path: str) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(path)])
    place = QPointF(window.rect().center())
    held = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier)
    QApplication.sendEvent(window, QDragEnterEvent(place.toPoint(), *held))
    QApplication.sendEvent(window, QDropEvent(place, *held))


def test_a_second_complex_from_drop_to_close(
    qtbot: QtBot, demo_window: MainWindow, open_in: Callable[..., None], tmp_path: Path
) -> None:
    window, state = demo_window, demo_window.state
    first = state.complex
    drop_with_ctrl(window, str(DEMO / "1uou"))
    qtbot.waitUntil(lambda: len(state.companions) == 1, timeout=WAIT)
    panel = window.docks.panels["complexes"]
    assert isinstance(panel, ComplexesPanel)
    assert [panel.list.item(row).text() for row in range(2)] == ["#1  1ia1", "#2  1uou"]
    wait_at_rest(qtbot, window.viewport)
    assert window.controls.history.undo_title == "Fit"  # it would be out of sight
    with Renderer() as renderer:
        drawn = draw_picture(renderer, first, state.shot, state.style, state.size, state.companions)
        alone = draw_picture(renderer, first, state.shot, state.style, state.size)
    np.testing.assert_array_equal(picture_at_rest(window.viewport), drawn)
    assert (drawn != alone).any()

    # Hovering names the atom and its complex.
    one = state.companions[0]
    atoms = displayed_atoms(one.complex, one.shot)
    places = pixels(atoms.coordinates, state.view.pose, state.view.projection, state.size)
    start = len(displayed_atoms(first, state.shot))
    ratio = window.viewport.devicePixelRatioF()
    for row, (x, y) in enumerate((places / ratio).tolist()):
        if window.viewport.row_at(QPointF(x, y)) == start + row:
            window.viewport.hovered.emit(start + row)
            break
    assert window.status.hover_text.startswith("1uou  ")
    assert window.marks.hovered == ()

    # What is written is what is seen, and says what it shows.
    path = tmp_path / "both.png"
    qtbot.keyClick(window, Qt.Key.Key_Slash)
    qtbot.keyClicks(window.command_input, f"save {path}")
    qtbot.keyClick(window.command_input, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: path.exists() and not window.exporter.busy, timeout=WAIT)
    np.testing.assert_array_equal(np.asarray(Image.open(path)), drawn)
    assert [other.complex_id for other in read_record(path).companions] == ["1uou"]

    panel.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    np.testing.assert_array_equal(picture_at_rest(window.viewport)[:5], drawn[:5])
    assert not state.companions[0].shown
    panel.list.setCurrentRow(1)
    panel.findChild(QPushButton, "complexes-work-with").click()
    assert state.complex is one.complex
    assert window.windowTitle().startswith("1uou")
    panel.list.setCurrentRow(1)
    panel.findChild(QPushButton, "complexes-close").click()
    assert state.companions == ()
    assert panel.list.count() == 1

    # The picture brings both back, from the folders that were used lately.
    open_in(window, path)
    assert [state.complex.id, *(other.name for other in state.companions)] == ["1ia1", "1uou"]
    np.testing.assert_array_equal(picture_at_rest(window.viewport), drawn)
