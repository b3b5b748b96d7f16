"""Commands: `move x 3`, `roll y 15`, on the camera or on the ligand (spec camera.md sections 6 and 9)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.errors import UserError

__all__ = [
    "Axis",
    "Command",
    "Verb",
    "apply_to_points",
    "apply_to_pose",
    "inverse",
    "ligand_pose",
    "parse_commands",
    "print_commands",
]

FloatArray = NDArray[np.float64]
Verb = Literal["move", "roll"]
Axis = Literal["x", "y", "z"]

AXES = {"x": np.array([1.0, 0.0, 0.0]), "y": np.array([0.0, 1.0, 0.0]), "z": np.array([0.0, 0.0, 1.0])}
VERBS: dict[str, Verb] = {"move": "move", "roll": "roll", "turn": "roll"}

LARGEST_AMOUNT = 100_000.0
"""Angstrom or degrees; more is a mistake."""

MOST_COMMANDS = 1_000

_SEPARATORS = re.compile(r"[;,\r\n]")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_NOT_FINITE = re.compile(r"[+-]?(?:nan|inf|infinity)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Command:
    """One step.

    Attributes
    ----------
    verb
        "move" or "roll".
    axis
        "x" (right), "y" (up) or "z" (towards the viewer).
    amount
        Angstrom or degrees. A positive `move z` brings the objects nearer.

    Raises
    ------
    UserError
        If the amount is not finite or absurdly large.
    """

    verb: Verb
    axis: Axis
    amount: float

    def __post_init__(self) -> None:
        amount = float(self.amount)
        if not abs(amount) <= LARGEST_AMOUNT:
            raise UserError(
                f"The amount in '{self.verb} {self.axis} {amount:g}' must be a number of at most {LARGEST_AMOUNT:,.0f}."
            )
        object.__setattr__(self, "amount", amount + 0.0)  # no negative zero

    def __str__(self) -> str:
        text = repr(self.amount)
        return f"{self.verb} {self.axis} {text.removesuffix('.0')}"

    @property
    def inverse(self) -> Command:
        """The step that takes this one back."""
        return Command(self.verb, self.axis, -self.amount)


def parse_commands(text: str) -> tuple[Command, ...]:
    """Read commands separated by `;`, `,` or new lines; an empty text holds none.

    Raises
    ------
    UserError
        With the offending words.
    """
    pieces = [piece for piece in map(str.strip, _SEPARATORS.split(text)) if piece]
    if len(pieces) > MOST_COMMANDS:
        raise UserError(f"{len(pieces):,} commands are too many; give at most {MOST_COMMANDS:,}.")
    return tuple(map(_parse_command, pieces))


def _parse_command(text: str) -> Command:
    shown = text if len(text) <= 60 else text[:57] + "..."
    words = text.lower().replace("\N{MINUS SIGN}", "-").split()
    if words[0] not in VERBS:
        raise UserError(
            f"'{shown}' is not a command; write move, roll or turn, an axis and a number, as in 'roll y 15'."
        )
    verb = VERBS[words[0]]
    unit = "angstrom" if verb == "move" else "degrees"
    if len(words) != 3:
        raise UserError(
            f"'{shown}' is not a complete command; write an axis and one number of {unit} after {words[0]}."
        )
    if words[1] not in AXES:
        raise UserError(f"'{words[1][:60]}' in '{shown}' is not an axis; write x, y or z.")
    if _NOT_FINITE.fullmatch(words[2]):
        raise UserError(f"'{words[2]}' in '{shown}' is not a finite number of {unit}.")
    if not _NUMBER.fullmatch(words[2]):
        raise UserError(f"'{words[2][:60]}' in '{shown}' is not a number of {unit}.")
    amount = float(words[2])
    if abs(amount) > LARGEST_AMOUNT:
        raise UserError(f"'{words[2][:60]}' in '{shown}' is too large; give at most {LARGEST_AMOUNT:,.0f} {unit}.")
    return Command(verb, cast("Axis", words[1]), amount)


def print_commands(commands: Iterable[Command], separator: str = "; ") -> str:
    """Write commands so that `parse_commands` reads them back."""
    return separator.join(map(str, commands))


def inverse(commands: Iterable[Command]) -> tuple[Command, ...]:
    """Return the commands that take the given ones back: each inverted, last first."""
    return tuple(command.inverse for command in reversed(tuple(commands)))


def apply_to_pose(commands: Iterable[Command], pose: Pose, centre: FloatArray) -> Pose:
    """Return the eye after commands on the whole complex.

    The picture moves along, and turns about, the camera's axes of the moment.

    Parameters
    ----------
    commands
        Steps, first first.
    pose
        The eye before them.
    centre
        (3,) centre of rotation, scene angstrom.
    """
    for command in commands:
        axis = AXES[command.axis]
        if command.verb == "move":
            pose = pose.shifted(axis * command.amount)
        else:
            pose = pose.turned(axis, command.amount, centre)
    return pose


def ligand_pose(commands: Iterable[Command], centre: FloatArray) -> Pose:
    """Return the frame that takes the ligand's file coordinates to where commands put it.

    Moves go along the scene's axes, as the front view shows them; rolls turn
    the ligand right-handedly about its own centre of the moment.

    Parameters
    ----------
    commands
        Steps, first first.
    centre
        (3,) the ligand's centre before them, scene angstrom.
    """
    axes, shift = np.eye(3), np.zeros(3)
    for command in commands:
        axis = AXES[command.axis]
        if command.verb == "move":
            shift = shift + axis * command.amount
        else:
            axes = rotation(axis, command.amount) @ axes
    return Pose.of(axes, centre + shift - axes @ centre)


def apply_to_points(commands: Iterable[Command], points: FloatArray, centre: FloatArray | None = None) -> FloatArray:
    """Return atoms after commands on them; see `ligand_pose`.

    Parameters
    ----------
    commands
        Steps, first first.
    points
        (n, 3) scene angstrom.
    centre
        (3,) their centre; the unweighted mean of `points` if None.
    """
    if not len(points):
        return points
    return ligand_pose(commands, points.mean(axis=0) if centre is None else centre).to_scene(points)
