"""A rigid frame: where the eye is, or where the ligand is (spec camera.md section 1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from misi_viewer.errors import UserError

__all__ = ["LARGEST_COORDINATE", "Pose", "rotation"]

FloatArray = NDArray[np.float64]

LARGEST_COORDINATE = 1.0e6
"""Angstrom; an eye farther out than this is a mistake and would drown in rounding."""

RIGID_TOLERANCE = 1.0e-3
"""How far a given frame's axes may be from orthonormal: enough for three decimals."""

ROUNDING = 1.0e-12


@dataclass(frozen=True, eq=False, slots=True)
class Pose:
    """A rigid frame in the scene.

    Attributes
    ----------
    matrix
        (3, 4) float64: maps coordinates in the frame to scene coordinates. Its
        columns are the frame's x axis (for the eye: screen right), y axis (up)
        and z axis (towards the viewer), and its origin (the eye), angstrom.
    """

    matrix: FloatArray

    @classmethod
    def identity(cls) -> Pose:
        """Return the frame of the scene itself: the eye at the origin, looking down -z."""
        return cls(np.eye(3, 4))

    @classmethod
    def of(cls, axes: FloatArray, origin: FloatArray) -> Pose:
        """Return the frame with the given axes, (3, 3) in columns, and origin, (3,)."""
        return cls(np.column_stack((axes, origin)))

    @classmethod
    def from_rows(cls, rows: Sequence[Sequence[float]] | ArrayLike) -> Pose:
        """Return the frame given as 3 rows of 4 numbers by a person or a file.

        Axes that are orthonormal to three decimals are made exactly so.

        Raises
        ------
        UserError
            If the numbers are not a rigid frame.
        """
        try:
            given = np.array(rows)
            matrix = given.astype(np.float64) if given.dtype.kind in "fiu" else np.empty(0)
        except (TypeError, ValueError, OverflowError):
            matrix = np.empty(0)
        if matrix.shape != (3, 4):
            raise UserError("A pose is 3 rows of 4 numbers: the camera's three axes and the eye, in columns.")
        if not (np.abs(matrix) <= LARGEST_COORDINATE).all():
            raise UserError(f"A pose's numbers must be finite and at most {LARGEST_COORDINATE:g} in size.")
        axes = matrix[:, :3]
        error = float(np.abs(axes.T @ axes - np.eye(3)).max())
        if error > RIGID_TOLERANCE or np.linalg.det(axes) < 0.0:
            raise UserError("A pose's first three columns must be right-handed perpendicular axes of length 1.")
        if error > ROUNDING:
            left, _, right = np.linalg.svd(axes)
            matrix[:, :3] = left @ right
        return cls(matrix)

    @property
    def axes(self) -> FloatArray:
        """(3, 3) the axes, in columns."""
        return self.matrix[:, :3]

    @property
    def origin(self) -> FloatArray:
        """(3,) the origin in the scene, angstrom."""
        return self.matrix[:, 3]

    @property
    def view_direction(self) -> FloatArray:
        """(3,) where an eye in this frame looks: against its z axis."""
        return -self.matrix[:, 2]

    def to_camera(self, points: FloatArray) -> FloatArray:
        """Return scene points, (n, 3), in this frame: screen coordinates (spec camera.md section 12)."""
        return (points - self.origin) @ self.axes

    def to_scene(self, points: FloatArray) -> FloatArray:
        """Return points given in this frame, (n, 3), in scene coordinates."""
        return points @ self.axes.T + self.origin

    @property
    def inverse(self) -> Pose:
        """The frame of the scene as it is seen from this one: what takes scene coordinates into this frame."""
        return Pose.of(self.axes.T.copy(), -self.axes.T @ self.origin)

    def after(self, first: Pose) -> Pose:
        """Return the frame whose `to_scene` is that of `first` and then this one's."""
        return Pose.of(self.axes @ first.axes, self.axes @ first.origin + self.origin)

    def shifted(self, offset: ArrayLike) -> Pose:
        """Return the eye moved so that the picture moves by `offset`, (3,) angstrom along this frame's axes."""
        return Pose.of(self.axes, self.origin - self.axes @ np.asarray(offset, dtype=np.float64))

    def turned(self, axis: ArrayLike, degrees: float, centre: FloatArray) -> Pose:
        """Return the eye turned so that the picture turns right-handedly about `centre`.

        Parameters
        ----------
        axis
            (3,) in this frame, of any length but 0.
        degrees
            How far the objects seem to turn.
        centre
            (3,) scene angstrom; it keeps its place on the screen.
        """
        axes = self.axes @ rotation(axis, -degrees)
        return Pose.of(axes, centre - axes @ (self.axes.T @ (centre - self.origin)))


def rotation(axis: ArrayLike, degrees: float) -> FloatArray:
    """Return the (3, 3) matrix of a right-handed rotation; quarter turns are exact.

    Parameters
    ----------
    axis
        (3,) of any length but 0.
    degrees
        Angle.
    """
    vector = np.asarray(axis, dtype=np.float64)
    x, y, z = vector / np.linalg.norm(vector)
    cosine, sine = _cosine_and_sine(degrees)
    rest = 1.0 - cosine
    return np.array(
        [
            [cosine + x * x * rest, x * y * rest - z * sine, x * z * rest + y * sine],
            [y * x * rest + z * sine, cosine + y * y * rest, y * z * rest - x * sine],
            [z * x * rest - y * sine, z * y * rest + x * sine, cosine + z * z * rest],
        ]
    )


def _cosine_and_sine(degrees: float) -> tuple[float, float]:
    quarters, remainder = divmod(degrees, 90.0)
    if remainder == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
    angle = np.deg2rad(degrees)
    return float(np.cos(angle)), float(np.sin(angle))
