"""Pass 4.5, first half: which rings may be aromatic, and the systems they form (spec idatm.md 4.5 a to c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from misi_viewer.chem.idatm.geometry import Geometry, geometry_of
from misi_viewer.chem.idatm.state import Redo, Typing
from misi_viewer.chem.rings import Ring

__all__ = ["Bond", "OuterOrder", "RingSystem", "candidate_rings", "ring_bonds", "ring_systems"]

Bond = tuple[int, int]

_PLANAR_TYPES = frozenset({"C2", "Npl", "Sar", "Oar", "Oar+", "P", "Car", "N2", "N2+"})
_DOUBTFUL_TYPES = frozenset({"O3", "S3", "N3"})

# Reference lengths of aromatic bonds and the scale of the harmonic measure of
# aromaticity (HOMA, after J. Kruszewski and T. M. Krygowski), spec idatm.md 4.5 a.
_AROMATIC_LENGTHS = {6: 1.38586, 7: 1.34148, 8: 1.265}
_HOMA_SCALE = 792.0
_HOMA_ENOUGH = 0.5
_HOMA_HOPELESS = -35.0


class OuterOrder(IntEnum):
    """Order of a bond that leaves a ring system, or of an inner bond that lies in none of its rings."""

    AMBIGUOUS = 0
    SINGLE = 1
    DOUBLE = 2


@dataclass(slots=True)
class RingSystem:
    """Candidate rings that share bonds.

    Attributes
    ----------
    rings
        Smallest first.
    atoms
        All atoms of the rings, in file order.
    bonds
        The bonds of the rings: what orders are assigned to.
    bonds_at
        Those of each atom.
    squares
        Their squared lengths, square angstrom.
    outer
        For each atom: its bonds that get no order assigned, by the atom at the other end.
    flippable
        (ring atom, outside atom) pairs whose order is doubtful because the
        outside atom has no other neighbour.
    """

    rings: list[Ring]
    atoms: list[int]
    bonds: list[Bond]
    bonds_at: dict[int, list[Bond]]
    squares: dict[Bond, float]
    outer: dict[int, dict[int, OuterOrder]] = field(default_factory=dict)
    flippable: list[Bond] = field(default_factory=list)


def ring_bonds(ring: Ring) -> Iterator[Bond]:
    """Yield the bonds of a ring, the lower atom first."""
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        yield (a, b) if a < b else (b, a)


def candidate_rings(typing: Typing, rings: Iterable[Ring]) -> list[Ring]:
    """Return the rings that may be aromatic; carbons of three-membered rings become C3."""
    candidates = []
    for ring in rings:
        if len(ring) == 3:
            for atom in ring:
                if typing.graph.elements[atom] == 6:
                    typing.types[atom] = "C3"
        elif _may_be_aromatic(typing, ring):
            candidates.append(ring)
    return candidates


def _may_be_aromatic(typing: Typing, ring: Ring) -> bool:
    graph, doubtful = typing.graph, False
    for atom in ring:
        count, idatm_type = len(graph.neighbours[atom]), typing.types[atom]
        if count > 3:
            return False
        if idatm_type in _DOUBTFUL_TYPES or (idatm_type == "C3" and count == 2):
            doubtful = True
        elif idatm_type not in _PLANAR_TYPES:
            return False
    if len(ring) == 5 and 2 <= sum(graph.elements[atom] == 8 for atom in ring) <= 4:
        return False
    return not doubtful or _has_aromatic_lengths(typing, ring)


def _has_aromatic_lengths(typing: Typing, ring: Ring) -> bool:
    graph = typing.graph
    squares = []
    for a, b in ring_bonds(ring):
        first, second = sorted((graph.elements[a], graph.elements[b]))
        if first == 6 and second in _AROMATIC_LENGTHS:
            squares.append((graph.distance(a, b) - _AROMATIC_LENGTHS[second]) ** 2)
    if not squares:
        return False
    homa = 1.0 - _HOMA_SCALE * sum(squares) / len(squares)
    return homa >= _HOMA_ENOUGH or len(ring) * homa >= _HOMA_HOPELESS


def ring_systems(typing: Typing, candidates: list[Ring]) -> list[RingSystem]:
    """Fuse candidate rings that share bonds, and judge the bonds that leave each system."""
    systems = []
    for rings in _fused(candidates):
        atoms = sorted({atom for ring in rings for atom in ring})
        bonds = sorted({bond for ring in rings for bond in ring_bonds(ring)})
        bonds_at = {atom: [bond for bond in bonds if atom in bond] for atom in atoms}
        squares = {bond: typing.graph.distance(*bond) ** 2 for bond in bonds}
        system = RingSystem(rings, atoms, bonds, bonds_at, squares)
        _judge_outer_bonds(typing, system)
        systems.append(system)
    return systems


def _fused(rings: list[Ring]) -> list[list[Ring]]:
    system_of: list[int] = list(range(len(rings)))
    first_with: dict[Bond, int] = {}
    for row, ring in enumerate(rings):
        for bond in ring_bonds(ring):
            other = first_with.setdefault(bond, row)
            old, new = system_of[row], system_of[other]
            if old != new:
                system_of = [new if system == old else system for system in system_of]
    fused: dict[int, list[Ring]] = {}
    for ring, system in zip(rings, system_of, strict=True):
        fused.setdefault(system, []).append(ring)
    return list(fused.values())


def _judge_outer_bonds(typing: Typing, system: RingSystem) -> None:
    members, inner = set(system.atoms), set(system.bonds)
    for atom in system.atoms:
        outer = system.outer[atom] = {}
        for other in typing.graph.neighbours[atom]:
            if other not in members:
                order, flippable = _outer_order(typing, atom, other)
                outer[other] = order
                if flippable:
                    system.flippable.append((atom, other))
            elif (min(atom, other), max(atom, other)) not in inner:
                outer[other] = OuterOrder.AMBIGUOUS


def _outer_order(typing: Typing, atom: int, other: int) -> tuple[OuterOrder, bool]:
    """Return the order of a bond out of the system and whether it may be the other one as well."""
    graph = typing.graph
    alone = len(graph.neighbours[other]) == 1
    if other in typing.ambiguous:
        return OuterOrder.AMBIGUOUS, False
    geometry = geometry_of(typing.types[other])
    if geometry is not Geometry.PLANAR:
        return OuterOrder.SINGLE, geometry is Geometry.TETRAHEDRAL and alone
    if graph.elements[other] == 7:
        return OuterOrder.SINGLE, False
    if alone:
        if graph.elements[atom] == 7 and graph.elements[other] == 8:
            return OuterOrder.SINGLE, False
        return OuterOrder.DOUBLE, True
    return _order_by_surroundings(typing, atom, other), False


def _order_by_surroundings(typing: Typing, atom: int, other: int) -> OuterOrder:
    """Judge a bond to a planar atom by where else that atom can have its double bond."""
    graph = typing.graph
    ambiguous = typing.redo.get(other) is Redo.CARBON_WIDE
    for second in graph.neighbours[other]:
        if second == atom or not typing.planar(second):
            continue
        third = [third for third in graph.neighbours[second] if third != other and typing.planar(third)]
        if not third:
            return OuterOrder.SINGLE
        ambiguous = ambiguous or any(len(graph.neighbours[planar]) > 1 for planar in third)
    return OuterOrder.AMBIGUOUS if ambiguous else OuterOrder.DOUBLE
