"""Where a stored picture lies on the canvas that was drawn: scaled, and cut out of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.scene.colours import Rgb

__all__ = ["Placement"]

Pixels = NDArray[np.uint8]
FloatArray = NDArray[np.float64]
Size = tuple[int, int]

SNAP = 0.35
"""Pixels within which sizes and edges are taken for whole ones."""

MOST_CUT = 0.4
"""Share of a canvas that may be cut off at one side."""

MOST_BEYOND = 0.2
"""Share of a canvas by which a picture may go beyond it at one side."""

BAND = 64
"""Rows that are resampled at a time."""


@dataclass(frozen=True, slots=True)
class Placement:
    """From directions to pixels of the stored picture.

    A point that is seen at (x, y), in half widths of the canvas from its
    middle and upwards, lies at (middle_x + half_width x, middle_y - half_height y).

    Attributes
    ----------
    half_width
        Of the canvas, stored pixels.
    half_height
        Stored pixels that half the canvas's WIDTH is long in the vertical
        direction: as `half_width` unless the picture was stretched.
    middle_x, middle_y
        The canvas's middle, from the picture's top left corner, stored pixels.
    """

    half_width: float
    half_height: float
    middle_x: float
    middle_y: float

    @classmethod
    def whole(cls, size: Size) -> Placement:
        """Return the placement of a picture that is all of its canvas."""
        width, height = size
        return cls(width / 2.0, width / 2.0, width / 2.0, height / 2.0)

    @property
    def values(self) -> FloatArray:
        """(4,) the attributes, in order."""
        return np.array((self.half_width, self.half_height, self.middle_x, self.middle_y))

    def scaled(self, factor: float) -> Placement:
        """Return the placement in a picture shrunk or grown as a whole."""
        return Placement(*(self.values * factor).tolist())

    def pixels(self, directions: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return x and y of directions, (n, 2), in the stored picture."""
        return (
            self.middle_x + self.half_width * directions[:, 0],
            self.middle_y - self.half_height * directions[:, 1],
        )

    def canvas(self, aspect: float) -> tuple[float, float]:
        """Return width and height of a canvas of some aspect, stored pixels."""
        return 2.0 * self.half_width, 2.0 * self.half_height / aspect

    def crop(self, size: Size, aspect: float) -> tuple[float, float, float, float]:
        """Return how much of the canvas is cut off at the left, top, right and bottom, stored pixels."""
        width, height = self.canvas(aspect)
        left, top = width / 2.0 - self.middle_x, height / 2.0 - self.middle_y
        return left, top, width - size[0] - left, height - size[1] - top

    def cut(self, size: Size, aspect: float) -> tuple[tuple[float, float], tuple[float, float, float, float]]:
        """Return canvas and crop, to hundredths of a pixel; a whole picture is its own canvas."""
        if self.is_whole(size):
            return (float(size[0]), float(size[1])), (0.0, 0.0, 0.0, 0.0)
        width, height = self.canvas(aspect)
        left, top, right, bottom = (round(part, 2) + 0.0 for part in self.crop(size, aspect))
        return (round(width, 2), round(height, 2)), (left, top, right, bottom)

    def drawn_size(self, aspect: float) -> Size:
        """Return the whole number of pixels with which a canvas of some aspect is drawn."""
        width = max(1, round(2.0 * self.half_width))
        return width, max(1, round(width / aspect))

    def is_whole(self, size: Size, tolerance: float = SNAP) -> bool:
        """Return whether it is the placement of a whole picture, to so many pixels at its corners."""
        apart = np.abs(self.values - Placement.whole(size).values)
        return bool(apart[0] + apart[2] < tolerance and apart[1] * size[1] / size[0] + apart[3] < tolerance)

    def is_sensible(self, size: Size, aspect: float) -> bool:
        """Return whether a picture shows most of its canvas and little else."""
        width, height = self.canvas(aspect)
        left, top, right, bottom = self.crop(size, aspect)
        shares = left / width, top / height, right / width, bottom / height
        return min(shares) >= -MOST_BEYOND and max(shares) <= MOST_CUT

    def snapped(self, aspect: float) -> Placement:
        """Return the nearest placement with whole sizes and edges and without a stretch; this one if none is near."""
        width, height = self.drawn_size(aspect)
        left, top = (
            round(width / 2.0 - self.middle_x),
            round(height / 2.0 - self.middle_y),
        )
        near = Placement(width / 2.0, width / 2.0, width / 2.0 - left, height / 2.0 - top)
        return near if np.abs(near.values - self.values).max() < SNAP else self

    def cut_out(self, drawn: Pixels, size: Size, background: Rgb) -> Pixels:
        """Return the stored picture's part of a drawn canvas, interpolated between pixels where need be.

        Parameters
        ----------
        drawn
            (h, w, 3) the canvas.
        size
            Width and height of the stored picture.
        background
            Beyond the canvas.
        """
        height, width = drawn.shape[:2]
        if (width, height) == size and self == Placement.whole(size):
            return drawn
        across = (np.arange(size[0]) + 0.5 - self.middle_x) / self.half_width
        down = (np.arange(size[1]) + 0.5 - self.middle_y) / self.half_height
        columns, right = _between(width / 2.0 * (1.0 + across) - 0.5, width)
        rows, lower = _between(height / 2.0 + width / 2.0 * down - 0.5, height)
        padded = np.empty((height + 2, width + 2, 3), dtype=np.float32)
        padded[:] = background
        padded[1:-1, 1:-1] = drawn
        result = np.empty((size[1], size[0], 3), dtype=np.uint8)
        for start in range(0, size[1], BAND):
            band = slice(start, start + BAND)
            share = lower[band, None, None]
            lines = padded[rows[band]] * (1.0 - share) + padded[rows[band] + 1] * share
            mixed = lines[:, columns] * (1.0 - right[:, None]) + lines[:, columns + 1] * right[:, None]
            result[band] = np.rint(mixed)
        return result


def _between(places: FloatArray, count: int) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Return the row or column of a picture with a rim of one before each place, and how far it is beyond."""
    inside = np.clip(places, -1.0, count - 1e-6) + 1.0
    first = np.minimum(np.floor(inside).astype(np.intp), count)
    return first, (inside - first).astype(np.float32)
