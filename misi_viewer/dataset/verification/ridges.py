"""The foreground of a picture as a smooth landscape, whose ridges are the middles of its sticks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

__all__ = ["Landscape", "blurred", "landscape"]

FloatArray = NDArray[np.float64]
Contrast = NDArray[np.uint8]

FULL = 64.0
"""Contrast to the background from which on a pixel counts wholly."""


@dataclass(frozen=True, eq=False, slots=True)
class Landscape:
    """Heights from 0 to 1, and a rim of 0 all round.

    Attributes
    ----------
    heights
        (h + 2, w + 2).
    factor
        Its pixels per pixel of the stored picture.
    """

    heights: FloatArray
    factor: float

    def at(self, x: FloatArray, y: FloatArray) -> FloatArray:
        """Return the heights at places in the stored picture, (n,); 0 outside."""
        row, column = self._places(y, 0), self._places(x, 1)
        top, left = row.astype(np.intp), column.astype(np.intp)
        down, right = row - top, column - left
        flat, width = self.heights.ravel(), self.heights.shape[1]
        place = top * width + left
        upper = flat[place] * (1.0 - right) + flat[place + 1] * right
        lower = flat[place + width] * (1.0 - right) + flat[place + width + 1] * right
        heights: FloatArray = upper * (1.0 - down) + lower * down
        return heights

    def _places(self, values: FloatArray, axis: int) -> FloatArray:
        """Return rows or columns, those beyond the rim put onto it."""
        places: FloatArray = np.clip(values * self.factor + 0.5, 0.0, self.heights.shape[axis] - 1.001)
        return places


def landscape(contrast: Contrast, longest: int, blur: float) -> Landscape:
    """Return the landscape of a picture.

    Parameters
    ----------
    contrast
        (h, w) difference to the background.
    longest
        Pixels that its longer side has at most.
    blur
        Standard deviation of its smoothing, in stored pixels.
    """
    shares = np.minimum(contrast.astype(np.float32) / np.float32(FULL), np.float32(1.0))
    height, width = shares.shape
    factor = min(1.0, longest / max(width, height))
    if factor < 1.0:
        size = max(1, round(width * factor)), max(1, round(height * factor))
        shares = np.asarray(Image.fromarray(shares).resize(size, Image.Resampling.BOX))
    return Landscape(np.pad(blurred(shares.astype(np.float64), max(0.5, blur * factor)), 1), factor)


def blurred(values: FloatArray, deviation: float) -> FloatArray:
    """Return values smoothed by a Gaussian, 0 beyond their edges."""
    reach = math.ceil(3.0 * deviation)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        length = values.shape[axis]
        padded = np.pad(values, [(reach, reach) if place == axis else (0, 0) for place in (0, 1)])
        total = np.zeros_like(values)
        for start, weight in enumerate(weights.tolist()):
            total += weight * (padded[start : start + length] if axis == 0 else padded[:, start : start + length])
        values = total
    return values
