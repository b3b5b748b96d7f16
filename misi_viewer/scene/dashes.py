"""Dashed lines: hydrogen bonds and chain breaks (spec style.md sections 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection.masks import AtomRef
from misi_viewer.errors import UserError
from misi_viewer.scene.arrays import Segments
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.extra_bond import ExtraBond
from misi_viewer.scene.parts import DisplayedAtoms, ShownPart
from misi_viewer.scene.style import Dashes

__all__ = ["chain_break_ends", "dashed_lines", "extra_bond_lines", "hydrogen_bond_ends", "join_segments"]

FloatArray = NDArray[np.float64]


def dashed_lines(ends: FloatArray, dashes: Dashes) -> Segments:
    """Return the dashes of some lines.

    A line is two halves of equally many dashes, each as long as a gap and in
    the middle of its share of the line; with fewer than two dashes the line is
    solid.

    Parameters
    ----------
    ends
        (l, 2, 3) both ends of each line, scene angstrom.
    dashes
        Their look.
    """
    count = 2 * (dashes.dashes // 2)
    share = np.arange(count or 1) / (count or 1)
    begin, length = (share + 0.25 / count, 0.5 / count) if count else (share, 1.0)
    start, along = ends[:, :1], ends[:, 1:] - ends[:, :1]
    starts = (start + begin[:, None] * along).reshape(-1, 3)
    stops = (start + (begin + length)[:, None] * along).reshape(-1, 3)
    return Segments(
        starts,
        stops,
        np.full(len(starts), dashes.radius),
        np.tile(np.array(rgb(dashes.colour), dtype=np.uint8), (len(starts), 1)),
    )


def join_segments(groups: Iterable[Segments]) -> Segments:
    """Return all segments in one set of arrays."""
    groups = list(groups)
    return Segments(
        np.concatenate([np.empty((0, 3)), *(group.starts for group in groups)]),
        np.concatenate([np.empty((0, 3)), *(group.ends for group in groups)]),
        np.concatenate([np.empty(0), *(group.radii for group in groups)]),
        np.concatenate([np.empty((0, 3), dtype=np.uint8), *(group.colours for group in groups)]),
    )


def chain_break_ends(atoms: DisplayedAtoms) -> FloatArray:
    """Return (l, 2, 3) the ends of missing-structure links between displayed atoms."""
    ends = [part.coordinates[part.pairs(part.structure.missing_links)] for part in atoms.parts]
    return np.concatenate([np.empty((0, 2, 3)), *ends])


def hydrogen_bond_ends(complex_: Complex, atoms: DisplayedAtoms) -> FloatArray:
    """Return (l, 2, 3) the ends of hydrogen bonds between displayed atoms of pocket and ligand.

    A bond goes from the donor's hydrogen that is nearest to the acceptor, be it
    displayed or not, or from the donor where it has none (spec hbonds.md
    section 0). Bonds are those of the ligand where it stands.
    """
    if len(atoms.parts) != 2:
        return np.empty((0, 2, 3))
    pocket, ligand = atoms.parts
    lines = [
        (pocket.place(pocket.structure.coordinates[one]), ligand.place(ligand.structure.coordinates[other]))
        for bonded_pocket, bonded_ligand, one, other in _bonds(complex_, _motion(ligand))
        if bonded_pocket in pocket.rows and bonded_ligand in ligand.rows
    ]
    return np.array(lines).reshape(-1, 2, 3)


def _motion(ligand: ShownPart) -> bytes:
    return b"" if ligand.pose is None else ligand.pose.matrix.tobytes()


@lru_cache(maxsize=8)
def _bonds(complex_: Complex, motion: bytes) -> tuple[tuple[int, int, int, int], ...]:
    """Return rows of the bonded pocket and ligand atom, then of the pocket and ligand atom to draw between."""
    from misi_viewer.camera.pose import Pose
    from misi_viewer.chem.hydrogen_bonds import find_hydrogen_bonds

    if motion:
        pose = Pose(np.frombuffer(motion).reshape(3, 4))
        ligand = replace(complex_.ligand, coordinates=pose.to_scene(complex_.ligand.coordinates))
        complex_ = replace(complex_, ligand=ligand)
    rows = []
    for bond in find_hydrogen_bonds(complex_, solvent=False):
        pocket, ligand_atom = bond.pocket_atom, bond.ligand_atom
        if bond.donor_hydrogen is not None:
            if bond.donor == "pocket":
                pocket = bond.donor_hydrogen
            else:
                ligand_atom = bond.donor_hydrogen
        rows.append((bond.pocket_atom, bond.ligand_atom, pocket, ligand_atom))
    return tuple(rows)


def extra_bond_lines(atoms: DisplayedAtoms, bonds: Iterable[ExtraBond]) -> Segments:
    """Return the dashes of extra bonds, of those whose ends are both displayed.

    Raises
    ------
    UserError
        If a bond names an atom that the complex does not have.
    """
    parts = {part.name: part for part in atoms.parts}
    groups = []
    for bond in bonds:
        ends = [_displayed_place(parts.get(atom.part), atom) for atom in (bond.one, bond.other)]
        if all(end is not None for end in ends):
            groups.append(dashed_lines(np.array([ends], dtype=np.float64), bond.look))
    return join_segments(groups)


def _displayed_place(part: ShownPart | None, atom: AtomRef) -> FloatArray | None:
    """Return (3,) where the scene has an atom; None if it is not displayed."""
    if part is None:
        return None
    if atom.row >= len(part.structure):
        raise UserError(f"The shot draws a bond to atom {atom.row} of the {atom.part}, which has fewer atoms.")
    if atom.row not in part.rows:
        return None
    return part.place(part.structure.coordinates[atom.row])
