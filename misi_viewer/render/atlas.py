"""All label texts of a scene in one image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from misi_viewer.render.glyphs import IMAGE_HEIGHT, LARGEST_WIDTH, text_image

__all__ = ["Atlas", "build_atlas"]

MARGIN = 1
"""Pixels of a text's image kept round its ink, so that bilinear filtering fades out as in the whole image."""


@dataclass(frozen=True, eq=False, slots=True)
class Atlas:
    """Coverage of texts, and where each lies.

    Attributes
    ----------
    image
        (h, w) uint8, rows from the bottom, as textures have them.
    columns, rows
        (t, 2) int first and last column, and row, of each text's inked part.
    origins
        (t, 2) int column and row of the lower left corner of each text's whole
        image; it may lie outside of the atlas.
    widths
        (t,) int pixels across each text's whole image.
    """

    image: NDArray[np.uint8]
    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    origins: NDArray[np.int64]
    widths: NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class _Inked:
    """The inked part of a text's image, rows from the bottom; its place in the whole, and the whole's width."""

    part: NDArray[np.uint8]
    column: int
    row: int
    width: int


@lru_cache(maxsize=2048)
def _inked(text: str) -> _Inked:
    whole = text_image(text)[::-1]
    columns, rows = _span((whole > 0).max(axis=0)), _span((whole > 0).max(axis=1))
    return _Inked(whole[rows, columns].copy(), columns.start, rows.start, whole.shape[1])


def _span(lit: NDArray[np.bool_]) -> slice:
    """Return where there is ink, with a margin."""
    places = np.flatnonzero(lit)
    if not len(places):
        return slice(0, 1)
    return slice(max(int(places[0]) - MARGIN, 0), min(int(places[-1]) + 1 + MARGIN, len(lit)))


def build_atlas(texts: Sequence[str]) -> Atlas:
    """Draw texts side by side, in shelves of one text's height.

    Parameters
    ----------
    texts
        t strings; give each text once.
    """
    inked = [_inked(text) for text in texts]
    corners: list[tuple[int, int]] = []
    left = shelf = 0
    for text in inked:
        if left + text.part.shape[1] > LARGEST_WIDTH:
            left, shelf = 0, shelf + 1
        corners.append((left, shelf * IMAGE_HEIGHT))
        left += text.part.shape[1]
    image = np.zeros(((shelf + 1) * IMAGE_HEIGHT, LARGEST_WIDTH if shelf else max(left, 1)), dtype=np.uint8)
    for text, (left, bottom) in zip(inked, corners, strict=True):
        image[bottom : bottom + text.part.shape[0], left : left + text.part.shape[1]] = text.part
    corner = _table(corners)
    last = corner + _table([(text.part.shape[1] - 1, text.part.shape[0] - 1) for text in inked])
    return Atlas(
        image,
        np.column_stack((corner[:, 0], last[:, 0])),
        np.column_stack((corner[:, 1], last[:, 1])),
        corner - _table([(text.column, text.row) for text in inked]),
        np.array([text.width for text in inked], dtype=np.int64),
    )


def _table(pairs: list[tuple[int, int]]) -> NDArray[np.int64]:
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)
