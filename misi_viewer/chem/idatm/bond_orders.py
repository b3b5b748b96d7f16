"""Pass 4.5, second half: assignments of single and double bonds to a ring system (spec idatm.md 4.5 d and e)."""

from __future__ import annotations

from collections.abc import Callable

from misi_viewer.chem.idatm.ring_systems import Bond, OuterOrder, RingSystem, ring_bonds
from misi_viewer.chem.idatm.state import Typing
from misi_viewer.chem.rings import Ring

__all__ = [
    "Assignment",
    "assignments",
    "best_assignment",
    "is_charged",
    "merit",
    "orders_at",
    "valence_electrons",
    "with_ring_charges",
]

Assignment = dict[Bond, int]

# Above this atomic number only the sums of bond orders are limited.
_LAST_RULED_ELEMENT = 20
# Steps of the search for assignments; what chemistry knows needs a fraction of them.
_MOST_STEPS = 200_000


def valence_electrons(element: int) -> int:
    """Return the number of valence electrons as the rules count it."""
    return (element - 2) % 8


def assignments(typing: Typing, system: RingSystem, *, charged: bool) -> list[Assignment]:
    """Return every assignment of orders 1 and 2 to the ring bonds that valence allows.

    Parameters
    ----------
    charged
        Allow one bond more on nitrogens with three neighbours and oxygens with two.

    Notes
    -----
    The search ends early for systems that no chemistry knows.
    """
    bonds = _walk(system)
    place = {bond: step for step, bond in enumerate(bonds)}
    complete_at = {atom: max(at, key=place.__getitem__) for atom, at in system.bonds_at.items()}
    rules = {atom: _valence_rule(typing, system, atom, charged) for atom in system.atoms}
    orders: Assignment = {}
    found: list[Assignment] = []

    def fits(bond: Bond) -> bool:
        for atom in bond:
            given = [orders[other] for other in system.bonds_at[atom] if other in orders]
            if not rules[atom](given, complete_at[atom] == bond):
                return False
        return True

    steps_left = _MOST_STEPS

    def assign(step: int) -> None:
        nonlocal steps_left
        if step == len(bonds):
            found.append(dict(orders))
            return
        for order in (1, 2):
            steps_left -= 1
            orders[bonds[step]] = order
            if steps_left >= 0 and fits(bonds[step]):
                assign(step + 1)
        del orders[bonds[step]]

    assign(0)
    return found


def _walk(system: RingSystem) -> list[Bond]:
    """Return the bonds in an order in which atoms are soon complete."""
    left = list(system.bonds)
    walked: list[Bond] = []
    touched: set[int] = set()
    while left:
        bond = max(left, key=lambda bond: (bond[0] in touched) + (bond[1] in touched))
        left.remove(bond)
        touched.update(bond)
        walked.append(bond)
    return walked


def _valence_rule(typing: Typing, system: RingSystem, atom: int, charged: bool) -> Callable[[list[int], bool], bool]:
    """Return the test of an atom's assigned orders: (orders so far, are these all of them)."""
    element = typing.graph.elements[atom]
    outer = system.outer[atom].values()
    outer_sum = sum(order or 1 for order in outer)
    bond_count = len(typing.graph.neighbours[atom])
    largest_sum = {2: 3, 3: 4}.get(bond_count)
    has_outer_double = OuterOrder.DOUBLE in outer
    ambiguous = bond_count == 2 or OuterOrder.AMBIGUOUS in outer
    electrons = valence_electrons(element)
    extra = charged and ((element == 7 and bond_count == 3) or (element == 8 and bond_count == 2))
    if electrons >= 4:
        least, most = 8 - electrons - ambiguous, 8 - electrons + extra
    else:
        least, most = electrons - ambiguous, electrons

    def allows(orders: list[int], complete: bool) -> bool:
        if orders.count(2) + has_outer_double > 1:
            return False
        total = sum(orders) + outer_sum
        if largest_sum is not None and total > largest_sum:
            return False
        return not complete or element > _LAST_RULED_ELEMENT or least <= total <= most

    return allows


def with_ring_charges(typing: Typing, system: RingSystem, uncharged: list[Assignment]) -> list[Assignment]:
    """Put charged assignments before the uncharged ones if a hetero ring has none with alternating bonds."""
    for ring in system.rings:
        if any(typing.graph.elements[atom] in (7, 8) for atom in ring):
            alternating = len(ring) + len(ring) // 2
            if not any(sum(orders[bond] for bond in ring_bonds(ring)) == alternating for orders in uncharged):
                return assignments(typing, system, charged=True) + uncharged
    return uncharged


def is_charged(typing: Typing, system: RingSystem, orders: Assignment, atom: int) -> bool:
    """Return whether an atom is N2+ or Oar+ under an assignment."""
    element = typing.graph.elements[atom]
    assigned = orders_at(system, orders, atom)
    if element == 7:
        return sum(assigned) == 4 - len(system.outer[atom])
    return element == 8 and not system.outer[atom] and sum(assigned) == 3


def best_assignment(typing: Typing, system: RingSystem, found: list[Assignment]) -> Assignment:
    """Return the assignment with most aromatic atoms, then fewest charges, then shortest double bonds."""
    if len(found) == 1:
        return found[0]
    return min(found, key=lambda orders: merit(typing, system, orders))


def merit(typing: Typing, system: RingSystem, orders: Assignment) -> tuple[int, int, float]:
    """Return what assignments are compared by: the smallest is the best."""
    aromatic = sum(len(ring) for ring in system.rings if _pi_count(typing, system, orders, ring) % 4 == 2)
    charges = sum(is_charged(typing, system, orders, atom) for atom in system.atoms)
    squares = sum(order * system.squares[bond] for bond, order in orders.items())
    return (-aromatic, charges, squares / sum(orders.values()))


def orders_at(system: RingSystem, orders: Assignment, atom: int) -> list[int]:
    """Return the assigned orders at an atom."""
    return [orders[bond] for bond in system.bonds_at[atom]]


def _pi_count(typing: Typing, system: RingSystem, orders: Assignment, ring: Ring) -> int:
    """Return the pi electrons of a ring; 0 if one of its atoms forbids to count them."""
    total = 0
    for atom in ring:
        element = typing.graph.elements[atom]
        electrons = valence_electrons(element)
        assigned = orders_at(system, orders, atom)
        order_sum = sum(assigned)
        if element > _LAST_RULED_ELEMENT:
            return 0
        if electrons == 4:
            if len(assigned) == 2 and order_sum == 2:
                return 0
            total += 1
        elif electrons in (5, 6):
            if electrons == 5 and len(ring) == 5 and order_sum != 3:
                return 0
            total += 2 if order_sum == 2 else 1
        elif electrons == 3 and len(typing.graph.neighbours[atom]) == 2 and order_sum == 2:
            total += 1
        else:
            return 0
    return total
