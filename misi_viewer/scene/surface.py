"""Molecular surfaces: smooth densities of atoms, cut where they are one.

Each atom adds exp(b (1 - d^2 / r^2)) at a distance d, r being its van der
Waals radius, so that the surface of one atom alone is its sphere (J. F. Blinn,
ACM Trans. Graph. 1, 235, 1982). The cut is found by the dual method of surface
nets (S. F. F. Gibson, MICCAI 1998, 888): one point in each cell of the grid
that the surface passes, the mean of where it crosses the cell's edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.arrays import Mesh
from misi_viewer.scene.parts import ShownPart
from misi_viewer.scene.radii import van_der_waals_radii
from misi_viewer.scene.shot_surface import Surface

__all__ = ["hydrophobicity_colours", "surface_mesh", "surface_of_balls"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
ColourArray = NDArray[np.uint8]
Kind = TypeVar("Kind", bound=np.generic)

SHARPNESS = 2.3
"""b above: how closely the surface follows the spheres."""

REACH = 2.0
"""Radii beyond which an atom adds less than a thousandth."""

SPACING = 0.5
"""Angstrom between points of the grid, where that gives no more than `MOST_POINTS`."""

MOST_POINTS = 8_000_000

KYTE_DOOLITTLE = {
    "ILE": 4.5, "VAL": 4.2, "LEU": 3.8, "PHE": 2.8, "CYS": 2.5, "MET": 1.9, "ALA": 1.8, "GLY": -0.4, "THR": -0.7,
    "SER": -0.8, "TRP": -0.9, "TYR": -1.3, "PRO": -1.6, "HIS": -3.2, "GLU": -3.5, "GLN": -3.5, "ASP": -3.5,
    "ASN": -3.5, "LYS": -3.9, "ARG": -4.5,
}  # fmt: skip
"""Hydropathy of residues (J. Kyte, R. F. Doolittle, J. Mol. Biol. 157, 105, 1982)."""

MOST_HYDROPATHY = 4.5
WATER_LOVING, NEUTRAL, WATER_SHY = (0x2B, 0x6C, 0xB0), (0xF7, 0xF7, 0xF7), (0xC9, 0x7B, 0x12)
"""Blue over white to ochre, which the colour-blind can tell apart."""


def surface_mesh(complex_: Complex, contents: Surface, parts: tuple[ShownPart, ...], colours: ColourArray) -> Mesh:
    """Return the surface of a part of what is displayed.

    Parameters
    ----------
    complex_
        Whose surface it is.
    contents
        Of which part, how coloured, how opaque.
    parts
        What is displayed.
    colours
        (n, 3) of the displayed atoms, the parts' one after the other.
    """
    start = 0
    for part in parts:
        count = len(part.rows)
        if part.name == contents.of:
            own = colours[start : start + count]
            if contents.colour == "hydrophobicity":
                own = hydrophobicity_colours(part)
            points, normals, triangles, nearest = _geometry(_Key(complex_, part))
            return Mesh(points, normals, own[nearest], triangles, contents.opacity)
        start += count
    return Mesh.empty()


class _Key:
    """What a surface's geometry depends on, to be remembered by."""

    def __init__(self, complex_: Complex, part: ShownPart) -> None:
        self.part = part
        pose = None if part.pose is None else part.pose.matrix.tobytes()
        self._key = id(complex_), part.name, part.rows.tobytes(), pose
        self._complex = complex_  # keeps the id from being given to another one

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._key == other._key


@lru_cache(maxsize=4)
def _geometry(key: _Key) -> tuple[FloatArray, FloatArray, IntArray, IntArray]:
    part = key.part
    return surface_of_balls(part.coordinates, van_der_waals_radii(part.structure)[part.rows])


def hydrophobicity_colours(part: ShownPart) -> ColourArray:
    """Return (k, 3) colours of displayed atoms by their residues' hydropathy; unknown residues are neutral."""
    names = part.structure.residues.names[part.structure.residue_of_atom[part.rows]]
    value = np.array([KYTE_DOOLITTLE.get(str(name).strip().upper(), 0.0) for name in names]) / MOST_HYDROPATHY
    ends = np.where(value[:, None] > 0.0, WATER_SHY, WATER_LOVING)
    share = np.abs(value)[:, None]
    return np.asarray(np.rint(share * ends + (1.0 - share) * np.array(NEUTRAL)), dtype=np.uint8)


def surface_of_balls(
    centres: FloatArray, radii: FloatArray, spacing: float = SPACING
) -> tuple[FloatArray, FloatArray, IntArray, IntArray]:
    """Return the surface of some balls.

    Parameters
    ----------
    centres
        (n, 3) angstrom.
    radii
        (n,) angstrom.
    spacing
        Of the grid, angstrom; larger where there would be too many points.

    Returns
    -------
    points
        (p, 3) angstrom.
    normals
        (p, 3) of length 1, outwards.
    triangles
        (t, 3) rows of `points`, anticlockwise as seen from outside.
    nearest
        (p,) the ball that each point is of.
    """
    if not len(centres):
        return np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3), dtype=np.int64), np.empty(0, dtype=np.int64)
    grid = _Grid.round(centres, radii, spacing)
    density, owner = _densities(grid, centres, radii)
    points, triangles = _net(density - 1.0)
    slopes = np.stack([np.gradient(density, axis=axis) for axis in range(3)], axis=-1)
    places = np.rint(points).astype(np.int64)
    normals = -_between(slopes, points)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1.0e-12)
    return grid.origin + points * grid.spacing, normals, triangles, owner[tuple(places.T)]


