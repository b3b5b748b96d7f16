"""In how many pictures of a question the labels that its answer needs can be read: T4, T8 and T9."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.build import build
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.scoring.legibility import DEFAULT_LIMITS, Limits, TextWidth, label_legibility

__all__ = ["ReadableViews", "needed_labels", "readable_views"]

BondRows = tuple[int, int]
"""Rows of the pocket's and of the ligand's atom."""


@dataclass(frozen=True, eq=False, slots=True)
class ReadableViews:
    """Which needed labels can be read where.

    Attributes
    ----------
    readable
        (v, k) by picture and needed label, bond by bond: the pocket's, the ligand's.
    """

    readable: NDArray[np.bool_]

    @property
    def all_labels(self) -> int:
        """In how many pictures all needed labels can be read."""
        return int(np.count_nonzero(self.readable.all(axis=1)))

    @property
    def any_view(self) -> bool:
        """Whether each needed label can be read in one picture or another."""
        return bool(self.readable.any(axis=0).all())

    @property
    def fewest(self) -> int:
        """In how many pictures the needed label that is hardest to find can be read."""
        return int(self.readable.sum(axis=0).min())


def needed_labels(complex_: Complex, shot: Shot, bonds: Iterable[BondRows]) -> list[int]:
    """Return which labels of a picture name the atoms of some bonds.

    Where the picture labels the pocket by residue, the residue's label is
    meant; where it shows one residue, the atom's.

    Parameters
    ----------
    complex_
        Pocket and ligand.
    shot
        The picture, labelled, in a style that labels both residues and atoms.
    bonds
        Atom rows.

    Returns
    -------
    list of int
        Places in the scene's labels, two for each bond.

    Raises
    ------
    KeyError
        If the picture does not label one of the atoms.
    """
    place: dict[tuple[str, int], int] = {}
    for part in displayed_atoms(complex_, shot).parts:
        rows = part.rows
        if part.name == "pocket" and shot.parts != "residue":
            rows = np.unique(part.structure.residue_of_atom[rows])
        for row in rows.tolist():
            place[part.name, row] = len(place)
    needed = []
    for pocket_atom, ligand_atom in bonds:
        row = pocket_atom if shot.parts == "residue" else int(complex_.pocket.residue_of_atom[pocket_atom])
        needed += [place["pocket", row], place["ligand", ligand_atom]]
    return needed


def readable_views(
    complex_: Complex,
    shots: Sequence[Shot],
    bonds: Sequence[BondRows],
    size: tuple[int, int],
    width_in_em: TextWidth,
    *,
    style: Style = DEFAULT_STYLE,
    limits: Limits = DEFAULT_LIMITS,
) -> ReadableViews | None:
    """Find out in which pictures the labels of some bonds can be read.

    Parameters
    ----------
    complex_
        Pocket and ligand.
    shots
        The question's pictures, labelled.
    bonds
        What the answer names; see `needed_labels`.
    size
        Of the pictures, pixels.
    width_in_em
        Gives the width of a text.
    style, limits
        How the pictures look, and what can be read.

    Returns
    -------
    ReadableViews or None
        None if there is nothing to read, as with the answer "No".

    Raises
    ------
    UserError
        If the pictures do not label residues and atoms.
    """
    if not bonds or not shots:
        return None
    if not (style.labels.residues and style.labels.atoms and all(shot.labels for shot in shots)):
        raise UserError("Labels cannot be read in pictures without them; switch on those of residues and of atoms.")
    rows = []
    for shot in shots:
        labels = build(complex_, shot, style).labels
        view = aim(complex_, shot, size, style)
        needed = needed_labels(complex_, shot, bonds)
        rows.append(label_legibility(labels, view, size, width_in_em, style).readable(limits)[needed])
    return ReadableViews(np.array(rows))
