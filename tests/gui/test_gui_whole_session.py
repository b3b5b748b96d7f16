"""One session from the first file to the last window, as a person has it: dialogs, mouse, keys, menus, typed lines.

After each step what is on the screen is what `render` draws; at the end nothing is left.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QOpenGLContext, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QMenu, QPushButton, QSpinBox, QWidget
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, middle_of, picture_at_rest, pixels_of, wait_at_rest
from shiboken6 import isValid

from misi_viewer.cli import main
from misi_viewer.gui.export_dialog import ExportDialog
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.settings import Settings

pytestmark = [pytest.mark.window, pytest.mark.gl]


class Person:
    """Does with a window what people do, and looks."""

    def __init__(self, qtbot: QtBot, window: MainWindow, folder: Path) -> None:
        self._qtbot = qtbot
        self.window = window
        self._target = folder / "rendered.png"
        self._before: np.ndarray | None = None

    def press(self, key: str | Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        self._qtbot.keyClick(self.window, key, modifier)

    def choose(self, menu: str, *titles: str) -> None:
        """Choose from the menu bar, by what is written there."""
        (top,) = (action for action in self.window.menuBar().actions() if action.text().replace("&", "") == menu)
        for title in titles:
            top = self._entry(top.menu(), title)
        assert top.isEnabled()
        top.trigger()

    def _entry(self, menu: QMenu, title: str) -> QAction:
        found = [action for action in menu.actions() if action.text().replace("&", "").rstrip("…") == title]
        assert len(found) == 1, (title, [action.text() for action in menu.actions()])
        return found[0]

    def drag(self, button: Qt.MouseButton, dx: int, dy: int, modifier: Qt.KeyboardModifier | None = None) -> None:
        view, held = self.window.viewport, modifier or Qt.KeyboardModifier.NoModifier
        start = middle_of(view)
        self._qtbot.mousePress(view, button, held, start)
        for step in (1, 2, 3):
            self._qtbot.mouseMove(view, start + QPoint(dx * step // 3, dy * step // 3))
        self._qtbot.mouseRelease(view, button, held, start + QPoint(dx, dy))

    def turn_wheel(self, notches: int) -> None:
        view = self.window.viewport
        place = QPointF(middle_of(view))
        event = QWheelEvent(
            place,
            view.mapToGlobal(place),
            QPoint(),
            QPoint(0, 120 * notches),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view, event)

    def type(self, line: str) -> None:
        self.press(Qt.Key.Key_Slash)
        self._qtbot.keyClicks(self.window.command_input, line)
        self._qtbot.keyClick(self.window.command_input, Qt.Key.Key_Return)
        self._qtbot.keyClick(self.window.command_input, Qt.Key.Key_Escape)

    def look(self, *, changed: bool = True) -> np.ndarray:
        """Return what is seen, after comparing it with what the copied command draws."""
        seen = picture_at_rest(self.window.viewport)
        if changed and self._before is not None:
            assert seen.shape != self._before.shape or (seen != self._before).any(), "nothing has changed"
        self.window.actions_["edit.copy_command"].trigger()
        words = shlex.split(QGuiApplication.clipboard().text())[1:]
        words[words.index("-o") + 1] = str(self._target)
        assert main(words) == 0
        with Image.open(self._target) as picture:
            np.testing.assert_array_equal(np.asarray(picture.convert("RGB")), seen, str(words))
        self._before = seen
        return seen


def in_dialog(act: Callable[[QWidget], object]) -> None:
    """Act in the modal dialog that will come up."""

    def wait() -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(20, wait)
        else:
            act(dialog)

    QTimer.singleShot(0, wait)


def open_by_name(dialog: QWidget, *names: Path) -> None:
    """Type file names into Qt's own dialog and open them."""
    assert isinstance(dialog, QFileDialog)
    line = dialog.findChild(QLineEdit, "fileNameEdit")
    line.setText(" ".join(f'"{name}"' for name in names))
    dialog.accept()


