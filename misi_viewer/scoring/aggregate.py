"""Means per column, their average, and the comparison of two models (spec benchmark.md section 3)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.scoring.arrays import ScoredArrays, arrays_of
from misi_viewer.scoring.bootstrap import (
    RESAMPLES,
    SEED,
    Difference,
    interval,
    paired_difference,
    resampled_means,
)
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.rows import AVERAGED, COLUMNS, ScoredRow, columns_of

__all__ = ["Column", "Comparison", "Mean", "Summary", "compare", "summarise", "summarise_arrays"]

FloatArray = NDArray[np.float64]


class Mean(msgspec.Struct, frozen=True):
    """A mean in percent.

    Attributes
    ----------
    value
        None where nothing was counted.
    low, high
        The range that holds it with 95 % confidence, by bootstrap.
    count
        Questions in it.
    """

    value: float | None
    low: float | None
    high: float | None
    count: int


class Column(msgspec.Struct, frozen=True):
    """One column of the table.

    Attributes
    ----------
    name, label
        Such as "residue_ligand+" and "T4+"; a user's task is its own label.
    score, exact
        Means of the weighted and of the exact score.
    questions
        All there are.
    answered
        Those with a reply; failed calls and absent predictions are left out.
    clauses
        How often each clause gave the score.
    """

    name: str
    label: str
    score: Mean
    exact: Mean
    questions: int
    answered: int
    clauses: dict[str, int]


class Summary(msgspec.Struct, frozen=True):
    """All means of one model.

    Attributes
    ----------
    columns
        In the paper's order, then a user's own tasks.
    average_score, average_exact
        Unweighted means of eight columns (T5 and T6 left out); without a value
        where one of the eight is empty.
    options
        How it was scored.
    """

    columns: tuple[Column, ...]
    average_score: Mean
    average_exact: Mean
    options: ScoringOptions

    def column(self, name: str) -> Column | None:
        """Return a column by its name, or None if no question belongs to it."""
        return next((column for column in self.columns if column.name == name), None)


class Comparison(msgspec.Struct, frozen=True):
    """Two models on the questions that both have answered, in percent.

    Attributes
    ----------
    columns
        By column, the first minus the second, in the weighted score.
    average
        Of the eight columns; None where one of them has no common question.
    """

    columns: dict[str, Difference]
    average: Difference | None


def summarise(
    rows: Sequence[ScoredRow],
    options: ScoringOptions = DEFAULT_OPTIONS,
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Summary:
    """Return the means of some scored questions.

    Parameters
    ----------
    rows
        Scored with the same options.
    options
        See `missing` and `pocket_exact`.
    seed, resamples
        Of the bootstrap.
    """
    return summarise_arrays(arrays_of(rows), options, seed=seed, resamples=resamples)


def summarise_arrays(
    scored: ScoredArrays,
    options: ScoringOptions = DEFAULT_OPTIONS,
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Summary:
    """Return the means of some scored questions; see `summarise`."""
    columns, drawn_scores, drawn_exacts = [], {}, {}
    counted = ~scored.missing if options.missing == "drop" else np.ones(len(scored.missing), dtype=np.bool_)
    for place, name in enumerate(scored.columns):
        own = np.flatnonzero(scored.column == place)
        if not len(own):
            continue
        used = own[counted[own]]
        scores, exacts = scored.score[used], scored.exact[used[_counts_for_exact(name, scored.bonds[used], options)]]
        drawn_scores[name] = _draw(scores, seed, f"score {name}", resamples)
        drawn_exacts[name] = _draw(exacts, seed, f"exact {name}", resamples)
        columns.append(
            Column(
                name,
                COLUMNS.get(name, name),
                _mean(scores, drawn_scores[name]),
                _mean(exacts, drawn_exacts[name]),
                len(own),
                int(np.count_nonzero(~scored.missing[own])),
                _clauses(scored, own),
            )
        )
    score = _average({column.name: column.score for column in columns}, drawn_scores)
    exact = _average({column.name: column.exact for column in columns}, drawn_exacts)
    return Summary(tuple(columns), score, exact, options)


def _clauses(scored: ScoredArrays, own: NDArray[np.signedinteger]) -> dict[str, int]:
    """Return how often each clause gave the score, the most frequent first."""
    codes, first, often = np.unique(scored.clause[own], return_index=True, return_counts=True)
    order = np.lexsort((first, -often))
    return {scored.clauses[codes[place]]: int(often[place]) for place in order}


def compare(
    first: Sequence[ScoredRow],
    second: Sequence[ScoredRow],
    options: ScoringOptions = DEFAULT_OPTIONS,
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> Comparison:
    """Compare two models by paired bootstrap.

    Parameters
    ----------
    first, second
        Scored questions; those that only one of them has are left out.
    options
        See `missing`.
    seed, resamples
        Of the bootstrap.
    """
    others = {row.question: row for row in second}
    pairs: dict[str, list[float]] = {}
    for row in first:
        other = others.get(row.question)
        if other is None or (options.missing == "drop" and (row.is_missing or other.is_missing)):
            continue
        pairs.setdefault(row.column, []).append(100.0 * (row.score - other.score))
    arrays = {name: _column(values) for name, values in pairs.items()}
    columns = {}
    for name in columns_of(first):
        difference = paired_difference({name: arrays[name]}, seed=seed, resamples=resamples) if name in arrays else None
        if difference is not None:
            columns[name] = difference
    eight = {name: arrays[name] for name in AVERAGED if name in arrays}
    average = paired_difference(eight, seed=seed, resamples=resamples) if len(eight) == len(AVERAGED) else None
    return Comparison(columns, average)


def _counts_for_exact(column: str, bonds: NDArray[np.floating], options: ScoringOptions) -> NDArray[np.bool_]:
    if options.pocket_exact == "all" or COLUMNS.get(column) != "T9":
        return np.ones(len(bonds), dtype=np.bool_)
    return np.asarray(bonds > 0)


def _column(values: Sequence[float]) -> FloatArray:
    return np.array(values, dtype=np.float64)


def _draw(values: FloatArray, seed: int, key: str, resamples: int) -> FloatArray | None:
    return resampled_means(100.0 * values, seed=seed, key=key, resamples=resamples) if len(values) else None


def _mean(values: FloatArray, drawn: FloatArray | None) -> Mean:
    if drawn is None:
        return Mean(None, None, None, 0)
    bounds = interval(drawn)
    return Mean(100.0 * float(values.mean()), bounds.low, bounds.high, len(values))


def _average(means: dict[str, Mean], drawn: dict[str, FloatArray | None]) -> Mean:
    values, samples = [], []
    for name in AVERAGED:
        mean, sample = means.get(name), drawn.get(name)
        if mean is None or mean.value is None or sample is None:
            return Mean(None, None, None, 0)
        values.append(mean.value)
        samples.append(sample)
    bounds = interval(np.mean(samples, axis=0))
    return Mean(float(np.mean(values)), bounds.low, bounds.high, sum(means[name].count for name in AVERAGED))
