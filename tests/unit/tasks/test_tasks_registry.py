"""Tasks and hooks: built in, from a file, from packages."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from misi_viewer import resources
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.tasks import Question, all_tasks, load_task, sample
from misi_viewer.tasks import registry as registry_module
from misi_viewer.tasks.hooks import Subject
from misi_viewer.tasks.registry import BUILT_IN, HOOKS_GROUP, TASKS_GROUP, registry

TRANSLATION = resources.path("tasks/translation.toml").read_text()

loaded_task = ""


def twice(_setting: object, _count: int | None) -> list[Subject]:
    """Be a hook of another package."""
    return [Subject(), Subject()]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Return a function that stands in for installed packages."""
    points: list[EntryPoint] = []

    def found(group: str) -> list[EntryPoint]:
        return [point for point in points if point.group == group]

    def installed(group: str, name: str, value: str) -> None:
        points.append(EntryPoint(name, value, group))
        registry.cache_clear()

    monkeypatch.setattr(registry_module, "entry_points", found)
    registry.cache_clear()
    yield installed
    registry.cache_clear()


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name under which this module can be imported."""
    monkeypatch.setitem(sys.modules, "someones_package", sys.modules[__name__])
    return "someones_package"


def test_the_nine_come_first_and_in_order() -> None:
    assert [task.id for task in all_tasks()][:9] == list(BUILT_IN)
    assert registry().problems == ()


def test_a_package_adds_a_task_and_a_hook(
    install: Callable[..., None], module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, demo: dict[str, Complex]
) -> None:
    file = tmp_path / "doubled.toml"
    file.write_text(TRANSLATION.replace('id = "translation"', 'id = "doubled"').replace('"complex"', '"twice"', 1))
    monkeypatch.setattr(sys.modules[module], "loaded_task", str(file))
    install(HOOKS_GROUP, "subjects.twice", f"{module}:twice")
    install(TASKS_GROUP, "doubled", f"{module}:loaded_task")
    assert registry().problems == ()
    assert [task.id for task in all_tasks()] == [*BUILT_IN, "doubled"]
    questions = sample(load_task("doubled"), demo["1s3v"])
    assert [question.id for question in questions if isinstance(question, Question)] == [
        "doubled/1s3v/0",
        "doubled/1s3v/1",
    ]


@pytest.mark.parametrize(
    ("group", "name", "value", "says"),
    [
        (TASKS_GROUP, "gone", "no_such_module:task", "cannot be loaded"),
        (TASKS_GROUP, "odd", "math:pi", "must load to the path"),
        (TASKS_GROUP, "absent", "os:devnull", "left out"),
        (HOOKS_GROUP, "subjects.gone", "math:no_such_function", "cannot be loaded"),
        (HOOKS_GROUP, "elsewhere.name", "math:sin", "not a function named KIND.NAME"),
        (HOOKS_GROUP, "truth.pi", "math:pi", "not a function named KIND.NAME"),
        (HOOKS_GROUP, "truth.commands", "math:sin", "already"),
    ],
)
def test_a_broken_package_is_reported_and_harms_nothing(
    install: Callable[..., None], group: str, name: str, value: str, says: str
) -> None:
    install(group, name, value)
    (problem,) = registry().problems
    assert says in problem
    assert name in problem
    assert len(all_tasks()) == 9


def test_a_task_that_is_there_already_is_left_out(
    install: Callable[..., None], module: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules[module], "loaded_task", str(resources.path("tasks/translation.toml")))
    install(TASKS_GROUP, "mine", f"{module}:loaded_task")
    (problem,) = registry().problems
    assert "there is a task translation already" in problem


def test_a_file_is_a_task_with_its_own_prompt(tmp_path: Path) -> None:
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "translation.v7.txt").write_text("Look at {complex}.\n")
    file = tmp_path / "mine.toml"
    file.write_text(TRANSLATION.replace('"translation", version = 1', '"translation", version = 7'))
    assert load_task(file).template == "Look at {complex}."


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"translation", version = 1', '"translation", version = 9', "no prompt template translation.v9.txt"),
        ('subjects = "complex"', 'subjects = "os_system"', "there is no hook 'os_system' for subjects; choose one of"),
        ("{view} view before", "{vista} view before", r"images[0].caption, line 1: {vista} is not known"),
    ],
)
def test_what_a_file_lacks_is_said(tmp_path: Path, old: str, new: str, says: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TRANSLATION.replace(old, new))
    with pytest.raises(UserError) as caught:
        load_task(file)
    assert says in str(caught.value)
    assert str(file) in str(caught.value)


@pytest.mark.parametrize("name", ["docked", "", "no such.toml", "\0.toml", "x" * 5000])
def test_unknown_tasks_are_refused(name: str) -> None:
    with pytest.raises(UserError):
        load_task(name)
