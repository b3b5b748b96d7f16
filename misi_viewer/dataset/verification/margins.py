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
    """A hypothesis that was drawn.

    Attributes
    ----------
    candidate
        The hypothesis.
    each
        Foreground similarity of each picture.
    """

    candidate: Candidate
    each: tuple[float, ...]

    @property
    def score(self) -> float:
        """Mean similarity of the pictures."""
        return sum(self.each) / len(self.each)

    def keeping(self, places: Sequence[int]) -> Scored:
        """Return what this is with only some of the pictures."""
        return Scored(self.candidate, tuple(self.each[place] for place in places))


def make_ranking(scored: Sequence[Scored], size: tuple[int, int]) -> tuple[Ranked, ...]:
    """Return the best hypotheses, in order."""
    ranking = []
    for one in scored[:RANKED]:
        framing = one.candidate.framing
        canvas, crop = one.candidate.placement.cut(size, framing.aspect)
        ranking.append(Ranked(framing, canvas, crop, round(one.score, 5), one.candidate.equal))
    return tuple(ranking)


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
            margin=None if other is None else round(best.score - other.score, 5),
        )
    )
    margins.append(
        Margin(
            choice="chain_breaks",
            best=words["chain_breaks"],
            next="" if evidence is None else ("not drawn" if evidence.drawn else "drawn"),
            margin=None if evidence is None else round(evidence.margin, 5),
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
        margin=None if rival is None else round(best.score - rival.score, 5),
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
