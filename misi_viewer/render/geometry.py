"""From scene arrays to vertex attributes: four corners per capsule, line and label."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from misi_viewer.render.atlas import Atlas, build_atlas
from misi_viewer.render.glyphs import IMAGE_HEIGHT
from misi_viewer.scene.arrays import Labels, Mesh, Scene, Segments, Spheres, Sticks

__all__ = [
    "Faces",
    "Quads",
    "capsules",
    "label_quads",
    "scene_centre",
    "segment_quads",
    "split_labels",
    "surface_faces",
    "wires",
]

FloatArray = NDArray[np.float64]
ColourArray = NDArray[np.uint8]

CORNERS = np.array(((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)), dtype=np.float32)
TRIANGLES = np.array(((0, 1, 2), (0, 2, 3)), dtype=np.int64)

STAND_OUT = 1.0e-3
"""Angstrom by which a ball that differs in colour from the stick it ends stands out, so that it covers its end."""


@dataclass(frozen=True, eq=False, slots=True)
class Quads:
    """Vertices and triangles of q quads.

    Attributes
    ----------
    points
        (4 q, 3) float32 scene angstrom less the scene's centre.
    attributes
        Further values per vertex, each (4 q, c) float32.
    """

    points: NDArray[np.float32]
    attributes: dict[str, NDArray[np.float32]]

    @property
    def triangles(self) -> NDArray[np.int64]:
        """(2 q, 3) rows of `points`."""
        first = 4 * np.arange(len(self.points) // 4)
        return (first[:, None, None] + TRIANGLES).reshape(-1, 3)


@dataclass(frozen=True, eq=False, slots=True)
class Faces:
    """Vertices and triangles of a surface.

    Attributes
    ----------
    points, attributes
        As in `Quads`, one row for each point.
    triangles
        (t, 3) rows of `points`.
    """

    points: NDArray[np.float32]
    attributes: dict[str, NDArray[np.float32]]
    triangles: NDArray[np.int64]


def surface_faces(surface: Mesh, centre: FloatArray) -> Faces:
    """Return a surface."""
    return Faces(
        (surface.points - centre).astype(np.float32),
        {
            "outward": surface.normals.astype(np.float32),
            "colour": (surface.colours / 255.0).astype(np.float32),
        },
        surface.triangles,
    )


def scene_centre(scene: Scene) -> FloatArray:
    """Return the (3,) middle of all that is drawn; coordinates are kept relative to it to save digits."""
    points = np.concatenate(
        (
            scene.spheres.centres,
            scene.sticks.starts,
            scene.sticks.ends,
            scene.segments.starts,
            scene.segments.ends,
            scene.labels.anchors,
        )
    )
    if not len(points):
        return np.zeros(3)
    middle: FloatArray = (points.min(axis=0) + points.max(axis=0)) / 2.0
    return middle


def _quads(points: FloatArray, centre: FloatArray, **attributes: NDArray[np.generic]) -> Quads:
    def corners(values: NDArray[np.generic]) -> NDArray[np.float32]:
        table = values.reshape(len(values), values.shape[1] if values.ndim > 1 else 1).astype(np.float32)
        return np.repeat(table, 4, axis=0)

    values = {name: corners(value) for name, value in attributes.items()}
    values["corner"] = np.tile(CORNERS, (len(points), 1))
    return Quads(corners(points - centre), values)


def _lines(
    starts: FloatArray,
    ends: FloatArray,
    radii: FloatArray,
    start_colours: ColourArray,
    end_colours: ColourArray,
    centre: FloatArray,
) -> Quads:
    return _quads(
        starts,
        centre,
        far_end=ends - centre,
        radius=radii,
        start_colour=start_colours / 255.0,
        end_colour=end_colours / 255.0,
    )


def _bare(spheres: Spheres, sticks: Sticks) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which spheres no stick's round end draws already, and which of those differ from it only in colour."""
    radii, colours = spheres.radii, spheres.colours
    count = 1 + max(int(spheres.atoms.max(initial=-1)), int(sticks.atoms.max(initial=-1)))
    reach = np.zeros(count)
    ends = np.concatenate((sticks.atoms[:, 0], sticks.atoms[:, 1]))
    np.maximum.at(reach, ends, np.tile(sticks.radii, 2))
    end_colours = np.concatenate((sticks.start_colours, sticks.end_colours))
    last = np.zeros((count, 3), dtype=np.uint8)
    last[ends] = end_colours
    plain = np.ones(count, dtype=np.bool_)
    np.logical_and.at(plain, ends, (last[ends] == end_colours).all(axis=1))
    covered = reach[spheres.atoms] >= radii
    same = plain[spheres.atoms] & (last[spheres.atoms] == colours).all(axis=1)
    return ~(covered & same), covered & ~same & (reach[spheres.atoms] == radii)


