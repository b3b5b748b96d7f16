"""All label texts of a scene in one image."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
        (h, w) uint8, rows from the top.
    columns, rows
        (t, 2) int first and last column, and row, of each text's inked part.
    origins
        (t, 2) int column and row of each text's whole image, whose upper left
        corner may lie outside of the atlas.
    widths
        (t,) int pixels across each text's whole image.
    """

    image: NDArray[np.uint8]
    columns: NDArray[np.int64]
    rows: NDArray[np.int64]
    origins: NDArray[np.int64]
    widths: NDArray[np.int64]


def _inked(image: NDArray[np.uint8]) -> tuple[slice, slice]:
    """Return the rows and columns that hold ink, with a margin."""

    def span(lit: NDArray[np.bool_]) -> slice:
        places = np.flatnonzero(lit)
        if not len(places):
            return slice(0, 1)
        return slice(max(int(places[0]) - MARGIN, 0), min(int(places[-1]) + 1 + MARGIN, len(lit)))

    return span(image.any(axis=1)), span(image.any(axis=0))


def build_atlas(texts: Sequence[str]) -> Atlas:
    """Draw texts side by side, in shelves of one text's height.

    Parameters
    ----------
    texts
        t strings; give each text once.
    """
    columns, rows, origins, widths = [], [], [], []
    parts: list[tuple[int, int, NDArray[np.uint8]]] = []
    left = shelf = 0
    for text in texts:
        whole = text_image(text)
        row, column = _inked(whole)
        part = whole[row, column]
        if left + part.shape[1] > LARGEST_WIDTH:
            left, shelf = 0, shelf + 1
        top = shelf * IMAGE_HEIGHT
        parts.append((left, top, part))
        columns.append((left, left + part.shape[1] - 1))
        rows.append((top, top + part.shape[0] - 1))
        origins.append((left - column.start, top - row.start))
        widths.append(whole.shape[1])
        left += part.shape[1]
    image = np.zeros(((shelf + 1) * IMAGE_HEIGHT, LARGEST_WIDTH if shelf else max(left, 1)), dtype=np.uint8)
    for left, top, part in parts:
        image[top : top + part.shape[0], left : left + part.shape[1]] = part

    def table(pairs: list[tuple[int, int]]) -> NDArray[np.int64]:
        return np.array(pairs, dtype=np.int64).reshape(-1, 2)

    return Atlas(image, table(columns), table(rows), table(origins), np.array(widths, dtype=np.int64))
