"""Commands that follow from the complex instead of from axes and bins (spec benchmark.md section 2)."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from misi_viewer.camera.commands import Command
from misi_viewer.tasks.annotation import Annotation
from misi_viewer.tasks.hooks import Setting, Subject, Unfair
from misi_viewer.tasks.randomness import Random

__all__ = ["FAR_SIDE", "bond_to_centre", "far_side", "side_distances"]

FAR_SIDE: Final = 0.225
"""Where the far side of a picture is: half its width per unit of depth, 0.84 * tan(15 degrees)."""

TAKEN_OFF: Final = (0, 1, 2)
"""Angstrom; one of them is taken off the distance to the far side."""

SHORTEST: Final = 1
"""Angstrom; a side nearer than this is not drawn."""


def side_distances(annotation: Annotation) -> tuple[float, float]:
    """Return how far the ligand can go to the right and to the left, both positive, angstrom."""
    reach = FAR_SIDE * float(np.abs(annotation.displayed_screen[:, 2]).mean())
    x = annotation.ligand_screen[annotation.ligand_rows, 0]
    return reach - float(x.max()), reach + float(x.min())


def far_side(setting: Setting, _subject: Subject, random: Random) -> tuple[Command, ...]:
    """Move the ligand to the far right or left of the picture.

    Raises
    ------
    Unfair
        If it stands there already.
    """
    sides = [
        (sign, distance)
        for sign, distance in zip((1, -1), side_distances(setting.annotation), strict=True)
        if distance >= SHORTEST
    ]
    if not sides:
        raise Unfair(f"the ligand is less than {SHORTEST} angstrom from both sides of the picture")
    sign, distance = random.choose(sides)
    lengths = [_rounded(distance - taken) for taken in TAKEN_OFF]
    length = random.choose([length for length in lengths if length >= SHORTEST])
    return (Command("move", "x", sign * length),)


def bond_to_centre(setting: Setting, subject: Subject, _random: Random) -> tuple[Command, ...]:
    """Move the middle of the subject's hydrogen bond to the centre of the screen, to whole angstrom."""
    ((pocket_atom, ligand_atom),) = subject.bonds
    annotation = setting.annotation
    x, y, _ = (annotation.pocket_screen[pocket_atom] + annotation.ligand_screen[ligand_atom]) / 2.0
    return Command("move", "x", -_rounded(x)), Command("move", "y", -_rounded(y))


def _rounded(value: float) -> int:
    """Return the nearest whole number, halves away from zero."""
    return int(math.copysign(math.floor(abs(value) + 0.5), value))
