"""A set of atoms of a complex."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection.syntax import Part
from misi_viewer.chem.structure import Structure

__all__ = ["PARTS", "AtomRef", "Selection", "part_of"]

BoolArray = NDArray[np.bool_]

PARTS: tuple[Part, ...] = get_args(Part)


class AtomRef(NamedTuple):
    """One atom of a complex, by part and row; rows are counted from 0, hydrogens and solvent too."""

    part: Part
    row: int


def part_of(complex_: Complex, part: Part) -> Structure:
    """Return the pocket or the ligand."""
    return complex_.pocket if part == "pocket" else complex_.ligand


@dataclass(frozen=True, eq=False, slots=True)
class Selection:
    """Atoms of a complex, as a mask for each part.

    Attributes
    ----------
    pocket, ligand
        (n,) and (m,) True for selected atoms.
    """

    pocket: BoolArray
    ligand: BoolArray

    @classmethod
    def of(cls, complex_: Complex, atoms: Iterable[tuple[Part, int]] = ()) -> Selection:
        """Return the atoms given by part and row."""
        made = cls(np.zeros(len(complex_.pocket), dtype=np.bool_), np.zeros(len(complex_.ligand), dtype=np.bool_))
        for part, row in atoms:
            made[part][row] = True
        return made

    def __getitem__(self, part: Part) -> BoolArray:
        return self.pocket if part == "pocket" else self.ligand

    def __len__(self) -> int:
        return int(self.pocket.sum()) + int(self.ligand.sum())

    def __bool__(self) -> bool:
        return bool(self.pocket.any() or self.ligand.any())

    def __or__(self, other: Selection) -> Selection:
        return Selection(self.pocket | other.pocket, self.ligand | other.ligand)

    def __and__(self, other: Selection) -> Selection:
        return Selection(self.pocket & other.pocket, self.ligand & other.ligand)

    def __xor__(self, other: Selection) -> Selection:
        return Selection(self.pocket ^ other.pocket, self.ligand ^ other.ligand)

    def __invert__(self) -> Selection:
        return Selection(~self.pocket, ~self.ligand)

    def same_as(self, other: Selection) -> bool:
        """Tell whether both hold the same atoms."""
        return np.array_equal(self.pocket, other.pocket) and np.array_equal(self.ligand, other.ligand)

    def atoms(self) -> list[AtomRef]:
        """Return each atom, the pocket's first."""
        return [AtomRef(part, row) for part in PARTS for row in np.flatnonzero(self[part]).tolist()]
