from __future__ import annotations

import numpy as np
import pytest

from misi_viewer.camera.commands import apply_to_pose, parse_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.sequence import MOST_FRAMES, Movement, parse_turn, play, shots, turn

SIZE = (640, 480)


def poses(movement: Movement, demo: Complex, shot: Shot, pivot: np.ndarray | None = None) -> list[np.ndarray]:
    made = shots(movement, demo, shot, DEFAULT_STYLE, SIZE, pivot)
    return [aim(demo, one, SIZE).pose.matrix for one in made]


def free(demo: Complex, **changes: object) -> Shot:
    return Shot(**changes).with_pose(aim(demo, Shot(commands="roll x 17; roll y 0.3"), SIZE).pose)  # type: ignore[arg-type]


def test_a_full_turn_that_loops_has_no_picture_twice(demo: Complex) -> None:
    made = poses(turn("y", 360.0, 8), demo, Shot())
    assert len(made) == 8
    for number, pose in enumerate(made):
        expected = aim(demo, Shot(commands=f"roll y {number * 45}"), SIZE).pose.matrix
        np.testing.assert_allclose(pose, expected, atol=1e-9)
    assert made[0].tobytes() == aim(demo, Shot(), SIZE).pose.matrix.tobytes()


@pytest.mark.parametrize(("degrees", "loops"), [(360.0, False), (-120.0, True), (90.0, False)])
def test_any_other_turn_ends_exactly_where_the_roll_leads(demo: Complex, degrees: float, loops: bool) -> None:
    made = poses(turn("x", degrees, 5, loops=loops), demo, Shot(view="left"))
    assert len(made) == 5
    end = aim(demo, Shot(view="left", commands=f"roll x {degrees}"), SIZE).pose.matrix
    assert made[-1].tobytes() == end.tobytes()
    assert made[0].tobytes() == aim(demo, Shot(view="left"), SIZE).pose.matrix.tobytes()


def test_the_last_shot_of_a_play_is_the_one_that_render_draws(demo: Complex) -> None:
    commands = parse_commands("move x 3; roll y 45")
    made = list(shots(play(commands, 6, 2), demo, Shot(view="top", commands="roll z 5"), DEFAULT_STYLE, SIZE))
    assert made[0] == Shot(view="top", commands="roll z 5")
    assert made[6] == Shot(view="top", commands="roll z 5; move x 3")
    assert made[-1] == Shot(view="top", commands="roll z 5; move x 3; roll y 45")


def test_a_play_from_a_free_view_ends_exactly_where_the_commands_lead(demo: Complex) -> None:
    shot, commands = free(demo), parse_commands("move z 4; roll z 30")
    view = aim(demo, shot, SIZE)
    made = poses(play(commands, 3), demo, shot)
    assert made[0].tobytes() == view.pose.matrix.tobytes()
    assert made[-1].tobytes() == apply_to_pose(commands, view.pose, view.center_of_rotation).matrix.tobytes()


def test_steps_are_held_and_start_and_stop_gently() -> None:
    movement = play(parse_commands("move x 3; roll y 45"), 4, 2)
    assert [moment.shown for moment in movement.moments] == [3, 1, 1, 1, 3, 1, 1, 1, 3]
    assert movement.frames == 1 + 2 * 4 + 3 * 2
    progress = [moment.progress for moment in movement.moments]
    assert progress == [0.0, 0.15625, 0.5, 0.84375, 1.0, 1.15625, 1.5, 1.84375, 2.0]
    even = play(parse_commands("move x 3"), 4, is_eased=False)
    assert [moment.progress for moment in even.moments] == [0.0, 0.25, 0.5, 0.75, 1.0]


def test_each_command_is_carried_out_by_its_own_motion(demo: Complex) -> None:
    made = poses(play(parse_commands("move x 4; roll y 60"), 2, is_eased=False), demo, Shot())
    assert made[1][:, :3].tobytes() == made[0][:, :3].tobytes()  # halfway through the slide nothing has turned
    expected = aim(demo, Shot(commands="move x 4; roll y 30"), SIZE).pose.matrix
    np.testing.assert_allclose(made[3], expected, atol=1e-12)


def test_a_pivot_of_ones_own_stays_in_its_place(demo: Complex) -> None:
    pivot = np.array(demo.ligand.coordinates[0], dtype=np.float64)
    made = shots(turn("y", 90.0, 4), demo, Shot(), DEFAULT_STYLE, SIZE, pivot)
    places = [aim(demo, shot, SIZE).pose.to_camera(pivot) for shot in made]
    np.testing.assert_allclose(places, np.broadcast_to(places[0], (4, 3)), atol=1e-9)


def test_an_orthographic_picture_keeps_its_width(demo: Complex) -> None:
    for start in (Shot(projection="orthographic"), free(demo, projection="orthographic")):
        width = aim(demo, start, SIZE).projection.width
        made = shots(play(parse_commands("move z 5; roll x 20"), 2), demo, start, DEFAULT_STYLE, SIZE)
        assert [aim(demo, shot, SIZE).projection.width for shot in made] == [width] * 5


def test_a_turn_is_read() -> None:
    assert parse_turn("Y:360:48") == turn("y", 360.0, 48)
    assert parse_turn(" x:-90.5 ", loops=False) == turn("x", -90.5, 48, loops=False)


@pytest.mark.parametrize("text", ["", "y", "y:", "w:360:48", "y:360:", "y:360:4.5", "y:nan:4", "y:1e3", "y 360 48"])
def test_what_is_no_turn_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(UserError, match="y:360:48"):
        parse_turn(text)


def test_too_many_and_too_few_frames_are_refused() -> None:
    for frames in (0, 1, MOST_FRAMES + 1):
        with pytest.raises(UserError, match="frames"):
            turn("y", 360.0, frames)
    with pytest.raises(UserError, match="frames"):
        play(parse_commands("roll y 1; " * 1000), 100)
    with pytest.raises(UserError, match="at least 1 frame"):
        play(parse_commands("roll y 1"), 0)
    with pytest.raises(UserError, match="nothing to play"):
        play((), 5)
