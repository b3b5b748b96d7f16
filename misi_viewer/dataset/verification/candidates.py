"""Hypotheses about a picture's framing: which there are, which cannot be told apart, which are worth drawing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from misi_viewer.camera.fit import PAD
from misi_viewer.dataset.verification.framing import FITTED, NAMED_ASPECTS, SAME_ASPECT, Framing, framed_pose
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.dataset.verification.probe import Probe

__all__ = ["CHOICES", "COARSE_PADS", "FINE_PADS", "Candidate", "aspects_for", "distinct_framings", "shortlist"]

FINE_PADS = tuple(round(0.01 * step, 2) for step in range(26))
COARSE_PADS = (0.0, 0.02, 0.05, 0.08, 0.1, 0.15, 0.2)

SAME_EYE = 1.0e-4
"""Relative difference of distances at which no pixel changes."""

BEST = 3
"""Hypotheses that are drawn in any case."""

CHOICES: dict[str, tuple[Callable[[Framing], object], int]] = {
    "fitted": (lambda framing: framing.fitted, 2),
    "pad": (lambda framing: framing.pad, 2),
    "aspect": (lambda framing: framing.aspect, 2),
    "refit": (lambda framing: framing.refit, 1),
}
"""By its name, how a choice is taken from a framing, and how many of its other values are drawn."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hypothesis.

    Attributes
    ----------
    framing
        Of the camera.
    placement
        Of the pictures on their canvas.
    height
        How well projected atoms and foreground agree, from 0 to 1.
    equal
        Framings that give the same pictures.
    """

    framing: Framing
    placement: Placement
    height: float
    equal: tuple[Framing, ...] = ()


def aspects_for(sizes: Iterable[tuple[int, int]]) -> tuple[float, ...]:
    """Return the aspects that are worth trying: those of given sizes first, then the usual ones."""
    found: list[float] = []
    for aspect in (*(width / height for width, height in sizes), *NAMED_ASPECTS.values()):
        if not any(abs(aspect / other - 1.0) < SAME_ASPECT for other in found):
            found.append(aspect)
    return tuple(found)


def distinct_framings(
    probes: Sequence[Probe], pads: Sequence[float], aspects: Sequence[float]
) -> dict[Framing, tuple[Framing, ...]]:
    """Return framings, the likeliest first, each with those others that give the same pictures.

    Parameters
    ----------
    probes
        The pictures.
    pads, aspects
        To be tried; the first aspect is the likeliest.
    """
    usual_first = sorted(pads, key=lambda pad: (pad != PAD, pad))
    groups: dict[tuple[int, ...], list[Framing]] = {}
    for fitted, refit, pad, aspect in product(FITTED, (False, True), usual_first, aspects):
        framing = Framing(fitted, pad, aspect, refit)
        groups.setdefault(_eyes(probes, framing), []).append(framing)
    return {group[0]: tuple(group[1:]) for group in groups.values()}


def _eyes(probes: Sequence[Probe], framing: Framing) -> tuple[int, ...]:
    """Return what is the same only for framings with the same eyes."""
    places: list[int] = []
    for probe in probes:
        box = probe.boxes[framing.fitted]
        eye = framed_pose(box, probe.shot, framing).origin - probe.shown.centre
        places += np.rint(eye / (SAME_EYE * probe.shown.radius)).astype(int).tolist()
    return tuple(places)


def shortlist(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the candidates worth drawing: the highest, and for each choice the highest with other values."""
    ordered = sorted(candidates, key=lambda candidate: -candidate.height)
    chosen = ordered[:BEST]
    best = ordered[0].framing
    for value_of, count in CHOICES.values():
        seen = {value_of(best)}
        for candidate in ordered:
            value = value_of(candidate.framing)
            if value not in seen and len(seen) <= count:
                seen.add(value)
                if candidate not in chosen:
                    chosen.append(candidate)
    return chosen
