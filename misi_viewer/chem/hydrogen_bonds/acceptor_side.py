"""The tests that the acceptor's geometry asks for (spec hbonds.md section 5)."""

from __future__ import annotations

from misi_viewer.chem.hydrogen_bonds.acceptor_table import AllAngles, InPlane, PhiPsi, SynAnti, ThetaTau
from misi_viewer.chem.hydrogen_bonds.acceptors import Acceptor
from misi_viewer.chem.hydrogen_bonds.donors import Donor
from misi_viewer.chem.hydrogen_bonds.geometry import phi_at_acceptor, phi_test, tau_test, theta_test
from misi_viewer.chem.hydrogen_bonds.slop import Slop
from misi_viewer.chem.hydrogen_bonds.trace import Trace
from misi_viewer.chem.vectors import Vector, angle_at, cross, dot, squared_distance, subtract

__all__ = ["accepts"]

# How much farther away a sulfur may donate; never relaxed.
SULFUR_COMPENSATION = 0.35


def accepts(acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    """Return whether the donor stands where the acceptor's row wants it."""
    limits = acceptor.row.limits
    if isinstance(limits, SynAnti):
        return _syn_anti(limits, acceptor, donor, slop, trace)
    if isinstance(limits, PhiPsi):
        return _phi_psi(limits.limits, acceptor, donor, slop, trace)
    if isinstance(limits, ThetaTau):
        return _theta_tau(limits, acceptor, donor, slop, trace)
    return _all_angles(limits, acceptor, donor, slop, trace)


def _ends(acceptor: Acceptor, donor: Donor) -> tuple[Vector, Vector]:
    return acceptor.molecule.position(acceptor.atom), donor.molecule.position(donor.atom)


def _within(limit: float, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    compensation = SULFUR_COMPENSATION if donor.element == 16 else 0.0
    return trace.within("distance", squared_distance(*_ends(acceptor, donor)), slop.length(limit + compensation))


def _theta(limit: float, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    accepting, donating = _ends(acceptor, donor)
    return theta_test(donor.hydrogens, donating, accepting, slop.degrees(limit), trace)


def _syn_anti(limits: SynAnti, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    accepting, donating = _ends(acceptor, donor)
    syn, plane = (acceptor.molecule.position(atom) for atom in acceptor.references)
    axis = subtract(plane, accepting)
    normal = cross(axis, subtract(syn, plane))
    on_syn_side = dot(subtract(donating, accepting), cross(normal, axis)) > 0.0
    trace.settled("side", "syn" if on_syn_side else "anti", passed=True)
    side = limits.syn if on_syn_side else limits.anti
    return (
        _within(side.distance, acceptor, donor, slop, trace)
        and phi_test(accepting, (plane, syn), plane, donating, slop.degrees(side.phi), trace)
        and _theta(side.theta, acceptor, donor, slop, trace)
    )


def _phi_psi(limits: InPlane, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    molecule, atom = acceptor.molecule, acceptor.atom
    bonded = acceptor.references or tuple(molecule.neighbours(atom)[:2])
    donating = donor.molecule.position(donor.atom)
    return (
        _within(limits.distance, acceptor, donor, slop, trace)
        and phi_at_acceptor(molecule, atom, bonded, donating, slop.degrees(limits.phi), trace)
        and _theta(limits.theta, acceptor, donor, slop, trace)
    )


def _theta_tau(limits: ThetaTau, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    return (
        _within(limits.distance, acceptor, donor, slop, trace)
        and _upsilon(limits, acceptor, donor, slop, trace)
        and _theta(limits.theta, acceptor, donor, slop, trace)
        and tau_test(
            acceptor.molecule,
            acceptor.atom,
            donor.molecule.position(donor.atom),
            limits.tau,
            limits.symmetry,
            trace,
        )
    )


def _upsilon(limits: ThetaTau, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    """Test the angle from the reference, or from the opposite of any lone pair."""
    molecule = acceptor.molecule
    accepting, donating = _ends(acceptor, donor)
    origins = [molecule.position(atom) for atom in acceptor.references] or molecule.behind_lone_pairs(acceptor.atom)
    if not origins:
        return trace.settled("upsilon", "the acceptor has no lone pair", passed=False)
    least, most = slop.degrees(limits.upsilon_low), -slop.degrees(limits.upsilon_high)
    angles = [angle_at(origin, accepting, donating) for origin in origins]
    best = min(angles, key=lambda angle: max(least - angle, angle - most, 0.0))
    return trace.between("upsilon", best, least, most)


def _all_angles(limits: AllAngles, acceptor: Acceptor, donor: Donor, slop: Slop, trace: Trace) -> bool:
    if not _within(limits.distance, acceptor, donor, slop, trace):
        return False
    accepting, donating = _ends(acceptor, donor)
    molecule = acceptor.molecule
    angles = [angle_at(molecule.position(other), accepting, donating) for other in molecule.neighbours(acceptor.atom)]
    if not angles:
        return trace.settled("angles", "the acceptor has no neighbours", passed=True)
    return trace.at_least("angles", min(angles), slop.degrees(limits.angle))
