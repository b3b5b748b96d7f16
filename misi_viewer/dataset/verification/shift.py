"""How far one picture is shifted against another, by phase correlation.

Kuglin and Hines, Proc. IEEE Int. Conf. Cybern. Soc. (1975) 163; the peak is
looked up between pixels by a Fourier sum, as Guizar-Sicairos, Thurman and
Fienup do, Opt. Lett. 33 (2008) 156.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["find_shift"]

FloatArray = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]

STEPS = 20
"""Places per pixel at which the peak is looked for."""

REACH = 1.5
"""Pixels round the coarse peak in which the fine one is looked for."""

SMOOTHING = 2.0
"""Frequencies fade by a Gaussian of this standard deviation in pixels: edges alias, their finest parts say nothing."""

NOISE = 1.0e-9
"""Frequencies weaker than this part of the strongest have no phase to speak of."""


def find_shift(one: FloatArray, other: FloatArray) -> tuple[float, float]:
    """Return how far `other` lies to the right of and below `one`, in pixels.

    Parameters
    ----------
    one, other
        (h, w) of one size, 0 in the background.
    """
    spectrum = np.conj(np.fft.fft2(one)) * np.fft.fft2(other)
    strength = np.abs(spectrum)
    if not strength.max() > 0.0:
        return 0.0, 0.0
    phases = np.where(strength > NOISE * strength.max(), spectrum / np.maximum(strength, 1e-300), 0.0)
    down, right = (np.fft.fftfreq(length).astype(np.float64) for length in one.shape)
    fade = np.exp(-2.0 * (np.pi * SMOOTHING) ** 2 * (down[:, None] ** 2 + right**2))
    phases *= fade
    coarse = np.fft.ifft2(phases).real
    row, column = np.unravel_index(int(np.argmax(coarse)), coarse.shape)
    start = (_signed(int(row), one.shape[0]), _signed(int(column), one.shape[1]))
    fine = np.arange(-REACH, REACH + 0.5 / STEPS, 1.0 / STEPS)
    rows, columns = start[0] + fine, start[1] + fine
    peak = _at(phases, down, right, rows, columns)
    best = np.unravel_index(int(np.argmax(peak)), peak.shape)
    return float(columns[best[1]]) + 0.0, float(rows[best[0]]) + 0.0


def _signed(place: int, length: int) -> int:
    return place - length if place > length // 2 else place


def _at(phases: ComplexArray, down: FloatArray, right: FloatArray, rows: FloatArray, columns: FloatArray) -> FloatArray:
    """Return the correlation at each pair of a row and a column."""
    left = np.exp(2j * np.pi * np.outer(rows, down))
    across = np.exp(2j * np.pi * np.outer(right, columns))
    heights: FloatArray = (left @ phases @ across).real
    return heights
