"""Which groups accept hydrogen bonds, and the limits of their geometry (spec hbonds.md section 3).

After J. E. J. Mills and P. M. Dean, J. Comput.-Aided Mol. Des. 10 (1996) 607,
with ChimeraX's later rows. Distances in angstrom between donor and acceptor,
angles in degrees, before relaxation. A negative upsilon or tau is an upper limit
of its magnitude.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from misi_viewer.chem.hydrogen_bonds.patterns import Pattern

__all__ = [
    "ACCEPTOR_GROUPS",
    "ACCEPTOR_RINGS",
    "GENERIC_ACCEPTORS",
    "AcceptorLimits",
    "AcceptorRow",
    "AllAngles",
    "InPlane",
    "PhiPsi",
    "SynAnti",
    "ThetaTau",
]


@dataclass(frozen=True, slots=True)
class InPlane:
    """Limits of distance, of the angle in the acceptor's plane (phi), and at the hydrogen (theta)."""

    distance: float
    phi: float
    theta: float


@dataclass(frozen=True, slots=True)
class SynAnti:
    """Limits that differ on the two sides of an acceptor; references are the syn atom and the plane atom."""

    syn: InPlane
    anti: InPlane


@dataclass(frozen=True, slots=True)
class PhiPsi:
    """Limits with a plane; references are up to two atoms bonded to the acceptor."""

    limits: InPlane


@dataclass(frozen=True, slots=True)
class ThetaTau:
    """Limits without a plane; the reference is the atom that upsilon is measured from, or the lone pairs.

    Attributes
    ----------
    tau
        Lower limit (positive) of the torsion-like angle; never relaxed. None: no test.
    symmetry
        Twice the number of references that the test of tau expects.
    """

    distance: float
    upsilon_low: float
    upsilon_high: float
    theta: float
    tau: float | None = None
    symmetry: int = 0


@dataclass(frozen=True, slots=True)
class AllAngles:
    """A distance, and one limit for the angles from all of the acceptor's neighbours to the donor."""

    distance: float
    angle: float


AcceptorLimits = SynAnti | PhiPsi | ThetaTau | AllAngles


@dataclass(frozen=True, eq=False)
class AcceptorRow:
    """One row of the table.

    Attributes
    ----------
    number
        Its number in the spec, "generic" for what is left.
    group
        What the group is called.
    pattern
        How it is found.
    acceptors
        Which of the pattern's atoms accept (counted from 0 as written), and
        which serve as their references. An empty tuple stands for the
        acceptor's own neighbours or lone pairs.
    limits
        The geometry.
    """

    number: str
    group: str
    pattern: Pattern = field(repr=False)
    acceptors: Mapping[int, tuple[int, ...]]
    limits: AcceptorLimits


def _row(
    number: int, group: str, pattern: str, acceptors: Mapping[int, tuple[int, ...]], limits: AcceptorLimits
) -> AcceptorRow:
    return AcceptorRow(str(number), group, Pattern.parse(pattern), acceptors, limits)


def _syn_anti(*values: float) -> SynAnti:
    return SynAnti(InPlane(*values[:3]), InPlane(*values[3:]))


def _phi_psi(distance: float, phi: float, theta: float) -> PhiPsi:
    return PhiPsi(InPlane(distance, phi, theta))


_NOT_FREE_OXYGEN = "tet!O3-|single"
_ANY_BUT_HYDROGEN = "tet!Sac!Pac|single!H!HC!D"

