"""The copied command line, run as a person would run it, draws what the window shows."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, middle_of, picture_at_rest

from misi_viewer.chem.selection import AtomRef
from misi_viewer.cli import main
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.scene.extra_bond import ExtraBond
from misi_viewer.scene.style import Dashes

pytestmark = [pytest.mark.window, pytest.mark.gl]


def copied(window: MainWindow, target: Path) -> list[str]:
    """Copy the command and return its words, with another file to write."""
    window.actions_["edit.copy_command"].trigger()
    words = shlex.split(QGuiApplication.clipboard().text())
    assert words[0] == "misi-viewer"
    words[words.index("-o") + 1] = str(target)
    return words[1:]


def drawn(words: list[str]) -> np.ndarray:
    assert main(words) == 0
    with Image.open(words[words.index("-o") + 1]) as picture:
        return np.asarray(picture.convert("RGB"))


def drag(qtbot: QtBot, window: MainWindow) -> None:
    middle = middle_of(window.viewport)
    qtbot.mousePress(window.viewport, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(window.viewport, middle + QPoint(57, -38))
    qtbot.mouseRelease(window.viewport, Qt.MouseButton.LeftButton, pos=middle + QPoint(57, -38))


def test_the_copied_command_draws_what_is_seen(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    window, state, target = demo_window, demo_window.state, tmp_path / "again.png"
    before = picture_at_rest(window.viewport)

    def check() -> list[str]:
        """Compare, and return the words."""
        nonlocal before
        seen, words = picture_at_rest(window.viewport), copied(window, target)
        assert (seen.shape != before.shape) or (seen != before).any(), "nothing has changed on the screen"
        np.testing.assert_array_equal(drawn(words), seen, str(words))
        before = seen
        return words

    window.controls.log.type("view left; turn x 12; move z 6")
    assert "--commands" in check()
    drag(qtbot, window)
    assert "--pose" in check()
    window.controls.log.type("hide within 4 of ligand & pocket")
    assert "--hide" in check()
    window.controls.log.type("ligand move x 2; ligand roll z 40")
    assert "--ligand-commands" in check()
    window.controls.log.type("projection orthographic 37.5")
    assert "--orthographic-width" in check()
    window.take_style("White")
    assert "White" in check()
    window.actions_["style.ball"].trigger()
    check()
    state.focus([AtomRef("ligand", 0)])
    qtbot.keyClick(window, "H")
    assert "--hydrogens" in check()
    state.set_shot(
        state.shot.but(
            extra_bonds=(ExtraBond(AtomRef("ligand", 0), AtomRef("ligand", 9), Dashes(colour="FF00FF", radius=0.3)),)
        )
    )
    assert "--shot-json" in check()
    window.controls.log.type(f"add {DEMO / '1uou'}")
    qtbot.waitUntil(lambda: len(state.companions) == 1, timeout=WAIT)
    window.controls.log.type("view fit")
    assert "--beside" in check()


def test_the_copied_command_is_one_for_a_shell(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    """The text itself, through the shell, in a process that knows nothing of the window."""
    window, target = demo_window, tmp_path / "a file.png"
    drag(qtbot, window)
    window.state.set_style(window.state.style.but(name="It's 'mine'", background="203040"))
    seen = picture_at_rest(window.viewport)
    window.actions_["edit.copy_command"].trigger()
    line = QGuiApplication.clipboard().text().replace("-o 1ia1.png", f"-o {shlex.quote(str(target))}")
    program = f"{shlex.quote(sys.executable)} -m misi_viewer "
    subprocess.run(line.replace("misi-viewer ", program, 1), shell=True, check=True, timeout=120, env=os.environ)
    with Image.open(target) as picture:
        np.testing.assert_array_equal(np.asarray(picture.convert("RGB")), seen)
