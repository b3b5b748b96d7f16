"""Structural similarity of two pictures.

Wang, Bovik, Sheikh and Simoncelli, IEEE Trans. Image Process. 13 (2004) 600,
with a uniform window of 7 x 7 pixels and sample covariances.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["WINDOW", "similarity_map"]

Pixels = NDArray[np.uint8]
SingleArray = NDArray[np.float32]

WINDOW = 7
"""Pixels on a side of the window."""

LUMINANCE, CONTRAST = (0.01 * 255.0) ** 2, (0.03 * 255.0) ** 2
"""The paper's constants C1 and C2."""

MIDDLE = np.float32(128.0)


def similarity_map(one: Pixels, other: Pixels) -> SingleArray:
    """Return how alike two pictures are round each pixel.

    Parameters
    ----------
    one, other
        (h, w, c) uint8, of one size.

    Returns
    -------
    (h, w) float32 up to 1, the mean of the channels'; at the rim the pictures
    are continued by their mirror images.
    """
    channels = [_of_channel(one[:, :, place], other[:, :, place]) for place in range(one.shape[2])]
    total: SingleArray = np.mean(channels, axis=0, dtype=np.float32)
    return total


def _of_channel(one: Pixels, other: Pixels) -> SingleArray:
    # Variances do not change with a shift, and stay precise in single precision if the numbers are small.
    x, y = one.astype(np.float32) - MIDDLE, other.astype(np.float32) - MIDDLE
    mean_x, mean_y = _window_mean(x), _window_mean(y)
    sample = np.float32(WINDOW**2 / (WINDOW**2 - 1.0))
    variance_x = sample * (_window_mean(x * x) - mean_x * mean_x)
    variance_y = sample * (_window_mean(y * y) - mean_y * mean_y)
    covariance = sample * (_window_mean(x * y) - mean_x * mean_y)
    mean_x += MIDDLE
    mean_y += MIDDLE
    luminance, contrast = np.float32(LUMINANCE), np.float32(CONTRAST)
    two = np.float32(2.0)
    above = (two * mean_x * mean_y + luminance) * (two * covariance + contrast)
    below = (mean_x * mean_x + mean_y * mean_y + luminance) * (variance_x + variance_y + contrast)
    return (above / below).astype(np.float32, copy=False)


def _window_mean(values: SingleArray) -> SingleArray:
    padded = np.pad(values, WINDOW // 2, mode="symmetric")
    height, width = values.shape
    rows = padded[:height].copy()
    for shift in range(1, WINDOW):
        rows += padded[shift : shift + height]
    total = rows[:, :width].copy()
    for shift in range(1, WINDOW):
        total += rows[:, shift : shift + width]
    total /= np.float32(WINDOW**2)
    return total
