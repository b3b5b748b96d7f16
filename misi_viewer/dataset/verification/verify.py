"""Verifying the pictures of a data set, or those of another renderer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from misi_viewer.dataset.collection import find_members
from misi_viewer.dataset.manifest import Manifest, read_manifest
from misi_viewer.dataset.verification.choices import Finding
from misi_viewer.dataset.verification.claims import Claims, claims_in_dataset, claims_in_folder, moved_to
from misi_viewer.dataset.verification.comparing import Compared, Comparer, Terms
from misi_viewer.dataset.verification.library import Library
from misi_viewer.dataset.verification.outcome import (
    DRAWN_AGAIN,
    OTHER_RENDERER,
    STATUSES,
    Outcome,
    VerifyReport,
)
from misi_viewer.dataset.verification.probing import choose_groups, make_probes
from misi_viewer.dataset.verification.search import find_choices
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.style import Style
from misi_viewer.scene.styles import load_style

__all__ = ["Keep", "Progress", "VerifyOrder", "verify"]

Stage = Literal["questions", "choices", "pictures"]
Size = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the verifying is.

    Attributes
    ----------
    stage
        Reading the questions, finding the hidden choices (in sizes of pictures), comparing the pictures.
    done, total
        Of the stage.
    bad
        Pictures so far that are not as they should be.
    """

    stage: Stage
    done: int
    total: int
    bad: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyOrder:
    """What is to be verified.

    Attributes
    ----------
    dataset
        A data set; with `against` also a folder of complexes, or a file that lists them.
    against
        A folder of pictures by another renderer, called as the data set's, or ``<complex>/<state>.png``.
    complexes
        A folder of the complexes, or a file that lists them.
    style
        Name or file; None: the data set's, else MiSI-Bench.
    supersample
        In place of the recipes' own; None: theirs.
    similarity
        Least similarity that counts as the same; None: see `outcome.DRAWN_AGAIN`, `outcome.OTHER_RENDERER`.
    """

    dataset: Path
    against: Path | None = None
    complexes: Path | None = None
    style: str | None = None
    supersample: int | None = None
    similarity: float | None = None


Report = Callable[[Progress], None]
Keep = Callable[[Compared], None]


def _quiet(_progress: Progress) -> None:
    pass


def _forget(_compared: Compared) -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Subject:
    """What an order comes to."""

    claims: Claims
    library: Library
    foreign: bool
    style: Style
    size: Size | None


def verify(order: VerifyOrder, report: Report = _quiet, keep: Keep = _forget) -> VerifyReport:
    """Draw pictures again and compare them with those that are stored.

    Parameters
    ----------
    order
        What is to be verified.
    report
        Called as it gets on.
    keep
        Called with each picture that is not as it should be, for difference pictures.

    Raises
    ------
    UserError
        If there is nothing that could be verified.
    """
    report(Progress("questions", 0, 1))
    subject = _subject(order)
    report(Progress("questions", 1, 1))
    if not subject.claims.items:
        reasons = "; ".join(f"{count:,} {reason}" for reason, count in subject.claims.left_out.most_common(3))
        place = order.against or order.dataset
        raise ReadError(place, f"it holds no picture of which it is known what it shows ({reasons or 'no pictures'})")
    with Renderer() as renderer:
        findings = _findings(subject, order.supersample, renderer, report) if subject.foreign else None
        tolerance = OTHER_RENDERER if subject.foreign else DRAWN_AGAIN
        if order.similarity is not None:
            tolerance = msgspec.structs.replace(
                tolerance, similarity=order.similarity, worst=min(tolerance.worst, order.similarity)
            )
        terms = Terms(
            style=subject.style,
            size=subject.size,
            supersample=order.supersample,
            findings=findings,
            tolerance=tolerance,
        )
        tally = _Tally(len(subject.claims.items), report, keep)
        for compared in Comparer(subject.library.load, renderer, terms).compare(subject.claims.items):
            tally.add(compared)
        facts = renderer.facts
    return VerifyReport(
        renderer=f"{facts.renderer}, OpenGL {facts.version} ({facts.vendor}, {facts.backend})",
        dataset=order.dataset.name,
        against=order.against.name if order.against is not None else "",
        tolerance=tolerance,
        counts=tally.counts,
        left_out=dict(subject.claims.left_out),
        lowest=tally.lowest,
        mean=tally.mean,
        findings=tuple((findings or {}).values()),
        pictures=tuple(sorted(tally.outcomes, key=lambda outcome: outcome.picture)),
    )


