"""The numbers that a picture's view, style and size give the shader programs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.projection import Projection
from misi_viewer.scene.aim import View
from misi_viewer.scene.style import Style

__all__ = ["ROTATED", "Rectangle", "camera_uniforms", "half_width", "style_uniforms", "tile_uniforms"]

FloatArray = NDArray[np.float64]
Uniforms = dict[str, tuple[float, ...]]

ROTATED = 0.25
"""Skew that gives a pixel's four samples four columns and four rows, as far apart as they can be."""

NEVER = 1.0e9
"""A depth that nothing has."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of a picture, in samples, from the picture's lower left corner.

    Attributes
    ----------
    left, bottom
        First column and row.
    width, height
        Columns and rows.
    """

    left: int
    bottom: int
    width: int
    height: int


def camera_uniforms(view: View, style: Style, centre: FloatArray, line_half_width: float) -> Uniforms:
    """Return what depends on the camera.

    Parameters
    ----------
    view
        The camera.
    style
        For the depth cue (spec style.md section 7).
    centre
        (3,) scene angstrom: what the vertices are relative to.
    line_half_width
        Of wires, on the picture plane.
    """
    axes = view.pose.axes
    shift = (centre - view.pose.origin) @ axes
    rows = np.column_stack((axes.T, shift))
    cue = style.depth_cue
    span = view.far - view.near
    fog = (1.0 / ((cue.end - cue.start) * span), view.near + cue.end * span) if cue.on else (1.0, NEVER)
    return {
        "cameraX": tuple(rows[0]),
        "cameraY": tuple(rows[1]),
        "cameraZ": tuple(rows[2]),
        "perspective": (float(view.projection.kind == "perspective"),),
        "depthRange": (view.near, view.far),
        "fogRange": fog,
        "lineHalfWidth": (line_half_width,),
    }


def half_width(projection: Projection) -> float:
    """Return half the picture's width on the picture plane: at depth 1 in perspective."""
    return projection.half_tangent if projection.kind == "perspective" else projection.width / 2.0


def tile_uniforms(projection: Projection, size: tuple[int, int], tile: Rectangle, skew: float) -> Uniforms:
    """Return what depends on the picture's size and the part of it that is drawn.

    Parameters
    ----------
    projection
        Of the view.
    size
        Columns and rows of samples of the whole picture.
    tile
        The part; its lower left sample is the framebuffer's first.
    skew
        How far samples lie from the middle of their place, in samples, when
        every pixel has 2 x 2 of them: 0 on a grid, `ROTATED` on a turned one.
    """
    columns, rows = size
    sample = 2.0 * half_width(projection) / columns
    left = (tile.left - columns / 2.0) * sample
    bottom = (tile.bottom - rows / 2.0) * sample
    across, up = 2.0 / (tile.width * sample), 2.0 / (tile.height * sample)
    return {
        "skew": (skew,),
        "margin": (skew * sample,),
        "firstSample": (tile.left - columns / 2.0, tile.bottom - rows / 2.0),
        "sampleSize": (sample,),
        "planeToClip": (across, up, -1.0 - left * across, -1.0 - bottom * up),
    }


def _unit(direction: tuple[float, float, float]) -> tuple[float, ...]:
    vector = np.array(direction, dtype=np.float64)
    return tuple(vector / np.linalg.norm(vector))


def style_uniforms(style: Style) -> Uniforms:
    """Return what depends on the style: lights, their material, fog colour and glyph edges (spec style.md 5 to 7)."""
    light = style.light
    return {
        "keyDirection": _unit(light.key_direction),
        "fillDirection": _unit(light.fill_direction),
        "lightWeights": (
            light.ambient * light.ambient_reflectivity,
            light.key * light.diffuse_reflectivity,
            light.fill * light.diffuse_reflectivity,
            light.key * light.specular,
        ),
        "fogColour": tuple(part / 255.0 for part in style.depth_cue_rgb),
        "fullEdges": (float(style.labels.glyph_edges == "premultiplied"),),
    }
