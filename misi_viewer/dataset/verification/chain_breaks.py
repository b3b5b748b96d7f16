"""Whether pictures show dashes where chains are broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["BreakEvidence", "weigh_chain_breaks"]

Pixels = NDArray[np.uint8]

NOTABLE = 24
"""Difference of a pixel with and without dashes from which on it is evidence."""

LEAST_PIXELS = 10


@dataclass(frozen=True, slots=True)
class BreakEvidence:
    """What speaks for or against dashes.

    Attributes
    ----------
    drawn
        Whether there are any.
    margin
        From 0 to 1: what part of the difference the right choice takes away.
    """

    drawn: bool
    margin: float


def weigh_chain_breaks(
    pictures: Sequence[Pixels], without: Sequence[Pixels], dashed: Sequence[Pixels]
) -> BreakEvidence | None:
    """Return what pictures tell, where it makes a difference; None if it makes none.

    Parameters
    ----------
    pictures
        As stored.
    without, dashed
        The same, drawn without and with dashes.
    """
    count, apart_without, apart_dashed = 0, 0.0, 0.0
    for picture, plain, other in zip(pictures, without, dashed, strict=True):
        telling = np.abs(plain.astype(np.int16) - other).max(axis=2) > NOTABLE
        values = picture[telling].astype(np.int16)
        count += len(values)
        apart_without += float(np.abs(values - plain[telling]).sum())
        apart_dashed += float(np.abs(values - other[telling]).sum())
    if count < LEAST_PIXELS:
        return None
    whole = max(apart_without + apart_dashed, 1e-9)
    return BreakEvidence(apart_dashed < apart_without, abs(apart_dashed - apart_without) / whole)
