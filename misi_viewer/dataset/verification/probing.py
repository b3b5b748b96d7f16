"""Choosing the pictures that tell most about the hidden choices."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from misi_viewer.chem.complex import Complex
from misi_viewer.dataset.verification.claims import Claim
from misi_viewer.dataset.verification.framing import Framing, fit_box, framed_pose, is_framed
from misi_viewer.dataset.verification.likeness import background_of, foreground
from misi_viewer.dataset.verification.probe import Probe, make_probe
from misi_viewer.dataset.verification.stored import decode
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["Group", "choose_groups", "make_probes"]

Pixels = NDArray[np.uint8]
Load = Callable[[str], Complex]
Size = tuple[int, int]

LOOKED_AT = 400
"""Pictures whose sizes are looked at."""

MOST_GROUPS = 4
"""Sizes of pictures that are told apart."""

MOST_PROBES = 8
MOST_COMPLEXES = 24
"""Complexes of which those are taken that tell most."""

SMALLEST = 32
"""Pixels of the shorter side of a picture from which anything can be told."""

LEAST_FOREGROUND = 0.002
"""Share of such a picture that is not background."""

TELLING = 0.01
"""Relative difference of two eyes' places from which on a picture tells them apart."""

USUAL = Framing()
TRAITS = {
    "pocket": (USUAL, Framing("pocket")),
    "refit": (USUAL, Framing(refit=True)),
    "narrow": (Framing(aspect=1.0), USUAL),
    "wide": (USUAL, Framing(aspect=16 / 9)),
}
"""Pairs of framings that a picture may tell apart; pads and the fit to the ligand any picture tells."""


@dataclass(frozen=True, slots=True)
class Group:
    """Pictures of one size.

    Attributes
    ----------
    size
        Width and height, pixels.
    claims
        Some of them.
    """

    size: Size
    claims: tuple[Claim, ...]


def choose_groups(claims: Sequence[Claim]) -> list[Group]:
    """Return the commonest sizes among pictures, with pictures of each; those that cannot be read are passed over."""
    step = max(1, len(claims) // LOOKED_AT)
    by_size: dict[Size, list[Claim]] = defaultdict(list)
    for claim in claims[::step]:
        try:
            with Image.open(io.BytesIO(claim.read())) as image:
                by_size[image.size].append(claim)
        except (UserError, OSError, ValueError, SyntaxError):
            continue
    ordered = sorted(by_size.items(), key=lambda pair: -len(pair[1]))
    return [Group(size, tuple(found)) for size, found in ordered[:MOST_GROUPS]]


class _Prospect(NamedTuple):
    claim: Claim
    shot: Shot
    traits: frozenset[str]

    @property
    def plainness(self) -> int:
        """How little stands between the fit and the picture."""
        plain = self.shot.fit_to == "complex" and self.shot.parts == "complex"
        return 2 * (not plain) + bool(self.shot.commands) + bool(self.shot.ligand_commands)


def make_probes(group: Group, load: Load, style: Style, supersample: int | None = None) -> tuple[list[Probe], bool]:
    """Return the pictures of a group that tell most, and whether their background is transparent.

    Complexes and pictures that cannot be read, or show nothing, are passed over.

    Parameters
    ----------
    group
        Pictures of one size.
    load
        Reads complexes.
    style
        Of the pictures.
    supersample
        In place of the shots' own; None: theirs.
    """
    prospects = list(_prospects(group, load, style, supersample))
    probes: list[Probe] = []
    told: Counter[str] = Counter()
    used: Counter[str] = Counter()
    transparent = False
    while prospects and len(probes) < MOST_PROBES:
        best = max(prospects, key=lambda one: _worth(one, told, used))
        prospects.remove(best)
        try:
            stored = decode(best.claim.read())
            probe = make_probe(best.claim.name, load(best.claim.complex), best.shot, stored.pixels, style)
        except (UserError, OSError):
            continue
        if len(probe.points) and _shows_something(stored.pixels):
            probes.append(probe)
            told.update(best.traits)
            used[best.claim.complex] += 1
            transparent = transparent or stored.transparent
    return probes, transparent


def _shows_something(pixels: Pixels) -> bool:
    """Return whether a picture is large enough, and not of one colour, or nearly so."""
    if min(pixels.shape[:2]) < SMALLEST:
        return False
    return bool(foreground(pixels, background_of([pixels])).mean() >= LEAST_FOREGROUND)


def _worth(one: _Prospect, told: Counter[str], used: Counter[str]) -> float:
    news = sum(1.0 / (1.0 + told[trait]) for trait in one.traits)
    return news + 1.0 / (1.0 + used[one.claim.complex]) - 2.0 * one.plainness


def _prospects(group: Group, load: Load, style: Style, supersample: int | None) -> Iterator[_Prospect]:
    complexes: set[str] = set()
    for claim in group.claims:
        if claim.complex not in complexes and len(complexes) >= MOST_COMPLEXES:
            continue
        complexes.add(claim.complex)
        try:
            shot = claim.shot_as(supersample)
            if is_framed(shot):
                yield _Prospect(claim, shot, _traits(load(claim.complex), shot, style))
        except (UserError, OSError):
            continue


def _traits(complex_: Complex, shot: Shot, style: Style) -> frozenset[str]:
    def eye(framing: Framing) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return framed_pose(fit_box(complex_, shot, framing.fitted, style), shot, framing).origin

    middle = fit_box(complex_, shot, "complex", style).centre
    distance = float(np.linalg.norm(eye(USUAL) - middle))
    return frozenset(
        name for name, (one, other) in TRAITS.items() if np.linalg.norm(eye(one) - eye(other)) > TELLING * distance
    )
