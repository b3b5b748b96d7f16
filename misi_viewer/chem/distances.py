"""Close pairs of atoms, found in arrays."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["CrowdedError", "close_pairs", "nearest_pair", "pairs_within_groups"]

_MOST_PAIRS: Final = 20_000_000
_ALL_PAIRS_SIZE: Final = 120
"""Groups up to this size are searched pair by pair, larger ones by cells."""
_MATRIX_SIZE: Final = 1_000_000
"""Distances that are computed in one go."""
_SMALLEST_CELL: Final = 2.0
"""Angstrom; keeps cell numbers within 64 bits for any coordinates that are read."""

IntArray = NDArray[np.intp]
FloatArray = NDArray[np.float64]


class CrowdedError(ValueError):
    """So many atoms lie in one place that their pairs cannot be listed."""


def close_pairs(coordinates: FloatArray, reach: float) -> tuple[IntArray, IntArray]:
    """Return all pairs at most `reach` apart (and some that are a little farther), by a cell list.

    Parameters
    ----------
    coordinates
        (n, 3) angstrom.
    reach
        Angstrom.

    Returns
    -------
    first, second
        (k,) row numbers, first < second, in no particular order.

    Raises
    ------
    CrowdedError
        Where there are more than some ten million pairs.
    """
    count = len(coordinates)
    if count < 2:
        return np.empty(0, dtype=np.intp), np.empty(0, dtype=np.intp)
    cells = np.floor((coordinates - coordinates.min(axis=0)) / max(reach, _SMALLEST_CELL)).astype(np.int64) + 1
    size = cells.max(axis=0) + 2
    keys = (cells[:, 0] * size[1] + cells[:, 1]) * size[2] + cells[:, 2]
    order = np.argsort(keys, kind="stable")
    sorted_keys = keys[order]
    firsts, seconds = [], []
    total = 0
    for shift in _half_of_the_neighbours(size):
        low = np.searchsorted(sorted_keys, sorted_keys + shift, side="left")
        high = np.searchsorted(sorted_keys, sorted_keys + shift, side="right")
        if shift == 0:
            low = np.arange(1, count + 1)
        counts = np.maximum(high - low, 0)
        total += int(counts.sum())
        if total > _MOST_PAIRS:
            raise CrowdedError
        left, right = _ranges(low, counts)
        left, right = order[left], order[right]
        near = ((coordinates[left] - coordinates[right]) ** 2).sum(axis=1) <= reach * reach
        firsts.append(np.minimum(left, right)[near])
        seconds.append(np.maximum(left, right)[near])
    return np.concatenate(firsts), np.concatenate(seconds)


def _half_of_the_neighbours(size: NDArray[np.int64]) -> list[int]:
    """Return key differences of a cell to itself and to one of each two opposite neighbours."""
    steps = range(-1, 2)
    shifts = [int((x * size[1] + y) * size[2] + z) for x in steps for y in steps for z in steps]
    return shifts[len(shifts) // 2 :]


def _ranges(starts: IntArray, counts: IntArray) -> tuple[IntArray, IntArray]:
    """Return, for each row i, i repeated and the numbers from starts[i] on, counts[i] of them."""
    owners = np.repeat(np.arange(len(counts)), counts)
    offsets = np.arange(len(owners)) - np.repeat(np.cumsum(counts) - counts, counts)
    return owners, starts[owners] + offsets


def pairs_within_groups(
    coordinates: FloatArray, radii: FloatArray, rows: IntArray, sizes: IntArray, slack: float
) -> tuple[IntArray, IntArray, FloatArray]:
    """Return pairs inside groups that lie within the sum of their radii plus `slack`.

    Parameters
    ----------
    coordinates, radii
        (n, 3) and (n,) angstrom; pairs of two zero radii do not count.
    rows
        Atom rows, group after group.
    sizes
        (g,) atoms per group.
    slack
        Angstrom.

    Returns
    -------
    first, second, squared_distances
        (k,) places in `rows`, first < second, sorted; (k,) square angstrom.

    Raises
    ------
    CrowdedError
        Where there are more than some ten million pairs.
    """
    small = sizes <= _ALL_PAIRS_SIZE
    ends = np.cumsum(sizes)
    place = np.arange(len(rows))
    following = np.repeat(ends, sizes) - place - 1
    following[~np.repeat(small, sizes)] = 0
    if int(following.sum()) > _MOST_PAIRS:
        raise CrowdedError
    first, second = _ranges(place + 1, following)
    for group in np.flatnonzero(~small):
        start = ends[group] - sizes[group]
        members = rows[start : ends[group]]
        near, far = close_pairs(coordinates[members], 2.0 * float(radii[members].max()) + slack)
        first, second = np.concatenate([first, near + start]), np.concatenate([second, far + start])
    left, right = rows[first], rows[second]
    squared = ((coordinates[left] - coordinates[right]) ** 2).sum(axis=1)
    total = radii[left] + radii[right]
    keep = (squared <= (total + slack) ** 2) & (total > 0.0)
    first, second, squared = first[keep], second[keep], squared[keep]
    if not small.all():
        order = np.lexsort((second, first))
        first, second, squared = first[order], second[order], squared[order]
    return first, second, squared


def nearest_pair(left: FloatArray, right: FloatArray) -> tuple[int, int]:
    """Return the rows of the two points, one of each set, that are nearest to each other; the first of equal ones.

    Parameters
    ----------
    left, right
        (l, 3) and (r, 3) angstrom, neither empty.
    """
    rows = max(1, _MATRIX_SIZE // len(right))
    best = (float("inf"), 0, 0)
    for start in range(0, len(left), rows):
        squared = ((left[start : start + rows, None] - right) ** 2).sum(axis=2)
        row, column = divmod(int(squared.argmin()), len(right))
        if squared[row, column] < best[0]:
            best = (float(squared[row, column]), start + row, column)
    return best[1], best[2]
