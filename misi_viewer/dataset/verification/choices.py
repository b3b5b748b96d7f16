"""What was found out about pictures of another renderer."""

from __future__ import annotations

import msgspec

from misi_viewer.dataset.verification.framing import Framing, aspect_name
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.scene.colours import Rgb

__all__ = ["EXPLAINED", "TRANSPARENT", "Finding", "HiddenChoices", "Margin", "Ranked"]

Size = tuple[int, int]

TRANSPARENT = "transparent"

EXPLAINED = 0.85
"""Similarity from which on pictures are explained, if perhaps not in all."""


class HiddenChoices(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to all that pictures do not say of themselves.

    Attributes
    ----------
    size
        Width and height of the pictures, pixels.
    framing
        Of the camera.
    canvas
        Width and height of what was drawn, in pixels of the pictures; not whole where these were scaled.
    crop
        What was cut off the canvas at the left, top, right and bottom, in pixels of the pictures.
    scale
        The canvas's width over that of the size that the data set was to have; None where that is not known.
    chain_breaks
        Whether dashes are drawn where chains are broken; None where no picture could show any.
    background
        Six hexadecimal digits, or "transparent".
    """

    size: Size
    framing: Framing
    canvas: tuple[float, float]
    crop: tuple[float, float, float, float]
    scale: float | None
    chain_breaks: bool | None
    background: str

    @property
    def is_whole(self) -> bool:
        """Whether nothing was cut off or stretched."""
        return self.canvas == tuple(map(float, self.size)) and not any(self.crop)

    def described(self) -> dict[str, str]:
        """Return each choice in words."""
        yes_no = {True: "drawn", False: "not drawn", None: "cannot be told: no picture could show any"}
        words = {
            "size": f"{self.size[0]} x {self.size[1]}",
            "fitted": self.framing.fitted,
            "pad": f"{self.framing.pad:g}",
            "aspect": aspect_name(self.framing.aspect),
            "refit": "for each view" if self.framing.refit else "once",
            "crop": "none" if self.is_whole else self._crop_words(),
            "chain_breaks": yes_no[self.chain_breaks],
            "background": self.background,
        }
        if self.scale is not None:
            words["scale"] = f"{self.scale:.4g}"
        return words

    def _crop_words(self) -> str:
        left, top, right, bottom = self.crop
        return (
            f"left {left:.1f}, top {top:.1f}, right {right:.1f}, bottom {bottom:.1f} "
            f"of {self.canvas[0]:.1f} x {self.canvas[1]:.1f}"
        )


class Ranked(msgspec.Struct, frozen=True):
    """One hypothesis that was drawn.

    Attributes
    ----------
    framing
        Of the camera.
    canvas, crop
        As in `HiddenChoices`.
    score
        Mean foreground similarity of the pictures that were looked at.
    equal
        Framings that would have given the same pictures.
    """

    framing: Framing
    canvas: tuple[float, float]
    crop: tuple[float, float, float, float]
    score: float
    equal: tuple[Framing, ...] = ()


class Margin(msgspec.Struct, frozen=True, kw_only=True):
    """How sure one choice is.

    Attributes
    ----------
    choice
        Its name.
    best
        What was found, in words.
    next
        The next best other value, in words; "" where none was tried.
    margin
        By how much the score is less with that; for chain breaks the share of
        the difference, from 0 to 1, that the right choice takes away.
    equal
        Other values that would have given the same pictures: the choice
        between them cannot be told.
    """

    choice: str
    best: str
    next: str = ""
    margin: float | None = None
    equal: tuple[str, ...] = ()


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What was found out about pictures of one size.

    Attributes
    ----------
    choices
        The best hypothesis.
    score
        Its mean foreground similarity, up to 1.
    margin
        By how much the next hypothesis's is less; None if there is none.
    margins
        The same for each choice by itself.
    ranking
        What was drawn, best first.
    probes
        The pictures that were looked at.
    astray
        Pictures that were looked at, too, but do not show what the others show under any hypothesis.
    placement
        See `placed`.
    background
        Red, green, blue behind the pictures.
    """

    choices: HiddenChoices
    score: float
    margin: float | None
    margins: tuple[Margin, ...]
    ranking: tuple[Ranked, ...]
    probes: tuple[str, ...]
    astray: tuple[str, ...]
    placement: tuple[float, float, float, float]
    background: Rgb

    @property
    def explained(self) -> bool:
        """Whether the best hypothesis explains the pictures at all."""
        return self.score >= EXPLAINED

    @property
    def placed(self) -> Placement:
        """Where the pictures lie on their canvas."""
        return Placement(*self.placement)
