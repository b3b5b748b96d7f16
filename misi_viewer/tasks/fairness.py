"""Whether options can be told apart and pictures show anything, by geometry alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.aim import aim
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks.annotation import PICTURE_SIZE

__all__ = ["MIN_PIXELS", "least_distance", "positions", "shows_something"]

FloatArray = NDArray[np.float64]

MIN_PIXELS: Final = 8.0
"""Mean distance of the displayed atoms' projected positions that any two options keep, at 1024 x 768."""


def positions(complex_: Complex, shot: Shot) -> FloatArray:
    """Return (n, 2) where the displayed atoms of a shot fall, pixels; nan behind the eye."""
    view = aim(complex_, shot, PICTURE_SIZE)
    return pixels(displayed_atoms(complex_, shot).coordinates, view.pose, view.projection, PICTURE_SIZE)


def least_distance(complex_: Complex, shots: Sequence[Shot]) -> float:
    """Return the mean distance in pixels of the two shots that differ least.

    Parameters
    ----------
    complex_
        The complex.
    shots
        At least two, of the same parts.
    """
    placed = [positions(complex_, shot) for shot in shots]
    return min(_mean_distance(one, other) for one, other in combinations(placed, 2))


def _mean_distance(one: FloatArray, other: FloatArray) -> float:
    """Return the mean over the atoms in front of either eye; an atom in front of one only counts a picture's width."""
    hidden = np.isnan(one).any(axis=1), np.isnan(other).any(axis=1)
    distances = np.where(hidden[0] | hidden[1], float(PICTURE_SIZE[0]), np.linalg.norm(one - other, axis=1))
    seen = ~(hidden[0] & hidden[1])
    return float(distances[seen].mean()) if seen.any() else 0.0


def shows_something(complex_: Complex, shot: Shot) -> bool:
    """Return whether a displayed atom lies in the picture."""
    placed = positions(complex_, shot)
    return bool(((placed >= 0.0) & (placed < PICTURE_SIZE)).all(axis=1).any())
