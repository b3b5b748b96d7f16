"""The IDATM types: geometry and number of substituents (spec idatm.md section 1).

The method is that of E. C. Meng and R. A. Lewis, J. Comput. Chem. 12 (1991) 891,
with ChimeraX's later types.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

__all__ = ["TYPES", "Geometry", "TypeInfo", "geometry_of", "is_planar"]


class Geometry(IntEnum):
    """Directions around an atom; the value is the number of them."""

    UNKNOWN = 0
    SINGLE = 1
    LINEAR = 2
    PLANAR = 3
    TETRAHEDRAL = 4


class TypeInfo(NamedTuple):
    """What a type says: its geometry, and how many atoms it expects bonded to it."""

    geometry: Geometry
    substituents: int


_TABLE = {
    Geometry.SINGLE: "HC 1, H 1, DC 1, D 1",
    Geometry.LINEAR: "C1 2, C1- 1, N1+ 2, N1 1, O1 1, O1+ 1",
    Geometry.PLANAR: "Car 3, C2 3, Cac 3, Npl 3, N2+ 3, N2 2, Ntr 3, Ng+ 3, Oar 2, Oar+ 2, O2 1, O2- 1, S2 1, Sar 2",
    Geometry.TETRAHEDRAL: (
        "C3 4, N3+ 4, N3 3, O3 2, O3- 1, S3+ 3, S3 2, S3- 1, Sac 4, Son 4, Sxd 3, Pac 4, Pox 4, P3+ 4"
    ),
}

# Element symbols serve as types too, but stand for no geometry and are not here.
TYPES: dict[str, TypeInfo] = {
    name: TypeInfo(geometry, int(substituents))
    for geometry, row in _TABLE.items()
    for name, substituents in (entry.split() for entry in row.split(", "))
}


def geometry_of(idatm_type: str) -> Geometry:
    """Return the geometry of a type; UNKNOWN for one that is not in the table."""
    info = TYPES.get(idatm_type)
    return info.geometry if info else Geometry.UNKNOWN


def is_planar(idatm_type: str) -> bool:
    """Return whether a type is planar."""
    info = TYPES.get(idatm_type)
    return info is not None and info.geometry is Geometry.PLANAR
