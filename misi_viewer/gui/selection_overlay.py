"""Over the picture: halos of what is selected, what is measured, and the box that selects. Never part of it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from misi_viewer.camera.projection import pixels
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.session.measurements import anchor, measure, places_of, value_text
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls

__all__ = ["SELECTED", "SelectionOverlay"]

SELECTED = QColor("#39c2ff")
MEASURED = QColor("#ffb347")
EDGE = QColor(0, 0, 0, 190)
"""Round lines and letters, so that they show on any ground."""

HALO_ANGSTROM = 0.42
LEAST_HALO = 4.0
"""Units of the screen."""

MOST_HALOS = 3_000
"""Atoms that get a halo; more get a dot."""

MOST_DOTS = 20_000
"""Dots that are drawn; of more atoms every second, third and so on gets one."""

BOX_ALPHA = 40


class SelectionOverlay(QWidget):
    """A clear sheet over the view; hidden while there is nothing to show.

    Parameters
    ----------
    state, controls
        What is seen, and what of it is selected and measured.
    parent
        The view.
    """

    def __init__(self, state: WindowState, controls: WindowControls, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("selection-overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._state = state
        self._controls = controls
        self._view = parent
        self._box = QRect()
        self._points = np.empty((0, 3))
        parent.installEventFilter(self)
        self._signals = (
            (controls.selection_changed, self._take_atoms),
            (state.scene_changed, self._take_atoms),
            (state.view_changed, self._refresh),
            (controls.measurements_changed, self._refresh),
        )
        for signal, slot in self._signals:
            signal.connect(slot)
        self._take_atoms()

    @property
    def halo_count(self) -> int:
        """How many of the selected atoms are displayed."""
        return len(self._points)

    @property
    def box(self) -> QRect:
        """The box that is being drawn; null if none is."""
        return self._box

    def set_box(self, box: QRect) -> None:
        """Draw a box, or none."""
        self._box = box
        self._refresh()

    def dispose(self) -> None:
        """Let go of what is shown."""
        for signal, slot in self._signals:
            signal.disconnect(slot)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the view."""
        if event.type() == QEvent.Type.Resize and watched is self._view:
            self._refresh()
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw halos, measurements and box."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_halos(painter)
        self._draw_measurements(painter)
        if not self._box.isNull():
            fill = QColor(SELECTED)
            fill.setAlpha(BOX_ALPHA)
            painter.fillRect(self._box, fill)
            painter.setPen(QPen(SELECTED, 1.0, Qt.PenStyle.DashLine))
            painter.drawRect(self._box)

    def _take_atoms(self) -> None:
        """Find where the displayed ones of the selected atoms are."""
        controls, found = self._controls, [np.empty((0, 3))]
        if controls.has_selection and controls.complex is not None:
            parts = displayed_atoms(controls.complex, controls.shot).parts
            found += [part.coordinates[controls.selection[part.name][part.rows]] for part in parts]
        self._points = np.concatenate(found)
        self._refresh()

    def _draw_halos(self, painter: QPainter) -> None:
        view, size, ratio = self._state.view, self._state.size, self.devicePixelRatioF()
        if view is None or not len(self._points):
            return
        depth = -view.pose.to_camera(self._points)[:, 2]
        points = self._points[(depth >= view.near) & (depth <= view.far)]
        places = pixels(points, view.pose, view.projection, size) / ratio
        if len(points) > MOST_HALOS:
            painter.setPen(QPen(SELECTED, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawPoints(QPolygonF([QPointF(x, y) for x, y in places[:: 1 + len(places) // MOST_DOTS].tolist()]))
            return
        depth = np.maximum(-view.pose.to_camera(points)[:, 2], 1e-3)
        radii = np.maximum(HALO_ANGSTROM * size[0] / 2.0 / view.projection.half_width(depth) / ratio, LEAST_HALO)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(EDGE, 4.0), QPen(SELECTED, 2.0)):
            painter.setPen(pen)
            for (x, y), radius in zip(places.tolist(), radii.tolist(), strict=True):
                painter.drawEllipse(QPointF(x, y), radius, radius)

    def _draw_measurements(self, painter: QPainter) -> None:
        shown, view, shot = self._controls.complex, self._state.view, self._controls.shot
        if shown is None or view is None:
            return
        for one in self._controls.measurements:
            points = places_of(one.atoms, shown, shot)
            points = np.concatenate([points, anchor(points)[None]])
            seen = pixels(points, view.pose, view.projection, self._state.size) / self.devicePixelRatioF()
            if np.isfinite(seen).all():
                places = [QPointF(x, y) for x, y in seen.tolist()]
                self._draw_dashes(painter, places[:-1])
                self._write(painter, places[-1], value_text(one.kind, measure(one, shown, shot)))

    def _draw_dashes(self, painter: QPainter, places: list[QPointF]) -> None:
        for colour, width in ((EDGE, 4.0), (MEASURED, 2.0)):
            pen = QPen(colour, width)
            pen.setDashPattern([8.0 / width, 8.0 / width])
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(places))

    def _write(self, painter: QPainter, place: QPointF, value: str) -> None:
        font = self.font()
        font.setBold(True)
        text = QPainterPath()
        text.addText(place + QPointF(6.0, -4.0), font, value)
        painter.strokePath(text, QPen(EDGE, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.fillPath(text, MEASURED)

    def _refresh(self) -> None:
        something = len(self._points) > 0 or bool(self._controls.measurements) or not self._box.isNull()
        wanted = something and self._state.view is not None
        if wanted:
            self.setGeometry(self._view.rect())
        if wanted is self.isHidden():
            self.setVisible(wanted)
        self.update()
