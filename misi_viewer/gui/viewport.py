"""The live view: a Qt widget that owns the OpenGL context in which the render room draws."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QNativeGestureEvent, QOpenGLContext, QWheelEvent
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QWidget

from misi_viewer.gui.pointer import Pointer
from misi_viewer.render.live import LiveView
from misi_viewer.session.mouse_presets import ClickAction
from misi_viewer.session.picking import Picker
from misi_viewer.session.state import WindowState

__all__ = ["REST_DELAY", "Viewport"]

REST_DELAY = 150
"""Milliseconds without movement after which the picture is drawn in full quality."""

HEAVY = 30_000
"""Atoms and bonds; a scene of more is drawn at rest a part at a time."""

LEAST_SIZE = QSize(320, 240)


class Viewport(QOpenGLWidget):
    """Shows the state's picture and lets the pointer move its camera.

    While something moves each pixel is drawn once; after `REST_DELAY` without
    movement the picture equals the batch renderer's for this shot and size.

    Signals
    -------
    hovered
        (row or None,) the atom under the pointer has changed.
    drawn
        (at rest,) a picture was drawn.
    clicked
        (action, row or None, global position) a click that the table of clicks knows.
    """

    hovered = Signal(object)
    drawn = Signal(bool)
    clicked = Signal(object, object, object)

    def __init__(self, state: WindowState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("viewport")
        self.setAccessibleName("View of the complex")
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(LEAST_SIZE)
        self._state = state
        self.pointer = Pointer(state, self.devicePixelRatioF)
        self._picker = Picker()
        self._hovered: int | None = None
        self._moving = False
        self._was_drawn = False
        self._has_moving_picture = False
        self._is_new_context = False
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_DELAY)
        self._rest.timeout.connect(self._settle)
        self._refining = QTimer(self)
        self._refining.setInterval(0)
        self._refining.timeout.connect(self._refine)
        self._live = LiveView(
            make_current=self.makeCurrent,
            is_current=self._is_current,
            size=self.device_size,
            framebuffer=self.defaultFramebufferObject,
        )
        state.scene_changed.connect(self._on_scene)
        state.view_changed.connect(self._on_view)

    def device_size(self) -> tuple[int, int]:
        """Return width and height of the picture in device pixels, as Qt's own framebuffer has them."""
        size = self.size() * self.devicePixelRatioF()
        return size.width(), size.height()

    def picture(self) -> NDArray[np.uint8]:
        """Return the (h, w, 3) uint8 picture at rest."""
        return self._live.picture()

    @property
    def at_rest(self) -> bool:
        """Whether the picture is, or will next be, drawn in full quality."""
        return not self._moving

    def dispose(self) -> None:
        """Let go of the state and of OpenGL; the widget draws nothing any more."""
        self._state.scene_changed.disconnect(self._on_scene)
        self._state.view_changed.disconnect(self._on_view)
        self._rest.stop()
        self._refining.stop()
        if self.context() is not None:
            self.makeCurrent()
            self._live.release()
            self.doneCurrent()

    def initializeGL(self) -> None:
        """Prepare drawing in a new context (Qt calls this again after re-docking)."""
        self.context().aboutToBeDestroyed.connect(self._release, Qt.ConnectionType.DirectConnection)
        self._is_new_context = True

    def resizeGL(self, _width: int, _height: int) -> None:
        """Take the new size, in device pixels."""
        if self._was_drawn:
            self._begin_moving()
        self._state.resize(self.device_size())

    def paintGL(self) -> None:
        """Draw the picture."""
        if self._is_new_context:
            # Only now: on Wayland there is no framebuffer that VTK could ask for its format any earlier.
            self._live.initialize()
            self._is_new_context = self._has_moving_picture = False
            if self._is_heavy:  # one thing at a time: the picture comes with the next event
                self._begin_moving()
                self._live.clear()
                self.update()
                return
        self._state.resize(self.device_size())
        self._live.paint(moving=self._moving)
        self._was_drawn = self._has_moving_picture = True
        self.drawn.emit(not self._moving)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a drag."""
        event.setAccepted(self.pointer.press(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on with a drag, or say what is under the pointer."""
        if self.pointer.move(event):
            if self.pointer.strayed:
                self._begin_moving()
        else:
            self._hover(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End a drag, or click."""
        event.setAccepted(self.pointer.release(event))
        if event.isAccepted():
            self._click(self.pointer.click(event), event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Click twice; the second press may begin a drag all the same."""
        event.setAccepted(self.pointer.press(event))
        self._click(self.pointer.click_of(event, double=True), event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the wheel, or scroll on a touchpad."""
        event.setAccepted(self.pointer.wheel(event))
        if event.isAccepted():
            self._begin_moving()

    def event(self, event: QEvent) -> bool:
        """Take what a touchpad's fingers do; leave the rest to Qt."""
        if isinstance(event, QNativeGestureEvent) and self.pointer.touch(event):
            self._begin_moving()
            event.accept()
            return True
        return super().event(event)

    def leaveEvent(self, _event: QEvent) -> None:
        """Nothing is under the pointer any more."""
        self._set_hovered(None)

    def _is_current(self) -> bool:
        return self.context() is not None and QOpenGLContext.currentContext() is self.context()

    def _release(self) -> None:
        self._live.release()

    def _on_scene(self) -> None:
        self._has_moving_picture = False
        if self._state.scene is not None:
            shot = self._state.shot
            self._live.supersample, self._live.quality = shot.supersample, shot.quality
            self._live.set_scene(self._state.scene, self._state.style)
            self._set_hovered(None)
            if self._is_heavy:
                self._begin_moving()
            self.update()

    def _on_view(self) -> None:
        if self._state.view is not None:
            self._live.set_view(self._state.view)
            if self._is_heavy:
                self._begin_moving()
            self.update()

    @property
    def _is_heavy(self) -> bool:
        scene = self._state.scene
        return scene is not None and len(scene.spheres.radii) + len(scene.sticks.radii) > HEAVY

    def _begin_moving(self) -> None:
        self._moving = True
        self._refining.stop()
        self._rest.start()

    def _settle(self) -> None:
        if self._is_heavy and not self._has_moving_picture:
            self._rest.start()
        elif self._is_heavy:
            self._refining.start()
        else:
            self._moving = False
            self.update()

    def _refine(self) -> None:
        if self._live.refine():
            self._refining.stop()
            self._moving = False
            self.update()

    def _hover(self, position: QPointF) -> None:
        self._set_hovered(self.row_at(position))

    def row_at(self, position: QPointF) -> int | None:
        """Return the scene's row of the atom at a place of the widget, None if there is none."""
        state = self._state
        if state.scene is None or state.view is None:
            return None
        return self._picker.pick(state.scene, state.view, state.size, self.pointer.place(position))

    def click(self, event: QMouseEvent) -> None:
        """Do what a click at the place of an event is bound to."""
        self._click(self.pointer.click_of(event), event)

    def _click(self, action: ClickAction | None, event: QMouseEvent) -> None:
        if action is not None:
            self.clicked.emit(action, self.row_at(event.position()), event.globalPosition().toPoint())

    def _set_hovered(self, row: int | None) -> None:
        if row != self._hovered:
            self._hovered = row
            self.hovered.emit(row)
