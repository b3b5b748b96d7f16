"""How sure the hidden choices are: each against its next best value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from misi_viewer.dataset.verification.candidates import CHOICES, Candidate
from misi_viewer.dataset.verification.chain_breaks import BreakEvidence
from misi_viewer.dataset.verification.choices import HiddenChoices, Margin, Ranked
from misi_viewer.dataset.verification.framing import Framing, aspect_name

__all__ = ["Scored", "make_margins", "make_ranking"]

RANKED = 10


@dataclass(frozen=True, slots=True)
class Scored:
    """A hypothesis that was drawn, and the mean foreground similarity of its pictures."""

    candidate: Candidate
    score: float


def make_ranking(scored: Sequence[Scored], size: tuple[int, int]) -> tuple[Ranked, ...]:
    """Return the best hypotheses, in order."""
    return tuple(
        Ranked(
            framing=one.candidate.framing,
            canvas=_rounded(one.candidate.placement.canvas(one.candidate.framing.aspect)),
            crop=_four(one.candidate.placement.crop(size, one.candidate.framing.aspect)),
            score=one.score,
            equal=one.candidate.equal,
        )
        for one in scored[:RANKED]
    )


def _rounded(pair: tuple[float, float]) -> tuple[float, float]:
    return round(pair[0], 2), round(pair[1], 2)


def _four(crop: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    left, top, right, bottom = (round(part, 2) + 0.0 for part in crop)
    return left, top, right, bottom


def make_margins(
    best: Scored, others: Sequence[Scored], choices: HiddenChoices, evidence: BreakEvidence | None
) -> tuple[Margin, ...]:
    """Return the margin of each choice.

    Parameters
    ----------
    best
        The hypothesis that was chosen.
    others
        The rest, best first.
    choices
        What was chosen, in full.
    evidence
        For or against chain breaks; None if there is none.
    """
    margins = [_margin(name, best, others) for name in CHOICES]
    whole = best.candidate.placement.is_whole(choices.size)
    other = next((one for one in others if one.candidate.placement.is_whole(choices.size) != whole), None)
    words = choices.described()
    margins.append(
        Margin(
            choice="crop",
            best=words["crop"],
            next="" if other is None else ("cropped" if whole else "none"),
            margin=None if other is None else best.score - other.score,
        )
    )
    margins.append(
        Margin(
            choice="chain_breaks",
            best=words["chain_breaks"],
            next="" if evidence is None else ("not drawn" if evidence.drawn else "drawn"),
            margin=None if evidence is None else evidence.margin,
        )
    )
    return tuple(margins)


def _margin(name: str, best: Scored, others: Sequence[Scored]) -> Margin:
    value_of = CHOICES[name][0]
    mine = value_of(best.candidate.framing)
    equal = [framing for framing in best.candidate.equal if _differs_only(name, framing, best.candidate.framing)]
    values = {mine, *map(value_of, equal)}
    rival = next((one for one in others if value_of(one.candidate.framing) not in values), None)
    return Margin(
        choice=name,
        best=_words(name, best.candidate.framing),
        next="" if rival is None else _words(name, rival.candidate.framing),
        margin=None if rival is None else best.score - rival.score,
        equal=tuple(dict.fromkeys(_words(name, framing) for framing in equal)),
    )


def _differs_only(name: str, one: Framing, other: Framing) -> bool:
    """Return whether two framings differ in one choice and in no other."""
    return all((value_of(one) == value_of(other)) == (choice != name) for choice, (value_of, _) in CHOICES.items())


def _words(name: str, framing: Framing) -> str:
    words = {
        "fitted": framing.fitted,
        "pad": f"{framing.pad:g}",
        "aspect": aspect_name(framing.aspect),
        "refit": "for each view" if framing.refit else "once",
    }
    return words[name]
