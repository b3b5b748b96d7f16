"""Which box the camera is fitted to, and what moves it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from misi_viewer.camera.commands import apply_to_pose, parse_commands
from misi_viewer.camera.fit import fit, near_far
from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Fit, ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE

SIZE = (640, 480)
COMPLEX_BOX = ([-0.2, -0.2, -0.2], [6.2, 6.6, 6.2])
LIGAND_BOX = ([0.0, 1.8, 2.8], [2.6, 3.4, 3.2])


def assert_box(view_box: object, expected: tuple[list[float], list[float]]) -> None:
    np.testing.assert_allclose([view_box.lower, view_box.upper], expected, atol=1e-5)  # type: ignore[attr-defined]


def test_the_front_view_is_fitted_to_the_displayed_complex(small: Complex) -> None:
    view = aim(small, Shot(), SIZE)
    assert_box(view.box, COMPLEX_BOX)
    np.testing.assert_allclose(view.center_of_rotation, [3, 3.2, 3], atol=1e-6)
    np.testing.assert_array_equal(view.pose.matrix, fit(view.box, 4 / 3).matrix)
    assert (view.near, view.far) == near_far(view.box, view.pose)
    assert view.projection.kind == "perspective"


def test_displayed_hydrogens_count(small: Complex) -> None:
    assert_box(aim(small, Shot(hydrogens=True), SIZE).box, ([-0.2, -1.2, -0.2], [7.1, 7.0, 6.2]))


def test_larger_balls_count(small: Complex) -> None:
    view = aim(small, Shot(), SIZE, DEFAULT_STYLE.but(representation="sphere"))
    assert view.box.lower[0] < -1.0
    assert_box(aim(small, Shot(), SIZE, DEFAULT_STYLE.but(representation="wire")).box, COMPLEX_BOX)


@pytest.mark.parametrize("parts", ["complex", "pocket", "ligand"])
@pytest.mark.parametrize("ligand_commands", ["", "move x 14; roll x -75"])
def test_hiding_or_moving_changes_neither_fit_nor_centre(small: Complex, parts: str, ligand_commands: str) -> None:
    native = aim(small, Shot(view="left"), SIZE)
    shot = Shot(parts=parts, ligand_commands=ligand_commands, view="left")  # type: ignore[arg-type]
    view = aim(small, shot, SIZE)
    np.testing.assert_array_equal(view.pose.matrix, native.pose.matrix)
    np.testing.assert_array_equal(view.center_of_rotation, native.center_of_rotation)


def test_near_and_far_follow_what_is_displayed(small: Complex) -> None:
    view = aim(small, Shot(parts="ligand", ligand_commands="move z 10"), SIZE)
    depth = view.pose.origin[2] - (13.0)
    assert (view.near + view.far) / 2 == pytest.approx(depth, abs=1e-5)
    assert view.far - view.near == pytest.approx(2.02 * math.sqrt(2.6**2 + 1.6**2 + 0.4**2) / 2, abs=1e-4)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ("complex", COMPLEX_BOX),
        ("ligand", LIGAND_BOX),
        ("pocket", COMPLEX_BOX),
        ("shown", ([10.0, 1.8, 2.8], [12.6, 3.4, 3.2])),
    ],
)
def test_what_the_camera_is_fitted_to(small: Complex, choice: Fit, expected: tuple[list[float], list[float]]) -> None:
    assert_box(aim(small, Shot(parts="ligand", fit=choice, ligand_commands="move x 10"), SIZE).box, expected)


def test_a_residue_shot_is_fitted_to_residue_and_ligand(small: Complex) -> None:
    shot = Shot(parts="residue", residue=ResidueId("A", 2, "B"))
    assert_box(aim(small, shot, SIZE).box, ([0.0, 1.3, -0.2], [4.2, 3.4, 3.2]))
    assert_box(aim(small, shot.but(fit="complex"), SIZE).box, COMPLEX_BOX)


def test_the_views_roll_comes_before_the_commands(small: Complex) -> None:
    front = aim(small, Shot(), SIZE)
    view = aim(small, Shot(view="top", commands="roll y 15; move x 3"), SIZE)
    commands = parse_commands("roll x 90; roll y 15; move x 3")
    expected = apply_to_pose(commands, front.pose, front.center_of_rotation)
    np.testing.assert_array_equal(view.pose.matrix, expected.matrix)


def test_a_pose_is_taken_as_it_is(small: Complex) -> None:
    pose = Pose.of(rotation((1, 1, 0), 33), np.array([1.0, 2.0, 50.0]))
    view = aim(small, Shot().with_pose(pose), SIZE)
    np.testing.assert_allclose(view.pose.matrix, pose.matrix, rtol=0, atol=1e-14)
    np.testing.assert_allclose(view.center_of_rotation, [3, 3.2, 3], atol=1e-6)


def test_orthographic_pictures(small: Complex) -> None:
    view = aim(small, Shot(projection="orthographic", view="left"), SIZE)
    assert view.projection.kind == "orthographic"
    assert view.projection.width == pytest.approx(6.8 * 4 / 3 / 0.95, abs=1e-5)
    distance = np.linalg.norm(view.pose.origin - view.center_of_rotation)
    assert distance == pytest.approx(math.sqrt(6.4**2 + 6.8**2 + 6.4**2), abs=1e-5)
    wide = aim(small, Shot(projection="orthographic", orthographic_width=50.0), SIZE)
    assert wide.projection.width == 50.0


def test_an_orthographic_picture_from_a_pose_keeps_the_arc(small: Complex) -> None:
    pose = Pose.of(np.eye(3), np.array([3.0, 3.2, 103.0]))
    view = aim(small, Shot(projection="orthographic").with_pose(pose), SIZE)
    assert view.projection.width == pytest.approx(100 * math.pi / 6, rel=1e-6)


def test_nothing_to_fit_to_is_an_error(structure_of: object) -> None:
    water = structure_of([("O", "O", ("A", 1, "", "HOH"), (0, 0, 0))])  # type: ignore[operator]
    with pytest.raises(UserError, match="dry has no atoms to fit the camera to"):
        aim(Complex("dry", water, water, ()), Shot(), SIZE)
