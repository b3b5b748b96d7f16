"""Pictures from which the hidden choices are read: what they must show, wherever the camera was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.fit import near_far
from misi_viewer.camera.projection import Projection
from misi_viewer.chem.complex import Complex
from misi_viewer.dataset.verification.framing import FITTED, Fitted, Framing, fit_box, framed_pose
from misi_viewer.scene.aim import aim
from misi_viewer.scene.build import build
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["Probe", "make_probe"]

Pixels = NDArray[np.uint8]
FloatArray = NDArray[np.float64]

FRACTIONS = (0.125, 0.375, 0.625, 0.875)
"""Where on a stick its points lie."""

MOST_POINTS = 1500


@dataclass(frozen=True, eq=False, slots=True)
class Probe:
    """One picture and what it must show.

    Attributes
    ----------
    name
        Of the picture.
    complex, shot
        What it shows.
    pixels
        (h, w, 3) uint8.
    points
        (n, 3) on the axes of its sticks, scene angstrom.
    boxes
        What its camera may be fitted to.
    shown
        The box round all that is displayed.
    style
        How it is drawn.
    """

    name: str
    complex: Complex
    shot: Shot
    pixels: Pixels
    points: FloatArray
    boxes: dict[Fitted, Box]
    shown: Box
    style: Style

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]

    def distance(self, framing: Framing) -> float:
        """Return how far the eye is from the middle of what is fitted, angstrom."""
        box = self.boxes[framing.fitted]
        return float(np.linalg.norm(framed_pose(box, self.shot, framing).origin - box.centre))

    def seen(self, framing: Framing, aspect: float) -> tuple[FloatArray, FloatArray]:
        """Return where the points are seen on a canvas of some aspect.

        Returns
        -------
        directions
            (n, 2) right and up, in half widths of the canvas.
        weights
            (n,) from 0 to 1: how little they are faded, 0 off the canvas or before the near plane.
        """
        pose = framed_pose(self.boxes[framing.fitted], self.shot, framing)
        near, far = near_far(self.shown, pose)
        camera = pose.to_camera(self.points)
        depth = np.maximum(-camera[:, 2], near)
        directions = camera[:, :2] / (depth * Projection().half_tangent)[:, None]
        cue = self.style.depth_cue
        faded = ((depth - near) / (far - near) - cue.start) / (cue.end - cue.start) if cue.on else np.zeros(len(depth))
        weights = np.clip(1.0 - faded, 0.0, 1.0)
        outside = (np.abs(directions) > (1.0, 1.0 / aspect)).any(axis=1) | (-camera[:, 2] <= near)
        return directions, np.where(outside, 0.0, weights)


def make_probe(name: str, complex_: Complex, shot: Shot, pixels: Pixels, style: Style) -> Probe:
    """Return a probe.

    Raises
    ------
    UserError
        If the shot does not fit the complex, or there is nothing to see.
    """
    boxes = {fitted: fit_box(complex_, shot, fitted, style) for fitted in FITTED}
    shown = aim(complex_, shot.but(fit="shown"), (1, 1), style).box
    return Probe(name, complex_, shot, pixels, _points(complex_, shot, style), boxes, shown, style)


def _points(complex_: Complex, shot: Shot, style: Style) -> FloatArray:
    scene = build(complex_, shot.but(labels=False, chain_breaks=False, hydrogen_bonds=False), style)
    starts, ends = scene.sticks.starts, scene.sticks.ends
    along = [starts + fraction * (ends - starts) for fraction in FRACTIONS]
    points = np.concatenate([scene.spheres.centres, *along])
    keep = np.random.default_rng(0).permutation(len(points))[:MOST_POINTS]
    return points[np.sort(keep)]
