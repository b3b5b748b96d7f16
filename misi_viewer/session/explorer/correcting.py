"""What a reply counts as: read by the program or corrected by a person, scored with the options of the day."""

from __future__ import annotations

import msgspec

from misi_viewer.dataset.catalogue.entries import ScoredPrediction
from misi_viewer.dataset.predictions.matching import printed
from misi_viewer.dataset.predictions.prediction import Prediction
from misi_viewer.dataset.predictions.questions import Known
from misi_viewer.dataset.predictions.scoring import truth_of
from misi_viewer.dataset.side_file import Correction
from misi_viewer.errors import UserError
from misi_viewer.scoring.metrics import score_reply
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.score import Score
from misi_viewer.session.explorer.lines import ShownPrediction
from misi_viewer.tasks import load_task
from misi_viewer.tasks.answers import Answer, Parsed, State, parse_answer

__all__ = ["corrected", "shown"]


def shown(
    name: str, known: Known, original: ScoredPrediction, correction: Correction | None, options: ScoringOptions
) -> ShownPrediction:
    """Return a prediction as it counts now.

    Parameters
    ----------
    name
        Of the model in the book.
    known
        The question.
    original
        As the program read and scored it.
    correction
        What a person says; None where nobody did.
    options
        How it is scored.
    """
    prediction = original.prediction if correction is None else _replaced(known, original.prediction, correction)
    score = score_of(known, prediction, options)
    now = ScoredPrediction(prediction, printed(prediction), score.exact, score.score, score.clause.value)
    return ShownPrediction(name, now, original, score)


def score_of(known: Known, prediction: Prediction, options: ScoringOptions) -> Score:
    """Return a prediction's score with its sentence."""
    reply = Parsed(prediction.answer, prediction.state, prediction.reason)
    return score_reply(load_task(known.task).file, reply, truth_of(known), options)


def _replaced(known: Known, prediction: Prediction, correction: Correction) -> Prediction:
    """Return a prediction with a person's reading; one that no longer reads changes nothing."""
    answer = _answer(known, correction.text) if correction.state == "parsed" else None
    if answer is None and correction.state == "parsed":
        return prediction
    return msgspec.structs.replace(
        prediction, answer=answer, state=correction.state, span=None, reason="Corrected by a person."
    )


def _answer(known: Known, text: str) -> Answer | None:
    form = load_task(known.task).file.form
    return parse_answer(form, text, options=known.options, residue=known.residue or None).answer


def corrected(known: Known, original: ScoredPrediction, text: str, state: State) -> Correction | None:
    """Return a correction; None where it says what the program read anyway.

    Raises
    ------
    UserError
        If the text is no answer of the task.
    """
    if state != "parsed":
        return None if original.prediction.state == state else Correction(state)
    answer = _answer(known, text)
    if answer is None:
        example = f"; the truth, for one, reads '{known.answer[:80]}'"
        raise UserError(f"'{text[:80]}' is no answer of the task {known.task}{example}.")
    if answer == original.prediction.answer:
        return None
    return Correction("parsed", printed(msgspec.structs.replace(original.prediction, answer=answer, state="parsed")))
