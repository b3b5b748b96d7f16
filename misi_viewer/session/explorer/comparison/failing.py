"""Why two atoms form no hydrogen bond, in one sentence: which test fails, and by how much."""

from __future__ import annotations

from typing import Final

from misi_viewer.chem.hydrogen_bonds import Direction, Explanation, Step

__all__ = ["failure_sentence"]

_LENGTHS: Final = frozenset({"distance", "donor distance", "hydrogen distance"})


def failure_sentence(explanation: Explanation) -> str:
    """Return what fails in the direction that comes farthest; or that the pair is bonded."""
    if explanation.is_bond:
        return "The two atoms are hydrogen-bonded."
    best = max(explanation.directions, key=lambda direction: (_takes_part(direction), len(direction.steps)))
    if not _takes_part(best):
        reasons = [_refusal(direction) for direction in explanation.directions]
        return f"Neither way: {'; '.join(dict.fromkeys(reasons))}."
    failed = best.first_failure
    who = f"{_named(best.donating.atom)} as donor, {_named(best.accepting.atom)} as acceptor"
    return f"{who}: {_missed(failed)}." if failed is not None else f"{who}: no test is passed."


def _takes_part(direction: Direction) -> bool:
    return bool(direction.donating.rule and direction.accepting.rule)


def _refusal(direction: Direction) -> str:
    """Return why a direction is out of the question."""
    if not direction.donating.rule:
        return f"{_named(direction.donating.atom)} cannot donate ({direction.donating.text})"
    return f"{_named(direction.accepting.atom)} cannot accept ({direction.accepting.text})"


def _named(label: str) -> str:
    """Return an atom's label without its row, which tells ligand atoms of one name apart."""
    name, found, _ = label.partition(" @")
    return f"ligand {name}" if found else name


def _missed(step: Step) -> str:
    if step.value is None:
        return f"{step.name} fails, {step.remark}" if step.remark else f"{step.name} fails"
    unit, digits = (" Å", 2) if step.name in _LENGTHS else ("°", 0)
    if step.most is not None and step.value > step.most:
        bound, over, word = step.most, step.value - step.most, "above"
    else:
        bound = step.least if step.least is not None else step.value
        over, word = bound - step.value, "below"
    shown = [f"{number:.{digits}f}{unit}" for number in (step.value, over, bound)]
    return f"the {step.name} of {shown[0]} is {shown[1]} {word} the limit of {shown[2]}"
