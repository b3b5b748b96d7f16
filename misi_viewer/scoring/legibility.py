"""Which labels of a picture can be read, from their rectangles (spec labels.md sections 2 to 4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Labels
from misi_viewer.scene.style import DEFAULT_STYLE, DepthCue, Style

__all__ = [
    "DEFAULT_LIMITS",
    "LabelLegibility",
    "Limits",
    "TextWidth",
    "covered_by_later",
    "label_legibility",
    "label_rectangles",
]

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

TextWidth = Callable[[str], float]
"""The width of a text, in em."""

EM = 64.0 / 71.0
"""Of a label's height: 64 texels of the 71 from the first texel's centre to the last's."""

BASELINE = 0.133 / 0.7
CAP_HEIGHT = 0.444 / 0.7
"""Of a label's height: where capitals and digits stand, and how tall they are."""


class Limits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a label must have to be readable.

    Attributes
    ----------
    in_frame
        Least part of its rectangle that lies in the picture.
    covered
        Largest part that later labels cover.
    clearness
        Least part of its brightness that the depth cue leaves.
    pixels_high
        Least height of its capitals, pixels.
    """

    in_frame: float = 1.0
    covered: float = 0.25
    clearness: float = 0.25
    pixels_high: float = 6.0


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, eq=False, slots=True)
class LabelLegibility:
    """What hinders reading, label by label.

    Attributes
    ----------
    rectangles
        (l, 4) left, top, right, bottom of the capitals, pixels from the
        picture's top left; nan behind the eye.
    in_frame
        (l,) part of the rectangle in the picture.
    covered
        (l,) part of the rectangle, as far as it is in the picture, that later labels cover.
    clearness
        (l,) 1 near the eye, 0 where the depth cue has faded the label away.
    pixels_high
        (l,) height of capitals, pixels.
    """

    rectangles: FloatArray
    in_frame: FloatArray
    covered: FloatArray
    clearness: FloatArray
    pixels_high: FloatArray

    def readable(self, limits: Limits = DEFAULT_LIMITS) -> BoolArray:
        """Return (l,) whether each label can be read."""
        return (
            (self.in_frame >= limits.in_frame)
            & (self.covered <= limits.covered)
            & (self.clearness >= limits.clearness)
            & (self.pixels_high >= limits.pixels_high)
        )


def label_legibility(
    labels: Labels, view: View, size: tuple[int, int], width_in_em: TextWidth, style: Style = DEFAULT_STYLE
) -> LabelLegibility:
    """Measure the labels of a picture.

    Parameters
    ----------
    labels
        Of the scene, in drawing order.
    view
        The camera.
    size
        Width and height of the picture, pixels.
    width_in_em
        Gives the width of a text; fonts are none of this room's business.
    style
        Its depth cue fades.
    """
    rectangles, depth = label_rectangles(labels, view, size, width_in_em)
    inside = _clipped(rectangles, size)
    area = _area(rectangles)
    in_frame = np.divide(_area(inside), area, out=np.zeros_like(area), where=area > 0.0)
    return LabelLegibility(
        rectangles,
        in_frame,
        covered_by_later(inside),
        _clearness(depth, view, style.depth_cue),
        np.nan_to_num(rectangles[:, 3] - rectangles[:, 1]),
    )


def label_rectangles(
    labels: Labels, view: View, size: tuple[int, int], width_in_em: TextWidth
) -> tuple[FloatArray, FloatArray]:
    """Return where the capitals of labels fall, and how deep they are.

    Returns
    -------
    rectangles
        (l, 4) left, top, right, bottom, pixels from the top left; nan behind the eye.
    depth
        (l,) angstrom from the eye; nan behind it.
    """
    width, height = size
    x, y, z = (view.pose.to_camera(labels.anchors) + labels.offsets).T
    depth = np.where(z < 0.0, -z, np.nan)
    scale = width / 2.0 / view.projection.half_width(depth)
    scale = np.where(np.isnan(depth), np.nan, scale)
    widths = np.array([width_in_em(text) for text in labels.texts], dtype=np.float64) * (EM * labels.height)
    baseline = y + BASELINE * labels.height
    return np.column_stack(
        (
            width / 2.0 + x * scale,
            height / 2.0 - (baseline + CAP_HEIGHT * labels.height) * scale,
            width / 2.0 + (x + widths) * scale,
            height / 2.0 - baseline * scale,
        )
    ), depth


def covered_by_later(rectangles: FloatArray) -> FloatArray:
    """Return which part of each rectangle those behind it in the list cover together.

    Parameters
    ----------
    rectangles
        (l, 4) left, top, right, bottom; empty and nan ones cover nothing.

    Returns
    -------
    (l,) from 0 to 1; 0 for rectangles without area.
    """
    area = _area(rectangles)
    covered = np.zeros(len(rectangles))
    for row in np.flatnonzero(area > 0.0).tolist():
        one, later = rectangles[row], rectangles[row + 1 :][area[row + 1 :] > 0.0]
        parts = np.column_stack((np.maximum(later[:, :2], one[:2]), np.minimum(later[:, 2:], one[2:])))
        parts = parts[(parts[:, 0] < parts[:, 2]) & (parts[:, 1] < parts[:, 3])]
        if len(parts):
            covered[row] = _area_of_union(parts) / area[row]
    return covered


def _area_of_union(rectangles: FloatArray) -> float:
    """Return the area that some rectangles, (k, 4), cover together."""
    columns = np.unique(rectangles[:, [0, 2]])
    lines = np.unique(rectangles[:, [1, 3]])
    middle_x, middle_y = (columns[:-1] + columns[1:]) / 2.0, (lines[:-1] + lines[1:]) / 2.0
    in_x = (rectangles[:, :1] < middle_x) & (middle_x < rectangles[:, 2:3])
    in_y = (rectangles[:, 1:2] < middle_y) & (middle_y < rectangles[:, 3:])
    cells = (in_y[:, :, None] & in_x[:, None, :]).any(axis=0)
    return float((np.diff(lines)[:, None] * np.diff(columns))[cells].sum())


def _clipped(rectangles: FloatArray, size: tuple[int, int]) -> FloatArray:
    width, height = size
    return np.clip(rectangles, 0.0, np.array([width, height, width, height], dtype=np.float64))


def _area(rectangles: FloatArray) -> FloatArray:
    """Return (l,) areas; 0 where a side is nan or negative."""
    sides = np.nan_to_num(rectangles[:, 2:] - rectangles[:, :2])
    area: FloatArray = np.maximum(sides, 0.0).prod(axis=1)
    return area


def _clearness(depth: FloatArray, view: View, cue: DepthCue) -> FloatArray:
    """Return (l,) what the depth cue leaves (spec style.md section 7)."""
    seen = ~np.isnan(depth)
    if not cue.on:
        return seen.astype(np.float64)
    start, end = (view.near + (view.far - view.near) * part for part in (cue.start, cue.end))
    return np.where(seen, np.clip((end - np.nan_to_num(depth)) / max(end - start, 1.0e-9), 0.0, 1.0), 0.0)
