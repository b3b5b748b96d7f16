"""Gestures move the camera as the camera room's own steps do."""

from __future__ import annotations

import numpy as np
import pytest

from misi_viewer.camera.commands import apply_to_pose, parse_commands
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection, pixels
from misi_viewer.session.mouse import Motion
from misi_viewer.session.movement import drag, zoom

SIZE = (1000, 600)
CENTRE = np.array([1.0, -2.0, 3.0])
POSE = Pose.of(np.eye(3), np.array([3.0, -1.0, 50.0])).turned((1.0, 2.0, 0.5), 40.0, CENTRE)
PERSPECTIVE = Projection()
ORTHOGRAPHIC = Projection("orthographic", width=30.0)


def dragged(motion: Motion, start: tuple[float, float], end: tuple[float, float], projection: Projection) -> Pose:
    return drag(motion, start, end, SIZE, POSE, projection, CENTRE)[0]


@pytest.mark.parametrize(
    ("end", "command"), [((450.0, 300.0), "roll y 45"), ((300.0, 150.0), "roll x -45"), ((290.0, 300.0), "roll y -3")]
)
def test_rotation_is_a_roll_about_the_centre(end: tuple[float, float], command: str) -> None:
    expected = apply_to_pose(parse_commands(command), POSE, CENTRE)
    np.testing.assert_allclose(
        dragged(Motion.ROTATE, (300.0, 300.0), end, PERSPECTIVE).matrix, expected.matrix, atol=1e-12
    )


def test_slanting_drag_turns_the_near_side_along_the_drag() -> None:
    near_side = POSE.to_scene(POSE.to_camera(CENTRE[None]) + np.array([0.0, 0.0, 5.0]))
    turned = dragged(Motion.ROTATE, (300.0, 300.0), (303.0, 296.0), PERSPECTIVE)
    before, after = (pixels(near_side, pose, PERSPECTIVE, SIZE)[0] for pose in (POSE, turned))
    step = (after - before) / np.linalg.norm(after - before)
    np.testing.assert_allclose(step, [0.6, -0.8], atol=0.02)


def test_roll_is_a_roll_about_z() -> None:
    expected = apply_to_pose(parse_commands("roll z 90"), POSE, CENTRE)
    got = dragged(Motion.ROLL, (999.0, 300.0), (500.0, 1.0), PERSPECTIVE)
    np.testing.assert_allclose(got.matrix, expected.matrix, atol=1e-9)


@pytest.mark.parametrize("projection", [PERSPECTIVE, ORTHOGRAPHIC])
def test_translation_keeps_the_centre_under_the_pointer(projection: Projection) -> None:
    before = pixels(CENTRE[None], POSE, projection, SIZE)[0]
    pose = dragged(Motion.TRANSLATE, (100.0, 100.0), (137.0, 88.0), projection)
    np.testing.assert_allclose(pixels(CENTRE[None], pose, projection, SIZE)[0] - before, [37.0, -12.0], atol=1e-9)
    np.testing.assert_array_equal(pose.axes, POSE.axes)


def test_zoom_divides_the_depth_of_the_centre() -> None:
    pose, projection = zoom(2.0, POSE, PERSPECTIVE, CENTRE)
    depth = float(-POSE.to_camera(CENTRE[None])[0, 2])
    np.testing.assert_allclose(pose.to_camera(CENTRE[None])[0, 2], -depth / 2.0)
    expected = apply_to_pose(parse_commands(f"move z {depth / 2.0!r}"), POSE, CENTRE)
    np.testing.assert_allclose(pose.matrix, expected.matrix, atol=1e-9)
    assert projection == PERSPECTIVE


def test_zoom_narrows_an_orthographic_picture() -> None:
    pose, projection = zoom(1.5, POSE, ORTHOGRAPHIC, CENTRE)
    assert pose is POSE
    assert projection.width == pytest.approx(20.0)


def test_zoom_goes_on_when_the_eye_stands_at_the_centre() -> None:
    at_centre = Pose.of(POSE.axes, CENTRE)
    pose, _ = zoom(1.1, at_centre, PERSPECTIVE, CENTRE)
    assert pose.to_camera(CENTRE[None])[0, 2] > 0.0
    pose, _ = zoom(1 / 1.1, at_centre, PERSPECTIVE, CENTRE)
    assert pose.to_camera(CENTRE[None])[0, 2] < 0.0
