"""Opening, messages, export and the tables of the window."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QTableWidget,
)
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, middle_of, picture_at_rest, wait_at_rest

from misi_viewer.gui.actions import ACTIONS
from misi_viewer.gui.export_choice import ExportChoice, ExportMemory, remembered
from misi_viewer.gui.export_dialog import ExportDialog
from misi_viewer.gui.help_pages import keys_html
from misi_viewer.gui.ligand_chooser import LigandChooser
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.theme import is_dark
from misi_viewer.scene.styles import load_style, style_names
from misi_viewer.session.mouse_presets import PRESETS

pytestmark = [pytest.mark.window, pytest.mark.gl]

OpenIn = Callable[..., None]


def drop(window: MainWindow, *files: Path) -> None:
    """Drop files on the view, as a file manager does."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    place = QPointF(window.rect().center())
    held = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(place.toPoint(), *held)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(place, *held))


def wait_for_message(qtbot: QtBot, window: MainWindow) -> str:
    qtbot.waitUntil(lambda: window.message.text != "", timeout=WAIT)
    return window.message.text


def test_an_empty_window_says_what_to_do(window: MainWindow) -> None:
    assert window.empty.isVisible()
    assert window.windowTitle() == "MiSI Viewer"
    assert any("Drop a complex" in label.text() for label in window.empty.findChildren(QLabel))
    for spec in ACTIONS:
        if not spec.id.startswith("cases."):  # these need a data set
            assert window.actions_[spec.id].isEnabled() is not spec.needs_complex


def test_a_demo_button_opens_its_complex(qtbot: QtBot, window: MainWindow) -> None:
    button = window.findChild(QPushButton, "demo-1of6")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.status.work == "Opening 1of6…"
    qtbot.waitUntil(lambda: window.state.complex is not None, timeout=WAIT)
    assert window.windowTitle() == "1of6 - MiSI Viewer"
    assert window.viewport.isVisible()
    assert window.status.work == ""


def test_a_dropped_folder_opens(qtbot: QtBot, window: MainWindow) -> None:
    drop(window, DEMO / "1s3v")
    qtbot.waitUntil(lambda: window.state.complex is not None, timeout=WAIT)
    assert window.state.complex.id == "1s3v"


def test_pocket_and_ligand_dropped_together_open(qtbot: QtBot, window: MainWindow) -> None:
    drop(window, DEMO / "1s3v" / "1s3v_ligand.sdf", DEMO / "1s3v" / "1s3v_pocket.pdb")
    qtbot.waitUntil(lambda: window.state.complex is not None, timeout=WAIT)
    assert [source.role for source in window.state.complex.sources] == ["pocket", "ligand"]


