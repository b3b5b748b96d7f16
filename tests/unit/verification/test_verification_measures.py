"""How alike pictures are: against scikit-image's measure, and on pictures whose difference is known."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from skimage.metrics import structural_similarity

from misi_viewer.dataset.verification.likeness import foreground, likeness, similarity
from misi_viewer.dataset.verification.shift import find_shift
from misi_viewer.dataset.verification.similarity import similarity_map
from misi_viewer.dataset.verification.stored import decode
from misi_viewer.errors import UserError

BLACK = (0, 0, 0)


def sticks(seed: int, shape: tuple[int, int] = (96, 128), places: int = 40) -> np.ndarray:
    """Return a picture of short coloured bars on black."""
    rng = np.random.default_rng(seed)
    picture = np.zeros((*shape, 3), dtype=np.uint8)
    for row, column in zip(rng.integers(8, shape[0] - 16, places), rng.integers(8, shape[1] - 16, places), strict=True):
        tall, wide = ((9, 3), (3, 9))[int(rng.integers(2))]
        picture[row : row + tall, column : column + wide] = rng.integers(60, 255, 3)
    return picture


def smooth(seed: int, right: float = 0.0, down: float = 0.0, shape: tuple[int, int] = (80, 100)) -> np.ndarray:
    """Return a sum of bumps, moved."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[: shape[0], : shape[1]]
    total = np.zeros(shape)
    for centre_x, centre_y, width in zip(
        rng.uniform(20, 80, 20), rng.uniform(20, 60, 20), rng.uniform(2, 4, 20), strict=True
    ):
        total += np.exp(-((x - centre_x - right) ** 2 + (y - centre_y - down) ** 2) / 2 / width**2)
    return total


class TestSimilarity:
    @pytest.mark.parametrize("seed", range(4))
    def test_map_is_that_of_scikit_image(self, seed):
        rng = np.random.default_rng(seed)
        one = sticks(seed)
        other = np.clip(one + rng.normal(0, 20, one.shape) * rng.integers(0, 2, one.shape), 0, 255).astype(np.uint8)
        expected = structural_similarity(one, other, channel_axis=2, full=True)[1].mean(axis=2)
        assert np.abs(similarity_map(one, other) - expected).max() < 2e-4

    def test_noise_is_that_of_scikit_image(self):
        rng = np.random.default_rng(7)
        one, other = rng.integers(0, 256, (2, 40, 31, 3), dtype=np.uint8)
        expected = structural_similarity(one, other, channel_axis=2, full=True)[1].mean(axis=2)
        assert np.abs(similarity_map(one, other) - expected).max() < 1e-4

    def test_foreground_only_counts(self):
        one, other = np.zeros((2, 200, 200, 3), dtype=np.uint8)
        one[90:110, 90:110] = 200
        other[90:110, 90:110] = np.random.default_rng(0).integers(0, 255, (20, 20, 3))
        assert similarity(one, other, BLACK) < 0.5 < similarity_map(one, other).mean()

    def test_empty_pictures_are_alike(self):
        empty = np.zeros((10, 12, 3), dtype=np.uint8)
        assert likeness(empty, empty, BLACK) == (1.0, 1.0, 0.0, (0.0, 0.0))

    def test_the_background_is_what_it_is_said_to_be(self):
        white = np.full((10, 12, 3), 255, dtype=np.uint8)
        white[4, 5] = 246, 255, 255
        assert np.argwhere(foreground(white, (255, 255, 255))).tolist() == [[4, 5]]
        assert foreground(white, BLACK).all()

    def test_one_changed_place_shows_in_the_worst_tile(self):
        one = sticks(1, (480, 640), 400)
        other = one.copy()
        other[200:212, 300:312] = 255, 255, 0
        found = likeness(one, other, BLACK)
        assert found.similarity > 0.99
        assert found.worst < 0.9


class TestShift:
    @pytest.mark.parametrize(("right", "down"), [(0, 0), (3, -2), (-7, 5), (0.5, 0.25), (-1.3, 2.75)])
    def test_shift_is_found(self, right, down):
        found = find_shift(smooth(3), smooth(3, right, down))
        assert found == pytest.approx((right, down), abs=0.06)

    def test_sticks_shifted_by_whole_pixels(self):
        one = sticks(5)
        other = np.roll(one, (2, -3), axis=(0, 1))
        assert likeness(one, other, BLACK).shift == pytest.approx((-3.0, 2.0), abs=0.051)

    def test_alike_pictures_are_not_shifted(self):
        one = sticks(6)
        other = np.clip(one.astype(int) + 3 * (one > 0), 0, 255).astype(np.uint8)
        found = likeness(one, other, BLACK)
        assert found.distance < 0.06
        assert found.difference < 3.0


class TestStored:
    @staticmethod
    def encoded(values: np.ndarray, kind: str = "PNG") -> bytes:
        stream = io.BytesIO()
        Image.fromarray(values).save(stream, kind)
        return stream.getvalue()

    def test_pixels_come_back(self):
        picture = sticks(2)
        found = decode(self.encoded(picture))
        assert (found.pixels == picture).all()
        assert found.size == (128, 96)
        assert not found.transparent

    def test_transparency_is_laid_on_black(self):
        values = np.full((4, 5, 4), 200, dtype=np.uint8)
        values[:, :, 3] = 255, 0, 51, 255, 255
        found = decode(self.encoded(values))
        assert found.transparent
        assert found.pixels[0, :, 0].tolist() == [200, 0, 40, 200, 200]

    def test_opaque_alpha_is_no_transparency(self):
        assert not decode(self.encoded(np.full((4, 5, 4), 255, dtype=np.uint8))).transparent

    @pytest.mark.parametrize(
        ("data", "said"), [(b"", "no picture"), (b"PNG?" * 9, "no picture"), (b"%PDF-1.4", "no picture")]
    )
    def test_what_is_no_picture_is_said(self, data, said):
        with pytest.raises(UserError, match=said):
            decode(data)

    @pytest.mark.parametrize("length", [20, 60, 200])
    def test_a_picture_cut_short_is_damaged_or_none(self, length):
        with pytest.raises(UserError, match=r"damaged|no picture"):
            decode(self.encoded(sticks(3))[:length])

    def test_more_pixels_than_a_picture_has_are_refused(self):
        with pytest.raises(UserError, match="more than 50,000,000 pixels"):
            decode(self.encoded(np.zeros((8000, 7000), dtype=np.uint8)))
