"""The style editor in a real window: live, undone, refused, saved and known by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QCheckBox, QColorDialog, QComboBox, QDoubleSpinBox, QLabel, QLineEdit, QMenu, QToolButton
from pytestqt.qtbot import QtBot
from seeing import picture_at_rest, wait_at_rest

from misi_viewer.gui.docks.style_editor import StylePanel
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.scene.styles import load_style
from misi_viewer.session.command_line_style import flat_style

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def panel(demo_window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StylePanel:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    demo_window.docks.reveal("style")
    found = demo_window.docks.panels["style"]
    assert isinstance(found, StylePanel)
    return found


def write(qtbot: QtBot, panel: StylePanel, name: str, text: str) -> None:
    line = panel.fields[name].findChild(QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)


def problem(panel: StylePanel) -> str:
    label = panel.findChild(QLabel, "style-problem")
    return "" if label.isHidden() else label.text()


def test_every_setting_has_a_field(panel: StylePanel) -> None:
    assert set(panel.fields) == set(flat_style(DEFAULT_STYLE))
    for field in panel.fields.values():
        assert field.editor.accessibleName()


def test_settings_are_seen_at_once_and_saved(
    qtbot: QtBot, demo_window: MainWindow, panel: StylePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, state = demo_window, demo_window.state
    panel.fields["representation"].findChild(QComboBox).setCurrentText("ball and stick")
    panel.fields["labels.residues"].findChild(QCheckBox).setChecked(False)
    radius = panel.fields["stick_radius"].findChild(QDoubleSpinBox)
    for _ in range(3):
        radius.stepUp()
    write(qtbot, panel, "element_colours", "N=yellow, O = 00FF00")
    write(qtbot, panel, "light.key_direction", "0, -1, 0")
    monkeypatch.setattr(QColorDialog, "getColor", lambda *_args: QColor("#102030"))
    panel.fields["background"].findChild(QToolButton).click()
    style = state.style
    assert style.representation == "ball and stick"
    assert not style.labels.residues
    assert style.stick_radius == pytest.approx(radius.value()) != DEFAULT_STYLE.stick_radius
    assert style.element_colours == {"N": "yellow", "O": "00FF00"}
    assert style.light.key_direction == (0.0, -1.0, 0.0)
    assert style.background == "102030"
    assert problem(panel) == ""
    wait_at_rest(qtbot, window.viewport)
    with Renderer() as renderer:
        drawn = draw_picture(renderer, state.complex, state.shot, style, state.size)
    np.testing.assert_array_equal(picture_at_rest(window.viewport), drawn)

    # Saved, it is known by its name, in the menu and to the command line.
    panel.name.setText("Night blue")
    qtbot.keyClick(panel.name, Qt.Key.Key_Return)
    assert load_style("night-blue") == style.but(name="Night blue") == state.style
    menu = next(menu for menu in window.findChildren(QMenu) if menu.title() == "Your &own styles")
    menu.aboutToShow.emit()
    assert [action.text() for action in menu.actions()] == ["Night blue"]
    window.take_style("MiSI-Bench")
    menu.actions()[0].trigger()
    assert state.style.background == "102030"


def test_steps_of_one_setting_are_one_step_back(demo_window: MainWindow, panel: StylePanel) -> None:
    radius = panel.fields["stick_radius"].findChild(QDoubleSpinBox)
    for _ in range(4):
        radius.stepUp()
    panel.fields["light.fill"].findChild(QDoubleSpinBox).stepUp()
    assert demo_window.controls.undo() == "Style"
    assert demo_window.state.style.stick_radius == pytest.approx(radius.value())
    demo_window.controls.undo()
    assert demo_window.state.style == DEFAULT_STYLE
    assert radius.value() == DEFAULT_STYLE.stick_radius
    assert [line.split()[:2] for line in demo_window.controls.log.commands[1:3]] == [
        ["set", "stick_radius"],
        ["set", "light.fill"],
    ]


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("background", "blurple", "blurple"),
        ("element_colours", "Qq=red", "not an element"),
        ("residue_carbons", "red, nothing", "nothing"),
        ("light.fill_direction", "0, 0, 0", "direction"),
        ("light.fill_direction", "a, b", "style"),
    ],
)
def test_a_bad_value_is_told_and_changes_nothing(
    qtbot: QtBot, demo_window: MainWindow, panel: StylePanel, name: str, text: str, words: str
) -> None:
    write(qtbot, panel, name, text)
    assert words in problem(panel)
    assert demo_window.state.style == DEFAULT_STYLE


def test_a_built_in_name_is_not_taken(qtbot: QtBot, demo_window: MainWindow, panel: StylePanel) -> None:
    panel.fields["light.fill"].findChild(QDoubleSpinBox).stepUp()
    for name, words in (("misi bench", "built-in style"), ("  ", "needs a name")):
        panel.name.setText(name)
        panel.save()
        assert words in problem(panel)
