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

    def scored(self, candidate: Candidate) -> Scored:
        """Draw a candidate and compare it with the pictures."""
        place, aspect = candidate.placement, candidate.framing.aspect
        score = self._score(self._draw(candidate.framing, self._fine_canvas(place, aspect)), place)
        return Scored(candidate, max(score, self._plain_score(candidate)))

    def placed(self, candidate: Candidate) -> Scored:
        """Draw a candidate and put its canvas where it fits best, on whole pixels if that is as good."""
        aspect, place = candidate.framing.aspect, candidate.placement
        drawn = list(self._draw(candidate.framing, self._fine_canvas(place, aspect)))
        pictures = [probe.pixels for probe in self.probes]
        place = polish(pictures, drawn, place, self.background, stretched=True)
        best = self._score(drawn, place)
        plain = polish(pictures, drawn, place, self.background, stretched=False)
        for simpler in (plain, plain.snapped(aspect)):
            score = self._score(drawn, simpler)
            if score >= best - SIMPLER:
                place, best = simpler, score
        put = most_even(replace(candidate, placement=place), self.size)
        return Scored(put, max(best, self._plain_score(put)))

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

    def _plain_score(self, candidate: Candidate) -> float:
        """Return the score of a canvas drawn as it is, which pictures that were only cut equal; 0 between pixels."""
        place, aspect = candidate.placement, candidate.framing.aspect
        if not self._soft or not (place.is_whole(self.size, 0.0) or place == place.snapped(aspect)):
            return 0.0
        size = self.size if place.is_whole(self.size) else place.drawn_size(aspect)
        return self._score(self._draw(candidate.framing, size), place)

    def _draw(self, framing: Framing, size: Size) -> Iterator[Pixels]:
        """Yield the probes' canvases."""
        return self._renderer.draw_many(
            framed_job(probe.complex, probe.shot, framing, self._style, size, chain_breaks=self.dashed)
            for probe in self.probes
        )

    def _score(self, drawn: Iterable[Pixels], place: Placement) -> float:
        cut = (place.cut_out(pixels, self.size, self.background) for pixels in drawn)
        scores = [
            similarity(picture, _smoothed(part) if self._soft else part, self.background)
            for picture, part in zip(self._pictures, cut, strict=True)
        ]
        return float(np.mean(scores))


def _smoothed(picture: Pixels) -> Pixels:
    return np.asarray(Image.fromarray(picture).filter(ImageFilter.GaussianBlur(SOFT)))
