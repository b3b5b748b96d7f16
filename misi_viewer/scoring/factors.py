"""What a question is like, for finding out what failures depend on (spec benchmark.md section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.structure import Structure
from misi_viewer.scene.parts import prepare
from misi_viewer.scoring.bootstrap import RESAMPLES, SEED, interval, resampled_means
from misi_viewer.scoring.rows import NEGATIVE, POSITIVE, ScoredRow
from misi_viewer.tasks.answers import Answer, BondsAnswer, CommandsAnswer, LetterAnswer

__all__ = [
    "OTHER",
    "Confusion",
    "Factors",
    "Group",
    "answer_factors",
    "axis_confusion",
    "confusion",
    "count_confusion",
    "exact_by_bonds",
    "group_means",
    "heavy_atoms",
    "letter_confusion",
    "means_of_groups",
    "zoom_errors",
]

OTHER = "other"
"""What was given where it is none of the expected values, or nothing."""


class Factors(msgspec.Struct, frozen=True, kw_only=True):
    """What a question is like; None where that does not apply to its task.

    Attributes
    ----------
    bonds
        Number of true hydrogen bonds.
    verb, axis, sign, magnitude
        Of the true command; of docking's, its roll. The magnitude is in
        angstrom or degrees.
    move_sign, move_magnitude
        Of docking's move.
    zoom
        Angstrom of a true move along z.
    letter
        The right one.
    ligand_atoms, pocket_atoms
        Displayed heavy atoms.
    readable_views
        Pictures in which all needed labels can be read.
    """

    bonds: int | None = None
    verb: str | None = None
    axis: str | None = None
    sign: int | None = None
    magnitude: float | None = None
    move_sign: int | None = None
    move_magnitude: float | None = None
    zoom: float | None = None
    letter: str | None = None
    ligand_atoms: int | None = None
    pocket_atoms: int | None = None
    readable_views: int | None = None


class Group(msgspec.Struct, frozen=True):
    """Questions that share a factor's value.

    Attributes
    ----------
    value
        The value, or the lower edge of a bin.
    count
        Questions.
    mean, low, high
        In percent, with the range that holds it with 95 % confidence.
    """

    value: float | int | str
    count: int
    mean: float
    low: float
    high: float


class Confusion(msgspec.Struct, frozen=True):
    """How often which answer was given for which truth.

    Attributes
    ----------
    truths, givens
        Names of the rows and of the columns; the last column is "other".
    counts
        Row by row.
    """

    truths: tuple[str, ...]
    givens: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


def answer_factors(truth: Answer) -> Factors:
    """Return what the truth alone tells of a question."""
    match truth:
        case LetterAnswer(letter):
            return Factors(letter=letter)
        case BondsAnswer(bonds):
            return Factors(bonds=len(bonds))
        case CommandsAnswer(commands) if commands:
            first = next((command for command in commands if command.verb == "roll"), commands[0])
            move = next((command for command in commands if command.verb == "move"), None)
            docking = move is not None and move is not first
            return Factors(
                verb=first.verb,
                axis=first.axis,
                sign=int(np.sign(first.amount)),
                magnitude=abs(first.amount),
                move_sign=int(np.sign(move.amount)) if docking and move is not None else None,
                move_magnitude=abs(move.amount) if docking and move is not None else None,
                zoom=move.amount if move is not None and move.axis == "z" else None,
            )
    return Factors()


def heavy_atoms(structure: Structure) -> int:
    """Return the number of atoms that are displayed: no hydrogens, no solvent."""
    return int(np.count_nonzero(prepare(structure).kept & ~structure.is_hydrogen))


def group_means(
    values: Sequence[float | int | str | None],
    scores: Sequence[float],
    edges: Sequence[float] | None = None,
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> list[Group]:
    """Return the mean score for each value of a factor.

    Parameters
    ----------
    values
        (n,) of the factor; questions with None are left out.
    scores
        (n,) from 0 to 1.
    edges
        Ascending edges of bins for numbers: a bin holds its lower edge, the
        last one its upper edge, too. Without, each value is a group.
    seed, resamples
        Of the bootstrap.
    """
    groups = [value if edges is None or value is None else _bin(value, edges) for value in values]
    names = sorted({one for one in groups if one is not None}, key=lambda one: (isinstance(one, str), one))
    place: dict[float | int | str | None, int] = {name: number for number, name in enumerate(names)}
    codes = np.array([place.get(one, -1) for one in groups], dtype=np.int64)
    return means_of_groups(codes, names, np.asarray(scores, dtype=np.float64), seed=seed, resamples=resamples)


def means_of_groups(
    codes: NDArray[np.signedinteger],
    names: Sequence[float | int | str],
    scores: NDArray[np.floating],
    *,
    seed: int = SEED,
    resamples: int = RESAMPLES,
) -> list[Group]:
    """Return the mean score of each group that has questions.

    Parameters
    ----------
    codes
        (n,) places in `names`; -1 for questions that are left out.
    names
        Values of the groups, in order.
    scores
        (n,) from 0 to 1.
    seed, resamples
        Of the bootstrap.
    """
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(names) + 1))
    made = []
    for name, start, end in zip(names, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        if start < end:
            column = 100.0 * scores[order[start:end]].astype(np.float64)
            key = name if isinstance(name, str) else f"{name:g}"
            found = interval(resampled_means(column, seed=seed, key=key, resamples=resamples))
            made.append(Group(name, end - start, float(column.mean()), found.low, found.high))
    return made


def _bin(value: float | str, edges: Sequence[float]) -> float | None:
    number = float(value)
    if not edges[0] <= number <= edges[-1]:
        return None
    place = int(np.searchsorted(edges, number, side="right")) - 1
    return float(edges[min(place, len(edges) - 2)])


def exact_by_bonds(rows: Iterable[ScoredRow], *, seed: int = SEED, resamples: int = RESAMPLES) -> list[Group]:
    """Return T4's exact match against the number of hydrogen bonds, as in the paper."""
    own = [row for row in rows if row.column in (POSITIVE, NEGATIVE) and not row.is_missing]
    return group_means([row.bonds for row in own], [row.exact for row in own], seed=seed, resamples=resamples)


