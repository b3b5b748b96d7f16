"""One scored question, and the columns of the benchmark's table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from misi_viewer.scoring.metrics import score_reply
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.score import Clause, Score
from misi_viewer.tasks.answers import Answer, BondsAnswer, Parsed
from misi_viewer.tasks.schema import TaskFile

__all__ = ["AVERAGED", "COLUMNS", "ScoredRow", "column_of", "columns_of", "score_row"]

NEGATIVE, POSITIVE = "residue_ligand-", "residue_ligand+"

COLUMNS = {
    "translation": "T1",
    "rotation": "T2",
    "zooming": "T3",
    POSITIVE: "T4+",
    NEGATIVE: "T4-",
    "translation_rotation": "T5",
    "rotation_rotation": "T6",
    "docking": "T7",
    "interaction_location": "T8",
    "pocket_ligand": "T9",
}
"""The paper's columns by task; T4 is split into questions with and without a bond."""

AVERAGED = tuple(name for name, label in COLUMNS.items() if label not in ("T5", "T6"))
"""The eight columns whose unweighted mean is the average."""

MISSING = frozenset((Clause.FAILED_CALL, Clause.NO_PREDICTION))
"""What leaves the denominator with `missing="drop"`."""


class ScoredRow(msgspec.Struct, frozen=True):
    """One question with its score.

    Attributes
    ----------
    question, task, complex
        Ids.
    column
        Of the table: the task's id, for T4 with "+" or "-" behind it.
    exact, score, clause
        See `Score`.
    bonds
        True hydrogen bonds, for tasks that ask for them; else None.
    """

    question: str
    task: str
    complex: str
    column: str
    exact: float
    score: float
    clause: Clause
    bonds: int | None = None

    @property
    def is_missing(self) -> bool:
        """Whether there was no reply at all."""
        return self.clause in MISSING


def column_of(task: TaskFile, truth: Answer) -> str:
    """Return the column a question belongs to; bonds of one residue are split by whether there are any."""
    if task.form == "residue_bonds" and isinstance(truth, BondsAnswer):
        return f"{task.id}{'+' if truth.bonds else '-'}"
    return task.id


def score_row(
    task: TaskFile,
    question: str,
    complex_id: str,
    reply: Parsed | None,
    truth: Answer,
    options: ScoringOptions = DEFAULT_OPTIONS,
) -> ScoredRow:
    """Score one question.

    Parameters
    ----------
    task
        Its task.
    question, complex_id
        Ids.
    reply
        As parsed; None where there is no prediction.
    truth
        The right answer.
    options
        What the metrics leave open.

    Raises
    ------
    UserError
        If the task's metric does not exist or does not go with the truth.
    """
    score: Score = score_reply(task, reply, truth, options)
    bonds = len(truth.bonds) if isinstance(truth, BondsAnswer) else None
    column = column_of(task, truth)
    return ScoredRow(question, task.id, complex_id, column, score.exact, score.score, score.clause, bonds)


def columns_of(rows: Iterable[ScoredRow]) -> Sequence[str]:
    """Return the columns that some rows fill: the paper's in their order, then a user's own tasks by name."""
    present = {row.column for row in rows}
    return [*(name for name in COLUMNS if name in present), *sorted(present - set(COLUMNS))]
