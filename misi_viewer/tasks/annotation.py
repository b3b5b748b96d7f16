"""What all tasks need to know of a complex, found once (spec benchmark.md section 1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import find_hydrogen_bonds
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import View, aim
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot

__all__ = ["PICTURE_SIZE", "Annotation", "AtomKey", "annotate", "atom_key"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
AtomKey = tuple[str, int, str, str, str]

PICTURE_SIZE: Final = (1024, 768)
"""Pixels for which questions are made, whatever size is drawn later (spec benchmark.md section 6)."""


def atom_key(structure: Structure, row: int) -> AtomKey:
    """Return all that an answer can say of an atom: chain, number, insertion code, residue and atom name.

    Names differ only if more than their capitals do.
    """
    residues, of = structure.residues, int(structure.residue_of_atom[row])
    return (
        str(residues.chains[of]).strip(),
        int(residues.numbers[of]),
        str(residues.insertion_codes[of]),
        str(residues.names[of]).upper(),
        str(structure.names[row]).upper(),
    )


@dataclass(frozen=True, eq=False)
class Annotation:
    """Screen coordinates and hydrogen bonds of a complex.

    Attributes
    ----------
    complex
        Pocket and ligand.
    view
        The fitted front view.
    pocket_rows, ligand_rows
        Rows of the displayed atoms: no hydrogens, no solvent.
    """

    complex: Complex
    view: View
    pocket_rows: IntArray
    ligand_rows: IntArray

    @cached_property
    def pocket_screen(self) -> FloatArray:
        """(n, 3) screen coordinates of all of the pocket's atoms (spec camera.md section 12)."""
        return self.view.pose.to_camera(self.complex.pocket.coordinates)

    @cached_property
    def ligand_screen(self) -> FloatArray:
        """(m, 3) screen coordinates of all of the ligand's atoms, in its native pose."""
        return self.view.pose.to_camera(self.complex.ligand.coordinates)

    @cached_property
    def displayed_screen(self) -> FloatArray:
        """(d, 3) screen coordinates of the displayed atoms, the pocket's first."""
        return np.concatenate((self.pocket_screen[self.pocket_rows], self.ligand_screen[self.ligand_rows]))

    @cached_property
    def bonds(self) -> tuple[tuple[int, int], ...]:
        """The hydrogen bonds without solvent: rows of the pocket's and the ligand's atom, each pair once."""
        found = find_hydrogen_bonds(self.complex, solvent=False)
        return tuple(sorted({(bond.pocket_atom, bond.ligand_atom) for bond in found}))

    @cached_property
    def bonds_by_residue(self) -> dict[int, tuple[tuple[int, int], ...]]:
        """The hydrogen bonds of each residue that has any, by its row, ascending."""
        rows = self.complex.pocket.residue_of_atom
        residues = sorted({int(rows[pocket_atom]) for pocket_atom, _ in self.bonds})
        return {residue: tuple(bond for bond in self.bonds if int(rows[bond[0]]) == residue) for residue in residues}

    @cached_property
    def displayed_residues(self) -> tuple[int, ...]:
        """Rows of the pocket's residues that have displayed atoms, ascending."""
        return tuple(np.unique(self.complex.pocket.residue_of_atom[self.pocket_rows]).tolist())

    @cached_property
    def repeated_pocket_atoms(self) -> frozenset[AtomKey]:
        """What more than one displayed atom of the pocket goes by."""
        keys = Counter(atom_key(self.complex.pocket, row) for row in self.pocket_rows.tolist())
        return frozenset(key for key, count in keys.items() if count > 1)

    @cached_property
    def repeated_residues(self) -> frozenset[AtomKey]:
        """What more than one displayed residue of the pocket goes by, with "" for the atom."""
        pocket = self.complex.pocket
        first = {int(pocket.residue_of_atom[row]): row for row in self.pocket_rows.tolist()}
        keys = Counter((*atom_key(pocket, row)[:4], "") for row in first.values())
        return frozenset(key for key, count in keys.items() if count > 1)

    @cached_property
    def repeated_ligand_atoms(self) -> frozenset[str]:
        """Names, in capitals, that more than one displayed atom of the ligand has."""
        names = Counter(str(name).upper() for name in self.complex.ligand.names[self.ligand_rows])
        return frozenset(name for name, count in names.items() if count > 1)


@lru_cache(maxsize=8)
def annotate(complex_: Complex) -> Annotation:
    """Return the annotation of a complex; the last few are kept.

    Raises
    ------
    UserError
        If the pocket or the ligand has nothing to display.
    """
    rows = {part.name: part.rows for part in displayed_atoms(complex_, Shot()).parts}
    for name, shown in rows.items():
        if not len(shown):
            raise UserError(f"The {name} of {complex_.id} has no atoms to display, solvent and hydrogens left out.")
    return Annotation(complex_, aim(complex_, Shot(), PICTURE_SIZE), rows["pocket"], rows["ligand"])
