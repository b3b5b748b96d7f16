"""Pass 4.5: aromatic rings (spec idatm.md 4.5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from misi_viewer.chem.idatm.bond_orders import (
    Assignment,
    assignments,
    best_assignment,
    is_charged,
    merit,
    orders_at,
    valence_electrons,
    with_ring_charges,
)
from misi_viewer.chem.idatm.ring_systems import (
    Bond,
    OuterOrder,
    RingSystem,
    candidate_rings,
    ring_bonds,
    ring_systems,
)
from misi_viewer.chem.idatm.state import Typing
from misi_viewer.chem.rings import Ring, is_aromatic

__all__ = ["aromatic_atoms", "type_rings"]

LARGEST_SYSTEM = 50
# A system with so many doubtful bonds is no ring system of chemistry.
MOST_CHANGES_TRIED = 1024

_DOUBLE_BOND_TO = {8: 1.30, 16: 1.76}
_FLIPPED = {"O3": "O2", "O2": "O3", "S3": "S2", "S2": "S3"}
_TOGGLED = {"C2": "C3", "C3": "C2", "N2": "Npl", "Npl": "N2"}
_OTHER_ORDER = {
    OuterOrder.SINGLE: OuterOrder.DOUBLE,
    OuterOrder.DOUBLE: OuterOrder.SINGLE,
    OuterOrder.AMBIGUOUS: OuterOrder.AMBIGUOUS,
}


@dataclass(frozen=True, slots=True)
class _Solution:
    """The chosen bond orders of a system, and all that valence allows."""

    orders: Assignment
    all_orders: list[Assignment]


def type_rings(typing: Typing, rings: Sequence[Ring]) -> None:
    """Type the atoms of ring systems by the bond orders that fit them best.

    Parameters
    ----------
    rings
        The minimal rings of the residues that no template typed.
    """
    for system in ring_systems(typing, candidate_rings(typing, rings)):
        if len(system.atoms) > LARGEST_SYSTEM:
            _type_huge_system(typing, system)
            continue
        solution = _solve(typing, system)
        if solution is not None:
            for ring in system.rings:
                _type_ring(typing, system, ring, solution)


def _type_huge_system(typing: Typing, system: RingSystem) -> None:
    for atom in system.atoms:
        if typing.graph.elements[atom] in (6, 8):
            typing.types[atom] = "Car" if typing.graph.elements[atom] == 6 else "Oar"


def _solve(typing: Typing, system: RingSystem) -> _Solution | None:
    found = assignments(typing, system, charged=False)
    found = with_ring_charges(typing, system, found) if found else assignments(typing, system, charged=True)
    if found:
        return _Solution(best_assignment(typing, system, found), found)
    return _solve_by_flips(typing, system) or _solve_by_toggles(typing, system)


def _solve_by_flips(typing: Typing, system: RingSystem) -> _Solution | None:
    """Try other orders for bonds to terminal atoms, the most doubtful first."""
    graph = typing.graph

    def doubt(bond: Bond) -> float:
        limit = _DOUBLE_BOND_TO.get(graph.elements[bond[1]])
        return abs(graph.distance(*bond) ** 2 - limit**2) if limit else 0.0

    bonds = sorted(system.flippable, key=doubt)
    for charged in (False, True):
        for chosen in islice(_subsets(bonds), MOST_CHANGES_TRIED):
            _change(typing, system, chosen, _FLIPPED)
            found = assignments(typing, system, charged=charged)
            if found:
                return _Solution(best_assignment(typing, system, found), found)
            _change(typing, system, chosen, _FLIPPED)
    return None


def _solve_by_toggles(typing: Typing, system: RingSystem) -> _Solution | None:
    """Retype neighbours that have their type by bond lengths only; as few of them as possible."""
    bonds = [(atom, other) for atom in system.atoms for other in system.outer[atom] if other in typing.redo]
    for charged in (False, True):
        best: tuple[tuple[int, int, float], tuple[Bond, ...], _Solution] | None = None
        for chosen in islice(_subsets(bonds), MOST_CHANGES_TRIED):
            if best is not None and len(chosen) > len(best[1]):
                break
            _change(typing, system, chosen, _TOGGLED)
            found = assignments(typing, system, charged=charged)
            if found:
                orders = best_assignment(typing, system, found)
                value = merit(typing, system, orders)
                if best is None or value < best[0]:
                    best = (value, chosen, _Solution(orders, found))
            _change(typing, system, chosen, _TOGGLED)
        if best is not None:
            _change(typing, system, best[1], _TOGGLED)
            return best[2]
    return None


def _subsets(bonds: Sequence[Bond]) -> Iterator[tuple[Bond, ...]]:
    """Yield the subsets that are not empty, small ones first."""
    for size in range(1, len(bonds) + 1):
        yield from combinations(bonds, size)


def _change(typing: Typing, system: RingSystem, bonds: Sequence[Bond], types: dict[str, str]) -> None:
    """Swap single and double for some outer bonds; done twice it changes nothing."""
    for atom, other in bonds:
        system.outer[atom][other] = _OTHER_ORDER[system.outer[atom][other]]
        typing.set_if_untyped(other, types.get(typing.types[other], typing.types[other]))


def _type_ring(typing: Typing, system: RingSystem, ring: Ring, solution: _Solution) -> None:
    aromatic = _is_aromatic_by_electrons(typing, system, ring, solution)
    if aromatic:
        for atom in ring:
            if typing.graph.elements[atom] != 7:
                _type_aromatic_atom(typing, system, atom, solution.orders)
    for atom in ring:
        if typing.graph.elements[atom] == 7:
            _type_ring_nitrogen(typing, system, atom, solution.orders, aromatic=aromatic)


def _type_aromatic_atom(typing: Typing, system: RingSystem, atom: int, orders: Assignment) -> None:
    element = typing.graph.elements[atom]
    if element == 6:
        typing.types[atom] = "Car"
    elif element == 16:
        typing.types[atom] = "Sar"
    elif element == 8:
        typing.types[atom] = "Oar+" if is_charged(typing, system, orders, atom) else "Oar"


def _type_ring_nitrogen(typing: Typing, system: RingSystem, atom: int, orders: Assignment, *, aromatic: bool) -> None:
    graph = typing.graph
    if len(graph.neighbours[atom]) == 3:
        if aromatic and is_charged(typing, system, orders, atom):
            typing.types[atom] = "N2+"
            for other in graph.neighbours[atom]:
                if graph.elements[other] == 8 and len(graph.neighbours[other]) == 1:
                    typing.set_if_untyped(other, "O3-")
        return
    if len(graph.neighbours[atom]) != 2:
        return
    typing.ring_assigned.add(atom)
    partners = {orders[bond]: typing.types[_other_end(bond, atom)] for bond in system.bonds_at[atom]}
    pyrrole_like = 2 not in partners or (partners[2] == "Car" and partners.get(1) == "C2")
    typing.types[atom] = "Npl" if pyrrole_like else "N2"


def _other_end(bond: Bond, atom: int) -> int:
    return bond[1] if bond[0] == atom else bond[0]


def _is_aromatic_by_electrons(typing: Typing, system: RingSystem, ring: Ring, solution: _Solution) -> bool:
    least = most = 0
    for atom in ring:
        counts = _free_electrons(typing, system, ring, atom, solution)
        if counts is None:
            return False
        least, most = least + counts[0], most + counts[1]
    return any(count % 4 == 2 for count in range(least, most + 1))


def _free_electrons(
    typing: Typing, system: RingSystem, ring: Ring, atom: int, solution: _Solution
) -> tuple[int, int] | None:
    """Return the least and most electrons that an atom gives to a ring, None if it breaks the ring."""
    element, bond_count = typing.graph.elements[atom], len(typing.graph.neighbours[atom])
    electrons = valence_electrons(element)
    if element > 20:
        return 1, 2
    if electrons == 4:
        return None if OuterOrder.DOUBLE in system.outer[atom].values() else (1, 1)
    if electrons == 5 and bond_count == 2:
        return (1, 1) if 2 in orders_at(system, solution.orders, atom) else (2, 2)
    if electrons == 5 and bond_count == 3:
        gives_one = _is_double_outside(system, ring, atom, solution) or is_charged(
            typing, system, solution.orders, atom
        )
        return (1, 1) if gives_one else (2, 2)
    if electrons == 6 and bond_count == 2:
        return (1, 1) if is_charged(typing, system, solution.orders, atom) else (2, 2)
    return None


def _is_double_outside(system: RingSystem, ring: Ring, atom: int, solution: _Solution) -> bool:
    """Return whether the bond of a ring atom out of the ring is double in every assignment."""
    if OuterOrder.DOUBLE in system.outer[atom].values():
        return True
    own = set(ring_bonds(ring))
    outside = [bond for bond in system.bonds_at[atom] if bond not in own]
    return any(all(orders[bond] == 2 for orders in solution.all_orders) for bond in outside)


def aromatic_atoms(typing: Typing, rings: Sequence[Ring]) -> set[int]:
    """Return the atoms of rings whose carbons are all Car; a ring without carbon counts."""
    elements, types = typing.graph.elements, typing.types
    return {atom for ring in rings if is_aromatic(ring, elements, types) for atom in ring}
