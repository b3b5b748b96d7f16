"""Where pictures lie on their canvas: from the picture of all shifts and sizes down to parts of a pixel."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from misi_viewer.dataset.verification.framing import Framing
from misi_viewer.dataset.verification.likeness import contrast_map
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.dataset.verification.probe import Probe
from misi_viewer.dataset.verification.ridges import Landscape, blurred, landscape
from misi_viewer.scene.colours import Rgb

__all__ = ["Terrain", "follow_ridges", "height", "polish", "rough_placement"]

Pixels = NDArray[np.uint8]
FloatArray = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]

ROUGH = 96
"""Pixels of the longer side when all shifts are tried."""

GRID = 256
"""Side of the square on which they are tried; cyclic, so more than twice as long."""

SCALES = np.geomspace(0.7, 1.6, 34)
"""Sizes of the canvas that are tried, in parts of the picture's width."""

FINE = 640
"""Pixels of the longer side on which ridges are followed."""

STEPS = 5
LEAST_GAIN = 1.0e-3
DAMPING = 1.0e-3
POLISHING = 4
LEAST_POLISH = 0.01


class Terrain:
    """The landscapes of some pictures, of several smoothnesses, each made once.

    Parameters
    ----------
    probes
        The pictures, all of one size.
    background
        Behind all.
    stick
        Half the usual width of a stick, pixels.
    """

    def __init__(self, probes: Sequence[Probe], background: Rgb, stick: float) -> None:
        self.probes = probes
        self._contrasts = [contrast_map(probe.pixels, background) for probe in probes]
        self.stick = max(stick, 0.7)
        self._made: dict[tuple[float, int], list[Landscape]] = {}

    def __call__(self, smoothness: float, longest: int = FINE) -> list[Landscape]:
        """Return a landscape for each picture, smoothed by so many halves of a stick."""
        key = smoothness, longest
        if key not in self._made:
            self._made[key] = [landscape(contrast, longest, smoothness * self.stick) for contrast in self._contrasts]
        return self._made[key]


def height(terrain: Terrain, framing: Framing, placement: Placement, aspect: float) -> float:
    """Return how high on the ridges all points lie, from 0 to 1."""
    total, weight = 0.0, 1e-9
    for probe, ground in zip(terrain.probes, terrain(1.0), strict=True):
        directions, weights = probe.seen(framing, aspect)
        total += float(weights @ ground.at(*placement.pixels(directions)))
        weight += float(weights.sum())
    return total / weight


