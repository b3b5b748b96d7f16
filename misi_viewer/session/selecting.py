"""Selecting with the mouse: by click and by box."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection
from misi_viewer.scene.aim import View
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot

__all__ = ["Picked", "atoms_in_box", "click", "still_selected"]

Place = tuple[float, float]


class Picked(NamedTuple):
    """What is selected, and which of it was clicked, in that order; measurements are between the latter."""

    selection: Selection
    atoms: tuple[AtomRef, ...]


def click(before: Picked, complex_: Complex, atom: AtomRef | None, *, extend: bool) -> Picked:
    """Return what is selected after a click.

    Parameters
    ----------
    before
        What was selected.
    complex_
        Whose atoms.
    atom
        What was clicked; None for the background, which selects nothing.
    extend
        Whether the atom joins those selected, or leaves them if it is one.
    """
    if not extend:
        return Picked(Selection.of(complex_, () if atom is None else (atom,)), () if atom is None else (atom,))
    if atom is None:
        return before
    was_selected = bool(before.selection[atom.part][atom.row])
    others = tuple(other for other in before.atoms if other != atom)
    return Picked(before.selection ^ Selection.of(complex_, (atom,)), others if was_selected else (*others, atom))


def still_selected(atoms: tuple[AtomRef, ...], selection: Selection) -> tuple[AtomRef, ...]:
    """Return those of the clicked atoms that are selected."""
    return tuple(atom for atom in atoms if selection[atom.part][atom.row])


def atoms_in_box(
    complex_: Complex, shot: Shot, view: View, size: tuple[int, int], corner: Place, other: Place
) -> Selection:
    """Return the displayed atoms whose middle is seen inside a rectangle.

    Parameters
    ----------
    complex_, shot, view
        What is seen, and the camera.
    size
        Of the picture, device pixels.
    corner, other
        Two opposite corners: x right, y down from the picture's top left corner, device pixels.
    """
    low, high = np.minimum(corner, other), np.maximum(corner, other)
    found = Selection.of(complex_)
    for part in displayed_atoms(complex_, shot).parts:
        points = part.coordinates
        depth = -view.pose.to_camera(points)[:, 2]
        on_picture = pixels(points, view.pose, view.projection, size)
        with np.errstate(invalid="ignore"):
            inside = ((on_picture >= low) & (on_picture <= high)).all(axis=1)
        found[part.name][part.rows[inside & (depth >= view.near) & (depth <= view.far)]] = True
    return found
