"""What a plot is made of: items that are made once and changed for every chart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pyqtgraph
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainterPath, QPen, QPolygonF, QTextOption
from PySide6.QtWidgets import QGraphicsPathItem

from misi_viewer.gui.explorer.charts.colours import Colours, cell_colours, model_colour, model_symbol
from misi_viewer.gui.explorer.charts.legend import is_level, reference_dash, reference_symbol
from misi_viewer.gui.explorer.charts.places import Box, box_of
from misi_viewer.gui.explorer.charts.symbols import add_symbol
from misi_viewer.session.explorer.patterns.chart import Chart, Mark, Reference

__all__ = ["BarsLayer", "CellsLayer", "LinesLayer", "OutlineLayer", "ReferencesLayer", "pen_of"]

POINT: Final = 4.0
"""Half the size of a symbol, pixels."""

BAND_OPACITY: Final = 0.13
BEAM: Final = 0.35
"""Width of an interval's ends, of a bar's."""

Pixel = tuple[float, float]
"""Width and height of a pixel in the plot's coordinates."""


def pen_of(colour: QColor, width: float = 1.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen as wide on every scale."""
    pen = QPen(colour, width, style)
    pen.setCosmetic(True)
    return pen


class _Paths:
    """Path items that are used again and again."""

    def __init__(self, plot: Any, depth: float) -> None:
        self._plot, self._depth = plot, depth
        self._items: list[QGraphicsPathItem] = []
        self._used = 0

    def start(self) -> None:
        """Use the first one next."""
        self._used = 0

    def add(self, path: QPainterPath, pen: QPen, brush: QBrush) -> None:
        """Show a path."""
        if self._used == len(self._items):
            item = QGraphicsPathItem()
            item.setZValue(self._depth)
            self._items.append(item)
            self._plot.addItem(item, ignoreBounds=True)
        item = self._items[self._used]
        self._used += 1
        item.setPath(path)
        item.setPen(pen)
        item.setBrush(brush)
        item.setVisible(True)

    def end(self) -> None:
        """Hide what is not used."""
        for item in self._items[self._used :]:
            item.setVisible(False)
            item.setPath(QPainterPath())


class BarsLayer:
    """Bars with their intervals."""

    def __init__(self, plot: Any) -> None:
        self._bars = pyqtgraph.BarGraphItem(x=[0.0], height=[0.0], width=0.5)
        self._errors = pyqtgraph.ErrorBarItem()
        self._errors.setZValue(1.0)
        for item in (self._bars, self._errors):
            plot.addItem(item, ignoreBounds=True)

    def show(self, chart: Chart | None, colours: Colours) -> None:
        """Show the bars of a chart, or none."""
        marks = [] if chart is None or chart.kind != "bars" else list(chart.marks)
        for item in (self._bars, self._errors):
            item.setVisible(bool(marks))
        if chart is None or not marks:
            return
        boxes = [box_of(chart, mark) for mark in marks]
        self._bars.setOpts(
            x0=[box.left for box in boxes],
            x1=[box.right for box in boxes],
            height=[box.top for box in boxes],
            width=None,
            x=None,
            brushes=[_brush(chart, mark, colours) for mark in marks],
            pens=[_pen(chart, mark, colours) for mark in marks],
        )
        self._show_errors(marks, boxes, colours)

    def _show_errors(self, marks: Sequence[Mark], boxes: Sequence[Box], colours: Colours) -> None:
        numbers = np.array
        self._errors.setData(
            x=numbers([(box.left + box.right) / 2 for box in boxes]),
            y=numbers([mark.value for mark in marks]),
            top=numbers([mark.high - mark.value for mark in marks]),
            bottom=numbers([mark.value - mark.low for mark in marks]),
            beam=BEAM * (boxes[0].right - boxes[0].left),
            pen=pen_of(colours.text),
        )


def _brush(chart: Chart, mark: Mark, colours: Colours) -> QBrush:
    if mark.is_few:
        return QBrush(Qt.BrushStyle.NoBrush)
    return QBrush(model_colour(chart.series[mark.series].colour, dark=colours.dark))


def _pen(chart: Chart, mark: Mark, colours: Colours) -> QPen:
    colour = model_colour(chart.series[mark.series].colour, dark=colours.dark)
    return pen_of(colour, 1.5 if mark.is_few else 1.0, Qt.PenStyle.DashLine if mark.is_few else Qt.PenStyle.SolidLine)


class LinesLayer:
    """Points joined by lines, each with the band of its intervals."""

    def __init__(self, plot: Any) -> None:
        self._bands = _Paths(plot, 0.0)
        self._lines = _Paths(plot, 1.0)

    def show(self, chart: Chart | None, colours: Colours, pixel: Pixel) -> None:
        """Show the lines of a chart, or none."""
        self._bands.start()
        self._lines.start()
        if chart is not None and chart.kind == "line":
            for number in range(len(chart.series)):
                self._show_series(chart, number, colours, pixel)
        self._bands.end()
        self._lines.end()

    def _show_series(self, chart: Chart, number: int, colours: Colours, pixel: Pixel) -> None:
        marks = [mark for mark in chart.marks if mark.series == number]
        if not marks:
            return
        place = chart.series[number].colour
        colour = model_colour(place, dark=colours.dark)
        pale = QColor(colour)
        pale.setAlphaF(BAND_OPACITY)
        band, line = QPainterPath(), QPainterPath()
        joined = marks[:-1] if chart.is_histogram else marks  # the last place is no step on the scale
        upper = [QPointF(mark.place, mark.high) for mark in joined]
        lower = [QPointF(mark.place, mark.low) for mark in reversed(joined)]
        band.addPolygon(QPolygonF([*upper, *lower]))
        line.addPolygon(QPolygonF([QPointF(mark.place, mark.value) for mark in joined]))
        self._bands.add(band, QPen(Qt.PenStyle.NoPen), QBrush(pale))
        self._lines.add(line, pen_of(colour, 1.5), QBrush(Qt.BrushStyle.NoBrush))
        symbol = model_symbol(place)
        for few, brush in ((False, QBrush(colour)), (True, QBrush(colours.ground))):
            points = QPainterPath()
            for mark in marks:
                if mark.is_few is few:
                    add_symbol(points, symbol, QPointF(mark.place, mark.value), POINT * pixel[0], -POINT * pixel[1])
            self._lines.add(points, pen_of(colour, 1.2), brush)


class CellsLayer:
    """Cells of rows and columns, with their numbers."""

    def __init__(self, plot: Any) -> None:
        self._plot = plot
        self._cells = pyqtgraph.BarGraphItem(x=[0.0], height=[0.0], width=0.5)
        plot.addItem(self._cells, ignoreBounds=True)
        self._texts: list[Any] = []

    def show(self, chart: Chart | None, colours: Colours, font: QFont) -> None:
        """Show the cells of a chart, or none."""
        marks = [] if chart is None or chart.kind != "matrix" else list(chart.marks)
        self._cells.setVisible(bool(marks))
        while len(self._texts) < len(marks):
            text = pyqtgraph.TextItem(anchor=(0.5, 0.5))
            text.setZValue(2.0)
            self._texts.append(text)
            self._plot.addItem(text, ignoreBounds=True)
        for text in self._texts[len(marks) :]:
            text.setVisible(False)
        if chart is None or not marks:
            return
        boxes = [box_of(chart, mark) for mark in marks]
        looks = [cell_colours(mark.value / 100.0, colours) for mark in marks]
        self._cells.setOpts(
            x0=[box.left for box in boxes],
            x1=[box.right for box in boxes],
            y0=[box.bottom for box in boxes],
            y1=[box.top for box in boxes],
            x=None,
            width=None,
            height=None,
            brushes=[QBrush(ground) for ground, _ in looks],
            pens=[pen_of(colours.faint) for _ in marks],
        )
        for text, mark, box, (_, ink) in zip(self._texts, marks, boxes, looks, strict=False):
            text.setFont(font)
            text.setColor(ink)
            _set_text(text, _cell_text(mark))
            text.setPos((box.left + box.right) / 2, (box.bottom + box.top) / 2)
            text.setVisible(True)


def _cell_text(mark: Mark) -> str:
    count = f"({mark.count:,})" if mark.is_few else f"{mark.count:,}"
    return f"{count}\n{mark.value:.0f} %" if mark.count else "0"


def _set_text(item: Any, text: str) -> None:
    """Set a text whose lines stand below one another's middles."""
    inner = item.textItem
    inner.document().setDefaultTextOption(QTextOption(Qt.AlignmentFlag.AlignHCenter))
    item.setPlainText(text)
    inner.setTextWidth(-1)
    inner.setTextWidth(inner.document().idealWidth())
    item.updateTextPos()


class ReferencesLayer:
    """Published numbers: symbols at their places, or lines across the chart."""

    def __init__(self, plot: Any) -> None:
        self._paths = _Paths(plot, 3.0)

    def show(self, chart: Chart | None, names: Sequence[str], colours: Colours, pixel: Pixel) -> None:
        """Show some of a chart's references, or none."""
        self._paths.start()
        shown = [] if chart is None else [one for one in chart.references if one.name in names]
        for number, reference in enumerate(shown):
            if chart is not None and is_level(reference):
                self._show_level(chart, reference, number, colours)
            else:
                shift = 0.16 * (number - (len(shown) - 1) / 2) if len(shown) < 6 else 0.0
                self._show_symbols(reference, number, shift, colours, pixel)
        self._paths.end()

    def _show_level(self, chart: Chart, reference: Reference, number: int, colours: Colours) -> None:
        value = reference.values[0]
        if value is not None:
            path = QPainterPath(QPointF(-0.5, value))
            path.lineTo(QPointF(len(chart.x.slots) - 0.5, value))
            self._paths.add(path, pen_of(colours.text, 1.2, reference_dash(number)), QBrush(Qt.BrushStyle.NoBrush))

    def _show_symbols(self, reference: Reference, number: int, shift: float, colours: Colours, pixel: Pixel) -> None:
        path, symbol = QPainterPath(), reference_symbol(number)
        for place, value in enumerate(reference.values):
            if value is not None:
                at = QPointF(place + shift, value)
                add_symbol(path, symbol, at, (POINT + 1) * pixel[0], -(POINT + 1) * pixel[1])
        self._paths.add(path, pen_of(colours.text, 1.4), QBrush(colours.ground))


class OutlineLayer:
    """Frames around elements."""

    def __init__(self, plot: Any, depth: float) -> None:
        self._paths = _Paths(plot, depth)

    def show(self, boxes: Sequence[Box], pen: QPen, brush: QBrush, grow: Callable[[Box], Box]) -> None:
        """Show frames around boxes, each a little larger than its box."""
        path = QPainterPath()
        for box in map(grow, boxes):
            path.addRect(QRectF(QPointF(box.left, box.bottom), QPointF(box.right, box.top)))
        self._paths.start()
        if boxes:
            self._paths.add(path, pen, brush)
        self._paths.end()
