"""Finding the hidden choices behind the pictures of another renderer: geometry first, then drawn likeness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from misi_viewer.camera.fit import PAD
from misi_viewer.camera.projection import Projection
from misi_viewer.dataset.verification.aligning import Terrain, follow_ridges, height, polish, rough_placement
from misi_viewer.dataset.verification.candidates import (
    COARSE_PADS,
    FINE_PADS,
    Candidate,
    aspects_for,
    distinct_framings,
    shortlist,
)
from misi_viewer.dataset.verification.chain_breaks import BreakEvidence, weigh_chain_breaks
from misi_viewer.dataset.verification.choices import TRANSPARENT, Finding, HiddenChoices
from misi_viewer.dataset.verification.framing import FITTED, Framing
from misi_viewer.dataset.verification.likeness import similarity
from misi_viewer.dataset.verification.margins import Scored, make_margins, make_ranking
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.dataset.verification.probe import Probe
from misi_viewer.dataset.verification.redrawing import canvas_size, colour_digits, framed_job, style_on
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.colours import Rgb
from misi_viewer.scene.style import Style

__all__ = ["background_of", "find_choices"]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

SETTLED = 0.97
"""Similarity from which on the pictures are taken to be whole, without trying crops."""

FOLLOWED = 12
"""Hypotheses of cut pictures whose placement is found in full."""

LEAST_GAIN = 0.01
"""So much more alike must pictures be with a crop than without one."""

TIE = 0.0005
"""Difference of scores below which the likelier hypothesis is taken."""

SNAPPING_COST = 0.002


def background_of(pictures: Sequence[Pixels]) -> Rgb:
    """Return the commonest colour at the pictures' edges."""
    edges = [
        part.reshape(-1, 3) for picture in pictures for part in (picture[0], picture[-1], picture[:, 0], picture[:, -1])
    ]
    colours, counts = np.unique(np.concatenate(edges), axis=0, return_counts=True)
    red, green, blue = colours[int(np.argmax(counts))].tolist()
    return red, green, blue


class _Search:
    """The steps of a search.

    Parameters
    ----------
    probes
        Pictures of one size.
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
        self._probes = probes
        self._size = probes[0].size
        self._declared = declared
        self._renderer = renderer
        self._style = style_on(style, background)
        self._background = background
        usual = Framing(aspect=self._size[0] / self._size[1])
        per_angstrom = [self._size[0] / 2 / Projection().half_tangent / probe.distance(usual) for probe in probes]
        self._terrain = Terrain(probes, background, style.stick_radius * float(np.median(per_angstrom)))

    def whole(self) -> list[Scored]:
        """Return what the pictures look like as whole ones, best hypotheses drawn."""
        place, aspect = Placement.whole(self._size), self._size[0] / self._size[1]
        aspects = aspects_for([self._size, *([self._declared] if self._declared else [])])
        found = [
            Candidate(framing, place, height(self._terrain, framing, place, aspect), equal)
            for framing, equal in distinct_framings(self._probes, FINE_PADS, aspects).items()
        ]
        return [self._scored(candidate) for candidate in shortlist(found)]

    def cut(self) -> list[Scored]:
        """Return what the pictures look like as parts of scaled ones, best hypotheses drawn."""
        aspects = aspects_for([self._declared or self._size, self._size])
        framings = distinct_framings(self._probes, COARSE_PADS, aspects)
        starts: dict[tuple[str, bool], tuple[Framing, Placement]] = {}
        begun = []
        for framing, equal in framings.items():
            key = framing.fitted, framing.refit
            if key not in starts:
                rough = rough_placement(self._terrain, framing)
                starts[key] = framing, follow_ridges(self._terrain, framing, rough, (4.0, 2.0), stretched=True)
            begun.append(self._begun(framing, equal, *starts[key]))
        begun.sort(key=lambda candidate: -candidate.height)
        promising = dict.fromkeys((*begun[:FOLLOWED], *shortlist(begun)))
        return [self._placed(candidate) for candidate in shortlist([self._followed(one) for one in promising])]

    def _begun(self, framing: Framing, equal: tuple[Framing, ...], near: Framing, place: Placement) -> Candidate:
        """Return a candidate placed by that of another framing, farther or nearer."""
        factor = float(np.mean([probe.distance(framing) / probe.distance(near) for probe in self._probes]))
        start = replace(place, half_width=place.half_width * factor, half_height=place.half_height * factor)
        return Candidate(framing, start, height(self._terrain, framing, start, framing.aspect), equal)

    def _followed(self, candidate: Candidate) -> Candidate:
        framing = candidate.framing
        place = follow_ridges(self._terrain, framing, candidate.placement, (1.0,), stretched=True)
        return replace(candidate, placement=place, height=height(self._terrain, framing, place, framing.aspect))

    def _placed(self, candidate: Candidate) -> Scored:
        """Draw a candidate and put its canvas where it fits best, on whole pixels if that is as good."""
        aspect, place = candidate.framing.aspect, candidate.placement
        drawn = list(self.draw(candidate.framing, self._canvas(place, aspect)))
        pictures = [probe.pixels for probe in self._probes]
        place = polish(pictures, drawn, place, self._background, stretched=True)
        best = self._score(drawn, place)
        plain = polish(pictures, drawn, place, self._background, stretched=False)
        for simpler in (plain, plain.snapped(aspect)):
            score = self._score(drawn, simpler)
            if score >= best - SNAPPING_COST:
                place, best = simpler, max(score, best - SNAPPING_COST)
        return Scored(_most_even(replace(candidate, placement=place), self._size), self._score(drawn, place))

    def _canvas(self, place: Placement, aspect: float) -> Size:
        return canvas_size(place, aspect, self._size, self._declared)

    def _scored(self, candidate: Candidate) -> Scored:
        drawn = self.draw(candidate.framing, self._canvas(candidate.placement, candidate.framing.aspect))
        return Scored(candidate, self._score(drawn, candidate.placement))

    def _score(self, drawn: Iterable[Pixels], place: Placement) -> float:
        scores = [
            similarity(probe.pixels, place.cut_out(pixels, self._size, self._background), self._background)
            for probe, pixels in zip(self._probes, drawn, strict=True)
        ]
        return float(np.mean(scores))

    def draw(self, framing: Framing, size: Size, *, chain_breaks: bool = False) -> Iterator[Pixels]:
        """Yield the probes' canvases."""
        return self._renderer.draw_many(
            framed_job(probe.complex, probe.shot, framing, self._style, size, chain_breaks=chain_breaks)
            for probe in self._probes
        )

    def chain_breaks(self, best: Candidate) -> BreakEvidence | None:
        """Return whether dashes are drawn where chains are broken; None if none of the pictures could tell."""
        size = self._canvas(best.placement, best.framing.aspect)
        without, dashed = (list(self.draw(best.framing, size, chain_breaks=breaks)) for breaks in (False, True))
        cut = [
            [best.placement.cut_out(pixels, self._size, self._background) for pixels in drawn]
            for drawn in (without, dashed)
        ]
        return weigh_chain_breaks([probe.pixels for probe in self._probes], *cut)

    def final_score(self, best: Candidate, *, chain_breaks: bool) -> float:
        """Return how alike the pictures are under all choices."""
        size = self._canvas(best.placement, best.framing.aspect)
        return self._score(self.draw(best.framing, size, chain_breaks=chain_breaks), best.placement)


