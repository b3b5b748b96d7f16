"""The panel of hydrogen bonds, the ligand's card, and marks over the picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT, picture_at_rest, pixels_of, wait_at_rest

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.hydrogen_bonds import explain, find_hydrogen_bonds
from misi_viewer.chem.selection import AtomRef
from misi_viewer.gui.docks.explanation import explanation_html
from misi_viewer.gui.docks.hydrogen_bonds import HydrogenBondsPanel
from misi_viewer.gui.docks.ligand import LigandPanel
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.session.bond_list import COLUMNS

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def bonds(qtbot: QtBot, demo_window: MainWindow) -> HydrogenBondsPanel:
    panel = demo_window.docks.panels["hydrogen_bonds"]
    assert isinstance(panel, HydrogenBondsPanel)
    qtbot.waitUntil(lambda: bool(panel.model.rows), timeout=WAIT)
    return panel


@pytest.fixture
def card(qtbot: QtBot, demo_window: MainWindow) -> LigandPanel:
    panel = demo_window.docks.panels["ligand"]
    assert isinstance(panel, LigandPanel)
    demo_window.docks.reveal("ligand")
    qtbot.waitUntil(lambda: panel.card is not None, timeout=WAIT)
    return panel


def seen(window: MainWindow) -> np.ndarray:
    return picture_at_rest(window.viewport)


def expected(window: MainWindow) -> np.ndarray:
    state = window.state
    with Renderer() as renderer:
        return draw_picture(renderer, state.complex, state.shot_at(state.size), state.style, state.size)


def place_of(window: MainWindow, atom: AtomRef) -> QPointF:
    state = window.state
    ((x, y),) = pixels(state.positions([atom]), state.view.pose, state.view.projection, state.size)
    return QPointF(x, y) / window.viewport.devicePixelRatioF()


def nearest(window: MainWindow, part: int) -> AtomRef:
    """Return the atom of a part that is nearest to the eye, so that nothing hides it."""
    shown = displayed_atoms(window.state.complex, window.state.shot).parts[part]
    row = np.argmax(window.state.view.pose.to_camera(shown.coordinates)[:, 2])
    return AtomRef(shown.name, int(shown.rows[row]))


def test_the_table_lists_the_bonds_without_solvent(
    qtbot: QtBot, window: MainWindow, open_in: Callable[..., None]
) -> None:
    open_in(window, DEMO / "1s3v")
    panel = window.docks.panels["hydrogen_bonds"]
    found = find_hydrogen_bonds(window.state.complex)
    dry = [bond for bond in found if not bond.solvent]
    qtbot.waitUntil(lambda: len(panel.model.rows) == len(dry), timeout=WAIT)
    assert [row.bond for row in panel.model.rows] == dry
    panel.findChild(QCheckBox, "bonds-solvent").setChecked(True)
    assert [row.bond for row in panel.model.rows] == found


def test_columns_sort(bonds: HydrogenBondsPanel) -> None:
    for column, spec in enumerate(COLUMNS):
        for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
            bonds.table.sortByColumn(column, order)
            keys = [spec.key(row) for row in bonds.model.rows]
            assert keys == sorted(keys, reverse=order is Qt.SortOrder.DescendingOrder)


def test_b_draws_the_bonds_as_render_does(qtbot: QtBot, demo_window: MainWindow) -> None:
    without = seen(demo_window)
    qtbot.keyClick(demo_window, "B")
    qtbot.waitUntil(lambda: demo_window.state.shot.hydrogen_bonds, timeout=WAIT)
    assert demo_window.actions_["view.hydrogen_bonds"].isChecked()
    with_bonds = seen(demo_window)
    assert (with_bonds != without).any()
    np.testing.assert_array_equal(with_bonds, expected(demo_window))
    qtbot.keyClick(demo_window, "B")
    np.testing.assert_array_equal(seen(demo_window), without)


def test_a_click_brings_the_bond_into_the_middle_and_explains_it(
    qtbot: QtBot, demo_window: MainWindow, bonds: HydrogenBondsPanel
) -> None:
    index = bonds.model.index(1, 0)
    qtbot.mouseClick(bonds.table.viewport(), Qt.MouseButton.LeftButton, pos=bonds.table.visualRect(index).center())
    bond = bonds.model.rows[1].bond
    pair = AtomRef("pocket", bond.pocket_atom), AtomRef("ligand", bond.ligand_atom)
    state = demo_window.state
    middle = state.positions(pair).mean(axis=0)
    np.testing.assert_allclose(state.view.pose.to_camera(middle[None])[0, :2], 0.0, atol=1e-3)
    assert demo_window.marks.picked == pair
    qtbot.waitUntil(lambda: "donates" in bonds.page.toPlainText(), timeout=WAIT)
    text = bonds.page.toPlainText()
    assert f"{bond.distance:.3f} Å" in text
    assert "a hydrogen bond" in text


def test_any_two_picked_atoms_are_explained(qtbot: QtBot, demo_window: MainWindow, bonds: HydrogenBondsPanel) -> None:
    window, ctrl = demo_window, Qt.KeyboardModifier.ControlModifier
    demo_window.docks.reveal("ligand")
    atoms = [nearest(window, 0), nearest(window, 1)]
    for atom in atoms:
        before = window.state.shot
        qtbot.mouseClick(window.viewport, Qt.MouseButton.LeftButton, ctrl, place_of(window, atom).toPoint())
        assert window.state.shot is before, "a click moves nothing"
    assert window.marks.picked == tuple(atoms)
    wanted = explain(window.state.complex, atoms[0].row, atoms[1].row)
    assert not wanted.is_bond
    qtbot.waitUntil(lambda: wanted.pocket_atom in bonds.page.toPlainText(), timeout=WAIT)
    assert "no hydrogen bond" in bonds.page.toPlainText()
    assert bonds.isVisible()
    assert bonds.table.selectionModel().selectedRows() == []


def test_the_explanation_shows_every_step_with_value_and_limit(bonds: HydrogenBondsPanel) -> None:
    complex_ = bonds.context.state.complex
    for row in bonds.model.rows:
        explanation = explain(complex_, row.bond.pocket_atom, row.bond.ligand_atom)
        page = explanation_html(explanation, bonds.palette())
        for direction in explanation.directions:
            measured = [step for step in direction.steps if step.value is not None]
            assert all(f"{step.value:.1f}°" in page or f"{step.value:.3f} Å" in page for step in measured)
        assert ("only by relaxation" in page) is (not row.strict)
        assert ("Without relaxation" in page) is (not row.strict)


def test_csv_is_copied_and_saved(demo_window: MainWindow, bonds: HydrogenBondsPanel, tmp_path: Path) -> None:
    bonds.copy()
    copied = QGuiApplication.clipboard().text()
    assert copied.count("\n") == len(bonds.model.rows) + 1
    bonds.save(tmp_path / "bonds.csv")
    assert (tmp_path / "bonds.csv").read_text() == copied
    bonds.save(tmp_path / "absent" / "bonds.csv")
    assert "cannot be saved" in demo_window.message.text


def test_marks_lie_over_the_picture_and_are_no_part_of_it(
    qtbot: QtBot, demo_window: MainWindow, bonds: HydrogenBondsPanel
) -> None:
    window, before = demo_window, seen(demo_window)
    assert window.overlay.isHidden()
    atoms = window.marks.picked or (nearest(window, 0), nearest(window, 1))
    window.marks.set_picked(atoms)
    window.marks.hover(atoms[0])
    assert window.overlay.isVisible()
    for (place, radius), atom in zip(window.overlay.places(atoms), atoms, strict=True):
        assert radius >= 7
        assert (place - place_of(window, atom)).manhattanLength() < 0.01
    wait_at_rest(qtbot, window.viewport)
    np.testing.assert_array_equal(seen(window), before)
    window.actions_["edit.copy_picture"].trigger()
    np.testing.assert_array_equal(pixels_of(QGuiApplication.clipboard().image()), before)
    ring = window.overlay.grab().toImage()
    assert pixels_of(ring).any()
    window.marks.clear()
    assert window.overlay.isHidden()


def test_the_card_says_what_the_ligand_is(card: LigandPanel) -> None:
    assert card.facts["Formula"].text() == "C14H12N4S"
    assert card.facts["Weight"].text() == "268.34 g/mol"
    assert [card.facts[name].text() for name in ("Donors", "Acceptors", "Rotatable bonds")] == ["2", "5", "2"]
    card.copy_smiles()
    assert QGuiApplication.clipboard().text() == card.smiles.text() != ""


def hover_at(widget: object, place: QPointF) -> None:
    none = Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QMouseEvent(QEvent.Type.MouseMove, place, widget.mapToGlobal(place), *none))


def test_hover_is_linked_both_ways_and_a_click_focuses(
    qtbot: QtBot, demo_window: MainWindow, card: LigandPanel
) -> None:
    window, drawing = demo_window, card.drawing
    for row in (0, 5):
        hover_at(drawing, drawing.place_of(row))
        assert window.marks.hovered == (AtomRef("ligand", row),)
        assert str(window.state.complex.ligand.names[row]) in window.status.hover_text
    QApplication.sendEvent(drawing, QEvent(QEvent.Type.Leave))
    assert window.marks.hovered == ()
    atom = nearest(window, 1)
    hover_at(window.viewport, place_of(window, atom))
    assert window.marks.hovered == (atom,)
    assert drawing._hovered == [atom.row]
    qtbot.mouseClick(drawing, Qt.MouseButton.LeftButton, pos=drawing.place_of(3).toPoint())
    seen_at = window.state.view.pose.to_camera(window.state.positions([AtomRef("ligand", 3)]))
    np.testing.assert_allclose(seen_at[0, :2], 0.0, atol=1e-3)


def test_double_click_centres_and_the_menu_is_about_the_atom(qtbot: QtBot, demo_window: MainWindow) -> None:
    window, atom = demo_window, nearest(demo_window, 0)
    place = place_of(window, atom).toPoint()
    qtbot.mouseClick(window.viewport, Qt.MouseButton.RightButton, pos=place)
    menu = window.atom_menu._menu
    qtbot.waitUntil(menu.isVisible, timeout=WAIT)
    assert str(window.state.complex.pocket.names[atom.row]) in window.atom_menu._title.text()
    menu.close()
    window.actions_["atom.pick"].trigger()
    assert window.marks.picked == (atom,)
    qtbot.mouseDClick(window.viewport, Qt.MouseButton.LeftButton, pos=place)
    np.testing.assert_allclose(window.state.view.pose.to_camera(window.state.positions([atom]))[0, :2], 0, atol=1e-3)
    window.actions_["atom.release"].trigger()
    assert window.marks.picked == ()


def test_another_complex_empties_marks_and_fills_the_panels_anew(
    qtbot: QtBot, demo_window: MainWindow, bonds: HydrogenBondsPanel, open_in: Callable[..., None]
) -> None:
    demo_window.marks.pick(AtomRef("ligand", 0))
    before = [row.residue for row in bonds.model.rows]
    open_in(demo_window, DEMO / "1uou")
    assert demo_window.marks.picked == ()
    qtbot.waitUntil(lambda: bool(bonds.model.rows), timeout=WAIT)
    assert [row.residue for row in bonds.model.rows] != before
