"""From a shot to the camera (spec camera.md sections 3 to 8, benchmark.md section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.bounds import Box, box_of_spheres, joined
from misi_viewer.camera.commands import apply_to_pose
from misi_viewer.camera.fit import fit, fit_orthographic, near_far, width_at
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.camera.views import view_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.looks import Sizes, display_radii
from misi_viewer.scene.parts import DisplayedAtoms, displayed_atoms
from misi_viewer.scene.shot import Parts, Shot
from misi_viewer.scene.shot_surface import Surface
from misi_viewer.scene.style import DEFAULT_STYLE, Style

__all__ = ["View", "aim", "companion_boxes", "drawing_bounds"]

FloatArray = NDArray[np.float64]

NARROWEST = 1.0e-3
"""Angstrom; least width of an orthographic picture."""


SURFACE_REACH = 1.3
"""Van der Waals radii from an atom to the surface round it, at the most."""


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """The camera of one picture.

    Attributes
    ----------
    pose
        The eye.
    projection
        Perspective or orthographic.
    near, far
        Depths of the clipping planes, angstrom; the depth cue goes by them.
    center_of_rotation
        (3,) scene angstrom.
    box
        What the front view is fitted to.
    """

    pose: Pose
    projection: Projection
    near: float
    far: float
    center_of_rotation: FloatArray
    box: Box


def aim(
    complex_: Complex,
    shot: Shot,
    size: tuple[int, int],
    style: Style = DEFAULT_STYLE,
    companions: Sequence[Companion] = (),
) -> View:
    """Return the camera of a shot.

    Parameters
    ----------
    complex_
        Pocket and ligand.
    shot
        What is shown, and from where.
    size
        Width and height of the picture, pixels; their ratio matters.
    style
        Its representation decides how far atoms reach.
    companions
        What else is seen lies between the clipping planes too; the camera is not fitted to it.

    Raises
    ------
    UserError
        If there is nothing to fit the camera to.
    """
    if min(size) < 1:
        raise UserError("A picture must be at least 1 pixel wide and 1 pixel high.")
    sizes, contents = Sizes.of(style), _contents(shot)
    shown = _box(complex_, contents, sizes)
    box = _box(complex_, contents.but(looks=(), surface=None) if shot.fit_to == "shown" else _native(shot), sizes)
    if box is None:
        raise UserError(f"{complex_.id} has no atoms to fit the camera to, solvent and hydrogens left out.")
    centre = box.centre
    pose, projection = _start(shot, box, size[0] / size[1])
    if shot.pose is None:
        pose = apply_to_pose((*view_commands(shot.view), *shot.camera_steps), pose, centre)
    near, far = near_far(shown, pose)
    for other in companion_boxes(companions):
        nearest, farthest = near_far(other, pose)
        near, far = min(near, nearest), max(far, farthest)
    return View(pose, projection, near, far, centre, box)


def drawing_bounds(complex_: Complex, shot: Shot, style: Style, companions: Sequence[Companion] = ()) -> Box | None:
    """Return the box of all that is displayed, None if nothing is (spec camera.md section 3)."""
    return joined([_box(complex_, _contents(shot), Sizes.of(style)), *companion_boxes(companions)])


def _contents(shot: Shot) -> Shot:
    """Return the shot with nothing but what decides which atoms are displayed, where, and how far they reach."""
    return Shot(
        parts=shot.parts,
        residue=shot.residue,
        hydrogens=shot.hydrogens,
        ligand_commands=shot.ligand_commands,
        hide=shot.hide,
        looks=shot.looks,
        surface=None if shot.surface is None else Surface(shot.surface.of),
    )


def _native(shot: Shot) -> Shot:
    """Return the shot of what the camera is fitted to, as the files have it."""
    return Shot(parts=cast("Parts", shot.fit_to), hydrogens=shot.hydrogens)


@lru_cache(maxsize=8)
def _box(complex_: Complex, contents: Shot, sizes: Sizes) -> Box | None:
    """Return the box of what is displayed; turning the camera asks for it again and again."""
    atoms = displayed_atoms(complex_, contents)
    return box_of_spheres(atoms.coordinates, _reaches(complex_, atoms, contents, sizes))


def _reaches(complex_: Complex, atoms: DisplayedAtoms, contents: Shot, sizes: Sizes) -> FloatArray:
    """Return (n,) how far atoms reach as they are drawn, a surface round them included, angstrom."""
    radii = display_radii(complex_, atoms, contents, sizes)
    if contents.surface is None:
        return radii
    from misi_viewer.scene.radii import van_der_waals_radii

    reaches = [
        (SURFACE_REACH if part.name == contents.surface.of else 0.0) * van_der_waals_radii(part.structure)[part.rows]
        for part in atoms.parts
    ]
    return np.maximum(radii, np.concatenate(reaches))


def companion_boxes(companions: Sequence[Companion]) -> list[Box]:
    """Return the box of each companion that is shown and not empty."""
    boxes = (_companion_box(one) for one in companions if one.shown)
    return [box for box in boxes if box is not None]


def _companion_box(companion: Companion) -> Box | None:
    contents, sizes = _contents(companion.shot), Sizes.of(companion.style)
    return _placed_box(companion.complex, contents, sizes, companion.placement)


@lru_cache(maxsize=32)
def _placed_box(complex_: Complex, contents: Shot, sizes: Sizes, placement: Pose | None) -> Box | None:
    """Return the box of what is displayed of a companion, where it stands."""
    atoms = displayed_atoms(complex_, contents)
    points = atoms.coordinates
    placed = points if placement is None else placement.to_scene(points)
    return box_of_spheres(placed, _reaches(complex_, atoms, contents, sizes))


def _start(shot: Shot, box: Box, aspect: float) -> tuple[Pose, Projection]:
    """Return the fitted front view, or the shot's own pose, before commands."""
    pose = None if shot.pose is None else Pose.from_rows(shot.pose)
    if shot.projection == "perspective":
        return (fit(box, aspect) if pose is None else pose), Projection()
    front, projection = fit_orthographic(box, aspect)
    width = projection.width if pose is None else width_at(pose, box.centre)
    if shot.orthographic_width is not None:
        width = shot.orthographic_width
    return pose or front, Projection("orthographic", width=max(width, NARROWEST))