@dataclass(frozen=True, slots=True)
class _Grid:
    origin: FloatArray
    spacing: float
    shape: tuple[int, int, int]

    @classmethod
    def round(cls, centres: FloatArray, radii: FloatArray, spacing: float) -> _Grid:
        """Return a grid with room round the surface."""
        margin = REACH * float(radii.max()) + 2.0 * spacing
        origin = centres.min(axis=0) - margin
        size = centres.max(axis=0) + margin - origin
        while np.prod(size / spacing + 1.0) > MOST_POINTS:
            spacing *= 1.26
        if not np.isfinite(size).all():
            raise UserError("A surface cannot be drawn round atoms without coordinates.")
        shape = tuple(int(count) for count in np.ceil(size / spacing) + 1)
        return cls(origin, spacing, (shape[0], shape[1], shape[2]))


def _densities(grid: _Grid, centres: FloatArray, radii: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return the density at each point of a grid, and the ball that adds most to it."""
    density = np.zeros(grid.shape)
    largest = np.zeros(grid.shape)
    owner = np.zeros(grid.shape, dtype=np.int64)
    places = (centres - grid.origin) / grid.spacing
    for number, (place, radius) in enumerate(zip(places, radii / grid.spacing, strict=True)):
        low = np.maximum(np.ceil(place - REACH * radius).astype(int), 0)
        high = np.minimum(np.floor(place + REACH * radius).astype(int) + 1, grid.shape)
        x, y, z = (np.arange(low[axis], high[axis]) - place[axis] for axis in range(3))
        squares = (x * x)[:, None, None] + (y * y)[None, :, None] + (z * z)[None, None, :]
        added = np.exp(SHARPNESS * (1.0 - squares / (radius * radius)))
        box = tuple(slice(low[axis], high[axis]) for axis in range(3))
        density[box] += added
        closer = added > largest[box]
        owner[box][closer] = number
        largest[box][closer] = added[closer]
    return density, owner


def _net(field: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return points, in grid units, and triangles of where a field is 0; it is positive inside."""
    inside = field > 0.0
    sums = np.zeros((*(count - 1 for count in field.shape), 3))
    counts = np.zeros(sums.shape[:3], dtype=np.int64)
    for axis in range(3):
        _add_crossings(field, inside, axis, sums, counts)
    cells = np.flatnonzero(counts)
    points = sums.reshape(-1, 3)[cells] / counts.reshape(-1)[cells, None]
    number = np.full(counts.size, -1, dtype=np.int64)
    number[cells] = np.arange(len(cells))
    quads = np.concatenate([_quads(inside, axis, number.reshape(counts.shape)) for axis in range(3)])
    return points, np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


def _add_crossings(field: FloatArray, inside: NDArray[np.bool_], axis: int, sums: FloatArray, counts: IntArray) -> None:
    """Add where the surface crosses the grid's edges along an axis to the four cells round each edge."""
    first, second = _pair(field, axis)
    one, other = _pair(inside, axis)
    at = np.argwhere(one != other)
    low, high = first[tuple(at.T)], second[tuple(at.T)]
    crossing = at.astype(np.float64)
    crossing[:, axis] += low / (low - high)
    for cell in _cells_round(at, axis):
        np.add.at(sums, tuple(cell.T), crossing)
        np.add.at(counts, tuple(cell.T), 1)


def _quads(inside: NDArray[np.bool_], axis: int, number: IntArray) -> IntArray:
    """Return (q, 4) points round each edge along an axis that the surface crosses, anticlockwise from outside."""
    one, other = _pair(inside, axis)
    at = np.argwhere(one != other)
    corners = np.stack([number[tuple(cell.T)] for cell in _cells_round(at, axis)], axis=1)
    leaves = one[tuple(at.T)]  # from inside to outside along the axis
    return np.where(leaves[:, None], corners, corners[:, ::-1])


def _pair(values: NDArray[Kind], axis: int) -> tuple[NDArray[Kind], NDArray[Kind]]:
    """Return the values at both ends of each edge along an axis."""
    return values.take(range(values.shape[axis] - 1), axis), values.take(range(1, values.shape[axis]), axis)


def _cells_round(at: IntArray, axis: int) -> list[IntArray]:
    """Return the four cells round each edge, in turn anticlockwise as seen from the axis' far end."""
    u, v = (axis + 1) % 3, (axis + 2) % 3
    cells = []
    for du, dv in ((1, 1), (0, 1), (0, 0), (1, 0)):
        cell = at.copy()
        cell[:, u] -= du
        cell[:, v] -= dv
        cells.append(cell)
    return cells


def _between(values: FloatArray, points: FloatArray) -> FloatArray:
    """Return (p, c) values at points between those of a grid, (x, y, z, c), linearly."""
    low = np.clip(np.floor(points).astype(np.int64), 0, np.array(values.shape[:3]) - 2)
    share = points - low
    found: FloatArray = np.zeros((len(points), values.shape[3]))
    for corner in np.ndindex(2, 2, 2):
        weight = np.where(corner, share, 1.0 - share).prod(axis=1)
        found += weight[:, None] * values[tuple((low + corner).T)]
    return found
