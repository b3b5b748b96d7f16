"""Shots seen from elsewhere: after further commands, or by a camera given outright."""

from __future__ import annotations

from misi_viewer.camera.commands import MOST_COMMANDS, Command, apply_to_pose, print_commands
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.scene.aim import View
from misi_viewer.scene.shot import LONGEST_COMMANDS, Shot

__all__ = ["moved", "posed"]


def moved(shot: Shot, view: View, steps: tuple[Command, ...]) -> Shot:
    """Return a shot after more steps of the camera.

    They are added to the shot's commands, so that these can be read back; where
    it has a pose, or as many commands as a shot can hold, the pose is moved.

    Parameters
    ----------
    shot
        Before.
    view
        Its camera.
    steps
        The steps.
    """
    written = print_commands((*shot.camera_steps, *steps))
    fits = len(shot.camera_steps) + len(steps) <= MOST_COMMANDS and len(written) <= LONGEST_COMMANDS
    if shot.pose is None and fits:
        return shot.but(commands=written)
    return posed(shot, apply_to_pose(steps, view.pose, view.center_of_rotation), view.projection)


def posed(shot: Shot, pose: Pose, projection: Projection) -> Shot:
    """Return a shot seen by a camera given outright."""
    width = projection.width if projection.kind == "orthographic" else None
    return shot.with_pose(pose).but(projection=projection.kind, orthographic_width=width)
