"""How alike a stored picture and the one drawn anew are, where either of them shows something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from misi_viewer.dataset.verification.shift import find_shift
from misi_viewer.dataset.verification.similarity import WINDOW, similarity_map
from misi_viewer.scene.colours import Rgb

__all__ = ["DARK", "Likeness", "background_of", "contrast_map", "foreground", "likeness", "similarity"]

Pixels = NDArray[np.uint8]
BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]

DARK = 8
"""A pixel none of whose channels is farther than this from the background's is background."""

RIM = 3
"""Pixels round the foreground that count too."""

TILE = 32
"""Pixels on a side of the tiles of which the worst is looked for."""

LEAST_OF_TILE = 0.1
"""Share of a tile that must be foreground for it to count."""


class Likeness(NamedTuple):
    """How alike two pictures are.

    Attributes
    ----------
    similarity
        Mean structural similarity of the foreground, up to 1.
    worst
        The same in the tile where it is least.
    difference
        Mean absolute difference of the foreground, 0 to 255.
    shift
        How far the second lies to the right of and below the first, pixels.
    """

    similarity: float
    worst: float
    difference: float
    shift: tuple[float, float]

    @property
    def distance(self) -> float:
        """Length of the shift, pixels."""
        return float(np.hypot(*self.shift))


def contrast_map(picture: Pixels, background: Rgb) -> Pixels:
    """Return (h, w) how far each pixel is from the background, in the channel that differs most."""
    apart = np.abs(picture.astype(np.int16) - np.array(background, dtype=np.int16))
    farthest = np.maximum(np.maximum(apart[:, :, 0], apart[:, :, 1]), apart[:, :, 2])  # much faster than max(axis=2)
    contrast: Pixels = farthest.astype(np.uint8)
    return contrast


def background_of(pictures: Sequence[Pixels]) -> Rgb:
    """Return the commonest colour at the pictures' edges."""
    edges = [
        edge.reshape(-1, 3) for picture in pictures for edge in (picture[0], picture[-1], picture[:, 0], picture[:, -1])
    ]
    colours, counts = np.unique(np.concatenate(edges), axis=0, return_counts=True)
    red, green, blue = colours[int(np.argmax(counts))].tolist()
    return red, green, blue


def foreground(picture: Pixels, background: Rgb) -> BoolArray:
    """Return (h, w) where a picture shows something."""
    return contrast_map(picture, background) > DARK


def similarity(one: Pixels, other: Pixels, background: Rgb) -> float:
    """Return the mean structural similarity of two pictures' foreground; 1 where there is none."""
    inner = _inner(one, other, background)
    if inner is None:
        return 1.0
    rows, columns, zone = inner
    return float(similarity_map(one[rows, columns], other[rows, columns])[zone].mean())


def likeness(one: Pixels, other: Pixels, background: Rgb) -> Likeness:
    """Compare two pictures.

    Parameters
    ----------
    one, other
        (h, w, 3) uint8, of one size.
    background
        Red, green, blue behind both.
    """
    inner = _inner(one, other, background)
    if inner is None:
        return Likeness(1.0, 1.0, 0.0, (0.0, 0.0))
    rows, columns, zone = inner
    cut_one, cut_other = one[rows, columns], other[rows, columns]
    alike = similarity_map(cut_one, cut_other)
    apart = np.abs(cut_one.astype(np.int16) - cut_other).mean(axis=2)
    grey = (contrast_map(picture, background).astype(np.float64) for picture in (one, other))
    return Likeness(float(alike[zone].mean()), _worst_tile(alike, zone), float(apart[zone].mean()), find_shift(*grey))


def _inner(one: Pixels, other: Pixels, background: Rgb) -> tuple[slice, slice, BoolArray] | None:
    """Return rows and columns that hold the foreground and all that its windows reach, and the foreground in them."""
    zone = _grown(foreground(one, background) | foreground(other, background), RIM)
    if not zone.any():
        return None
    rows, columns = (
        slice(max(0, int(places[0]) - WINDOW), int(places[-1]) + WINDOW + 1)
        for places in (np.flatnonzero(zone.any(axis=axis)) for axis in (1, 0))
    )
    return rows, columns, zone[rows, columns]


def _grown(mask: BoolArray, steps: int) -> BoolArray:
    for _ in range(steps):
        grown = mask.copy()
        grown[1:] |= mask[:-1]
        grown[:-1] |= mask[1:]
        grown[:, 1:] |= mask[:, :-1]
        grown[:, :-1] |= mask[:, 1:]
        mask = grown
    return mask


def _worst_tile(alike: NDArray[np.float32], zone: BoolArray) -> float:
    counts, sums = (_tile_sums(values) for values in (zone.astype(np.float64), np.where(zone, alike, 0.0)))
    enough = counts >= min(LEAST_OF_TILE * TILE**2, counts.max())
    return float((sums[enough] / counts[enough]).min())


def _tile_sums(values: FloatArray) -> FloatArray:
    """Return the sums over tiles, half a tile apart."""
    half = TILE // 2
    down, right = (-length % half for length in values.shape)
    padded = np.pad(values, ((0, down), (0, right)))
    halves = padded.reshape(padded.shape[0] // half, half, padded.shape[1] // half, half).sum(axis=(1, 3))
    halves = np.pad(halves, ((0, 1), (0, 1)))
    sums: FloatArray = halves[:-1, :-1] + halves[1:, :-1] + halves[:-1, 1:] + halves[1:, 1:]
    return sums
