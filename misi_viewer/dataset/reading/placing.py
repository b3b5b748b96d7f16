"""From the fields of a row to a question, or the reason why it is none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import msgspec

from misi_viewer.camera.commands import parse_commands
from misi_viewer.dataset.reading.found import Found
from misi_viewer.dataset.reading.recognising import complexes_of, options_in, picture_count, split_of, task_of
from misi_viewer.dataset.reading.shapes import Fields
from misi_viewer.errors import UserError
from misi_viewer.scoring.metrics import score_answer
from misi_viewer.tasks import Task, load_task
from misi_viewer.tasks.answers import Answer, CommandsAnswer, parse_answer, print_answer
from misi_viewer.tasks.derive import derive_recipe
from misi_viewer.tasks.schema import TaskFile

__all__ = ["NO_QUESTION", "Placer", "Unplaced"]

NO_QUESTION = "it is no question: there is no text that asks, or no answer"

LONGEST_ANSWER = 10_000
"""Characters of a truth."""


class Unplaced(Exception):  # noqa: N818  a verdict, no error
    """Raised for a row that is no question; the text is half a sentence."""


class Placer:
    """Makes questions of rows and gives them ids."""

    def __init__(self) -> None:
        self._numbers: Counter[tuple[str, str]] = Counter()
        self.remarks: Counter[str] = Counter()

    def place(self, fields: Fields, names: Sequence[str]) -> Found:
        """Return a question, its images as they are written.

        Parameters
        ----------
        fields
            Of its row.
        names
            Of the table's file and archive.

        Raises
        ------
        Unplaced
            If it is none, or it cannot be told what it asks.
        """
        if not fields.prompt or not fields.answer:
            raise Unplaced(NO_QUESTION)
        task, hinted = task_of(fields, names)
        if task is None:
            raise Unplaced("nothing tells its task")
        complexes = complexes_of(fields, names)
        complex_id = complexes[0] if complexes else ""
        options = fields.options or (options_in(fields.prompt) if task.file.kind == "choice" else None)
        found = Found(
            id=self._id(fields, task, complex_id),
            task=task.id,
            split=split_of(fields, names),
            complex=complex_id,
            target=_target(fields, complexes) if task.file.target else "",
            prompt=fields.prompt,
            options=options,
            answer=fields.answer,
            images=fields.images,
            embedded=fields.embedded,
            recipe=fields.recipe,
            versions=fields.versions,
        )
        found.alias = "" if fields.id == found.id else fields.id
        answer = self._answer(task, found, hinted=hinted)
        if not found.recipe:
            self._derive(task, found, answer)
        self._remark(task, found)
        return found

    def _id(self, fields: Fields, task: Task, complex_id: str) -> str:
        parts = fields.id.split("/")
        if len(parts) == 3 and parts[0] == task.id and parts[2].isdigit():
            return fields.id
        number = self._numbers[task.id, complex_id]
        self._numbers[task.id, complex_id] += 1
        return f"{task.id}/{complex_id or '-'}/{number}"

    def _answer(self, task: Task, found: Found, *, hinted: bool) -> Answer:
        if len(found.answer) > LONGEST_ANSWER:
            raise Unplaced(f"its answer is longer than {LONGEST_ANSWER:,} characters")
        answer = _read_answer(task.id, found.answer, found.options)
        if answer is None:
            raise Unplaced(
                "nothing tells its task" if hinted else f"its answer cannot be read as one of the task {task.id}"
            )
        if not found.recipe:
            found.answer = print_answer(task.file.form, answer)
        return answer

    def _derive(self, task: Task, found: Found, answer: Answer) -> None:
        if not found.complex:
            return
        recipe = derive_recipe(task, found.complex, answer, options=_commands(found.options))
        if recipe is not None:
            found.recipe = msgspec.json.encode(recipe)
            found.derived = True

    def _remark(self, task: Task, found: Found) -> None:
        if not found.complex:
            self.remarks["nothing tells the complex"] += 1
        if found.derived:
            self.remarks["recipe derived from the answer"] += 1
        elif not found.recipe:
            needs_residue = any(row.parts == "residue" for row in task.file.images)
            self.remarks["residue not known" if needs_residue else "no recipe: pictures only"] += 1
        if found.images and len(found.images) != picture_count(task):
            self.remarks[f"another number of pictures than {task.id} shows"] += 1
        if not found.images and not found.embedded:
            self.remarks["no pictures named"] += 1


class _RecipeView(msgspec.Struct):
    target: str = ""


def _target(fields: Fields, complexes: Sequence[str]) -> str:
    """Return the id of the second complex: as the recipe tells, else as the row does; "" where nothing does."""
    try:
        told = msgspec.json.decode(fields.recipe, type=_RecipeView).target if fields.recipe else ""
    except (msgspec.MsgspecError, RecursionError):
        told = ""
    return told or (complexes[1] if len(complexes) > 1 else "")


@lru_cache(maxsize=4096)
def _read_answer(task_id: str, text: str, options: tuple[str, ...] | None) -> Answer | None:
    """Return a truth; None if there is none, or none that the task's metric takes."""
    file = load_task(task_id).file
    answer = parse_answer(file.form, text, options=options).answer
    if answer is None or not _may_be_true(file, answer):
        return None
    try:
        score_answer(file, answer, answer)
    except UserError:
        return None
    return answer


def _may_be_true(file: TaskFile, answer: Answer) -> bool:
    """Return whether a truth has the verbs and axes that the task samples."""
    if not isinstance(answer, CommandsAnswer) or any(row.hook is not None for row in file.sampling):
        return True
    return all(
        any(command.verb == row.verb and command.axis in row.axes for row in file.sampling)
        for command in answer.commands
    )


def _commands(options: tuple[str, ...] | None) -> tuple[str, ...]:
    """Return options that are commands."""
    try:
        return options if options and all(parse_commands(option) for option in options) else ()
    except UserError:
        return ()
