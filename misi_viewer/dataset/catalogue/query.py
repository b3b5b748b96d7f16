"""From a filter to SQL that finds a page without looking at everything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from misi_viewer.dataset.catalogue.entries import Filter

__all__ = ["search_words", "selection"]

_WORD: Final = re.compile(r"\w+", re.UNICODE)
_MOST_WORDS: Final = 32

_TEXT: Final = (
    "q.n IN (SELECT rowid FROM search WHERE search MATCH ? UNION "
    "SELECT p.question FROM replies r JOIN predictions p ON p.n = r.rowid WHERE replies MATCH ?)"
)


def search_words(text: str) -> str:
    """Return a text as a query for FTS5: all words, the last one as a beginning; "" if there are none."""
    words = _WORD.findall(text)[:_MOST_WORDS]
    return " ".join(f'"{word}"' for word in words) + "*" if words else ""


def selection(wanted: Filter, *, rare_score: bool = False) -> tuple[str, list[str | float]]:
    """Return the part of a statement from FROM on, and its values; the question is ``q``.

    Where only predictions narrow it down, they are gone through in the order
    of questions, in an index that holds all that matters; else the questions are.

    Parameters
    ----------
    wanted
        Which questions.
    rare_score
        Whether few predictions have such a score, so that one begins with these.
    """
    conditions: list[str] = []
    values: list[str | float] = []
    for column in ("task", "split"):
        if value := getattr(wanted, column):
            conditions.append(f"q.{column} = ?")
            values.append(value)
    if wanted.complex:
        conditions.append(
            "q.n IN (SELECT n FROM questions WHERE complex = ? UNION "
            "SELECT n FROM questions WHERE target = ? AND target <> '')"
        )
        values += [wanted.complex, wanted.complex]
    if wanted.text:
        words = search_words(wanted.text)
        conditions.append(_TEXT if words else "0")
        values += [_of_task(wanted.task, words), words] if words else []
    if not wanted.about_predictions:
        return _where("questions q", conditions), values
    own, own_values = _of_predictions(wanted)
    if wanted.complex or wanted.text:
        inner = " AND ".join(("p.question = q.n", *own))
        conditions.append(f"EXISTS (SELECT 1 FROM predictions p INDEXED BY prediction_question WHERE {inner})")  # noqa: S608
        return _where("questions q", conditions), [*values, *own_values]
    index = "prediction_question"
    if rare_score:
        index = "prediction_score"
    elif wanted.model or wanted.state:
        index = "prediction_model" if wanted.model else "prediction_state"
    tables = f"predictions p INDEXED BY {index} CROSS JOIN questions q ON q.n = p.question"
    return _where(tables, [*own, *conditions]), [*own_values, *values]


def _of_task(task: str, words: str) -> str:
    """Return a search within a task, whose id the ids of its questions begin with."""
    name = " ".join(_WORD.findall(task.replace("_", " ")))
    return f'(id : ^ "{name}") AND ({words})' if name else words


def _of_predictions(wanted: Filter) -> tuple[list[str], list[str | float]]:
    pairs: Sequence[tuple[str, str | float | None]] = (
        ("p.model = ?", wanted.model or None),
        ("p.state = ?", wanted.state or None),
        ("p.score >= ?", wanted.lowest),
        ("p.score <= ?", wanted.highest),
        ("p.task = ?", wanted.task or None),
    )
    used = [(condition, value) for condition, value in pairs if value is not None]
    return [condition for condition, _ in used], [value for _, value in used]


def _where(tables: str, conditions: Sequence[str]) -> str:
    return f"FROM {tables}" + (f" WHERE {' AND '.join(conditions)}" if conditions else "")
