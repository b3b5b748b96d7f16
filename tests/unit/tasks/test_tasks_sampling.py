"""Which questions are asked: counts, ranges, pictures, keys (spec benchmark.md section 2)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from misi_viewer.camera.commands import parse_commands
from misi_viewer.camera.views import VIEWS, ViewName
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks import Question, Skipped, load_task, sample
from misi_viewer.tasks.annotation import annotate
from misi_viewer.tasks.fairness import shows_something
from misi_viewer.tasks.randomness import key_hash
from misi_viewer.tasks.registry import BUILT_IN

DEMOS = ("1ia1", "1of6", "1s3v", "1uou")
SEEDS = st.integers(0, 2**31)
IMAGES = {
    "translation": 4,
    "rotation": 4,
    "zooming": 4,
    "residue_ligand": 6,
    "translation_rotation": 11,
    "rotation_rotation": 8,
    "docking": 7,
    "interaction_location": 6,
    "pocket_ligand": 6,
}
COUNTS = {  # train, test
    "translation": (4, 2),
    "rotation": (6, 3),
    "zooming": (4, 2),
    "translation_rotation": (6, 3),
    "rotation_rotation": (6, 3),
    "docking": (6, 3),
    "pocket_ligand": (1, 1),
}

Ask = Callable[..., list[Question]]


def view_shot(view: ViewName) -> Shot:
    """Return the plain picture of a view."""
    return Shot(view=view)


@pytest.mark.parametrize("task", BUILT_IN)
def test_every_question_has_its_pictures(ask: Ask, task: str) -> None:
    for complex_ in DEMOS:
        for question in ask(task, complex_):
            assert len(question.recipe.images) == IMAGES[task]


@pytest.mark.parametrize("task", COUNTS)
def test_counts_per_complex(ask: Ask, task: str) -> None:
    for complex_ in DEMOS:
        assert len(ask(task, complex_)) == COUNTS[task][0]
        assert len(ask(task, complex_, split="test")) == COUNTS[task][1]
        assert len(ask(task, complex_, split="tiny")) == COUNTS[task][1]


@pytest.mark.parametrize(("split", "expected"), [("train", 107), ("test", 58)])
def test_pictures_per_complex_are_the_papers(ask: Ask, split: str, expected: int) -> None:
    for complex_ in DEMOS:
        pictures: set[object] = set()
        residues = 0
        for task in BUILT_IN:
            questions = ask(task, complex_, split=split)
            residues += len(questions) if task == "residue_ligand" else 0
            for question in questions:
                # Targets differ from question to question; two may be moved alike by chance.
                whose = question.id if question.recipe.target else ""
                plain = {image for image in question.recipe.images if not image.shot.commands}
                assert not question.recipe.target or {image.shot for image in plain} == set(map(view_shot, VIEWS[:3]))
                pictures.update(image for image in plain if image.complex == complex_)
                pictures.update((whose, image) for image in question.recipe.images if image.shot.commands)
        assert len(pictures) == expected + 6 * residues


@pytest.mark.parametrize("task", BUILT_IN)
@settings(max_examples=8)
@given(seed=SEEDS)
def test_recipes_and_questions_survive_json(ask: Ask, task: str, seed: int) -> None:
    for question in ask(task, DEMOS[seed % 4], seed=seed):
        assert Question.from_json(question.to_json()) == question


@settings(max_examples=25)
@given(seed=SEEDS)
def test_translations(ask: Ask, seed: int) -> None:
    commands = [parse_commands(question.answer) for question in ask("translation", DEMOS[seed % 4], seed=seed)]
    assert Counter(command.axis for (command,) in commands) == {"x": 2, "y": 2}
    assert all(command.verb == "move" for (command,) in commands)
    assert all(command.amount in (-4, -3, -2, -1, 1, 2, 3, 4) for (command,) in commands)
    assert len(set(commands)) == 4
    assert {command.axis for (command,) in commands[:2]} == {"x", "y"}


@settings(max_examples=25)
@given(seed=SEEDS)
def test_rotations(ask: Ask, seed: int) -> None:
    commands = [parse_commands(question.answer) for question in ask("rotation", DEMOS[seed % 4], seed=seed)]
    assert Counter(command.axis for (command,) in commands) == {"x": 2, "y": 2, "z": 2}
    assert all(command.verb == "roll" for (command,) in commands)
    assert all(command.amount % 15 == 0 and 0 < abs(command.amount) <= 90 for (command,) in commands)
    assert len(set(commands)) == 6
    assert {command.axis for (command,) in commands[:3]} == {"x", "y", "z"}


@settings(max_examples=25)
@given(seed=SEEDS)
def test_zooms(ask: Ask, seed: int) -> None:
    answers = [question.answer for question in ask("zooming", DEMOS[seed % 4], seed=seed)]
    assert set(answers) <= {f"move z {distance}" for distance in range(40, 61)}
    assert len(set(answers)) == 4


def test_all_values_are_drawn(ask: Ask) -> None:
    questions = [question for seed in range(120) for question in ask("rotation", "1s3v", seed=seed)]
    counts = Counter(question.answer for question in questions)
    assert len(counts) == 36
    assert min(counts.values()) > 5


def test_the_cloze_pictures_are_three_views_and_the_result(ask: Ask) -> None:
    for task in ("translation", "rotation", "zooming"):
        for question in ask(task, "1of6"):
            shots = [picture.shot for picture in question.recipe.images]
            assert shots == [*(Shot(view=view) for view in VIEWS[:3]), Shot(commands=question.answer)]


def test_the_bond_pictures_are_six_views(ask: Ask) -> None:
    for task in ("interaction_location", "pocket_ligand"):
        for question in ask(task, "1s3v"):
            assert [picture.shot for picture in question.recipe.images] == [Shot(view=view) for view in VIEWS]


@pytest.mark.parametrize("split", ["train", "test"])
@settings(max_examples=10)
@given(seed=SEEDS)
def test_residues_with_and_without_bonds(ask: Ask, demo: dict[str, Complex], split: str, seed: int) -> None:
    complex_ = demo[DEMOS[seed % 4]]
    annotation = annotate(complex_)
    questions = ask("residue_ligand", complex_, seed=seed, split=split)
    asked = [question.recipe.images[0].shot.residue for question in questions]
    assert len(set(asked)) == len(asked)
    bonded = len(annotation.bonds_by_residue)
    negatives = [question for question in questions if question.answer == "No"]
    assert len(questions) - len(negatives) == bonded
    assert len(negatives) == max(1, bonded)
    for question in questions:
        residue = question.recipe.images[0].shot.residue
        assert [picture.shot for picture in question.recipe.images] == [
            Shot(parts="residue", residue=residue, view=view) for view in VIEWS
        ]
        shown = displayed_atoms(complex_, question.recipe.images[0].shot).parts[0]
        rows = {int(complex_.pocket.residue_of_atom[row]) for row in shown.rows}
        assert len(rows) == 1
        assert (rows <= set(annotation.bonds_by_residue)) == (question.answer != "No")


def test_one_location_question_for_every_residue_with_a_bond(ask: Ask, demo: dict[str, Complex]) -> None:
    for complex_ in demo.values():
        questions = ask("interaction_location", complex_)
        residues = [
            (question.recipe.values["chain"], question.recipe.values["residue_number"]) for question in questions
        ]
        assert len(set(residues)) == len(residues) == len(annotate(complex_).bonds_by_residue)


def test_another_bond_of_a_residue_may_be_drawn(ask: Ask, demo: dict[str, Complex]) -> None:
    several = [
        (name, n)
        for name, complex_ in demo.items()
        for n, bonds in enumerate(annotate(complex_).bonds_by_residue.values())
        if len(bonds) > 1
    ]
    assert several
    name, n = several[0]
    drawn = {
        (question.recipe.values["atom"], question.recipe.values["ligand_atom"])
        for seed in range(30)
        for question in ask("interaction_location", name, seed=seed)
        if question.id.endswith(f"/{n}")
    }
    assert len(drawn) > 1


@pytest.mark.parametrize("task", BUILT_IN)
def test_order_and_company_change_nothing(ask: Ask, task: str) -> None:
    forwards = {complex_: ask(task, complex_, seed=5) for complex_ in DEMOS}
    backwards = {complex_: ask(task, complex_, seed=5) for complex_ in reversed(DEMOS)}
    assert forwards == backwards
    assert ask(task, "1s3v", seed=6) != forwards["1s3v"] or task == "pocket_ligand"


@pytest.mark.parametrize("task", COUNTS)
def test_the_test_counts_are_a_beginning_of_the_training_counts(ask: Ask, task: str) -> None:
    long, short = ask(task, "1ia1"), ask(task, "1ia1", split="test")
    assert [question.recipe for question in long[: len(short)]] == [question.recipe for question in short]


def test_another_process_asks_the_same(ask: Ask) -> None:
    code = (
        "from misi_viewer import resources\n"
        "from misi_viewer.chem.load import load_complex\n"
        "from misi_viewer.tasks import all_tasks, sample\n"
        "load = lambda name: load_complex(resources.path(f'demo/{name}'))\n"
        "for task in reversed(all_tasks()):\n"
        "    for q in sample(task, load('1uou'), seed=3, candidates=['1uou', '1s3v', '1of6', '1ia1'], load=load):\n"
        "        print(q.id, q.answer, q.recipe.values, q.recipe.options, q.recipe.target)"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    here = [
        f"{q.id} {q.answer} {q.recipe.values} {q.recipe.options} {q.recipe.target}"
        for task in reversed(BUILT_IN)
        for q in ask(task, "1uou", seed=3)
    ]
    assert run.stdout.splitlines() == here


@settings(max_examples=20)
@given(seed=SEEDS)
def test_the_target_is_the_one_with_the_smallest_hash(ask: Ask, seed: int) -> None:
    for question in ask("translation_rotation", "1of6", seed=seed):
        n = int(question.id.rpartition("/")[2])
        others = [name for name in DEMOS if name != "1of6"]
        assert question.recipe.target == min(
            others, key=lambda name: key_hash(seed, "translation_rotation", "1of6", n, name)
        )


def test_a_new_complex_changes_only_questions_that_take_it(demo: dict[str, Complex]) -> None:
    task = load_task("translation_rotation")

    def asked(names: list[str], seed: int) -> list[Question]:
        found = sample(task, demo["1of6"], seed=seed, candidates=names, load=demo.__getitem__)
        return [question for question in found if isinstance(question, Question)]

    taken = 0
    for seed in range(5):
        few, many = asked(["1s3v", "1uou"], seed), asked(["1uou", "1ia1", "1of6", "1s3v"], seed)
        for before, after in zip(few, many, strict=True):
            assert before == after or after.recipe.target == "1ia1"
            taken += after.recipe.target == "1ia1"
    assert 0 < taken < 30


def test_a_bad_target_is_passed_over(demo: dict[str, Complex]) -> None:
    def load(name: str) -> Complex:
        if name == "1s3v":
            raise UserError("It is broken.")
        return demo[name]

    task = load_task("translation_rotation")
    questions = sample(task, demo["1of6"], candidates=list(demo), load=load)
    assert {question.recipe.target for question in questions if isinstance(question, Question)} == {"1ia1", "1uou"}
    alone = sample(task, demo["1of6"], candidates=["1s3v"], load=load)
    assert {skipped.reason for skipped in alone if isinstance(skipped, Skipped)} == {
        "no other complex can be the target: It is broken"
    }


def test_without_another_complex_there_is_no_target(demo: dict[str, Complex]) -> None:
    skipped = sample(load_task("translation_rotation"), demo["1of6"], candidates=["1of6"], load=demo.__getitem__)
    assert skipped == [
        Skipped("translation_rotation", "1of6", n, "there is no other complex to be the target") for n in range(6)
    ]


def test_fewer_and_more_per_complex(ask_all: Callable[..., list[Question | Skipped]]) -> None:
    assert len(ask_all("residue_ligand", "1s3v", per_complex=3)) == 3
    assert ask_all("rotation", "1s3v", per_complex=2) == ask_all("rotation", "1s3v")[:2]
    many = ask_all("translation", "1s3v", per_complex=20)
    questions = [question for question in many if isinstance(question, Question)]
    assert len({question.answer for question in questions}) == len(questions) == 16
    assert [skipped.reason for skipped in many if isinstance(skipped, Skipped)] == [
        "none of 100 draws is fair: it repeats another question"
    ] * 4


def test_a_complex_with_nothing_to_see_is_skipped(demo: dict[str, Complex]) -> None:
    complex_ = demo["1s3v"]
    bare = replace(complex_, ligand=complex_.ligand.subset(complex_.ligand.is_hydrogen))
    for name in BUILT_IN:
        (skipped,) = sample(load_task(name), bare)
        assert isinstance(skipped, Skipped)
        assert (skipped.task, skipped.complex, skipped.n) == (name, "1s3v", None)
        assert "ligand" in skipped.reason


def test_a_complex_without_bonds(demo: dict[str, Complex], ask_all: Callable[..., list[Question | Skipped]]) -> None:
    complex_ = demo["1s3v"]
    far = replace(complex_, ligand=replace(complex_.ligand, coordinates=complex_.ligand.coordinates + 30.0))
    (whole,) = ask_all("pocket_ligand", far)
    assert isinstance(whole, Question)
    assert whole.answer == "No"
    (residue,) = ask_all("residue_ligand", far)
    assert isinstance(residue, Question)
    assert residue.answer == "No"
    assert ask_all("interaction_location", far) == [
        Skipped("interaction_location", "1s3v", 0, "there is no hydrogen bond between pocket and ligand")
    ]


def test_a_picture_that_would_be_empty_is_not_asked_about(demo: dict[str, Complex]) -> None:
    complex_ = demo["1s3v"]
    keep = np.linalg.norm(complex_.pocket.coordinates - complex_.ligand.coordinates.mean(axis=0), axis=1) < 4.0
    tiny = replace(complex_, pocket=complex_.pocket.subset(keep))
    found = sample(load_task("zooming"), tiny)
    for question in found:
        if isinstance(question, Question):
            after = question.recipe.images[-1].shot
            assert shows_something(tiny, after)
        else:
            assert question.reason.endswith("a picture would be empty")
    assert any(isinstance(question, Skipped) for question in found)
