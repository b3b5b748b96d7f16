"""The rigid frame."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.errors import UserError

NUMBERS = st.floats(-100, 100)
VECTORS = st.tuples(NUMBERS, NUMBERS, NUMBERS).map(np.array)
AXES = VECTORS.filter(lambda vector: np.linalg.norm(vector) > 1e-3)
ANGLES = st.floats(-720, 720)


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    return Pose.of(rotation(draw(AXES), draw(ANGLES)), draw(VECTORS))


@given(poses(), st.lists(VECTORS, min_size=1, max_size=5).map(np.array))
def test_scene_and_frame_coordinates_undo_each_other(pose: Pose, points: np.ndarray) -> None:
    np.testing.assert_allclose(pose.to_scene(pose.to_camera(points)), points, atol=1e-9)


@given(AXES, ANGLES)
def test_rotation_is_right_handed_and_keeps_its_axis(axis: np.ndarray, degrees: float) -> None:
    matrix = rotation(axis, degrees)
    np.testing.assert_allclose(matrix.T @ matrix, np.eye(3), atol=1e-12)
    assert np.linalg.det(matrix) == pytest.approx(1.0)
    np.testing.assert_allclose(matrix @ axis, axis, atol=1e-9)
    assert np.trace(matrix) == pytest.approx(1 + 2 * math.cos(math.radians(degrees)), abs=1e-9)


@pytest.mark.parametrize(
    ("axis", "begin", "end"),
    [((0, 1, 0), (0, 0, 1), (1, 0, 0)), ((1, 0, 0), (0, 1, 0), (0, 0, 1)), ((0, 0, 1), (1, 0, 0), (0, 1, 0))],
)
@pytest.mark.parametrize("turns", [-3, 1, 5])
def test_quarter_turns_are_exact(
    axis: tuple[int, ...], begin: tuple[int, ...], end: tuple[int, ...], turns: int
) -> None:
    assert (rotation(axis, 90.0 * turns) @ begin).tolist() == list(end)


def test_the_frame_of_the_scene_looks_down_minus_z() -> None:
    pose = Pose.identity()
    assert pose.view_direction.tolist() == [0, 0, -1]
    assert pose.origin.tolist() == [0, 0, 0]
    assert pose.to_camera(np.array([[1.0, 2.0, -3.0]])).tolist() == [[1, 2, -3]]


@given(poses(), VECTORS, VECTORS)
def test_shifting_moves_the_picture_along_the_screen(pose: Pose, offset: np.ndarray, point: np.ndarray) -> None:
    moved = pose.shifted(offset).to_camera(point) - pose.to_camera(point)
    np.testing.assert_allclose(moved, offset, atol=1e-9)


@given(poses(), AXES, ANGLES, VECTORS, VECTORS)
def test_turning_turns_the_picture_about_the_centre(
    pose: Pose, axis: np.ndarray, degrees: float, centre: np.ndarray, point: np.ndarray
) -> None:
    turned = pose.turned(axis, degrees, centre)
    middle = pose.to_camera(centre)
    np.testing.assert_allclose(turned.to_camera(centre), middle, atol=1e-9)
    expected = middle + rotation(axis, degrees) @ (pose.to_camera(point) - middle)
    np.testing.assert_allclose(turned.to_camera(point), expected, atol=1e-8)


@given(poses())
def test_rows_give_the_pose_back(pose: Pose) -> None:
    np.testing.assert_allclose(Pose.from_rows(pose.matrix.tolist()).matrix, pose.matrix, rtol=0, atol=1e-11)


def test_rounded_axes_are_made_orthonormal() -> None:
    rows = np.round(Pose.of(rotation((1, 2, 3), 37.0), np.array([1.0, 2.0, 3.0])).matrix, 4)
    pose = Pose.from_rows(rows.tolist())
    np.testing.assert_allclose(pose.axes.T @ pose.axes, np.eye(3), atol=1e-14)
    np.testing.assert_allclose(pose.matrix, rows, atol=1e-3)


IDENTITY = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], "3 rows of 4"),
        ("nonsense", "3 rows of 4"),
        ([[1, 0], [0, 1, 0, 2]], "3 rows of 4"),
        ([[1, 0, 0, math.nan], *IDENTITY[1:]], "finite"),
        ([[1, 0, 0, 1e9], *IDENTITY[1:]], "finite"),
        ([[2, 0, 0, 0], *IDENTITY[1:]], "length 1"),
        ([[1, 1, 0, 0], *IDENTITY[1:]], "perpendicular"),
        ([[-1, 0, 0, 0], *IDENTITY[1:]], "right-handed"),
    ],
)
def test_other_rows_are_refused(rows: object, words: str) -> None:
    with pytest.raises(UserError, match=words):
        Pose.from_rows(rows)  # type: ignore[arg-type]
