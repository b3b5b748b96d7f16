"""Further complexes in a scene: rows, places, boxes and clipping planes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.scene.aim import aim
from misi_viewer.scene.build import build
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
SIZE = (400, 300)
WIRE = DEFAULT_STYLE.but(representation="wire")


@pytest.fixture(scope="module")
def first() -> Complex:
    return load_complex(DEMO / "1ia1")


@pytest.fixture(scope="module")
def second() -> Complex:
    return load_complex(DEMO / "1uou")


def test_atoms_of_companions_follow_in_turn(first: Complex, second: Complex) -> None:
    shot, other = Shot(), Shot(parts="ligand")
    alone, theirs = build(first, shot), build(second, other)
    both = build(first, shot, DEFAULT_STYLE, [Companion("b", second, other, DEFAULT_STYLE)])
    count, own = len(displayed_atoms(first, shot)), len(alone.spheres.radii)
    np.testing.assert_array_equal(both.spheres.atoms[:own], alone.spheres.atoms)
    np.testing.assert_array_equal(both.spheres.atoms[own:], theirs.spheres.atoms + count)
    np.testing.assert_array_equal(both.sticks.atoms[len(alone.sticks.radii) :], theirs.sticks.atoms + count)
    np.testing.assert_array_equal(both.spheres.centres[own:], theirs.spheres.centres)
    assert both.labels.texts == alone.labels.texts + theirs.labels.texts


def test_one_that_is_not_shown_changes_nothing(first: Complex, second: Complex) -> None:
    hidden = [Companion("b", second, Shot(), DEFAULT_STYLE, shown=False)]
    assert len(build(first, Shot(), DEFAULT_STYLE, hidden).spheres.radii) == len(build(first, Shot()).spheres.radii)
    alone, beside = aim(first, Shot(), SIZE), aim(first, Shot(), SIZE, DEFAULT_STYLE, hidden)
    assert (beside.near, beside.far) == (alone.near, alone.far)


def test_a_placement_moves_atoms_bonds_and_labels(first: Complex) -> None:
    placement = Pose.of(rotation((0, 1, 0), 90.0), np.array([5.0, 0.0, 0.0]))
    ghost = build(first, Shot(), DEFAULT_STYLE, [Companion("ghost", first, Shot(), DEFAULT_STYLE, placement)])
    alone = build(first, Shot())
    own, sticks, labels = len(alone.spheres.radii), len(alone.sticks.radii), len(alone.labels.texts)
    np.testing.assert_allclose(ghost.spheres.centres[own:], placement.to_scene(alone.spheres.centres))
    np.testing.assert_allclose(ghost.sticks.ends[sticks:], placement.to_scene(alone.sticks.ends))
    np.testing.assert_allclose(ghost.labels.anchors[labels:], placement.to_scene(alone.labels.anchors))
    np.testing.assert_array_equal(ghost.spheres.centres[:own], alone.spheres.centres)


def test_lines_stay_lines_beside_sticks(first: Complex, second: Complex) -> None:
    both = build(first, Shot(), DEFAULT_STYLE, [Companion("b", second, Shot(), WIRE)])
    own = len(build(first, Shot()).sticks.lines)
    assert not both.sticks.lines[:own].any()
    assert both.sticks.lines[own:].all()


def test_companions_lie_between_the_clipping_planes(first: Complex) -> None:
    alone = aim(first, Shot(), SIZE)
    behind = Pose.of(np.eye(3), alone.pose.view_direction * 100.0)
    beside = aim(first, Shot(), SIZE, DEFAULT_STYLE, [Companion("far", first, Shot(), DEFAULT_STYLE, behind)])
    np.testing.assert_array_equal(beside.pose.matrix, alone.pose.matrix)
    assert beside.near == alone.near
    assert beside.far > alone.far + 90.0
