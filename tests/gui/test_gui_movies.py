"""Movies from a real window: drawn by a child, cancelled, refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from seeing import WAIT

from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.movie_dialog import MovieDialog
from misi_viewer.render.picture import draw_picture, read_record
from misi_viewer.render.renderer import Renderer

pytestmark = [pytest.mark.window, pytest.mark.gl]


def open_dialog(window: MainWindow, target: Path) -> MovieDialog:
    window.actions_["file.export_movie"].trigger()
    dialog = window.findChild(MovieDialog)
    dialog.width_.setValue(160)
    dialog.height_.setValue(120)
    dialog.path.setText(str(target))
    return dialog


def export(dialog: MovieDialog) -> None:
    next(button for button in dialog.findChildren(QPushButton) if "Export" in button.text()).click()


def test_commands_become_numbered_pictures(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    window, state, target = demo_window, demo_window.state, tmp_path / "frames"
    window.controls.log.type("turn y 30")
    dialog = open_dialog(window, target)
    dialog.plays.setChecked(True)
    dialog.commands.setText("move x three")
    buttons = {button.text(): button for button in dialog.findChildren(QPushButton)}
    assert not buttons["&Export"].isEnabled()
    dialog.commands.setText("move x 3; roll y 45")
    dialog.frames.setValue(2)
    dialog.hold.setValue(1)
    export(dialog)
    assert window.status.work.startswith("Drawing the movie…")
    qtbot.waitUntil(lambda: target.is_dir() and not window.movies.jobs.busy, timeout=WAIT)
    assert window.message.text == f"Wrote {target}."
    files = sorted(target.iterdir())
    assert [file.name for file in files] == [f"{number}.png" for number in range(1, 9)]
    record = read_record(files[-1])
    with Renderer() as renderer:
        drawn = draw_picture(renderer, state.complex, record.shot, state.style, (160, 120))
    np.testing.assert_array_equal(np.asarray(Image.open(files[-1])), drawn)
    # The last picture is where the commands lead in the window.
    window.controls.log.type("move x 3; roll y 45")
    np.testing.assert_allclose(np.array(record.shot.pose), state.view.pose.matrix, atol=1e-9)


def test_a_turn_becomes_a_gif_and_can_be_cancelled(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    window, target = demo_window, tmp_path / "turn.gif"
    dialog = open_dialog(window, target)
    dialog.frames.setValue(900)
    export(dialog)
    qtbot.waitUntil(lambda: " of 900" in window.status.work, timeout=WAIT)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.status.work == ""
    qtbot.waitUntil(lambda: not list(tmp_path.iterdir()), timeout=WAIT)

    dialog = open_dialog(window, target)
    dialog.frames.setValue(4)
    dialog.rate.setValue(10.0)
    export(dialog)
    qtbot.waitUntil(lambda: target.is_file() and not window.movies.jobs.busy, timeout=WAIT)
    with Image.open(target) as movie:
        assert (movie.n_frames, movie.size, movie.info["duration"], movie.info["loop"]) == (4, (160, 120), 100, 0)
        seen = []
        for number in range(4):
            movie.seek(number)
            seen.append(np.asarray(movie.convert("RGB")).astype(int))
    state = window.state
    with Renderer() as renderer:
        first = draw_picture(renderer, state.complex, state.shot_at((160, 120)), state.style, (160, 120)).astype(int)
    assert np.abs(seen[0] - first).mean() < 3.0
    assert all(np.abs(seen[0] - other).mean() > 3.0 for other in seen[1:])
    assert [path.name for path in tmp_path.iterdir()] == ["turn.gif"]


def test_what_cannot_be_made_is_told(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "used").mkdir()
    (tmp_path / "used" / "file").touch()
    for name, words in (("used", "is in use"), ("a.mp4", "movies are written as .gif")):
        export(open_dialog(demo_window, tmp_path / name))
        assert words in demo_window.message.text
        demo_window.message.dismiss()
        qtbot.waitUntil(lambda: demo_window.findChild(MovieDialog) is None, timeout=WAIT)
