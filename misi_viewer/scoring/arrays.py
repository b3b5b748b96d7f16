"""Scored questions as arrays, so that many are summed up at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from misi_viewer.scoring.rows import ScoredRow, columns_of

__all__ = ["ScoredArrays", "arrays_of"]


@dataclass(frozen=True, eq=False, kw_only=True)
class ScoredArrays:
    """One model's scores.

    Attributes
    ----------
    columns, clauses
        Names: of the table's columns in order, and of the clauses that gave the scores.
    column, clause
        (n,) places in them.
    score, exact
        (n,) from 0 to 1.
    missing
        (n,) whether there was no reply at all; scores of these do not matter unless such count 0.
    bonds
        (n,) true hydrogen bonds; nan for tasks that do not ask for them.
    """

    columns: tuple[str, ...]
    clauses: tuple[str, ...]
    column: NDArray[np.signedinteger]
    clause: NDArray[np.signedinteger]
    score: NDArray[np.float64]
    exact: NDArray[np.float64]
    missing: NDArray[np.bool_]
    bonds: NDArray[np.floating]


def arrays_of(rows: Sequence[ScoredRow]) -> ScoredArrays:
    """Return scored questions as arrays."""
    columns = tuple(columns_of(rows))
    clauses = tuple(dict.fromkeys(row.clause.value for row in rows))
    return ScoredArrays(
        columns=columns,
        clauses=clauses,
        column=_places(columns, (row.column for row in rows)),
        clause=_places(clauses, (row.clause.value for row in rows)),
        score=np.array([row.score for row in rows], dtype=np.float64),
        exact=np.array([row.exact for row in rows], dtype=np.float64),
        missing=np.array([row.is_missing for row in rows], dtype=np.bool_),
        bonds=np.array([np.nan if row.bonds is None else row.bonds for row in rows], dtype=np.float64),
    )


def _places(names: Sequence[str], wanted: Iterable[str]) -> NDArray[np.int32]:
    place = {name: number for number, name in enumerate(names)}
    return np.fromiter((place[name] for name in wanted), dtype=np.int32)