def find_choices(
    probes: Sequence[Probe],
    renderer: Renderer,
    style: Style,
    *,
    declared: Size | None = None,
    background: Rgb | None = None,
    transparent: bool = False,
) -> Finding:
    """Find the hidden choices behind some pictures.

    Parameters
    ----------
    probes
        At least one picture, all of one size; several complexes and views tell
        more than one.
    renderer
        To draw with.
    style
        Of the pictures, the background aside.
    declared
        The size that the pictures were to have, if it is known.
    background
        Behind the pictures; None: what their edges show.
    transparent
        Whether the pictures' background is transparent.
    """
    if background is None:
        background = background_of([probe.pixels for probe in probes])
    search = _Search(probes, declared, renderer, style, background)
    size = probes[0].size
    scored = search.whole()
    if max(one.score for one in scored) < SETTLED:
        scored += search.cut()
    best = _choose(scored, size)
    evidence = search.chain_breaks(best.candidate)
    breaks = evidence.drawn if evidence is not None else None
    choices = _hidden(best.candidate, size, declared, breaks, TRANSPARENT if transparent else colour_digits(background))
    score = best.score if not breaks else search.final_score(best.candidate, chain_breaks=True)
    others = sorted((one for one in scored if one is not best), key=lambda one: -one.score)
    return Finding(
        choices=choices,
        score=score,
        margin=best.score - others[0].score if others else None,
        margins=make_margins(best, others, choices, evidence),
        ranking=make_ranking([best, *others], size),
        probes=tuple(probe.name for probe in probes),
        placement=_four(best.candidate.placement),
        background=background,
    )


def _choose(scored: Sequence[Scored], size: Size) -> Scored:
    """Return the hypothesis with the best score; among those as good the likeliest, whole pictures before cut ones."""

    def worth(one: Scored) -> float:
        return one.score + (LEAST_GAIN if one.candidate.placement.is_whole(size) else 0.0)

    top = max(map(worth, scored))
    as_good = [one for one in scored if worth(one) >= top - TIE]
    return min(as_good, key=lambda one: _unlikeliness(one.candidate.framing))


def _unlikeliness(framing: Framing) -> tuple[float, ...]:
    return FITTED.index(framing.fitted), framing.refit, framing.pad != PAD, framing.pad


def _most_even(candidate: Candidate, size: Size) -> Candidate:
    """Return the candidate with that of its equal framings that needs the most even crop."""

    def unevenness(framing: Framing) -> float:
        left, top, right, bottom = candidate.placement.crop(size, framing.aspect)
        return abs(left + right - top - bottom) + abs(min(0.0, top, bottom))

    framings = [candidate.framing, *candidate.equal]
    alike = [framing for framing in framings if _unlikeliness(framing) == _unlikeliness(candidate.framing)]
    best = min(alike, key=unevenness)
    return replace(candidate, framing=best, equal=tuple(framing for framing in framings if framing != best))


def _hidden(best: Candidate, size: Size, declared: Size | None, breaks: bool | None, background: str) -> HiddenChoices:
    canvas, crop = best.placement.cut(size, best.framing.aspect)
    return HiddenChoices(
        size=size,
        framing=best.framing,
        canvas=canvas,
        crop=crop,
        scale=round(canvas[0] / declared[0], 4) if declared is not None else None,
        chain_breaks=breaks,
        background=background,
    )


def _four(placement: Placement) -> tuple[float, float, float, float]:
    return placement.half_width, placement.half_height, placement.middle_x, placement.middle_y
