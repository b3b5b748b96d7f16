"""The centre of rotation follows what is in view, by the rule of spec camera.md section 7."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.scene.aim import View, drawing_bounds
from misi_viewer.scene.arrays import Labels, Scene, Segments, Spheres, Sticks
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.mouse import Motion
from misi_viewer.session.rotation_centre import Sight, first_hit, front_centre
from misi_viewer.session.state import WindowState

SIZE = (800, 600)
MIDDLE = (400.0, 300.0)
NEAR, FAR = 5.0, 60.0


def scene_of(balls: Sequence[Sequence[float]], bonds: Sequence[Sequence[Sequence[float]]] = ()) -> Scene:
    """Balls and sticks of radius 1."""
    centres = np.array(balls, dtype=np.float64).reshape(-1, 3)
    ends = np.array(bonds, dtype=np.float64).reshape(-1, 2, 3)
    black, grey = np.zeros((len(centres), 3), dtype=np.uint8), np.zeros((len(ends), 3), dtype=np.uint8)
    rows = np.zeros((len(ends), 2), dtype=np.int32)
    nothing, colourless = np.empty((0, 3)), np.empty((0, 3), dtype=np.uint8)
    return Scene(
        Spheres(centres, np.ones(len(centres)), black, np.arange(len(centres), dtype=np.int32)),
        Sticks(ends[:, 0], ends[:, 1], np.ones(len(ends)), grey, grey, rows, np.zeros(len(ends), dtype=np.bool_)),
        Segments(nothing, nothing, np.empty(0), colourless),
        Labels((), nothing, nothing, colourless, 1.0),
    )


def view_from(depth: float, projection: Projection | None = None) -> View:
    """Look along -z at the origin from so far away."""
    pose = Pose.of(np.eye(3), np.array([0.0, 0.0, depth]))
    return View(pose, projection or Projection(), NEAR, FAR, np.zeros(3), box(10.0))


def box(half: float) -> Box:
    return Box(np.full(3, -half, dtype=np.float32), np.full(3, half, dtype=np.float32))


@pytest.mark.parametrize(
    ("scene", "depth"),
    [
        (scene_of([(0, 0, 0)]), 19.0),
        (scene_of([(0.6, 0, 0)]), 20.0 - 0.8),
        (scene_of([(1.01, 0, 0)]), None),
        (scene_of([(0, 0, 0), (0, 0, 4)]), 15.0),
        (scene_of([(0, 0, 17), (0, 0, 0)]), 19.0),  # the first one is before the near plane
        (scene_of([(0, 0, -50)]), None),  # behind the far plane
        (scene_of([], [((-3, 0.6, 2), (3, 0.6, 2))]), 18.0 - 0.8),
        (scene_of([], [((-3, 1.1, 2), (3, 1.1, 2))]), None),
        (scene_of([], [((0.5, 0, 2), (3, 0, 2))]), None),  # a stick has no cap
        (scene_of([], [((-3, 0, 5), (3, 0, -1))]), 18.0 - np.sqrt(2)),  # slanting by 45 degrees
    ],
)
def test_the_line_of_sight_enters_the_first_atom_or_bond(scene: Scene, depth: float | None) -> None:
    assert first_hit(scene, view_from(20.0)) == (None if depth is None else pytest.approx(depth))


def test_it_is_the_middle_of_the_box_where_all_of_it_fits_by_the_arc() -> None:
    """The picture's width there is the distance times the angle in radians; the box counts by its longest side."""
    atom, view = scene_of([(0, 0, 3)]), view_from(40.0)
    half = 0.5 * 40.0 * np.radians(30.0)
    front = (0.0, 0.0, 4.0)
    np.testing.assert_array_equal(front_centre(Sight(atom, view, box(0.999 * half)), np.ones(3)), np.zeros(3))
    np.testing.assert_allclose(front_centre(Sight(atom, view, box(1.001 * half)), np.ones(3)), front)
    flat = view_from(40.0, Projection("orthographic", width=10.0))
    np.testing.assert_array_equal(front_centre(Sight(atom, flat, box(4.999)), np.ones(3)), np.zeros(3))
    np.testing.assert_allclose(front_centre(Sight(atom, flat, box(5.001)), np.ones(3)), front)


