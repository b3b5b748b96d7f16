"""Pictures of differences: stored, drawn again, and what differs, side by side."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from misi_viewer.dataset.files import make_folder
from misi_viewer.dataset.verification.comparing import Compared
from misi_viewer.render import png
from misi_viewer.whole_files import write_whole

__all__ = ["FOLDER", "Differences", "Shown", "side_by_side"]

Pixels = NDArray[np.uint8]

FOLDER = "differences"

MOST_FILES = 200
"""Difference pictures that are written; what else differs is in the list."""

MOST_SHOWN = 24
"""Of these so many are in the page itself."""

SHOWN_WIDTH = 1200
GAIN = 4
"""Factor by which differences are brightened."""

GAP = 4
GREY = 64


@dataclass(frozen=True, slots=True)
class Shown:
    """A difference picture for the page.

    Attributes
    ----------
    picture
        Name of the stored picture.
    file
        Name of the difference picture, within the report.
    data
        A ``data:`` address with a small copy.
    """

    picture: str
    file: str
    data: str


def side_by_side(stored: Pixels, drawn: Pixels) -> Pixels:
    """Return the stored picture, the drawn one and their difference, four times brightened, in a row.

    Parameters
    ----------
    stored, drawn
        (h, w, 3) uint8, of one size.
    """
    apart = np.abs(stored.astype(np.int16) - drawn)
    difference = np.minimum(GAIN * apart, 255).astype(np.uint8)
    gap = np.full((len(stored), GAP, 3), GREY, dtype=np.uint8)
    return np.concatenate((stored, gap, drawn, gap, difference), axis=1)


class Differences:
    """Writes difference pictures into a report's folder as they come up.

    Parameters
    ----------
    report
        The folder.
    """

    def __init__(self, report: Path) -> None:
        self._folder = report / FOLDER
        self._count = 0
        self.shown: list[Shown] = []

    def keep(self, compared: Compared) -> None:
        """Write a picture that differs, unless there are many already.

        Raises
        ------
        UserError
            If it cannot be written.
        """
        if compared.stored is None or compared.drawn is None or self._count >= MOST_FILES:
            return
        self._count += 1
        make_folder(self._folder)
        row = side_by_side(compared.stored, compared.drawn)
        name = f"{self._count:04d}.png"
        write_whole(self._folder / name, png.encode(row))
        if len(self.shown) < MOST_SHOWN:
            self.shown.append(Shown(compared.outcome.picture, f"{FOLDER}/{name}", _data(row)))


def _data(row: Pixels) -> str:
    image = Image.fromarray(row)
    image.thumbnail((SHOWN_WIDTH, SHOWN_WIDTH))
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return f"data:image/png;base64,{base64.b64encode(stream.getvalue()).decode()}"
