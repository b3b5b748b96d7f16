"""What gestures turn about: it follows what is in view (spec camera.md section 7)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.pose import Pose
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene, Spheres, Sticks

__all__ = ["RotationCentre", "first_hit", "front_centre"]

FloatArray = NDArray[np.float64]


class Sight(NamedTuple):
    """What the rules go by.

    Attributes
    ----------
    scene, view
        What is drawn, and the camera.
    bounds
        The box of all that is displayed.
    """

    scene: Scene
    view: View
    bounds: Box


class RotationCentre:
    """The centre of rotation of one window.

    By the rule "front centre" it is found anew, when a turn asks for it, after
    the camera was shifted or zoomed by hand or what is displayed has changed;
    turns themselves leave it alone. After a focus it stays on the line of
    sight, as far from the eye as what was brought into focus.

    Parameters
    ----------
    point
        (3,) scene angstrom.
    """

    def __init__(self, point: FloatArray) -> None:
        self._point = point
        self._is_focus = False
        self._is_dirty = True

    @property
    def point(self) -> FloatArray:
        """(3,) as it was found last, scene angstrom."""
        return self._point

    @property
    def focus(self) -> FloatArray | None:
        """(3,) what was brought into focus; None where the rule "front centre" holds."""
        return self._point if self._is_focus else None

    def set_focus(self, point: FloatArray) -> None:
        """Turn about what is brought into focus from now on, (3,) scene angstrom."""
        self._point, self._is_focus, self._is_dirty = point, True, False

    def follow_view(self, point: FloatArray) -> None:
        """Go by the rule "front centre" from now on, from the middle of what is fitted, (3,) scene angstrom."""
        self._point, self._is_focus, self._is_dirty = point, False, True

    def let_go(self) -> None:
        """Let the next turn find it anew."""
        self._is_dirty = True

    def found(self, sight: Sight) -> FloatArray:
        """Return (3,) the centre of a turn that begins now, scene angstrom."""
        if self._is_dirty:
            pose = sight.view.pose
            self._point = on_axis(pose, self._point) if self._is_focus else front_centre(sight, self._point)
            self._is_dirty = False
        return self._point


def front_centre(sight: Sight, former: FloatArray) -> FloatArray:
    """Return (3,) the centre of rotation by the rule "front centre", scene angstrom.

    It is the middle of all that is displayed where the picture is as wide as
    that there; else the nearest thing in the picture's middle; where nothing is,
    the place in the picture's middle as far away as the former centre.

    Parameters
    ----------
    sight
        What is seen.
    former
        (3,) the centre before.
    """
    view, bounds = sight.view, sight.bounds
    if _arc_width(view, bounds.centre) >= bounds.size.max():
        return bounds.centre
    depth = first_hit(sight.scene, view)
    if depth is None:
        return on_axis(view.pose, former)
    return view.pose.origin + depth * view.pose.view_direction


def _arc_width(view: View, point: FloatArray) -> float:
    """Return how wide the picture is as far away as a place: by the arc, as the spec has it, angstrom."""
    if view.projection.kind == "orthographic":
        return view.projection.width
    return float(np.linalg.norm(view.pose.origin - point) * np.radians(view.projection.angle))


def on_axis(pose: Pose, point: FloatArray) -> FloatArray:
    """Return (3,) the place on the line of sight as deep as `point`, scene angstrom."""
    return pose.origin + float((point - pose.origin) @ pose.view_direction) * pose.view_direction


def first_hit(scene: Scene, view: View) -> float | None:
    """Return the depth at which the line of sight enters the first atom or bond, angstrom; None if it meets none.

    Only what lies between the clipping planes counts; labels, dashes and
    surfaces are looked through.
    """
    depths = np.concatenate([_into_spheres(scene.spheres, view.pose), _into_sticks(scene.sticks, view.pose)])
    depths = depths[(depths >= view.near) & (depths <= view.far)]
    return float(depths.min()) if len(depths) else None


def _into_spheres(spheres: Spheres, pose: Pose) -> FloatArray:
    """Return the depths at which the line of sight enters spheres."""
    centres = pose.to_camera(spheres.centres)
    inside = spheres.radii**2 - (centres[:, :2] ** 2).sum(axis=1)
    hit = inside >= 0.0
    return np.asarray(-centres[hit, 2] - np.sqrt(inside[hit]))


def _into_sticks(sticks: Sticks, pose: Pose) -> FloatArray:
    """Return the depths at which the line of sight enters sticks, which have no ends of their own.

    With the eye as origin and u along a stick that starts at s, depth t solves
    |(t d - s) - ((t d - s) u) u| = r, where d = (0, 0, -1).
    """
    starts, ends = pose.to_camera(sticks.starts), pose.to_camera(sticks.ends)
    lengths = np.linalg.norm(ends - starts, axis=1)
    along = (ends - starts) / np.maximum(lengths, 1e-9)[:, None]
    sight = -along[:, 2]
    offset = (starts * along).sum(axis=1)
    a = np.maximum(1.0 - sight**2, 1e-12)
    b = starts[:, 2] + sight * offset
    c = (starts**2).sum(axis=1) - offset**2 - sticks.radii**2
    inside = b**2 - a * c
    depths = (-b - np.sqrt(np.maximum(inside, 0.0))) / a
    place = depths * sight - offset
    hit = (inside >= 0.0) & (place >= 0.0) & (place <= lengths)
    return np.asarray(depths[hit])
