"""Which atom is under the pointer, from the camera room's projection alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.projection import pixels
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene

__all__ = ["REACH", "Picker", "pick"]

FloatArray = NDArray[np.float64]

REACH = 4.0
"""Device pixels by which an atom or bond may be missed."""

SLANT = 2.0
"""How much longer a piece at the picture's edge may look than one in the middle at the same depth, at the most."""


def pick(scene: Scene, view: View, size: tuple[int, int], place: tuple[float, float]) -> int | None:
    """Return the row of the atom that is seen at a place of the picture, None if there is none.

    A bond counts for the atom at its nearer end. Of several hits the one
    nearest to the eye counts, and a hit before a near miss.

    Parameters
    ----------
    scene, view, size
        What is drawn, the camera, and the picture's size in device pixels.
    place
        x right, y down from the picture's top left corner, device pixels.

    Returns
    -------
    Row in the scene's list of atoms.
    """
    return Picker().pick(scene, view, size, place)


class Picker:
    """As `pick`, for many places of one picture: atoms are laid out once per scene, view and size."""

    def __init__(self) -> None:
        self._laid: _Laid | None = None

    def pick(self, scene: Scene, view: View, size: tuple[int, int], place: tuple[float, float]) -> int | None:
        """Return what `pick` returns."""
        if self._laid is None or not self._laid.is_of(scene, view, size):
            self._laid = _lay_out(scene, view, size)
        point = np.asarray(place, dtype=np.float64)
        return _nearest(scene, view, size, point, self._laid.atoms_near(point))


@dataclass(frozen=True, eq=False, slots=True)
class _Laid:
    """The atoms of a scene on the picture.

    Attributes
    ----------
    scene, view, size
        What is laid out.
    places
        (n, 2) pixels, by row in the scene's list of atoms; nan for what is not drawn or not before the eye.
    reaches
        (n,) pixels around, farther than which nothing of an atom and its halves of bonds can be picked.
    """

    scene: Scene
    view: View
    size: tuple[int, int]
    places: FloatArray
    reaches: FloatArray

    def is_of(self, scene: Scene, view: View, size: tuple[int, int]) -> bool:
        """Say whether this is the layout of a picture."""
        return self.scene is scene and self.view is view and self.size == size

    def atoms_near(self, place: FloatArray) -> NDArray[np.bool_]:
        """Return (n,) True for atoms that may be seen at a place."""
        return np.asarray((np.abs(self.places - place) <= self.reaches[:, None]).all(axis=1), dtype=np.bool_)


def _lay_out(scene: Scene, view: View, size: tuple[int, int]) -> _Laid:
    spheres, sticks = scene.spheres, scene.sticks
    count = 1 + max(int(spheres.atoms.max(initial=-1)), int(sticks.atoms.max(initial=-1)))
    points = np.full((count, 3), np.nan)
    points[spheres.atoms] = spheres.centres
    points[sticks.atoms[:, 0]], points[sticks.atoms[:, 1]] = sticks.starts, sticks.ends
    half = float(np.linalg.norm(sticks.ends - sticks.starts, axis=1).max(initial=0.0)) / 2.0
    widest = max(float(spheres.radii.max(initial=0.0)), float(sticks.radii.max(initial=0.0)))
    nearest = -view.pose.to_camera(points)[:, 2] - half
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = size[0] / 2.0 / view.projection.half_width(nearest)
    # What reaches past the eye may be anywhere in the picture.
    reaches = np.where(nearest > 0.0, REACH + (half + widest) * scale * SLANT, np.inf)
    return _Laid(scene, view, size, pixels(points, view.pose, view.projection, size), reaches)


def _nearest(scene: Scene, view: View, size: tuple[int, int], place: FloatArray, near: NDArray[np.bool_]) -> int | None:
    """Return which of some atoms is seen at a place, None if none is; see `pick`."""
    spheres, sticks = scene.spheres, scene.sticks
    balls = np.flatnonzero(near[spheres.atoms])
    first, second = (np.flatnonzero(near[side]) for side in sticks.atoms.T)
    middles = [(sticks.starts[rows] + sticks.ends[rows]) / 2.0 for rows in (first, second)]
    starts = np.concatenate([spheres.centres[balls], sticks.starts[first], sticks.ends[second]])
    ends = np.concatenate([spheres.centres[balls], *middles])
    radii = np.concatenate([spheres.radii[balls], sticks.radii[first], sticks.radii[second]])
    atoms = np.concatenate([spheres.atoms[balls], sticks.atoms[first, 0], sticks.atoms[second, 1]])
    if not len(atoms):
        return None
    gap, depth = _gaps(starts, ends, radii, view, size, place)
    seen = (gap <= REACH) & (depth >= view.near) & (depth <= view.far)
    if not seen.any():
        return None
    hit = seen & (gap <= 0.0)
    if hit.any():
        return int(atoms[np.argmin(np.where(hit, depth, np.inf))])
    return int(atoms[np.argmin(np.where(seen, gap, np.inf))])


def _gaps(
    starts: FloatArray, ends: FloatArray, radii: FloatArray, view: View, size: tuple[int, int], place: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return how many pixels outside each piece the place lies, (n,), and the piece's depth there, (n,).

    Pieces that are partly behind the eye give nan.
    """
    a = pixels(starts, view.pose, view.projection, size)
    along = pixels(ends, view.pose, view.projection, size) - a
    length = np.maximum((along**2).sum(axis=1), 1e-12)
    beyond = ((place - a) * along).sum(axis=1) / length
    share = np.clip(beyond, 0.0, 1.0)
    distance = np.linalg.norm(a + share[:, None] * along - place, axis=1)
    distance[beyond > 1.0] = np.inf  # past the bond's middle: the other half's business
    near_end, far_end = (-view.pose.to_camera(points)[:, 2] for points in (starts, ends))
    depth = near_end + share * (far_end - near_end)
    with np.errstate(divide="ignore", invalid="ignore"):
        radius = radii * (size[0] / 2.0) / view.projection.half_width(depth)
    return distance - radius, depth - radii
