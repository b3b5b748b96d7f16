"""The angle tests that acceptor and donor side share (spec hbonds.md section 5 and 6)."""

from __future__ import annotations

from collections.abc import Sequence

from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.trace import Trace
from misi_viewer.chem.vectors import Vector, angle_at, cross, dot, mean, scaled, subtract, unit

__all__ = ["phi_at_acceptor", "phi_test", "tau_test", "theta_test"]


def theta_test(hydrogens: Sequence[Vector], donor: Vector, acceptor: Vector, limit: float, trace: Trace) -> bool:
    """Test the angle at the hydrogen: that of the straightest one counts, unknown ones pass."""
    if not hydrogens:
        return trace.settled("theta", "the positions of the donor's hydrogens are not known", passed=True)
    widest = max(angle_at(acceptor, hydrogen, donor) for hydrogen in hydrogens)
    return trace.at_least("theta", widest, limit)


def phi_test(
    acceptor: Vector, plane: tuple[Vector, Vector], base: Vector, donor: Vector, limit: float, trace: Trace
) -> bool:
    """Test the angle base - acceptor - donor as seen along the normal of a plane.

    Parameters
    ----------
    acceptor, plane
        Three points that span the plane.
    base, donor
        The ends of the angle; they are projected onto the plane.
    """
    normal = unit(cross(subtract(plane[0], acceptor), subtract(plane[1], acceptor)))
    angle = angle_at(_projected(base, acceptor, normal), acceptor, _projected(donor, acceptor, normal))
    return trace.at_least("phi", angle, limit)


def _projected(point: Vector, origin: Vector, normal: Vector) -> Vector:
    """Return a point moved along a normal into the plane through the origin."""
    return subtract(point, scaled(normal, dot(subtract(point, origin), normal)))


def phi_at_acceptor(
    molecule: Molecule, atom: int, bonded: Sequence[int], donor: Vector, limit: float, trace: Trace
) -> bool:
    """Test phi at an acceptor in the plane of its neighbours.

    Parameters
    ----------
    bonded
        One or two neighbours; with none, phi passes. With one, the plane comes
        from the neighbours of that one.
    """
    position, acceptor = molecule.position, molecule.position(atom)
    points = [position(other) for other in bonded]
    if len(points) == 2:
        return phi_test(acceptor, (points[0], points[1]), mean(points), donor, limit, trace)
    beyond = [other for other in molecule.neighbours(bonded[0]) if other != atom] if bonded else []
    if not beyond:
        return trace.settled("phi", "nothing gives the acceptor a plane", passed=True)
    if len(beyond) > 2:
        return trace.settled("phi", "the acceptor's neighbour has too many neighbours for a plane", passed=False)
    first = position(beyond[0])
    plane = (points[0], first) if len(beyond) == 1 else (first, position(beyond[1]))
    return phi_test(acceptor, plane, points[0], donor, limit, trace)


def tau_test(molecule: Molecule, atom: int, other: Vector, limit: float | None, symmetry: int, trace: Trace) -> bool:
    """Test the angle about the bond of an atom to its first heavy neighbour.

    Parameters
    ----------
    molecule, atom
        The donor, or an aniline that accepts.
    other
        The atom at the other end of the bond.
    limit
        Negative: one reference must lie within its magnitude. Positive: all
        references must lie outside it. None passes.
    symmetry
        Twice the number of references expected. With 4 the hydrogens of the atom
        serve if there are two; else what is around its heavy neighbour does.
    """
    if limit is None:
        return True
    heavy = molecule.heavy_neighbours(atom)
    references = molecule.hydrogen_positions(atom) if symmetry == 4 else []
    if 2 * len(references) != symmetry and heavy:
        references = molecule.surroundings(heavy[0], atom)
    if not references:
        return trace.settled("tau", "nothing to measure it from", passed=True)
    if not heavy or 2 * len(references) != symmetry:
        return trace.settled("tau", f"{len(references)} references where {symmetry // 2} belong", passed=False)
    centre = molecule.position(atom)
    axis = unit(subtract(molecule.position(heavy[0]), centre))
    end = _projected(other, centre, axis)
    angles = [angle_at(end, centre, _projected(point, centre, axis)) for point in references]
    if limit < 0.0:
        return trace.between("tau", min(angles), 0.0, -limit)
    return trace.at_least("tau", min(angles), limit)
