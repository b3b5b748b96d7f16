"""Pictures from a render window: samples drawn tile by tile, then shrunk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonCore import vtkUnsignedCharArray
from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderWindow

from misi_viewer.errors import UserError
from misi_viewer.render.drawing import Drawing
from misi_viewer.render.frame import ROTATED, Rectangle
from misi_viewer.render.shrink import opaque_mean, transparent_mean
from misi_viewer.render.vtk_arrays import bytes_of
from misi_viewer.scene.aim import View
from misi_viewer.scene.shot import Quality

__all__ = ["Canvas", "Pending", "Sampling", "check_size"]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

LARGEST_SIDE = 16_384
"""Pixels of a picture; more is a mistake, and would not fit the machine's memory."""

LARGEST_PICTURE = 150_000_000
"""Pixels of a picture in all."""

TILE_SIDE = 6144
TILE_SAMPLES = 8 * 1024 * 1024
"""Samples drawn at once at most; a 1024 x 768 picture of 3 x 3 samples is one tile."""


def check_size(size: Size) -> None:
    """Refuse a size that cannot be drawn.

    Raises
    ------
    UserError
        If it is empty or too large.
    """
    width, height = size
    if min(size) < 1 or max(size) > LARGEST_SIDE or width * height > LARGEST_PICTURE:
        raise UserError(
            f"A picture cannot be {width} x {height} pixels; give 1 to {LARGEST_SIDE:,} for each side, "
            f"and at most {LARGEST_PICTURE // 1_000_000} million pixels in all."
        )


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a pixel is sampled.

    Attributes
    ----------
    count
        Samples per pixel and axis.
    skew
        See `frame.ROTATED`.
    """

    count: int
    skew: float = 0.0

    @classmethod
    def of(cls, supersample: int, quality: Quality) -> Sampling:
        """Return the sampling of a shot: all of n x n, or for "fast" four on a turned grid."""
        if quality == "fast" and supersample > 2:
            return cls(2, ROTATED)
        return cls(supersample)


@dataclass(frozen=True, eq=False, slots=True)
class Patch:
    """A part of a picture, in samples.

    Attributes
    ----------
    samples
        (h count, w count, 4) uint8, rows from the bottom.
    left, top
        Its place in the picture, pixels.
    """

    samples: Pixels
    left: int
    top: int


@dataclass(frozen=True, eq=False, slots=True)
class Sheet:
    """A picture that patches are laid on.

    Attributes
    ----------
    pixels
        (h, w, 3 or 4) uint8, rows from the top; with 4, alpha is straight.
    sampling
        Of the patches.
    background
        Red, green, blue behind everything.
    """

    pixels: Pixels
    sampling: Sampling
    background: tuple[int, int, int]

    @classmethod
    def blank(cls, size: Size, sampling: Sampling, background: tuple[int, int, int], transparent: bool) -> Sheet:
        """Return a picture of nothing but background."""
        pixels = np.zeros((size[1], size[0], 4 if transparent else 3), dtype=np.uint8)
        if any(background) and not transparent:
            pixels[:] = background
        return cls(pixels, sampling, background)

    def add(self, patch: Patch) -> None:
        """Lay a patch on the picture."""
        count = self.sampling.count
        rows, columns = patch.samples.shape[0] // count, patch.samples.shape[1] // count
        target = self.pixels[patch.top : patch.top + rows, patch.left : patch.left + columns]
        if target.shape[2] == 3:
            opaque_mean(patch.samples, count, target)
        else:
            transparent_mean(patch.samples, count, self.background, target)


class Pending:
    """A picture that OpenGL is drawing.

    Parameters
    ----------
    tiles
        Yields None when a tile has been sent to OpenGL, then the tile's
        samples, and so on.
    sheet
        What to lay them on.
    """

    def __init__(self, tiles: Iterator[Patch | None], sheet: Sheet) -> None:
        self._tiles = tiles
        self._sheet = sheet
        self._drawing = next(tiles, False) is None
        self._last: Patch | None = None

    def read(self) -> None:
        """Wait for OpenGL and fetch what it drew; after this it can draw another picture."""
        if not self._drawing:
            return
        self._drawing = False
        for patch in self._tiles:
            if patch is not None:
                self._settle()
                self._last = patch

    def step(self) -> bool:
        """Fetch the tile that OpenGL drew and send it the next one; say whether there is one."""
        if self._drawing:
            patch = next(self._tiles)
            self._settle()
            self._last = patch
            self._drawing = next(self._tiles, False) is None
        return self._drawing

    def drop(self) -> None:
        """Give the picture up."""
        self._drawing = False

    def _settle(self) -> None:
        if self._last is not None:
            self._sheet.add(self._last)
            self._last = None

    def picture(self) -> Pixels:
        """Return the (h, w, 3 or 4) uint8 picture, rows from the top."""
        self.read()
        self._settle()
        return self._sheet.pixels


class Canvas:
    """Draws pictures of a `Drawing` in a render window that has a context.

    Parameters
    ----------
    window
        The drawing's renderer is added to it; its size is changed.
    drawing
        What to draw.
    """

    def __init__(self, window: vtkOpenGLRenderWindow, drawing: Drawing) -> None:
        self._window = window
        self._drawing = drawing
        self._pending: Pending | None = None
        window.AddRenderer(drawing.renderer)

    def begin(
        self,
        view: View,
        size: Size,
        supersample: int,
        quality: Quality,
        transparent: bool,
        tile_samples: int = TILE_SAMPLES,
    ) -> Pending:
        """Start to draw a picture; OpenGL goes on while the caller does other things.

        Parameters
        ----------
        view
            The camera.
        size
            Width and height, pixels.
        supersample, quality, transparent
            As in a shot.
        tile_samples
            Samples drawn at once at most; the picture does not depend on it.

        Raises
        ------
        UserError
            If the size is out of bounds, or OpenGL refuses.
        """
        check_size(size)
        self.settle()
        sampling = Sampling.of(supersample, quality)
        sheet = Sheet.blank(size, sampling, self._drawing.background, transparent)
        self._pending = Pending(self._tiles(view, size, sampling, tile_samples), sheet)
        return self._pending

    def draw_in_place(self, view: View, size: Size) -> None:
        """Draw one sample per pixel and leave the picture in the window's framebuffer."""
        self.settle()
        self._resize(size)
        self._drawing.aim(view, size, 1)
        self._drawing.select(view, size, Rectangle(0, 0, *size), 0.0)
        self._window.Render()
        self._drawing.check()

    def _resize(self, size: Size) -> None:
        if tuple(self._window.GetSize()) != size:
            self._window.SetSize(*size)

    def settle(self) -> None:
        """Finish what OpenGL is drawing, so that something else can be drawn."""
        if self._pending is not None:
            self._pending.read()
            self._pending = None

    def _tiles(self, view: View, size: Size, sampling: Sampling, samples: int) -> Iterator[Patch | None]:
        count = sampling.count
        whole = (size[0] * count, size[1] * count)
        tile_size = _tile_size(whole, count, samples)
        self._drawing.aim(view, whole, count)
        self._resize(tile_size)
        for tile in _cut(self._drawing.rectangle(view, whole, count), tile_size):
            # The whole window, as clearing it all is faster than clearing a part.
            drawn = Rectangle(tile.left, tile.bottom, *tile_size)
            self._drawing.select(view, whole, drawn, sampling.skew)
            self._window.Render()
            self._window.ReleaseCurrent()  # the one call that sends OpenGL off without waiting for it
            self._drawing.check()
            yield None
            top = (whole[1] - tile.bottom - tile.height) // count
            yield Patch(self._read(tile.width, tile.height), tile.left // count, top)

    def _read(self, width: int, height: int) -> Pixels:
        pixels = vtkUnsignedCharArray()
        self._window.MakeCurrent()
        self._window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, pixels)
        return bytes_of(pixels).reshape(height, width, 4)


def _tile_size(whole: Size, count: int, samples: int) -> Size:
    """Return the largest tile's columns and rows, whole pixels each."""
    columns = min(whole[0], TILE_SIDE // count * count)
    rows = min(whole[1], max(samples // columns // count, 1) * count)
    return columns, rows


def _cut(part: Rectangle, largest: Size) -> Iterator[Rectangle]:
    """Cut a part of a picture into tiles, row by row from the lower left."""
    for bottom in range(part.bottom, part.bottom + part.height, largest[1]):
        height = min(largest[1], part.bottom + part.height - bottom)
        for left in range(part.left, part.left + part.width, largest[0]):
            yield Rectangle(left, bottom, min(largest[0], part.left + part.width - left), height)
