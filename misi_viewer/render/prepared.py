"""What drawing a scene needs and any thread can work out, before the one that draws asks for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misi_viewer.render.geometry import Faces, Quads, capsules, scene_centre, segment_quads, surface_faces, wires
from misi_viewer.scene.arrays import Mesh, Scene

__all__ = ["Prepared", "prepare"]

MOST_KEPT = 2
"""Scenes that are remembered: the one that is drawn, and the one that is to come."""


@dataclass(frozen=True, eq=False, slots=True)
class Prepared:
    """The vertices of a scene, labels left out.

    Attributes
    ----------
    centre
        (3,) scene angstrom: what vertices are relative to.
    capsules, wires, segments
        See `geometry`.
    surface
        Its triangles, none where there is no surface.
    """

    centre: NDArray[np.float64]
    capsules: Quads
    wires: Quads
    segments: Quads
    surface: Faces


@lru_cache(maxsize=MOST_KEPT)
def prepare(scene: Scene) -> Prepared:
    """Return the vertices of a scene; worked out once, whoever asks first."""
    centre = scene_centre(scene)
    return Prepared(
        centre,
        capsules(scene, centre),
        wires(scene, centre),
        segment_quads(scene.segments, centre),
        surface_faces(scene.surface or Mesh.empty(), centre),
    )
