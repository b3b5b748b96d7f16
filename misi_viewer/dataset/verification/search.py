"""Finding the hidden choices behind the pictures of another renderer: geometry first, then drawn likeness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from misi_viewer.camera.projection import Projection
from misi_viewer.dataset.verification.aligning import Terrain, follow_ridges, height, rough_placement
from misi_viewer.dataset.verification.candidates import (
    COARSE_PADS,
    FINE_PADS,
    Candidate,
    aspects_for,
    distinct_framings,
    shortlist,
)
from misi_viewer.dataset.verification.chain_breaks import BreakEvidence
from misi_viewer.dataset.verification.choices import TRANSPARENT, Finding, HiddenChoices
from misi_viewer.dataset.verification.choosing import choose
from misi_viewer.dataset.verification.framing import Framing
from misi_viewer.dataset.verification.gallery import Gallery
from misi_viewer.dataset.verification.likeness import background_of
from misi_viewer.dataset.verification.margins import Scored, make_margins, make_ranking
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.dataset.verification.probe import Probe
from misi_viewer.dataset.verification.redrawing import colour_digits
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.colours import Rgb
from misi_viewer.scene.style import Style

__all__ = ["find_choices"]

Size = tuple[int, int]

SETTLED = 0.97
"""Similarity from which on the pictures are taken to be whole, without trying crops."""

FOLLOWED = 12
"""Hypotheses of cut pictures whose placement is found in full."""


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
    gallery = Gallery(probes, declared, renderer, style, background)
    scored, evidence = _Search(gallery, style).all()
    best = choose(scored, gallery.size)
    others = sorted((one for one in scored if one is not best), key=lambda one: -one.score)
    colour = TRANSPARENT if transparent else colour_digits(background)
    choices = _hidden(best.candidate, gallery, evidence.drawn if evidence is not None else None, colour)
    place = best.candidate.placement
    return Finding(
        choices=choices,
        score=round(best.score, 5),
        margin=round(best.score - others[0].score, 5) if others else None,
        margins=make_margins(best, others, choices, evidence),
        ranking=make_ranking([best, *others], gallery.size),
        probes=tuple(probe.name for probe in gallery.probes),
        astray=gallery.astray,
        placement=(place.half_width, place.half_height, place.middle_x, place.middle_y),
        background=background,
    )


def _hidden(best: Candidate, gallery: Gallery, breaks: bool | None, background: str) -> HiddenChoices:
    canvas, crop = best.placement.cut(gallery.size, best.framing.aspect)
    return HiddenChoices(
        size=gallery.size,
        framing=best.framing,
        canvas=canvas,
        crop=crop,
        scale=round(canvas[0] / gallery.declared[0], 4) if gallery.declared is not None else None,
        chain_breaks=breaks,
        background=background,
    )


class _Search:
    """The steps of a search.

    Parameters
    ----------
    gallery
        The pictures.
    style
        Theirs.
    """

    def __init__(self, gallery: Gallery, style: Style) -> None:
        self._gallery = gallery
        self._style = style
        self._size = gallery.size
        self._survey()

    def _survey(self) -> None:
        """Take the landscapes of the gallery's pictures."""
        self._probes = self._gallery.probes
        usual = Framing(aspect=self._size[0] / self._size[1])
        per_angstrom = [self._size[0] / 2 / Projection().half_tangent / probe.distance(usual) for probe in self._probes]
        stick = self._style.stick_radius * float(np.median(per_angstrom))
        self._terrain = Terrain(self._probes, self._gallery.background, stick)

    def all(self) -> tuple[list[Scored], BreakEvidence | None]:
        """Return the hypotheses that were drawn, and what speaks for dashes; cut pictures only if whole ones fail."""
        gallery = self._gallery
        scored = gallery.set_aside([gallery.scored(candidate) for candidate in self._whole()])
        scored, evidence = self._with_dashes(scored)
        if max(one.score for one in scored) >= SETTLED:
            return scored, evidence
        gallery.dashed = False
        gallery.look_softly()
        self._survey()
        scored = [gallery.scored(one.candidate) for one in scored]
        cut = [gallery.placed(candidate) for candidate in self._cut()]
        scored += [one for one in cut if one.candidate.placement.is_sensible(self._size, one.candidate.framing.aspect)]
        return self._with_dashes(gallery.set_aside(scored))

    def _with_dashes(self, scored: list[Scored]) -> tuple[list[Scored], BreakEvidence | None]:
        """Find out whether there are dashes; if so, draw all again with them."""
        evidence = self._gallery.look_for_dashes(choose(scored, self._size).candidate)
        if self._gallery.dashed:
            scored = [self._gallery.scored(one.candidate) for one in scored]
        return scored, evidence

    def _whole(self) -> list[Candidate]:
        """Return the best hypotheses of whole pictures."""
        place, aspect = Placement.whole(self._size), self._size[0] / self._size[1]
        aspects = aspects_for([self._size, *([self._gallery.declared] if self._gallery.declared else [])])
        found = [
            Candidate(framing, place, height(self._terrain, framing, place, aspect), equal)
            for framing, equal in distinct_framings(self._probes, FINE_PADS, aspects).items()
        ]
        return shortlist(found)

    def _cut(self) -> list[Candidate]:
        """Return the best hypotheses of pictures that are parts of larger canvases, stretched ones among them."""
        aspects = aspects_for([self._gallery.declared or self._size, self._size])
        starts: dict[tuple[str, bool], tuple[Framing, Placement]] = {}
        begun = []
        for framing, equal in distinct_framings(self._probes, COARSE_PADS, aspects).items():
            key = framing.fitted, framing.refit
            if key not in starts:
                rough = rough_placement(self._terrain, framing)
                starts[key] = framing, follow_ridges(self._terrain, framing, rough, (4.0, 2.0), stretched=True)
            begun.append(self._begun(framing, equal, *starts[key]))
        begun.sort(key=lambda candidate: -candidate.height)
        promising = dict.fromkeys((*begun[:FOLLOWED], *shortlist(begun)))
        return shortlist([self._followed(one) for one in promising])

    def _begun(self, framing: Framing, equal: tuple[Framing, ...], near: Framing, place: Placement) -> Candidate:
        """Return a candidate placed by that of another framing, farther or nearer."""
        factor = float(np.mean([probe.distance(framing) / probe.distance(near) for probe in self._probes]))
        start = replace(place, half_width=place.half_width * factor, half_height=place.half_height * factor)
        return Candidate(framing, start, height(self._terrain, framing, start, framing.aspect), equal)

    def _followed(self, candidate: Candidate) -> Candidate:
        framing = candidate.framing
        place = follow_ridges(self._terrain, framing, candidate.placement, (1.0,), stretched=True)
        return replace(candidate, placement=place, height=height(self._terrain, framing, place, framing.aspect))
