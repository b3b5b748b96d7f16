"""Stored pictures: their bytes made pixels, with care."""

from __future__ import annotations

import io
import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from misi_viewer.errors import UserError

__all__ = ["Stored", "decode"]

Pixels = NDArray[np.uint8]

FORMATS = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF")
MOST_PIXELS = 50_000_000


class Stored(NamedTuple):
    """A picture as it was found.

    Attributes
    ----------
    pixels
        (h, w, 3) uint8; what is transparent is laid on black.
    transparent
        Whether anything is.
    """

    pixels: Pixels
    transparent: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, pixels."""
        return self.pixels.shape[1], self.pixels.shape[0]


def decode(data: bytes) -> Stored:
    """Return the pixels of a picture.

    Raises
    ------
    UserError
        If it is none, damaged, or too large; half a sentence.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise UserError(f"it has more than {MOST_PIXELS:,} pixels")
                return _pixels(image)
    except UnidentifiedImageError:
        raise UserError("it is no picture") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise UserError(f"it has more than {MOST_PIXELS:,} pixels") from None
    except UserError:
        raise
    except Exception as error:  # Pillow's readers raise whatever a damaged file leads them to
        raise UserError(f"it is damaged ({type(error).__name__})") from None


def _pixels(image: Image.Image) -> Stored:
    if not image.has_transparency_data:
        return Stored(np.asarray(image.convert("RGB")), False)
    values = np.asarray(image.convert("RGBA"))
    alpha = values[:, :, 3:].astype(np.uint16)
    if alpha.min() == 255:
        return Stored(np.ascontiguousarray(values[:, :, :3]), False)
    laid = (values[:, :, :3] * alpha + 127) // 255
    return Stored(laid.astype(np.uint8), True)
