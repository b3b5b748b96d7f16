"""Command line, selection, tree, undo and measurements in a real window."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from seeing import DEMO, picture_at_rest, wait_at_rest

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.selection import select
from misi_viewer.gui.docks.command_line import CommandLinePanel
from misi_viewer.gui.docks.measurements import MeasurementsPanel
from misi_viewer.gui.docks.structure import StructurePanel
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.parts import displayed_atoms

pytestmark = [pytest.mark.window, pytest.mark.gl]

LEFT = Qt.MouseButton.LeftButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
NONE = Qt.KeyboardModifier.NoModifier


def panel_of(window: MainWindow, name: str) -> object:
    window.docks.reveal(name)
    return window.docks.panels[name]


@pytest.fixture
def line(demo_window: MainWindow) -> CommandLinePanel:
    panel = panel_of(demo_window, "command_line")
    assert isinstance(panel, CommandLinePanel)
    return panel


@pytest.fixture
def tree(qtbot: QtBot, demo_window: MainWindow) -> StructurePanel:
    panel = panel_of(demo_window, "structure")
    assert isinstance(panel, StructurePanel)
    qtbot.waitUntil(lambda: panel.is_seen)
    panel.refresh()
    return panel


def enter(qtbot: QtBot, line: CommandLinePanel, text: str) -> str:
    """Type a line; return the last line of the log."""
    line.input.setFocus()
    qtbot.keyClicks(line.input, text)
    qtbot.keyClick(line.input, Qt.Key.Key_Return)
    return line.page.toPlainText().splitlines()[-1]


def atoms_in_sight(window: MainWindow) -> list[tuple[int, QPoint]]:
    """Return scene rows that are hit at their own middle, and where, far from the rim."""
    scene, view, size = window.state.scene, window.state.view, window.state.size
    centres = np.zeros((int(scene.spheres.atoms.max()) + 1, 3))
    centres[scene.spheres.atoms] = scene.spheres.centres
    places = pixels(centres, view.pose, view.projection, size) / window.viewport.devicePixelRatioF()
    found = []
    for row, (x, y) in enumerate(places.tolist()):
        inside = 100 < x < window.viewport.width() - 100 and 100 < y < window.viewport.height() - 100
        point = QPoint(round(x), round(y))
        if inside and window.viewport.row_at(point.toPointF()) == row:
            found.append((row, point))
    return found


def drag(window: MainWindow, start: QPoint, end: QPoint, keys: Qt.KeyboardModifier = NONE) -> None:
    QTest.mousePress(window.viewport, LEFT, keys, start)
    for share in (0.3, 0.6, 1.0):
        QTest.mouseMove(window.viewport, start + (end - start) * share)
        QGuiApplication.processEvents()
    QTest.mouseRelease(window.viewport, LEFT, keys, end)


class TestCommandLine:
    def test_slash_and_ctrl_k_go_there_and_escape_goes_back(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        for key, modifier in ((Qt.Key.Key_Slash, NONE), (Qt.Key.Key_K, CTRL)):
            demo_window.viewport.setFocus()
            qtbot.keyClick(demo_window.viewport, key, modifier)
            assert line.input.hasFocus()
            assert line.input.text() == ""
            qtbot.keyClick(line.input, Qt.Key.Key_Escape)
            assert demo_window.viewport.hasFocus()

    def test_letters_are_typed_not_taken_as_keys_of_the_window(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        shot = demo_window.state.shot
        line.input.setFocus()
        qtbot.keyClicks(line.input, "fr/1lhb")
        assert line.input.text() == "fr/1lhb"
        assert demo_window.state.shot is shot

    def test_typed_commands_act_and_answer(self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel) -> None:
        state, controls = demo_window.state, demo_window.controls
        assert "selected" in enter(qtbot, line, "select ligand & N")
        assert controls.selection.same_as(select(state.complex, "ligand & N"))
        enter(qtbot, line, "hide pocket; roll y 30")
        assert state.shot.hide == "pocket"
        assert state.shot.commands == "roll y 30"
        enter(qtbot, line, "view name mine")
        assert demo_window.named_views.names == ["mine"]
        enter(qtbot, line, "view back")
        enter(qtbot, line, "view mine")
        np.testing.assert_allclose(state.view.pose.matrix, demo_window.named_views[0].pose.matrix)
        enter(qtbot, line, "view delete mine")
        assert demo_window.named_views.names == []
        enter(qtbot, line, "reset")
        assert state.shot.hide == ""

    def test_an_error_is_one_sentence(self, qtbot: QtBot, line: CommandLinePanel) -> None:
        answer = enter(qtbot, line, "selct ligand")
        assert answer == "There is no command 'selct'; perhaps select is meant."
        assert line.log.entries[-1].kind == "error"

    def test_history_and_completion(self, qtbot: QtBot, line: CommandLinePanel) -> None:
        enter(qtbot, line, "view back")
        enter(qtbot, line, "view top")
        qtbot.keyClicks(line.input, "dra")
        texts = []
        for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down):
            qtbot.keyClick(line.input, key)
            texts.append(line.input.text())
        assert texts == ["view top", "view back", "view back", "view top", "dra"]
        line.input.clear()
        qtbot.keyClicks(line.input, "sele")
        qtbot.keyClick(line.input, Qt.Key.Key_Tab)
        assert line.input.text() == "select "
        qtbot.keyClicks(line.input, "po")
        assert "pocket" in line._hint.text()
        qtbot.keyClick(line.input, Qt.Key.Key_Tab)
        assert line.input.text() == "select pocket"

    def test_mouse_keys_and_menus_are_logged_and_copied(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        demo_window.actions_["view.back"].trigger()
        demo_window.actions_["view.labels"].trigger()
        demo_window.actions_["style.ball"].trigger()
        centre = demo_window.viewport.rect().center()
        drag(demo_window, centre, centre + QPoint(60, 30))
        demo_window.actions_["view.fit"].trigger()
        demo_window.actions_["view.reset"].trigger()
        lines = line.page.toPlainText().splitlines()
        assert lines[0] == f"open {DEMO / '1ia1'}"
        assert lines[1:4] == ["view back", "~label", "style ball"]
        assert [text.split()[:2] for text in lines[4:]] == [["view", "matrix"], ["view", "fit"], ["reset"]]
        line.copy()
        assert QGuiApplication.clipboard().text().splitlines() == lines

    def test_the_copied_log_does_the_same_again(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        centre = demo_window.viewport.rect().center()
        drag(demo_window, centre, centre + QPoint(60, 30))
        demo_window.actions_["view.labels"].trigger()
        enter(qtbot, line, "hide :ALA")
        wanted, script = demo_window.state.shot, line.log.commands[1:]  # the file is open
        demo_window.controls.reset()
        demo_window.controls.set_shot(demo_window.state.shot.but(labels=True))
        for command in script:
            assert line.log.type(command)
        assert demo_window.state.shot == wanted


class TestSelecting:
    def test_click_selects_ctrl_adds_background_and_escape_select_nothing(
        self, qtbot: QtBot, demo_window: MainWindow
    ) -> None:
        window, controls = demo_window, demo_window.controls
        (_, first), (_, second), (_, third) = atoms_in_sight(window)[:3]
        qtbot.mouseClick(window.viewport, LEFT, NONE, first)
        assert len(controls.selection) == 1
        assert window.selecting.label.text().startswith("Selected: ")
        assert window.selecting.overlay.isVisible()
        qtbot.mouseClick(window.viewport, LEFT, CTRL, second)
        qtbot.mouseClick(window.viewport, LEFT, SHIFT, third)
        assert len(controls.picked) == len(controls.selection) == window.selecting.overlay.halo_count == 3
        qtbot.mouseClick(window.viewport, LEFT, CTRL, second)
        assert len(controls.selection) == 2
        qtbot.keyClick(window.viewport, Qt.Key.Key_Escape)
        assert not controls.has_selection
        assert not window.selecting.overlay.isVisible()
        assert window.selecting.label.isHidden()

    def test_a_drag_with_ctrl_selects_in_a_box_and_moves_nothing(self, demo_window: MainWindow) -> None:
        window, shot = demo_window, demo_window.state.shot
        places = [place for _, place in atoms_in_sight(window)]
        middle = places[len(places) // 2]
        drag(window, middle - QPoint(40, 40), middle + QPoint(40, 40), CTRL)
        few = len(window.controls.selection)
        assert few > 0
        assert window.state.shot is shot
        assert window.selecting.overlay.box.isNull()
        drag(window, QPoint(1, 1), QPoint(window.viewport.width() - 2, window.viewport.height() - 2), CTRL)
        assert len(window.controls.selection) > few

    def test_halos_are_no_part_of_the_picture(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        window = demo_window
        enter(qtbot, line, "select all")
        enter(qtbot, line, "distance ligand[0] ligand[5]")
        assert window.selecting.overlay.isVisible()
        wait_at_rest(qtbot, window.viewport)
        state = window.state
        with Renderer() as renderer:
            drawn = draw_picture(renderer, state.complex, state.shot, state.style, state.size)
        np.testing.assert_array_equal(window.viewport.picture(), drawn)


class TestTree:
    def test_the_model_keeps_qts_rules(self, demo_window: MainWindow, tree: StructurePanel) -> None:
        mode = QAbstractItemModelTester.FailureReportingMode.Fatal
        tester = QAbstractItemModelTester(tree.model, mode)
        demo_window.controls.set_shot(demo_window.state.shot.but(hide=":ALA"))
        del tester
        titles = [tree.model.index(row, 0).data() for row in range(tree.model.rowCount())]
        assert titles[-1] == "Ligand"

    def test_boxes_show_and_hide(self, demo_window: MainWindow, tree: StructurePanel) -> None:
        ligand = tree.model.index(tree.model.rowCount() - 1, 0)
        role = Qt.ItemDataRole.CheckStateRole
        assert ligand.data(role) is Qt.CheckState.Checked
        assert tree.model.setData(ligand, Qt.CheckState.Unchecked.value, role)
        assert demo_window.state.shot.hide == "ligand"
        assert ligand.data(role) is Qt.CheckState.Unchecked
        atom = tree.model.index(0, 0, tree.model.index(0, 0, ligand))
        assert tree.model.setData(atom, Qt.CheckState.Checked.value, role)
        assert ligand.data(role) is Qt.CheckState.PartiallyChecked
        demo_window.actions_["edit.undo"].trigger()
        demo_window.actions_["edit.undo"].trigger()
        assert demo_window.state.shot.hide == ""
        assert ligand.data(role) is Qt.CheckState.Checked

    def test_selecting_works_both_ways(self, demo_window: MainWindow, tree: StructurePanel) -> None:
        controls, complex_ = demo_window.controls, demo_window.state.complex
        residue = tree.model.index(2, 0, tree.model.index(0, 0))
        tree.view.setCurrentIndex(residue)
        node = tree.model.node(residue)
        assert controls.selection.same_as(tree.model.tree.atoms(node))
        controls.set_selection(select(complex_, "ligand"))
        rows = tree.view.selectionModel().selectedRows()
        assert [row.data() for row in rows] == ["Ligand"]
        demo_window.actions_["edit.select_none"].trigger()
        assert not tree.view.selectionModel().hasSelection()
        assert not controls.has_selection

    def test_the_box_finds(self, qtbot: QtBot, demo_window: MainWindow, tree: StructurePanel) -> None:
        tree.find_box.setFocus()
        qtbot.keyClicks(tree.find_box, ":ALA")
        found = tree._count.text()
        assert found.endswith("found")
        qtbot.keyClick(tree.find_box, Qt.Key.Key_Return)
        assert tree.view.currentIndex().data().startswith("ALA")
        assert demo_window.controls.has_selection
        first = tree.view.currentIndex()
        qtbot.keyClick(tree.find_box, Qt.Key.Key_Return)
        assert tree.view.currentIndex() != first
        tree.find_box.setText("nothing like it")
        assert tree._count.text() == "none"

    def test_the_menu_hides_others_and_focuses(self, demo_window: MainWindow, tree: StructurePanel) -> None:
        ligand = tree.model.index(tree.model.rowCount() - 1, 0)
        tree.view.scrollTo(ligand)
        menu = tree.menu_at(tree.view.visualRect(ligand).center())
        assert isinstance(menu, QMenu)
        actions = {action.text().replace("&", ""): action for action in menu.actions()}
        pose = demo_window.state.view.pose.matrix
        actions["Focus"].trigger()
        assert not np.array_equal(demo_window.state.view.pose.matrix, pose)
        actions["Hide others"].trigger()
        assert demo_window.state.shot.hide == "pocket"
        actions["Hide"].trigger()
        assert not displayed_atoms(demo_window.state.complex, demo_window.state.shot).parts[1].rows.size
        actions["Show"].trigger()
        shown = displayed_atoms(demo_window.state.complex, demo_window.state.shot).parts
        assert shown[1].rows.size
        assert not shown[0].rows.size
        menu.deleteLater()


class TestUndo:
    def test_view_display_and_selection_go_back_and_forth(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        window, controls = demo_window, demo_window.controls
        assert not window.actions_["edit.undo"].isEnabled()
        states = [controls.history.state]
        centre = window.viewport.rect().center()
        steps: list[Callable[[], object]] = [
            lambda: drag(window, centre, centre + QPoint(60, 30)),
            lambda: drag(window, centre, centre + QPoint(-60, 30)),
            window.actions_["style.ball"].trigger,
            lambda: enter(qtbot, line, "hide :ALA"),
            lambda: enter(qtbot, line, "select ligand"),
            window.actions_["view.top"].trigger,
        ]
        for step in steps:
            step()
            states.append(controls.history.state)
        assert len(set(map(str, states))) == len(steps) + 1
        window.viewport.setFocus()
        for wanted in states[-2::-1]:
            qtbot.keyClick(window.viewport, Qt.Key.Key_Z, CTRL)
            assert controls._snapshot() == controls.history.state == wanted
        assert not window.actions_["edit.undo"].isEnabled()
        assert window.actions_["edit.redo"].text() == "&Redo: turn and move"
        for number, wanted in enumerate(states[1:]):
            key, modifier = (Qt.Key.Key_Y, CTRL) if number % 2 else (Qt.Key.Key_Z, CTRL | SHIFT)
            qtbot.keyClick(window.viewport, key, modifier)
            assert controls._snapshot() == controls.history.state == wanted
        assert controls.selection.same_as(select(window.state.complex, "ligand"))

    def test_another_complex_starts_over(
        self, demo_window: MainWindow, open_in: Callable[..., None], tree: StructurePanel
    ) -> None:
        controls = demo_window.controls
        controls.set_selection(select(demo_window.state.complex, "ligand"))
        open_in(demo_window, DEMO / "1of6")
        assert not controls.has_selection
        assert not demo_window.actions_["edit.undo"].isEnabled()
        assert tree.model.tree.complex is demo_window.state.complex


class TestMeasuring:
    def test_picked_atoms_are_measured_listed_and_removed(self, qtbot: QtBot, demo_window: MainWindow) -> None:
        window, controls = demo_window, demo_window.controls
        panel = panel_of(window, "measurements")
        assert isinstance(panel, MeasurementsPanel)
        places = [place for _, place in atoms_in_sight(window)[:4]]
        qtbot.mouseClick(window.viewport, LEFT, NONE, places[0])
        window.actions_["edit.measure"].trigger()
        assert controls.measurements == ()
        for place in places[1:]:
            qtbot.mouseClick(window.viewport, LEFT, CTRL, place)
            window.actions_["edit.measure"].trigger()
        assert [one.kind for one in controls.measurements] == ["distance", "angle", "dihedral"]
        assert [panel.list.item(row).text().split()[0] for row in range(3)] == ["Distance", "Angle", "Dihedral"]
        panel.list.setCurrentRow(1)
        panel.remove_chosen()
        assert [one.kind for one in controls.measurements] == ["distance", "dihedral"]
        controls.undo()
        assert panel.list.count() == 3


class TestLooks:
    def test_selected_atoms_by_menu_and_command(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        window, state, controls = demo_window, demo_window.state, demo_window.controls
        plain = state.shot
        window.actions_["look.ball"].trigger()
        assert "Select atoms first" in window.message.text
        assert not window.actions_["look.alike"].isEnabled()
        enter(qtbot, line, "select ligand")
        window.actions_["look.sphere"].trigger()
        enter(qtbot, line, "style :35 ball; style stick; style wire")
        window.actions_["look.ball"].trigger()
        looks = [(look.atoms, look.representation) for look in state.shot.looks]
        assert looks == [(":35", "ball and stick"), ("ligand", "ball and stick")]
        assert controls.history.undo_title == "Draw otherwise"
        logged = [command for command in line.log.commands if command.startswith("style ligand")]
        assert logged == ["style ligand sphere", "style ligand ball"]
        with Renderer() as renderer:
            drawn = draw_picture(renderer, state.complex, state.shot, state.style, state.size)
        wait_at_rest(qtbot, window.viewport)
        np.testing.assert_array_equal(picture_at_rest(window.viewport), drawn)
        window.actions_["look.alike"].trigger()
        assert state.shot == plain
        controls.undo()
        assert len(state.shot.looks) == 2


class TestLabels:
    def test_own_labels_by_key_menu_and_command(
        self, qtbot: QtBot, demo_window: MainWindow, line: CommandLinePanel
    ) -> None:
        window, state = demo_window, demo_window.state
        enter(qtbot, line, "~label")
        enter(qtbot, line, "select :35@CA,OH")
        window.actions_["atom.label"].trigger()
        assert state.scene.labels.texts == ("CA", "OH")
        enter(qtbot, line, "select ligand & @N1")
        window.actions_["atom.label"].trigger()
        assert state.scene.labels.texts == ("CA", "OH", "N1")
        window.actions_["atom.label_residue"].trigger()
        assert "UNL 1" in state.scene.labels.texts
        logged = [command for command in line.log.commands if command.startswith("label")]
        assert len(logged) == 3
        wanted = state.shot
        window.actions_["atom.unlabel"].trigger()
        assert state.scene.labels.texts == ()
        assert enter(qtbot, line, "label atoms sel").endswith("1 atom labelled by name.")
        assert state.scene.labels.texts == ("N1",)
        assert enter(qtbot, line, "~label atoms sel").endswith("1 atom labelled no longer by name.")
        assert state.scene.labels.texts == ()
        for command in logged:
            window.controls.log.type(command)
        assert state.shot == wanted
        enter(qtbot, line, "~label")
        assert state.scene.labels.texts == ()
        window.controls.undo()
        assert state.shot == wanted
