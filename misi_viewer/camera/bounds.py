"""The box that a camera is fitted to (spec camera.md section 3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Box", "box_of_spheres", "joined"]

FloatArray = NDArray[np.float64]
SingleArray = NDArray[np.float32]


@dataclass(frozen=True, eq=False, slots=True)
class Box:
    """An axis-aligned box in scene axes.

    Attributes
    ----------
    lower, upper
        (3,) float32 (spec camera.md section 13), angstrom.
    """

    lower: SingleArray
    upper: SingleArray

    @property
    def centre(self) -> FloatArray:
        """(3,) rounded to single precision, as float64."""
        return (np.float32(0.5) * (self.lower + self.upper)).astype(np.float64)

    @property
    def size(self) -> FloatArray:
        """(3,) lengths of the sides, angstrom."""
        return (self.upper - self.lower).astype(np.float64)

    @property
    def radius(self) -> float:
        """Half the diagonal, angstrom."""
        return 0.5 * float(np.linalg.norm(self.size))

    @property
    def corners(self) -> FloatArray:
        """(8, 3) the corners relative to the centre, subtracted in single precision, as float64."""
        middle = np.float32(0.5) * (self.lower + self.upper)
        ends = np.stack((self.lower - middle, self.upper - middle)).astype(np.float64)
        return ends[np.indices((2, 2, 2)).reshape(3, 8).T, np.arange(3)]


def box_of_spheres(centres: FloatArray, radii: FloatArray | float) -> Box | None:
    """Return the smallest box round some spheres, or None if there are none.

    Parameters
    ----------
    centres
        (n, 3) scene angstrom.
    radii
        (n,) or one for all, angstrom.
    """
    if not len(centres):
        return None
    middle = centres.astype(np.float32)
    radius = np.asarray(radii, dtype=np.float32)
    if radius.ndim:
        radius = radius[:, None]
    return Box((middle - radius).min(axis=0), (middle + radius).max(axis=0))


def joined(boxes: Iterable[Box | None]) -> Box | None:
    """Return the smallest box round some boxes, None if there are none."""
    there = [box for box in boxes if box is not None]
    if len(there) < 2:
        return there[0] if there else None
    return Box(
        np.min([box.lower for box in there], axis=0).astype(np.float32),
        np.max([box.upper for box in there], axis=0).astype(np.float32),
    )
