"""The bonds of a structure while they are being made."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.atom_table import AtomTable
from misi_viewer.chem.elements import COVALENT_RADII, is_metal
from misi_viewer.chem.polymers import polymer_kind

__all__ = ["BondGraph"]

_SATURATED_AT: Final = {0: 1, 1: 1, 8: 2}
"""Bonds that an atom takes, by atomic number."""
_SATURATED_AT_DEFAULT: Final = 4


class BondGraph:
    """Atoms of a table with the bonds made so far, in the order made.

    Attributes
    ----------
    table
        The atoms.
    coordinates
        (n, 3) angstrom: of several positions the one read last.
    neighbours
        Bonded atom rows of each atom.
    between
        Bonds between residues, in the order made (keys alone count).
    """

    def __init__(self, table: AtomTable) -> None:
        self.table = table
        self.coordinates: NDArray[np.float64] = table.last_coordinates()
        self.neighbours: list[list[int]] = [[] for _ in range(len(table))]
        self.between: dict[tuple[int, int], None] = {}
        self._bonds: list[tuple[int, int]] = []
        self._removed: set[tuple[int, int]] = set()

    def add(self, first: int, second: int) -> None:
        """Bond two atoms that are not yet bonded."""
        if second in self.neighbours[first] or first == second:
            return
        self.neighbours[first].append(second)
        self.neighbours[second].append(first)
        self._bonds.append((first, second))
        if self.table.residue_of_atom[first] != self.table.residue_of_atom[second]:
            self.between[first, second] = None

    def remove(self, first: int, second: int) -> None:
        """Take a bond away."""
        self.neighbours[first].remove(second)
        self.neighbours[second].remove(first)
        self._removed |= {(first, second), (second, first)}
        self.between.pop((first, second), None)
        self.between.pop((second, first), None)

    def bonds(self) -> list[tuple[int, int]]:
        """Return the bonds in the order made."""
        if not self._removed:
            return self._bonds
        return [bond for bond in self._bonds if bond not in self._removed]

    def bonded_within_residue(self, atom: int) -> bool:
        """Tell whether an atom has a bond in its own residue."""
        residue_of_atom = self.table.residue_of_atom
        return any(residue_of_atom[other] == residue_of_atom[atom] for other in self.neighbours[atom])

    def saturated(self, atom: int) -> bool:
        """Tell whether an atom has as many bonds, those to metals aside, as it takes (spec section 3)."""
        elements = self.table.elements
        count = sum(not is_metal(elements[other]) for other in self.neighbours[atom])
        return count >= _SATURATED_AT.get(elements[atom], _SATURATED_AT_DEFAULT)

    def find(self, residue: int, name: str) -> int | None:
        """Return the first atom of a residue with this name."""
        names = self.table.names
        return next((atom for atom in self.table.residues.atoms[residue] if names[atom] == name), None)

    def polymer_kind(self, residue: int) -> str:
        """Return "amino", "nucleic" or "" for a residue."""
        name = self.table.residues.names[residue]
        return polymer_kind(name) or self.table.polymer_names.get(name, "")

    def radii(self, first: int, second: int) -> float:
        """Return the sum of two covalent radii, angstrom."""
        elements = self.table.elements
        return float(COVALENT_RADII[elements[first]] + COVALENT_RADII[elements[second]])

    def squared_distance(self, first: int, second: int) -> float:
        """Return the squared distance of two atoms, square angstrom."""
        offset = self.coordinates[first] - self.coordinates[second]
        return float(offset @ offset)
