"""Recipes of questions that came without one, where the answer determines them."""

from __future__ import annotations

from collections.abc import Sequence

from misi_viewer.camera.commands import Command, inverse, parse_commands, print_commands
from misi_viewer.scene.shot import ResidueId
from misi_viewer.tasks.answers import Answer, CommandsAnswer
from misi_viewer.tasks.hooks import Drawn
from misi_viewer.tasks.naming import residue_values
from misi_viewer.tasks.pictures import Sampled, pictures
from misi_viewer.tasks.question import Recipe
from misi_viewer.tasks.schema import TaskFile
from misi_viewer.tasks.task import Task

__all__ = ["derive_recipe"]

_TAKEN_BACK = "inverse_commands"


def derive_recipe(
    task: Task,
    complex_id: str,
    answer: Answer,
    *,
    residue: ResidueId | None = None,
    options: Sequence[str] = (),
) -> Recipe | None:
    """Return the recipe of a question made elsewhere, or None if its answer does not tell what its pictures show.

    Parameters
    ----------
    task
        Its task.
    complex_id
        The complex asked about.
    answer
        The truth.
    residue
        The residue asked about, for tasks whose pictures show one.
    options
        The commands behind the options, where they are known.
    """
    file = task.file
    drawn = _drawn(file, answer)
    if drawn is None or (residue is None and any(row.parts == "residue" for row in file.images)):
        return None
    sampled = Sampled(complex_id, "", drawn, residue=residue)
    values = {name: print_commands(commands) for name, commands in drawn.items()}
    return Recipe(
        seed=None,
        task_version=file.version,
        template=file.prompt.name,
        template_version=file.prompt.version,
        values={**values, **(residue_values(residue) if residue is not None else {})},
        options=tuple(print_commands(parse_commands(option)) for option in options),
        images=pictures(file, sampled),
    )


def _drawn(file: TaskFile, answer: Answer) -> Drawn | None:
    """Return what was sampled, or None if that stays hidden."""
    needed = {name for row in file.images for name in (*row.camera, *row.ligand)}
    if any(row.options for row in file.images) or file.target:
        return None
    if not needed:
        return {}
    if not isinstance(answer, CommandsAnswer) or len(answer.commands) != len(file.sampling):
        return None
    commands: Sequence[Command] = answer.commands
    if file.hooks.truth == _TAKEN_BACK:
        commands = inverse(commands)
    return {row.name: (command,) for row, command in zip(file.sampling, commands, strict=True)}
