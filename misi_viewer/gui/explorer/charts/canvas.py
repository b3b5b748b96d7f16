"""A plot with its axes, without menus and mouse of its own: one is made, and every chart is drawn in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QWidget

from misi_viewer.gui.explorer.charts.colours import Colours
from misi_viewer.gui.explorer.charts.layers import (
    BarsLayer,
    CellsLayer,
    LinesLayer,
    OutlineLayer,
    ReferencesLayer,
    pen_of,
)
from misi_viewer.gui.explorer.charts.places import Box, chart_box, top_of
from misi_viewer.session.explorer.patterns.chart import Axis, Chart

__all__ = ["Canvas"]

GRID: Final = 60
"""Opacity of the grid, of 255."""

LONGEST_NAME: Final = 16
BRUSH_OPACITY: Final = 0.2

BEYOND: Final = 60
"""Pixels that the first and the last name may reach beyond the axis."""


class Canvas:
    """The plot.

    Parameters
    ----------
    parent
        The widget it lies in.

    Attributes
    ----------
    view
        What shows it.
    """

    def __init__(self, parent: QWidget) -> None:
        self.view: Any = pyqtgraph.GraphicsView(parent, background=None)
        self.view.setAntialiasing(True)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._layout: Any = pyqtgraph.GraphicsLayout()
        self._layout.setContentsMargins(2, 6, 8, 2)
        self.view.setCentralItem(self._layout)
        self._plot: Any = pyqtgraph.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self._left: Any = pyqtgraph.AxisItem("left")
        self._bottom: Any = pyqtgraph.AxisItem("bottom")
        for item, row, column in ((self._left, 0, 0), (self._plot, 0, 1), (self._bottom, 1, 1)):
            self._layout.addItem(item, row, column)
        self._layout.layout.setSpacing(0)
        for axis in (self._left, self._bottom):
            axis.linkToView(self._plot)
            axis.enableAutoSIPrefix(False)
        self._bottom.setStyle(hideOverlappingLabels=BEYOND)
        self._bars, self._lines = BarsLayer(self._plot), LinesLayer(self._plot)
        self._cells, self._references = CellsLayer(self._plot), ReferencesLayer(self._plot)
        self._chosen, self._focus, self._brush = (OutlineLayer(self._plot, depth) for depth in (4.0, 6.0, 5.0))
        self._chart: Chart | None = None
        self._names: tuple[str, ...] = ()
        self._colours: Colours | None = None
        self._font = QFont()
        self._closed = False
        self._plot.sigResized.connect(self._on_resized)

    def show(self, chart: Chart | None, references: Sequence[str], colours: Colours, font: QFont) -> None:
        """Draw a chart, with some of its references, in colours."""
        if self._closed:
            return
        self._chart, self._names, self._colours, self._font = chart, tuple(references), colours, font
        self.view.setBackground(colours.ground)
        self._show_axes(chart, colours, font)
        self._bars.show(chart, colours)
        self._cells.show(chart, colours, font)
        self._show_scaled()

    def show_marks(self, chosen: Sequence[Box], focus: Box | None, brush: Box | None, colours: Colours) -> None:
        """Frame what is chosen, what has the focus, and what is brushed."""
        if self._closed:
            return
        nothing = QBrush(Qt.BrushStyle.NoBrush)
        pale = QColor(colours.highlight)
        pale.setAlphaF(BRUSH_OPACITY)
        self._chosen.show(chosen, pen_of(colours.text, 2.5), nothing, self._grown)
        self._focus.show([focus] if focus else [], pen_of(colours.highlight, 2.5, _DASH), nothing, self._grown)
        self._brush.show([brush] if brush else [], pen_of(colours.highlight), QBrush(pale), lambda box: box)

    def to_chart(self, position: QPointF) -> tuple[float, float]:
        """Return a position in the view in the chart's coordinates."""
        point = self._plot.mapSceneToView(self.view.mapToScene(position.toPoint()))
        return point.x(), point.y()

    def to_view(self, x: float, y: float) -> QPointF:
        """Return a point of the chart in the view's coordinates."""
        return QPointF(self.view.mapFromScene(self._plot.mapViewToScene(QPointF(x, y))))

    def paint(self, painter: QPainter, target: QRectF) -> None:
        """Draw the plot elsewhere, laid out for that size."""
        before = self._layout.geometry()
        try:
            self._lay_out(QRectF(QPointF(0.0, 0.0), target.size()))
            self.view.scene().prepareForPaint()
            self.view.scene().render(painter, target, self._layout.geometry())
        finally:
            self._lay_out(before)

    def items(self) -> int:
        """Return how many graphics items there are."""
        return len(self.view.scene().items())

    def close(self) -> None:
        """Draw nothing any more; the items are deleted here, and the widget with its parent."""
        if not self._closed:
            self._closed = True
            self._plot.sigResized.disconnect(self._on_resized)
            self.view.close()

    def _lay_out(self, geometry: QRectF) -> None:
        self._layout.setGeometry(geometry)
        self._layout.layout.activate()

    def _on_resized(self, *_: object) -> None:
        if self._colours is not None:
            self._show_ticks(self._chart)
            self._show_scaled()

    def _show_scaled(self) -> None:
        """Draw what depends on the size of a pixel."""
        if self._colours is None:
            return
        pixel = self._pixel()
        self._lines.show(self._chart, self._colours, pixel)
        self._references.show(self._chart, self._names, self._colours, pixel)

    def _pixel(self) -> tuple[float, float]:
        box = chart_box(self._chart) if self._chart else Box(0.0, 0.0, 1.0, 1.0)
        size = self._plot.rect()
        return (box.right - box.left) / max(1.0, size.width()), (box.top - box.bottom) / max(1.0, size.height())

    def _grown(self, box: Box) -> Box:
        """Return a box with room around it; a point gets as much as its symbol needs."""
        width, height = self._pixel()
        is_point = box.left == box.right
        x, y = ((7 if is_point else 1) * width, (7 if is_point else 1) * height)
        return Box(box.left - x, box.bottom - y, box.right + x, box.top + y)

    def _show_axes(self, chart: Chart | None, colours: Colours, font: QFont) -> None:
        for axis in (self._left, self._bottom):
            axis.setPen(pen_of(colours.faint))
            axis.setTextPen(colours.text)
            axis.setTickFont(font)
            axis.setVisible(chart is not None)
        if chart is None:
            return
        box = chart_box(chart)
        self._plot.setRange(xRange=(box.left, box.right), yRange=(box.bottom, box.top), padding=0.0)
        looks = {"color": colours.text.name(), "font-size": f"{font.pointSizeF():g}pt"}
        self._left.setLabel(_escaped(chart.value_title if chart.y is None else chart.y.title), **looks)
        self._bottom.setLabel(_escaped(chart.x.title), **looks)
        self._left.setGrid(GRID if chart.y is None else False)
        self._show_ticks(chart)

    def _show_ticks(self, chart: Chart | None) -> None:
        """Name as many places as there is room for."""
        if chart is None:
            return
        self._bottom.setTicks([_ticks(chart.x, self._plot.rect().width(), self._font)])
        if chart.y is not None:
            slots = reversed(chart.y.slots)
            self._left.setTicks([[(place + 0.5, _short(slot.name)) for place, slot in enumerate(slots)]])
        else:
            top = top_of(chart)
            step = 20.0 if top > 50.0 else 10.0 if top > 20.0 else 5.0
            self._left.setTicks([[(step * number, f"{step * number:g}") for number in range(int(top / step) + 1)]])


_DASH: Final = Qt.PenStyle.DashLine


def _ticks(axis: Axis, width: float, font: QFont) -> list[tuple[float, str]]:
    """Return places and names along x, as many as do not overlap."""
    names = [_short(slot.name) for slot in axis.slots]
    metrics = QFontMetricsF(font)
    widest = max((metrics.horizontalAdvance(name) for name in names), default=0.0) + 6.0
    every = max(1, -(-int(widest * len(names)) // max(1, int(width))))
    kept = [place for place in range(len(names)) if place % every == 0]
    return [(float(place), names[place]) for place in kept]


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _escaped(text: str) -> str:
    """Return a text that an axis, which takes HTML, shows as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;")
