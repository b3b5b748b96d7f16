"""The tests that the donor's geometry asks for (spec hbonds.md section 6)."""

from __future__ import annotations

from misi_viewer.chem.hydrogen_bonds.acceptors import Acceptor
from misi_viewer.chem.hydrogen_bonds.donor_table import (
    GENERIC_DONOR_ANGLE,
    GENERIC_THETA,
    AcceptorClass,
    ByElement,
    ByHydrogen,
    ByUpsilon,
    UpsilonLimits,
)
from misi_viewer.chem.hydrogen_bonds.donors import Donor
from misi_viewer.chem.hydrogen_bonds.geometry import phi_at_acceptor, tau_test, theta_test
from misi_viewer.chem.hydrogen_bonds.slop import Slop
from misi_viewer.chem.hydrogen_bonds.trace import Trace
from misi_viewer.chem.idatm import Geometry
from misi_viewer.chem.vectors import Vector, angle_at, squared_distance

__all__ = ["acceptor_class", "donates"]

# What a sulfur that accepts adds to distances and takes from the generic angle; never relaxed.
SULFUR_COMPENSATION = 0.35
SULFUR_ANGLE = 9.0


def acceptor_class(acceptor: Acceptor) -> AcceptorClass:
    """Return the class of an acceptor that a donor's limits depend on."""
    element, geometry = acceptor.molecule.graph.elements[acceptor.atom], acceptor.molecule.geometry(acceptor.atom)
    if element == 8 and geometry is Geometry.PLANAR:
        return AcceptorClass.PLANAR_OXYGEN
    if (element == 8 and geometry is Geometry.TETRAHEDRAL) or (element == 7 and geometry is Geometry.PLANAR):
        return AcceptorClass.MIXED
    if element == 7 and geometry is Geometry.TETRAHEDRAL:
        return AcceptorClass.TETRAHEDRAL_NITROGEN
    return AcceptorClass.OTHER


