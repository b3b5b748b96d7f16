"""What is drawn, as plain arrays: the contract between scene and render."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Labels", "Mesh", "Scene", "Segments", "Spheres", "Sticks"]

FloatArray = NDArray[np.float64]
ColourArray = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, slots=True)
class Spheres:
    """Atom balls.

    Attributes
    ----------
    centres
        (s, 3) float64, scene angstrom.
    radii
        (s,) float64, angstrom.
    colours
        (s, 3) uint8.
    atoms
        (s,) int32 row in the scene's atom list, for picking.
    """

    centres: FloatArray
    radii: FloatArray
    colours: ColourArray
    atoms: NDArray[np.int32]


@dataclass(frozen=True, eq=False, slots=True)
class Sticks:
    """Bonds, each drawn as two half sticks that meet at the midpoint.

    Attributes
    ----------
    starts, ends
        (b, 3) float64, scene angstrom.
    radii
        (b,) float64, angstrom.
    start_colours, end_colours
        (b, 3) uint8, each for the half at that end.
    atoms
        (b, 2) int32 rows in the scene's atom list, for picking.
    lines
        (b,) whether it is drawn as a line of one pixel; `spheres` then has its
        ends only where they are not wire.
    """

    starts: FloatArray
    ends: FloatArray
    radii: FloatArray
    start_colours: ColourArray
    end_colours: ColourArray
    atoms: NDArray[np.int32]
    lines: NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class Segments:
    """Capped cylinders of one colour each: the dashes of hydrogen bonds and chain breaks.

    Attributes
    ----------
    starts, ends
        (d, 3) float64, scene angstrom.
    radii
        (d,) float64, angstrom.
    colours
        (d, 3) uint8.
    """

    starts: FloatArray
    ends: FloatArray
    radii: FloatArray
    colours: ColourArray


@dataclass(frozen=True, eq=False, slots=True)
class Labels:
    """Texts that always face the viewer, drawn last and in this order.

    The lower left corner of a label is ``anchors`` (scene) moved by
    ``offsets`` (camera axes); its height is ``height`` (spec labels.md 2).

    Attributes
    ----------
    texts
        l strings.
    anchors
        (l, 3) float64, scene angstrom.
    offsets
        (l, 3) float64, angstrom along the camera's right, up and back axes.
    colours
        (l, 3) uint8.
    height
        Angstrom.
    """

    texts: tuple[str, ...]
    anchors: FloatArray
    offsets: FloatArray
    colours: ColourArray
    height: float


@dataclass(frozen=True, eq=False, slots=True)
class Mesh:
    """A surface.

    Attributes
    ----------
    points
        (p, 3) float64, scene angstrom.
    normals
        (p, 3) float64, of length 1, outwards.
    colours
        (p, 3) uint8.
    triangles
        (t, 3) int64 rows of `points`.
    opacity
        0 to 1.
    """

    points: FloatArray
    normals: FloatArray
    colours: ColourArray
    triangles: NDArray[np.int64]
    opacity: float = 1.0

    @classmethod
    def empty(cls) -> Mesh:
        """Return a surface of nothing."""
        nothing = np.empty((0, 3))
        return cls(nothing, nothing, np.empty((0, 3), dtype=np.uint8), np.empty((0, 3), dtype=np.int64))


@dataclass(frozen=True, eq=False, slots=True)
class Scene:
    """All that is displayed of one complex, ligand commands applied.

    Attributes
    ----------
    spheres, sticks, segments, labels
        The drawables.
    surface
        None for none.
    """

    spheres: Spheres
    sticks: Sticks
    segments: Segments
    labels: Labels
    surface: Mesh | None = None
