"""Drawing pictures again and comparing them, complex by complex; what goes wrong with one stops no other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.dataset.verification.choices import Finding
from misi_viewer.dataset.verification.claims import Claim
from misi_viewer.dataset.verification.likeness import likeness
from misi_viewer.dataset.verification.outcome import Outcome, Status, Tolerance, judge
from misi_viewer.dataset.verification.redrawing import hidden_job
from misi_viewer.dataset.verification.stored import Stored, decode
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render.canvas import check_size
from misi_viewer.render.picture import picture_job
from misi_viewer.render.renderer import Job, Renderer
from misi_viewer.scene.style import Style

__all__ = ["Compared", "Comparer", "Terms"]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How pictures are drawn again and judged.

    Attributes
    ----------
    style
        Of the pictures.
    size
        Theirs, where it is known.
    supersample
        In place of the shots' own; None: theirs.
    findings
        The hidden choices by the pictures' size; None: there are none.
    tolerance
        What counts as the same.
    """

    style: Style
    size: Size | None
    supersample: int | None
    findings: Mapping[Size, Finding] | None
    tolerance: Tolerance


@dataclass(frozen=True, eq=False, slots=True)
class Compared:
    """A picture, what became of it, and its pixels where it is not good.

    Attributes
    ----------
    outcome
        The verdict.
    stored, drawn
        (h, w, 3) as it was found and as it was drawn; None where there is none.
    """

    outcome: Outcome
    stored: Pixels | None = None
    drawn: Pixels | None = None


@dataclass(frozen=True, eq=False, slots=True)
class _Pending:
    claim: Claim
    stored: Stored
    finding: Finding | None


class Comparer:
    """Compares pictures.

    Parameters
    ----------
    load
        Reads complexes.
    renderer
        To draw with.
    terms
        How.
    """

    def __init__(self, load: Callable[[str], Complex], renderer: Renderer, terms: Terms) -> None:
        self._load = load
        self._renderer = renderer
        self._terms = terms
        self._failed: deque[Outcome] = deque()
        self._waiting: deque[_Pending] = deque()

    def compare(self, claims: Sequence[Claim]) -> Iterator[Compared]:
        """Yield what becomes of each picture, those of one complex and scene side by side."""
        ordered = sorted(claims, key=lambda claim: (claim.complex, _scene_key(claim.shot), claim.name))
        for pixels in self._renderer.draw_many(self._jobs(ordered)):
            while self._failed:
                yield Compared(self._failed.popleft())
            yield self._verdict(self._waiting.popleft(), pixels)
        while self._failed:
            yield Compared(self._failed.popleft())

    def _jobs(self, claims: Sequence[Claim]) -> Iterator[Job]:
        for claim in claims:
            pending = self._prepared(claim)
            if pending is None:
                continue
            try:
                job = self._job(pending)
            except (UserError, OSError) as error:
                self._fail(claim, "not drawn", _half(error))
                continue
            self._waiting.append(pending)
            yield job

    def _prepared(self, claim: Claim) -> _Pending | None:
        """Read a picture; None if that, or its size, settles the matter."""
        try:
            stored = decode(claim.read())
        except (UserError, OSError) as error:
            there = not claim.source.is_dir() or (claim.source / claim.name).is_file()
            self._fail(claim, "unreadable" if there else "missing", _half(error) if there else "")
            return None
        terms = self._terms
        finding = None if terms.findings is None else terms.findings.get(stored.size)
        size = f"{stored.size[0]} x {stored.size[1]}"
        if terms.findings is not None and finding is None:
            self._fail(claim, "different", f"too few pictures, or none of use, have its size, {size}")
            return None
        if finding is None and terms.size is not None and stored.size != terms.size:
            self._fail(claim, "different", f"its size, {size}, is not {terms.size[0]} x {terms.size[1]}")
            return None
        return _Pending(claim, stored, finding)

    def _job(self, pending: _Pending) -> Job:
        complex_, terms = self._load(pending.claim.complex), self._terms
        shot = pending.claim.shot_as(terms.supersample)
        if pending.finding is not None:
            job = hidden_job(complex_, shot, terms.style, pending.finding, terms.size)
        else:
            job = picture_job(complex_, shot, terms.style, pending.stored.size)
        check_size(job.size)
        return job

    def _fail(self, claim: Claim, status: Status, reason: str) -> None:
        self._failed.append(Outcome(picture=claim.name, complex=claim.complex, status=status, reason=reason))

    def _verdict(self, pending: _Pending, pixels: Pixels) -> Compared:
        stored, claim, background = pending.stored.pixels, pending.claim, self._terms.style.background_rgb
        if pending.finding is not None:
            background = pending.finding.background
            pixels = pending.finding.placed.cut_out(pixels, pending.stored.size, background)
        if np.array_equal(stored, pixels):
            return Compared(Outcome(picture=claim.name, complex=claim.complex, status="identical"))
        found = likeness(stored, pixels, background)
        outcome = judge(claim.name, claim.complex, found, self._terms.tolerance)
        return Compared(outcome) if outcome.good else Compared(outcome, stored, pixels)


def _scene_key(shot: bytes) -> bytes:
    """Return what brings shots of one scene side by side: parts and residue stand at the beginning."""
    return shot[:200]


def _half(error: UserError | OSError) -> str:
    """Return half a sentence, without folders."""
    if isinstance(error, ReadError):
        return error.problem
    if isinstance(error, OSError):
        return (error.strerror or str(error)).rstrip(".")
    return str(error).rstrip(".")
