"""Molecular surfaces: smooth densities of atoms, cut where they are one.

Each atom adds exp(b (1 - d^2 / r^2)) at a distance d, r being its van der
Waals radius, so that the surface of one atom alone is its sphere (J. F. Blinn,
ACM Trans. Graph. 1, 235, 1982). The cut is found by the dual method of surface
nets (S. F. F. Gibson, MICCAI 1998, 888): one point in each cell of the grid
that the surface passes, the mean of where it crosses the cell's edges.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.arrays import Mesh
from misi_viewer.scene.parts import ShownPart, displayed_atoms
from misi_viewer.scene.radii import van_der_waals_radii
from misi_viewer.scene.shot import Shot

__all__ = ["PendingSurface", "hydrophobicity_colours", "pending_surface", "surface_mesh", "surface_of_balls"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
ColourArray = NDArray[np.uint8]
Kind = TypeVar("Kind", bound=np.generic)
Geometry = tuple[FloatArray, FloatArray, IntArray, IntArray]
"""What `surface_of_balls` returns."""

SHARPNESS = 2.3
"""b above: how closely the surface follows the spheres."""

REACH = 2.0
"""Radii beyond which an atom adds less than a thousandth."""

SPACING = 0.5
"""Angstrom between points of the grid, where that gives no more than `MOST_POINTS`."""

MOST_POINTS = 8_000_000

MOST_KNOWN = 8
"""Surfaces that are remembered; those of undone steps and of complexes beside each other are among them."""

KYTE_DOOLITTLE = {
    "ILE": 4.5, "VAL": 4.2, "LEU": 3.8, "PHE": 2.8, "CYS": 2.5, "MET": 1.9, "ALA": 1.8, "GLY": -0.4, "THR": -0.7,
    "SER": -0.8, "TRP": -0.9, "TYR": -1.3, "PRO": -1.6, "HIS": -3.2, "GLU": -3.5, "GLN": -3.5, "ASP": -3.5,
    "ASN": -3.5, "LYS": -3.9, "ARG": -4.5,
}  # fmt: skip
"""Hydropathy of residues (J. Kyte, R. F. Doolittle, J. Mol. Biol. 157, 105, 1982)."""

MOST_HYDROPATHY = 4.5
WATER_LOVING, NEUTRAL, WATER_SHY = (0x2B, 0x6C, 0xB0), (0xF7, 0xF7, 0xF7), (0xC9, 0x7B, 0x12)
"""Blue over white to ochre, which the colour-blind can tell apart."""


def surface_mesh(complex_: Complex, shot: Shot, parts: tuple[ShownPart, ...], colours: ColourArray) -> Mesh:
    """Return the surface that a shot shows; nothing where its part is not displayed.

    Parameters
    ----------
    complex_, shot
        Whose surface it is, of which part, how coloured, how opaque.
    parts
        What is displayed.
    colours
        (n, 3) of the displayed atoms, the parts' one after the other.
    """
    contents, part = shot.surface, _surface_part(shot, parts)
    if contents is None or part is None:
        return Mesh.empty()
    points, normals, triangles, nearest = PendingSurface(complex_, part).compute()
    if part.pose is not None:
        points, normals = part.pose.to_scene(points), normals @ part.pose.axes.T
    if contents.colour == "hydrophobicity":
        own = hydrophobicity_colours(part)
    else:
        own = np.split(colours, np.cumsum([len(one.rows) for one in parts]))[parts.index(part)]
    return Mesh(points, normals, own[nearest], triangles, contents.opacity)


def pending_surface(complex_: Complex, shot: Shot) -> PendingSurface | None:
    """Return what is to be computed before `surface_mesh` has a shot's surface at once; None for nothing."""
    part = _surface_part(shot, displayed_atoms(complex_, shot).parts) if shot.surface else None
    if part is None:
        return None
    pending = PendingSurface(complex_, part)
    return None if _KNOWN.get(pending) else pending


def _surface_part(shot: Shot, parts: Iterable[ShownPart]) -> ShownPart | None:
    return next((part for part in parts if shot.surface and part.name == shot.surface.of), None)


