"""From the scene to pixels (spec camera.md sections 1, 2 and 11)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.pose import Pose

__all__ = ["FIELD_OF_VIEW", "Projection", "ProjectionKind", "pixels"]

FloatArray = NDArray[np.float64]
ProjectionKind = Literal["perspective", "orthographic"]

FIELD_OF_VIEW = 30.0
"""Degrees across the width of the picture (spec camera.md section 1)."""


@dataclass(frozen=True, slots=True)
class Projection:
    """How the camera's frame is laid on the picture.

    Attributes
    ----------
    kind
        "perspective" or "orthographic".
    angle
        Degrees, across the width; perspective only.
    width
        Angstrom across the width; orthographic only.
    """

    kind: ProjectionKind = "perspective"
    angle: float = FIELD_OF_VIEW
    width: float = 0.0

    @property
    def half_tangent(self) -> float:
        """Half the picture's width, per unit of depth; perspective only."""
        return math.tan(math.radians(self.angle) / 2.0)

    def half_width(self, depth: FloatArray) -> FloatArray:
        """Return half the width of what is seen at some depths, angstrom."""
        return depth * self.half_tangent if self.kind == "perspective" else np.full_like(depth, self.width / 2.0)


def pixels(points: FloatArray, pose: Pose, projection: Projection, size: tuple[int, int]) -> FloatArray:
    """Return where points of the scene fall on the picture.

    Parameters
    ----------
    points
        (n, 3) scene angstrom.
    pose
        The eye.
    projection
        Perspective or orthographic.
    size
        Width and height in pixels.

    Returns
    -------
    (n, 2) float64: x right, y down, from the picture's top left corner, with
    fractions; nan for points behind the eye or level with it.
    """
    width, height = size
    x, y, z = pose.to_camera(points).T
    depth = np.where(z < 0.0, -z, np.nan)
    scale = width / 2.0 / np.where(np.isnan(depth), np.nan, projection.half_width(depth))
    return np.column_stack((width / 2.0 + x * scale, height / 2.0 - y * scale))
