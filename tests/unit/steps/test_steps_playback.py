"""Playing the steps of questions of all nine tasks about real complexes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest

from misi_viewer.camera.commands import parse_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.session.explorer.legs import leg_seconds
from misi_viewer.session.explorer.playback import Playback
from misi_viewer.session.explorer.stations import Station, question_stations
from misi_viewer.tasks import Question, load_task
from misi_viewer.tasks.answers import LetterAnswer, parse_answer
from misi_viewer.tasks.docking import ligand_rmsd
from misi_viewer.tasks.registry import BUILT_IN
from misi_viewer.tasks.steps import path_to_result, question_steps

SIZE = (1024, 768)
Ask = Callable[..., list[Question]]
Demo = dict[str, Complex]


@pytest.fixture
def play(demo: Demo, ask: Ask) -> Callable[[str], tuple[Question, Playback]]:
    def made(task: str) -> tuple[Question, Playback]:
        question = ask(task, "1s3v")[0]
        playback = Playback(demo.__getitem__, SIZE)
        playback.show(question)
        return question, playback

    return made


Play = Callable[[str], tuple[Question, Playback]]


def names(stations: tuple[Station, ...]) -> list[str]:
    return [station.name for station in stations]


@pytest.mark.parametrize("task", BUILT_IN)
def test_stations_are_the_recipes_shots_bit_for_bit(play: Play, task: str) -> None:
    question, playback = play(task)
    pictures = {number for number in range(len(question.recipe.images)) if playback.find(number) is not None}
    for number in pictures:
        playback.go_to(playback.find(number) or 0)
        picture = question.recipe.images[number]
        assert (playback.complex_id, playback.shot.to_json()) == (picture.complex, picture.shot.to_json())
    expected = {
        "translation": {0, 3},
        "rotation": {0, 3},
        "zooming": {0, 3},
        "docking": {0, 3, 6},
        "interaction_location": {0},
        "rotation_rotation": {0, 3, 4 + "ABCD".index(question.answer[0]) if question.options else 0},
        "translation_rotation": {0, 3, 4, 7 + "ABCD".index(question.answer[0]) if question.options else 0},
    }
    assert pictures == expected.get(task, set(range(6)))
    results = [station for station in playback.stations if station.result]
    assert len(results) == 1
    assert results[0].shot == path_to_result(question_steps(question))[-1].shot


@pytest.mark.parametrize("task", BUILT_IN)
def test_motion_is_smooth_and_ends_at_the_stations(demo: Demo, play: Play, task: str) -> None:
    _, playback = play(task)
    for place in range(playback.last):
        seen = [playback.shot_at(place + share) for share in np.linspace(0.0, 1.0, 33)]
        here, there = playback.stations[place], playback.stations[place + 1]
        assert seen[0] == (here.complex, here.shot)
        assert seen[-1] == (there.complex, there.shot)
        if here.complex != there.complex:
            assert {shot for _, shot in seen} == {here.shot, there.shot}
            continue
        poses = [aim(demo[complex_id], shot, SIZE).pose.matrix for complex_id, shot in seen]
        ways = [float(np.abs(one - other).max()) for one, other in pairwise(poses)]
        whole = float(np.abs(poses[0] - poses[-1]).max())
        assert max(ways) <= max(0.35 * whole, 8.0)


def test_a_translation_goes_straight_and_gently(play: Play) -> None:
    question, playback = play("translation")
    (command,) = parse_commands(question.answer)
    amounts = [0.0, *(parse_commands(playback.shot_at(share)[1].commands)[0].amount for share in (0.25, 0.5, 0.75, 1))]
    assert amounts == pytest.approx(
        [0.0, command.amount * 0.15625, command.amount / 2, command.amount * 0.84375, command.amount]
    )


@pytest.mark.parametrize(
    ("task", "expected"),
    [
        ("translation", ["initial", "result"]),
        ("rotation", ["initial", "result"]),
        ("zooming", ["initial", "result"]),
        ("rotation_rotation", ["initial", "f1", "f2", "f1", "option"]),
        ("translation_rotation", ["initial", "f1", "f2", "target", "f1", "option"]),
        ("docking", ["pocket", "displaced ligand", "displaced", "rotation", "docked"]),
        ("interaction_location", ["initial", "option A", "option B", "option C", "option D"]),
        (
            "pocket_ligand",
            ["front", "left", "top", "back", "right", "bottom", "bond 1", "bond 2", "bond 3", "all bonds"],
        ),
    ],
)
def test_stations_have_names(play: Play, task: str, expected: list[str]) -> None:
    question, playback = play(task)
    wanted = [f"option {question.answer}" if name == "option" else name for name in expected]
    assert names(playback.stations) == wanted
    assert all(station.title for station in playback.stations)


def test_docking_moves_the_ligand_only_and_ends_at_home(demo: Demo, play: Play) -> None:
    _, playback = play("docking")
    native = aim(demo["1s3v"], Shot(), SIZE).pose.matrix
    far = [ligand_rmsd(demo["1s3v"], playback.shot_at(position)[1]) for position in np.linspace(2.0, 4.0, 9)]
    assert far[-1] < 1e-6
    assert far[4] > 1.0
    assert np.diff(far[4:]).max() < 0.0
    for position in np.linspace(0.0, 4.0, 17):
        assert np.array_equal(aim(demo["1s3v"], playback.shot_at(position)[1], SIZE).pose.matrix, native)


def test_each_option_of_a_location_begins_at_the_front_view(play: Play) -> None:
    question, playback = play("interaction_location")
    for place, option in enumerate(question.recipe.options, start=1):
        assert playback.stations[place].shot == Shot(commands=option)
        assert playback.stations[place].start == 0
        assert playback.stations[place].letter == "ABCD"[place - 1]
    far = [
        sum(abs(command.amount) for command in playback.shot_at(position)[1].camera_steps)
        for position in (1.0, 1.1, 1.2, 1.3, 1.6, 2.0)
    ]
    assert far[0] > far[1] > far[2] > far[3]
    assert far[3] < 1e-6
    assert far[3] < far[4] < far[5]
    assert {station.bond for station in playback.stations} == {playback.stations[0].bond}
    assert playback.stations[0].bond is not None


def test_bonds_come_one_by_one(demo: Demo, play: Play) -> None:
    question, playback = play("pocket_ligand")
    bonds = [station.bond for station in playback.stations if station.name.startswith("bond")]
    assert len(bonds) == len(set(bonds)) == question.answer.count(";") + 1
    for number, station in enumerate(playback.stations[6:-1], start=1):
        assert len(station.shot.extra_bonds) == number
        one, other = station.bond or pytest.fail("no bond")
        assert f"{demo['1s3v'].pocket.names[one.row]}, ligand {demo['1s3v'].ligand.names[other.row]}" in station.title
    assert playback.stations[-1].shot.hydrogen_bonds


def test_a_residue_without_a_bond_says_so(demo: Demo, ask: Ask) -> None:
    question = next(one for one in ask("residue_ligand", "1s3v") if one.answer == "No")
    stations = question_stations(question, demo.__getitem__)
    assert names(stations)[-1] == "no bond"
    assert stations[-1].title == "no hydrogen bond"


def test_an_answer_is_played_like_the_truth(demo: Demo, ask: Ask) -> None:
    question = ask("rotation", "1s3v")[0]
    answer = parse_answer("command", "roll z 33").answer
    stations = question_stations(question, demo.__getitem__, answer)
    assert stations[-1].shot.commands == "roll z 33"
    question = ask("translation_rotation", "1s3v")[0]
    for letter, picture in zip("ABCD", question.recipe.images[-4:], strict=True):
        stations = question_stations(question, demo.__getitem__, LetterAnswer(letter))
        assert (stations[-1].complex, stations[-1].shot) == (picture.complex, picture.shot)
    with pytest.raises(UserError, match="no option E"):
        question_stations(question, demo.__getitem__, LetterAnswer("E"))


def test_bonds_of_an_answer_are_drawn_by_their_verdicts(demo: Demo, ask: Ask) -> None:
    question = ask("pocket_ligand", "1s3v")[0]
    answer = parse_answer("bonds", "ILE 7 O A, N4; GLN 35 O A, N1; ALA 9 QQ A, O9").answer
    stations = question_stations(question, demo.__getitem__, answer)
    assert [station.title.partition(":")[0] for station in stations[6:-1]] == [
        "right",
        "missed",
        "missed",
        "invented",
        "invented",
    ]
    assert stations[-1].title == "1 right, 2 missed, 2 invented"
    assert len(stations[-1].shot.extra_bonds) == 4
    assert stations[-2].bond is None or stations[-3].bond is None


def test_it_plays_rests_at_stations_and_stops_at_the_end(play: Play) -> None:
    _, playback = play("rotation")
    heard: list[float] = []
    playback.position_changed.connect(lambda: heard.append(playback.position))
    playback.play()
    assert playback.playing
    playback.advance(0.3)
    assert playback.position == 0.0
    playback.advance(0.39)
    assert playback.position == 0.0
    playback.advance(0.01 + leg_seconds(playback.stations, 0) / 2)
    assert playback.position == pytest.approx(0.5)
    playback.advance(100.0)
    assert playback.position == 1.0
    assert not playback.playing
    assert heard[-1] == 1.0
    playback.play()
    assert playback.position == 0.0


def test_it_plays_in_a_loop_at_any_speed(play: Play) -> None:
    _, playback = play("rotation")
    once = 2 * 0.7 + leg_seconds(playback.stations, 0)
    playback.loop = True
    playback.set_speed(2.0)
    playback.play()
    playback.advance((7 * once + 0.7 + leg_seconds(playback.stations, 0) / 4) / 2.0)
    assert playback.playing
    assert playback.position == pytest.approx(0.25)
    with pytest.raises(ValueError, match=r"0\.0"):
        playback.set_speed(0.0)


def test_small_and_large_ticks_lead_to_the_same_place(play: Play) -> None:
    places = []
    for count in (1, 7, 211):
        _, playback = play("rotation_rotation")
        playback.play()
        for _ in range(count):
            playback.advance(6.0 / count)
        places.append(playback.position)
    assert places == pytest.approx([places[0]] * 3)
    assert 1.0 < places[0] < 4.0


def test_steps_and_scrubbing(play: Play) -> None:
    _, playback = play("rotation_rotation")
    playback.scrub(1.4)
    assert (playback.station, playback.fraction) == (1, pytest.approx(0.4))
    assert playback.step()
    assert playback.position == 2.0
    playback.scrub(1.4)
    assert playback.step(-1)
    assert playback.position == 1.0
    assert playback.step(-1)
    assert not playback.step(-1)
    playback.scrub(99.0)
    assert playback.position == 4.0
    assert not playback.step()


def test_one_may_turn_away_and_come_back(play: Play) -> None:
    _, playback = play("rotation")
    changes: list[bool] = []
    playback.away_changed.connect(lambda: changes.append(playback.is_away))
    playback.play()
    playback.note_shot("1s3v", playback.shot.but(labels=False))
    assert not playback.is_away
    assert playback.playing
    playback.note_shot("1s3v", playback.shot.but(commands="roll y 3"))
    assert playback.is_away
    assert not playback.playing
    playback.back_to_step()
    assert changes == [True, False]
    playback.note_shot("1of6", playback.shot)
    assert playback.is_away
    playback.go_to(1)
    assert not playback.is_away


def test_nothing_is_played_without_a_question(demo: Demo) -> None:
    playback = Playback(demo.__getitem__)
    playback.show(None)
    assert (playback.current, playback.complex_id, playback.shot, playback.last) == (None, "", Shot(), 0)
    playback.play()
    assert not playback.playing
    assert not playback.step()


def test_a_recipe_without_pictures_cannot_be_played(demo: Demo, ask: Ask) -> None:
    import msgspec

    question = ask("translation", "1s3v")[0]
    bare = msgspec.structs.replace(question, recipe=msgspec.structs.replace(question.recipe, images=()))
    playback = Playback(demo.__getitem__)
    playback.show(question)
    with pytest.raises(UserError, match="no pictures"):
        playback.show(bare)
    assert len(playback.stations) == 2
    assert load_task("translation").file.form == "command"
