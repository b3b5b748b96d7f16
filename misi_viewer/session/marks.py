"""Which atoms a window points at and which two it has picked; drawn over the picture, never part of it."""

from __future__ import annotations

from collections.abc import Iterable

from psygnal import Signal

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, part_of
from misi_viewer.scene.parts import AtomIdentity, DisplayedAtoms, PartName

__all__ = ["Marks", "atom_of_row", "identify"]


def identify(complex_: Complex, atom: AtomRef) -> AtomIdentity:
    """Return who an atom is, displayed or not."""
    structure = part_of(complex_, atom.part)
    residues, residue = structure.residues, int(structure.residue_of_atom[atom.row])
    return AtomIdentity(
        atom.part,
        str(residues.chains[residue]),
        int(residues.numbers[residue]),
        str(residues.insertion_codes[residue]),
        str(residues.names[residue]),
        str(structure.names[atom.row]),
        atom.row,
    )


def atom_of_row(atoms: DisplayedAtoms, row: int) -> AtomRef:
    """Return which atom stands at a row of the scene's list of atoms."""
    for part in atoms.parts:
        if row < len(part.rows):
            return AtomRef(part.name, int(part.rows[row]))
        row -= len(part.rows)
    raise IndexError(row)


class Marks:
    """What is pointed at, and what is picked: at most one atom of each part.

    Signals
    -------
    hovered_changed
        Other atoms are pointed at, in the view or in a panel.
    picked_changed
        Other atoms are picked.
    """

    hovered_changed = Signal()
    picked_changed = Signal()

    def __init__(self) -> None:
        self._hovered: tuple[AtomRef, ...] = ()
        self._picked: dict[PartName, int] = {}

    @property
    def hovered(self) -> tuple[AtomRef, ...]:
        """The atoms pointed at: none, one, or both ends of a bond."""
        return self._hovered

    @property
    def picked(self) -> tuple[AtomRef, ...]:
        """The picked atoms, the one that was picked first in front."""
        return tuple(AtomRef(part, row) for part, row in self._picked.items())

    @property
    def picked_pair(self) -> tuple[int, int] | None:
        """Rows of the picked pocket atom and ligand atom, None unless both are there."""
        if len(self._picked) < 2:
            return None
        return self._picked["pocket"], self._picked["ligand"]

    def hover(self, *atoms: AtomRef) -> None:
        """Point at these atoms and no others."""
        if atoms != self._hovered:
            self._hovered = atoms
            self.hovered_changed.emit()

    def pick(self, atom: AtomRef) -> None:
        """Pick an atom in place of its part's; one that is picked is let go."""
        if self._picked.get(atom.part) == atom.row:
            del self._picked[atom.part]
        else:
            self._picked.pop(atom.part, None)
            self._picked[atom.part] = atom.row
        self.picked_changed.emit()

    def set_picked(self, atoms: Iterable[AtomRef]) -> None:
        """Pick these atoms and no others."""
        picked = {atom.part: atom.row for atom in atoms}
        if picked != self._picked:
            self._picked = picked
            self.picked_changed.emit()

    def clear(self) -> None:
        """Forget all atoms: the complex has changed."""
        self.hover()
        self.set_picked(())
