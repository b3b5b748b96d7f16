"""What colours and symbols of a chart stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from misi_viewer.gui.explorer.charts.colours import Colours, chart_colours, model_colour, model_symbol
from misi_viewer.gui.explorer.charts.symbols import REFERENCE_SYMBOLS, add_symbol
from misi_viewer.session.explorer.patterns.chart import Chart, Reference

__all__ = ["Legend", "is_level", "legend_height", "paint_legend", "reference_dash", "reference_symbol"]

SIGN: Final = 12.0
GAP: Final = 6.0
LONGEST: Final = 260.0
"""Of a name, pixels; longer ones are cut."""


class _Entry(NamedTuple):
    name: str
    symbol: str
    colour: QColor | None
    dash: Qt.PenStyle | None

    @property
    def sign(self) -> float:
        """Width of the sign: dashes need more to be told apart."""
        return SIGN if self.dash is None else 2.5 * SIGN


def entries(chart: Chart, references: Sequence[str], colours: Colours) -> Iterator[_Entry]:
    """Yield models, then the published numbers that are shown; a chart of one model's cells needs neither."""
    if chart.y is not None:
        return
    for series in chart.series:
        symbol = model_symbol(series.colour) if chart.kind == "line" else "square"
        yield _Entry(series.name, symbol, model_colour(series.colour, dark=colours.dark), None)
    shown = [one for one in chart.references if one.name in references]
    for number, reference in enumerate(shown):
        yield _Entry(reference.name, reference_symbol(number), None, _dash(reference, number))


def is_level(reference: Reference) -> bool:
    """Return whether a reference is the same everywhere: a line across the chart."""
    return len(reference.values) > 1 and len(set(reference.values)) == 1


def reference_symbol(number: int) -> str:
    """Return the symbol of a reference by its place among those that are shown."""
    return REFERENCE_SYMBOLS[number % len(REFERENCE_SYMBOLS)]


def reference_dash(number: int) -> Qt.PenStyle:
    """Return the dashes of a line across the chart."""
    return (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)[number % 3]


def _dash(reference: Reference, number: int) -> Qt.PenStyle | None:
    return reference_dash(number) if is_level(reference) else None


def _places(made: Sequence[_Entry], metrics: QFontMetricsF, width: float) -> list[tuple[QRectF, str]]:
    """Return where each entry goes, line by line, and its name as far as there is room."""
    found, left, top = [], 0.0, 0.0
    height = metrics.height() + 4.0
    for entry in made:
        longest = min(LONGEST, max(20.0, width - entry.sign - GAP))
        shown = metrics.elidedText(entry.name, Qt.TextElideMode.ElideRight, longest)
        wide = entry.sign + GAP + metrics.horizontalAdvance(shown) + 2 * GAP
        if left and left + wide > width:
            left, top = 0.0, top + height
        found.append((QRectF(left, top, wide, height), shown))
        left += wide
    return found


def legend_height(chart: Chart, references: Sequence[str], font: QFont, width: float) -> float:
    """Return how high a legend is at a width."""
    places = _places(list(entries(chart, references, chart_colours(None))), QFontMetricsF(font), width)
    return places[-1][0].bottom() if places else 0.0


def paint_legend(painter: QPainter, target: QRectF, chart: Chart, references: Sequence[str], colours: Colours) -> None:
    """Draw a legend into a rectangle."""
    made = list(entries(chart, references, colours))
    places = _places(made, QFontMetricsF(painter.font()), target.width())
    for entry, (rect, name) in zip(made, places, strict=True):
        own = rect.translated(target.topLeft())
        _paint_sign(painter, entry, QRectF(own.left(), own.center().y() - SIGN / 2, entry.sign, SIGN), colours)
        painter.setPen(colours.text)
        words = own.adjusted(entry.sign + GAP, 0.0, 0.0, 0.0)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)


def _paint_sign(painter: QPainter, entry: _Entry, rect: QRectF, colours: Colours) -> None:
    if entry.dash is not None:
        painter.setPen(QPen(colours.text, 1.4, entry.dash))
        painter.drawLine(QPointF(rect.left(), rect.center().y()), QPointF(rect.right(), rect.center().y()))
        return
    path = QPainterPath()
    half = SIGN / 2 - 1.0
    add_symbol(path, entry.symbol, rect.center(), half, half)
    painter.setPen(QPen(entry.colour or colours.text, 1.4))
    painter.setBrush(QBrush(entry.colour or colours.ground))
    painter.drawPath(path)


class Legend(QWidget):
    """A legend that is as high as it needs to be."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chart-legend")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._chart: Chart | None = None
        self._references: tuple[str, ...] = ()

    def show_chart(self, chart: Chart | None, references: Sequence[str]) -> None:
        """Explain a chart, or nothing."""
        self._chart, self._references = chart, tuple(references)
        names = [] if chart is None else [entry.name for entry in entries(chart, references, self._colours())]
        self.setAccessibleName("Legend")
        self.setAccessibleDescription(", ".join(names))
        self._fit()
        self.update()

    def sizeHint(self) -> QSize:
        """Propose any width."""
        return QSize(200, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Break lines anew."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw."""
        if self._chart is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            inside = QRectF(self.rect()).adjusted(4.0, 0.0, -4.0, 0.0)
            paint_legend(painter, inside, self._chart, self._references, self._colours())

    def _colours(self) -> Colours:
        return chart_colours(self.palette())

    def _fit(self) -> None:
        height = 0.0
        if self._chart is not None:
            height = legend_height(self._chart, self._references, self.font(), self.width() - 8.0)
        self.setFixedHeight(round(height))
