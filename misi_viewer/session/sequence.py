"""What a movie shows, moment by moment: a turn, or commands carried out one after the other. No drawing, no clock."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.between import commands_until, ease
from misi_viewer.camera.commands import LARGEST_AMOUNT, Axis, Command, apply_to_pose
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.session.posing import moved, posed

__all__ = ["MOST_FRAMES", "Moment", "Movement", "parse_turn", "play", "shots", "turn"]

FloatArray = NDArray[np.float64]

MOST_FRAMES = 5_000
"""Pictures of one movie; more is a slip of the hand."""

FULL_TURN = 360.0
TURN_FRAMES = 48

_TURN = re.compile(
    r"(?P<axis>[xyz]):(?P<degrees>[+-]?\d{1,6}(?:\.\d{1,6})?)(?::(?P<frames>\d{1,6}))?", re.IGNORECASE | re.ASCII
)


class Moment(NamedTuple):
    """One picture of a movie.

    Attributes
    ----------
    progress
        How many of the movement's commands have been carried out; see
        `camera.between.commands_until`.
    shown
        For how many frames it stands.
    """

    progress: float
    shown: int = 1


@dataclass(frozen=True, slots=True)
class Movement:
    """Commands on the camera and the moments at which pictures are taken."""

    commands: tuple[Command, ...]
    moments: tuple[Moment, ...]

    @property
    def frames(self) -> int:
        """How many frames the movie lasts."""
        return sum(moment.shown for moment in self.moments)


def turn(axis: Axis, degrees: float, frames: int = TURN_FRAMES, *, loops: bool = True) -> Movement:
    """Return an even turn about one of the screen's axes.

    It begins where the camera stands and ends exactly where `roll AXIS DEGREES`
    leads. Only a full turn that loops leaves its end out, which is its beginning.

    Parameters
    ----------
    axis, degrees
        As in a roll.
    frames
        How many pictures.
    loops
        Whether the movie starts anew when it has ended.

    Raises
    ------
    UserError
        If there are too few or too many frames, or the angle is out of range.
    """
    _check_frames(frames)
    closes = loops and degrees != 0.0 and degrees % FULL_TURN == 0.0
    intervals = frames if closes else frames - 1
    moments = (Moment(number / intervals) for number in range(frames))
    return Movement((Command("roll", axis, degrees),), tuple(moments))


def play(commands: Sequence[Command], frames: int, hold: int = 0, *, is_eased: bool = True) -> Movement:
    """Return commands carried out one after the other; the last picture is exactly where they lead.

    Parameters
    ----------
    commands
        Steps, first first.
    frames
        How many pictures each step takes, of which the last shows its end.
    hold
        For how many more frames the picture stands before the first step and
        after each.
    is_eased
        Whether each step starts and stops gently.

    Raises
    ------
    UserError
        If there are no commands, or too many frames.
    """
    if not commands:
        raise UserError("There is nothing to play; give commands such as 'move x 3; roll y 45'.")
    if frames < 1 or hold < 0:
        raise UserError("A step takes at least 1 frame, and cannot be held for less than none.")
    _check_frames(1 + len(commands) * (frames + hold) + hold)
    way = [(ease if is_eased else float)(number / frames) for number in range(1, frames + 1)]
    moments = [Moment(0.0, 1 + hold)]
    for done in range(len(commands)):
        moments += [Moment(done + share) for share in way[:-1]]
        moments.append(Moment(done + 1.0, 1 + hold))
    return Movement(tuple(commands), tuple(moments))


def _check_frames(frames: int) -> None:
    if not 2 <= frames <= MOST_FRAMES:
        raise UserError(f"A movie of {frames:,} frames cannot be made; it has 2 to {MOST_FRAMES:,}.")


def parse_turn(text: str, *, loops: bool = True) -> Movement:
    """Read a turn written as ``AXIS:DEGREES[:FRAMES]``, such as ``y:360:48``.

    Raises
    ------
    UserError
        If it is none.
    """
    match = _TURN.fullmatch(text.strip())
    if match is None:
        raise UserError(f"'{text[:60]}' is not a turn; write axis, degrees and frames, such as y:360:48.")
    degrees = float(match["degrees"])
    if abs(degrees) > LARGEST_AMOUNT:
        raise UserError(f"A turn by {degrees:g} degrees is too much; give at most {LARGEST_AMOUNT:,.0f}.")
    return turn(cast("Axis", match["axis"].lower()), degrees, int(match["frames"] or TURN_FRAMES), loops=loops)


def shots(
    movement: Movement,
    complex_: Complex,
    shot: Shot,
    style: Style,
    size: tuple[int, int],
    pivot: FloatArray | None = None,
) -> Iterator[Shot]:
    """Yield the shot of each moment of a movement.

    Where they can, shots say their commands; the last of `play` is then the
    shot that `render --commands` draws.

    Parameters
    ----------
    movement
        What is done with the camera.
    complex_, shot, style, size
        The picture that it starts from.
    pivot
        (3,) what is turned about, scene angstrom; None: the centre of rotation
        that commands have.
    """
    view = aim(complex_, shot, size, style)
    for moment in movement.moments:
        steps = commands_until(movement.commands, moment.progress)
        if pivot is None:
            yield moved(shot, view, steps)
        else:
            yield posed(shot, apply_to_pose(steps, view.pose, pivot), view.projection)
