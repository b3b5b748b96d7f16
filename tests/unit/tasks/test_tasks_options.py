"""Options: three decoys by their schemes, never too alike, the truth at any letter (spec benchmark.md section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from misi_viewer.camera.commands import Command, apply_to_pose, parse_commands
from misi_viewer.camera.projection import pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks import Question
from misi_viewer.tasks.annotation import annotate
from misi_viewer.tasks.fairness import MIN_PIXELS, least_distance, shows_something

DEMOS = ("1ia1", "1of6", "1s3v", "1uou")
SEEDS = st.integers(0, 2**31)

Ask = Callable[..., list[Question]]
Pair = tuple[Command, Command]


def options_of(question: Question) -> tuple[Pair, list[Pair]]:
    """Return the truth's commands and those of the decoys."""
    options = [parse_commands(option) for option in question.recipe.options]
    truth = options.pop("ABCD".index(question.answer))
    return truth, options  # type: ignore[return-value]


def other_magnitude(one: Command, other: Command) -> bool:
    return one.verb == other.verb and one.axis == other.axis and one.amount * other.amount > 0 and one != other


def scheme(truth: Pair, decoy: Pair) -> int:
    """Return which of the sheet's three schemes a decoy follows."""
    f1, f2 = truth
    g1, g2 = decoy
    assert other_magnitude(f2, g2)
    if g1 == Command(f1.verb, f1.axis, -f1.amount):
        return 2
    if g1.axis != f1.axis:
        assert (g1.verb, g1.amount) == (f1.verb, f1.amount)
        return 3
    assert other_magnitude(f1, g1)
    return 1


@pytest.mark.parametrize("task", ["translation_rotation", "rotation_rotation"])
@settings(max_examples=25)
@given(seed=SEEDS)
def test_decoys_follow_the_three_schemes(ask: Ask, task: str, seed: int) -> None:
    for question in ask(task, DEMOS[seed % 4], seed=seed):
        truth, decoys = options_of(question)
        assert truth == tuple(question.recipe.commands("f1") + question.recipe.commands("f2"))
        assert sorted(scheme(truth, decoy) for decoy in decoys) == [1, 2, 3]
        for f1, f2 in (truth, *decoys):
            assert f2.verb == "roll"
            if task == "translation_rotation":
                assert f1.verb == "move"
                assert f1.axis in "xy"
                assert 1 <= abs(f1.amount) <= 4
            else:
                assert f1.verb == "roll"
                assert f1.axis != f2.axis
                assert f1.amount % 15 == 0
                assert 0 < abs(f1.amount) <= 90
            assert f2.amount % 15 == 0
            assert 0 < abs(f2.amount) <= 90


@pytest.mark.parametrize("task", ["translation_rotation", "rotation_rotation", "interaction_location"])
@settings(max_examples=12)
@given(seed=SEEDS)
def test_any_two_options_are_far_enough_apart(ask: Ask, demo: dict[str, Complex], task: str, seed: int) -> None:
    for question in ask(task, DEMOS[seed % 4], seed=seed):
        first = ()
        if task == "rotation_rotation":
            first = question.recipe.commands("f1") + question.recipe.commands("f2")
        complex_ = demo[question.recipe.target or question.complex]
        view = annotate(complex_).view
        atoms = displayed_atoms(complex_, Shot()).coordinates
        placed = []
        for option in question.recipe.options:
            pose = apply_to_pose((*first, *parse_commands(option)), view.pose, view.center_of_rotation)
            placed.append(pixels(atoms, pose, view.projection, (1024, 768)))
        distances = [np.linalg.norm(one - other, axis=1).mean() for one, other in combinations(placed, 2)]
        assert min(distances) >= MIN_PIXELS == 8.0


@settings(max_examples=15)
@given(seed=SEEDS)
def test_location_decoys_perturb_sign_and_magnitude(ask: Ask, seed: int) -> None:
    for question in ask("interaction_location", DEMOS[seed % 4], seed=seed):
        truth, decoys = options_of(question)
        assert truth == question.recipe.commands("translation")
        assert question.options == tuple(option.replace(";", ",") for option in question.recipe.options)
        assert len(set(question.options)) == 4
        for option in (truth, *decoys):
            assert [(command.verb, command.axis) for command in option] == [("move", "x"), ("move", "y")]
            assert all(command.amount == round(command.amount) for command in option)
            for mine, true in zip(option, truth, strict=True):
                change = abs(abs(mine.amount) - abs(true.amount))
                assert change == 0 or 2 <= change <= 5


