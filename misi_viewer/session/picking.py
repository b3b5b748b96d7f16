"""Which atom is under the pointer, from the camera room's projection alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.projection import pixels
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene

__all__ = ["REACH", "pick"]

FloatArray = NDArray[np.float64]

REACH = 4.0
"""Device pixels by which an atom or bond may be missed."""


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
    spheres, sticks = scene.spheres, scene.sticks
    middles = (sticks.starts + sticks.ends) / 2.0
    starts = np.concatenate([spheres.centres, sticks.starts, sticks.ends])
    ends = np.concatenate([spheres.centres, middles, middles])
    radii = np.concatenate([spheres.radii, sticks.radii, sticks.radii])
    atoms = np.concatenate([spheres.atoms, sticks.atoms[:, 0], sticks.atoms[:, 1]])
    if not len(atoms):
        return None
    gap, depth = _gaps(starts, ends, radii, view, size, np.asarray(place, dtype=np.float64))
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
