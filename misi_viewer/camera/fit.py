"""Fitting the camera to a box, and its near and far planes (spec camera.md sections 4, 8 and 11)."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import FIELD_OF_VIEW, Projection

__all__ = ["EMPTY_NEAR_FAR", "PAD", "fit", "fit_orthographic", "near_far", "width_at"]

FloatArray = NDArray[np.float64]

PAD = 0.05
"""Share of the picture that a fit leaves free."""

DEPTH_MARGIN = 1.01
"""Near and far stand at this many radii from the middle of what is displayed."""

NEAREST = 0.001
"""The near plane's least distance from the eye, in parts of the depth from near to far."""

EMPTY_NEAR_FAR = (0.001, 1.0)
"""Near and far where nothing is displayed."""


def fit(
    box: Box,
    aspect: float,
    *,
    axes: FloatArray | None = None,
    angle: float = FIELD_OF_VIEW,
    pad: float = PAD,
) -> Pose:
    """Return the eye from which a box just fills the picture, in perspective.

    Parameters
    ----------
    box
        What is to be seen.
    aspect
        Width of the picture over its height.
    axes
        (3, 3) the camera's axes in columns; those of the scene if None.
    angle
        Field of view across the width, degrees.
    pad
        Share of the distance that is added, of the whole.
    """
    axes = np.eye(3) if axes is None else axes
    half_tangent = math.tan(math.radians(angle) / 2.0)
    x, y, z = (box.corners @ axes).T
    distance = float(np.maximum(np.abs(x) / half_tangent + z, np.abs(y) * aspect / half_tangent + z).max())
    return _eye(box, axes, distance / max(0.01, 1.0 - pad))


def fit_orthographic(
    box: Box, aspect: float, *, axes: FloatArray | None = None, pad: float = PAD
) -> tuple[Pose, Projection]:
    """Return eye and projection with which a box just fills the picture, without perspective.

    Parameters
    ----------
    box, aspect, axes, pad
        As for `fit`.
    """
    axes = np.eye(3) if axes is None else axes
    size = np.ptp(box.corners @ axes, axis=0)
    width = float(max(size[0], size[1] * aspect)) / max(0.01, 1.0 - pad)
    return _eye(box, axes, float(np.linalg.norm(size))), Projection("orthographic", width=width)


def _eye(box: Box, axes: FloatArray, distance: float) -> Pose:
    return Pose.of(axes, box.centre + distance * axes[:, 2])


def width_at(pose: Pose, centre: FloatArray, angle: float = FIELD_OF_VIEW) -> float:
    """Return the orthographic width that a change from perspective keeps, angstrom.

    It is the arc seen at the centre of rotation (spec camera.md section 11).

    Parameters
    ----------
    pose
        The eye.
    centre
        (3,) centre of rotation.
    angle
        Field of view, degrees.
    """
    return float(np.linalg.norm(pose.origin - centre)) * math.radians(angle)


def near_far(box: Box | None, pose: Pose) -> tuple[float, float]:
    """Return the depths of the near and far planes, angstrom.

    Parameters
    ----------
    box
        Round all that is displayed; None if nothing is.
    pose
        The eye.
    """
    if box is None:
        return EMPTY_NEAR_FAR
    depth = float((box.centre - pose.origin) @ pose.view_direction)
    reach = DEPTH_MARGIN * box.radius
    near, far = depth - reach, depth + reach
    near = max(near, NEAREST * (far - near) if far > near else 1.0)
    return near, far if far > near else 2.0 * near
