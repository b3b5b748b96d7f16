"""Scenes and cameras by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Labels, Scene, Segments, Spheres, Sticks
from misi_viewer.scene.style import DepthCue, Style

RED, GREEN, BLUE, WHITE = (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)

Point = tuple[float, float, float]
Colour = tuple[int, int, int]

CLEAR = Style(depth_cue=DepthCue(on=False))
"""The default style without its depth cue."""


def points(rows: Sequence[Point]) -> np.ndarray:
    return np.array(rows, dtype=np.float64).reshape(-1, 3)


def colours(rows: Sequence[Colour]) -> np.ndarray:
    return np.array(rows, dtype=np.uint8).reshape(-1, 3)


def make_scene(
    *,
    spheres: Sequence[tuple[Point, float, Colour]] = (),
    sticks: Sequence[tuple[Point, Point, float, Colour, Colour]] = (),
    segments: Sequence[tuple[Point, Point, float, Colour]] = (),
    labels: Sequence[tuple[str, Point, Colour]] = (),
    height: float = 0.7,
    lines: bool = False,
) -> Scene:
    """Return a scene whose spheres and sticks belong to different atoms."""
    count = len(spheres)
    return Scene(
        Spheres(
            points([centre for centre, _, _ in spheres]),
            np.array([radius for _, radius, _ in spheres], dtype=np.float64),
            colours([colour for *_, colour in spheres]),
            np.arange(count, dtype=np.int32),
        ),
        Sticks(
            points([start for start, *_ in sticks]),
            points([end for _, end, *_ in sticks]),
            np.array([stick[2] for stick in sticks], dtype=np.float64),
            colours([stick[3] for stick in sticks]),
            colours([stick[4] for stick in sticks]),
            count + np.arange(2 * len(sticks), dtype=np.int32).reshape(-1, 2),
            np.full(len(sticks), lines),
        ),
        Segments(
            points([start for start, *_ in segments]),
            points([end for _, end, *_ in segments]),
            np.array([segment[2] for segment in segments], dtype=np.float64),
            colours([segment[3] for segment in segments]),
        ),
        Labels(
            tuple(text for text, *_ in labels),
            points([anchor for _, anchor, _ in labels]),
            np.zeros((len(labels), 3)),
            colours([colour for *_, colour in labels]),
            height,
        ),
    )


def make_view(eye: Point = (0.0, 0.0, 10.0), near: float = 1.0, far: float = 20.0, width: float | None = None) -> View:
    """Return a camera that looks down -z; with a width it is orthographic."""
    pose = Pose.of(np.eye(3), np.array(eye, dtype=np.float64))
    projection = Projection() if width is None else Projection("orthographic", width=width)
    box = Box(np.full(3, -1.0), np.full(3, 1.0))
    return View(pose, projection, near, far, np.zeros(3), box)
