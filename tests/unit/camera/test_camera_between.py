from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.camera.between import commands_until, ease, part_of_command, pose_between, turn_between
from misi_viewer.camera.commands import Command, apply_to_pose, ligand_pose, parse_commands
from misi_viewer.camera.pose import Pose

CENTRE = np.array([3.0, -2.0, 7.0])
EYE = Pose.of(np.eye(3), np.array([1.0, 2.0, 40.0])).turned((1.0, 2.0, -0.5), 37.0, CENTRE)

axes = st.sampled_from("xyz")
amounts = st.floats(-400.0, 400.0, allow_nan=False)
commands = st.lists(st.builds(Command, st.sampled_from(["move", "roll"]), axes, amounts), max_size=5)


def after(text: str, pose: Pose = EYE) -> Pose:
    return apply_to_pose(parse_commands(text), pose, CENTRE)


def same(one: Pose, other: Pose) -> bool:
    return one.matrix.tobytes() == other.matrix.tobytes()


@given(commands, commands)
def test_the_ends_are_exact_to_the_bit(first: list[Command], then: list[Command]) -> None:
    start = apply_to_pose(first, EYE, CENTRE)
    end = apply_to_pose(then, start, CENTRE)
    for share in (0.0, -1.0):
        assert same(pose_between(start, end, share, CENTRE), start)
    for share in (1.0, 2.0):
        assert same(pose_between(start, end, share, CENTRE), end)


@given(commands)
def test_every_pose_on_the_way_is_rigid(steps: list[Command]) -> None:
    end = apply_to_pose(steps, EYE, CENTRE)
    for share in (1e-9, 0.3, 0.5, 1.0 - 1e-9):
        pose = pose_between(EYE, end, share, CENTRE)
        np.testing.assert_allclose(pose.axes.T @ pose.axes, np.eye(3), atol=1e-12)
        assert np.linalg.det(pose.axes) > 0.0


@given(commands)
def test_there_is_no_jump_at_the_ends(steps: list[Command]) -> None:
    end = apply_to_pose(steps, EYE, CENTRE)
    np.testing.assert_allclose(pose_between(EYE, end, 1e-9, CENTRE).matrix, EYE.matrix, atol=1e-5)
    np.testing.assert_allclose(pose_between(EYE, end, 1.0 - 1e-9, CENTRE).matrix, end.matrix, atol=1e-5)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
@pytest.mark.parametrize("angle", [1e-4, 30.0, 90.0, 150.0, 179.9])
def test_it_turns_evenly_about_the_axis_and_the_pivot_stays(axis: str, angle: float) -> None:
    end = after(f"roll {axis} {angle!r}")
    for share in (0.25, 0.5, 0.9):
        expected = after(f"roll {axis} {angle * share!r}")
        np.testing.assert_allclose(pose_between(EYE, end, share, CENTRE).matrix, expected.matrix, atol=1e-9)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_half_a_turn_has_a_way_too(axis: str) -> None:
    middle = pose_between(EYE, after(f"roll {axis} 180"), 0.5, CENTRE)
    ways = [after(f"roll {axis} {quarter}").matrix for quarter in (90, -90)]
    assert min(float(np.abs(middle.matrix - way).max()) for way in ways) < 1e-9


def test_the_pivot_goes_straight() -> None:
    end = after("roll y 70; move x 3; move z 12; roll z -20")
    places = [pose_between(EYE, end, share, CENTRE).to_camera(CENTRE) for share in (0.0, 0.25, 0.5, 1.0)]
    np.testing.assert_allclose(places[1], places[0] + 0.25 * (places[3] - places[0]), atol=1e-9)
    np.testing.assert_allclose(places[2], places[0] + 0.5 * (places[3] - places[0]), atol=1e-9)


def test_a_pose_and_itself_have_only_itself_between() -> None:
    assert turn_between(EYE, EYE)[1] < 1e-6
    np.testing.assert_allclose(pose_between(EYE, EYE, 0.4, CENTRE).matrix, EYE.matrix, atol=1e-12)
    assert turn_between(Pose.identity(), Pose.identity())[1] == 0.0


@given(commands)
def test_whole_progress_gives_the_commands_themselves(steps: list[Command]) -> None:
    for number in range(len(steps) + 1):
        assert commands_until(steps, number) == tuple(steps[:number])
    assert commands_until(steps, -0.5) == ()
    assert commands_until(steps, len(steps) + 0.5) == tuple(steps)


@given(commands.filter(bool), st.floats(0.01, 0.99))
def test_a_command_is_followed_along_its_own_motion(steps: list[Command], share: float) -> None:
    done = commands_until(steps, len(steps) - 1 + share)
    assert done[:-1] == tuple(steps[:-1])
    last = steps[-1]
    assert (done[-1].verb, done[-1].axis) == (last.verb, last.axis)
    assert done[-1].amount == pytest.approx(last.amount * share)
    before = apply_to_pose(steps[:-1], EYE, CENTRE)
    now = apply_to_pose(done, EYE, CENTRE)
    if last.verb == "move":
        assert now.axes.tobytes() == before.axes.tobytes()
    else:
        np.testing.assert_allclose(now.to_camera(CENTRE), before.to_camera(CENTRE), atol=1e-6)


def test_once_round_goes_round() -> None:
    (half,) = commands_until(parse_commands("roll y 360"), 0.5)
    assert half == Command("roll", "y", 180.0)


def test_the_ligand_follows_its_commands_too() -> None:
    steps = parse_commands("roll x 40; move y 2")
    middle = ligand_pose(commands_until(steps, 1.5), CENTRE)
    np.testing.assert_allclose(middle.to_scene(CENTRE), CENTRE + np.array([0.0, 1.0, 0.0]), atol=1e-12)
    assert same(ligand_pose(commands_until(steps, 2), CENTRE), ligand_pose(steps, CENTRE))


def test_the_whole_part_of_a_command_is_the_command() -> None:
    command = Command("move", "z", 0.1)
    assert part_of_command(command, 1.0) == command


@given(st.floats(0.0, 1.0))
def test_easing_rises_from_0_to_1_and_is_gentle_at_the_ends(share: float) -> None:
    assert 0.0 <= ease(share) <= 1.0
    assert ease(share) == pytest.approx(1.0 - ease(1.0 - share))
    assert ease(share) <= 3.0 * share * share + 1e-12


def test_easing_is_exact_at_the_ends() -> None:
    assert [ease(share) for share in (-1.0, 0.0, 0.5, 1.0, 2.0)] == [0.0, 0.0, 0.5, 1.0, 1.0]
