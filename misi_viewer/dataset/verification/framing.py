"""How a picture's camera may have been framed: what was fitted, how loosely, for which window, and when."""

from __future__ import annotations

import math
from typing import Literal, get_args

import msgspec

from misi_viewer.camera.bounds import Box
from misi_viewer.camera.commands import apply_to_pose
from misi_viewer.camera.fit import PAD, fit
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.views import view_commands
from misi_viewer.chem.complex import Complex
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["FITTED", "Fitted", "Framing", "aspect_name", "fit_box", "framed", "framed_pose", "is_framed"]

Fitted = Literal["complex", "pocket", "ligand"]

FITTED: tuple[Fitted, ...] = get_args(Fitted)

NAMED_ASPECTS = {"1:1": 1.0, "5:4": 1.25, "4:3": 4 / 3, "3:2": 1.5, "16:10": 1.6, "16:9": 16 / 9}
"""Usual shapes of windows and pictures."""

SAME_ASPECT = 0.003
"""Relative difference up to which an aspect is called by a usual one's name: whole pixels are coarser."""


class Framing(msgspec.Struct, frozen=True):
    """How the camera is framed.

    Attributes
    ----------
    fitted
        What the camera is fitted to, in shots that the benchmark fits to the
        complex; others (of a residue) are fitted to what they show.
    pad
        Share of the picture that the fit leaves free.
    aspect
        Width over height of the window for which it is fitted.
    refit
        Whether each view is fitted anew after its roll.
    """

    fitted: Fitted = "complex"
    pad: float = PAD
    aspect: float = 4 / 3
    refit: bool = False

    def __str__(self) -> str:
        again = ", again for each view" if self.refit else ""
        return f"fitted to the {self.fitted}, pad {self.pad:g}, for {aspect_name(self.aspect)}{again}"


def aspect_name(aspect: float) -> str:
    """Return a usual aspect's name, such as 4:3, else the number."""
    for name, usual in NAMED_ASPECTS.items():
        if math.isclose(aspect, usual, rel_tol=SAME_ASPECT):
            return name
    return f"{aspect:.4g}"


def is_framed(shot: Shot) -> bool:
    """Return whether a shot's camera is fitted at all, and in perspective."""
    return shot.pose is None and shot.projection == "perspective"


def fit_box(complex_: Complex, shot: Shot, fitted: Fitted, style: Style) -> Box:
    """Return the box that the camera of a shot is fitted to.

    Raises
    ------
    UserError
        If there is nothing to fit it to.
    """
    return aim(complex_, shot.but(fit=fitted) if shot.fit_to == "complex" else shot, (1, 1), style).box


def framed_pose(box: Box, shot: Shot, framing: Framing) -> Pose:
    """Return the eye of a shot whose camera is fitted to a box."""
    pose = fit(box, framing.aspect, pad=framing.pad)
    if framing.refit:
        axes = apply_to_pose(view_commands(shot.view), pose, box.centre).axes
        pose = fit(box, framing.aspect, axes=axes, pad=framing.pad)
        return apply_to_pose(shot.camera_steps, pose, box.centre)
    return apply_to_pose((*view_commands(shot.view), *shot.camera_steps), pose, box.centre)


def framed(complex_: Complex, shot: Shot, framing: Framing, style: Style) -> Shot:
    """Return a shot framed otherwise; one that is not fitted stays as it is.

    Raises
    ------
    UserError
        If there is nothing to fit the camera to.
    """
    if not is_framed(shot):
        return shot
    return shot.with_pose(framed_pose(fit_box(complex_, shot, framing.fitted, style), shot, framing))
