"""From a task file and what was sampled to the pictures of a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from misi_viewer.camera.commands import Command, print_commands
from misi_viewer.camera.views import ViewName
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.tasks.hooks import Drawn
from misi_viewer.tasks.question import LETTERS, Picture
from misi_viewer.tasks.schema import ImageRow, TaskFile, Whose
from misi_viewer.tasks.template import fill

__all__ = ["Sampled", "captions", "commands_of", "option_shots", "pictures"]


@dataclass(frozen=True, slots=True)
class Sampled:
    """All that the pictures of one question follow from.

    Attributes
    ----------
    complex, target
        Ids; target "" where there is no second complex.
    drawn
        Sampled commands by name.
    options
        The same for each option, A first; empty where there are none.
    residue
        The residue that pictures of a residue show.
    """

    complex: str
    target: str
    drawn: Drawn
    options: Sequence[Drawn] = ()
    residue: ResidueId | None = None

    def id_of(self, whose: Whose) -> str:
        """Return the id of the reference or of the target."""
        return self.target if whose == "target" else self.complex


def commands_of(drawn: Drawn) -> tuple[Command, ...]:
    """Return all that was drawn, in order."""
    return tuple(command for commands in drawn.values() for command in commands)


def pictures(task: TaskFile, sampled: Sampled) -> tuple[Picture, ...]:
    """Return the pictures of a question, in order."""
    return tuple(
        Picture(sampled.id_of(row.of), _shot(row, sampled, view, letter)) for row, view, letter in _expanded(task)
    )


def captions(task: TaskFile, sampled: Sampled) -> tuple[str, ...]:
    """Return what the task file says of each picture, in order."""
    return tuple(
        fill(
            row.caption,
            {"complex": sampled.complex, "target": sampled.target, "view": view, "letter": LETTERS[letter or 0]},
        )
        for row, view, letter in _expanded(task)
    )


def option_shots(task: TaskFile, sampled: Sampled) -> tuple[str, tuple[Shot, ...]]:
    """Return whose the options are, by id, and the shot that each leads to.

    Options that are texts act on the front view of the reference.
    """
    row = next((row for row in task.images if row.options), ImageRow(caption="option"))
    shots = (_shot(row, sampled, "front", letter) for letter in range(len(sampled.options)))
    return sampled.id_of(row.of), tuple(shots)


def _expanded(task: TaskFile) -> Iterator[tuple[ImageRow, ViewName, int | None]]:
    """Yield each picture's row, view and option."""
    for row in task.images:
        if row.options:
            yield from ((row, "front", letter) for letter in range(len(LETTERS)))
        else:
            yield from ((row, view, None) for view in row.views)


def _shot(row: ImageRow, sampled: Sampled, view: ViewName, letter: int | None) -> Shot:
    camera = [command for name in row.camera for command in sampled.drawn[name]]
    if letter is not None:
        camera += commands_of(sampled.options[letter])
    return Shot(
        parts=row.parts,
        residue=sampled.residue if row.parts == "residue" else None,
        labels=row.labels,
        fit=row.fit,
        ligand_commands=print_commands(command for name in row.ligand for command in sampled.drawn[name]),
        view=view,
        commands=print_commands(camera),
    )
