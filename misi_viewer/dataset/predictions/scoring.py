"""Scores of the predictions of some models for all questions of a data set."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from misi_viewer.dataset.predictions.prediction import Prediction
from misi_viewer.dataset.predictions.questions import Known, Questions
from misi_viewer.errors import UserError
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.rows import ScoredRow, score_row
from misi_viewer.tasks import load_task
from misi_viewer.tasks.answers import Answer, Parsed, parse_answer

__all__ = ["model_name", "score_known", "score_models", "truth_of"]


def model_name(prediction: Prediction) -> str:
    """Return a model's name with its run, where there are several."""
    return f"{prediction.model}, {prediction.run}" if prediction.run else prediction.model


def score_models(
    questions: Questions, predictions: Iterable[Prediction], options: ScoringOptions = DEFAULT_OPTIONS
) -> dict[str, list[ScoredRow]]:
    """Return a row for each question, by model and run; questions without a prediction have one too.

    Raises
    ------
    UserError
        If a question's truth cannot be read.
    """
    by_model: dict[str, dict[str, Prediction]] = {}
    for prediction in predictions:
        by_model.setdefault(model_name(prediction), {})[prediction.question] = prediction
    return {
        model: [score_known(known, own.get(known.id), options) for known in questions.by_id.values()]
        for model, own in by_model.items()
    }


def score_known(known: Known, prediction: Prediction | None, options: ScoringOptions = DEFAULT_OPTIONS) -> ScoredRow:
    """Score the prediction for a question; None where there is none.

    Raises
    ------
    UserError
        If the question's truth cannot be read.
    """
    reply = None
    if prediction is not None:
        reply = Parsed(prediction.answer, prediction.state, prediction.reason)
    task = load_task(known.task).file
    return score_row(task, known.id, known.complex, reply, truth_of(known), options)


def truth_of(known: Known) -> Answer:
    """Return the truth of a question.

    Raises
    ------
    UserError
        If it cannot be read.
    """
    answer = _truth(known.task, known.answer, known.options, known.residue)
    if answer is None:
        raise UserError(f"The truth of {known.id}, {known.answer[:100]!r}, is no answer of the task {known.task}.")
    return answer


@lru_cache(maxsize=4096)
def _truth(task: str, text: str, options: tuple[str, ...] | None, residue: str) -> Answer | None:
    return parse_answer(load_task(task).file.form, text, options=options, residue=residue or None).answer
