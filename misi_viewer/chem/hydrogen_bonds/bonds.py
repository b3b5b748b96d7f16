"""Decide about pairs of a donor and an acceptor, and find all bonds between two structures (spec hbonds.md)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np

from misi_viewer.chem.distances import close_pairs
from misi_viewer.chem.hydrogen_bonds.acceptor_side import accepts
from misi_viewer.chem.hydrogen_bonds.acceptors import Acceptor, find_acceptors
from misi_viewer.chem.hydrogen_bonds.donor_side import donates
from misi_viewer.chem.hydrogen_bonds.donor_table import GREATEST_REACH
from misi_viewer.chem.hydrogen_bonds.donors import Donor, find_donors
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import STRICT, Slop
from misi_viewer.chem.hydrogen_bonds.trace import Trace
from misi_viewer.chem.vectors import angle_at, squared_distance

__all__ = ["Bond", "find_bonds", "is_bond"]

# Added to the search where the acceptors' structure has a sulfur that accepts.
SULFUR_COMPENSATION = 0.35
# A metal so close to an acceptor fills the direction to it; neither is relaxed.
METAL_DISTANCE = 4.0
METAL_ANGLE = 45.0


@dataclass(frozen=True, eq=False, slots=True)
class Bond:
    """A hydrogen bond.

    Attributes
    ----------
    donor, acceptor
        Its ends.
    strict
        Whether it needs no relaxation.
    """

    donor: Donor
    acceptor: Acceptor
    strict: bool


def is_bond(donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    """Return whether a donor and an acceptor form a hydrogen bond.

    Parameters
    ----------
    donor, acceptor
        Two different atoms.
    slop
        The relaxation.
    trace
        Takes the steps if it keeps any; the first that fails is the last.
    """
    trace.part = "search"
    if not _is_in_reach(donor, acceptor, slop, trace):
        return False
    trace.part = "acceptor"
    if not accepts(acceptor, donor, slop, trace):
        return False
    trace.part = "donor"
    if not donates(donor, acceptor, slop, trace):
        return False
    trace.part = "metal"
    return _is_clear_of_metals(donor, acceptor, trace)


def _is_in_reach(donor: Donor, acceptor: Acceptor, slop: Slop, trace: Trace) -> bool:
    reach = donor.row.reach + (SULFUR_COMPENSATION if acceptor.molecule.has_sulfur_acceptor else 0.0)
    squared = squared_distance(donor.molecule.position(donor.atom), acceptor.molecule.position(acceptor.atom))
    return trace.within("distance", squared, slop.length(reach))


def _is_clear_of_metals(donor: Donor, acceptor: Acceptor, trace: Trace) -> bool:
    molecule = acceptor.molecule
    donating, accepting = donor.molecule.position(donor.atom), molecule.position(acceptor.atom)
    near = [
        metal
        for metal in map(molecule.position, molecule.metals)
        if squared_distance(metal, accepting) <= METAL_DISTANCE**2
    ]
    if not near:
        return True
    narrowest = min(angle_at(donating, accepting, metal) for metal in near)
    return trace.at_least("angle to metal", narrowest, METAL_ANGLE)


def find_bonds(
    first: Molecule,
    second: Molecule,
    slop: Slop,
    *,
    without: Collection[int] = (),
) -> list[Bond]:
    """Return all hydrogen bonds between two structures.

    Parameters
    ----------
    first, second
        The structures, in one frame of coordinates; the same one twice gives the
        bonds inside it.
    slop
        The relaxation.
    without
        Rows of `first` to leave out.

    Returns
    -------
    list of Bond
        Both directions, in the order of rows of `first`, then of `second`.
        A pair that donates both ways is there twice.
    """
    pairs = sorted(pair for pair in _close_polar_pairs(first, second, slop) if pair[0] not in without)
    sides = [(molecule, {pair[side] for pair in pairs}) for side, molecule in enumerate((first, second))]
    donors = [find_donors(molecule, atoms) for molecule, atoms in sides]
    acceptors = [find_acceptors(molecule, atoms) for molecule, atoms in sides]
    directions = ((0, 1),) if first is second else ((0, 1), (1, 0))
    silent = Trace(keep=False)
    found: list[Bond] = []
    for pair in pairs:
        for giving, taking in directions:
            donor, acceptor = donors[giving][pair[giving]], acceptors[taking][pair[taking]]
            if isinstance(donor, Donor) and isinstance(acceptor, Acceptor) and is_bond(donor, acceptor, slop, silent):
                found.append(Bond(donor, acceptor, slop == STRICT or is_bond(donor, acceptor, STRICT, silent)))
    return found


def _close_polar_pairs(first: Molecule, second: Molecule, slop: Slop) -> Iterator[tuple[int, int]]:
    """Yield pairs of nitrogen, oxygen or sulfur from both structures that are in anyone's reach."""
    reach = slop.length(GREATEST_REACH) + SULFUR_COMPENSATION
    rows = [np.flatnonzero(np.isin(molecule.structure.elements, (7, 8, 16))) for molecule in (first, second)]
    places = [molecule.structure.coordinates[polar] for molecule, polar in zip((first, second), rows, strict=True)]
    if not len(rows[0]) or not len(rows[1]):
        return
    for side, other in ((0, 1), (1, 0)):
        low, high = places[other].min(axis=0) - reach, places[other].max(axis=0) + reach
        inside = ((places[side] >= low) & (places[side] <= high)).all(axis=1)
        rows[side], places[side] = rows[side][inside], places[side][inside]
        if not len(rows[side]):
            return
    count = len(rows[0])
    near, far = close_pairs(np.concatenate(places), reach)
    across = (near < count) & (far >= count)
    for a, b in zip(rows[0][near[across]].tolist(), rows[1][far[across] - count].tolist(), strict=True):
        if first is not second or a != b:
            yield a, b
