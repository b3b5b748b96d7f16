"""Sessions in a real window: saved, reopened exactly, asked for where files were moved."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, picture_at_rest, wait_at_rest

from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.settings import Settings
from misi_viewer.session.session_files import last_session

pytestmark = [pytest.mark.window, pytest.mark.gl]


def prepare(window: MainWindow, qtbot: QtBot) -> None:
    for line in ("hide :ALA", "turn y 40", "style ball", "select ligand", "view name side"):
        window.controls.log.type(line)
    window.opener.open_files([str(DEMO / "1uou")], beside=True)
    qtbot.waitUntil(lambda: len(window.state.companions) == 1, timeout=WAIT)
    window.controls.fit()
    wait_at_rest(qtbot, window.viewport)


def test_a_session_reopens_exactly(
    qtbot: QtBot, window: MainWindow, open_in: Callable[..., None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "1ia1"
    shutil.copytree(DEMO / "1ia1", data)
    open_in(window, data)
    prepare(window, qtbot)
    seen, shot, extras = picture_at_rest(window.viewport), window.state.shot, window.controls.extras
    session = tmp_path / "work"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(session), ""))
    window.actions_["file.save_session"].trigger()
    session = tmp_path / "work.misi"
    assert window.message.text == f"Saved {session}."

    open_in(window, DEMO / "1of6")
    assert window.state.companions == ()
    open_in(window, session)
    assert window.state.shot == shot
    assert window.controls.extras.selection == extras.selection
    assert window.named_views.names == ["side"]
    np.testing.assert_array_equal(picture_at_rest(window.viewport), seen)
    assert window.controls.history.undo_title is None

    # It is saved to its own file without a question.
    window.controls.log.type("turn x 20")
    before = session.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: pytest.fail("asked"))
    window.actions_["file.save_session"].trigger()
    assert session.read_bytes() != before

    # Files that were moved are asked for.
    moved = tmp_path / "moved" / "deep"
    moved.parent.mkdir()
    shutil.move(data, moved)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(tmp_path / "moved"))
    window.open_files([str(session)])
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "missing-files") is not None, timeout=WAIT)
    question = window.findChild(QMessageBox, "missing-files")
    assert "work.misi shows are not found" in question.text()
    wanted = next(button for button in question.buttons() if "folder" in button.text())
    with qtbot.waitSignal(window.opener.opened, timeout=WAIT):
        QTimer.singleShot(0, wanted.click)
    assert window.state.complex.sources[0].path.parent == moved


def test_the_last_session_is_kept_for_the_next_start(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, open_in: Callable[..., None]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    made = MainWindow("test", Settings(tmp_path / "window.ini"))
    with qtbot.waitExposed(made):
        made.show()
    open_in(made, DEMO / "1ia1")
    made.controls.log.type("turn y 25")
    shot = made.state.shot
    made.close()
    assert last_session().is_file()
    again = MainWindow("test", Settings(tmp_path / "window.ini"))
    with qtbot.waitExposed(again):
        again.show()
    menu = again.findChild(object, "menu-recent")
    menu.fill()
    restore = next(action for action in menu.actions() if action.objectName() == "recent-last-session")
    restore.trigger()
    qtbot.waitUntil(lambda: again.state.complex is not None, timeout=WAIT)
    assert again.state.shot == shot
    assert str(last_session()) not in again.settings.recent
    again.close()


def test_recent_files_that_are_gone_cannot_be_chosen(window: MainWindow, tmp_path: Path) -> None:
    window.settings.recent = [str(tmp_path / "gone.pdb"), str(DEMO / "1ia1")]
    menu = window.findChild(object, "menu-recent")
    menu.fill()
    gone, there = menu.actions()[:2]
    assert not gone.isEnabled()
    assert "not there any more" in gone.text()
    assert there.isEnabled()