class _Tally:
    """Counts and keeps what becomes of pictures."""

    def __init__(self, total: int, report: Report, keep: Keep) -> None:
        self._total = total
        self._report = report
        self._keep = keep
        self._done = self._bad = self._compared = 0
        self._sum = 0.0
        self.lowest: float | None = None
        self.counts: dict[str, int] = dict.fromkeys(STATUSES, 0)
        self.outcomes: list[Outcome] = []

    @property
    def mean(self) -> float | None:
        """Mean similarity of the pictures that were compared."""
        return round(self._sum / self._compared, 5) if self._compared else None

    def add(self, compared: Compared) -> None:
        """Take what became of one picture."""
        outcome = compared.outcome
        self.counts[outcome.status] += 1
        similarity = 1.0 if outcome.status == "identical" else outcome.similarity
        if similarity is not None:
            self._compared += 1
            self._sum += similarity
            self.lowest = similarity if self.lowest is None else min(self.lowest, similarity)
        if outcome.status != "identical":
            self.outcomes.append(outcome)
        self._done += 1
        if not outcome.good:
            self._bad += 1
            self._keep(compared)
        self._report(Progress("pictures", self._done, self._total, self._bad))


def _subject(order: VerifyOrder) -> _Subject:
    """Find out what is to be verified."""
    if not order.dataset.exists():
        raise ReadError(order.dataset, "there is no such data set")
    if order.against is not None and not order.against.is_dir():
        raise ReadError(order.against, "there is no such folder of pictures")
    style = load_style(order.style) if order.style is not None else None
    if order.against is not None and _are_complexes(order.dataset):
        library = Library(order.complexes or order.dataset, order.dataset, {})
        claims = claims_in_folder(order.against, library.ids)
        return _Subject(claims, library, True, style or Style(), None)
    manifest = read_manifest(order.dataset) if order.dataset.is_dir() else None
    expected = {entry.id: entry.files for entry in manifest.complexes} if manifest is not None else {}
    library = Library(order.complexes, order.dataset, expected)
    claims = claims_in_dataset(order.dataset)
    if order.against is not None:
        claims = _claims_against(order.against, claims, manifest, library)
    chosen = style or (manifest.choices.style if manifest is not None else Style())
    size = manifest.choices.size if manifest is not None else None
    return _Subject(claims, library, order.against is not None or manifest is None, chosen, size)


def _are_complexes(place: Path) -> bool:
    if place.is_dir() and read_manifest(place) is not None:
        return False
    try:
        return bool(find_members(place))
    except UserError:
        return False


def _claims_against(pictures: Path, claims: Claims, manifest: Manifest | None, library: Library) -> Claims:
    """Return what the pictures of a folder show: by the data set's names for them, else by their own."""
    moved = moved_to(claims, pictures)
    if moved.items:
        return moved
    ids = {entry.id for entry in manifest.complexes} if manifest is not None else set(library.ids)
    return claims_in_folder(pictures, ids | {claim.complex for claim in claims.items})


def _findings(subject: _Subject, supersample: int | None, renderer: Renderer, report: Report) -> Mapping[Size, Finding]:
    """Find the hidden choices for each size of pictures."""
    groups = choose_groups(subject.claims.items)
    found: dict[Size, Finding] = {}
    for number, group in enumerate(groups):
        report(Progress("choices", number, len(groups)))
        probes, transparent = make_probes(group, subject.library.load, subject.style, supersample)
        if probes:
            found[group.size] = find_choices(
                probes, renderer, subject.style, declared=subject.size, transparent=transparent
            )
    report(Progress("choices", len(groups), len(groups)))
    if not found:
        raise UserError(_nothing_found(subject, groups))
    return found


def _nothing_found(subject: _Subject, groups: Sequence[object]) -> str:
    if not groups:
        return "None of the pictures can be read; nothing is verified."
    first = subject.claims.items[0]
    try:
        subject.library.load(first.complex)
    except (UserError, OSError) as error:
        return f"None of the pictures can be compared: {str(error).rstrip('.')}."
    return "None of the pictures can be compared: they are too small, show nothing, or their cameras are not fitted."
