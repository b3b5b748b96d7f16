"""Van der Waals radii (spec style.md section 3)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.elements import COVALENT_RADII, atomic_number
from misi_viewer.chem.idatm import TYPES, Geometry, atom_types
from misi_viewer.chem.structure import Structure

__all__ = ["van_der_waals_radii"]

FloatArray = NDArray[np.float64]

_MOST_BONDS = 16
_UNKNOWN = 1.8

_H, _C, _N, _O, _P, _S = 1, 6, 7, 8, 15, 16

_SATURATED = {_H: 1.00, _C: 1.70, _N: 1.625, _P: 1.871, _S: 1.782}
"""Of atoms with all the neighbours that their type expects, where hydrogens are present."""

_SATURATED_O = {Geometry.TETRAHEDRAL: 1.50}
_OTHER_SATURATED_O = 1.48

_PLAIN = {_H: 1.00, _N: 1.64, _P: 2.10, _S: 1.77}
_HALIDES = {"F": 1.33, "Cl": 1.81, "Br": 1.96, "I": 2.20}

_IONS = """
    Li 0.59 5:0.76 8:0.92, Be 0.27 5:0.45, Na 0.99 5:1.02 8:1.18 9:1.24 12:1.39, Mg 0.57 5:0.72 8:0.89,
    Al 0.39 5:0.48 6:0.54, K 1.37 5:1.38 10:1.51 12:1.64, Ca 1.00 8:1.12 10:1.23 12:1.34, Sc 0.75 8:0.87, Ti 0.86,
    V 0.79, Cr 0.73, Mn 0.66 5:0.83 8:0.96, Fe 0.63 5:0.61 8:0.92, Co 0.56 5:0.65 8:0.90, Ni 0.49 5:0.69,
    Cu 0.57 5:0.73, Zn 0.60 5:0.74 8:0.90, Ga 0.47 5:0.62, Ge 0.73, As 0.58, Se 0.50, Rb 1.52 8:1.61 10:1.66 12:1.72,
    Sr 1.18 8:1.26 10:1.36 12:1.44, Y 0.90 8:1.02 9:1.08, Zr 0.59 5:0.72 8:0.84 9:0.89, Nb 0.72 8:0.79, Mo 0.69,
    Tc 0.65, Ru 0.68, Rh 0.67, Pd 0.64 5:0.86, Ag 0.79 5:0.94, Cd 0.78 5:0.95 8:1.10 12:1.31, In 0.62 5:0.80,
    Sn 0.55 5:0.69 8:0.81, Sb 0.76, Te 0.66 5:0.97, Cs 1.67 8:1.74 10:1.81 12:1.88, Ba 1.35 8:1.42 12:1.61,
    La 1.03 8:1.16 10:1.27 12:1.36, Ce 1.01 8:1.14 10:1.25 12:1.34, Pr 0.99 8:1.13, Nd 0.98 8:1.12 9:1.16 12:1.27,
    Pm 0.97 8:1.09, Sm 1.19 8:1.27, Eu 1.17 8:1.25 10:1.35, Gd 0.94 8:1.05, Tb 0.92 8:1.04, Dy 1.07 8:1.19, Ho 0.901,
    Er 0.89 8:1.00, Tm 1.01 7:1.09, Yb 1.02 8:1.14, Lu 0.86 8:0.97, Hf 0.58 5:0.71 8:0.83, Ta 0.72, W 0.66, Re 0.63,
    Os 0.63, Ir 0.68, Pt 0.60 5:0.80, Au 1.37, Hg 0.69 3:0.96 5:1.02 8:1.14, Tl 1.50 8:1.59 12:1.70,
    Pb 1.19 8:1.29 10:1.40 12:1.49, Bi 0.96 6:1.03 8:1.17, Po 0.97, Fr 1.80, Ra 1.48 10:1.70, Ac 1.12,
    Th 0.94 8:1.05 10:1.13 12:1.21, Pa 1.04, U 1.03, Np 1.01, Pu 1.00, Am 0.98 8:1.09, Cm 0.97, Bk 0.96, Cf 0.95,
    Es 0.835
"""
"""Ionic radii: the first holds from no bond on, the others from the given number of bonds on."""


def _by_bonds() -> FloatArray:
    """Return (256, 17) radii by atomic number and number of bonds, for all that needs no type."""
    table = np.full((256, _MOST_BONDS + 1), _UNKNOWN)
    twice = 2.0 * COVALENT_RADII
    table[: len(twice)] = np.where(twice > 0.0, twice, _UNKNOWN)[:, None]
    for entry in _IONS.split(","):
        symbol, *steps = entry.split()
        for step in steps:
            bonds, _, radius = step.rpartition(":")
            table[atomic_number(symbol), int(bonds or 0) :] = float(radius)
    for symbol, ionic in _HALIDES.items():
        table[atomic_number(symbol), 0] = ionic
    for element, plain in _PLAIN.items():
        table[element] = plain
    table.flags.writeable = False
    return table


_BY_BONDS = _by_bonds()


@lru_cache(maxsize=8)
def van_der_waals_radii(structure: Structure) -> FloatArray:
    """Return (n,) float64 van der Waals radii, angstrom.

    Parameters
    ----------
    structure
        With its hydrogens, if it has any: they tell the united-atom radii from
        the others.
    """
    types = atom_types(structure)
    bonds = np.bincount(structure.bonds.ravel(), minlength=len(structure))
    radii = np.array(_BY_BONDS[structure.elements, np.minimum(bonds, _MOST_BONDS)])
    carbon, oxygen = structure.elements == _C, structure.elements == _O
    radii[carbon] = _plain_carbon(structure, types, bonds)[carbon]
    radii[oxygen] = np.where(types[oxygen] == "O3", 1.46, 1.42)
    if structure.is_hydrogen.any():
        _set_saturated(radii, structure, types, bonds)
    radii.flags.writeable = False
    return radii


def _plain_carbon(structure: Structure, types: NDArray[np.str_], bonds: NDArray[np.intp]) -> FloatArray:
    planar = np.isin(types, ("Car", "C2"))
    beside_hydrogen = np.zeros(len(structure), dtype=np.bool_)
    for one, other in (structure.bonds.T, structure.bonds.T[::-1]):
        beside_hydrogen[one[structure.is_hydrogen[other]]] = True
    return np.where(~planar, 1.88, np.where((bonds < 3) | beside_hydrogen, 1.76, 1.61))


def _set_saturated(radii: FloatArray, structure: Structure, types: NDArray[np.str_], bonds: NDArray[np.intp]) -> None:
    names, which = np.unique(types, return_inverse=True)
    infos = [TYPES.get(str(name)) for name in names]
    expected = np.array([info.substituents if info else _MOST_BONDS + 1 for info in infos], dtype=np.int64)
    of_oxygen = np.array([_SATURATED_O.get(info.geometry, _OTHER_SATURATED_O) if info else _UNKNOWN for info in infos])
    full = bonds >= expected[which]
    for element, radius in _SATURATED.items():
        radii[full & (structure.elements == element)] = radius
    oxygen = full & (structure.elements == _O)
    radii[oxygen] = of_oxygen[which][oxygen]
