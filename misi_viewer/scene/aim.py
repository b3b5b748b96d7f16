"""From a shot to the camera."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection

__all__ = ["View"]


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """The camera of one picture.

    Attributes
    ----------
    pose
        The eye.
    projection
        Perspective or orthographic.
    near, far
        Depths of the clipping planes, angstrom; the depth cue goes by them.
    center_of_rotation
        (3,) scene angstrom.
    box
        What the front view is fitted to.
    """

    pose: Pose
    projection: Projection
    near: float
    far: float
    center_of_rotation: NDArray[np.float64]
    box: Box
