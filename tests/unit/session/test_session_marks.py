"""What a window points at and picks, and where those atoms are."""

from __future__ import annotations

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.scene.aim import aim
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.marks import Marks, atom_of_row, identify
from misi_viewer.session.mouse import Motion
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.state import WindowState

SIZE = (800, 600)


@pytest.fixture
def state(demo: Complex) -> WindowState:
    made = WindowState(DEFAULT_STYLE, SIZE)
    made.show(demo)
    return made


def test_one_atom_of_each_part_is_picked() -> None:
    marks, told = Marks(), []
    marks.picked_changed.connect(lambda: told.append(marks.picked))
    marks.pick(AtomRef("ligand", 3))
    assert marks.picked_pair is None
    marks.pick(AtomRef("pocket", 7))
    marks.pick(AtomRef("ligand", 4))
    assert marks.picked_pair == (7, 4)
    marks.pick(AtomRef("pocket", 7))
    assert marks.picked == (AtomRef("ligand", 4),)
    assert len(told) == 4
    marks.set_picked([AtomRef("ligand", 4)])
    assert len(told) == 4, "nothing has changed"


def test_clear_forgets_all() -> None:
    marks = Marks()
    marks.pick(AtomRef("ligand", 3))
    marks.hover(AtomRef("pocket", 1), AtomRef("ligand", 2))
    marks.clear()
    assert (marks.hovered, marks.picked) == ((), ())


def test_rows_of_the_scene_are_atoms_of_the_parts(demo: Complex) -> None:
    atoms = displayed_atoms(demo, Shot())
    identities = atoms.identities()
    for row in (0, len(atoms.parts[0].rows) - 1, len(atoms.parts[0].rows), len(atoms) - 1):
        assert identify(demo, atom_of_row(atoms, row)) == identities[row]


def test_focus_puts_the_middle_of_a_bond_into_the_middle_of_the_picture(state: WindowState, demo: Complex) -> None:
    pair = AtomRef("pocket", 20), AtomRef("ligand", 2)
    axes = state.view.pose.axes
    state.focus(pair)
    middle = (demo.pocket.coordinates[20] + demo.ligand.coordinates[2]) / 2
    x, y, z = state.view.pose.to_camera(middle[None])[0]
    assert (x, y) == pytest.approx((0.0, 0.0), abs=1e-4)
    assert 10.0 < -z < 60.0
    np.testing.assert_array_equal(state.view.pose.axes, axes)
    np.testing.assert_allclose(state.pivot, middle)
    drawn = aim(demo, state.shot, SIZE)
    np.testing.assert_array_equal(drawn.pose.matrix, state.view.pose.matrix)


def test_after_a_focus_drags_turn_about_it_and_fit_ends_that(state: WindowState) -> None:
    atom = AtomRef("ligand", 2)
    state.focus([atom])
    place = state.positions([atom])
    before = state.view.pose.to_camera(place)
    state.drag(Motion.ROTATE, (400.0, 300.0), (460.0, 340.0))
    np.testing.assert_allclose(state.view.pose.to_camera(place), before, atol=1e-9)
    state.fit()
    np.testing.assert_array_equal(state.pivot, state.view.center_of_rotation)


def test_focus_without_perspective_keeps_the_projection(state: WindowState, demo: Complex) -> None:
    state.show(demo, Shot(projection="orthographic"))
    state.focus([AtomRef("ligand", 0)])
    assert state.view.projection.kind == "orthographic"
    assert state.view.projection.width < 30.0
    assert state.shot.orthographic_width == pytest.approx(state.view.projection.width)


def test_positions_follow_the_ligand_that_commands_move(state: WindowState, demo: Complex) -> None:
    state.show(demo, Shot(ligand_commands="move x 5"))
    moved = state.positions([AtomRef("ligand", 0), AtomRef("pocket", 0)])
    np.testing.assert_allclose(moved[0] - demo.ligand.coordinates[0], [5.0, 0.0, 0.0], atol=1e-9)
    np.testing.assert_array_equal(moved[1], demo.pocket.coordinates[0])


def test_focus_on_nothing_changes_nothing(state: WindowState) -> None:
    before = state.shot
    state.focus([])
    assert state.shot is before


def test_named_views_come_back(state: WindowState, demo: Complex) -> None:
    views = NamedViews(state)
    first = state.view.pose.matrix
    assert views.add("Site") == 0
    state.look_from("left")
    views.add("Site")
    views.add()
    assert views.names == ["Site", "Site 2", "View 1"]
    state.drag(Motion.ROTATE, (0.0, 0.0), (50.0, 20.0))
    views.go(0)
    np.testing.assert_array_equal(state.view.pose.matrix, first)
    views.rename(1, "View 1")
    views.rename(2, "  ")
    assert views.names == ["Site", "View 1 2", "View 1"]
    views.rename(0, "Site")
    views.remove(1)
    assert views.names == ["Site", "View 1"]
    views.rename(0, "fit site; here")  # what means something else where it is typed
    assert views.names == ["View fit site, here", "View 1"]


def test_named_views_belong_to_their_complex(state: WindowState, demo: Complex, other: Complex) -> None:
    views = NamedViews(state)
    views.add("Here")
    state.show(other)
    assert views.names == []
    state.show(demo)
    assert views.names == ["Here"]


def test_an_empty_window_has_no_view_to_name() -> None:
    views = NamedViews(WindowState(DEFAULT_STYLE))
    assert views.add("None") is None
    assert views.names == []
