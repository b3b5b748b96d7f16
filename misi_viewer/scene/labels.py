"""Which labels there are, their texts and places (spec labels.md sections 1, 2 and 4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.arrays import Labels
from misi_viewer.scene.parts import DisplayedAtoms, ShownPart, prepare, selected_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["make_labels"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]

ATOM_GAP = 0.2
"""Angstrom from an atom's surface to the left edge of its label."""

ATOM_LIFT = 0.5
"""Angstrom by which an atom's label stands nearer to the viewer."""


def make_labels(complex_: Complex, atoms: DisplayedAtoms, radii: FloatArray, shot: Shot, style: Style) -> Labels:
    """Return the labels of a shot, in the order in which they are drawn.

    Residues of the pocket come first, then atoms of the ligand; for a shot of
    one residue its atoms and then the ligand's. What the shot labels beside
    these comes with each part, once.

    Parameters
    ----------
    complex_
        What `atoms` are of.
    atoms
        What is displayed.
    radii
        (n,) how large the atoms are drawn, angstrom.
    shot, style
        Whether and how labels are drawn.
    """
    texts: list[str] = []
    anchors, offsets = [np.empty((0, 3))], [np.empty((0, 3))]
    start = 0
    for part in atoms.parts:
        stop = start + len(part.rows)
        residues, named = _labelled(complex_, part, shot, style)
        texts += [*_residue_texts(part, residues), *_atom_texts(part, named)]
        anchors += [part.place(prepare(part.structure).anchors[residues]), part.coordinates[named]]
        gaps = radii[start:stop][named, None] * (1.0, 0.0, 0.0) + (ATOM_GAP, 0.0, ATOM_LIFT)
        offsets += [np.zeros((len(residues), 3)), gaps]
        start = stop
    colours = np.tile(np.array(style.label_rgb, dtype=np.uint8), (len(texts), 1))
    return Labels(tuple(texts), np.concatenate(anchors), np.concatenate(offsets), colours, style.labels.height)


def _labelled(complex_: Complex, part: ShownPart, shot: Shot, style: Style) -> tuple[IntArray, IntArray]:
    """Return which residues of a part are labelled, and which places in its rows."""
    by_residue = part.name == "pocket" and shot.parts != "residue"
    residues = np.zeros(len(part.rows), dtype=np.bool_)
    named = np.zeros(len(part.rows), dtype=np.bool_)
    if shot.labels and by_residue:
        residues |= style.labels.residues
    elif shot.labels:
        named |= style.labels.atoms
    for mask, text in ((residues, shot.label_residues), (named, shot.label_atoms)):
        if text:
            mask |= selected_atoms(complex_, text, shot.ligand_commands)[part.name][part.rows]
    of = np.unique(part.structure.residue_of_atom[part.rows[residues]])
    return of.astype(np.int32), np.flatnonzero(named).astype(np.int32)


def _residue_texts(part: ShownPart, rows: IntArray) -> list[str]:
    residues = part.structure.residues
    columns = (residues.names[rows], residues.numbers[rows], residues.insertion_codes[rows])
    return [f"{name} {number}{code}" for name, number, code in zip(*map(np.ndarray.tolist, columns), strict=True)]


def _atom_texts(part: ShownPart, places: IntArray) -> list[str]:
    """Return atom names; the residue number stands in for an empty one."""
    structure, rows = part.structure, part.rows[places]
    numbers = structure.residues.numbers[structure.residue_of_atom[rows]]
    return [name or str(number) for name, number in zip(structure.names[rows].tolist(), numbers.tolist(), strict=True)]
