"""Texts as images (spec labels.md section 3)."""

from __future__ import annotations

import numpy as np
import pytest

from misi_viewer.render.atlas import build_atlas
from misi_viewer.render.glyphs import IMAGE_HEIGHT, LARGEST_WIDTH, text_image

BASELINE = 58


def ink(image: np.ndarray) -> tuple[int, int, int, int]:
    """Return the first and last inked row and column."""
    rows, columns = np.flatnonzero(image.any(axis=1)), np.flatnonzero(image.any(axis=0))
    return int(rows[0]), int(rows[-1]), int(columns[0]), int(columns[-1])


def test_capitals_stand_on_the_baseline() -> None:
    image = text_image("HEL")
    top, bottom, left, _ = ink(image)
    assert image.shape[0] == IMAGE_HEIGHT
    assert bottom == BASELINE - 1
    assert top == BASELINE - 45  # the cap height, 44.0 pixels and a bit, hinted to whole pixels
    assert left == 5  # the left bearing is kept


def test_the_image_is_four_pixels_wider_than_the_ink() -> None:
    round_ = text_image("C")
    assert round_.shape[1] == ink(round_)[3] + 1 - ink(round_)[2] + 4
    wide = text_image("H")
    assert ink(wide)[3] == wide.shape[1] - 1  # so a letter with a larger bearing is cut


def test_pairs_are_kerned_but_digits_are_not() -> None:
    def width(text: str) -> int:
        return text_image(text).shape[1]

    assert width("AV") < width("A") + width("V") - 7
    assert abs((width("111") - width("11")) - 64 * 1139 / 2048) <= 1.0


def test_pens_stand_at_quarter_pixels() -> None:
    image = text_image("lllll")
    stems = [image[40, start : start + 14] for start in range(4, 60, 14)]
    assert len({stem.tobytes() for stem in stems}) > 1
    assert len(np.unique(image[40])) <= 10


@pytest.mark.parametrize("text", ["", " ", "\u00a0", "\U0001f600", "\x07", "é", "日本"])
def test_any_text_has_an_image(text: str) -> None:
    image = text_image(text)
    assert image.shape[0] == IMAGE_HEIGHT
    assert image.shape[1] >= 4


def test_long_texts_are_cut() -> None:
    assert text_image("W" * 5000).shape == (IMAGE_HEIGHT, LARGEST_WIDTH)


def test_the_atlas_holds_the_ink_of_every_text() -> None:
    texts = [f"RES {number}" for number in range(60)] + ["", "W" * 100]
    atlas = build_atlas(texts)
    assert atlas.image.shape[1] <= LARGEST_WIDTH
    for row, text in enumerate(texts):
        whole = text_image(text)[::-1]
        (left, right), (bottom, top) = atlas.columns[row], atlas.rows[row]
        part = atlas.image[bottom : top + 1, left : right + 1]
        column, line = (left, bottom) - atlas.origins[row]
        assert (whole[line : line + part.shape[0], column : column + part.shape[1]] == part).all()
        assert part.sum() == whole.sum()
        assert atlas.widths[row] == whole.shape[1]
