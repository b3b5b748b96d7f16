"""What is displayed of a complex: which atoms, where, and who they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.commands import ligand_pose, parse_commands
from misi_viewer.camera.pose import Pose
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import Selection, select
from misi_viewer.chem.solvent import solvent_mask
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import ResidueId, Shot

__all__ = [
    "AtomIdentity",
    "DisplayedAtoms",
    "PartName",
    "Prepared",
    "ShownPart",
    "displayed_atoms",
    "ligand_frame",
    "prepare",
    "selected_atoms",
]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
BoolArray = NDArray[np.bool_]
PartName = Literal["pocket", "ligand"]


@dataclass(frozen=True, eq=False, slots=True)
class Prepared:
    """What every picture of a structure needs, found once.

    Attributes
    ----------
    kept
        (n,) False for solvent.
    turn
        (r,) int32 place of each residue among those with displayed atoms; it
        chooses the residue's carbon colour.
    anchors
        (r, 3) mean of ALL atoms of each residue, hydrogens included, angstrom.
    """

    kept: BoolArray
    turn: IntArray
    anchors: FloatArray


@lru_cache(maxsize=8)
def prepare(structure: Structure) -> Prepared:
    """Find solvent, residue turns and label anchors of a structure."""
    kept = ~solvent_mask(structure)
    of, count = structure.residue_of_atom, len(structure.residues)
    shown = np.bincount(of[kept & ~structure.is_hydrogen], minlength=count) > 0
    sums = np.column_stack([np.bincount(of, weights=axis, minlength=count) for axis in structure.coordinates.T])
    atoms = np.bincount(of, minlength=count)[:, None]
    return Prepared(kept, np.cumsum(shown, dtype=np.int32) - np.int32(1), sums / np.maximum(atoms, 1))


@dataclass(frozen=True, slots=True)
class AtomIdentity:
    """Who a displayed atom is; `index` is its row in its structure, counted from 0."""

    part: PartName
    chain: str
    residue_number: int
    insertion_code: str
    residue_name: str
    atom: str
    index: int


@dataclass(frozen=True, eq=False, slots=True)
class ShownPart:
    """The displayed atoms of one structure.

    Attributes
    ----------
    name
        "pocket" or "ligand".
    structure
        All of it, in file coordinates.
    rows
        (k,) int32 its displayed atoms, ascending.
    pose
        Takes file coordinates to the scene; None where they are the same.
    """

    name: PartName
    structure: Structure
    rows: IntArray
    pose: Pose | None = None

    def place(self, points: FloatArray) -> FloatArray:
        """Return points of the structure, (n, 3) in file coordinates, where the scene has them."""
        return points if self.pose is None else self.pose.to_scene(points)

    @property
    def coordinates(self) -> FloatArray:
        """(k, 3) where the displayed atoms are in the scene, angstrom."""
        return self.place(self.structure.coordinates[self.rows])

    def pairs(self, links: IntArray) -> IntArray:
        """Return the links, (m, 2) atom rows, both of whose ends are displayed, as (p, 2) places in `rows`."""
        place = np.full(len(self.structure), -1, dtype=np.int32)
        place[self.rows] = np.arange(len(self.rows), dtype=np.int32)
        ends = place[links.reshape(-1, 2)]
        return ends[(ends >= 0).all(axis=1)]

    def identities(self) -> Iterator[AtomIdentity]:
        """Yield who each displayed atom is."""
        residues, of = self.structure.residues, self.structure.residue_of_atom[self.rows]
        columns = (
            residues.chains[of].tolist(),
            residues.numbers[of].tolist(),
            residues.insertion_codes[of].tolist(),
            residues.names[of].tolist(),
            self.structure.names[self.rows].tolist(),
            self.rows.tolist(),
        )
        for row in zip(*columns, strict=True):
            yield AtomIdentity(self.name, *row)


@dataclass(frozen=True, eq=False, slots=True)
class DisplayedAtoms:
    """All displayed atoms of a shot, the pocket's first.

    Attributes
    ----------
    parts
        The displayed structures.
    """

    parts: tuple[ShownPart, ...]

    def __len__(self) -> int:
        return sum(len(part.rows) for part in self.parts)

    @property
    def coordinates(self) -> FloatArray:
        """(n, 3) scene angstrom, ligand commands applied."""
        return np.concatenate([np.empty((0, 3)), *(part.coordinates for part in self.parts)])

    def identities(self) -> list[AtomIdentity]:
        """Return who each atom is, in the order of `coordinates` and of the scene's atom list."""
        return [identity for part in self.parts for identity in part.identities()]


def displayed_atoms(complex_: Complex, shot: Shot) -> DisplayedAtoms:
    """Return the atoms that a shot displays: solvent left out, hydrogens hidden, and what the shot hides.

    Raises
    ------
    UserError
        If the shot names a residue that the pocket does not have.
    """
    parts = []
    hidden = selected_atoms(complex_, shot.hide, shot.ligand_commands) if shot.hide else None
    if shot.parts != "ligand":
        pocket = complex_.pocket
        shown = _shown(pocket, shot)
        if hidden:
            shown = shown & ~hidden.pocket
        if shot.residue is not None:
            shown = shown & (pocket.residue_of_atom == _find_residue(complex_, shot.residue))
        parts.append(ShownPart("pocket", pocket, _rows(shown)))
    if shot.parts != "pocket":
        ligand = complex_.ligand
        shown = _shown(ligand, shot)
        if hidden:
            shown = shown & ~hidden.ligand
        parts.append(ShownPart("ligand", ligand, _rows(shown), ligand_frame(ligand, shot.ligand_commands)))
    return DisplayedAtoms(tuple(parts))


def _shown(structure: Structure, shot: Shot) -> BoolArray:
    kept = prepare(structure).kept
    return kept if shot.hydrogens else kept & ~structure.is_hydrogen


def _rows(mask: BoolArray) -> IntArray:
    return np.flatnonzero(mask).astype(np.int32)


def ligand_frame(ligand: Structure, commands: str) -> Pose | None:
    """Return where commands put the ligand, None where they leave it.

    Its centre is the mean of its atoms without hydrogens and solvent.
    """
    steps = parse_commands(commands)
    atoms = prepare(ligand).kept & ~ligand.is_hydrogen
    if not steps or not atoms.any():
        return None
    return ligand_pose(steps, ligand.coordinates[atoms].mean(axis=0))


@lru_cache(maxsize=64)
def selected_atoms(complex_: Complex, selection: str, ligand_commands: str) -> Selection:
    """Return what a selection holds where commands put the ligand.

    Raises
    ------
    UserError
        If the selection cannot be read.
    """
    frame = ligand_frame(complex_.ligand, ligand_commands)
    coordinates = None if frame is None else frame.to_scene(complex_.ligand.coordinates)
    return select(complex_, selection, ligand_coordinates=coordinates)


def _find_residue(complex_: Complex, wanted: ResidueId) -> int:
    residues, pocket = complex_.pocket.residues, complex_.pocket
    found = (residues.numbers == wanted.number) & (residues.insertion_codes == wanted.insertion_code.strip().upper())
    found &= np.char.strip(residues.chains) == wanted.chain.strip()
    if wanted.name:
        found &= residues.names == wanted.name.upper()
    atoms = pocket.residue_of_atom[prepare(pocket).kept & ~pocket.is_hydrogen]
    rows = np.intersect1d(np.flatnonzero(found), atoms)
    if not len(rows):
        raise UserError(f"The pocket of {complex_.id} displays no residue {wanted}; write CHAIN:NUMBER as in its file.")
    return int(rows[0])