def capsules(scene: Scene, centre: FloatArray) -> Quads:
    """Return the capsules: one per stick, and one of no length per atom that needs its own ball.

    Parameters
    ----------
    scene
        What is drawn. Its sticks are left out where they are lines.
    centre
        (3,) the scene's centre.
    """
    spheres, sticks = scene.spheres, _chosen(scene.sticks, ~scene.sticks.lines)
    bare, covering = _bare(spheres, sticks)
    radii = spheres.radii + STAND_OUT * covering
    balls = spheres.centres[bare]
    return _lines(
        np.concatenate((sticks.starts, balls)),
        np.concatenate((sticks.ends, balls)),
        np.concatenate((sticks.radii, radii[bare])),
        np.concatenate((sticks.start_colours, spheres.colours[bare])),
        np.concatenate((sticks.end_colours, spheres.colours[bare])),
        centre,
    )


def _chosen(sticks: Sticks, mask: NDArray[np.bool_]) -> Sticks:
    return Sticks(*(getattr(sticks, field.name)[mask] for field in fields(Sticks)))


def wires(scene: Scene, centre: FloatArray) -> Quads:
    """Return the sticks of a scene that are lines."""
    s = _chosen(scene.sticks, scene.sticks.lines)
    return _lines(s.starts, s.ends, s.radii, s.start_colours, s.end_colours, centre)


def segment_quads(segments: Segments, centre: FloatArray) -> Quads:
    """Return the capped cylinders."""
    return _lines(segments.starts, segments.ends, segments.radii, segments.colours, segments.colours, centre)


def split_labels(labels: Labels, most: int) -> list[Labels]:
    """Return the labels in groups of at most `most`, in order."""
    return [
        replace(
            labels,
            texts=labels.texts[start : start + most],
            anchors=labels.anchors[start : start + most],
            offsets=labels.offsets[start : start + most],
            colours=labels.colours[start : start + most],
        )
        for start in range(0, len(labels.texts), most)
    ]


def label_quads(labels: Labels, centre: FloatArray) -> tuple[Quads, Atlas, NDArray[np.int64]]:
    """Return the labels, in order, their texts' atlas, and (l,) the widths of their images in pixels.

    The whole image of a text spans the label from texel centre to texel
    centre (spec labels.md section 3); only its inked part is drawn.
    """
    texts = list(dict.fromkeys(labels.texts))
    atlas = build_atlas(texts)
    number = {text: row for row, text in enumerate(texts)}
    of_label = np.array([number[text] for text in labels.texts], dtype=np.int64)
    columns, rows = atlas.columns[of_label], atlas.rows[of_label]
    origins, widths = atlas.origins[of_label], atlas.widths[of_label]
    stretch = labels.height * widths / IMAGE_HEIGHT / np.maximum(widths - 1, 1)
    quads = _quads(
        labels.anchors,
        centre,
        offset=labels.offsets,
        across=(columns - origins[:, :1]) * stretch[:, None],
        up=(rows - origins[:, 1:]) * labels.height / (IMAGE_HEIGHT - 1),
        texels_across=columns + 0.5,
        texels_up=rows + 0.5,
        colour=labels.colours / 255.0,
    )
    return quads, atlas, widths
