"""Chemical elements: symbols, covalent radii, metals (spec readers.md sections 5 and 6)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["COVALENT_RADII", "METAL", "SYMBOLS", "atomic_number", "is_metal"]

_TABLE: Final = """
    H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar
    K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr
    Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe
    Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn
    Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og
"""

SYMBOLS: Final[tuple[str, ...]] = ("", *_TABLE.split())
"""Element symbols by atomic number; "" stands at 0, where the element is unknown."""

_RADII: Final = """
    H 0.23, He 0.00, Li 0.68, Be 0.35, B 0.83, C 0.68, N 0.68, O 0.68, F 0.64, Ne 0.00, Na 0.97, Mg 1.10, Al 1.35,
    Si 1.20, P 1.05, S 1.02, Cl 0.99, Ar 0.00, K 1.33, Ca 0.99, Sc 1.44, Ti 1.47, V 1.33, Cr 1.35, Mn 1.35, Fe 1.34,
    Co 1.33, Ni 1.50, Cu 1.52, Zn 1.45, Ga 1.22, Ge 1.17, As 1.21, Se 1.22, Br 1.21, Kr 0.00, Rb 1.47, Sr 1.12, Y 1.78,
    Zr 1.56, Nb 1.48, Mo 1.47, Tc 1.35, Ru 1.40, Rh 1.45, Pd 1.50, Ag 1.59, Cd 1.69, In 1.63, Sn 1.46, Sb 1.46, Te 1.47,
    I 1.40, Xe 0.00, Cs 1.67, Ba 1.34, La 1.87, Ce 1.83, Pr 1.82, Nd 1.81, Pm 1.80, Sm 1.80, Eu 1.99, Gd 1.79, Tb 1.76,
    Dy 1.75, Ho 1.74, Er 1.73, Tm 1.72, Yb 1.94, Lu 1.72, Hf 1.57, Ta 1.43, W 1.37, Re 1.35, Os 1.37, Ir 1.32, Pt 1.50,
    Au 1.50, Hg 1.70, Tl 1.55, Pb 1.54, Bi 1.54, Po 1.68, At 0.00, Rn 0.00, Fr 0.00, Ra 1.90, Ac 1.88, Th 1.79, Pa 1.61,
    U 1.58, Np 1.55, Pu 1.53, Am 1.51
"""

_METAL_RANGES: Final = ((3, 4), (11, 13), (19, 32), (37, 51), (55, 84), (87, 103))

_NUMBERS: Final = {symbol.upper(): number for number, symbol in enumerate(SYMBOLS) if symbol} | {"D": 1, "T": 1}


def atomic_number(symbol: str) -> int:
    """Return the atomic number of a symbol in any case; 0 where there is no such element.

    D and T (deuterium, tritium) count as hydrogen.
    """
    return _NUMBERS.get(symbol.upper(), 0)


def _radii() -> NDArray[np.float64]:
    radii = np.zeros(len(SYMBOLS))
    for entry in _RADII.split(","):
        symbol, radius = entry.split()
        radii[atomic_number(symbol)] = float(radius)
    radii.flags.writeable = False
    return radii


COVALENT_RADII: Final = _radii()
"""(119,) float64 covalent radius by atomic number, angstrom; 0 where an element makes no bonds by distance."""

_METALS: Final = frozenset(number for first, last in _METAL_RANGES for number in range(first, last + 1))


def is_metal(number: int) -> bool:
    """Tell whether an atomic number is a metal (Ge, Sb and Po count; As, Se, Te, B and Si do not)."""
    return int(number) in _METALS


METAL: Final = np.array([is_metal(number) for number in range(len(SYMBOLS))])
"""(119,) True for metals, by atomic number."""
