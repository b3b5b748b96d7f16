"""The batch renderer's drawing in an OpenGL context that someone else owns (spec rendering.md, gui.md).

How a Qt widget uses it (this room knows no Qt)::

    class Canvas(QOpenGLWidget):
        def __init__(self) -> None:
            self.live = LiveView(
                make_current=self.makeCurrent,
                is_current=lambda: QOpenGLContext.currentContext() is self.context(),
                size=lambda: (device pixels across, device pixels down),
                framebuffer=self.defaultFramebufferObject,
            )

        def initializeGL(self) -> None:      # also after docking made a new context
            self.context().aboutToBeDestroyed.connect(self.live.release, Qt.ConnectionType.DirectConnection)
            self.live.initialize()

        def paintGL(self) -> None:
            self.live.paint(moving=self.dragging)

    live.set_scene(scene, style)      # any time, also before initialize(); then widget.update()
    live.set_view(view)               # any time; then widget.update()
    live.supersample, live.quality    # as in the shot; used at rest (moving draws one pass)

A scene that takes long is drawn at rest a part at a time, between which the
owner can do other things: it paints with ``moving=True`` and calls
``live.refine()`` until that says True; then it paints at rest.
Whenever a drag ends the widget calls ``update()`` once more, so that a picture
at rest is painted. `LiveView` never asks for a repaint itself.
The default QSurfaceFormat (set before QApplication): desktop OpenGL 3.2 core
or later, depth 24, no alpha, no multisampling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from vtkmodules.vtkCommonCore import vtkCommand
from vtkmodules.vtkRenderingOpenGL2 import vtkGenericOpenGLRenderWindow, vtkOpenGLFramebufferObject

from misi_viewer.render.canvas import Canvas, Pending
from misi_viewer.render.drawing import Drawing
from misi_viewer.render.vtk_arrays import copy_of
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.shot import Quality
from misi_viewer.scene.style import Style

__all__ = ["LiveView"]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

# Numbers of OpenGL's own
GL_LEQUAL = 0x0203
GL_SCISSOR_TEST = 0x0C11
GL_NEAREST = 0x2600
GL_COLOR_BUFFER_BIT = 0x4000
GL_READ_FRAMEBUFFER = 0x8CA8
GL_DRAW_FRAMEBUFFER = 0x8CA9


PART_SAMPLES = 1024 * 1024
"""Samples that `LiveView.refine` draws at once."""


@dataclass(frozen=True, eq=False, slots=True)
class _Stage:
    """What lives as long as one context."""

    window: vtkGenericOpenGLRenderWindow
    drawing: Drawing
    canvas: Canvas


@dataclass(frozen=True, eq=False, slots=True)
class _Resting:
    """The last picture at rest, and what it shows."""

    view: View
    sampling: tuple[Size, int, Quality]
    pixels: Pixels


@dataclass(frozen=True, eq=False, slots=True)
class _Refining:
    """A picture at rest that is being drawn, and what it shows."""

    view: View
    sampling: tuple[Size, int, Quality]
    pending: Pending


class LiveView:
    """Draws into someone else's context; at rest exactly what `Renderer.draw` gives.

    Parameters
    ----------
    make_current
        Makes the context current.
    is_current
        Whether it is.
    size
        Width and height of the framebuffer, pixels of the device.
    framebuffer
        OpenGL's number of the framebuffer to draw into.

    Attributes
    ----------
    supersample, quality
        As in a shot; for pictures at rest.
    """

    def __init__(
        self,
        *,
        make_current: Callable[[], object],
        is_current: Callable[[], bool],
        size: Callable[[], Size],
        framebuffer: Callable[[], int],
    ) -> None:
        self._make_current = make_current
        self._is_current = is_current
        self._size = size
        self._framebuffer = framebuffer
        self.supersample = 3
        self.quality: Quality = "exact"
        self._scene: Scene | None = None
        self._style = Style()
        self._view: View | None = None
        self._stage: _Stage | None = None
        self._resting: _Resting | None = None
        self._refining: _Refining | None = None

    def set_scene(self, scene: Scene | None, style: Style) -> None:
        """Take what to draw, and how; None draws the style's background only."""
        self._scene, self._style = scene, style
        self._give_up_refining()
        self._resting = None
        if self._stage is not None and scene is not None:
            self._ensure_current()
            self._stage.drawing.set_scene(scene, style)

    def set_view(self, view: View | None) -> None:
        """Take the camera."""
        self._view = view

    def initialize(self) -> None:
        """Prepare to draw in the context, which is current; again whenever there is a new context."""
        self.release()
        window = vtkGenericOpenGLRenderWindow()
        window.SetOwnContext(0)
        window.SetMapped(1)
        window.SetIsCurrent(True)
        window.SetReadyForRendering(True)
        window.SetMultiSamples(0)
        window.SetSwapBuffers(0)
        window.SetFrameBlitModeToNoBlit()
        window.AddObserver(vtkCommand.WindowMakeCurrentEvent, self._on_make_current)
        window.OpenGLInit()
        drawing = Drawing()
        self._stage = _Stage(window, drawing, Canvas(window, drawing))
        if self._scene is not None:
            drawing.set_scene(self._scene, self._style)

    def release(self) -> None:
        """Give back what the context holds, before it is destroyed; may be called at any time."""
        if self._stage is None:
            return
        self._ensure_current()
        self._give_up_refining()
        self._stage.canvas.settle()
        self._stage.window.Finalize()
        self._stage.window.RemoveAllObservers()
        self._stage = None

    def paint(self, *, moving: bool = False) -> None:
        """Draw into the framebuffer.

        Parameters
        ----------
        moving
            One sample per pixel, for speed; at rest all of them.

        Raises
        ------
        UserError
            If the context refuses.
        """
        stage, size = self._stage, self._size()
        if stage is None or min(size) < 1:
            return
        with self._drawing_in(stage):
            self._give_up_refining()
            if moving and self._scene is not None and self._view is not None:
                stage.canvas.draw_in_place(self._view, size)
            else:
                self._lay_down(stage, self._picture(stage, size))
            self._show(stage, size)

    def clear(self) -> None:
        """Fill the framebuffer with the style's background."""
        if self._stage is not None and min(self._size()) > 0:
            with self._drawing_in(self._stage):
                self._lay_down(self._stage, self._blank(self._size()))
                self._show(self._stage, self._size())

    def refine(self) -> bool:
        """Draw a part of the picture at rest; say whether `paint` has now all of it.

        Painting while something moves, another view or another scene begin it anew.

        Raises
        ------
        UserError
            If the context refuses.
        """
        stage, view, size = self._stage, self._view, self._size()
        if stage is None or view is None or self._scene is None or min(size) < 1:
            return True
        wanted = size, self.supersample, self.quality
        if self._is_resting(view, wanted):
            return True
        with self._drawing_in(stage):
            now = self._refining
            if now is None or now.view is not view or now.sampling != wanted:
                self._give_up_refining()
                pending = stage.canvas.begin(view, *wanted, transparent=False, tile_samples=PART_SAMPLES)
                self._refining = _Refining(view, wanted, pending)
                return False
            if now.pending.step():
                return False
            self._resting, self._refining = _Resting(view, wanted, now.pending.picture()), None
        return True

    def _give_up_refining(self) -> None:
        if self._refining is not None:
            self._refining.pending.drop()
            self._refining = None

    @contextmanager
    def _drawing_in(self, stage: _Stage) -> Iterator[None]:
        """Draw with VTK's idea of OpenGL's state, which the owner has changed meanwhile."""
        self._ensure_current()
        state = stage.window.GetState()
        state.Reset()
        state.Push()
        state.vtkglDepthFunc(GL_LEQUAL)
        try:
            yield
        finally:
            state.Pop()

    def picture(self) -> Pixels:
        """Return the (h, w, 3) uint8 picture at rest, as it was painted or would be."""
        size = self._size()
        if self._stage is None:
            return self._blank(size)
        self._ensure_current()
        return self._picture(self._stage, size)

    def _picture(self, stage: _Stage, size: Size) -> Pixels:
        if self._scene is None or self._view is None:
            return self._blank(size)
        wanted = size, self.supersample, self.quality
        if not self._is_resting(self._view, wanted) or self._resting is None:
            self._give_up_refining()
            pixels = stage.canvas.begin(self._view, *wanted, transparent=False).picture()
            self._resting = _Resting(self._view, wanted, pixels)
        return self._resting.pixels

    def _is_resting(self, view: View, sampling: tuple[Size, int, Quality]) -> bool:
        last = self._resting
        return last is not None and last.view is view and last.sampling == sampling

    def _blank(self, size: Size) -> Pixels:
        pixels = np.empty((size[1], size[0], 3), dtype=np.uint8)
        pixels[:] = self._style.background_rgb
        return pixels

    def _lay_down(self, stage: _Stage, pixels: Pixels) -> None:
        """Put a finished picture into the window's framebuffer."""
        height, width = pixels.shape[:2]
        stage.window.SetSize(width, height)
        stage.window.Start()  # makes the framebuffer, or makes it this large
        data = copy_of(pixels[::-1].reshape(-1, 3))
        stage.window.SetPixelData(0, 0, width - 1, height - 1, data, 0, 0)

    def _show(self, stage: _Stage, size: Size) -> None:
        """Copy the window's framebuffer into the owner's."""
        window, state = stage.window, stage.window.GetState()
        state.vtkglDisable(GL_SCISSOR_TEST)
        state.vtkglBindFramebuffer(GL_READ_FRAMEBUFFER, window.GetRenderFramebuffer().GetFBOIndex())
        state.vtkglBindFramebuffer(GL_DRAW_FRAMEBUFFER, self._framebuffer())
        whole = (0, size[0], 0, size[1])
        vtkOpenGLFramebufferObject.Blit(whole, whole, GL_COLOR_BUFFER_BIT, GL_NEAREST)
        self._make_opaque(stage)

    def _make_opaque(self, stage: _Stage) -> None:
        """Set the framebuffer's alpha, which would let the desktop shine through."""
        state = stage.window.GetState()
        state.vtkglColorMask(0, 0, 0, 1)
        state.vtkglClearColor(0.0, 0.0, 0.0, 1.0)
        state.vtkglClear(GL_COLOR_BUFFER_BIT)
        state.vtkglColorMask(1, 1, 1, 1)

    def _ensure_current(self) -> None:
        if not self._is_current():
            self._make_current()

    def _on_make_current(self, _source: object, _event: str) -> None:
        # Only when it is not: Qt would bind its own framebuffer in the middle of a picture.
        self._ensure_current()
