"""Which part of a picture a scene falls on, so that nothing else need be drawn."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.render.frame import Rectangle, half_width
from misi_viewer.render.glyphs import IMAGE_HEIGHT
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene

__all__ = ["Extent"]

FloatArray = NDArray[np.float64]

SPARE = 1.0e-3
"""A near plane cuts an atom unless that is this much farther, angstrom."""

SPARE_SAMPLES = 2.0
"""Samples by which the part is larger than need be, against rounding."""


@dataclass(frozen=True, eq=False, slots=True)
class Extent:
    """Balls and label rectangles that hold all that is drawn.

    Attributes
    ----------
    points
        (n, 3) scene angstrom: atoms, ends of sticks and segments, points of the surface.
    radii
        (n,) angstrom.
    pairs
        (b, 2) rows of `points`: the ends of one stick or segment.
    anchors, offsets
        (l, 3) of the labels, as in the scene.
    widths
        (l,) of the labels, angstrom.
    height
        Of all labels, angstrom.
    """

    points: FloatArray
    radii: FloatArray
    pairs: NDArray[np.int64]
    anchors: FloatArray
    offsets: FloatArray
    widths: FloatArray
    height: float

    @classmethod
    def of(cls, scene: Scene, label_widths: NDArray[np.int64]) -> Extent:
        """Return the extent of a scene; `label_widths`, (l,), are in pixels of the labels' images."""
        balls, sticks, segments, labels = scene.spheres, scene.sticks, scene.segments, scene.labels
        surface = np.empty((0, 3)) if scene.surface is None else scene.surface.points
        count = len(sticks.radii) + len(segments.radii)
        rows = len(balls.radii) + np.arange(count)
        return cls(
            np.concatenate((balls.centres, sticks.starts, segments.starts, sticks.ends, segments.ends, surface)),
            np.concatenate((balls.radii, *(2 * (sticks.radii, segments.radii)), np.zeros(len(surface)))),
            np.column_stack((rows, rows + count)),
            labels.anchors,
            labels.offsets,
            label_widths.astype(np.float64) * (labels.height / IMAGE_HEIGHT),
            labels.height,
        )

    def is_cut(self, view: View) -> bool:
        """Return whether the near plane goes through anything round."""
        margin = self._depths(view) - view.near
        crossed = (np.abs(margin) < self.radii + SPARE).any()
        return bool(crossed or (margin[self.pairs[:, 0]] * margin[self.pairs[:, 1]] < 0.0).any())

    def _depths(self, view: View) -> FloatArray:
        return (self.points - view.pose.origin) @ view.pose.view_direction

    def rectangle(self, view: View, size: tuple[int, int], multiple: int) -> Rectangle:
        """Return the part of the picture that can hold anything but background.

        Parameters
        ----------
        view
            The camera.
        size
            Columns and rows of samples.
        multiple
            Samples per pixel and axis; the part holds whole pixels.
        """
        low, high = np.full(2, np.inf), np.full(2, -np.inf)
        for corners in (self._balls(view), self._labels(view)):
            if corners is None:
                return Rectangle(0, 0, *size)
            if len(corners[0]):
                low = np.minimum(low, corners[0].min(axis=0))
                high = np.maximum(high, corners[1].max(axis=0))
        scale = size[0] / (2.0 * half_width(view.projection))
        frame = np.array(size)
        limits = np.clip(np.array((low, high)) * scale + frame / 2.0 + ((-SPARE_SAMPLES,), (SPARE_SAMPLES,)), 0, frame)
        left, bottom = (int(value) // multiple * multiple for value in np.floor(limits[0]))
        right, top = (-(-int(value) // multiple) * multiple for value in np.ceil(limits[1]))
        return Rectangle(left, bottom, max(right - left, 0), max(top - bottom, 0))

    def _balls(self, view: View) -> tuple[FloatArray, FloatArray] | None:
        """Return (k, 2) lower and upper corners on the picture plane; None where an eye stands among the balls."""
        places = view.pose.to_camera(self.points)
        if view.projection.kind == "orthographic":
            return places[:, :2] - self.radii[:, None], places[:, :2] + self.radii[:, None]
        depth = -places[:, 2]
        if (depth - self.radii < view.near).any():
            return None
        middle = places[:, :2] / depth[:, None]
        reach = (self.radii / (depth - self.radii))[:, None] * np.sqrt(1.0 + middle * middle)
        return middle - reach, middle + reach

    def _labels(self, view: View) -> tuple[FloatArray, FloatArray]:
        places = view.pose.to_camera(self.anchors) + self.offsets
        depth = -places[:, 2]
        shown = (depth >= view.near) & (depth <= view.far)
        divisor = depth[shown, None] if view.projection.kind == "perspective" else 1.0
        low = places[shown, :2]
        high = low + np.column_stack((self.widths[shown], np.full(int(shown.sum()), self.height)))
        return low / divisor, high / divisor
