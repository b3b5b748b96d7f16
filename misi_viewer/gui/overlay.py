"""Marks over the picture: rings round the atoms pointed at and picked. Never part of the picture itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.selection import AtomRef
from misi_viewer.gui.status import short_name
from misi_viewer.scene.aim import View
from misi_viewer.session.marks import Marks, identify
from misi_viewer.session.state import WindowState

__all__ = ["HOVERED", "PICKED", "Overlay"]

HOVERED, PICKED = QColor("#ffd23f"), QColor("#4dff9a")
EDGE = QColor(0, 0, 0, 190)
"""Round lines and letters, so that they show on any ground."""

RING_ANGSTROM = 0.5
LEAST_RING = 7.0
"""Units of the screen."""

LINE, EDGE_LINE = 2.0, 4.5


class Overlay(QWidget):
    """A clear sheet over the view; hidden while there is nothing to mark.

    Parameters
    ----------
    state, marks
        What is seen, and what is marked in it.
    parent
        The view.
    """

    def __init__(self, state: WindowState, marks: Marks, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("overlay")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._state = state
        self._marks = marks
        self._view = parent
        parent.installEventFilter(self)
        self._signals = (state.view_changed, state.scene_changed, marks.hovered_changed, marks.picked_changed)
        for signal in self._signals:
            signal.connect(self._refresh)
        self._refresh()

    def dispose(self) -> None:
        """Let go of what is marked."""
        for signal in self._signals:
            signal.disconnect(self._refresh)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the view."""
        if event.type() == QEvent.Type.Resize and watched is self._view:
            self._refresh()
        return False

    def places(self, atoms: Sequence[AtomRef]) -> list[tuple[QPointF, float]]:
        """Return where atoms are seen, in the widget's units, and the radius of a ring round each."""
        state, view, ratio = self._state, self._state.view, self.devicePixelRatioF()
        if view is None or not atoms:
            return []
        points = state.positions(atoms)
        seen = pixels(points, view.pose, view.projection, state.size) / ratio
        radii = _ring_pixels(points, view, state.size) / ratio
        return [
            (QPointF(*place), max(float(radius), LEAST_RING))
            for place, radius in zip(seen.tolist(), radii.tolist(), strict=True)
            if np.isfinite(place).all()
        ]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the rings."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        picked = self.places(self._marks.picked)
        for place, radius in picked:
            _ring(painter, place, radius, PICKED)
        if len(picked) == len(self._marks.picked):
            for (place, radius), atom in zip(picked, self._marks.picked, strict=True):
                self._name(painter, place + QPointF(radius + 4.0, -radius), atom)
        for place, radius in self.places(self._marks.hovered):
            _ring(painter, place, radius + 1.5, HOVERED)

    def _name(self, painter: QPainter, place: QPointF, atom: AtomRef) -> None:
        if self._state.complex is None:
            return
        text = QPainterPath()
        font = self.font()
        font.setBold(True)
        text.addText(place, font, short_name(identify(self._state.complex, atom)))
        painter.strokePath(text, QPen(EDGE, 3.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.fillPath(text, PICKED)

    def _refresh(self) -> None:
        wanted = bool(self._marks.hovered or self._marks.picked) and self._state.view is not None
        if wanted:
            self.setGeometry(self._view.rect())
        if wanted is self.isHidden():
            self.setVisible(wanted)
        self.update()


def _ring_pixels(points: np.ndarray, view: View, size: tuple[int, int]) -> np.ndarray:
    depth = np.maximum(-view.pose.to_camera(points)[:, 2], 1e-3)
    return np.asarray(RING_ANGSTROM * size[0] / 2.0 / view.projection.half_width(depth))


def _ring(painter: QPainter, place: QPointF, radius: float, colour: QColor) -> None:
    for pen in (QPen(EDGE, EDGE_LINE), QPen(colour, LINE)):
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(place, radius, radius)
