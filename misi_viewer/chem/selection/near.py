"""Which points lie near others, for any number of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["near"]

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
IntArray = NDArray[np.int64]

_SMALLEST_CELL = 1.0
"""Angstrom from corner to corner."""

_MOST_CELLS = 1_000_000
"""Along an axis; keeps cell numbers within 64 bits."""

_PAIRS_AT_ONCE = 2_000_000


def near(points: FloatArray, targets: FloatArray, reach: float) -> BoolArray:
    """Return (n,) True for points at most `reach` from one of the targets.

    Space is divided into cells so small that points of one cell are surely near
    each other; what is left is compared with the cells around, nearest first.

    Parameters
    ----------
    points, targets
        (n, 3) and (m, 3) angstrom.
    reach
        Angstrom.
    """
    found = np.zeros(len(points), dtype=np.bool_)
    if not len(targets) or not len(points):
        return found
    diagonal = max(reach, _SMALLEST_CELL, float(np.ptp(targets, axis=0).max()) / _MOST_CELLS)
    edge = diagonal / np.sqrt(3.0)
    low = targets.min(axis=0) - reach
    inside = np.flatnonzero(((points >= low) & (points <= targets.max(axis=0) + reach)).all(axis=1))
    cells, target_cells = (np.floor((xyz - low) / edge).astype(np.int64) + 3 for xyz in (points[inside], targets))
    size = np.maximum(cells.max(axis=0, initial=0), target_cells.max(axis=0)) + 4
    keys, target_keys = (_keys(cell, size) for cell in (cells, target_cells))
    order = np.argsort(target_keys, kind="stable")
    sorted_targets, sorted_keys = targets[order], target_keys[order]
    sure = reach >= diagonal
    for shift in _neighbours(size):
        left = np.flatnonzero(~found[inside])
        first = np.searchsorted(sorted_keys, keys[left] + shift, side="left")
        last = np.searchsorted(sorted_keys, keys[left] + shift, side="right")
        if shift == 0 and sure:
            found[inside[left[last > first]]] = True
            continue
        some = last > first
        _compare(points, inside[left[some]], sorted_targets, first[some], last[some], reach, found)
    return found


def _keys(cells: IntArray, size: IntArray) -> IntArray:
    keys: IntArray = (cells[:, 0] * size[1] + cells[:, 1]) * size[2] + cells[:, 2]
    return keys


def _neighbours(size: IntArray) -> list[int]:
    """Return key differences to the cells up to two away, nearest first, corners that are too far left out."""
    steps = range(-2, 3)
    shifts = [(x, y, z) for x in steps for y in steps for z in steps]
    shifts.sort(key=lambda step: sum(axis * axis for axis in step))
    return [int((x * size[1] + y) * size[2] + z) for x, y, z in shifts]


def _compare(
    points: FloatArray,
    rows: IntArray,
    targets: FloatArray,
    first: NDArray[np.intp],
    last: NDArray[np.intp],
    reach: float,
    found: BoolArray,
) -> None:
    """Mark the points, given by row, that are near one of their targets from `first` to before `last`."""
    ends = np.cumsum(last - first)
    start = 0
    while start < len(rows):
        done = ends[start - 1] if start else 0
        stop = max(start + 1, int(np.searchsorted(ends, done + _PAIRS_AT_ONCE, side="right")))
        counts = (last - first)[start:stop]
        owners = np.repeat(np.arange(start, stop), counts)
        offsets = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
        others = targets[first[owners] + offsets]
        close = ((points[rows[owners]] - others) ** 2).sum(axis=1) <= reach * reach
        found[rows[owners[close]]] = True
        start = stop
