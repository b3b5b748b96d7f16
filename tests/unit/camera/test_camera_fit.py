"""Boxes, fitting, projection, near and far."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.camera.bounds import Box, box_of_spheres
from misi_viewer.camera.fit import EMPTY_NEAR_FAR, fit, fit_orthographic, near_far, width_at
from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.camera.projection import Projection, pixels

TAN15 = math.tan(math.radians(15))
SIZES = st.tuples(st.integers(50, 2000), st.integers(50, 2000))
AXES = st.builds(rotation, st.sampled_from([(1, 0, 0), (1, 2, 3), (-3, 1, 0.5)]), st.floats(-180, 180))


@st.composite
def boxes(draw: st.DrawFn) -> Box:
    corner = np.array(draw(st.tuples(*[st.floats(-200, 200, width=32)] * 3)), dtype=np.float32)
    size = np.array(draw(st.tuples(*[st.floats(0.5, 100, width=32)] * 3)), dtype=np.float32)
    return Box(corner, corner + size)


def make_box(*half_sizes: float, centre: tuple[float, float, float] = (0, 0, 0)) -> Box:
    middle, half = np.array(centre, dtype=np.float32), np.array(half_sizes, dtype=np.float32)
    return Box(middle - half, middle + half)


def on_picture(box: Box, pose: Pose, projection: Projection, size: tuple[int, int]) -> np.ndarray:
    """Return the corners' places, from -1 to 1 across the picture."""
    return pixels(box.centre + box.corners, pose, projection, size) / (np.array(size) / 2) - 1


def test_a_box_of_spheres_is_in_single_precision() -> None:
    box = box_of_spheres(np.array([[0.1, 0.0, 0.0], [1.0, 2.0, 3.0]]), np.array([0.2, 1.0]))
    assert box is not None
    assert box.lower.dtype == box.upper.dtype == np.float32
    np.testing.assert_array_equal(box.lower, np.float32([np.float32(0.1) - np.float32(0.2), -0.2, -0.2]))
    np.testing.assert_array_equal(box.upper, np.float32([2, 3, 4]))
    np.testing.assert_allclose(box.size, [2.1, 3.2, 4.2], rtol=1e-6)
    assert box.radius == pytest.approx(math.sqrt(2.1**2 + 3.2**2 + 4.2**2) / 2)
    assert box_of_spheres(np.empty((0, 3)), 0.2) is None


@given(boxes())
def test_a_box_has_eight_corners_round_its_centre(box: Box) -> None:
    corners = box.centre + box.corners
    assert len(np.unique(box.corners, axis=0)) == 8
    np.testing.assert_allclose(corners.min(axis=0), box.lower, atol=1e-4)
    np.testing.assert_allclose(corners.max(axis=0), box.upper, atol=1e-4)


@given(boxes(), SIZES, AXES)
def test_a_fit_shows_every_corner(box: Box, size: tuple[int, int], axes: np.ndarray) -> None:
    pose = fit(box, size[0] / size[1], axes=axes)
    places = on_picture(box, pose, Projection(), size)
    assert np.abs(places).max() < 1.0
    np.testing.assert_array_equal(pose.axes, axes)


@given(boxes(), SIZES, AXES)
def test_a_fit_without_padding_touches_the_edge(box: Box, size: tuple[int, int], axes: np.ndarray) -> None:
    pose = fit(box, size[0] / size[1], axes=axes, pad=0.0)
    assert np.abs(on_picture(box, pose, Projection(), size)).max() == pytest.approx(1.0, abs=1e-6)


def test_the_distance_of_a_fit() -> None:
    pose = fit(make_box(3, 4, 5, centre=(10, 20, 30)), 1.0)
    np.testing.assert_allclose(pose.origin, [10, 20, 30 + (4 / TAN15 + 5) / 0.95])
    wide = fit(make_box(3, 4, 5), 640 / 480)
    assert wide.origin[2] == pytest.approx((4 * (4 / 3) / TAN15 + 5) / 0.95)
    assert fit(make_box(3, 4, 5), 0.5).origin[2] == pytest.approx((3 / TAN15 + 5) / 0.95)


@given(boxes(), SIZES, AXES)
def test_an_orthographic_fit_shows_every_corner(box: Box, size: tuple[int, int], axes: np.ndarray) -> None:
    pose, projection = fit_orthographic(box, size[0] / size[1], axes=axes)
    assert np.abs(on_picture(box, pose, projection, size)).max() == pytest.approx(0.95, abs=1e-3)


def test_the_distance_of_an_orthographic_fit() -> None:
    pose, projection = fit_orthographic(make_box(3, 4, 12, centre=(1, 1, 1)), 2.0)
    assert projection.width == pytest.approx(16 / 0.95)
    np.testing.assert_allclose(pose.origin, [1, 1, 1 + 2 * 13])


def test_the_width_kept_from_perspective_is_the_arc_at_the_centre() -> None:
    pose = Pose.of(np.eye(3), np.array([0.0, 0.0, 100.0]))
    assert width_at(pose, np.zeros(3)) == pytest.approx(100 * math.pi / 6)


def test_pixels_in_perspective() -> None:
    pose = Pose.of(np.eye(3), np.array([0.0, 0.0, 10.0]))
    points = np.array([[0, 0, 0], [10 * TAN15, 0, 0], [0, 7.5 * TAN15, 0], [0, 0, 10], [1, 1, 11]], dtype=np.float64)
    found = pixels(points, pose, Projection(), (640, 480))
    np.testing.assert_allclose(found[:3], [[320, 240], [640, 240], [320, 0]], atol=1e-9)
    assert np.isnan(found[3:]).all()


def test_pixels_without_perspective() -> None:
    pose = Pose.of(np.eye(3), np.array([0.0, 0.0, 10.0]))
    points = np.array([[0, 0, 0], [4, 0, -50], [0, -3, 5], [0, 0, 11]], dtype=np.float64)
    found = pixels(points, pose, Projection("orthographic", width=8.0), (640, 480))
    np.testing.assert_allclose(found[:3], [[320, 240], [640, 240], [320, 480]], atol=1e-9)
    assert np.isnan(found[3]).all()


def eye_at(depth: float) -> Pose:
    return Pose.of(np.eye(3), np.array([0.0, 0.0, depth]))


def test_near_and_far_enclose_the_box() -> None:
    box = make_box(3, 4, 12)
    assert near_far(box, eye_at(100)) == pytest.approx((100 - 13 * 1.01, 100 + 13 * 1.01))


def test_near_stays_before_an_eye_inside_the_box() -> None:
    near, far = near_far(make_box(3, 4, 12), eye_at(5))
    assert far == pytest.approx(5 + 13 * 1.01)
    assert near == pytest.approx(0.00202 * 13)


def test_far_stays_behind_near_when_all_is_behind_the_eye() -> None:
    near, far = near_far(make_box(3, 4, 12), eye_at(-100))
    assert near == pytest.approx(0.00202 * 13)
    assert far == pytest.approx(2 * near)


def test_nothing_displayed_has_planes_too() -> None:
    assert near_far(None, eye_at(10)) == EMPTY_NEAR_FAR == (0.001, 1.0)