@pytest.fixture
def person(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """A person before a window that has just been started for the first time."""
    monkeypatch.chdir(tmp_path)
    window = MainWindow("test", Settings(tmp_path / "window.ini"))
    window.resize(1000, 700)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield Person(qtbot, window, tmp_path)
    if isValid(window):
        window.close()


def test_a_whole_session(qtbot: QtBot, person: Person, tmp_path: Path) -> None:
    window, state = person.window, person.window.state

    # Open through the dialog.
    in_dialog(lambda dialog: open_by_name(dialog, *sorted((DEMO / "1s3v").glob("1s3v_*.*"))[:2]))
    person.choose("File", "Open files")
    qtbot.waitUntil(lambda: state.complex is not None, timeout=WAIT)
    wait_at_rest(qtbot, window.viewport)
    first = person.look()

    # Mouse.
    person.drag(Qt.MouseButton.LeftButton, 80, -30)
    person.look()
    person.drag(Qt.MouseButton.RightButton, 40, 25)
    person.turn_wheel(3)
    person.look()
    person.drag(Qt.MouseButton.LeftButton, 60, 60, Qt.KeyboardModifier.ControlModifier)
    assert window.controls.has_selection
    person.look(changed=False)

    # Keys.
    for key in ("3", "L", "F", "L"):
        person.press(key)
        person.look(changed=key != "F")
    person.press("Z", Qt.KeyboardModifier.ControlModifier)
    person.look()
    person.press("Y", Qt.KeyboardModifier.ControlModifier)
    person.look()

    # Menus, and bonds that a thread finds.
    person.choose("Style", "Ball and stick")
    person.look()
    person.press("B")
    qtbot.waitUntil(lambda: state.shot.hydrogen_bonds, timeout=WAIT)
    person.look()
    person.choose("Style", "Built-in styles", "White")
    person.look()

    # Typed lines.
    person.type("hide ~within 6 of ligand")
    person.look()
    person.type("ligand roll y 60")
    person.look()

    check_copies_and_files(qtbot, person, tmp_path)

    # Back to where it began.
    for line in ("show", "ligand reset", "style MiSI-Bench"):
        person.type(line)
    person.press("B")
    person.press("R")
    assert (window.width(), window.height()) == (1000, 700), "the window has grown by itself"
    np.testing.assert_array_equal(person.look(), first)

    check_nothing_is_left(qtbot, window)
    assert Settings(tmp_path / "window.ini").recent


def check_copies_and_files(qtbot: QtBot, person: Person, folder: Path) -> None:
    """Copy the picture, export it, and copy diagnostics; each is what was asked for."""
    window, seen = person.window, person.look(changed=False)
    window.actions_["edit.copy_picture"].trigger()
    np.testing.assert_array_equal(pixels_of(QGuiApplication.clipboard().image()), seen)

    person.press("E", Qt.KeyboardModifier.ControlModifier)
    dialog = window.findChild(ExportDialog)
    dialog.findChild(QLineEdit, "export-path").setText(str(folder / "exported.png"))
    next(button for button in dialog.findChildren(QPushButton) if button.text() == "&Export").click()
    qtbot.waitUntil(lambda: (folder / "exported.png").exists() and not window.exporter.busy, timeout=WAIT)
    with Image.open(folder / "exported.png") as picture:
        np.testing.assert_array_equal(np.asarray(picture.convert("RGB")), seen)

    window.message.show_error(f"{folder}/secret.pdb: it is empty.")
    person.choose("Help", "Copy diagnostics")
    text = QGuiApplication.clipboard().text()
    for word in ("MiSI Viewer", "PySide6-Essentials", "OpenGL renderer", "at scale", "…/secret.pdb: it is empty."):
        assert word in text
    assert str(folder) not in text
    assert "no context" not in text
    person.press(Qt.Key.Key_Escape)


def check_nothing_is_left(qtbot: QtBot, window: MainWindow) -> None:
    """Close; the context of OpenGL goes with the window, the rest is watched by `no_leaks`."""
    context = window.viewport.context()
    assert isinstance(context, QOpenGLContext)
    spins = window.findChildren(QSpinBox)
    with qtbot.waitSignal(context.aboutToBeDestroyed, timeout=WAIT):
        QTest.keyClick(window, "Q", Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(lambda: not isValid(window), timeout=WAIT)
    assert not any(map(isValid, spins))
    assert not isValid(context)
