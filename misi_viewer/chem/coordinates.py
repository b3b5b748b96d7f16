"""Coordinates from text, with the place of the first bad one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.errors import ReadError

__all__ = ["LARGEST_COORDINATE", "check_coordinates", "parse_coordinates"]

LARGEST_COORDINATE: Final = 1e6
"""Angstrom; nothing real is farther from the origin."""


def parse_coordinates(
    path: Path, fields: Sequence[Sequence[str]], lines: Sequence[int] | None = None
) -> NDArray[np.float64]:
    """Turn rows of three texts into an (n, 3) array, angstrom.

    Parameters
    ----------
    path
        The file, for the message.
    fields
        n rows of x, y, z as text.
    lines
        Line number of each row, where the format has lines.

    Raises
    ------
    ReadError
        At the first coordinate that is not a finite number of sensible size.
    """
    try:
        coordinates = np.array(fields, dtype=np.float64).reshape(-1, 3)
    except ValueError:
        coordinates = np.array([[_number(text) for text in row] for row in fields]).reshape(-1, 3)
    check_coordinates(path, coordinates, fields, lines)
    return coordinates


def check_coordinates(
    path: Path,
    coordinates: NDArray[np.float64],
    fields: Sequence[Sequence[str]] | None = None,
    lines: Sequence[int] | None = None,
) -> None:
    """Raise ReadError where a coordinate is not finite or beyond any sense; arguments as in `parse_coordinates`."""
    with np.errstate(invalid="ignore"):
        good = np.abs(coordinates) < LARGEST_COORDINATE
    if good.all():
        return
    row, axis = (int(i) for i in np.argwhere(~good)[0])
    text = fields[row][axis].strip() if fields is not None else str(coordinates[row, axis])
    what = f'"{text[:20]}"' if text else "missing"
    place = None if lines is None else lines[row]
    raise ReadError(path, f"the {'xyz'[axis]} coordinate of atom {row + 1} is {what}, which is no usable number", place)


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
