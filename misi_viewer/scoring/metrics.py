"""The metrics by name, as task files name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from misi_viewer.errors import UserError
from misi_viewer.scoring.bonds import score_bonds
from misi_viewer.scoring.commands import score_command, score_docking
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.score import Clause, Score
from misi_viewer.tasks.answers import Answer, BondsAnswer, CommandsAnswer, Parsed
from misi_viewer.tasks.schema import TaskFile

__all__ = ["METRICS", "Metric", "score_answer", "score_reply"]

Metric = Callable[[TaskFile, Answer, Answer, ScoringOptions], Score]
"""Task, given answer, truth and options to a score."""

_STATES = {
    "no answer": Clause.NO_ANSWER,
    "refused": Clause.REFUSED,
    "failed call": Clause.FAILED_CALL,
    "unparseable": Clause.UNPARSEABLE,
    "contradicting": Clause.CONTRADICTING,
}


def score_reply(
    task: TaskFile, reply: Parsed | None, truth: Answer, options: ScoringOptions = DEFAULT_OPTIONS
) -> Score:
    """Score what was read from a reply; without an answer it is 0, and the clause says why.

    Parameters
    ----------
    task
        Names the metric and the values that a truth may have.
    reply
        As parsed; None where there is no prediction.
    truth
        The right answer.
    options
        What the metrics leave open.

    Raises
    ------
    UserError
        If the task names a metric that does not exist, or one that does not go with the truth.
    """
    if reply is None:
        return Score.of(Clause.NO_PREDICTION, 0.0)
    if reply.answer is None:
        return Score.of(_STATES[reply.state], 0.0)
    return score_answer(task, reply.answer, truth, options)


def score_answer(task: TaskFile, answer: Answer, truth: Answer, options: ScoringOptions = DEFAULT_OPTIONS) -> Score:
    """Score an answer; see `score_reply`.

    Raises
    ------
    UserError
        If the task names a metric that does not exist, or one that does not go with the truth.
    """
    metric = METRICS.get(task.metric)
    if metric is None:
        raise UserError(f"The task {task.id} names the metric '{task.metric}'; there is none but {', '.join(METRICS)}.")
    return metric(task, answer, truth, options)


def _exact(_task: TaskFile, answer: Answer, truth: Answer, _options: ScoringOptions) -> Score:
    right = answer == truth
    return Score.of(Clause.EXACT if right else Clause.WRONG, 1.0 if right else 0.0, exact=right)


def _bins(task: TaskFile, answer: Answer, truth: Answer, options: ScoringOptions) -> Score:
    match answer, truth:
        case CommandsAnswer(given), CommandsAnswer((true,)):
            return score_command(given, true, _allowed(task, true.verb), options)
    raise _misfit(task, truth)


def _docking(task: TaskFile, answer: Answer, truth: Answer, options: ScoringOptions) -> Score:
    match answer, truth:
        case CommandsAnswer(given), CommandsAnswer(true) if sorted(one.verb for one in true) == ["move", "roll"]:
            return score_docking(given, true, _allowed(task, "roll"), options)
    raise _misfit(task, truth)


def _bonds(task: TaskFile, answer: Answer, truth: Answer, options: ScoringOptions) -> Score:
    if isinstance(answer, BondsAnswer) and isinstance(truth, BondsAnswer):
        return score_bonds(answer.bonds, truth.bonds, options)
    raise _misfit(task, truth)


def _allowed(task: TaskFile, verb: str) -> tuple[float, ...]:
    """Return the values that a task's truth may have."""
    for row in task.sampling:
        if row.verb == verb and len(row.amounts) > 1:
            return row.amounts
    raise UserError(f"The task {task.id} samples no {verb} of at least two values; its metric needs one.")


def _misfit(task: TaskFile, truth: Answer) -> UserError:
    return UserError(f"The metric '{task.metric}' of the task {task.id} cannot score against the truth {truth!r:.200}.")


METRICS: Mapping[str, Metric] = MappingProxyType({"exact": _exact, "bins": _bins, "docking": _docking, "bonds": _bonds})
"""By the name that a task file gives."""
