"""Picking against the projected atoms."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection, pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.aim import View, aim
from misi_viewer.scene.arrays import Labels, Scene, Segments, Spheres, Sticks
from misi_viewer.scene.build import build
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.session import picking
from misi_viewer.session.picking import REACH, pick

SIZE = (1000, 800)
NO_LABELS = Labels((), np.empty((0, 3)), np.empty((0, 3)), np.empty((0, 3), np.uint8), 0.7)
NO_SEGMENTS = Segments(np.empty((0, 3)), np.empty((0, 3)), np.empty(0), np.empty((0, 3), np.uint8))


def scene_of(points: list[list[float]], bonds: list[list[int]], radius: float = 0.2) -> Scene:
    centres, pairs = np.array(points, dtype=float).reshape(-1, 3), np.array(bonds, dtype=np.int32).reshape(-1, 2)
    grey = np.full((len(centres), 3), 128, np.uint8)
    one, other = pairs.T
    return Scene(
        Spheres(centres, np.full(len(centres), radius), grey, np.arange(len(centres), dtype=np.int32)),
        Sticks(
            centres[one],
            centres[other],
            np.full(len(pairs), radius),
            grey[one],
            grey[other],
            pairs,
            np.zeros(len(pairs), bool),
        ),
        NO_SEGMENTS,
        NO_LABELS,
    )


def view_from(distance: float, projection: Projection | None = None) -> View:
    pose = Pose.of(np.eye(3), np.array([0.0, 0.0, distance]))
    box = Box(np.full(3, -1, np.float32), np.full(3, 1, np.float32))
    return View(pose, projection or Projection(), 0.1, 100.0, np.zeros(3), box)


PAIR = scene_of([[-2, 0, 0], [2, 0, 0]], [[0, 1]])


def test_a_bond_counts_for_its_nearer_end() -> None:
    view = view_from(20.0)
    middle = (SIZE[0] / 2, SIZE[1] / 2)
    assert pick(PAIR, view, SIZE, (middle[0] - 3, middle[1])) == 0
    assert pick(PAIR, view, SIZE, (middle[0] + 3, middle[1])) == 1


def test_beside_it_there_is_nothing() -> None:
    view = view_from(20.0)
    radius = 0.2 * SIZE[0] / 2 / (20.0 * np.tan(np.deg2rad(15)))
    x, y = SIZE[0] / 2 - 100, SIZE[1] / 2
    assert pick(PAIR, view, SIZE, (x, y + radius + REACH - 0.5)) == 0
    assert pick(PAIR, view, SIZE, (x, y + radius + REACH + 0.5)) is None


def test_the_nearer_atom_hides_the_farther() -> None:
    scene = scene_of([[0, 0, -3], [0, 0, 3]], [])
    assert pick(scene, view_from(20.0), SIZE, (SIZE[0] / 2, SIZE[1] / 2)) == 1


def test_a_hit_goes_before_a_near_miss_in_front() -> None:
    scene = scene_of([[0, 0, -3], [0.42, 0, 3]], [])
    assert pick(scene, view_from(40.0), SIZE, (SIZE[0] / 2, SIZE[1] / 2)) == 0


def test_what_is_behind_the_eye_or_clipped_is_not_seen() -> None:
    scene = scene_of([[0, 0, 25], [0, 0, 19.95]], [[0, 1]])
    assert pick(scene, view_from(20.0), SIZE, (SIZE[0] / 2, SIZE[1] / 2)) is None


def test_nothing_displayed() -> None:
    assert pick(scene_of([], []), view_from(20.0), SIZE, (5.0, 5.0)) is None


def test_without_perspective_size_does_not_depend_on_depth() -> None:
    scene = scene_of([[0, 0, -15], [1, 0, 15]], [], radius=0.4)
    view = view_from(20.0, Projection("orthographic", width=10.0))
    assert pick(scene, view, SIZE, (500 + 39, 400.0)) == 0
    assert pick(scene, view, SIZE, (600 + 39, 400.0)) == 1
    assert pick(scene, view, SIZE, (500 + 40 + REACH + 1, 400.0)) is None


@pytest.mark.parametrize("view_name", ["front", "left", "bottom"])
def test_every_picked_atom_is_the_one_in_front(demo: Complex, view_name: str) -> None:
    shot = Shot(view=view_name)
    scene, view, atoms = build(demo, shot), aim(demo, shot, SIZE), displayed_atoms(demo, shot)
    places = pixels(atoms.coordinates, view.pose, view.projection, SIZE)
    depth = -view.pose.to_camera(atoms.coordinates)[:, 2]
    for row, place in enumerate(places):
        picked = pick(scene, view, SIZE, (float(place[0]), float(place[1])))
        assert picked is not None
        assert picked == row or depth[picked] < depth[row] + 0.4


def test_a_picker_leaves_nothing_out(demo: Complex) -> None:
    """What is laid out once per view finds what going through all pieces finds, also from within the pocket."""
    random = np.random.default_rng(3)
    scene = build(demo, Shot())
    fitted = aim(demo, Shot(), SIZE)
    depth = np.linalg.norm(fitted.box.centre - fitted.pose.origin)
    inside = replace(fitted, pose=fitted.pose.shifted((0.0, 0.0, depth)), near=0.1)
    everything = np.ones(1 + scene.sticks.atoms.max(), dtype=bool)
    found = 0
    for view in (fitted, inside):
        picker = picking.Picker()
        for place in random.uniform((0, 0), SIZE, (300, 2)):
            wanted = picking._nearest(scene, view, SIZE, place, everything)
            assert picker.pick(scene, view, SIZE, tuple(place)) == wanted
            found += wanted is not None
    assert found > 50
