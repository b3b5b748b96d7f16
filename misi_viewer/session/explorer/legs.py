"""What is seen on the way from one station to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from misi_viewer.camera.between import commands_until, ease, pose_between
from misi_viewer.camera.commands import Command, print_commands
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.session.explorer.asked import Load
from misi_viewer.session.explorer.stations import Station
from misi_viewer.tasks.schema import Mover

__all__ = ["leg_seconds", "shot_between"]

COMMAND_SECONDS: Final = 1.5
TURN_SECONDS: Final = 1.2
CUT_SECONDS: Final = 0.6

_BACK: Final = 0.3
"""Share of a leg in which one goes back to where it begins."""

_CAMERA: Final = ("view", "commands", "pose", "projection", "orthographic_width", "fit", "parts", "residue")
"""What places the camera."""


def leg_seconds(stations: Sequence[Station], place: int) -> float:
    """Return how long the way from a station to the next one takes at the usual speed."""
    here, there = stations[place], stations[place + 1]
    if there.start is not None and stations[there.start].complex == here.complex:
        on = COMMAND_SECONDS * max(1, len(there.commands))
        return on if there.start == place else on / (1.0 - _BACK)
    if here.complex == there.complex and _camera(here.shot) != _camera(there.shot):
        return TURN_SECONDS
    return CUT_SECONDS


def shot_between(
    stations: Sequence[Station], place: int, share: float, load: Load, size: tuple[int, int]
) -> tuple[str, Shot]:
    """Return which complex is seen on the way to the next station, and how.

    It moves as the commands say, one after the other. Where the next station
    continues an earlier one, it goes back there first; where it begins anew,
    the camera turns over; to another complex, and where nothing moves, it cuts.

    Parameters
    ----------
    stations
        Of the timeline.
    place
        Of the station behind.
    share
        How much of the way; 0 and 1 give the stations' own shots.
    load
        Reads complexes, where the camera turns over.
    size
        Of the view, pixels; their ratio matters.
    """
    here = stations[place]
    if share <= 0.0 or place + 1 >= len(stations):
        return here.complex, here.shot
    there = stations[place + 1]
    if share >= 1.0:
        return there.complex, there.shot
    if there.start is None:
        return _anew(here, there, share, load, size)
    base = stations[there.start]
    if there.start == place:
        return there.complex, _carried_out(base.shot, there.commands, there.moves, share)
    if share >= _BACK:
        on = (share - _BACK) / (1.0 - _BACK)
        return there.complex, _carried_out(base.shot, there.commands, there.moves, on)
    return _back(stations, here, there.start, share / _BACK, load, size)


def _back(
    stations: Sequence[Station], here: Station, start: int, share: float, load: Load, size: tuple[int, int]
) -> tuple[str, Shot]:
    """Return what is seen on the way back to an earlier station."""
    base = stations[start]
    if here.start == start:
        return here.complex, _carried_out(base.shot, here.commands, here.moves, 1.0 - share)
    return _anew(here, base, share, load, size)


def _carried_out(shot: Shot, commands: Sequence[Command], moves: Mover, share: float) -> Shot:
    """Return a shot after part of some commands, each of which starts and stops gently."""
    whole, part = divmod(share * len(commands), 1.0)
    done = commands_until(commands, whole + ease(part))
    if moves == "ligand":
        return shot.but(ligand_commands=print_commands((*shot.ligand_steps, *done)))
    return shot.but(commands=print_commands((*shot.camera_steps, *done)))


def _anew(here: Station, there: Station, share: float, load: Load, size: tuple[int, int]) -> tuple[str, Shot]:
    """Return what is seen on the way to a station that continues none."""
    if here.complex != there.complex or _camera(here.shot) == _camera(there.shot):
        chosen = here if share < 0.5 else there
        return chosen.complex, chosen.shot
    complex_ = load(there.complex)
    start, end = (aim(complex_, station.shot, size) for station in (here, there))
    pose = pose_between(start.pose, end.pose, ease(share), end.center_of_rotation)
    return there.complex, there.shot.with_pose(pose)


def _camera(shot: Shot) -> tuple[object, ...]:
    """Return what places the camera; where it is fitted to the whole complex, what is displayed does not matter."""
    fields = _CAMERA[:-2] if shot.fit_to == "complex" else _CAMERA
    return tuple(getattr(shot, field) for field in fields)
