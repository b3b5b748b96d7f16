"""A task of one's own: written as data, with the registered hooks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from misi_viewer.camera.commands import parse_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks import Question, Skipped, Task, load_task, sample
from misi_viewer.tasks.fairness import least_distance
from misi_viewer.tasks.steps import path_to_result, question_steps

OWN = """
id = "spin"
name = "Spin on the target"
version = 3
kind = "choice"
form = "letter"
metric = "exact"
prompt = { name = "spin", version = 2 }
hooks = { subjects = "complex", decoys = "two_steps" }
counts = { train = 5, test = 2 }
target = true

[[sampling]]
name = "away"
verb = "roll"
axes = ["y"]
lowest = 30
highest = 30

[[sampling]]
name = "one"
verb = "roll"
axes = ["x", "z"]
lowest = -80
highest = 80
bin = 20

[[sampling]]
name = "two"
verb = "move"
axes = ["x", "y"]
lowest = -2.5
highest = 2.5
bin = 0.5

[[images]]
caption = "{complex} turned away, {view}"
camera = ["away"]
views = ["top", "back"]

[[images]]
caption = "{target} by {letter}"
of = "target"
camera = ["away"]
parts = "ligand"
labels = false
options = true
"""


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str], Task]:
    """Return a function that writes a task and reads it."""
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "spin.v2.txt").write_text("{images}\n{options}\nWhich of {target}?")

    def written(text: str) -> Task:
        (tmp_path / "spin.toml").write_text(text)
        return load_task(tmp_path / "spin.toml")

    return written


def asked(task: Task, demo: dict[str, Complex]) -> list[Question]:
    found = sample(task, demo["1s3v"], candidates=list(demo), load=demo.__getitem__)
    assert all(isinstance(item, Question) for item in found)
    return [item for item in found if isinstance(item, Question)]


@pytest.fixture
def two() -> str:
    """Return the text of the task without the row that the decoys leave alone."""
    head, _, rest = OWN.partition('[[sampling]]\nname = "away"')
    return (head + rest.partition("\n\n")[2]).replace('camera = ["away"]\n', "")


def test_its_questions(write: Callable[[str], Task], two: str, demo: dict[str, Complex]) -> None:
    questions = asked(write(two), demo)
    assert len(questions) == 5
    for question in questions:
        assert (question.recipe.task_version, question.recipe.template_version) == (3, 2)
        images = [image.shot for image in question.recipe.images]
        assert images[:2] == [Shot(view="top"), Shot(view="back")]
        assert images[2:] == [Shot(parts="ligand", labels=False, commands=option) for option in question.recipe.options]
        assert question.prompt == (
            "Image 1: 1s3v turned away, top\nImage 2: 1s3v turned away, back\n"
            + "".join(
                f"Image {place}: {question.recipe.target} by {letter}\n" for place, letter in enumerate("ABCD", 3)
            )
            + "".join(f"{letter}. Image {place}\n" for place, letter in enumerate("ABCD", 3))
            + f"Which of {question.recipe.target}?"
        )
        assert least_distance(demo[question.recipe.target], images[2:]) >= 8.0
        one, other = parse_commands(question.recipe.options["ABCD".index(question.answer)])
        assert one.axis in "xz"
        assert one.amount % 20 == 0
        assert abs(other.amount * 2) in range(1, 6)


def test_it_is_played_back(write: Callable[[str], Task], two: str, demo: dict[str, Complex]) -> None:
    task = write(two)
    for question in asked(task, demo):
        path = path_to_result(question_steps(question, task))
        assert path[0].complex == question.recipe.target
        picture = question.recipe.images[2 + "ABCD".index(question.answer)]
        assert path[-1].shot == picture.shot


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('axes = ["x", "z"]', 'axes = ["x"]', "need another axis for one"),
        ("lowest = -80\nhighest = 80", "lowest = 5\nhighest = 5", "need another magnitude for one"),
    ],
)
def test_what_the_decoys_need_is_said(
    write: Callable[[str], Task], two: str, demo: dict[str, Complex], old: str, new: str, says: str
) -> None:
    task = write(two.replace(old, new))
    with pytest.raises(UserError, match=says):
        asked(task, demo)


def test_options_that_are_too_alike_are_not_asked_about(
    write: Callable[[str], Task], two: str, demo: dict[str, Complex]
) -> None:
    task = write(two.replace("two_steps", "sign_and_magnitude").replace('axes = ["x", "z"]', 'axes = ["y"]'))
    found = sample(task, demo["1s3v"], candidates=list(demo), load=demo.__getitem__)
    assert {item.reason for item in found if isinstance(item, Skipped)} == {
        "none of 100 draws is fair: two options are nearer to each other than 8 pixels"
    }


def test_two_steps_are_needed(write: Callable[[str], Task], demo: dict[str, Complex]) -> None:
    with pytest.raises(UserError, match="need two rows in sampling"):
        asked(write(OWN), demo)


def test_a_form_that_does_not_fit_is_said(write: Callable[[str], Task], demo: dict[str, Complex], two: str) -> None:
    text = two.replace('"choice"', '"cloze"').replace('form = "letter"', 'form = "command"')
    text = text.replace("target = true\n", "").replace('decoys = "two_steps"', 'truth = "commands"')
    text = text.replace("options = true\n", "").replace('of = "target"\n', "")
    with pytest.raises(UserError, match=r'answers are not of the form "command"; change form'):
        sample(write(text), demo["1s3v"])


def test_a_prompt_that_asks_for_too_much_is_said(
    write: Callable[[str], Task], two: str, demo: dict[str, Complex], tmp_path: Path
) -> None:
    (tmp_path / "prompts" / "spin.v2.txt").write_text("{atom}")
    with pytest.raises(UserError, match="do not have"):
        asked(write(two), demo)
