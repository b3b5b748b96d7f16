"""The score of one answer, and the clause of the metrics that gave it (spec benchmark.md section 3)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

__all__ = ["SENTENCES", "Clause", "Score"]


class Clause(StrEnum):
    """Which clause of the metrics gave a score."""

    EXACT = "exact"
    WRONG = "wrong"
    WRONG_AXIS = "wrong axis"
    WRONG_SIGN = "wrong sign"
    NOT_ONE_COMMAND = "not one command"
    BINS = "error in bins"
    RELATIVE = "relative error"
    TWO_PARTS = "roll and move"
    TOO_MANY_BONDS = "more than twice"
    ALL_AND_MORE = "all and more"
    SHARE_OF_BONDS = "share of bonds"
    NO_BOND_RIGHT = "rightly none"
    BONDS_WHERE_NONE = "bonds where none are"
    NONE_WHERE_BONDS = "none where bonds are"
    NO_ANSWER = "no answer"
    REFUSED = "refused"
    FAILED_CALL = "failed call"
    UNPARSEABLE = "unparseable"
    CONTRADICTING = "contradicting"
    NO_PREDICTION = "no prediction"


SENTENCES = {
    Clause.EXACT: "The answer equals the truth.",
    Clause.WRONG: "The answer is not the truth, and nearly right does not count here.",
    Clause.WRONG_AXIS: "The verb or the axis is wrong.",
    Clause.WRONG_SIGN: "The sign is wrong.",
    Clause.NOT_ONE_COMMAND: "There must be exactly one such command.",
    Clause.BINS: "Verb and axis are right; the error in bins is taken off.",
    Clause.RELATIVE: "Verb and axis are right; the relative error is taken off.",
    Clause.TWO_PARTS: "Half for the roll and half for the move.",
    Clause.TOO_MANY_BONDS: "More than twice as many bonds are given as there are.",
    Clause.ALL_AND_MORE: "All bonds are given, and others that are none: one half.",
    Clause.SHARE_OF_BONDS: "The share of right bonds counts.",
    Clause.NO_BOND_RIGHT: "There is no bond, and none is given.",
    Clause.BONDS_WHERE_NONE: "Bonds are given where there are none.",
    Clause.NONE_WHERE_BONDS: "No bond is given where there are some.",
    Clause.NO_ANSWER: "The reply is empty.",
    Clause.REFUSED: "The model declined to answer.",
    Clause.FAILED_CALL: "The call of the model failed.",
    Clause.UNPARSEABLE: "No answer could be read from the reply.",
    Clause.CONTRADICTING: "The reply gives several answers.",
    Clause.NO_PREDICTION: "There is no prediction for this question.",
}


class Score(msgspec.Struct, frozen=True):
    """Two numbers from 0 to 1.

    Attributes
    ----------
    exact
        1 if the answer equals the truth, else 0.
    score
        The weighted one.
    clause
        Which clause gave it.
    sentence
        The same for people, with the numbers.
    """

    exact: float
    score: float
    clause: Clause
    sentence: str

    @classmethod
    def of(cls, clause: Clause, score: float, detail: str = "", *, exact: bool = False) -> Score:
        """Make a score with the clause's sentence and, behind it, a detail."""
        sentence = f"{SENTENCES[clause]} {detail}".rstrip()
        return cls(1.0 if exact else 0.0, score, clause, sentence)
