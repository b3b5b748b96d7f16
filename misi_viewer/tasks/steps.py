"""The steps of a question from the initial view to the result, and those that an answer leads through."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from misi_viewer.camera.commands import Command, parse_commands, print_commands
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.tasks.answers import Answer, BondsAnswer, LetterAnswer
from misi_viewer.tasks.question import LETTERS, Question
from misi_viewer.tasks.registry import load_task
from misi_viewer.tasks.schema import ImageRow, Mover, TaskFile
from misi_viewer.tasks.task import Task

__all__ = ["Step", "answer_steps", "initial_shot", "path_to_result", "question_steps"]


class Step(msgspec.Struct, frozen=True):
    """One station of a playback.

    Attributes
    ----------
    name
        For people: "initial", "f1", "displaced", "option A" ...
    complex
        Id of the complex that is seen.
    shot
        What is seen.
    start
        Place of the step that this one continues; None where it begins anew.
    commands
        What leads here from there, in the form of a shot's commands.
    moves
        What they move.
    result
        Whether this is what the truth, or the answer, leads to.
    """

    name: str
    complex: str
    shot: Shot
    start: int | None = None
    commands: str = ""
    moves: Mover = "camera"
    result: bool = False


class _Playback:
    """Steps as they are put together."""

    def __init__(self, moves: Mover) -> None:
        self.steps: list[Step] = []
        self.moves: Mover = moves

    def begin(self, name: str, complex_id: str, shot: Shot, *, result: bool = False) -> int:
        """Add a step that begins anew; return its place."""
        self.steps.append(Step(name, complex_id, shot, result=result))
        return len(self.steps) - 1

    def go_on(self, name: str, start: int, commands: Sequence[Command], *, result: bool = False) -> int:
        """Add the step that commands lead to from another; return its place."""
        before = self.steps[start]
        self.steps.append(
            Step(
                name,
                before.complex,
                _moved(before.shot, commands, self.moves),
                start,
                print_commands(commands),
                self.moves,
                result,
            )
        )
        return len(self.steps) - 1

    def walk(self, names: Sequence[str], start: int, commands: Sequence[Command], *, result: bool = False) -> int:
        """Add a step for each command; the last one may be the result."""
        for place, (name, command) in enumerate(zip(names, commands, strict=True), start=1):
            start = self.go_on(name, start, [command], result=result and place == len(commands))
        return start


def _moved(shot: Shot, commands: Sequence[Command], moves: Mover) -> Shot:
    """Return a shot after further commands on the camera or on the ligand."""
    if moves == "ligand":
        return shot.but(ligand_commands=print_commands((*shot.ligand_steps, *commands)))
    return shot.but(commands=print_commands((*shot.camera_steps, *commands)))


def question_steps(question: Question, task: Task | None = None) -> tuple[Step, ...]:
    """Return the steps of a question; `path_to_result` is what leads to the truth.

    Parameters
    ----------
    question
        The question.
    task
        Its task; looked up by its id if None.

    Raises
    ------
    UserError
        If the task is not known or the question's recipe has no pictures.
    """
    file = (task or load_task(question.task)).file
    playback = _Playback(file.moves)
    start = _begin(playback, file, question)
    if file.form in ("bonds", "residue_bonds"):
        shot = playback.steps[start].shot.but(hydrogen_bonds=True)
        playback.steps.append(Step("hydrogen bonds", question.complex, shot, start, result=True))
    elif file.form == "letter":
        _add_options(playback, file, question, start)
    else:
        truth = parse_commands(question.answer)
        playback.walk(_names(truth, file.moves), start, truth, result=True)
    return tuple(playback.steps)


def answer_steps(question: Question, answer: Answer, task: Task | None = None) -> tuple[Step, ...]:
    """Return the steps that an answer leads through, drawn like the truth; the last one is its result.

    Bonds leave the view as it is: `naming.find_bond` tells which atoms they join.

    Raises
    ------
    UserError
        If the question has no such option, or as for `question_steps`.
    """
    file = (task or load_task(question.task)).file
    if isinstance(answer, LetterAnswer):
        return _option_path(question_steps(question, task), answer.letter)
    playback = _Playback(file.moves)
    if isinstance(answer, BondsAnswer):
        playback.begin("initial", question.complex, initial_shot(question, file), result=True)
        return tuple(playback.steps)
    start = _begin(playback, file, question)
    playback.walk(_names(answer.commands, file.moves), start, answer.commands, result=True)
    return tuple(playback.steps)


def _option_path(steps: tuple[Step, ...], letter: str) -> tuple[Step, ...]:
    places = [place for place, step in enumerate(steps) if step.name == _option_name(letter)]
    if not places:
        raise UserError(f"The question has no option {letter}; its options are {', '.join(LETTERS)}.")
    path = _path(steps, places[0])
    return (
        *(msgspec.structs.replace(step, result=False) for step in path[:-1]),
        msgspec.structs.replace(path[-1], result=True),
    )


def path_to_result(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps that lead to the result without a detour, its beginning first."""
    return _path(steps, next(place for place, step in enumerate(steps) if step.result))


