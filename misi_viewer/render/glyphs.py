"""Texts as coverage images, rasterised by FreeType (spec labels.md section 3)."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from functools import cache, lru_cache

import freetype
import numpy as np
from freetype.raw import FT_Outline_Translate
from numpy.typing import NDArray

from misi_viewer import resources

__all__ = ["IMAGE_HEIGHT", "LARGEST_WIDTH", "text_image", "width_in_em"]

FONT = "fonts/LiberationSans-Regular.ttf"

PIXELS_PER_EM = 64
IMAGE_HEIGHT = 72
BASELINE = 58
LARGEST_WIDTH = 4096
PADDING = 4
"""Pixels by which an image is wider than its ink, which starts at the first glyph's left bearing: the right edge of a
glyph whose bearing is larger is cut off (ChimeraX 1.7.1 on Linux, as in the golden pictures)."""

PEN_STEPS = 4
"""The pen stands at whole quarters of a pixel."""

PIXEL = 64
"""FreeType gives outlines, bearings and kerning in 64ths of a pixel."""

ADVANCE_SHIFT = 10
"""Unhinted advances come in 65,536ths of a pixel; the pen moves by whole 64ths."""

_FACE_LOCK = threading.Lock()
"""The face holds one glyph at a time, and pictures are drawn while labels are measured in another thread."""

Coverage = NDArray[np.uint8]


@cache
def _face() -> freetype.Face:
    face = freetype.Face(str(resources.path(FONT)))
    face.set_pixel_sizes(0, PIXELS_PER_EM)
    return face


@dataclass(frozen=True, slots=True)
class _Metrics:
    """Measures of a glyph at the pen: whole pixels to its left and right edge, and the unhinted advance in 64ths."""

    left: int
    right: int
    advance: int


def _load(character: str) -> freetype.GlyphSlot:
    face = _face()
    face.load_char(character, freetype.FT_LOAD_TARGET_LIGHT | freetype.FT_LOAD_NO_BITMAP)
    return face.glyph


@lru_cache(maxsize=4096)
def _glyph(character: str, quarter: int) -> tuple[Coverage, int, int]:
    """Return a glyph's coverage, its left edge from the pen's pixel and its top edge above the baseline."""
    with _FACE_LOCK:
        slot = _load(character)
        FT_Outline_Translate(ctypes.byref(slot.outline._FT_Outline), quarter * PIXEL // PEN_STEPS, 0)
        slot.render(freetype.FT_RENDER_MODE_NORMAL)
        bitmap = slot.bitmap
        pixels = np.array(bitmap.buffer, dtype=np.uint8).reshape(bitmap.rows, bitmap.pitch)[:, : bitmap.width]
        return pixels, slot.bitmap_left, slot.bitmap_top


@lru_cache(maxsize=4096)
def _metrics(character: str) -> _Metrics:
    with _FACE_LOCK:
        slot = _load(character)
        left = slot.metrics.horiBearingX
        right = left + slot.metrics.width
        return _Metrics(left // PIXEL, -(-right // PIXEL), slot.linearHoriAdvance >> ADVANCE_SHIFT)


@lru_cache(maxsize=4096)
def _kerning(left: str, right: str) -> int:
    """Return the kerning in 64ths of a pixel.

    Digits keep their common width. Liberation Sans 2 draws 11 together,
    Liberation Sans 1, which the golden pictures were made with, does not.
    """
    if left.isdigit() and right.isdigit():
        return 0
    return int(_face().get_kerning(left, right, freetype.FT_KERNING_UNFITTED).x)


def _pen_positions(text: str) -> list[int]:
    """Return where the pen stands for each character, in 64ths of a pixel."""
    positions, pen = [], 0
    for index, character in enumerate(text):
        if index:
            pen += _kerning(text[index - 1], character)
        positions.append(pen)
        pen += _metrics(character).advance
    return positions


def width_in_em(text: str) -> float:
    """Return how far the pen goes for a text, in em."""
    text = text[:LARGEST_WIDTH]
    return (_pen_positions(text)[-1] + _metrics(text[-1]).advance) / PIXEL / PIXELS_PER_EM if text else 0.0


def _width(text: str, positions: list[int]) -> int:
    """Return the width of a text's image, in pixels."""
    measures = [_metrics(character) for character in text]
    first = min((pen // PIXEL + m.left for pen, m in zip(positions, measures, strict=True)), default=0)
    last = max((-(-pen // PIXEL) + m.right for pen, m in zip(positions, measures, strict=True)), default=0)
    return min(max(last - first, 0) + PADDING, LARGEST_WIDTH)


def _composite(image: Coverage, glyph: Coverage, left: int, top: int) -> None:
    """Lay a glyph over the image, source over; what falls outside is cut off."""
    first_row, first_column = max(top, 0), max(left, 0)
    part = glyph[first_row - top : image.shape[0] - top, first_column - left : image.shape[1] - left]
    if not part.size:
        return
    target = image[first_row : first_row + part.shape[0], first_column : first_column + part.shape[1]]
    over = part.astype(np.uint16)
    target[:] = over + (target * (255 - over) + 127) // 255


def text_image(text: str) -> Coverage:
    """Draw a text at the benchmark's label resolution.

    Parameters
    ----------
    text
        One line.

    Returns
    -------
    (72, w) uint8 coverage, top row first, w at most 4096 (spec labels.md sections 3 and 4).
    """
    text = text[:LARGEST_WIDTH]
    positions = _pen_positions(text)
    image = np.zeros((IMAGE_HEIGHT, _width(text, positions)), dtype=np.uint8)
    for character, pen in zip(text, positions, strict=True):
        quarters = pen * PEN_STEPS // PIXEL
        if quarters // PEN_STEPS >= LARGEST_WIDTH:
            break
        glyph, left, top = _glyph(character, quarters % PEN_STEPS)
        _composite(image, glyph, quarters // PEN_STEPS + left, BASELINE - top)
    return image
