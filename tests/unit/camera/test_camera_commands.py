"""Commands: parse, print, invert, apply."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from misi_viewer.camera.commands import (
    Command,
    apply_to_points,
    apply_to_pose,
    inverse,
    ligand_pose,
    parse_commands,
    print_commands,
)
from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.camera.views import THREE_VIEWS, VIEWS, view_commands
from misi_viewer.errors import UserError

COMMANDS = st.builds(
    Command, st.sampled_from(("move", "roll")), st.sampled_from(("x", "y", "z")), st.floats(-100_000, 100_000)
)
SMALL_COMMANDS = st.builds(
    Command, st.sampled_from(("move", "roll")), st.sampled_from(("x", "y", "z")), st.floats(-180, 180)
)
POINTS = arrays(np.float64, st.tuples(st.integers(1, 6), st.just(3)), elements=st.floats(-100, 100))
CENTRES = arrays(np.float64, 3, elements=st.floats(-100, 100))
FRONT = Pose.of(np.eye(3), np.array([1.0, 2.0, 80.0]))


@given(st.lists(COMMANDS, max_size=5), st.sampled_from(("; ", ", ", "\n", ";", ",", " ;\r\n, ")))
def test_what_is_printed_is_parsed_back(commands: list[Command], separator: str) -> None:
    assert parse_commands(print_commands(commands, separator)) == tuple(commands)


@given(st.lists(COMMANDS, max_size=5))
def test_the_inverse_of_the_inverse_is_the_original(commands: list[Command]) -> None:
    assert inverse(inverse(commands)) == tuple(commands)


@given(st.lists(SMALL_COMMANDS, max_size=5), CENTRES)
def test_the_inverse_takes_the_camera_back(commands: list[Command], centre: np.ndarray) -> None:
    there = apply_to_pose(commands, FRONT, centre)
    np.testing.assert_allclose(apply_to_pose(inverse(commands), there, centre).matrix, FRONT.matrix, atol=1e-8)


@given(st.lists(SMALL_COMMANDS, max_size=5), POINTS)
def test_the_inverse_takes_the_ligand_back(commands: list[Command], points: np.ndarray) -> None:
    there = apply_to_points(commands, points)
    np.testing.assert_allclose(apply_to_points(inverse(commands), there), points, atol=1e-8)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("move x 3", [("move", "x", 3.0)]),
        ("roll y 15, move z -40", [("roll", "y", 15.0), ("move", "z", -40.0)]),
        ("turn y 15", [("roll", "y", 15.0)]),
        ("  MOVE  X  +.5 ;; \n roll z 1e1,", [("move", "x", 0.5), ("roll", "z", 10.0)]),
        ("move x \N{MINUS SIGN}3", [("move", "x", -3.0)]),
        ("", []),
        (" ;\n, ", []),
    ],
)
def test_spellings(text: str, expected: list[tuple[str, str, float]]) -> None:
    assert [(step.verb, step.axis, step.amount) for step in parse_commands(text)] == expected


def test_numbers_are_printed_shortly() -> None:
    assert print_commands(parse_commands("move x 3.0; roll y -15.50; move z -0")) == "move x 3; roll y -15.5; move z 0"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("zoom 2", "'zoom 2' is not a command"),
        ("move x 3; jump", "'jump' is not a command"),
        ("move", "angstrom after move"),
        ("turn y", "degrees after turn"),
        ("move x 3 4", "'move x 3 4'"),
        ("move w 3", "'w' in 'move w 3' is not an axis"),
        ("roll xy 3", "'xy'"),
        ("roll x much", "'much' in 'roll x much' is not a number of degrees"),
        ("move x nan", "not a finite number"),
        ("move x -inf", "not a finite number"),
        ("move x 1e999", "too large"),
        ("roll x 100001", "too large"),
        ("move x 1_000", "not a number"),
        ("move x ٣", "not a number"),
        ("move x 0x10", "not a number"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_commands(text)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@given(st.text(max_size=80))
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(UserError):
        commands = parse_commands(text)
        assert parse_commands(print_commands(commands)) == commands


def test_too_many_commands_are_refused() -> None:
    with pytest.raises(UserError, match="too many"):
        parse_commands("move x 1;" * 2000)


@pytest.mark.parametrize("amount", [float("nan"), float("inf"), 1e6])
def test_made_commands_are_checked_too(amount: float) -> None:
    with pytest.raises(UserError, match="must be a number"):
        Command("move", "x", amount)


@given(POINTS, st.floats(-50, 50))
def test_moves_add_to_screen_coordinates(points: np.ndarray, amount: float) -> None:
    for column, axis in enumerate("xyz"):
        moved = apply_to_pose([Command("move", axis, amount)], FRONT, np.zeros(3))  # type: ignore[arg-type]
        expected = FRONT.to_camera(points)
        expected[:, column] += amount
        np.testing.assert_allclose(moved.to_camera(points), expected, atol=1e-9)


@pytest.mark.parametrize(
    ("text", "begin", "end"),
    [
        ("roll y 90", (0, 0, 1), (1, 0, 0)),
        ("roll x 90", (0, 1, 0), (0, 0, 1)),
        ("roll z 90", (1, 0, 0), (0, 1, 0)),
        ("roll y 90; roll z 90", (0, 0, 1), (0, 1, 0)),
    ],
)
def test_rolls_turn_the_picture_right_handedly(text: str, begin: tuple[int, ...], end: tuple[int, ...]) -> None:
    centre = np.array([5.0, 6.0, 7.0])
    pose = apply_to_pose(parse_commands(text), FRONT, centre)
    middle = FRONT.to_camera(centre)
    np.testing.assert_allclose(pose.to_camera(centre + begin), middle + end, atol=1e-12)


def test_the_camera_turns_about_its_own_axes_of_the_moment() -> None:
    commands = parse_commands("roll x 30; roll z -45; move x 2")
    centre = np.array([1.0, -2.0, 3.0])
    point = np.array([4.0, 4.0, 4.0])
    turned = rotation((0, 0, 1), -45) @ rotation((1, 0, 0), 30)
    expected = FRONT.to_camera(centre) + turned @ (point - centre) + (2, 0, 0)
    np.testing.assert_allclose(apply_to_pose(commands, FRONT, centre).to_camera(point), expected, atol=1e-12)


def test_the_ligand_turns_about_its_own_centre_and_moves_along_the_scene() -> None:
    points = np.array([[1.0, 0.0, 0.0], [3.0, 0.0, 0.0]])
    moved = apply_to_points(parse_commands("roll z 90; move x 14; roll z 90; move y 1"), points)
    np.testing.assert_allclose(moved, [[17.0, 1.0, 0.0], [15.0, 1.0, 0.0]], atol=1e-12)


def test_a_given_centre_is_used_and_no_points_are_no_trouble() -> None:
    pose = ligand_pose(parse_commands("roll z 180"), np.array([1.0, 1.0, 0.0]))
    np.testing.assert_allclose(pose.to_scene(np.array([[0.0, 0.0, 5.0]])), [[2.0, 2.0, 5.0]], atol=1e-12)
    assert apply_to_points(parse_commands("roll z 180"), np.empty((0, 3))).shape == (0, 3)


def test_the_views_are_the_benchmarks() -> None:
    assert VIEWS == ("front", "left", "top", "back", "right", "bottom")
    assert THREE_VIEWS == ("front", "left", "top")
    rolls = {name: print_commands(view_commands(name)) for name in VIEWS}
    assert rolls == {
        "front": "",
        "left": "roll y 90",
        "top": "roll x 90",
        "back": "roll y 180",
        "right": "roll y -90",
        "bottom": "roll x -90",
    }
    with pytest.raises(UserError, match="'side' is not a view; choose one of front, left"):
        view_commands("side")