def rough_placement(terrain: Terrain, framing: Framing) -> Placement:
    """Return the placement, not stretched, in which silhouettes and pictures correlate best, all shifts tried."""
    grounds = terrain(1.0, ROUGH)
    spectra = [_spectrum(ground.heights[1:-1, 1:-1]) for ground in grounds]
    seen = [probe.seen(framing, framing.aspect) for probe in terrain.probes]
    factor, width = grounds[0].factor, terrain.probes[0].size[0]
    best, found = -np.inf, Placement.whole(terrain.probes[0].size)
    for scale in SCALES:
        half = float(scale) * width * factor / 2.0
        total, square = np.zeros((GRID, GRID // 2 + 1), dtype=np.complex128), 0.0
        for spectrum, (directions, weights) in zip(spectra, seen, strict=True):
            silhouette = _silhouette(directions * half, weights)
            square += float((silhouette**2).sum())
            total += np.conj(np.fft.rfft2(silhouette)) * spectrum
        correlation = np.fft.irfft2(total, s=(GRID, GRID)) / np.sqrt(square + 1e-12)
        row, column = np.unravel_index(int(np.argmax(correlation)), correlation.shape)
        if correlation[row, column] > best:
            best = float(correlation[row, column])
            middle = (_signed(int(column)) + GRID / 2, _signed(int(row)) + GRID / 2)
            found = Placement(half, half, middle[0] + 0.5, middle[1] + 0.5).scaled(1.0 / factor)
    return found


def _spectrum(heights: FloatArray) -> ComplexArray:
    padded = np.zeros((GRID, GRID))
    padded[: heights.shape[0], : heights.shape[1]] = heights
    return np.fft.rfft2(padded)


def _silhouette(places: FloatArray, weights: FloatArray) -> FloatArray:
    """Return what points cover on the grid, about its middle, as smooth as the landscape."""
    columns, rows = np.rint(places * (1.0, -1.0) + GRID / 2).astype(np.intp).T
    inside = (np.minimum(rows, columns) >= 0) & (np.maximum(rows, columns) < GRID)
    counts = np.bincount(rows[inside] * GRID + columns[inside], weights=weights[inside], minlength=GRID * GRID)
    return blurred(np.minimum(counts, 1.0).reshape(GRID, GRID), 1.0)


def _signed(place: int) -> int:
    return place - GRID if place > GRID // 2 else place


def follow_ridges(
    terrain: Terrain, framing: Framing, start: Placement, smoothness: Sequence[float], *, stretched: bool
) -> Placement:
    """Return the placement near `start` in which all points lie highest, by Newton's method.

    Parameters
    ----------
    terrain
        The pictures.
    framing
        Of the camera.
    start
        Where to begin.
    smoothness
        Of the landscapes, one after the other.
    stretched
        Whether width and height may be scaled by themselves.
    """
    seen = [probe.seen(framing, framing.aspect) for probe in terrain.probes]
    values = start.values
    for smooth in smoothness:
        for _ in range(STEPS):
            step = _ridge_step(terrain(smooth), seen, Placement(*values.tolist()), stretched)
            longest = float(np.abs(step).max())
            values = values + step * min(1.0, smooth * terrain.stick / max(longest, 1e-12))
            if longest < LEAST_GAIN:
                break
    return Placement(*values.tolist())


def _ridge_step(
    grounds: Sequence[Landscape], seen: Sequence[tuple[FloatArray, FloatArray]], placement: Placement, stretched: bool
) -> FloatArray:
    """Return Newton's step uphill; where the sum of heights curves upwards it is turned round."""
    slope, bend = np.zeros(4), np.zeros((4, 4))
    for ground, (directions, weights) in zip(grounds, seen, strict=True):
        x, y = placement.pixels(directions)
        one = 1.0 / ground.factor
        here, right, left = (ground.at(x + shift, y) for shift in (0.0, one, -one))
        below, above = ground.at(x, y + one), ground.at(x, y - one)
        corners = ground.at(x + one, y + one) - ground.at(x + one, y - one)
        corners += ground.at(x - one, y - one) - ground.at(x - one, y + one)
        nothing, all_ = np.zeros_like(x), np.ones_like(x)
        ways_x = np.column_stack((directions[:, 0], nothing, all_, nothing))
        ways_y = np.column_stack((nothing, -directions[:, 1], nothing, all_))
        slope += (weights * (right - left) / (2.0 * one)) @ ways_x + (weights * (below - above) / (2.0 * one)) @ ways_y
        bend += _weighted(ways_x, ways_x, weights * (right + left - 2.0 * here) / one**2)
        bend += _weighted(ways_y, ways_y, weights * (below + above - 2.0 * here) / one**2)
        mixed = _weighted(ways_x, ways_y, weights * corners / (4.0 * one**2))
        bend += mixed + mixed.T
    ways = _ways(stretched)
    strengths, axes = np.linalg.eigh(ways.T @ bend @ ways)
    strengths = np.maximum(np.abs(strengths), DAMPING * np.abs(strengths).max() + 1e-12)
    step: FloatArray = ways @ (axes @ ((axes.T @ (ways.T @ slope)) / strengths))
    return step


def _weighted(one: FloatArray, other: FloatArray, weights: FloatArray) -> FloatArray:
    product: FloatArray = (one * weights[:, None]).T @ other
    return product


def _ways(stretched: bool) -> FloatArray:
    """Return in columns what may change by itself; without a stretch both scales change alike."""
    return np.eye(4) if stretched else np.array(((1.0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))).T


def polish(
    pictures: Sequence[Pixels],
    drawn: Sequence[Pixels],
    start: Placement,
    background: Rgb,
    *,
    stretched: bool,
) -> Placement:
    """Return the placement near `start` in which drawn canvases differ least from the pictures (Lucas and Kanade 1981).

    Parameters
    ----------
    pictures
        As stored, of one size.
    drawn
        Their canvases.
    start
        Within about a pixel.
    background
        Behind all.
    stretched
        Whether width and height may be scaled by themselves.
    """
    values, ways = start.values, _ways(stretched)
    size = pictures[0].shape[1], pictures[0].shape[0]
    x, y = np.arange(size[0]) + 0.5, np.arange(size[1])[:, None] + 0.5
    grey = [_grey(picture) for picture in pictures]
    for _ in range(POLISHING):
        placement = Placement(*values.tolist())
        across = (x - placement.middle_x) / placement.half_width
        along = (y - placement.middle_y) / placement.half_height
        matrix, vector = np.zeros((4, 4)), np.zeros(4)
        for picture, canvas in zip(grey, drawn, strict=True):
            part = _grey(placement.cut_out(canvas, size, background))
            down, right = np.gradient(part)
            slopes = np.stack([-right * across, -down * along, -right, -down]).reshape(4, -1)
            matrix += slopes @ slopes.T
            vector += slopes @ (part - picture).ravel()
        damped = ways.T @ matrix @ ways
        damped += np.diag(DAMPING * np.diag(damped) + 1e-9)
        step = ways @ np.linalg.solve(damped, ways.T @ -vector)
        values = values + step
        if np.abs(step).max() < LEAST_POLISH:
            break
    return Placement(*values.tolist())


def _grey(picture: Pixels) -> FloatArray:
    red, green, blue = (picture[:, :, channel].astype(np.float64) for channel in range(3))
    return (red + green + blue) / 3.0
