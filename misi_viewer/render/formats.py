"""Pictures in other formats than PNG, for papers and pages; they carry no shot."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from misi_viewer.errors import UserError

__all__ = ["OPAQUE_ENDINGS", "OTHER_ENDINGS", "encode_other"]

OTHER_ENDINGS = {".jpg": "JPEG", ".jpeg": "JPEG", ".tif": "TIFF", ".tiff": "TIFF"}
OPAQUE_ENDINGS = (".jpg", ".jpeg")
"""Formats that know no transparency."""

JPEG_QUALITY = 95


def encode_other(pixels: NDArray[np.uint8], ending: str, dpi: float | None = None) -> bytes:
    """Return a picture as JPEG or TIFF.

    Parameters
    ----------
    pixels
        (h, w, 3 or 4) uint8.
    ending
        One of `OTHER_ENDINGS`, in lower case.
    dpi
        Pixels per inch on paper; None says nothing of it.

    Raises
    ------
    UserError
        If the format is another one, or cannot hold the picture.
    """
    if ending not in OTHER_ENDINGS:
        raise UserError(f"Pictures are not written as {ending or 'files without an ending'}; use .png, .jpg or .tif.")
    if ending in OPAQUE_ENDINGS and pixels.shape[2] == 4:
        raise UserError("A JPEG cannot be transparent; use .png, or leave the background as it is.")
    options: dict[str, object] = {} if dpi is None else {"dpi": (dpi, dpi)}
    if ending in OPAQUE_ENDINGS:
        options |= {"quality": JPEG_QUALITY, "subsampling": 0}
    else:
        options |= {"compression": "tiff_deflate"}
    stream = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(stream, OTHER_ENDINGS[ending], **options)
    return stream.getvalue()
