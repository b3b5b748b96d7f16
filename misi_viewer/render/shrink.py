"""From samples to pixels: the exact mean of each pixel's samples (spec style.md section 9)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["LARGEST_COUNT", "opaque_mean", "transparent_mean"]

Pixels = NDArray[np.uint8]
Sums = NDArray[np.uint16]

LARGEST_COUNT = 16
"""Samples per pixel and axis whose sum still fits 16 bits."""

ROWS_AT_ONCE = 16
"""Rows of pixels that are worked on together; few enough to stay in the processor's cache."""

EVEN_BYTES = np.uint32(0x00FF00FF)
BYTE = np.uint32(8)

ROUNDING = 1.0e-3
"""Far below the smallest step between two means, far above float32 rounding."""


class _Adder:
    """Adds up blocks of samples in memory of its own.

    A sample's even bytes (red, blue) are added in two fields of 16 bits, its
    odd ones (green, alpha) in another two.

    Parameters
    ----------
    columns
        Samples in a row.
    count
        Samples per pixel and axis.
    """

    def __init__(self, columns: int, count: int) -> None:
        self._count = count
        self._even, self._odd, self._more = (np.empty((ROWS_AT_ONCE, columns), dtype=np.uint32) for _ in range(3))
        self._sums = [np.empty((ROWS_AT_ONCE, columns // count), dtype=np.uint32) for _ in range(2)]

    def add(self, samples: NDArray[np.uint32]) -> tuple[Sums, Sums]:
        """Return the sums, (r, w, 2) each, of (r, count, w count) samples; they last until the next call."""
        rows = len(samples)
        even, odd, more = self._even[:rows], self._odd[:rows], self._more[:rows]
        even[:] = 0
        odd[:] = 0
        for row in range(self._count):
            even += np.bitwise_and(samples[:, row], EVEN_BYTES, out=more)
            np.right_shift(samples[:, row], BYTE, out=more)
            odd += np.bitwise_and(more, EVEN_BYTES, out=more)
        return self._across(even, self._sums[0][:rows]), self._across(odd, self._sums[1][:rows])

    def _across(self, fields: NDArray[np.uint32], total: NDArray[np.uint32]) -> Sums:
        total[:] = fields[:, 0 :: self._count]
        for column in range(1, self._count):
            total += fields[:, column :: self._count]
        return total.view(np.uint16).reshape(*total.shape, 2)


def _sums(samples: Pixels, count: int) -> Iterator[tuple[slice, Sums, Sums]]:
    """Yield rows of pixels, from the bottom, with their sums of red and blue and of green and alpha."""
    height = samples.shape[0] // count
    words = samples.reshape(samples.shape[0], -1).view(np.uint32).reshape(height, count, -1)
    adder = _Adder(samples.shape[1], count)
    for start in range(0, height, ROWS_AT_ONCE):
        rows = slice(start, min(start + ROWS_AT_ONCE, height))
        yield rows, *adder.add(words[rows])


def opaque_mean(samples: Pixels, count: int, target: Pixels) -> None:
    """Write the truncated mean of each pixel's samples.

    Parameters
    ----------
    samples
        (h count, w count, 4) uint8, contiguous, rows from the bottom.
    count
        Samples per pixel and axis, at most `LARGEST_COUNT`.
    target
        (h, w, 3) uint8, rows from the top, to be written.
    """
    upwards = target[::-1]
    if count == 1:
        for channel in range(3):  # far faster than all three at once
            upwards[:, :, channel] = samples[:, :, channel]
        return
    for rows, red_blue, green_alpha in _sums(samples, count):
        red_blue //= np.uint16(count * count)
        green_alpha //= np.uint16(count * count)
        for channel, means in enumerate((red_blue[:, :, 0], green_alpha[:, :, 0], red_blue[:, :, 1])):
            upwards[rows, :, channel] = means


def transparent_mean(samples: Pixels, count: int, background: tuple[int, int, int], target: Pixels) -> None:
    """Write the mean of each pixel's samples with straight alpha.

    Laid over the background the result is the opaque picture, rounding aside.

    Parameters
    ----------
    samples, count
        As for `opaque_mean`; alpha says how much of a sample is not background.
    background
        Red, green, blue behind the samples.
    target
        (h, w, 4) uint8, rows from the top, to be written.
    """
    upwards = target[::-1]
    full = 255.0 * count * count
    for rows, red_blue, green_alpha in _sums(samples, count):
        alpha = green_alpha[:, :, 1]
        covered = alpha.astype(np.float32)
        scale = 255.0 / np.maximum(covered, 1.0)
        for channel, sums in enumerate((red_blue[:, :, 0], green_alpha[:, :, 0], red_blue[:, :, 1])):
            own = sums - background[channel] * (np.float32(full) - covered) / np.float32(255.0)
            upwards[rows, :, channel] = np.clip(own * scale + np.float32(ROUNDING), 0.0, 255.0)
        upwards[rows, :, 3] = alpha // np.uint16(count * count)
