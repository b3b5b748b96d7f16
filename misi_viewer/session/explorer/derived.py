"""Columns that follow from others: the column of the benchmark's table, and by how much amounts are wrong."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np

from misi_viewer.camera.commands import Command, Verb
from misi_viewer.scoring.commands import amount_errors
from misi_viewer.scoring.rows import COLUMNS, NEGATIVE, POSITIVE
from misi_viewer.session.explorer.coded import ABSENT, FloatArray, Names, encode
from misi_viewer.tasks import load_task
from misi_viewer.tasks.answers import CommandsAnswer, parse_answer

__all__ = ["ERRORS", "column_of_task", "error_columns", "table_columns"]

ERRORS: Final[Mapping[str, Verb]] = MappingProxyType({"roll-error": "roll", "move-error": "move"})
"""Kinds of error by the name under which they are typed: degrees of rolls, angstrom of moves."""


def column_of_task(task: str, bonds: int | None) -> str:
    """Return the column of the benchmark's table that a question belongs to.

    Parameters
    ----------
    task
        Its id.
    bonds
        True hydrogen bonds; None for tasks that do not ask for them.
    """
    if bonds is None or load_task(task).file.form != "residue_bonds":
        return task
    return POSITIVE if bonds else NEGATIVE


def table_columns(tasks: Names, bonds: FloatArray) -> Names:
    """Return the column of the benchmark's table of all questions.

    Parameters
    ----------
    tasks
        (n,) ids.
    bonds
        (n,) true hydrogen bonds; nan for tasks that do not ask for them.
    """
    kinds = tasks.codes.astype(np.int64) * 3 + np.where(np.isnan(bonds), 0, 1 + (bonds > 0))
    different, place = np.unique(kinds, return_inverse=True)
    found = [column_of_task(tasks.names[kind // 3], (None, 0, 1)[kind % 3]) for kind in different.tolist()]
    names = encode(found, COLUMNS)
    return Names(np.asarray(names.codes[place], dtype=np.int32), names.names)


def error_columns(tasks: Names, answers: Names, given: Names) -> dict[str, FloatArray]:
    """Return by how much amounts are wrong, each different pair of truth and answer compared once.

    Parameters
    ----------
    tasks, answers, given
        (n,) of each question: its task, its truth, and what was answered.

    Returns
    -------
    dict
        By name of `ERRORS`: (n,) given minus true, nan where verb or axis is wrong or the task asks for no commands.
    """
    columns = {name: np.full(len(tasks.codes), np.nan, dtype=np.float32) for name in ERRORS}
    asks = np.array([load_task(task).file.form in ("command", "commands") for task in tasks.names], dtype=np.bool_)
    rows = np.flatnonzero((given.codes != ABSENT) & (answers.codes != ABSENT))
    rows = rows[asks[tasks.codes[rows]]]
    pairs = answers.codes[rows].astype(np.int64) * len(given.names) + given.codes[rows]
    different, place = np.unique(pairs, return_inverse=True)
    texts = [(answers.names[pair // len(given.names)], given.names[pair % len(given.names)]) for pair in different]
    found = [amount_errors(_commands(reply), _commands(answer)) for answer, reply in texts]
    for name, verb in ERRORS.items():
        columns[name][rows] = np.array([one.get(verb, np.nan) for one in found], dtype=np.float32)[place]
    return columns


@lru_cache(maxsize=65_536)
def _commands(text: str) -> tuple[Command, ...]:
    answer = parse_answer("commands", text).answer
    return answer.commands if isinstance(answer, CommandsAnswer) else ()