@pytest.mark.parametrize("task", ["translation_rotation", "rotation_rotation", "interaction_location"])
def test_the_letter_of_the_truth_is_uniform(ask: Ask, task: str) -> None:
    letters = Counter(
        question.answer for seed in range(20) for complex_ in DEMOS for question in ask(task, complex_, seed=seed)
    )
    assert sum(letters.values()) > 300
    assert chisquare([letters[letter] for letter in "ABCD"]).pvalue > 0.01


@pytest.mark.parametrize("task", ["translation_rotation", "rotation_rotation"])
def test_every_scheme_stands_at_every_letter(ask: Ask, task: str) -> None:
    places = Counter()
    for seed in range(20):
        for question in ask(task, "1uou", seed=seed):
            truth, _ = options_of(question)
            for letter, text in zip("ABCD", question.recipe.options, strict=True):
                if letter != question.answer:
                    places[letter, scheme(truth, parse_commands(text))] += 1  # type: ignore[arg-type]
    assert len(places) == 12
    assert min(places.values()) > 10


def test_the_pictures_of_a_move_and_a_roll_carried_over(ask: Ask) -> None:
    for question in ask("translation_rotation", "1of6"):
        images = question.recipe.images
        f1, f2 = question.recipe.values["f1"], question.recipe.values["f2"]
        assert [image.complex for image in images] == ["1of6"] * 4 + [question.recipe.target] * 7
        assert images[3].shot == Shot(commands=f"{f1}; {f2}")
        assert [image.shot.view for image in images[4:7]] == ["front", "left", "top"]
        assert [image.shot for image in images[7:]] == [Shot(commands=option) for option in question.recipe.options]
        assert question.options == ("Image 8", "Image 9", "Image 10", "Image 11")
        assert question.recipe.options["ABCD".index(question.answer)] == f"{f1}; {f2}"


def test_the_pictures_of_two_rolls_repeated(ask: Ask) -> None:
    for question in ask("rotation_rotation", "1of6"):
        images = question.recipe.images
        once = f"{question.recipe.values['f1']}; {question.recipe.values['f2']}"
        assert images[3].shot == Shot(commands=once)
        assert [image.shot for image in images[4:]] == [
            Shot(commands=f"{once}; {option}") for option in question.recipe.options
        ]
        assert question.options == ("Image 5", "Image 6", "Image 7", "Image 8")
        assert images[4 + "ABCD".index(question.answer)].shot == Shot(commands=f"{once}; {once}")


def test_first_axes_are_dealt(ask: Ask) -> None:
    for complex_ in DEMOS:
        for task, axes in (("translation_rotation", "xy"), ("rotation_rotation", "xyz")):
            first = Counter(question.recipe.commands("f1")[0].axis for question in ask(task, complex_))
            assert first == dict.fromkeys(axes, 6 // len(axes))
        second = Counter(question.recipe.commands("f2")[0].axis for question in ask("translation_rotation", complex_))
        assert second == {"x": 2, "y": 2, "z": 2}


def test_pictures_of_equal_effect_have_no_distance(demo: dict[str, Complex]) -> None:
    same = [
        Shot(commands="roll y 90; roll y 90"),
        Shot(commands="roll y -180"),
        Shot(commands="roll x 180; roll z 180"),
    ]
    assert least_distance(demo["1of6"], same) < 1e-9
    assert least_distance(demo["1of6"], [Shot(), Shot(commands="move x 1")]) > MIN_PIXELS


def test_atoms_behind_the_eye_count_as_far(demo: dict[str, Complex]) -> None:
    gone = Shot(commands="move z 1000")
    assert not shows_something(demo["1of6"], gone)
    assert shows_something(demo["1of6"], Shot())
    assert not shows_something(demo["1of6"], Shot(commands="move x 1000"))
    assert least_distance(demo["1of6"], [Shot(), gone]) == 1024.0
    assert least_distance(demo["1of6"], [gone, gone]) == 0.0
