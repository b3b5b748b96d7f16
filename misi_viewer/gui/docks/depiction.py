"""The ligand's drawing in two dimensions, in which atoms can be pointed at and clicked."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from misi_viewer.chem.ligand_card import Depiction
from misi_viewer.gui.overlay import HOVERED, PICKED
from misi_viewer.gui.theme import is_dark

__all__ = ["DepictionView"]

RING = 13.0
"""Radius of a ring round an atom, in the drawing's units."""

LINE = 2.5
LEAST_HEIGHT = 120
DARKER_ON_LIGHT = 150
"""Percent; bright rings do not show on white."""


class DepictionView(QWidget):
    """Shows a depiction as large as fits.

    Signals
    -------
    hovered
        (row or None,) the ligand's atom under the pointer has changed.
    clicked
        (row,) an atom was clicked.
    """

    hovered = Signal(object)
    clicked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ligand-depiction")
        self.setAccessibleName("Drawing of the ligand in two dimensions")
        self.setMouseTracking(True)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        self.setMinimumHeight(LEAST_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._depiction: Depiction | None = None
        self._renderer = QSvgRenderer(self)
        self._renderer.setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
        self._message = ""
        self._hovered: list[int] = []
        self._picked: list[int] = []
        self._pointed: int | None = None

    def sizeHint(self) -> QSize:
        """Propose the drawing's own proportions."""
        return QSize(360, 270)

    def show_depiction(self, depiction: Depiction | None, message: str) -> None:
        """Show a drawing, or where there is none, say why."""
        self._depiction, self._message = depiction, message
        self._renderer.load(QByteArray(depiction.svg.encode() if depiction else b""))
        self._pointed = None
        self.update()

    def mark(self, hovered: list[int], picked: list[int]) -> None:
        """Draw rings round atoms, given by their rows in the ligand."""
        if (hovered, picked) != (self._hovered, self._picked):
            self._hovered, self._picked = hovered, picked
            self.update()

    def place_of(self, row: int) -> QPointF | None:
        """Return where an atom is, in the widget's units; None if it is not drawn."""
        place = None if self._depiction is None or row >= len(self._depiction.owners) else self._depiction.place_of(row)
        if place is None:
            return None
        frame, scale = self._frame()
        return frame.topLeft() + QPointF(*place) * scale

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ligand and the rings."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._depiction is None:
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.setPen(self.palette().color(QPalette.ColorRole.PlaceholderText))
            painter.drawText(self.rect().adjusted(12, 12, -12, -12), int(flags), self._message)
            return
        frame, scale = self._frame()
        self._ring(painter, self._picked, PICKED, (RING + LINE) * scale)
        self._renderer.render(painter, frame)
        self._ring(painter, self._hovered, HOVERED, RING * scale)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Say which atom is pointed at."""
        self._point_at(self._row_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Click an atom."""
        row = self._row_at(event.position())
        if row is not None and event.button() is Qt.MouseButton.LeftButton:
            self.clicked.emit(row)

    def leaveEvent(self, _event: QEvent) -> None:
        """Nothing is pointed at any more."""
        self._point_at(None)

    def _point_at(self, row: int | None) -> None:
        if row != self._pointed:
            self._pointed = row
            self.setCursor(Qt.CursorShape.ArrowCursor if row is None else Qt.CursorShape.PointingHandCursor)
            self.hovered.emit(row)

    def _row_at(self, position: QPointF) -> int | None:
        if self._depiction is None:
            return None
        frame, scale = self._frame()
        place = (position - frame.topLeft()) / scale
        return self._depiction.atom_at(place.x(), place.y())

    def _frame(self) -> tuple[QRectF, float]:
        """Return where the drawing lies, and the widget's units per unit of the drawing."""
        width, height = self._depiction.size if self._depiction else (1, 1)
        scale = max(min(self.width() / width, self.height() / height), 1e-6)
        frame = QRectF(0.0, 0.0, width * scale, height * scale)
        frame.moveCenter(QRectF(self.rect()).center())
        return frame, scale

    def _ring(self, painter: QPainter, rows: list[int], colour: QColor, radius: float) -> None:
        shade = colour if is_dark(self.palette()) else colour.darker(DARKER_ON_LIGHT)
        painter.setPen(QPen(shade, LINE))
        for row in rows:
            place = self.place_of(row)
            if place is not None:
                painter.drawEllipse(place, radius, radius)
