"""The pictures from which hidden choices are read, and hypotheses drawn to be compared with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from misi_viewer.dataset.verification.aligning import polish
from misi_viewer.dataset.verification.candidates import Candidate
from misi_viewer.dataset.verification.chain_breaks import BreakEvidence, weigh_chain_breaks
from misi_viewer.dataset.verification.choices import EXPLAINED
from misi_viewer.dataset.verification.choosing import most_even
from misi_viewer.dataset.verification.framing import Framing
from misi_viewer.dataset.verification.likeness import similarity
from misi_viewer.dataset.verification.margins import Scored
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.dataset.verification.probe import Probe
from misi_viewer.dataset.verification.redrawing import canvas_size, framed_job, style_on
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.colours import Rgb
from misi_viewer.scene.style import Style

__all__ = ["Gallery"]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

ASTRAY = 0.15
"""A picture that is so much less alike than the others, whatever the hypothesis, shows something else."""

SIMPLER = 0.002
"""A placement without a stretch, or on whole pixels, may be so much less alike."""

FINE_CANVAS = 1600
"""Pixels of a canvas that is not drawn twice as fine."""

SOFT = 1.2
"""Pixels of smoothing where pictures may be scaled."""


class Gallery:
    """Pictures of one size, and the same scenes drawn.

    Parameters
    ----------
    probes
        The pictures.
    declared
        The size that they were to have, if it is known.
    renderer
        To draw with.
    style
        Of the pictures, the background aside.
    background
        Behind the pictures.
    """

    def __init__(
        self, probes: Sequence[Probe], declared: Size | None, renderer: Renderer, style: Style, background: Rgb
    ) -> None:
        self.probes = probes
        self.size = probes[0].size
        self.declared = declared
        self.background = background
        self.dashed = False
        self.astray: tuple[str, ...] = ()
        self._renderer = renderer
        self._style = style_on(style, background)
        self._soft = False
        self._pictures = [probe.pixels for probe in probes]

    def look_softly(self) -> None:
        """Smooth all from now on before it is compared.

        Scaled pictures are soft; a wrong canvas must not win because it is soft, too.
        """
        self._soft = True
        self._pictures = [_smoothed(picture) for picture in self._pictures]

    def set_aside(self, scored: Sequence[Scored]) -> list[Scored]:
        """Set pictures aside that no hypothesis explains while it explains the others; return what was drawn without.

        Such a picture does not show what is said of it.
        """
        best = np.array([one.each for one in scored]).max(axis=0)
        usual = float(np.median(best))
        keep: list[int] = np.flatnonzero(best >= usual - ASTRAY).tolist()
        if usual < EXPLAINED or len(keep) == len(best):
            return list(scored)
        self.astray += tuple(probe.name for place, probe in enumerate(self.probes) if place not in keep)
        self.probes = [self.probes[place] for place in keep]
        self._pictures = [self._pictures[place] for place in keep]
        return [one.keeping(keep) for one in scored]

    def scored(self, candidate: Candidate) -> Scored:
        """Draw a candidate and compare it with the pictures."""
        place, aspect = candidate.placement, candidate.framing.aspect
        each = self._each(self._draw(candidate.framing, self._fine_canvas(place, aspect)), place)
        return self._better(candidate, each)

    def placed(self, candidate: Candidate) -> Scored:
        """Draw a candidate and put its canvas where it fits best, on whole pixels if that is as good."""
        aspect, place = candidate.framing.aspect, candidate.placement
        drawn = list(self._draw(candidate.framing, self._fine_canvas(place, aspect)))
        pictures = [probe.pixels for probe in self.probes]
        place = polish(pictures, drawn, place, self.background, stretched=True)
        best = self._each(drawn, place)
        plain = polish(pictures, drawn, place, self.background, stretched=False)
        for simpler in (plain, plain.snapped(aspect)):
            each = self._each(drawn, simpler)
            if np.mean(each) >= np.mean(best) - SIMPLER:
                place, best = simpler, each
        return self._better(most_even(replace(candidate, placement=place), self.size), best)

    def look_for_dashes(self, best: Candidate) -> BreakEvidence | None:
        """Find out whether dashes are drawn where chains are broken; None if none of the pictures could tell.

        They are drawn from now on if they are there.
        """
        place = best.placement
        size = canvas_size(place, best.framing.aspect, self.size, self.declared)
        cut = []
        for self.dashed in (False, True):
            drawn = self._draw(best.framing, size)
            cut.append([place.cut_out(pixels, self.size, self.background) for pixels in drawn])
        evidence = weigh_chain_breaks([probe.pixels for probe in self.probes], *cut)
        self.dashed = evidence is not None and evidence.drawn
        return evidence

    def _fine_canvas(self, place: Placement, aspect: float) -> Size:
        """Return the pixels with which a canvas is drawn.

        Cut pictures are compared with one twice as fine: between its pixels
        all canvases are as sharp, be they on whole pixels or not.
        """
        size = canvas_size(place, aspect, self.size, self.declared)
        if not self._soft or size == self.declared or max(size) > FINE_CANVAS:
            return size
        return 2 * size[0], 2 * size[1]

    def _better(self, candidate: Candidate, each: tuple[float, ...]) -> Scored:
        """Return the candidate with these scores, or with those of its canvas drawn as it is if they are better.

        Pictures that were only cut equal that canvas.
        """
        place, aspect = candidate.placement, candidate.framing.aspect
        if self._soft and (place.is_whole(self.size, 0.0) or place == place.snapped(aspect)):
            size = self.size if place.is_whole(self.size) else place.drawn_size(aspect)
            plain = self._each(self._draw(candidate.framing, size), place)
            each = max(each, plain, key=sum)
        return Scored(candidate, each)

    def _draw(self, framing: Framing, size: Size) -> Iterator[Pixels]:
        """Yield the probes' canvases."""
        return self._renderer.draw_many(
            framed_job(probe.complex, probe.shot, framing, self._style, size, chain_breaks=self.dashed)
            for probe in self.probes
        )

    def _each(self, drawn: Iterable[Pixels], place: Placement) -> tuple[float, ...]:
        """Return how alike each picture and its canvas are."""
        cut = (place.cut_out(pixels, self.size, self.background) for pixels in drawn)
        return tuple(
            similarity(picture, _smoothed(part) if self._soft else part, self.background)
            for picture, part in zip(self._pictures, cut, strict=True)
        )


def _smoothed(picture: Pixels) -> Pixels:
    return np.asarray(Image.fromarray(picture).filter(ImageFilter.GaussianBlur(SOFT)))
