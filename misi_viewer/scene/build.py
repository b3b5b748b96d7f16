"""Complex, shot and style to plain arrays (spec style.md sections 2 to 4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.arrays import Scene, Segments, Spheres, Sticks
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.companions import Companion, join, placed
from misi_viewer.scene.dashes import (
    chain_break_ends,
    dashed_lines,
    extra_bond_lines,
    hydrogen_bond_ends,
    join_segments,
)
from misi_viewer.scene.labels import make_labels
from misi_viewer.scene.looks import WIRE, Sizes, bond_kinds, display_radii, drawn_as
from misi_viewer.scene.parts import DisplayedAtoms, ShownPart, displayed_atoms, prepare
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.scene.surface import surface_mesh

__all__ = ["build"]

FloatArray = NDArray[np.float64]
ColourArray = NDArray[np.uint8]
IntArray = NDArray[np.int32]

_CARBON = 6


def build(complex_: Complex, shot: Shot, style: Style = DEFAULT_STYLE, companions: Sequence[Companion] = ()) -> Scene:
    """Return all that a shot displays, ligand commands applied, and the companions that are shown.

    The scene's atom list is `parts.displayed_atoms(complex_, shot)`, then that of each companion shown.

    Raises
    ------
    UserError
        If the shot names a residue that the pocket does not have.
    """
    own, others = _build(complex_, shot, style), [companion for companion in companions if companion.shown]
    if not others:
        return own
    scenes = [placed(_build(one.complex, one.shot, one.style), one.placement) for one in others]
    counts = [len(displayed_atoms(one.complex, one.shot)) for one in others]
    return join([own, *scenes], [len(displayed_atoms(complex_, shot)), *counts])


def _build(complex_: Complex, shot: Shot, style: Style) -> Scene:
    """Return the scene of one complex."""
    atoms = displayed_atoms(complex_, shot)
    points = atoms.coordinates
    radii = display_radii(complex_, atoms, shot, Sizes.of(style))
    kinds = drawn_as(complex_, atoms, shot, style.representation)
    colours = np.concatenate([np.empty((0, 3), dtype=np.uint8), *(_atom_colours(part, style) for part in atoms.parts)])
    bonds = _displayed_bonds(atoms)
    drawn, lines = bond_kinds(kinds, bonds)
    bonds, lines = bonds[drawn], lines[drawn]
    as_balls = np.setdiff1d(np.arange(len(atoms), dtype=np.int32), bonds[kinds[bonds] == WIRE])
    return Scene(
        Spheres(points[as_balls], radii[as_balls], colours[as_balls], as_balls),
        _sticks(points, colours, bonds, lines, style),
        _segments(complex_, atoms, shot, style),
        make_labels(complex_, atoms, radii, shot, style),
        surface=None if shot.surface is None else surface_mesh(complex_, shot, atoms.parts, colours),
    )


def _atom_colours(part: ShownPart, style: Style) -> ColourArray:
    """Return (k, 3) colours: by element, carbons by residue in turn or as the ligand's."""
    elements = part.structure.elements[part.rows]
    colours: ColourArray = style.element_table()[elements]
    carbon = elements == _CARBON
    if part.name == "ligand":
        if style.ligand_carbon:
            colours[carbon] = rgb(style.ligand_carbon)
    elif style.residue_carbons:
        palette = np.array([rgb(colour) for colour in style.residue_carbons], dtype=np.uint8)
        turn = prepare(part.structure).turn[part.structure.residue_of_atom[part.rows[carbon]]]
        colours[carbon] = palette[turn % len(palette)]
    return colours


def _displayed_bonds(atoms: DisplayedAtoms) -> IntArray:
    """Return (b, 2) places in the atom list, in the order in which bonds were made, the pocket's first."""
    bonds, start = [np.empty((0, 2), dtype=np.int32)], 0
    for part in atoms.parts:
        bonds.append(part.pairs(part.structure.bonds) + np.int32(start))
        start += len(part.rows)
    return np.concatenate(bonds)


def _sticks(
    points: FloatArray, colours: ColourArray, bonds: IntArray, lines: NDArray[np.bool_], style: Style
) -> Sticks:
    one, other = bonds.T
    radii = np.full(len(bonds), style.stick_radius)
    return Sticks(points[one], points[other], radii, colours[one], colours[other], bonds, lines)


def _segments(complex_: Complex, atoms: DisplayedAtoms, shot: Shot, style: Style) -> Segments:
    groups = []
    if shot.chain_breaks:
        groups.append(dashed_lines(chain_break_ends(atoms), style.chain_breaks))
    if shot.hydrogen_bonds:
        groups.append(dashed_lines(hydrogen_bond_ends(complex_, atoms), style.hydrogen_bonds))
    if shot.extra_bonds:
        groups.append(extra_bond_lines(atoms, shot.extra_bonds))
    return join_segments(groups)
