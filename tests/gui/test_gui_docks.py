"""Panels: declared once, shown and hidden, remembered; and what the window remembers beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QLineEdit, QMenu
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT
from shiboken6 import isValid

from misi_viewer.gui.docks.table import DOCKS
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.recent import RecentMenu
from misi_viewer.gui.settings import MOST_RECENT, Settings

pytestmark = [pytest.mark.window, pytest.mark.gl]

OpenIn = Callable[..., None]


@pytest.fixture
def make_window(qtbot: QtBot, tmp_path: Path) -> Iterator[Callable[[], MainWindow]]:
    """Return a function that opens a window with the settings of this test."""
    made: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow("test", Settings(tmp_path / "config" / "window.ini"))
        made.append(window)
        with qtbot.waitExposed(window):
            window.show()
        return window

    yield make
    for window in made:
        if isValid(window):
            window.close()


def test_every_panel_has_an_action_that_shows_and_hides_it(window: MainWindow) -> None:
    for spec in DOCKS:
        dock, action = window.docks[spec.id], window.actions_[f"panel.{spec.id}"]
        assert action.isChecked() is spec.opened is not dock.isHidden()
        for _ in range(2):
            was_hidden = dock.isHidden()
            action.trigger()
            assert dock.isHidden() is not was_hidden
            assert action.isChecked() is was_hidden


def test_the_menu_view_has_the_panels(window: MainWindow) -> None:
    submenus = {menu.title(): menu for menu in window.menuBar().findChildren(QMenu)}
    titles = [action.text() for action in submenus["&Panels"].actions()]
    assert [title for title in titles if title][:-1] == [spec.title for spec in DOCKS]


def test_a_dock_that_is_closed_unchecks_its_action(window: MainWindow) -> None:
    window.docks["ligand"].close()
    assert not window.actions_["panel.ligand"].isChecked()
    window.actions_["panel.reset"].trigger()
    assert window.actions_["panel.ligand"].isChecked()


@pytest.mark.parametrize("size", [(1366, 768), (910, 512)])
def test_all_panels_fit_a_small_screen(window: MainWindow, size: tuple[int, int]) -> None:
    for spec in DOCKS:
        window.docks.reveal(spec.id)
    hint = window.minimumSizeHint()
    assert (hint.width(), hint.height()) <= size
    assert hint.height() <= size[1]


def test_the_layout_comes_back(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    first = make_window()
    first.actions_["panel.ligand"].trigger()
    first.actions_["panel.named_views"].trigger()
    first.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, first.docks["hydrogen_bonds"])
    first.close()
    second = make_window()
    assert second.docks["ligand"].isHidden()
    assert not second.actions_["panel.ligand"].isChecked()
    assert not second.docks["named_views"].isHidden()
    assert second.dockWidgetArea(second.docks["hydrogen_bonds"]) == Qt.DockWidgetArea.LeftDockWidgetArea


@pytest.mark.parametrize(
    "content",
    [
        b"\x00\xff\x00 nonsense",
        b"[window]\ngeometry=17\nlayout-1=@ByteArray(no layout)\n[files]\nrecent=@Variant(\\0\\0)\n",
        b"[window\nlayout-1=@Rect(1 2 3)\n[files]\nrecent=@Invalid()\n",
    ],
)
def test_a_broken_settings_file_does_not_stop_the_start(
    make_window: Callable[[], MainWindow], tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "window.ini").write_bytes(content)
    window = make_window()
    assert not window.docks["hydrogen_bonds"].isHidden()
    assert window.settings.recent == []


def test_a_settings_file_that_cannot_be_written_is_no_trouble(
    make_window: Callable[[], MainWindow], tmp_path: Path
) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    make_window().close()
    assert (tmp_path / "config").read_text() == "a file where the folder should be"


def test_settings_take_no_values_of_another_kind(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "window.ini")
    settings.recent = [f"/{number}" for number in range(MOST_RECENT + 5)]
    settings.layout = QByteArray(b"layout")
    settings.save()
    again = Settings(tmp_path / "window.ini")
    assert again.recent == [f"/{number}" for number in range(MOST_RECENT)]
    assert again.layout == QByteArray(b"layout")
    assert again.geometry.isEmpty()


def test_recent_files_open_again(
    qtbot: QtBot, make_window: Callable[[], MainWindow], open_in: OpenIn, tmp_path: Path
) -> None:
    window = make_window()
    for name in ("1ia1", "1of6", "1ia1"):
        open_in(window, DEMO / name)
    window.close()
    again = make_window()
    assert again.settings.recent == [str(DEMO / "1ia1"), str(DEMO / "1of6")]
    menu = again.findChild(RecentMenu)
    menu.fill()
    assert menu.actions()[1].text().endswith("1of6")
    menu.actions()[1].trigger()
    qtbot.waitUntil(lambda: again.state.complex is not None, timeout=WAIT)
    assert again.state.complex.id == "1of6"
    menu.fill()
    menu.actions()[-1].trigger()
    assert again.settings.recent == []


def test_views_are_named_visited_renamed_and_removed(qtbot: QtBot, demo_window: MainWindow) -> None:
    window = demo_window
    window.actions_["view.name"].trigger()
    panel = window.docks.panels["named_views"]
    assert window.docks["named_views"].isVisible()
    editor = panel.list.findChild(QLineEdit)
    qtbot.keyClicks(editor, "First")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.named_views.names == ["First"], timeout=WAIT)
    first = window.state.view.pose.matrix
    window.state.look_from("back")
    panel.list.setCurrentRow(0)
    panel.list.itemActivated.emit(panel.list.item(0))
    assert (window.state.view.pose.matrix == first).all()
    panel._remove.click()
    assert window.named_views.names == []
    assert not panel._go.isEnabled()
