"""How alike two pictures are, where either of them shows something."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import binary_dilation
from skimage.metrics import structural_similarity

Pixels = NDArray[np.uint8]

DARK = 8
"""A pixel none of whose channels is above this is background."""

RIM = 3
"""Pixels round the foreground that count too."""


class Likeness(NamedTuple):
    """Structural similarity, mean absolute difference (0 to 255) and overlap (0 to 1) of two foregrounds."""

    similarity: float
    difference: float
    overlap: float


def read_picture(path: Path) -> Pixels:
    """Return the (h, w, 3) pixels of a file."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def likeness(one: Pixels, other: Pixels) -> Likeness:
    """Compare two (h, w, 3) pictures of one size."""
    lit_one, lit_other = (picture.max(axis=2) > DARK for picture in (one, other))
    lit = lit_one | lit_other
    zone = binary_dilation(lit, iterations=RIM)
    similarity = structural_similarity(one, other, channel_axis=2, full=True)[1].mean(axis=2)
    distance = np.abs(one.astype(np.float64) - other)
    overlap = (lit_one & lit_other).sum() / max(1, int(lit.sum()))
    return Likeness(float(similarity[zone].mean()), float(distance[zone].mean()), float(overlap))
