"""Which labels there are, their texts and places (spec labels.md sections 1, 2 and 4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misi_viewer.scene.arrays import Labels
from misi_viewer.scene.parts import DisplayedAtoms, ShownPart, prepare
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["make_labels"]

FloatArray = NDArray[np.float64]

ATOM_GAP = 0.2
"""Angstrom from an atom's surface to the left edge of its label."""

ATOM_LIFT = 0.5
"""Angstrom by which an atom's label stands nearer to the viewer."""


def make_labels(atoms: DisplayedAtoms, radii: FloatArray, shot: Shot, style: Style) -> Labels:
    """Return the labels of a shot, in the order in which they are drawn.

    Residues of the pocket come first, then atoms of the ligand; for a shot of
    one residue its atoms and then the ligand's.

    Parameters
    ----------
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
        by_residue = part.name == "pocket" and shot.parts != "residue"
        if shot.labels and by_residue and style.labels.residues:
            rows = np.unique(part.structure.residue_of_atom[part.rows])
            texts += _residue_texts(part, rows)
            anchors.append(part.place(prepare(part.structure).anchors[rows]))
            offsets.append(np.zeros((len(rows), 3)))
        elif shot.labels and not by_residue and style.labels.atoms:
            texts += _atom_texts(part)
            anchors.append(part.coordinates)
            offsets.append(radii[start:stop, None] * (1.0, 0.0, 0.0) + (ATOM_GAP, 0.0, ATOM_LIFT))
        start = stop
    colours = np.tile(np.array(style.label_rgb, dtype=np.uint8), (len(texts), 1))
    return Labels(tuple(texts), np.concatenate(anchors), np.concatenate(offsets), colours, style.labels.height)


def _residue_texts(part: ShownPart, rows: NDArray[np.int32]) -> list[str]:
    residues = part.structure.residues
    columns = (residues.names[rows], residues.numbers[rows], residues.insertion_codes[rows])
    return [f"{name} {number}{code}" for name, number, code in zip(*map(np.ndarray.tolist, columns), strict=True)]


def _atom_texts(part: ShownPart) -> list[str]:
    """Return atom names; the residue number stands in for an empty one."""
    structure = part.structure
    numbers = structure.residues.numbers[structure.residue_of_atom[part.rows]]
    names = structure.names[part.rows]
    return [name or str(number) for name, number in zip(names.tolist(), numbers.tolist(), strict=True)]
