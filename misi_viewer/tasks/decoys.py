"""Wrong options (spec benchmark.md section 2, decoys)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from misi_viewer.camera.commands import Command
from misi_viewer.errors import UserError
from misi_viewer.tasks.hooks import Drawn, Setting
from misi_viewer.tasks.randomness import Random
from misi_viewer.tasks.schema import SampledRow, TaskFile

__all__ = ["sign_and_magnitude", "two_steps"]

MAGNITUDE_CHANGES: Final = (2, 3, 4, 5)
"""Angstrom by which a decoy's distance differs: more than rounding can."""


def two_steps(setting: Setting, drawn: Drawn, random: Random) -> Sequence[Drawn]:
    """Change the first two sampled steps: both magnitudes; sign and magnitude; axis and magnitude.

    Raises
    ------
    UserError
        If the task does not sample two steps with other axes and magnitudes to choose from.
    """
    first, second = _two_rows(setting.task)
    (f1,), (f2,) = drawn[first.name], drawn[second.name]
    other_axes = {f1.axis, f2.axis} if second.unlike == first.name else {f1.axis}
    axes = [axis for axis in first.axes if axis not in other_axes]
    if not axes:
        raise UserError(
            f"{setting.task.id}: the decoys two_steps need another axis for {first.name}; add one to its axes."
        )
    steps = (
        _other_magnitude(first, f1, random),
        Command(f1.verb, f1.axis, -f1.amount),
        Command(f1.verb, random.choose(axes), f1.amount),
    )
    return [{**drawn, first.name: (step,), second.name: (_other_magnitude(second, f2, random),)} for step in steps]


def _two_rows(task: TaskFile) -> tuple[SampledRow, SampledRow]:
    rows = [row for row in task.sampling if row.hook is None]
    if len(rows) != 2:
        raise UserError(f"{task.id}: the decoys two_steps need two rows in sampling with a verb and axes.")
    return rows[0], rows[1]


def _other_magnitude(row: SampledRow, command: Command, random: Random) -> Command:
    """Return the command with another of the row's amounts of the same sign."""
    amounts = [value for value in row.amounts if value * command.amount > 0 and value != command.amount]
    if not amounts:
        raise UserError(f"The decoys two_steps need another magnitude for {row.name}; widen its range.")
    return Command(command.verb, command.axis, random.choose(amounts))


def sign_and_magnitude(_setting: Setting, drawn: Drawn, random: Random) -> Sequence[Drawn]:
    """Change the sign, the magnitude or both of some of the first sampled commands, three times."""
    name, commands = next(iter(drawn.items()))
    return [{**drawn, name: tuple(_perturbed(command, random) for command in commands)} for _ in range(3)]


def _perturbed(command: Command, random: Random) -> Command:
    size, sign = abs(command.amount), -1.0 if command.amount < 0 else 1.0
    if random.below(2):
        change = random.choose(MAGNITUDE_CHANGES)
        size = size - change if size >= change and random.below(2) else size + change
    if random.below(2):
        sign = -sign
    return Command(command.verb, command.axis, sign * size)
