"""What verifying found out, as data."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from misi_viewer import __version__
from misi_viewer.dataset.verification.choices import Finding
from misi_viewer.dataset.verification.likeness import Likeness

__all__ = ["DRAWN_AGAIN", "OTHER_RENDERER", "STATUSES", "Outcome", "Status", "Tolerance", "VerifyReport", "judge"]

Status = Literal["identical", "same", "different", "missing", "unreadable", "not drawn"]

STATUSES: tuple[Status, ...] = get_args(Status)

GOOD = ("identical", "same")

REPORT_VERSION = 1


class Tolerance(msgspec.Struct, frozen=True, kw_only=True):
    """How unlike pictures may be that count as the same.

    Attributes
    ----------
    similarity
        Least mean structural similarity of the foreground.
    worst
        Least of any tile of 32 x 32 pixels.
    shift
        Most pixels by which one lies beside the other.
    """

    similarity: float
    worst: float
    shift: float


DRAWN_AGAIN = Tolerance(similarity=0.98, worst=0.8, shift=0.25)
"""For pictures that this program drew elsewhere: drivers differ in the last bits, at a few edges."""

OTHER_RENDERER = Tolerance(similarity=0.9, worst=0.5, shift=0.5)
"""For another renderer: one that samples each pixel once reaches 0.93 and 0.6."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one picture.

    Attributes
    ----------
    picture, complex
        Its name, and whose it is.
    status
        "identical" in all pixels, "same" within the tolerance, "different";
        "missing", "unreadable"; "not drawn": it could not be drawn again.
    reason
        Half a sentence; "" if all is well.
    similarity, worst, difference, shift
        See `likeness.Likeness`; None where nothing was compared.
    """

    picture: str
    complex: str
    status: Status
    reason: str = ""
    similarity: float | None = None
    worst: float | None = None
    difference: float | None = None
    shift: tuple[float, float] | None = None

    @property
    def good(self) -> bool:
        """Whether the picture is as it should be."""
        return self.status in GOOD


def judge(picture: str, complex_id: str, found: Likeness, tolerance: Tolerance) -> Outcome:
    """Return what a comparison comes to."""
    reasons = []
    if found.similarity < tolerance.similarity:
        reasons.append(f"similarity {found.similarity:.3f} is below {tolerance.similarity:g}")
    if found.distance > tolerance.shift:
        reasons.append(f"shifted by {found.distance:.2f} pixels")
    if found.worst < tolerance.worst and not reasons:
        reasons.append(f"one place differs: similarity {found.worst:.3f} there is below {tolerance.worst:g}")
    return Outcome(
        picture=picture,
        complex=complex_id,
        status="different" if reasons else "same",
        reason="; ".join(reasons),
        similarity=round(found.similarity, 5),
        worst=round(found.worst, 5),
        difference=round(found.difference, 3),
        shift=(round(found.shift[0], 2), round(found.shift[1], 2)),
    )


class VerifyReport(msgspec.Struct, frozen=True, kw_only=True):
    """All that verifying found out.

    Attributes
    ----------
    version
        Of this form.
    program, renderer
        What drew the pictures again.
    dataset, against
        Names of what was verified; against is "" for the data set's own pictures.
    tolerance
        See `Tolerance`.
    counts
        Pictures by status.
    left_out
        Numbers of what could not be verified, by reason.
    lowest, mean
        Similarity of the pictures that were compared; identical ones count 1.
        None if there are none.
    findings
        The hidden choices, for each size of pictures; empty for the data set's own.
    pictures
        What became of each picture that is not identical.
    """

    version: int = REPORT_VERSION
    program: str = f"MiSI Viewer {__version__}"
    renderer: str
    dataset: str
    against: str
    tolerance: Tolerance
    counts: dict[str, int]
    left_out: dict[str, int]
    lowest: float | None
    mean: float | None
    findings: tuple[Finding, ...]
    pictures: tuple[Outcome, ...]

    @property
    def good(self) -> bool:
        """Whether all pictures are as they should be."""
        return not any(count for status, count in self.counts.items() if status not in GOOD)