def zoom_errors(
    rows: Iterable[ScoredRow], factors: Mapping[str, Factors], *, seed: int = SEED, resamples: int = RESAMPLES
) -> list[Group]:
    """Return T3's error rate against the zoom distance, as in the paper.

    Parameters
    ----------
    rows
        Scored questions.
    factors
        By question.
    seed, resamples
        Of the bootstrap.
    """
    own = [row for row in rows if row.task == "zooming" and not row.is_missing and row.question in factors]
    distances = [factors[row.question].zoom for row in own]
    return group_means(distances, [1.0 - row.exact for row in own], seed=seed, resamples=resamples)


def confusion(pairs: Iterable[tuple[str, str | None]], names: Sequence[str]) -> Confusion:
    """Count which answer was given for which truth.

    Parameters
    ----------
    pairs
        Truth and answer; an answer that is none of the names is "other".
    names
        The expected values, in order.
    """
    place = {name: number for number, name in enumerate(names)}
    coded = [(place.get(truth, -1), place.get(given or OTHER, -1)) for truth, given in pairs]
    truths, givens = np.array(coded, dtype=np.int64).reshape(-1, 2).T
    return count_confusion(truths, givens, names)


def count_confusion(
    truths: NDArray[np.signedinteger], givens: NDArray[np.signedinteger], names: Sequence[str]
) -> Confusion:
    """Count which answer was given for which truth.

    Parameters
    ----------
    truths
        (n,) places in `names`; questions with -1 are left out.
    givens
        (n,) places in `names`; -1 for "other".
    names
        The expected values, in order.
    """
    width = len(names) + 1
    known = truths >= 0
    cells = truths[known].astype(np.int64) * width + np.where(givens[known] < 0, len(names), givens[known])
    counts = np.bincount(cells, minlength=len(names) * width).reshape(len(names), width)
    return Confusion(tuple(names), (*names, OTHER), tuple(map(tuple, counts.tolist())))


def axis_confusion(pairs: Iterable[tuple[Answer, Answer | None]]) -> Confusion:
    """Count which axis was given for which, for tasks whose answers are commands; docking's roll counts."""
    named = [
        (answer_factors(truth).axis, None if given is None else answer_factors(given).axis) for truth, given in pairs
    ]
    return confusion([(truth, given) for truth, given in named if truth is not None], ("x", "y", "z"))


def letter_confusion(
    pairs: Iterable[tuple[Answer, Answer | None]], letters: Sequence[str] = tuple("ABCD")
) -> Confusion:
    """Count which letter was given for which, for tasks with options."""
    named = [
        (truth.letter, given.letter if isinstance(given, LetterAnswer) else None)
        for truth, given in pairs
        if isinstance(truth, LetterAnswer)
    ]
    return confusion(named, letters)
