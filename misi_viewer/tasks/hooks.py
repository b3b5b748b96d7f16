"""Hooks: registered functions for what the data of a task file cannot say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from misi_viewer.camera.commands import Command
from misi_viewer.scene.shot import ResidueId
from misi_viewer.tasks.annotation import Annotation
from misi_viewer.tasks.answers import Answer
from misi_viewer.tasks.randomness import Random
from misi_viewer.tasks.schema import TaskFile

__all__ = ["HOOK_KINDS", "Decoys", "Drawn", "Sampler", "Setting", "Subject", "Subjects", "Truth", "Unfair"]

HOOK_KINDS = ("subjects", "sampling", "truth", "decoys")

Drawn = Mapping[str, tuple[Command, ...]]
"""Sampled commands by their name in the task file."""


class Unfair(Exception):  # noqa: N818  a verdict, no error
    """Raised by a hook: this question cannot be asked fairly; the text is half a sentence that says why."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a hook may look at.

    Attributes
    ----------
    task
        The task file.
    seed
        Of the data set.
    annotation
        Of the complex asked about; of two, the reference.
    """

    task: TaskFile
    seed: int
    annotation: Annotation

    def key(self, *more: str | int) -> tuple[str | int, ...]:
        """Return what draws depend on: seed, task, complex, and what is added."""
        return (self.seed, self.task.id, self.annotation.complex.id, *more)

    def random(self, *more: str | int) -> Random:
        """Return the stream of draws of a question or of a part of it."""
        return Random(*self.key(*more))


@dataclass(frozen=True, slots=True)
class Subject:
    """What one question is about.

    Attributes
    ----------
    residue
        A residue of the pocket, where pictures show one.
    bonds
        Hydrogen bonds: rows of the pocket's and of the ligand's atom.
    values
        For recipe and prompt.
    problem
        Why the question cannot be asked; "" if it can.
    """

    residue: ResidueId | None = None
    bonds: tuple[tuple[int, int], ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    problem: str = ""


Subjects = Callable[[Setting, int | None], Sequence[Subject]]
"""From a complex and the task's count, where it has one, to what its questions are about, in order."""

Sampler = Callable[[Setting, Subject, Random], tuple[Command, ...]]
"""Makes the commands of one row of ``sampling``."""

Truth = Callable[[Setting, Subject, Drawn], Answer]
"""The answer of a cloze."""

Decoys = Callable[[Setting, Drawn, Random], Sequence[Drawn]]
"""From what was drawn to three times something wrong, with all its names."""
