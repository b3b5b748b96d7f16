"""A score in few words, with the numbers that gave it: "3 of 4 bonds, 1 invented: 3/4"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from misi_viewer.camera.commands import Command, Verb
from misi_viewer.scoring.bonds import recognise
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.score import Clause, Score
from misi_viewer.tasks.answers import Answer, BondsAnswer, CommandsAnswer, LetterAnswer

__all__ = ["score_in_words"]

_LARGEST_DIVISOR: Final = 60
"""Of a score that is written as a fraction."""

_UNITS: Final[dict[Verb, str]] = {"move": " Å", "roll": "°"}


def score_in_words(
    score: Score, answer: Answer | None, truth: Answer, options: ScoringOptions = DEFAULT_OPTIONS
) -> str:
    """Return what an answer has right and wrong, and the score that this gives.

    Parameters
    ----------
    score
        Of the answer.
    answer
        None where there is none; the clause says why.
    truth
        The right one.
    options
        With which it was scored.
    """
    return f"{_reasons(score, answer, truth, options)}: {_number(score.score)}"


def _reasons(score: Score, answer: Answer | None, truth: Answer, options: ScoringOptions) -> str:
    match answer, truth:
        case (CommandsAnswer(given), CommandsAnswer(true)):
            return _of_commands(given, true, score)
        case (LetterAnswer(letter), LetterAnswer(right)):
            return f"{letter} is right" if letter == right else f"{letter} in place of {right}"
        case (BondsAnswer(), BondsAnswer()):
            return _of_bonds(answer, truth, score, options)
    return str(score.clause.value)


def _number(score: float) -> str:
    """Return a score as a fraction with a small divisor, else with three decimals."""
    fraction = Fraction(score).limit_denominator(_LARGEST_DIVISOR)
    return str(fraction) if abs(float(fraction) - score) < 1.0e-9 else f"{score:.3f}"


def _of_commands(given: tuple[Command, ...], true: tuple[Command, ...], score: Score) -> str:
    if score.clause is Clause.EXACT:
        return "exact"
    verbs = [command.verb for command in true]
    parts = [_of_one([one for one in given if one.verb == verb], true[place]) for place, verb in enumerate(verbs)]
    if len(true) > 1:
        return "; ".join(f"{verb}: {part}" for verb, part in zip(verbs, parts, strict=True))
    return _of_one(list(given), true[0])


def _of_one(given: list[Command], true: Command) -> str:
    if len(given) != 1:
        return f"{len(given) or 'no'} commands in place of one"
    command = given[0]
    if command == true:
        return "exact"
    if command.verb != true.verb:
        return f"{command.verb} in place of {true.verb}"
    if command.axis != true.axis:
        return f"axis {command.axis} in place of {true.axis}"
    return f"right axis, {_how_far(command, true)}"


def _how_far(command: Command, true: Command) -> str:
    off = f"{abs(command.amount - true.amount):g}{_UNITS[true.verb]} off"
    if command.amount * true.amount < 0.0:
        return f"wrong sign, {off}"
    what = "distance" if true.verb == "move" else "angle"
    if true.amount and abs(command.amount) > 2.0 * abs(true.amount):
        return f"more than twice the {what}, {off}"
    return off


def _of_bonds(answer: BondsAnswer, truth: BondsAnswer, score: Score, options: ScoringOptions) -> str:
    given = recognise(answer.bonds, truth.bonds, options)
    right, invented = len(given & truth.bonds), len(given - truth.bonds)
    if not truth.bonds:
        return "rightly none" if not given else f"there is no bond, {invented} invented"
    words = f"{right} of {len(truth.bonds)} bond{'s' if len(truth.bonds) > 1 else ''}"
    words += f", {invented} invented" if invented else ""
    if score.clause is Clause.TOO_MANY_BONDS:
        words += ", more than twice as many as there are"
    return words
