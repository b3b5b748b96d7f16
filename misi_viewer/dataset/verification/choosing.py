"""Choosing among hypotheses that were drawn: by their scores, and by what is likelier where these are as good."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from misi_viewer.camera.fit import PAD
from misi_viewer.dataset.verification.candidates import Candidate
from misi_viewer.dataset.verification.framing import FITTED, Framing
from misi_viewer.dataset.verification.margins import Scored

__all__ = ["choose", "most_even"]

Size = tuple[int, int]

LEAST_GAIN = 0.004
"""So much more alike must pictures be with a crop than without one."""

TIE = 0.0005
"""Difference of scores below which the likelier hypothesis is taken."""


def choose(scored: Sequence[Scored], size: Size) -> Scored:
    """Return the hypothesis with the best score; among those as good the likeliest.

    Whole pictures come before cut ones, and these are likelier cut on whole pixels.
    """

    def worth(one: Scored) -> float:
        return one.score + (LEAST_GAIN if one.candidate.placement.is_whole(size) else 0.0)

    top = max(map(worth, scored))
    as_good = [one for one in scored if worth(one) >= top - TIE]
    return min(as_good, key=_unlikeliness)


def _unlikeliness(one: Scored) -> tuple[float, ...]:
    framing, placement = one.candidate.framing, one.candidate.placement
    return placement != placement.snapped(framing.aspect), *_of_framing(framing), -one.score


def _of_framing(framing: Framing) -> tuple[float, ...]:
    return FITTED.index(framing.fitted), framing.refit, framing.pad != PAD


def most_even(candidate: Candidate, size: Size) -> Candidate:
    """Return the candidate with that of its equal framings that needs the most even crop."""

    def unevenness(framing: Framing) -> float:
        left, top, right, bottom = candidate.placement.crop(size, framing.aspect)
        return abs(left + right - top - bottom) + abs(min(0.0, top, bottom))

    framings = [candidate.framing, *candidate.equal]
    usual = [framing for framing in framings if _of_framing(framing) == _of_framing(candidate.framing)]
    best = min(usual, key=unevenness)
    return replace(candidate, framing=best, equal=tuple(framing for framing in framings if framing != best))