def donates(donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    """Return whether the acceptor stands where the donor's row wants it."""
    if acceptor.molecule.geometry(acceptor.atom) is Geometry.UNKNOWN:
        idatm_type = acceptor.molecule.types[acceptor.atom]
        return trace.settled("type", f"nothing is known of the acceptor's type {idatm_type}", passed=False)
    limits = donor.row.limits
    if isinstance(limits, ByUpsilon):
        return _by_upsilon(limits, donor, acceptor, slop, trace)
    if isinstance(limits, ByHydrogen):
        return _by_hydrogen(limits, donor, acceptor, slop, trace)
    return _by_element(limits, donor, acceptor, slop, trace)


def _ends(donor: Donor, acceptor: Acceptor) -> tuple[Vector, Vector]:
    return donor.molecule.position(donor.atom), acceptor.molecule.position(acceptor.atom)


def _for_sulfur(acceptor: Acceptor, value: float) -> float:
    return value if acceptor.molecule.graph.elements[acceptor.atom] == 16 else 0.0


def _theta(limit: float, donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    return theta_test(donor.hydrogens, *_ends(donor, acceptor), slop.degrees(limit), trace)


def _by_hydrogen(limits: ByHydrogen, donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    kind = acceptor_class(acceptor)
    donating, accepting = _ends(donor, acceptor)
    row = limits.limits[kind]
    hydrogens = donor.hydrogens
    if hydrogens:
        nearest = min(squared_distance(hydrogen, accepting) for hydrogen in hydrogens)
        extra = _for_sulfur(acceptor, SULFUR_COMPENSATION) if kind is AcceptorClass.OTHER else 0.0
        if not trace.within("hydrogen distance", nearest, slop.length(row.distance + extra)):
            return False
    elif not limits.without_hydrogens:
        return trace.settled("hydrogens", "the positions of the donor's hydrogens are not known", passed=False)
    else:
        reach = slop.length(limits.without_hydrogens[kind])
        if not trace.within("donor distance", squared_distance(donating, accepting), reach):
            return False
        if kind is AcceptorClass.OTHER:
            return trace.settled("hydrogens", "the positions of the donor's hydrogens are not known", passed=False)
    return _at_acceptor(row.at_acceptor, kind, donor, acceptor, slop, trace) and _theta(
        row.theta, donor, acceptor, slop, trace
    )


def _at_acceptor(
    limit: float | None, kind: AcceptorClass, donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace
) -> bool:
    """Test the angle at an acceptor of the mixed class or at a tetrahedral nitrogen."""
    if limit is None:
        return True
    molecule, atom = acceptor.molecule, acceptor.atom
    donating, accepting = _ends(donor, acceptor)
    if kind is AcceptorClass.MIXED:
        bonded = molecule.neighbours(atom)
        if len(bonded) != 2:
            return True
        return phi_at_acceptor(molecule, atom, bonded, donating, slop.degrees(limit), trace)
    behind = molecule.behind_lone_pairs(atom)
    if not behind:
        return True
    widest = max(angle_at(donating, accepting, point) for point in behind)
    return trace.above("lone pair", widest, slop.degrees(limit))


def _by_upsilon(limits: ByUpsilon, donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    kind = acceptor_class(acceptor)
    row = limits.limits[kind]
    donating, accepting = _ends(donor, acceptor)
    extra = _for_sulfur(acceptor, SULFUR_COMPENSATION) if kind is AcceptorClass.OTHER else 0.0
    return (
        _faces_lone_pair(row, donor, acceptor, slop, trace)
        and trace.within("donor distance", squared_distance(donating, accepting), slop.length(row.distance + extra))
        and _upsilon(row, donor, accepting, slop, trace)
        and _theta(row.theta, donor, acceptor, slop, trace)
        and tau_test(
            donor.molecule,
            donor.atom,
            accepting,
            None if row.tau is None else slop.degrees(row.tau),
            limits.symmetry,
            trace,
        )
    )


def _faces_lone_pair(row: UpsilonLimits, donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    """Test that a tetrahedral nitrogen with two neighbours or more turns a lone pair to the donor."""
    molecule, atom = acceptor.molecule, acceptor.atom
    if row.lone_pair is None or len(molecule.neighbours(atom)) < 2:
        return True
    behind = molecule.behind_lone_pairs(atom)
    if not behind:
        return trace.settled("lone pair", "the acceptor has no lone pair", passed=False)
    donating, accepting = _ends(donor, acceptor)
    widest = max(angle_at(point, accepting, donating) for point in behind)
    return trace.at_least("lone pair", widest, slop.degrees(row.lone_pair))


def _upsilon(row: UpsilonLimits, donor: Donor, accepting: Vector, slop: Slop, trace: Trace) -> bool:
    molecule = donor.molecule
    heavy = molecule.heavy_neighbours(donor.atom)
    if len(heavy) != 1:
        return trace.settled("upsilon", f"the donor has {len(heavy)} heavy neighbours, not one", passed=False)
    angle = angle_at(molecule.position(heavy[0]), molecule.position(donor.atom), accepting)
    return trace.between("upsilon", angle, slop.degrees(row.upsilon_low), -slop.degrees(row.upsilon_high))


def _by_element(limits: ByElement, donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    kind = acceptor_class(acceptor)
    donating, accepting = _ends(donor, acceptor)
    hydrogens = donor.hydrogens
    if hydrogens:
        nearest = min(squared_distance(hydrogen, accepting) for hydrogen in hydrogens)
        near = trace.closer("hydrogen distance", nearest, slop.length(limits.from_hydrogen[kind]))
    else:
        squared = squared_distance(donating, accepting)
        near = trace.within("donor distance", squared, slop.length(limits.from_donor[kind]))
    if not near:
        return False
    molecule = donor.molecule
    heavy = [molecule.position(other) for other in molecule.heavy_neighbours(donor.atom)]
    if heavy:
        narrowest = min(angle_at(point, donating, accepting) for point in heavy)
        limit = slop.degrees(GENERIC_DONOR_ANGLE) - _for_sulfur(acceptor, SULFUR_ANGLE)
        if not trace.at_least("angles", narrowest, limit):
            return False
    return _theta(GENERIC_THETA, donor, acceptor, slop, trace)
