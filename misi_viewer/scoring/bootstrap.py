"""Bootstrap: how sure means and differences of means are."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "RESAMPLES",
    "SEED",
    "Difference",
    "Interval",
    "interval",
    "paired_difference",
    "resampled_levels",
    "resampled_means",
]

FloatArray = NDArray[np.float64]

RESAMPLES = 2_000
SEED = 0
CONFIDENCE = 0.95

_DRAWS_AT_ONCE = 4_000_000
"""Random numbers held in memory."""

_DRAWS_PER_LEVEL = 8
"""How many cases are drawn in the time in which it is drawn how often one value comes."""

_MOST_LEVELS = 32
"""Different values that are told apart where there are many cases."""


@dataclass(frozen=True, slots=True)
class Interval:
    """The range that holds the mean with 95 % confidence."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Difference:
    """How much better one model is than another on the same questions.

    Attributes
    ----------
    mean
        First minus second.
    low, high
        The range that holds it with 95 % confidence.
    p_value
        Two-sided: how likely the resampled difference has the other sign.
    count
        Questions that both have answered.
    """

    mean: float
    low: float
    high: float
    p_value: float
    count: int


def resampled_means(values: FloatArray, *, seed: int = SEED, key: str = "", resamples: int = RESAMPLES) -> FloatArray:
    """Return (resamples,) means of samples drawn with replacement.

    Where few different values occur it is drawn how often each of them comes,
    not which case comes: the means are distributed alike, and many cases cost
    no more than few. Of many cases with many different values, neighbouring
    ones are put together, and the means stretched so that they vary as those
    of the values themselves do.

    Parameters
    ----------
    values
        (n,) at least one.
    seed, key
        The same give the same draws; columns have keys of their own.
    resamples
        How many.
    """
    levels, often = np.unique(values, return_counts=True)
    if len(levels) > _MOST_LEVELS and len(values) >= _MOST_LEVELS * _DRAWS_PER_LEVEL:
        coarse, stretch = _together(levels, often)
        means = resampled_levels(*coarse, seed=seed, key=key, resamples=resamples)
        middle = float(values.mean())
        return middle + stretch * (means - middle)
    if len(levels) * _DRAWS_PER_LEVEL <= len(values) or len(levels) == 1:
        return resampled_levels(levels, often, seed=seed, key=key, resamples=resamples)
    random, count = _random(seed, key), len(values)
    sizes = _sizes(resamples, count)
    return np.concatenate([values[random.integers(0, count, size=(size, count))].mean(axis=1) for size in sizes])


def resampled_levels(
    levels: FloatArray,
    often: NDArray[np.signedinteger],
    *,
    seed: int = SEED,
    key: str = "",
    resamples: int = RESAMPLES,
) -> FloatArray:
    """Return (resamples,) means of samples drawn with replacement, of values that are told by how often each comes.

    Parameters
    ----------
    levels, often
        (k,) the values, and their numbers.
    seed, key, resamples
        See `resampled_means`.
    """
    if len(levels) == 1:
        return np.full(resamples, levels[0])
    random, count = _random(seed, key), int(often.sum())
    sizes = _sizes(resamples, len(levels))
    return np.concatenate([random.multinomial(count, often / count, size=size) @ levels / count for size in sizes])


def _together(
    levels: FloatArray, often: NDArray[np.signedinteger]
) -> tuple[tuple[FloatArray, NDArray[np.signedinteger]], float]:
    """Put neighbouring values together; return those that stand for them, and how much less these are scattered."""
    width = (levels[-1] - levels[0]) / _MOST_LEVELS
    place = np.minimum(((levels - levels[0]) / width).astype(np.int64), _MOST_LEVELS - 1)
    numbers = np.bincount(place, weights=often, minlength=_MOST_LEVELS)
    used = numbers > 0
    means = np.bincount(place, weights=often * levels, minlength=_MOST_LEVELS)[used] / numbers[used]
    numbers = numbers[used].astype(np.int64)
    return (means, numbers), _scatter(levels, often) / _scatter(means, numbers)


def _scatter(levels: FloatArray, often: NDArray[np.signedinteger]) -> float:
    mean = np.average(levels, weights=often)
    return float(np.sqrt(np.average((levels - mean) ** 2, weights=often)))


def _random(seed: int, key: str) -> np.random.Generator:
    return np.random.default_rng([seed, zlib.crc32(key.encode())])


def _sizes(resamples: int, width: int) -> list[int]:
    """Return how many samples are drawn at a time, each of so many random numbers."""
    chunk = max(1, _DRAWS_AT_ONCE // width)
    return [min(chunk, resamples - start) for start in range(0, resamples, chunk)]


def interval(means: FloatArray) -> Interval:
    """Return the percentile interval of resampled means."""
    tail = (1.0 - CONFIDENCE) / 2.0
    low, high = np.quantile(means, [tail, 1.0 - tail])
    return Interval(float(low), float(high))


def paired_difference(
    pairs: Mapping[str, FloatArray], *, seed: int = SEED, resamples: int = RESAMPLES
) -> Difference | None:
    """Compare two models by the unweighted mean of their differences in some columns.

    Parameters
    ----------
    pairs
        By column, (n,) score of the first model minus that of the second, on
        the same questions.
    seed, resamples
        See `resampled_means`.

    Returns
    -------
    Difference or None
        None without a common question in some column.
    """
    if not pairs or not all(len(values) for values in pairs.values()):
        return None
    drawn = [resampled_means(values, seed=seed, key=key, resamples=resamples) for key, values in pairs.items()]
    means = np.mean(drawn, axis=0)
    mean = float(np.mean([values.mean() for values in pairs.values()]))
    other_sign = min(float(np.mean(means <= 0.0)), float(np.mean(means >= 0.0)))
    bounds = interval(means)
    count = sum(map(len, pairs.values()))
    return Difference(mean, bounds.low, bounds.high, min(1.0, 2.0 * other_sign), count)
