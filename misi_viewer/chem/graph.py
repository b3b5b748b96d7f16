"""A structure as a graph: neighbour lists in the order in which bonds were made."""

from __future__ import annotations

import math
from dataclasses import dataclass

from misi_viewer.chem.structure import Structure
from misi_viewer.chem.vectors import Vector, angle_at

__all__ = ["Graph"]


@dataclass(frozen=True, eq=False, slots=True)
class Graph:
    """Plain lists over the atoms of one structure, quick to walk along bonds.

    Attributes
    ----------
    elements
        Atomic number of each atom.
    coordinates
        Position of each atom, angstrom.
    neighbours
        Bonded atoms of each atom, hydrogens included, in the order in which
        the bonds were made.
    residues
        Residue row of each atom.
    """

    elements: list[int]
    coordinates: list[Vector]
    neighbours: list[list[int]]
    residues: list[int]

    @classmethod
    def of(cls, structure: Structure) -> Graph:
        """Make the graph of a structure; its missing and metal links are no bonds."""
        neighbours: list[list[int]] = [[] for _ in range(len(structure))]
        for a, b in structure.bonds.tolist():
            neighbours[a].append(b)
            neighbours[b].append(a)
        return cls(
            structure.elements.tolist(),
            [(x, y, z) for x, y, z in structure.coordinates.tolist()],
            neighbours,
            structure.residue_of_atom.tolist(),
        )

    def __len__(self) -> int:
        return len(self.elements)

    def distance(self, a: int, b: int) -> float:
        """Return the distance of two atoms, angstrom."""
        return math.dist(self.coordinates[a], self.coordinates[b])

    def angle(self, a: int, apex: int, b: int) -> float:
        """Return the angle a - apex - b, degrees."""
        return angle_at(self.coordinates[a], self.coordinates[apex], self.coordinates[b])

    def heavy_neighbours(self, atom: int) -> list[int]:
        """Return the neighbours that are no hydrogens."""
        return [other for other in self.neighbours[atom] if self.elements[other] > 1]
