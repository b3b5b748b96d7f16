"""What lies between two poses, and part of the way through commands: for movies and for playing steps back."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.commands import Command
from misi_viewer.camera.pose import Pose, rotation

__all__ = ["commands_until", "ease", "part_of_command", "pose_between", "turn_between"]

FloatArray = NDArray[np.float64]


def part_of_command(command: Command, share: float) -> Command:
    """Return a part of a command: half of `roll y 90` is `roll y 45`.

    Parameters
    ----------
    command
        The whole step.
    share
        How much of it; 1 gives the command itself.
    """
    return Command(command.verb, command.axis, command.amount * share)


def commands_until(commands: Sequence[Command], progress: float) -> tuple[Command, ...]:
    """Return the commands that have been carried out at a moment, the last of them perhaps in part.

    Applied with `apply_to_pose` or `ligand_pose` they give the pose of that
    moment: a roll turns, about its own axis, and as far as it says (`roll y
    360` once round); a move slides. A whole `progress` gives the first commands
    as they are, so poses at both ends of each step are exact to the bit.

    Parameters
    ----------
    commands
        Steps, first first.
    progress
        0 is before the first step, 1 after it, 1.5 halfway through the second;
        less is 0, more is all of them.
    """
    whole = int(min(max(progress, 0.0), len(commands)))
    share = min(progress, len(commands)) - whole
    done = tuple(commands[:whole])
    return (*done, part_of_command(commands[whole], share)) if share > 0.0 else done


def pose_between(start: Pose, end: Pose, share: float, pivot: FloatArray) -> Pose:
    """Return the pose on the way from one to another.

    It turns evenly about one axis, by the shorter way (of two opposite
    directions always the same one), while `pivot` goes straight, as seen by the
    eye, from where `start` to where `end` has it: a pivot that both have in one
    place stays there.

    Parameters
    ----------
    start, end
        The ends, returned as they are for a share of 0 or less, and 1 or more.
    share
        How much of the way.
    pivot
        (3,) what is turned about, scene angstrom.
    """
    if share <= 0.0:
        return start
    if share >= 1.0:
        return end
    axis, angle = turn_between(start, end)
    axes = start.axes @ rotation(axis, angle * share)
    before, after = (pose.axes.T @ (pivot - pose.origin) for pose in (start, end))
    return Pose.of(axes, pivot - axes @ (before + share * (after - before)))


def turn_between(start: Pose, end: Pose) -> tuple[FloatArray, float]:
    """Return the axis, (3,) in the frame of `start`, and the angle, 0 to 180 degrees, that turn it into `end`."""
    matrix = start.axes.T @ end.axes
    quaternion = _quaternion(matrix)
    sine = float(np.linalg.norm(quaternion[1:]))
    if sine == 0.0:
        return np.array([0.0, 0.0, 1.0]), 0.0
    return quaternion[1:] / sine, math.degrees(2.0 * math.atan2(sine, quaternion[0]))


def _quaternion(matrix: FloatArray) -> FloatArray:
    """Return (4,) the unit quaternion of a rotation matrix, its real part first and not negative.

    It is the row of 4 q q' whose diagonal is largest (S. W. Shepperd, J.
    Guidance and Control 1, 223, 1978), so no digits are lost near half a turn.
    """
    xx, yy, zz = matrix.diagonal()
    (zy, yz), (xz, zx), (yx, xy) = (
        (matrix[2, 1], matrix[1, 2]),
        (matrix[0, 2], matrix[2, 0]),
        (matrix[1, 0], matrix[0, 1]),
    )
    table = np.array(
        [
            [1.0 + xx + yy + zz, zy - yz, xz - zx, yx - xy],
            [zy - yz, 1.0 + xx - yy - zz, xy + yx, xz + zx],
            [xz - zx, xy + yx, 1.0 - xx + yy - zz, yz + zy],
            [yx - xy, xz + zx, yz + zy, 1.0 - xx - yy + zz],
        ]
    )
    row = table[int(np.argmax(table.diagonal()))]
    unit: FloatArray = row / np.linalg.norm(row)
    return -unit if unit[0] < 0.0 else unit


def ease(share: float) -> float:
    """Return how far a movement has come that starts and stops gently: 3 t² - 2 t³, exact at 0, 1/2 and 1."""
    share = min(max(share, 0.0), 1.0)
    return share * share * (3.0 - 2.0 * share)
