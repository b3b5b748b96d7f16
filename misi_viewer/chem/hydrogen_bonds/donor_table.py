"""Which groups donate hydrogen bonds, and the limits of their geometry (spec hbonds.md section 4 and 6).

After J. E. J. Mills and P. M. Dean, J. Comput.-Aided Mol. Des. 10 (1996) 607,
with ChimeraX's later rows. Distances in angstrom, angles in degrees, before
relaxation; a negative upsilon or tau is an upper limit of its magnitude. Each row
has limits for four classes of acceptors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from misi_viewer.chem.hydrogen_bonds.patterns import Pattern

__all__ = [
    "DONOR_GROUPS",
    "DONOR_RINGS",
    "GENERIC_DONORS",
    "GENERIC_DONOR_ANGLE",
    "GENERIC_THETA",
    "GREATEST_REACH",
    "AcceptorClass",
    "ByElement",
    "ByHydrogen",
    "ByUpsilon",
    "DonorLimits",
    "DonorRow",
    "HydrogenLimits",
    "UpsilonLimits",
]


class AcceptorClass(Enum):
    """What the limits of a donor depend on."""

    PLANAR_OXYGEN = "planar oxygen"
    MIXED = "tetrahedral oxygen or planar nitrogen"
    TETRAHEDRAL_NITROGEN = "tetrahedral nitrogen"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class UpsilonLimits:
    """Limits by the heavy atoms.

    Attributes
    ----------
    distance
        Donor to acceptor.
    upsilon_low, upsilon_high
        Angle at the donor from its heavy neighbour.
    theta
        Angle at the hydrogen.
    tau
        Angle about the donor's bond; None: no test.
    lone_pair
        Angle at a tetrahedral nitrogen from the opposite of its lone pair.
    """

    distance: float
    upsilon_low: float
    upsilon_high: float
    theta: float
    tau: float | None
    lone_pair: float | None = None


@dataclass(frozen=True, slots=True)
class HydrogenLimits:
    """Limits by the hydrogens.

    Attributes
    ----------
    distance
        Hydrogen to acceptor.
    theta
        Angle at the hydrogen.
    at_acceptor
        Phi for the mixed class, angle from the opposite of the lone pair for
        tetrahedral nitrogen.
    """

    distance: float
    theta: float
    at_acceptor: float | None = None


@dataclass(frozen=True, slots=True)
class ByUpsilon:
    """Limits by class, and twice the number of references that the test of tau expects."""

    symmetry: int
    limits: Mapping[AcceptorClass, UpsilonLimits]


@dataclass(frozen=True, slots=True)
class ByHydrogen:
    """Limits by class.

    Attributes
    ----------
    limits
        Of the hydrogens.
    without_hydrogens
        Distance of donor and acceptor by class, for a donor whose hydrogens are
        not known; empty if such a donor cannot donate.
    """

    limits: Mapping[AcceptorClass, HydrogenLimits]
    without_hydrogens: Mapping[AcceptorClass, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ByElement:
    """Distances by class: from the hydrogens, and from the donor if their positions are not known."""

    from_hydrogen: Mapping[AcceptorClass, float]
    from_donor: Mapping[AcceptorClass, float]


DonorLimits = ByUpsilon | ByHydrogen | ByElement


@dataclass(frozen=True, eq=False)
class DonorRow:
    """One row of the table.

    Attributes
    ----------
    number
        Its number in the spec, "generic" for what is left.
    group
        What the group is called.
    pattern
        How it is found; None where rings decide.
    donor
        Which of the pattern's atoms donates, counted from 0 as written.
    limits
        The geometry.
    reach
        Farthest distance of donor and acceptor, before relaxation, that is
        examined at all.
    """

    number: str
    group: str
    pattern: Pattern | None = field(repr=False)
    donor: int
    limits: DonorLimits
    reach: float


_CLASSES = (AcceptorClass.PLANAR_OXYGEN, AcceptorClass.MIXED, AcceptorClass.TETRAHEDRAL_NITROGEN)

# Radii and the bond to hydrogen that the spec adds to the reach of a row.
_NITROGEN_RADIUS = 0.68
_SULFUR_RADIUS = 1.02
_HYDROGEN_RADIUS = 0.23

_OTHER_UPSILON = UpsilonLimits(3.42, 90, -161, 125, None)
_OTHER_HYDROGEN = HydrogenLimits(2.48, 132)


def _by_upsilon(
    symmetry: int,
    planar_oxygen: tuple[float, float, float, float, float | None],
    mixed: tuple[float, float, float, float, float | None],
    tetrahedral_nitrogen: tuple[float, float, float, float, float | None, float],
) -> ByUpsilon:
    rows = (
        UpsilonLimits(*planar_oxygen),
        UpsilonLimits(*mixed),
        UpsilonLimits(*tetrahedral_nitrogen),
        _OTHER_UPSILON,
    )
    return ByUpsilon(symmetry, dict(zip(AcceptorClass, rows, strict=True)))


def _by_hydrogen(
    planar_oxygen: tuple[float, float],
    mixed: tuple[float, float, float],
    tetrahedral_nitrogen: tuple[float, float, float],
    other: HydrogenLimits = _OTHER_HYDROGEN,
    without_hydrogens: tuple[float, float, float, float] | None = None,
) -> ByHydrogen:
    rows = (
        HydrogenLimits(*planar_oxygen),
        HydrogenLimits(*mixed),
        HydrogenLimits(*tetrahedral_nitrogen),
        other,
    )
    heavy = dict(zip(AcceptorClass, without_hydrogens, strict=True)) if without_hydrogens else {}
    return ByHydrogen(dict(zip(AcceptorClass, rows, strict=True)), heavy)


def _by_element(from_hydrogen: tuple[float, float, float], from_donor: tuple[float, float, float]) -> ByElement:
    return ByElement(
        dict(zip(AcceptorClass, (*from_hydrogen, 2.48), strict=True)),
        dict(zip(AcceptorClass, (*from_donor, 3.42), strict=True)),
    )


def _reach(limits: DonorLimits) -> float:
    if isinstance(limits, ByUpsilon):
        farthest = max(limits.limits[kind].distance for kind in _CLASSES)
    elif isinstance(limits, ByHydrogen) and limits.without_hydrogens:
        farthest = max(limits.without_hydrogens[kind] for kind in _CLASSES)
    elif isinstance(limits, ByHydrogen):
        farthest = max(limits.limits[kind].distance for kind in _CLASSES) + _NITROGEN_RADIUS + _HYDROGEN_RADIUS
    else:
        raise TypeError("the reach of generic donors is one for all")
    return farthest + _NITROGEN_RADIUS + _HYDROGEN_RADIUS


def _row(number: int, group: str, pattern: str | None, donor: int, limits: DonorLimits) -> DonorRow:
    return DonorRow(str(number), group, Pattern.parse(pattern) if pattern else None, donor, limits, _reach(limits))


_AMINE = _by_upsilon(
    4,
    (3.17, 90, -146, 140, -30),
    (3.17, 90, -146, 140, -22.5),
    (3.17, 113, -161, 125, None, 140),
)

# The first row that claims an atom keeps it.
DONOR_GROUPS: tuple[DonorRow, ...] = (
    _row(
        1,
        "carboxylic acid",
        "O3[Cac,H]",
        0,
        _by_upsilon(2, (2.87, 103, -128, 140, -30), (2.87, 103, -128, 155, -30), (2.87, 103, -128, 140, -30, 150)),
    ),
    _row(2, "amidine", "Npl[C2[sb,sb],H,H]", 0, _AMINE),
    _row(3, "charged guanidine or amidine", "Ng+[C2,H,H]", 0, _AMINE),
    _row(
        4,
        "primary ammonium",
        "N3+[tet,H,H,H]",
        0,
        _by_upsilon(6, (3.17, 90, -136, 140, 20), (3.17, 90, -132, 150, 25), (3.17, 90, -124, 155, 15, 150)),
    ),
    _row(
        5,
        "hydroxyl",
        "O3[tet,H]",
        0,
        _by_upsilon(6, (3.17, 90, -141, 130, None), (3.03, 90, -141, 135, None), (3.03, 100, -132, 145, None, 150)),
    ),
    _row(
        6,
        "primary amide",
        "C2[O2,N[H,H],sb]",
        2,
        _by_upsilon(4, (3.30, 103, -153, 135, -45), (3.30, 109, -141, 140, -30), (3.30, 113, -161, 125, -30, 145)),
    ),
    _row(
        7,
        "aromatic primary amine",
        None,
        0,
        _by_upsilon(
            4,
            (3.30, 100, -146, 145, -37.5),
            (3.30, 103, -146, 140, -37.5),
            # The upper limit is positive in the source: no angle passes.
            (3.42, 90, +161, 125, None, 140),
        ),
    ),
    _row(
        8,
        "phenol",
        "O3[Car,H]",
        0,
        _by_upsilon(
            4,
            (3.03, 103, -136, 145, -37.5),
            (3.03, 103, -136, 150, -45),
            (2.87, 109, -128, 145, -52.5, 150),
        ),
    ),
    _row(
        9,
        "primary amine",
        "N3[tet,H,H]",
        0,
        _by_upsilon(6, (3.30, 90, -128, 150, 30), (3.42, 90, -124, 155, 25), (3.42, 90, -132, 155, 20, 140)),
    ),
    _row(
        10,
        "nitrogen between tetrahedral and planar atom",
        "Npl[tet,planar[tet|H,tet|H],H]",
        0,
        _by_hydrogen((1.92, 146), (1.92, 153, 150), (2.48, 141, 145)),
    ),
    _row(
        11, "secondary ammonium", "N3+[tet,tet,H,H]", 0, _by_hydrogen((2.09, 141), (2.09, 141, 155), (2.48, 141, 145))
    ),
    _row(
        12,
        "water",
        "O[H,H]",
        0,
        _by_hydrogen(
            (2.36, 146), (2.23, 146, 140), (2.23, 146, 150), HydrogenLimits(2.36, 146), (3.27, 3.14, 3.14, 3.27)
        ),
    ),
    _row(13, "secondary amide", "C2[O2,N[tet,H],sb]", 2, _by_hydrogen((2.23, 146), (2.23, 146, 140), (2.36, 141, 145))),
    _row(
        14, "tertiary ammonium", "N3+[tet,tet,tet,H]", 0, _by_hydrogen((1.92, 146), (2.09, 146, 140), (2.48, 141, 145))
    ),
    _row(15, "imine", "N2[planar,H]", 0, _by_hydrogen((2.23, 132), (2.36, 146, 140), (2.48, 141, 145))),
    _row(16, "secondary amine", "N3[tet,tet,H]", 0, _by_hydrogen((2.36, 141), (2.48, 146, 150), (2.48, 153, 155))),
)

# Claimed by ring size, after all groups.
DONOR_RINGS: dict[int, DonorRow] = {
    5: _row(
        17,
        "planar nitrogen of a five-membered ring",
        None,
        0,
        _by_hydrogen((2.09, 146), (2.09, 141, 140), (2.48, 141, 145)),
    ),
    6: _row(
        18,
        "planar nitrogen of an aromatic six-membered ring",
        None,
        0,
        _by_hydrogen((2.23, 136), (2.23, 141, 150), (2.48, 141, 145)),
    ),
}

# No row reaches farther.
GREATEST_REACH = 3.65 + _SULFUR_RADIUS + _HYDROGEN_RADIUS

# Angles of donors that are judged by element: at the donor from each heavy neighbour, and at the hydrogen.
GENERIC_DONOR_ANGLE = 90.0
GENERIC_THETA = 130.0


def _generic(group: str, limits: DonorLimits) -> DonorRow:
    return DonorRow("19", f"{group} outside known groups", None, 0, limits, GREATEST_REACH)


GENERIC_DONORS: dict[str, DonorRow] = {
    "planar nitrogen with two heavy neighbours": _generic(
        "planar nitrogen", _by_hydrogen((2.23, 136), (2.23, 141, 140), (2.46, 136, 140))
    ),
    "planar nitrogen with one heavy neighbour": _generic(
        "planar nitrogen",
        _by_upsilon(4, (3.30, 90, -153, 135, -45), (3.30, 90, -146, 140, -37.5), (3.40, 108, -166, 125, -35, 140)),
    ),
    "oxygen": _generic("oxygen", _by_element((2.41, 2.28, 2.28), (3.27, 3.14, 3.14))),
    "nitrogen": _generic("nitrogen", _by_element((2.36, 2.48, 2.48), (3.30, 3.42, 3.42))),
    "sulfur": _generic("sulfur", _by_element((2.42, 2.42, 2.42), (3.65, 3.65, 3.65))),
}
