"""Movies: animated GIFs, written frame by frame, and folders of numbered PNG files."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from misi_viewer.errors import UserError
from misi_viewer.render.picture import Record, encode_picture

__all__ = ["FASTEST", "GIF", "discard", "write_gif", "write_sequence"]

Pixels = NDArray[np.uint8]

GIF = ".gif"
FASTEST = 50.0
"""Frames per second; programs show a GIF of more at ten a second."""

COLOURS = 256
HUNDREDTHS = 100.0
LONGEST = 65_535
"""Hundredths of a second that a GIF's frame can stand."""

LOOP_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
TRAILER = b"\x3b"


def write_gif(path: Path, frames: Iterable[tuple[Pixels, int]], rate: float, *, loops: bool) -> None:
    """Write frames as an animated GIF, each with the 256 colours that suit it best; one is held in memory at a time.

    Parameters
    ----------
    path
        The file; it is there only when it is whole, if the caller renames it.
    frames
        (h, w, 3) uint8, and for how many frames each stands.
    rate
        Frames per second, at most `FASTEST`.
    loops
        Whether it starts anew when it has ended.

    Raises
    ------
    UserError
        If the file cannot be written.
    """
    try:
        with path.open("wb") as stream:
            for number, (pixels, shown) in enumerate(frames):
                picture = Image.fromarray(np.ascontiguousarray(pixels[:, :, :3]))
                image = picture.quantize(COLOURS, dither=Image.Dither.NONE)
                if number == 0:
                    _begin(stream, image, loops)
                delay = min(round(shown * HUNDREDTHS / rate), LONGEST)
                _add(stream, image, delay)
            stream.write(TRAILER)
    except OSError as error:
        raise UserError(f"{path} cannot be written: {error.strerror or error}.") from None


def _begin(stream: BinaryIO, image: Image.Image, loops: bool) -> None:
    stream.write(b"GIF89a" + struct.pack("<HHBBB", *image.size, 0x70, 0, 0))
    if loops:
        stream.write(LOOP_FOR_EVER)


def _add(stream: BinaryIO, image: Image.Image, hundredths: int) -> None:
    """Write one frame: how long it stands, then the picture with colours of its own."""
    blocks = GifImagePlugin.getdata(image, duration=hundredths * 10, include_color_table=True)
    stream.writelines(blocks)


def write_sequence(folder: Path, frames: Iterable[tuple[Pixels, int, Record]], count: int) -> None:
    """Write frames as numbered PNG files, each with the record of its picture.

    Parameters
    ----------
    folder
        Where they go; it is made.
    frames
        (h, w, 3) or (h, w, 4) uint8, for how many frames each stands, and what it shows.
    count
        How many frames there will be, for the width of the numbers.

    Raises
    ------
    UserError
        If a file cannot be written.
    """
    digits, number = len(str(count)), 0
    try:
        folder.mkdir(parents=True)
        for pixels, shown, about in frames:
            data = encode_picture(pixels, about)
            for _ in range(shown):
                number += 1
                (folder / f"{number:0{digits}}.png").write_bytes(data)
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror or error}.") from None


def discard(path: Path) -> None:
    """Remove what was begun, a file or a folder."""
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
