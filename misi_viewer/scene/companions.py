"""Further complexes in the scene of another: a second structure beside it, or a ghost of the same one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from misi_viewer.camera.pose import Pose
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.arrays import Labels, Mesh, Scene, Segments, Spheres, Sticks
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["MOST_COMPANIONS", "Companion", "join", "placed"]

MOST_COMPANIONS = 50
"""Complexes that a window shows beside the one that is worked with."""


@dataclass(frozen=True, slots=True)
class Companion:
    """A complex that is drawn into the scene of another one, which decides camera, lights and fog.

    Attributes
    ----------
    name
        What it is called in the window.
    complex
        Its atoms.
    shot
        What of it is shown: parts, labels, bonds, ligand commands, what is hidden; its camera is of no account.
    style
        Its colours, radii and labels.
    placement
        Takes its scene coordinates to those of the scene that it joins; None where they are the same.
    shown
        Whether it is drawn.
    """

    name: str
    complex: Complex
    shot: Shot
    style: Style
    placement: Pose | None = None
    shown: bool = True


def placed(scene: Scene, placement: Pose | None) -> Scene:
    """Return a scene moved rigidly."""
    if placement is None:
        return scene
    move, spheres, sticks, segments = placement.to_scene, scene.spheres, scene.sticks, scene.segments
    surface = scene.surface
    if surface is not None:
        surface = replace(surface, points=move(surface.points), normals=surface.normals @ placement.axes.T)
    return replace(
        scene,
        surface=surface,
        spheres=replace(spheres, centres=move(spheres.centres)),
        sticks=replace(sticks, starts=move(sticks.starts), ends=move(sticks.ends)),
        segments=replace(segments, starts=move(segments.starts), ends=move(segments.ends)),
        labels=replace(scene.labels, anchors=move(scene.labels.anchors)),
    )


def join(scenes: Sequence[Scene], counts: Sequence[int]) -> Scene:
    """Return one scene of several.

    Atoms of the first keep their rows, those of the others follow in turn.
    Labels all get the height of the first one's.

    Parameters
    ----------
    scenes
        At least one.
    counts
        How many atoms the list of each has.
    """
    if len(scenes) == 1:
        return scenes[0]
    starts = [0, *np.cumsum(counts)[:-1].tolist()]
    return Scene(
        _join_spheres([scene.spheres for scene in scenes], starts),
        _join_sticks([scene.sticks for scene in scenes], starts),
        Segments(
            np.concatenate([scene.segments.starts for scene in scenes]),
            np.concatenate([scene.segments.ends for scene in scenes]),
            np.concatenate([scene.segments.radii for scene in scenes]),
            np.concatenate([scene.segments.colours for scene in scenes]),
        ),
        _join_labels([scene.labels for scene in scenes]),
        surface=_join_surfaces([scene.surface for scene in scenes if scene.surface is not None]),
    )


def _join_surfaces(parts: Sequence[Mesh]) -> Mesh | None:
    """Return one surface of several; all get the opacity of the first."""
    if not parts:
        return None
    starts = np.cumsum([0, *(len(part.points) for part in parts[:-1])])
    return Mesh(
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.normals for part in parts]),
        np.concatenate([part.colours for part in parts]),
        np.concatenate([part.triangles + start for part, start in zip(parts, starts, strict=True)]),
        parts[0].opacity,
    )


def _join_spheres(parts: Sequence[Spheres], starts: Sequence[int]) -> Spheres:
    return Spheres(
        np.concatenate([part.centres for part in parts]),
        np.concatenate([part.radii for part in parts]),
        np.concatenate([part.colours for part in parts]),
        np.concatenate([part.atoms + np.int32(start) for part, start in zip(parts, starts, strict=True)]),
    )


def _join_sticks(parts: Sequence[Sticks], starts: Sequence[int]) -> Sticks:
    return Sticks(
        np.concatenate([part.starts for part in parts]),
        np.concatenate([part.ends for part in parts]),
        np.concatenate([part.radii for part in parts]),
        np.concatenate([part.start_colours for part in parts]),
        np.concatenate([part.end_colours for part in parts]),
        np.concatenate([part.atoms + np.int32(start) for part, start in zip(parts, starts, strict=True)]),
        np.concatenate([part.lines for part in parts]),
    )


def _join_labels(parts: Sequence[Labels]) -> Labels:
    return Labels(
        tuple(text for part in parts for text in part.texts),
        np.concatenate([part.anchors for part in parts]),
        np.concatenate([part.offsets for part in parts]),
        np.concatenate([part.colours for part in parts]),
        parts[0].height,
    )
