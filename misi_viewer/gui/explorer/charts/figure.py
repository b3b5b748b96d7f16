"""A chart as a picture of its own, with title, caption, legend and notes: PNG, SVG; and its numbers as CSV."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QPicture
from PySide6.QtSvg import QSvgGenerator

from misi_viewer.gui.explorer.charts.canvas import Canvas
from misi_viewer.gui.explorer.charts.colours import Colours, chart_colours
from misi_viewer.gui.explorer.charts.legend import legend_height, paint_legend
from misi_viewer.session.explorer.patterns.chart import Chart

__all__ = ["SIZE", "Figure"]

SIZE: Final = (1000, 620)
"""Width and height of a picture in points of the screen."""

SCALE: Final = 2.0
"""Pixels of a PNG for each of them."""

MARGIN: Final = 14.0


class Figure:
    """What is saved. Its colours are light, whatever the window's.

    Parameters
    ----------
    canvas
        Draws; its colours are put back by `redraw`.
    redraw
        Draws the canvas as the window has it.
    chart, references, caption
        What is drawn, with which published numbers, and what it is made of.
    font
        The window's.
    """

    def __init__(
        self,
        canvas: Canvas,
        redraw: Callable[[], None],
        chart: Chart,
        references: Sequence[str],
        caption: str,
        font: QFont,
    ) -> None:
        self._canvas, self._redraw = canvas, redraw
        self._chart, self._references, self._caption, self._font = chart, references, caption, font

    def png(self) -> bytes:
        """Return the picture as PNG."""
        image = QImage(QSize(*SIZE) * SCALE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(SCALE)
        colours = chart_colours(None)
        image.fill(colours.ground)
        painter = QPainter(image)
        try:
            self._paint(painter, colours)
        finally:
            painter.end()
        return _written(lambda buffer: image.save(buffer, "PNG"))  # type: ignore[call-overload]

    def svg(self) -> bytes:
        """Return the picture as SVG."""

        def write(buffer: QBuffer) -> None:
            made = QSvgGenerator()
            made.setOutputDevice(buffer)
            made.setResolution(QPicture().logicalDpiX())  # else what pyqtgraph recorded is drawn in another scale
            made.setSize(QSize(*SIZE))
            made.setViewBox(QRectF(0.0, 0.0, *SIZE))
            made.setTitle(self._chart.title)
            made.setDescription(self._caption)
            colours = chart_colours(None)
            painter = QPainter(made)
            try:
                painter.fillRect(QRectF(0.0, 0.0, *SIZE), colours.ground)
                self._paint(painter, colours)
            finally:
                painter.end()

        return _written(write)

    def _paint(self, painter: QPainter, colours: Colours) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = SIZE[0] - 2 * MARGIN
        metrics = QFontMetricsF(self._font)
        bold = QFont(self._font)
        bold.setBold(True)
        bold.setPointSizeF(1.25 * self._font.pointSizeF())
        top = _write(painter, self._chart.title, MARGIN, bold, colours)
        top = _write(painter, self._caption, top, self._font, colours)
        notes = " ".join(self._chart.notes)
        notes_height = _text_height(metrics, notes, width)
        legend = legend_height(self._chart, self._references, self._font, width)
        plot_height = SIZE[1] - MARGIN - notes_height - legend - 6.0 - top
        try:
            self._canvas.show(self._chart, self._references, colours, self._font)
            self._canvas.show_marks((), None, None, colours)
            self._canvas.paint(painter, QRectF(MARGIN, top, width, plot_height))
        finally:
            self._redraw()
        top += plot_height + 4.0
        painter.setFont(self._font)
        paint_legend(painter, QRectF(MARGIN, top, width, legend), self._chart, self._references, colours)
        _write(painter, notes, top + legend, self._font, colours)


def _text_height(metrics: QFontMetricsF, text: str, width: float) -> float:
    if not text:
        return 0.0
    return metrics.boundingRect(QRectF(0.0, 0.0, width, 1e4), Qt.TextFlag.TextWordWrap, text).height()


def _write(painter: QPainter, text: str, top: float, font: QFont, colours: Colours) -> float:
    """Write a text across the picture; return where it ends."""
    painter.setFont(font)
    painter.setPen(colours.text)
    width = SIZE[0] - 2 * MARGIN
    height = _text_height(QFontMetricsF(font), text, width)
    painter.drawText(QRectF(MARGIN, top, width, height), Qt.TextFlag.TextWordWrap, text)
    return top + height + 4.0


def _written(write: Callable[[QBuffer], object]) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    write(buffer)
    buffer.close()
    return bytes(buffer.data().data())