# The first row that claims an atom keeps it.
ACCEPTOR_GROUPS: tuple[AcceptorRow, ...] = (
    _row(1, "terminal phosphate", "Pac[O3-,O3-,O3-,sb]", {1: (2, 0)}, _syn_anti(3.03, 110, 145, 3.03, 110, 135)),
    _row(
        2,
        "phosphate",
        f"Pac[O3-,O3-,{_NOT_FREE_OXYGEN},{_NOT_FREE_OXYGEN}]",
        {1: (2, 0), 2: (1, 0)},
        _syn_anti(3.03, 110, 145, 3.03, 110, 135),
    ),
    _row(3, "carboxylate", "Cac[O2-,O2-,sb]", {1: (2, 0), 2: (1, 0)}, _syn_anti(3.17, 90, 145, 3.17, 110, 145)),
    _row(4, "thiocarbonyl", "S2[C]", {0: (1,)}, _phi_psi(3.73, 90, 145)),
    _row(5, "carboxylic acid", "C[O2[],O3[H],sb]", {1: (2, 0)}, _syn_anti(3.17, 110, 130, 3.17, 110, 135)),
    _row(6, "amide", "C2[O2,Npl,sb]", {1: (2, 0)}, _syn_anti(3.30, 110, 135, 3.30, 110, 130)),
    _row(7, "ketone or aldehyde", "C2[O2,C,R]", {1: (0,)}, _phi_psi(3.30, 110, 130)),
    _row(8, "ester carbonyl", "C2[O2,O3[tet],C]", {1: (0,)}, _phi_psi(3.17, 110, 135)),
    _row(9, "nitro group", "Ntr[O2-,O2-,sb]", {1: (2, 0), 2: (1, 0)}, _syn_anti(3.42, 90, 145, 3.53, 110, 130)),
    _row(10, "sulfone", "Son[O2,O2,sb,sb]", {1: (2, 0), 2: (1, 0)}, _syn_anti(3.30, 110, 130, 3.30, 120, 135)),
    _row(11, "phosphate ester or hydroxyl", "Pac[O3,O3-,O3-,sb]", {1: (0,)}, ThetaTau(3.03, 103, -146, 145)),
    _row(12, "phosphine oxide", "O2[Pox]", {0: (1,)}, ThetaTau(3.03, 109, -180, 145)),
    _row(13, "sulfoxide", "O2[Sxd]", {0: (1,)}, ThetaTau(3.03, 100, -180, 145)),
    _row(14, "primary amine", "N3[tet,H,H]", {0: (1,)}, ThetaTau(3.03, 103, -180, 155)),
    _row(15, "hydroxyl", f"O3[{_ANY_BUT_HYDROGEN},H]", {0: (1,)}, ThetaTau(3.03, 100, -161, 145)),
    _row(16, "sulfate ester or hydroxyl", "Sac[O3-,O3-,O3[any!Pac],sb]", {3: (0,)}, ThetaTau(3.17, 103, -180, 150)),
    _row(17, "tertiary amine", "N3[tet,tet,tet]", {0: ()}, ThetaTau(3.17, 153, -180, 145)),
    _row(18, "nitrile", "N1[C1]", {0: (1,)}, ThetaTau(3.30, 153, -180, 150)),
    _row(19, "secondary amine", "N3[tet,tet,H]", {0: ()}, ThetaTau(3.30, 153, -180, 145)),
    _row(20, "phenol", "O3[Car,H]", {0: (1,)}, ThetaTau(3.17, 100, -153, 150)),
    _row(21, "aniline", "Npl|N3[Car,H,H]", {0: (1,)}, ThetaTau(3.42, 90, -137, 140, tau=37.5, symmetry=4)),
    _row(22, "water", "O[H,H]", {0: ()}, _phi_psi(3.03, 120, 145)),
)

_ANY = Pattern.parse("any")


def _ring_row(number: int, group: str, limits: AcceptorLimits) -> AcceptorRow:
    return AcceptorRow(str(number), group, _ANY, {}, limits)


# Claimed by ring membership, after all groups.
ACCEPTOR_RINGS: dict[str, AcceptorRow] = {
    "ether": _ring_row(23, "ether outside rings", _phi_psi(3.42, 140, 140)),
    "imine": _ring_row(24, "imine outside rings", _phi_psi(3.42, 140, 140)),
    "symmetric 6": _ring_row(25, "symmetric nitrogen of a six-membered ring", _phi_psi(3.17, 150, 145)),
    "symmetric 5": _ring_row(26, "symmetric nitrogen of a five-membered ring", _phi_psi(3.30, 140, 155)),
    "asymmetric 6": _ring_row(27, "asymmetric nitrogen of a six-membered ring", _phi_psi(3.30, 140, 140)),
    "asymmetric 5": _ring_row(28, "asymmetric nitrogen of a five-membered ring", _phi_psi(3.30, 150, 135)),
    "oxygen 5": _ring_row(29, "oxygen of a five-membered ring", _phi_psi(3.42, 150, 135)),
}


def _generic(group: str, limits: AcceptorLimits) -> AcceptorRow:
    return AcceptorRow("generic", group, _ANY, {}, limits)


# What is left, by type and surroundings (section 3b).
GENERIC_ACCEPTORS: dict[str, AcceptorRow] = {
    "O2- planar": _generic("anionic oxygen on a planar atom", _phi_psi(3.53, 90, 130)),
    "O2- other": _generic("anionic oxygen", AllAngles(3.53, 90)),
    "O2 planar": _generic("double-bonded oxygen on a planar atom", _phi_psi(3.30, 110, 130)),
    "O2 tetrahedral": _generic("double-bonded oxygen on a tetrahedral atom", ThetaTau(3.03, 100, -180, 145)),
    "O other": _generic("oxygen", AllAngles(3.53, 90)),
    "O3 1": _generic("oxygen with one neighbour", ThetaTau(3.17, 100, -161, 145)),
    "O3 2": _generic("oxygen with two neighbours", _phi_psi(3.42, 120, 135)),
    "N2": _generic("double-bonded nitrogen", _phi_psi(3.42, 140, 135)),
    "N3 0": _generic("ammonia", AllAngles(3.42, 90)),
    "N3 1": _generic("tetrahedral nitrogen with one heavy neighbour", ThetaTau(3.13, 98, -180, 150)),
    "N3 2": _generic("tetrahedral nitrogen with two or three heavy neighbours", ThetaTau(3.30, 153, -180, 145)),
    "N1": _generic("triple-bonded nitrogen", ThetaTau(3.40, 136, -180, 145)),
    "S2": _generic("double-bonded sulfur", _phi_psi(3.83, 85, 140)),
    "S other": _generic("aromatic or anionic sulfur", AllAngles(3.83, 85)),
}