class PendingSurface:
    """The surface of some atoms; equal where that is the same. Where commands put the ligand is of no account."""

    def __init__(self, complex_: Complex, part: ShownPart) -> None:
        self._key = id(complex_), part.name, part.rows.tobytes()
        self._complex = complex_  # keeps the id from being given to another one
        self._part = part

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PendingSurface) and self._key == other._key

    def compute(self) -> Geometry:
        """Return it in its file's coordinates, and remember it."""
        known = _KNOWN.get(self)
        if known is not None:
            return known
        structure, rows = self._part.structure, self._part.rows
        made = surface_of_balls(structure.coordinates[rows], van_der_waals_radii(structure)[rows])
        _KNOWN.put(self, made)
        return made


class _Memory:
    """The surfaces that were asked for last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[PendingSurface, Geometry] = {}
        self._lock = threading.Lock()

    def get(self, key: PendingSurface) -> Geometry | None:
        """Return what was put under a key, if it is still there."""
        with self._lock:
            found = self._kept.pop(key, None)
            if found is not None:
                self._kept[key] = found
        return found

    def put(self, key: PendingSurface, geometry: Geometry) -> None:
        """Keep what belongs to a key, and forget what was not asked for the longest time."""
        with self._lock:
            self._kept[key] = geometry
            while len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]


_KNOWN = _Memory(MOST_KNOWN)


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
    steps = np.eye(3)
    normals = np.column_stack([_between(density, points - step) - _between(density, points + step) for step in steps])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1.0e-12)
    places = np.rint(points).astype(np.int64)
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
        away = (np.arange(low[axis], high[axis]) - place[axis] for axis in range(3))
        x, y, z = (np.exp(SHARPNESS * (1.0 / 3.0 - (steps / radius) ** 2)) for steps in away)
        added = x[:, None, None] * (y[:, None] * z)
        box = tuple(slice(low[axis], high[axis]) for axis in range(3))
        density[box] += added
        closer = added > largest[box]
        np.copyto(owner[box], number, where=closer)
        np.copyto(largest[box], added, where=closer)
    return density, owner


def _net(field: FloatArray) -> tuple[FloatArray, IntArray]:
    """Return points, in grid units, and triangles of where a field is 0; it is positive inside."""
    edges = [_crossed(field, axis) for axis in range(3)]
    cells, of = np.unique(np.concatenate([edge.cells.ravel() for edge in edges]), return_inverse=True)
    places = np.concatenate([np.repeat(edge.places, 4, axis=0) for edge in edges])
    sums = np.column_stack([np.bincount(of, weights=values, minlength=len(cells)) for values in places.T])
    quads = of.reshape(-1, 4)
    leaves = np.concatenate([edge.leaves for edge in edges])
    quads = np.where(leaves[:, None], quads, quads[:, ::-1])
    points = sums / np.bincount(of, minlength=len(cells))[:, None]
    return points, np.concatenate([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]])


@dataclass(frozen=True, eq=False, slots=True)
class _Crossed:
    """The grid's edges along one axis that the surface crosses.

    Attributes
    ----------
    places
        (m, 3) where it crosses them, grid units.
    cells
        (m, 4) the cells round each, in turn anticlockwise as seen from the axis' far end.
    leaves
        (m,) whether it is from inside to outside along the axis.
    """

    places: FloatArray
    cells: IntArray
    leaves: NDArray[np.bool_]


def _crossed(field: FloatArray, axis: int) -> _Crossed:
    low, high = _pair(field, axis)
    at = np.argwhere((low > 0.0) != (high > 0.0))
    first, second = low[tuple(at.T)], high[tuple(at.T)]
    places = at.astype(np.float64)
    places[:, axis] += first / (first - second)
    strides = np.array((field.shape[1] * field.shape[2], field.shape[2], 1))
    u, v = strides[(axis + 1) % 3], strides[(axis + 2) % 3]
    return _Crossed(places, (at @ strides)[:, None] - np.array((u + v, v, 0, u)), first > 0.0)


def _pair(values: NDArray[Kind], axis: int) -> tuple[NDArray[Kind], NDArray[Kind]]:
    """Return the values at both ends of each edge along an axis."""
    line = np.moveaxis(values, axis, 0)
    return np.moveaxis(line[:-1], 0, axis), np.moveaxis(line[1:], 0, axis)


def _between(values: FloatArray, points: FloatArray) -> FloatArray:
    """Return (p,) values at points between those of a grid, linearly."""
    low = np.clip(np.floor(points).astype(np.int64), 0, np.array(values.shape) - 2)
    share = points - low
    found: FloatArray = np.zeros(len(points))
    for corner in np.ndindex(2, 2, 2):
        weight = np.where(corner, share, 1.0 - share).prod(axis=1)
        found += weight * values[tuple((low + corner).T)]
    return found
