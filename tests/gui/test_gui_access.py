"""The window and its dialogs without a mouse and without eyes: names and keys for everything."""

from __future__ import annotations

import pytest
from access import controls_of, unnamed, unreached
from PySide6.QtWidgets import QApplication, QDialog, QPushButton, QToolBar, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT

from misi_viewer.chem.load import list_ligands
from misi_viewer.gui.docks.table import DOCKS
from misi_viewer.gui.ligand_chooser import LigandChooser
from misi_viewer.gui.main_window import MainWindow

pytestmark = [pytest.mark.window, pytest.mark.gl]

DIALOGS = ("file.export", "file.export_movie", "file.fetch", "help.keys", "help.about")


def check(window: QWidget, start: QWidget) -> None:
    assert controls_of(window)
    assert unnamed(window) == []
    assert unreached(window, start) == []


def test_all_panels_have_names_and_keys(qtbot: QtBot, demo_window: MainWindow) -> None:
    window = demo_window
    window.resize(1366, 768)
    window.controls.log.type("select ligand")
    for dock in DOCKS:
        window.docks.reveal(dock.id)
        QApplication.processEvents()
        assert window.docks.panels[dock.id].isVisible()
        check(window, window.viewport)
    for button in window.findChild(QToolBar, "toolbar").findChildren(QToolButton):
        action = button.defaultAction()
        if action is not None:
            assert any(action in menu.actions() for menu in action.associatedObjects() if menu is not button.parent())


def test_the_empty_window_has_names_and_keys(window: MainWindow) -> None:
    check(window, window.empty.findChildren(QPushButton)[0])


def open_dialog(qtbot: QtBot, window: MainWindow, action: str) -> QDialog:
    window.actions_[action].trigger()
    (dialog,) = window.findChildren(QDialog)
    qtbot.waitUntil(dialog.isVisible, timeout=WAIT)
    return dialog


def close(qtbot: QtBot, window: MainWindow, dialog: QDialog) -> None:
    dialog.close()
    qtbot.waitUntil(lambda: not window.findChildren(QDialog), timeout=WAIT)


def test_dialogs_have_names_and_keys_and_fit_a_small_screen(qtbot: QtBot, demo_window: MainWindow) -> None:
    """1366 x 768 at scale 1.5 leaves 910 x 512."""
    least = demo_window.minimumSizeHint()
    assert (least.width() <= 910, least.height() <= 512) == (True, True), least
    for action in DIALOGS:
        dialog = open_dialog(qtbot, demo_window, action)
        check(dialog, next(widget for widget in controls_of(dialog) if widget.isEnabled()))
        least = dialog.minimumSizeHint()
        assert (least.width() <= 910, least.height() <= 470) == (True, True), (action, least)
        close(qtbot, demo_window, dialog)


def test_the_choice_of_a_ligand_has_names_and_keys(qtbot: QtBot) -> None:
    path = DEMO / "1ia1" / "1ia1_ligand.sdf"
    chooser = LigandChooser(path, list_ligands(path))
    qtbot.addWidget(chooser)
    with qtbot.waitExposed(chooser):
        chooser.show()
    assert unnamed(chooser) == []


def test_a_control_without_name_or_key_is_found(qtbot: QtBot) -> None:
    """The watch itself."""
    box = QWidget()
    qtbot.addWidget(box)
    column = QVBoxLayout(box)
    good, silent = QPushButton("Good", box), QToolButton(box)
    for widget in (good, silent):
        column.addWidget(widget)
    silent.setFocusPolicy(silent.focusPolicy().ClickFocus)
    with qtbot.waitActive(box):
        box.show()
        box.activateWindow()
    assert len(unnamed(box)) == 1
    assert len(unreached(box, good)) == 1