def test_where_nothing_is_met_it_stays_as_deep_on_the_line_of_sight() -> None:
    sight = Sight(scene_of([(5, 0, 0)]), view_from(20.0), box(10.0))
    np.testing.assert_allclose(front_centre(sight, np.array([3.0, -2.0, 7.0])), [0, 0, 7.0])


@pytest.fixture
def state(demo: Complex) -> WindowState:
    made = WindowState(DEFAULT_STYLE, SIZE)
    made.show(demo)
    return made


def come_close(state: WindowState) -> None:
    """See less than the whole, with an atom of the ligand in the middle of the picture."""
    x, y, _ = state.view.pose.to_camera(state.positions([AtomRef("ligand", 2)]))[0]
    state.look(state.view.pose.shifted((-x, -y, 0.0)), state.view.projection)
    state.zoom(2.5)


def front(state: WindowState) -> np.ndarray:
    """Return where the line of sight meets the complex."""
    depth = first_hit(state.scene, state.view)
    assert depth is not None
    return state.view.pose.origin + depth * state.view.pose.view_direction


def test_after_zooming_in_turns_are_about_what_is_in_front(state: WindowState) -> None:
    middle = state.view.center_of_rotation
    np.testing.assert_array_equal(state.pivot, middle)
    come_close(state)
    expected = front(state)
    assert np.linalg.norm(expected - middle) > 1.0
    before = state.view.pose.to_camera(expected)
    state.drag(Motion.ROTATE, MIDDLE, (460.0, 340.0))
    np.testing.assert_allclose(state.view.pose.to_camera(expected), before, atol=1e-9)
    state.drag(Motion.ROTATE, MIDDLE, (360.0, 240.0))  # turns leave it alone
    state.roll(30.0)
    np.testing.assert_array_equal(state.pivot, expected)
    state.drag(Motion.TRANSLATE, MIDDLE, (480.0, 380.0))
    assert not np.allclose(state.pivot, expected)
    np.testing.assert_allclose(state.view.pose.to_camera(state.pivot)[:2], 0.0, atol=1e-9)
    state.fit()
    np.testing.assert_array_equal(state.pivot, state.view.center_of_rotation)


def test_what_is_displayed_finds_it_anew(state: WindowState, demo: Complex) -> None:
    come_close(state)
    first = state.pivot
    state.set_shot(state.shot.but(hide="pocket"))
    bounds = drawing_bounds(demo, state.shot, state.style)
    assert bounds is not None
    np.testing.assert_array_equal(state.pivot, front_centre(Sight(state.scene, state.view, bounds), first))
    assert not np.allclose(state.pivot, first)


def test_typed_steps_leave_it_alone_and_other_cameras_do_not(state: WindowState) -> None:
    middle = state.view.center_of_rotation
    x, y, _ = state.view.pose.to_camera(state.positions([AtomRef("ligand", 2)]))[0]
    state.set_shot(Shot(commands=f"move x {-x:.2f}, move y {-y:.2f}, move z 60"))
    np.testing.assert_array_equal(state.pivot, middle)
    pose = state.view.pose
    state.look_from("front")
    state.look(pose, state.view.projection)
    np.testing.assert_allclose(state.pivot, front(state))
    assert not np.allclose(state.pivot, middle)


def test_a_focus_stays_on_the_line_of_sight(state: WindowState) -> None:
    state.focus([AtomRef("ligand", 2)])
    depth = state.view.pose.to_camera(state.pivot)[2]
    state.drag(Motion.TRANSLATE, MIDDLE, (450.0, 300.0))
    np.testing.assert_allclose(state.view.pose.to_camera(state.pivot), [0.0, 0.0, depth], atol=1e-5)
    assert state.own_pivot is not None
