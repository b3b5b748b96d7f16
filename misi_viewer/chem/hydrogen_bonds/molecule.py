"""One structure, prepared for the search of hydrogen bonds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from misi_viewer.chem.elements import COVALENT_RADII, is_metal
from misi_viewer.chem.graph import Graph
from misi_viewer.chem.hydrogen_bonds.patterns import GAP
from misi_viewer.chem.hydrogen_bonds.substituents import missing_positions
from misi_viewer.chem.idatm import TYPES, Geometry, geometry_of, type_atoms
from misi_viewer.chem.rings import Ring, minimal_rings, rings_of_atoms
from misi_viewer.chem.structure import Structure
from misi_viewer.chem.templates import template
from misi_viewer.chem.vectors import Vector, scaled, subtract

__all__ = ["SULFUR_ACCEPTORS", "Molecule"]

# Types of sulfur that accept hydrogen bonds.
SULFUR_ACCEPTORS = frozenset({"S2", "Sar", "S3-"})

_LONE_PAIR_LENGTH = 1.0
_OWN_PHOSPHATE_OXYGENS = frozenset({"OP1", "OP2"})


class Molecule:
    """A structure with types, rings, and the positions that tests ask for, each computed when first needed.

    Parameters
    ----------
    structure
        The atoms and bonds.

    Attributes
    ----------
    structure, graph
        The structure, and its graph.
    types
        IDATM type of each atom.
    names
        Atom names.
    """

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.graph = Graph.of(structure)
        self.types = type_atoms(structure, self.graph)
        self.names: list[str] = structure.names.tolist()
        self._gaps: dict[int, int] = {}
        for atom in structure.missing_links.ravel().tolist():
            self._gaps[atom] = self._gaps.get(atom, 0) + 1
        self._rings: dict[int, dict[int, list[Ring]]] = {}
        self._hydrogen_positions: dict[int, list[Vector]] = {}
        self._behind_lone_pairs: dict[int, list[Vector]] = {}

    def __len__(self) -> int:
        return len(self.graph)

    def position(self, atom: int) -> Vector:
        """Return where an atom is."""
        return self.graph.coordinates[atom]

    def geometry(self, atom: int) -> Geometry:
        """Return the geometry of an atom's type."""
        return geometry_of(self.types[atom])

    def neighbours(self, atom: int) -> list[int]:
        """Return the bonded atoms, in the order in which the bonds were made."""
        return self.graph.neighbours[atom]

    def neighbours_and_gaps(self, atom: int) -> list[int]:
        """Return the bonded atoms and a `GAP` for each missing-structure link."""
        gaps = self._gaps.get(atom)
        return self.graph.neighbours[atom] + [GAP] * gaps if gaps else self.graph.neighbours[atom]

    def at_gap(self, atom: int) -> bool:
        """Return whether a missing-structure link starts here."""
        return atom in self._gaps

    def heavy_neighbours(self, atom: int) -> list[int]:
        """Return the neighbours that are no hydrogens."""
        return self.graph.heavy_neighbours(atom)

    def hydrogens(self, atom: int) -> list[int]:
        """Return the hydrogens bonded to an atom."""
        return [other for other in self.graph.neighbours[atom] if self.graph.elements[other] == 1]

    def rings(self, atom: int) -> list[Ring]:
        """Return the minimal rings of the atom's residue that the atom lies in."""
        residue = self.graph.residues[atom]
        if residue not in self._rings:
            members = np.flatnonzero(self.structure.residue_of_atom == residue).tolist()
            self._rings[residue] = rings_of_atoms(minimal_rings(self.graph, members))
        return self._rings[residue].get(atom, [])

    def residue_name(self, atom: int) -> str:
        """Return the name of an atom's residue."""
        return str(self.structure.residues.names[self.graph.residues[atom]])

    def lacks_template_neighbours(self, atom: int) -> bool:
        """Return whether the residue's template bonds the atom to more heavy atoms than are there."""
        name = self.names[atom]
        expected = [
            other
            for other in (template(self.residue_name(atom)) or {}).get(name, ())
            if not other.startswith("H") and (other != "P" or name in _OWN_PHOSPHATE_OXYGENS)
        ]
        residues = self.graph.residues
        present = [other for other in self.heavy_neighbours(atom) if residues[other] == residues[atom]]
        return len(present) < len(expected)

    @cached_property
    def metals(self) -> list[int]:
        """The metal atoms."""
        return [atom for atom, element in enumerate(self.graph.elements) if is_metal(element)]

    @cached_property
    def has_sulfur_acceptor(self) -> bool:
        """Whether any sulfur of the structure accepts hydrogen bonds."""
        return any(
            idatm_type in SULFUR_ACCEPTORS and not self.lacks_template_neighbours(atom)
            for atom, idatm_type in enumerate(self.types)
        )

    def behind_lone_pairs(self, atom: int) -> list[Vector]:
        """Return the points opposite to an atom's lone pairs, which are what completes its tetrahedron."""
        if atom not in self._behind_lone_pairs:
            centre = self.position(atom)
            known = [self.position(other) for other in self.neighbours(atom)]
            missing = missing_positions(centre, Geometry.TETRAHEDRAL, known, _LONE_PAIR_LENGTH)
            self._behind_lone_pairs[atom] = [subtract(scaled(centre, 2.0), point) for point in missing]
        return self._behind_lone_pairs[atom]

    def hydrogen_positions(self, atom: int) -> list[Vector]:
        """Return where the hydrogens of an atom are, or must be if none is there and the type leaves no doubt."""
        if atom not in self._hydrogen_positions:
            explicit = [self.position(other) for other in self.hydrogens(atom)]
            self._hydrogen_positions[atom] = explicit or self._implied_hydrogens(atom)
        return self._hydrogen_positions[atom]

    def _implied_hydrogens(self, atom: int) -> list[Vector]:
        info, count = TYPES.get(self.types[atom]), len(self.neighbours(atom))
        if info is None or not 0 < count < info.substituents or info.substituents != info.geometry:
            return []
        if count == 1 and info.geometry is Geometry.TETRAHEDRAL:
            return []
        length = float(COVALENT_RADII[self.graph.elements[atom]] + COVALENT_RADII[1])
        return self._complete(atom, self.neighbours(atom), info.geometry, length)

    def surroundings(self, atom: int, excluded: int) -> list[Vector]:
        """Return all directions around an atom but one: its neighbours, hydrogens and lone pairs.

        Parameters
        ----------
        atom
            The centre.
        excluded
            The heavy neighbour to leave out.
        """
        hydrogens, heavy = self.hydrogens(atom), self.heavy_neighbours(atom)
        known = hydrogens + heavy
        geometry = self.geometry(atom)
        added: list[Vector] = []
        if geometry is not Geometry.UNKNOWN and not (len(known) == 1 and geometry is Geometry.TETRAHEDRAL):
            added = self._complete(atom, known, geometry, _LONE_PAIR_LENGTH)
        return (
            [self.position(other) for other in hydrogens]
            + added
            + [self.position(other) for other in heavy if other != excluded]
        )

    def _complete(self, atom: int, known: Sequence[int], geometry: Geometry, length: float) -> list[Vector]:
        plane: Iterable[int] = ()
        if geometry is Geometry.PLANAR and len(known) == 1 and self.geometry(known[0]) is Geometry.PLANAR:
            plane = [other for other in self.neighbours(known[0]) if other != atom]
        return missing_positions(
            self.position(atom),
            geometry,
            [self.position(other) for other in known],
            length,
            [self.position(other) for other in plane],
        )
