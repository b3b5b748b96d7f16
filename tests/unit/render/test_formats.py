from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from misi_viewer.errors import UserError
from misi_viewer.render.formats import encode_other

PIXELS = np.random.default_rng(1).integers(0, 255, (12, 20, 4), dtype=np.uint8)


@pytest.mark.parametrize("channels", [3, 4])
def test_a_tiff_holds_every_pixel(channels: int) -> None:
    pixels = PIXELS[:, :, :channels]
    with Image.open(io.BytesIO(encode_other(pixels, ".tif", 300.0))) as picture:
        np.testing.assert_array_equal(np.asarray(picture), pixels)
        assert picture.info["dpi"] == pytest.approx((300, 300))


def test_a_jpeg_is_near() -> None:
    pixels = np.zeros((16, 16, 3), dtype=np.uint8)
    pixels[:, 8:] = 200
    with Image.open(io.BytesIO(encode_other(pixels, ".jpg"))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (16, 16))
        assert np.abs(np.asarray(picture).astype(int) - pixels).max() < 12
        assert picture.info.get("dpi", (72, 72))[0] in (1, 72)


def test_what_a_format_cannot_hold_is_refused() -> None:
    with pytest.raises(UserError, match="transparent"):
        encode_other(PIXELS, ".jpeg")
    for ending in (".gif", ""):
        with pytest.raises(UserError, match=r"use \.png"):
            encode_other(PIXELS[:, :, :3], ending)
