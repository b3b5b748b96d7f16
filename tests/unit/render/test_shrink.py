"""The mean of samples."""

from __future__ import annotations

import numpy as np
import pytest

from misi_viewer.render.shrink import opaque_mean, transparent_mean


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 16])
@pytest.mark.parametrize("size", [(1, 1), (7, 5), (41, 33)])
def test_means_are_truncated(count: int, size: tuple[int, int]) -> None:
    height, width = size
    samples = np.random.default_rng(count).integers(0, 256, (height * count, width * count, 4), dtype=np.uint8)
    samples[: count * count] = 255
    target = np.zeros((height, width, 3), dtype=np.uint8)
    opaque_mean(samples, count, target)
    exact = samples.reshape(height, count, width, count, 4).astype(np.int64).sum(axis=(1, 3)) // count**2
    assert (target == exact[::-1, :, :3]).all()


@pytest.mark.parametrize("background", [(0, 0, 0), (255, 255, 255), (30, 200, 90)])
@pytest.mark.parametrize("count", [1, 3])
def test_transparent_pixels_over_the_background_are_the_opaque_ones(count: int, background) -> None:
    rng = np.random.default_rng(7)
    shape = (20 * count, 30 * count)
    lit = rng.random(shape) < np.linspace(-0.3, 1.3, shape[1])
    samples = np.empty((*shape, 4), dtype=np.uint8)
    samples[:] = (*background, 0)
    samples[lit] = np.column_stack((rng.integers(0, 256, (lit.sum(), 3)), np.full(lit.sum(), 255)))
    opaque, clear = np.zeros((20, 30, 3), dtype=np.uint8), np.zeros((20, 30, 4), dtype=np.uint8)
    opaque_mean(samples, count, opaque)
    transparent_mean(samples, count, background, clear)
    alpha = clear[..., 3:] / 255.0
    assert np.abs(clear[..., :3] * alpha + np.array(background) * (1.0 - alpha) - opaque).max() <= 2.0
    full = clear[..., 3] == 255
    assert (clear[full][:, :3] == opaque[full]).all()
    assert set(np.unique(clear[..., 3]).tolist()) >= {0, 255}
