"""Drawing a shot as another renderer may have framed it."""

from __future__ import annotations

import math

from misi_viewer.chem.complex import Complex
from misi_viewer.dataset.verification.choices import Finding
from misi_viewer.dataset.verification.framing import Framing, framed
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.render.picture import picture_job
from misi_viewer.render.renderer import Job
from misi_viewer.scene.colours import Rgb
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["canvas_size", "colour_digits", "framed_job", "hidden_job", "style_on"]

Size = tuple[int, int]

UPSCALED = 1.02
"""A canvas so many times as wide as the declared size was scaled up from it."""


def colour_digits(colour: Rgb) -> str:
    """Return a colour as six hexadecimal digits."""
    return "{:02X}{:02X}{:02X}".format(*colour)


def style_on(style: Style, background: Rgb) -> Style:
    """Return a style with another background."""
    return style.but(background=colour_digits(background))


def canvas_size(placement: Placement, aspect: float, size: Size, declared: Size | None) -> Size:
    """Return the pixels with which a canvas is drawn: those of the pictures, or fewer where these were scaled up."""
    if placement == Placement.whole(size):
        return size
    if (
        declared is not None
        and math.isclose(declared[0] / declared[1], aspect, rel_tol=1e-3)
        and 2.0 * placement.half_width > UPSCALED * declared[0]
    ):
        return declared
    return placement.drawn_size(aspect)


def framed_job(complex_: Complex, shot: Shot, framing: Framing, style: Style, size: Size, *, chain_breaks: bool) -> Job:
    """Return what is to be drawn for a shot that is framed otherwise, on an opaque background.

    Raises
    ------
    UserError
        If the shot does not fit the complex.
    """
    again = framed(complex_, shot, framing, style).but(chain_breaks=chain_breaks, transparent=False)
    return picture_job(complex_, again, style, size)


def hidden_job(complex_: Complex, shot: Shot, style: Style, finding: Finding, declared: Size | None) -> Job:
    """Return what is to be drawn for a shot under the choices that were found.

    Raises
    ------
    UserError
        If the shot does not fit the complex.
    """
    choices = finding.choices
    size = canvas_size(finding.placed, choices.framing.aspect, choices.size, declared)
    style = style_on(style, finding.background)
    return framed_job(complex_, shot, choices.framing, style, size, chain_breaks=bool(choices.chain_breaks))
