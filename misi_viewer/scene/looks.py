"""In which representation each atom is drawn, what that makes of its bonds, and how large it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.parts import DisplayedAtoms, selected_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import CHOICES, Style

__all__ = ["WIRE", "Sizes", "bond_kinds", "display_radii", "drawn_as"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
BoolArray = NDArray[np.bool_]
Kinds = NDArray[np.int8]

_KINDS: Sequence[str] = CHOICES["representation"]
_BALL, _SPHERE, WIRE = map(_KINDS.index, ("ball and stick", "sphere", "wire"))


class Sizes(NamedTuple):
    """What of a style decides how large atoms are."""

    representation: str
    stick_radius: float
    ball_scale: float
    sphere_scale: float

    @classmethod
    def of(cls, style: Style) -> Sizes:
        """Return those of a style."""
        return cls(style.representation, style.stick_radius, style.ball_scale, style.sphere_scale)


def drawn_as(complex_: Complex, atoms: DisplayedAtoms, shot: Shot, representation: str) -> Kinds:
    """Return (n,) places in the list of representations, of each displayed atom: the style's, or the last look's."""
    kinds = np.full(len(atoms), _KINDS.index(representation), dtype=np.int8)
    for look in shot.looks:
        held = selected_atoms(complex_, look.atoms, shot.ligand_commands)
        kinds[np.concatenate([held[part.name][part.rows] for part in atoms.parts])] = _KINDS.index(look.representation)
    return kinds


def bond_kinds(kinds: Kinds, bonds: IntArray) -> tuple[BoolArray, BoolArray]:
    """Return which bonds, (b, 2) atoms, are drawn at all, and which as lines; the thicker of both ends decides."""
    ends = kinds[bonds]
    solid = ((ends != _SPHERE) & (ends != WIRE)).any(axis=1)
    lines = ~solid & (ends == WIRE).any(axis=1)
    return solid | lines, lines


def display_radii(complex_: Complex, atoms: DisplayedAtoms, shot: Shot, sizes: Sizes) -> FloatArray:
    """Return (n,) how large each displayed atom is drawn, angstrom (spec style.md section 2)."""
    kinds = drawn_as(complex_, atoms, shot, sizes.representation)
    radii = np.full(len(atoms), sizes.stick_radius)
    scales = ((kinds == _BALL, sizes.ball_scale), (kinds == _SPHERE, sizes.sphere_scale))
    if not any(mask.any() for mask, _ in scales):
        return radii  # which needs no atom types
    from misi_viewer.scene.radii import van_der_waals_radii

    largest = np.concatenate([van_der_waals_radii(part.structure)[part.rows] for part in atoms.parts])
    for mask, scale in scales:
        radii[mask] = scale * largest[mask]
    return radii
