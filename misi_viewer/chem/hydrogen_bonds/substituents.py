"""Where the missing substituents of an atom would stand: hydrogens or lone pairs (spec hbonds.md section 6b)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from misi_viewer.chem.idatm import Geometry
from misi_viewer.chem.vectors import Vector, add, cross, dot, mean, scaled, subtract, unit

__all__ = ["missing_positions"]

_PLANAR_ANGLE = 120.0
_TETRAHEDRAL_ANGLE = 109.5
_HALF_TETRAHEDRAL_ANGLE = 54.75


def missing_positions(
    centre: Vector,
    geometry: Geometry,
    known: Sequence[Vector],
    length: float,
    plane: Sequence[Vector] = (),
) -> list[Vector]:
    """Return the positions that complete the geometry of an atom.

    Parameters
    ----------
    centre
        The atom.
    geometry
        Its geometry; as many positions as its value are filled up.
    known
        Its neighbours.
    length
        Distance of the new positions from the atom, angstrom.
    plane
        For a planar atom with one neighbour: that neighbour's other neighbours
        if it is planar itself; they give the plane.

    Returns
    -------
    list of points
        Empty if nothing is missing.
    """
    found: list[Vector] = []
    filled = list(known)
    while 0 < len(filled) < geometry:
        if geometry is Geometry.LINEAR:
            step = _opposite(centre, filled)
        elif geometry is Geometry.PLANAR:
            step = _planar(centre, filled, plane)
        else:
            step = _tetrahedral(centre, filled)
        found.append(add(centre, scaled(step, length)))
        filled.append(found[-1])
    if not known and geometry > Geometry.SINGLE:
        first = add(centre, (length, 0.0, 0.0))
        return [first, *missing_positions(centre, geometry, [first], length)]
    return found


def _directions(centre: Vector, known: Sequence[Vector]) -> list[Vector]:
    return [unit(subtract(point, centre)) for point in known]


def _opposite(centre: Vector, known: Sequence[Vector]) -> Vector:
    """Return the direction away from the mean of the bonds."""
    return scaled(unit(mean(_directions(centre, known))), -1.0)


def _planar(centre: Vector, known: Sequence[Vector], plane: Sequence[Vector]) -> Vector:
    if len(known) == 2:
        return _opposite(centre, known)
    if not plane:
        return _beside_bond(centre, known[0], _PLANAR_ANGLE)
    sides = [_in_plane(centre, known[0], point, side) for point, side in zip(plane, (1.0, -1.0), strict=False)]
    return unit(mean(sides))


def _in_plane(centre: Vector, neighbour: Vector, point: Vector, side: float) -> Vector:
    """Return the direction at 120 degrees from a bond, on the same side of it as a point (1) or the other (-1)."""
    bond = unit(subtract(neighbour, centre))
    to_point = subtract(point, centre)
    across = unit(subtract(to_point, scaled(bond, dot(to_point, bond))))
    angle = math.radians(_PLANAR_ANGLE)
    return add(scaled(bond, math.cos(angle)), scaled(across, side * math.sin(angle)))


def _beside_bond(centre: Vector, neighbour: Vector, degrees: float) -> Vector:
    """Return the direction at an angle from a bond, turned about it in a fixed but arbitrary way."""
    a, b, c = unit(subtract(neighbour, centre))
    angle = math.radians(degrees)
    width = math.hypot(a, c)
    across = (-a * b / width, width, -b * c / width) if width > 0.0 else (0.0, 0.0, -b)
    return add(scaled(across, math.sin(angle)), scaled((a, b, c), math.cos(angle)))


def _tetrahedral(centre: Vector, known: Sequence[Vector]) -> Vector:
    bonds = _directions(centre, known)
    if len(bonds) == 1:
        return _beside_bond(centre, known[0], _TETRAHEDRAL_ANGLE)
    if len(bonds) == 2:
        return _beside_two_bonds(*bonds)
    normal = unit(cross(subtract(bonds[1], bonds[0]), subtract(bonds[2], bonds[0])))
    return normal if dot(normal, bonds[0]) < 0.0 else scaled(normal, -1.0)


def _beside_two_bonds(first: Vector, second: Vector) -> Vector:
    """Return the third direction of a tetrahedron.

    On which side of the two bonds it lies is decided by rounding, in single
    precision, of the squared lengths of two vectors of length one.
    """
    back = unit(scaled(add(first, second), -1.0))
    swapped = _single_precision_square(first) > _single_precision_square(second)
    across = unit(cross(first, second) if swapped else cross(second, first))
    angle = math.radians(_HALF_TETRAHEDRAL_ANGLE)
    return add(scaled(back, math.cos(angle)), scaled(across, math.sin(angle)))


def _single_precision_square(vector: Vector) -> np.float32:
    x, y, z = (np.float32(component) for component in vector)
    return np.float32(np.float32(x * x + y * y) + z * z)
