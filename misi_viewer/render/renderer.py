"""The batch renderer: pictures without a screen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import TracebackType

import numpy as np
from numpy.typing import NDArray

from misi_viewer.errors import UserError
from misi_viewer.render import probe
from misi_viewer.render.backend import make_window
from misi_viewer.render.canvas import Canvas
from misi_viewer.render.drawing import Drawing
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.shot import Quality
from misi_viewer.scene.style import Style

__all__ = ["DRAWING_VERSION", "Job", "Renderer"]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

DRAWING_VERSION = 1
"""Raised when the same shot gives other pixels than before."""


@dataclass(frozen=True, eq=False, slots=True)
class Job:
    """One picture of many.

    Attributes
    ----------
    scene, style
        What to draw, and how; the same objects again cost nothing.
    view
        The camera.
    size
        Width and height, pixels.
    supersample, quality, transparent
        As in a shot.
    """

    scene: Scene
    style: Style
    view: View
    size: Size
    supersample: int = 3
    quality: Quality = "exact"
    transparent: bool = False


class Renderer:
    """Draws pictures without a screen; to be used by one thread, and closed.

    Parameters
    ----------
    device
        Number of the graphics device, where there are several; None: the
        system's choice.

    Raises
    ------
    UserError
        If this machine cannot draw; the sentence says what is missing.
    """

    def __init__(self, device: int | None = None) -> None:
        self.facts = probe.facts(device)
        self._window = make_window(self.facts.backend, device)
        self._drawing = Drawing()
        self._canvas = Canvas(self._window, self._drawing)
        self._shown: tuple[Scene, Style] | None = None
        self._closed = False

    def __enter__(self) -> Renderer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Give back what the graphics driver holds."""
        if not self._closed:
            self._closed = True
            self._canvas.settle()
            self._window.Finalize()

    def set_scene(self, scene: Scene, style: Style) -> None:
        """Take what to draw, and how."""
        if self._closed:
            raise UserError("This renderer is closed; make another one.")
        if self._shown is not None and self._shown[0] is scene and self._shown[1] == style:
            return
        self._canvas.settle()
        self._drawing.set_scene(scene, style)
        self._shown = scene, style

    def draw(
        self,
        view: View,
        size: Size,
        supersample: int = 3,
        quality: Quality = "exact",
        transparent: bool = False,
    ) -> Pixels:
        """Draw the scene.

        Parameters
        ----------
        view
            The camera.
        size
            Width and height, pixels.
        supersample
            Samples per pixel and axis.
        quality
            "exact" is the truncated mean of all samples; "fast" looks nearly the same.
        transparent
            Whether to return an alpha channel.

        Returns
        -------
        (h, w, 3) uint8, or (h, w, 4) with straight alpha.

        Raises
        ------
        UserError
            If the size is out of bounds.
        """
        return self._canvas.begin(view, size, supersample, quality, transparent).picture()

    def draw_many(self, jobs: Iterable[Job]) -> Iterator[Pixels]:
        """Draw pictures one after the other; while OpenGL draws one, the one before is finished and handed out.

        What the caller does with a picture is done meanwhile, too.

        Raises
        ------
        UserError
            If a size is out of bounds.
        """
        last = None
        for job in jobs:
            self.set_scene(job.scene, job.style)
            pending = self._canvas.begin(job.view, job.size, job.supersample, job.quality, job.transparent)
            if last is not None:
                yield last.picture()
            pending.read()
            last = pending
        if last is not None:
            yield last.picture()