def _path(steps: tuple[Step, ...], place: int) -> tuple[Step, ...]:
    places: list[int] = [place]
    while (start := steps[places[0]].start) is not None:
        places.insert(0, start)
    renamed = {old: new for new, old in enumerate(places)}
    return tuple(
        msgspec.structs.replace(steps[old], start=None if (start := steps[old].start) is None else renamed[start])
        for old in places
    )


def initial_shot(question: Question, file: TaskFile) -> Shot:
    """Return the front view before anything was moved.

    Raises
    ------
    UserError
        If the recipe has no pictures.
    """
    if not question.recipe.images:
        raise UserError(f"{question.id} cannot be played back: its recipe has no pictures.")
    first = question.recipe.images[0].shot
    parts = "complex" if file.moves == "ligand" else first.parts
    return first.but(parts=parts, view="front", commands="", ligand_commands="")


def _begin(playback: _Playback, file: TaskFile, question: Question) -> int:
    """Add what comes before the answer's commands; return the place of the last step."""
    shot = initial_shot(question, file)
    if file.moves == "camera":
        return playback.begin("initial", question.complex, shot)
    native = playback.begin("native", question.complex, shot)
    displacement = [command for row in file.sampling for command in question.recipe.commands(row.name)]
    return playback.go_on("displaced", native, displacement)


def _names(commands: Sequence[Command], moves: Mover) -> list[str]:
    """Return names for the steps of an answer."""
    if moves == "ligand":
        return [{"roll": "rotation", "move": "translation"}[command.verb] for command in commands]
    return ["result" if place == len(commands) else str(command) for place, command in enumerate(commands, start=1)]


def _add_options(playback: _Playback, file: TaskFile, question: Question, start: int) -> None:
    """Add what the pictures before the options show, then each option."""
    hint = max((row.camera for row in file.images if row.of == "reference"), key=len, default=())
    shown = _walk_rows(playback, hint, question, start)
    row = next((row for row in file.images if row.options), ImageRow(caption="option"))
    before = playback.steps[start]
    shot = before.shot.but(parts=row.parts, fit=row.fit, labels=row.labels)
    if row.of == "target" or shot != before.shot:
        whose, name = (question.recipe.target, "target") if row.of == "target" else (question.complex, "options")
        base = _walk_rows(playback, row.camera, question, playback.begin(name, whose, shot))
    elif row.camera == hint:
        base = shown
    else:
        base = _walk_rows(playback, row.camera, question, start)
    for letter, text in zip(LETTERS, question.recipe.options, strict=False):
        commands = parse_commands(text)
        names = [f"{_option_name(letter)}, {command}" for command in commands[:-1]]
        playback.walk([*names, _option_name(letter)], base, commands, result=letter == question.answer)


def _walk_rows(playback: _Playback, names: Sequence[str], question: Question, start: int) -> int:
    """Add a step for each sampled row, by name."""
    for name in names:
        start = playback.go_on(name, start, question.recipe.commands(name))
    return start


def _option_name(letter: str) -> str:
    return f"option {letter}"
