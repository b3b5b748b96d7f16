"""How a gesture moves the camera: pixels of the screen to steps of the camera room."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.session.mouse import Motion, roll_angle, trackball

__all__ = ["depth_of", "drag", "zoom"]

FloatArray = NDArray[np.float64]

NEAREST_DEPTH = 1.0
"""Angstrom; a centre of rotation nearer than this, or behind the eye, counts as being this far away."""


def depth_of(pose: Pose, centre: FloatArray) -> float:
    """Return how far in front of the eye the centre of rotation lies, angstrom, at least `NEAREST_DEPTH`."""
    return max(float((centre - pose.origin) @ pose.view_direction), NEAREST_DEPTH)


def drag(
    motion: Motion,
    start: tuple[float, float],
    end: tuple[float, float],
    size: tuple[int, int],
    pose: Pose,
    projection: Projection,
    centre: FloatArray,
) -> tuple[Pose, Projection]:
    """Return the camera after the pointer went from `start` to `end`.

    A rotation turns about `centre` as `trackball` says; a translation keeps
    what lies at the depth of `centre` under the pointer; a roll turns about the
    line of sight through `centre`; a zoom brings `centre` nearer by a factor of
    ten when the pointer goes up by the window's height.

    Parameters
    ----------
    motion
        What the drag does.
    start, end
        Device pixels from the window's top left corner.
    size
        The window's width and height, device pixels.
    pose, projection
        The camera before.
    centre
        (3,) centre of rotation, scene angstrom.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    if motion is Motion.ROTATE:
        axis, angle = trackball(dx, dy, size)
        return pose.turned(axis, angle, centre), projection
    if motion is Motion.ROLL:
        return pose.turned((0.0, 0.0, 1.0), roll_angle(start, end, size), centre), projection
    if motion is Motion.TRANSLATE:
        angstrom_per_pixel = 2.0 * float(projection.half_width(np.array(depth_of(pose, centre)))) / size[0]
        return pose.shifted((dx * angstrom_per_pixel, -dy * angstrom_per_pixel, 0.0)), projection
    return zoom(10.0 ** (-dy / size[1]), pose, projection, centre)


def zoom(factor: float, pose: Pose, projection: Projection, centre: FloatArray) -> tuple[Pose, Projection]:
    """Return the camera after a zoom (spec camera.md section 10).

    In perspective the eye moves along its line of sight until the depth of
    `centre` is divided by `factor`; without perspective the width is.

    Parameters
    ----------
    factor
        More than 1 to see things larger.
    pose, projection
        The camera before.
    centre
        (3,) centre of rotation, scene angstrom.
    """
    if projection.kind == "orthographic":
        return pose, Projection("orthographic", projection.angle, projection.width / factor)
    return pose.shifted((0.0, 0.0, depth_of(pose, centre) * (1.0 - 1.0 / factor))), projection
