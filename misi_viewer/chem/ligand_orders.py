"""Single, double and triple bonds and formal charges of a ligand, for people to look at.

Orders come from the file; aromatic ones are shared out as single and double.
Where the file has none they follow from the IDATM types. Nothing else of the
program uses them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.elements import METAL
from misi_viewer.chem.idatm import atom_types
from misi_viewer.chem.matching import Matching
from misi_viewer.chem.structure import Structure

__all__ = ["BondOrders", "resolve_orders"]

IntArray = NDArray[np.int64]

_H, _B, _C, _N, _O, _P, _S = 1, 5, 6, 7, 8, 15, 16
_HALOGENS: Final = (9, 17, 35, 53)
_AROMATIC: Final = 4

_CHARGES: Final = {
    (_B, 4): -1,
    (_N, 2): -1,
    (_N, 4): 1,
    (_O, 1): -1,
    (_O, 3): 1,
    (_P, 4): 1,
    (_S, 1): -1,
    (_S, 3): 1,
    **dict.fromkeys(((halogen, 0) for halogen in _HALOGENS), -1),
}
"""Formal charge by atomic number and sum of bond orders, hydrogens counted, where all hydrogens are known."""

_MOST_ORDERS: Final = {_C: 4, _P: 5, _S: 6}
"""Sum of bond orders, by atomic number."""

_PLANAR_CARBON: Final = frozenset({"Car", "C2", "Cac"})
_LINEAR: Final = frozenset({"C1", "C1-", "N1", "N1+", "O1", "O1+"})
_DOUBLY_BONDED_END: Final = frozenset({"O2", "O2-", "S2"})
_PLANAR_NITROGEN: Final = frozenset({"N2", "N2+", "Ntr", "Oar+"})
_SPARE_NITROGEN: Final = frozenset({"Npl", "Ng+"})


@dataclass(frozen=True, eq=False, slots=True)
class BondOrders:
    """What `resolve_orders` finds.

    Attributes
    ----------
    orders
        (m,) 1, 2 or 3; 0 for bonds to metals.
    charges
        (n,) formal charges.
    perceived
        Whether the orders follow from the IDATM types.
    shared_out
        Whether the file has more double bonds at some atoms than these can
        take, as in a carboxylate with two; one is kept, and charges follow.
    """

    orders: IntArray
    charges: IntArray
    perceived: bool
    shared_out: bool


def resolve_orders(structure: Structure) -> BondOrders:
    """Return bond orders and formal charges.

    Parameters
    ----------
    structure
        With or without hydrogens. Charges are those of the file if it has any;
        otherwise they follow from the number of bonds where hydrogens are there.
    """
    given = structure.bond_orders
    perceived = len(given) != len(structure.bonds) or not given.all() or not len(given)
    resolver = _Resolver(structure)
    if perceived:
        resolver.from_types(atom_types(structure).tolist())
    else:
        resolver.from_file(given.astype(np.int64))
    charges, derived = structure.formal_charges.astype(np.int64), resolver.charges()
    shared_out = sorted(resolver.shared_out)
    if charges.any():
        charges[shared_out] = derived[shared_out]
    else:
        charges = derived
    return BondOrders(resolver.orders, charges, perceived, bool(shared_out))


class _Resolver:
    def __init__(self, structure: Structure) -> None:
        self.elements = structure.elements.tolist()
        self.bonds = [(int(one), int(other)) for one, other in structure.bonds]
        self.orders: IntArray = np.ones(len(self.bonds), dtype=np.int64)
        self.neighbours: dict[int, list[int]] = {atom: [] for atom in range(len(structure))}
        self.place: dict[tuple[int, int], int] = {}
        self.shared_out: set[int] = set()
        for place, (one, other) in enumerate(self.bonds):
            if METAL[self.elements[one]] or METAL[self.elements[other]]:
                self.orders[place] = 0
                continue
            self.neighbours[one].append(other)
            self.neighbours[other].append(one)
            self.place[one, other] = self.place[other, one] = place

    def order(self, one: int, other: int) -> int:
        return int(self.orders[self.place[one, other]])

    def total(self, atom: int) -> int:
        return sum(self.order(atom, other) for other in self.neighbours[atom])

    def from_file(self, given: IntArray) -> None:
        """Take the file's orders, and share out aromatic ones."""
        known = (given != _AROMATIC) & (self.orders > 0)
        self.orders[known] = given[known]
        aromatic = (given == _AROMATIC) & (self.orders > 0)
        excess = self._excess_doubles()
        self.orders[excess] = 1
        self.shared_out = {
            atom for pair, is_excess in zip(self.bonds, excess, strict=True) if is_excess for atom in pair
        }
        shared = [pair for pair, is_shared in zip(self.bonds, aromatic | excess, strict=True) if is_shared]
        graph: dict[int, list[int]] = {}
        for one, other in shared:
            graph.setdefault(one, []).append(other)
            graph.setdefault(other, []).append(one)
        self._double_at_oxo_acids(graph)
        single = [atom for atom in graph if self.total(atom) == len(self.neighbours[atom])]
        carbons = [atom for atom in single if self.elements[atom] == _C and len(self.neighbours[atom]) < 4]
        ends = [atom for atom in single if self.elements[atom] in (_O, _S) and len(self.neighbours[atom]) == 1]
        nitrogens = [atom for atom in single if self.elements[atom] == _N and len(self.neighbours[atom]) < 3]
        spare = [
            atom
            for atom in single
            if (self.elements[atom] == _N and len(self.neighbours[atom]) == 3)
            or (self.elements[atom] in (_O, _S) and len(self.neighbours[atom]) == 2)
        ]
        self._share(graph, carbons, nitrogens, (*ends,), spare)

    def _excess_doubles(self) -> NDArray[np.bool_]:
        """Return (m,) True for double bonds at atoms that have too many, as files write delocalised groups."""
        found = np.zeros(len(self.bonds), dtype=np.bool_)
        for atom, element in enumerate(self.elements):
            if self.total(atom) > _MOST_ORDERS.get(element, self.total(atom)):
                doubles = [self.place[atom, other] for other in self.neighbours[atom] if self.order(atom, other) == 2]
                found[doubles] = True
        return found

    def _double_at_oxo_acids(self, graph: dict[int, list[int]]) -> None:
        """Make double bonds from sulfur and phosphorus to bare oxygens; `graph` tells where they may be."""
        for atom in list(graph):
            if self.elements[atom] not in (_S, _P):
                continue
            count = len(self.neighbours[atom])
            wanted = {_P: 5, _S: 6 if count == 4 else 4}[self.elements[atom]] if count > 2 else 0
            bare = [other for other in graph[atom] if self._is_bare_oxygen(other)]
            for other in bare:
                if self.total(atom) < wanted:
                    self.orders[self.place[atom, other]] = 2
            graph.update((other, []) for other in bare)

    def _is_bare_oxygen(self, atom: int) -> bool:
        return self.elements[atom] == _O and len(self.neighbours[atom]) == 1

    def _share(
        self,
        graph: dict[int, list[int]],
        carbons: Collection[int],
        nitrogens: Collection[int],
        ends: Collection[int],
        spare: Collection[int],
    ) -> None:
        """Give carbons, then the others, one double bond each along the graph; `spare` only help carbons."""
        matching = Matching(graph)
        allowed: set[int] = set()
        for group, roots in (
            (carbons, carbons),
            (ends, carbons),
            (nitrogens, (*carbons, *nitrogens)),
            (spare, carbons),
        ):
            allowed |= set(group)
            for root in roots:
                matching.pair(root, allowed)
        for one, other in matching.mate.items():
            self.orders[self.place[one, other]] = 2

    def from_types(self, types: list[str]) -> None:
        """Perceive orders from IDATM types."""
        acids = {atom: self.neighbours[atom] for atom, element in enumerate(self.elements) if element in (_S, _P)}
        self._double_at_oxo_acids(acids)
        self._triple(types)
        free = {atom for atom in self.neighbours if self.total(atom) == len(self.neighbours[atom])}

        def of(kinds: Collection[str]) -> list[int]:
            return [atom for atom in sorted(free) if types[atom] in kinds]

        firm = [*of(_PLANAR_CARBON), *of(_DOUBLY_BONDED_END)]
        nitrogens, spare = of(_PLANAR_NITROGEN), of(_SPARE_NITROGEN)
        inside = {*firm, *nitrogens, *spare}
        graph = {atom: [other for other in self.neighbours[atom] if other in inside] for atom in inside}
        self._share(graph, firm, nitrogens, (), spare)

    def _triple(self, types: list[str]) -> None:
        """Make triple bonds between linear ends, and two double bonds at a linear middle."""
        for atom, kind in enumerate(types):
            others = self.neighbours[atom]
            if kind not in _LINEAR or len(others) != 2 or self.total(atom) != 2:
                continue
            linear = [other for other in others if types[other] in _LINEAR and self.total(other) <= 2]
            if len(linear) == 1 and types[linear[0]] not in ("O1", "O1+"):
                self.orders[self.place[atom, linear[0]]] = 3
            elif self.elements[atom] == _C or linear:
                for other in others:
                    self.orders[self.place[atom, other]] = 2

    def charges(self) -> IntArray:
        """Return (n,) charges; those of atoms with too few bonds only where hydrogens are known."""
        found = np.zeros(len(self.elements), dtype=np.int64)
        totals = [self.total(atom) for atom in self.neighbours]
        any_hydrogens = _H in self.elements
        for atom, (element, total) in enumerate(zip(self.elements, totals, strict=True)):
            charge = _CHARGES.get((element, total), 0)
            if charge < 0 and element in (_N, _O, _S) and not any_hydrogens:
                on_cation = any(self.elements[other] == _N and totals[other] == 4 for other in self.neighbours[atom])
                charge = charge if element == _O and on_cation else 0
            found[atom] = charge
        return found
