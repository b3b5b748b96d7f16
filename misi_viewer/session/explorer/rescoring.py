"""Scores of all predictions with other options, and cases as the score tables and charts take them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numpy as np

from misi_viewer.dataset.predictions.questions import Known
from misi_viewer.dataset.predictions.scoring import truth_of
from misi_viewer.dataset.watch import Watch
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.rows import ScoredRow, score_row
from misi_viewer.scoring.score import Clause
from misi_viewer.session.explorer.coded import ABSENT, IntArray, Names
from misi_viewer.session.explorer.derived import column_of_task
from misi_viewer.session.explorer.table import CLAUSES, STATES, ModelColumns
from misi_viewer.tasks import load_task
from misi_viewer.tasks.answers import Answer, Parsed, State, parse_answer

if TYPE_CHECKING:
    from misi_viewer.session.explorer.book import CaseBook

__all__ = ["rescore", "scored_rows"]

_EVERY: Final = 2_000

Outcome = tuple[float, float, str]
"""Score, exact and clause."""


def rescore(book: CaseBook, options: ScoringOptions, watch: Watch) -> None:
    """Score all predictions anew; the columns change at the end, at once.

    Raises
    ------
    CancelledError
        If the watch says so; nothing has changed then.
    """
    known = list(book.files.catalogue.known_questions())
    total = len(known) * len(book.models)
    outcomes: dict[str, list[tuple[int, Outcome]]] = {}
    done = 0
    for name, model in book.models.items():
        own = outcomes[name] = []
        score = _scorer(options)
        for row, question in enumerate(known):
            if done % _EVERY == 0:
                watch.tell("Scoring", done, total)
            done += 1
            if model.store[row] != ABSENT:
                own.append((row, score(question, model.given_at(row), STATES[model.state[row]])))  # type: ignore[arg-type]
    for name, found in outcomes.items():
        for row, outcome in found:
            book.models[name].set_scores(row, *outcome)


def _scorer(options: ScoringOptions) -> Callable[[Known, str, State], Outcome]:
    """Return what scores an answer; equal ones to equal truths are scored once."""
    seen: dict[tuple[str, str, str, str, str], Outcome] = {}

    def score(known: Known, given: str, state: State) -> Outcome:
        key = (known.task, known.answer, known.residue, given, state)
        if key not in seen:
            seen[key] = _score(known, given, state, options)
        return seen[key]

    return score


def _score(known: Known, given: str, state: State, options: ScoringOptions) -> Outcome:
    file = load_task(known.task).file
    answer: Answer | None = None
    if state == "parsed":
        answer = parse_answer(file.form, given, options=known.options, residue=known.residue or None).answer
    reply = Parsed(answer, state if answer is not None or state != "parsed" else "unparseable", "")
    row = score_row(file, known.id, known.complex, reply, truth_of(known), options)
    return row.score, row.exact, row.clause.value


def scored_rows(book: CaseBook, model: ModelColumns, rows: IntArray) -> list[ScoredRow]:
    """Return some cases of a model as `scoring.aggregate` and `scoring.factors` take them."""
    table, bonds = book.table, book.factors.column("bonds")
    found = []
    for row in rows.tolist():
        task = table.task.text(row)
        count = None if isinstance(bonds, Names) or np.isnan(bonds[row]) else int(bonds[row])
        missing = model.store[row] == ABSENT
        found.append(
            ScoredRow(
                table.ids[row],
                task,
                table.complex.text(row),
                column_of_task(task, count),
                0.0 if missing else float(model.exact[row]),
                0.0 if missing else float(model.score[row]),
                Clause(CLAUSES[model.clause[row]]),
                count,
            )
        )
    return found
