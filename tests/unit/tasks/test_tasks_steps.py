"""Steps to play back: from the initial view to the truth, and to any answer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from misi_viewer.camera.commands import Command, parse_commands, print_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks import Question, load_task
from misi_viewer.tasks.answers import BondName, BondsAnswer, CommandsAnswer, LetterAnswer
from misi_viewer.tasks.derive import derive_recipe
from misi_viewer.tasks.docking import ligand_rmsd
from misi_viewer.tasks.registry import BUILT_IN
from misi_viewer.tasks.steps import Step, answer_steps, path_to_result, question_steps

Ask = Callable[..., list[Question]]


def names(steps: tuple[Step, ...]) -> list[str]:
    return [step.name for step in steps]


@pytest.mark.parametrize("task", BUILT_IN)
def test_every_step_follows_from_the_one_before(ask: Ask, task: str) -> None:
    for question in ask(task, "1s3v"):
        steps = question_steps(question)
        assert sum(step.result for step in steps) == 1
        for place, step in enumerate(steps):
            if step.start is None:
                assert step.commands == ""
                continue
            assert step.start < place
            before = steps[step.start]
            assert step.complex == before.complex
            if step.moves == "ligand":
                assert step.shot.ligand_steps == before.shot.ligand_steps + parse_commands(step.commands)
                assert step.shot.camera_steps == before.shot.camera_steps
            else:
                assert step.shot.camera_steps == before.shot.camera_steps + parse_commands(step.commands)
                assert step.shot.ligand_steps == before.shot.ligand_steps


@pytest.mark.parametrize("task", ["translation", "rotation", "zooming"])
def test_clozes_end_at_their_last_picture(ask: Ask, task: str) -> None:
    for question in ask(task, "1s3v"):
        steps = question_steps(question)
        assert names(steps) == ["initial", "result"]
        assert steps[0].shot == Shot()
        assert steps[1].shot == question.recipe.images[-1].shot


@pytest.mark.parametrize("task", ["translation_rotation", "rotation_rotation"])
def test_options_end_at_their_pictures(ask: Ask, task: str) -> None:
    for question in ask(task, "1s3v"):
        steps = question_steps(question)
        by_name = {step.name: step for step in steps}
        assert names(steps)[:3] == ["initial", "f1", "f2"]
        assert by_name["f2"].shot == question.recipe.images[3].shot
        for letter, picture in zip("ABCD", question.recipe.images[-4:], strict=True):
            option = by_name[f"option {letter}"]
            assert (option.complex, option.shot) == (picture.complex, picture.shot)
            assert option.result == (letter == question.answer)
        path = path_to_result(steps)
        first = ["target"] if question.recipe.target else ["initial", "f1", "f2"]
        assert names(path)[: len(first)] == first
        assert names(path)[-1] == f"option {question.answer}"
        assert len(path) == len(first) + 2


def test_docking_ends_in_the_native_pose(ask: Ask, demo: dict[str, Complex]) -> None:
    for question in ask("docking", "1s3v"):
        steps = question_steps(question)
        assert names(steps) == ["native", "displaced", "rotation", "translation"]
        assert steps[1].shot == question.recipe.images[-1].shot
        assert ligand_rmsd(demo["1s3v"], steps[0].shot) == 0.0
        assert ligand_rmsd(demo["1s3v"], steps[2].shot) > 0.5
        assert ligand_rmsd(demo["1s3v"], steps[3].shot) < 1e-6
        assert steps[3].result


def test_locations_are_reached_from_the_front_view(ask: Ask) -> None:
    for question in ask("interaction_location", "1s3v"):
        steps = question_steps(question)
        by_name = {step.name: step for step in steps}
        assert steps[0].shot == Shot()
        for letter, option in zip("ABCD", question.recipe.options, strict=True):
            assert by_name[f"option {letter}"].shot == Shot(commands=option)


@pytest.mark.parametrize("task", ["residue_ligand", "pocket_ligand"])
def test_bonds_are_shown_at_the_end(ask: Ask, task: str) -> None:
    for question in ask(task, "1s3v"):
        steps = question_steps(question)
        assert steps[0].shot == question.recipe.images[0].shot
        assert steps[1].shot == steps[0].shot.but(hydrogen_bonds=True)


def test_a_wrong_command_is_drawn_like_the_truth(ask: Ask) -> None:
    question = ask("rotation", "1s3v")[0]
    steps = answer_steps(question, CommandsAnswer((Command("roll", "z", -33.5),)))
    assert names(steps) == ["initial", "result"]
    assert steps[-1].shot == Shot(commands="roll z -33.5")
    assert steps[-1].result
    truth = CommandsAnswer(parse_commands(question.answer))
    assert answer_steps(question, truth) == question_steps(question)


def test_a_wrong_docking_is_drawn_like_the_truth(ask: Ask, demo: dict[str, Complex]) -> None:
    question = ask("docking", "1s3v")[0]
    steps = answer_steps(question, CommandsAnswer(parse_commands("roll y 30, move x 2, move z 1")))
    assert names(steps) == ["native", "displaced", "rotation", "translation", "translation"]
    assert steps[-1].shot.ligand_commands == f"{steps[1].shot.ligand_commands}; roll y 30; move x 2; move z 1"
    assert ligand_rmsd(demo["1s3v"], steps[-1].shot) > 1.0


def test_any_letter_leads_to_its_option(ask: Ask) -> None:
    for task in ("translation_rotation", "rotation_rotation", "interaction_location"):
        question = ask(task, "1s3v")[0]
        for letter, option in zip("ABCD", question.recipe.options, strict=True):
            steps = answer_steps(question, LetterAnswer(letter))
            assert [step.result for step in steps] == [False] * (len(steps) - 1) + [True]
            assert steps[-1].name == f"option {letter}"
            assert steps[0].start is None
            assert [step.start for step in steps[1:]] == list(range(len(steps) - 1))
            assert steps[-1].shot.commands.endswith(option)
        with pytest.raises(UserError, match="no option E"):
            answer_steps(question, LetterAnswer("E"))


def test_bonds_leave_the_view_alone(ask: Ask) -> None:
    question = ask("pocket_ligand", "1s3v")[0]
    bond = BondName("ARG", 1, "", "NE", "A", "O1")
    (step,) = answer_steps(question, BondsAnswer(frozenset({bond})))
    assert step.shot == Shot()
    assert step.result


@pytest.mark.parametrize("task", ["translation", "rotation", "zooming", "docking", "pocket_ligand"])
def test_recipes_are_derived_where_the_answer_tells(ask: Ask, task: str) -> None:
    for question in ask(task, "1s3v"):
        answer = (
            BondsAnswer(frozenset()) if task == "pocket_ligand" else CommandsAnswer(parse_commands(question.answer))
        )
        recipe = derive_recipe(load_task(task), "1s3v", answer)
        assert recipe is not None
        assert recipe.seed is None
        assert recipe.images == question.recipe.images
        assert recipe.values == question.recipe.values


def test_a_residue_has_to_be_known(ask: Ask) -> None:
    task = load_task("residue_ligand")
    question = ask("residue_ligand", "1s3v")[0]
    residue = question.recipe.images[0].shot.residue
    assert derive_recipe(task, "1s3v", BondsAnswer(frozenset())) is None
    recipe = derive_recipe(task, "1s3v", BondsAnswer(frozenset()), residue=residue)
    assert recipe is not None
    assert recipe.images == question.recipe.images
    assert recipe.values == question.recipe.values


def test_hidden_steps_stay_hidden() -> None:
    for task in ("translation_rotation", "rotation_rotation"):
        assert derive_recipe(load_task(task), "1s3v", LetterAnswer("A")) is None


def test_six_views_of_a_location(ask: Ask) -> None:
    question = ask("interaction_location", "1s3v")[0]
    recipe = derive_recipe(load_task("interaction_location"), "1s3v", LetterAnswer("A"), options=question.options or ())
    assert recipe is not None
    assert recipe.images == question.recipe.images
    assert recipe.options == question.recipe.options
    assert print_commands(parse_commands(recipe.options[0])) == recipe.options[0]


def test_an_answer_of_the_wrong_form_tells_nothing() -> None:
    assert derive_recipe(load_task("translation"), "1s3v", LetterAnswer("A")) is None
    two = CommandsAnswer(parse_commands("move x 1, move y 2"))
    assert derive_recipe(load_task("translation"), "1s3v", two) is None