def test_a_bad_file_says_so_and_keeps_what_is_shown(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    before = demo_window.state.complex
    bad = tmp_path / "page.sdf"
    bad.write_text("<html><body>Not found</body></html>\n")
    drop(demo_window, bad, DEMO / "1s3v" / "1s3v_pocket.pdb")
    sentence = wait_for_message(qtbot, demo_window)
    assert "page.sdf" in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert demo_window.state.complex is before
    assert demo_window.viewport.isVisible()
    qtbot.keyClick(demo_window, Qt.Key.Key_Escape)
    assert demo_window.message.text == ""


def test_a_late_result_is_dropped(qtbot: QtBot, window: MainWindow) -> None:
    window.open_files([str(DEMO / "1s3v")])
    window.open_files([str(DEMO / "1uou")])
    shown: list[str] = []
    window.state.complex_changed.connect(lambda: shown.append(window.state.complex.id))
    qtbot.waitUntil(lambda: not window.jobs.busy, timeout=WAIT)
    qtbot.wait(100)
    assert shown == ["1uou"]


def test_waiting_can_be_cancelled(qtbot: QtBot, window: MainWindow) -> None:
    window.open_files([str(DEMO / "1s3v")])
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.status.work == ""
    qtbot.wait(500)
    assert window.state.complex is None


def test_several_complexes_open_side_by_side(qtbot: QtBot, window: MainWindow, open_in: OpenIn, tmp_path: Path) -> None:
    for way in ([DEMO / "1s3v", tmp_path, DEMO / "1uou"], [tmp_path, DEMO / "1s3v", DEMO / "1uou"]):
        open_in(window, *way)
        assert window.state.complex.id == "1s3v"
        assert [one.name for one in window.state.companions] == ["1uou"]
        assert str(tmp_path) in window.message.text


def render(*arguments: str | Path) -> None:
    command = [sys.executable, "-m", "misi_viewer", "render", *map(str, arguments)]
    subprocess.run(command, check=True, timeout=120)


def export(qtbot: QtBot, window: MainWindow, path: Path, size: tuple[int, int]) -> None:
    with qtbot.waitSignal(window.exporter.finished, timeout=WAIT) as answer:
        window.exporting.export(ExportChoice(path, size, 3, False))
    assert answer.args == [path, ""]


def test_export_writes_the_bytes_of_render(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    qtbot.keyClick(demo_window, "2")
    export(qtbot, demo_window, tmp_path / "window.png", (512, 384))
    render(DEMO / "1ia1", "--view", "left", "--size", "512x384", "-o", tmp_path / "render.png")
    assert (tmp_path / "window.png").read_bytes() == (tmp_path / "render.png").read_bytes()
    assert str(tmp_path / "window.png") in demo_window.message.text


def test_export_of_a_free_view_is_the_picture_seen(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    from PIL import Image

    middle = middle_of(demo_window.viewport)
    qtbot.mousePress(demo_window.viewport, Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseMove(demo_window.viewport, middle + QPoint(33, -21))
    qtbot.mouseRelease(demo_window.viewport, Qt.MouseButton.LeftButton, pos=middle + QPoint(33, -21))
    wait_at_rest(qtbot, demo_window.viewport)
    export(qtbot, demo_window, tmp_path / "free.png", demo_window.state.size)
    with Image.open(tmp_path / "free.png") as picture:
        written = np.asarray(picture.convert("RGB"))
    np.testing.assert_array_equal(written, picture_at_rest(demo_window.viewport))


def test_a_failed_export_says_why(qtbot: QtBot, demo_window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "absent" / "file" / "x.png"
    (tmp_path / "absent").write_text("a file, not a folder")
    with qtbot.waitSignal(demo_window.exporter.finished, timeout=WAIT) as answer:
        demo_window.exporting.export(ExportChoice(path, (64, 48), 1, False))
    assert answer.args[1] != ""
    assert demo_window.message.text == answer.args[1]


def test_a_dropped_picture_restores_its_view(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    folder = tmp_path / "1uou"
    shutil.copytree(DEMO / "1uou", folder)
    picture = folder / "picture.png"
    render(folder, "--view", "top", "--commands", "roll y 30; move x 2", "--size", "400x400", "-o", picture)
    drop(window, picture)
    qtbot.waitUntil(lambda: window.state.complex is not None or window.message.text != "", timeout=WAIT)
    assert window.message.text == ""
    state = window.state
    assert (state.shot.view, state.shot.commands) == ("top", "roll y 30; move x 2")
    assert state.frame == (400, 400)
    export(qtbot, window, tmp_path / "again.png", (400, 400))
    assert (tmp_path / "again.png").read_bytes() == picture.read_bytes()


def test_a_picture_without_its_complex_says_what_is_missing(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    picture = tmp_path / "lonely.png"
    render(DEMO / "1uou", "--size", "64x48", "--supersample", "1", "-o", picture)
    drop(window, picture)
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "missing-files") is not None, timeout=WAIT)
    question = window.findChild(QMessageBox, "missing-files")
    assert "lonely.png" in question.text()
    assert "1uou_" in question.informativeText()
    assert window.empty.isVisible()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(DEMO))
    wanted = next(button for button in question.buttons() if "folder" in button.text())
    with qtbot.waitSignal(window.opener.opened, timeout=WAIT):
        wanted.click()
    assert window.state.complex.id == "1uou"


def test_closing_while_a_file_is_read_leaves_nothing(window: MainWindow) -> None:
    window.open_files([str(DEMO / "1uou")])
    assert window.close()


def test_closing_while_a_picture_is_drawn_finishes_it(demo_window: MainWindow, tmp_path: Path) -> None:
    demo_window.exporting.export(ExportChoice(tmp_path / "last.png", (300, 200), 2, True))
    demo_window.close()
    assert (tmp_path / "last.png").read_bytes().endswith(b"IEND\xaeB`\x82")


def test_a_dead_drawing_process_is_told_and_started_again(
    qtbot: QtBot, demo_window: MainWindow, tmp_path: Path
) -> None:
    export(qtbot, demo_window, tmp_path / "a.png", (64, 48))
    (child,) = multiprocessing.active_children()
    os.kill(child.pid, signal.SIGSTOP)
    with qtbot.waitSignal(demo_window.exporter.finished, timeout=WAIT) as answer:
        demo_window.exporting.export(ExportChoice(tmp_path / "b.png", (64, 48), 1, False))
        child.kill()
    # Told, if it died with the picture in hand; drawn by another one, if it died before.
    told = answer.args[1] or f"Wrote {tmp_path / 'b.png'}."
    assert "b.png" in told
    assert demo_window.message.text == told
    export(qtbot, demo_window, tmp_path / "c.png", (64, 48))
    assert (tmp_path / "c.png").exists()


def test_several_ligands_are_offered(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    lines = (DEMO / "1s3v" / "1s3v_pocket.pdb").read_text().splitlines()
    atoms = [line for line in lines if line.startswith("ATOM")]

    def place(row: int) -> list[float]:
        return [float(atoms[row][start : start + 8]) for start in (30, 38, 46)]

    row = "HETATM{:5d}  C{:<3d}{} Z{:4d}    {:8.3f}{:8.3f}{:8.3f}  1.00  0.00           C"
    made = [
        row.format(9000 + atom, atom, name, number, x + atom * 1.4, y, z + 4.0)
        for number, name, (x, y, z) in ((901, "LGA", place(0)), (902, "LGB", place(-1)))
        for atom in range(1, 9)
    ]
    path = tmp_path / "two.pdb"
    path.write_text("\n".join([*atoms, *made, "END", ""]))
    window.open_files([str(path)])
    qtbot.waitUntil(lambda: window.findChild(LigandChooser) is not None or window.message.text != "", timeout=WAIT)
    chooser = window.findChild(LigandChooser)
    assert chooser is not None, window.message.text
    table = chooser.findChild(QTableWidget)
    names = [table.item(row, 0).text() for row in range(table.rowCount())]
    assert {"LGA", "LGB"} <= set(names)
    table.setCurrentCell(names.index("LGB"), 0)
    chooser.accept()
    qtbot.waitUntil(lambda: window.state.complex is not None or window.message.text != "", timeout=WAIT)
    assert set(window.state.complex.ligand.residues.names) == {"LGB"}


def test_every_action_stands_in_its_menu_and_on_the_page_of_keys(window: MainWindow) -> None:
    page = keys_html()
    for spec in ACTIONS:
        assert window.actions_[spec.id].text() == spec.title
        if spec.shortcut:
            assert spec.tip.replace("'", "&#x27;") in page
    for preset in PRESETS:
        page = keys_html(preset)
        for row in preset.drags:
            assert row.summary in page
            assert escape(row.gesture) in page
    shortcuts = [spec.shortcut for spec in ACTIONS if spec.shortcut]
    assert len(shortcuts) == len(set(shortcuts))
    assert len({spec.id for spec in ACTIONS}) == len(ACTIONS)


def test_help_dialogs_open_and_close(qtbot: QtBot, window: MainWindow) -> None:
    for action_id, name in (("help.keys", "keys-dialog"), ("help.about", "about-dialog")):
        window.actions_[action_id].trigger()
        dialog = window.findChild(object, name)
        qtbot.waitUntil(dialog.isVisible, timeout=WAIT)
        dialog.close()


def test_export_dialog_proposes_the_view(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ExportDialog(tmp_path / "a.png", (800, 600), 3)
    qtbot.addWidget(dialog)
    size = dialog.size_
    assert dialog.choice == ExportChoice(tmp_path / "a.png", (800, 600), 3, False)
    size.presets.setCurrentIndex(1)
    size.presets.activated.emit(1)
    assert dialog.choice.size == (1024, 768)
    size.width_.setValue(100)
    assert dialog.choice.size == (100, 75)
    assert size.presets.currentText() == "Other"
    size.lock.setChecked(False)
    size.height_.setValue(200)
    assert dialog.choice.size == (100, 200)
    size.lock.setChecked(True)
    size.height_.setValue(400)
    assert dialog.choice.size == (200, 400)
    dialog.path.setText(str(tmp_path / "b"))
    assert dialog.choice.path == tmp_path / "b.png"


def test_a_size_on_paper(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ExportDialog(tmp_path / "a.png", (800, 600), 3)
    qtbot.addWidget(dialog)
    size = dialog.size_
    assert not size.paper_width.isEnabled()
    size.dpi.setValue(254)
    assert (size.paper_width.value(), size.paper_height.value()) == (8.0, 6.0)
    size.paper_width.setValue(16.0)
    assert dialog.choice.size == (1600, 1200)
    size.dpi.setValue(127)  # the size on paper was typed, so it stays
    assert dialog.choice.size == (800, 600)
    assert size.paper_width.value() == 16.0
    size.width_.setValue(400)  # now pixels were
    size.dpi.setValue(254)
    assert dialog.choice.size == (400, 300)
    size.unit.setCurrentText("inch")
    assert size.paper_width.value() == pytest.approx(1.57)
    assert dialog.choice.dpi == 254


def test_the_kind_of_file_is_told_and_checked(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = ExportDialog(tmp_path / "a.png", (800, 600), 3)
    qtbot.addWidget(dialog)
    note, button = dialog.findChild(QLabel, "export-note"), press_of(dialog, "&Export")
    dialog.transparent.setChecked(True)
    assert "carries" in note.text()
    dialog.path.setText("a.jpg")
    assert "nothing more" in note.text()
    assert not dialog.choice.transparent
    dialog.path.setText("a.tiff")
    assert dialog.choice.transparent
    dialog.path.setText("a.gif")
    assert "has to end" in note.text()
    assert not button.isEnabled()


def press_of(dialog: ExportDialog, text: str) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if button.text() == text)


def test_an_export_is_seen_before_it_is_made_and_remembered(
    qtbot: QtBot, demo_window: MainWindow, tmp_path: Path
) -> None:
    window = demo_window
    window.opener.last_folder = str(tmp_path)
    window.actions_["file.export"].trigger()
    dialog = window.findChild(ExportDialog)
    assert dialog.choice.path == tmp_path / "1ia1.png"
    preview = dialog.findChild(QLabel, "export-preview")
    qtbot.waitUntil(lambda: not preview.pixmap().isNull(), timeout=WAIT)
    first = preview.pixmap().toImage()
    white = dialog.findChild(QComboBox, "export-style")
    white.setCurrentIndex(white.findData("White"))
    qtbot.waitUntil(lambda: preview.pixmap().toImage() != first, timeout=WAIT)
    assert preview.pixmap().toImage().pixelColor(2, 2) == QColor("white")
    assert window.status.work == ""
    dialog.size_.lock.setChecked(False)
    dialog.size_.width_.setValue(300)
    dialog.size_.height_.setValue(150)
    dialog.size_.dpi.setValue(150)
    dialog.supersample.setValue(1)
    dialog.path.setText(str(tmp_path / "1ia1.tif"))
    dialog.accept()
    qtbot.waitUntil(lambda: (tmp_path / "1ia1.tif").exists() and not window.exporter.busy, timeout=WAIT)
    with Image.open(tmp_path / "1ia1.tif") as written:
        assert written.size == (300, 150)
        assert written.info["dpi"] == pytest.approx((150, 150), abs=0.02)
        assert written.getpixel((1, 1)) == (255, 255, 255)
    qtbot.waitUntil(lambda: window.findChild(ExportDialog) is None, timeout=WAIT)

    window.actions_["file.export"].trigger()
    again = window.findChild(ExportDialog)
    assert again.choice == ExportChoice(tmp_path / "1ia1-2.tif", (300, 150), 1, False, 150, "White")
    again.reject()


@pytest.mark.parametrize("kept", ["", "{", '{"size": [1]}', '{"preset": 3}', '{"dpi": "many"}'])
def test_a_broken_memory_is_as_good_as_none(kept: str) -> None:
    assert remembered(kept) == ExportMemory()


def test_export_dialog_does_not_replace_a_file_unasked(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "there.png"
    path.write_bytes(b"")
    for button, result in (("Keep", 0), ("Replace", 1)):
        dialog = ExportDialog(path, (80, 60), 3)
        dialog.show()
        QTimer.singleShot(0, dialog, lambda button=button, dialog=dialog: press(dialog, button))
        dialog.accept()
        assert dialog.result() == result
        dialog.deleteLater()


def press(dialog: ExportDialog, text: str) -> None:
    box = dialog.findChild(QMessageBox)
    next(button for button in box.buttons() if button.text() == text).click()


def test_styles_by_menu_and_from_a_file(demo_window: MainWindow, tmp_path: Path) -> None:
    for name in style_names():
        demo_window.take_style(name)
        assert demo_window.state.style == load_style(name)
    assert demo_window.actions_["style.wire"].isChecked() == (demo_window.state.style.representation == "wire")
    own = tmp_path / "own.toml"
    own.write_text('name = "Own"\nrepresentation = "sphere"\n')
    demo_window.take_style(str(own))
    assert demo_window.state.style.name == "Own"
    assert demo_window.actions_["style.sphere"].isChecked()
    own.write_text('background = "nowhere"\n')
    demo_window.take_style(str(own))
    assert "own.toml" in demo_window.message.text
    assert demo_window.state.style.name == "Own"


def test_submenus_open_demos_and_take_styles(qtbot: QtBot, window: MainWindow) -> None:
    submenus = {action.text(): action for menu in window.menuBar().findChildren(QMenu) for action in menu.actions()}
    submenus["1of6"].trigger()
    qtbot.waitUntil(lambda: window.state.complex is not None, timeout=WAIT)
    assert window.state.complex.id == "1of6"
    submenus["White"].trigger()
    assert window.state.style == load_style("White")


def test_dark_and_light_change_the_window(qtbot: QtBot, window: MainWindow) -> None:
    for appearance, dark in (("dark", True), ("light", False), ("system", False)):
        window.actions_[f"appearance.{appearance}"].trigger()
        qtbot.waitUntil(lambda dark=dark: is_dark(window.palette()) is dark, timeout=WAIT)
