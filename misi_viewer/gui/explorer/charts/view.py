"""A chart that is pointed at, clicked, brushed, and walked through by keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QToolTip, QVBoxLayout, QWidget

from misi_viewer.gui.explorer.charts.canvas import Canvas
from misi_viewer.gui.explorer.charts.colours import chart_colours
from misi_viewer.gui.explorer.charts.places import Box, box_of, chart_box, mark_at, place_at
from misi_viewer.session.explorer.filters import Term
from misi_viewer.session.explorer.patterns.chart import Chart, Mark
from misi_viewer.session.explorer.patterns.words import mark_in_words

__all__ = ["ChartView"]

DRAG: Final = 6.0
"""Pixels from where a click is a brush."""

HINT: Final = "Click or Enter: list just these cases. Drag, or Shift and arrows: a range."

Holds = Callable[[tuple[Term, ...]], bool]


class ChartView(QWidget):
    """Shows charts, one after the other, in one plot.

    Signals
    -------
    chosen
        (terms,) the conditions of an element, or of a range, that was clicked.
    described
        (words,) what is pointed at, or has the keyboard's focus; "" for nothing.
    """

    chosen = Signal(object)
    described = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chart-view")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(160, 140)
        self.canvas = Canvas(self)
        self.canvas.view.viewport().installEventFilter(self)
        self.canvas.view.viewport().setMouseTracking(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.canvas.view)
        self.chart: Chart | None = None
        self._references: tuple[str, ...] = ()
        self._holds: Holds = lambda _terms: False
        self._focus: Mark | None = None
        self._anchor: Mark | None = None
        self._pressed: QPointF | None = None
        self._brush: tuple[range, range] | None = None

    def show_chart(self, chart: Chart | None, references: Sequence[str], holds: Holds) -> None:
        """Show a chart.

        Parameters
        ----------
        chart
            The chart; None for none.
        references
            Names of the published numbers that are shown with it.
        holds
            Whether the listed cases are narrowed to those of some conditions already.
        """
        self._references, self._holds = tuple(references), holds
        keeps = self.chart is not None and chart is not None and self.chart.request.chart == chart.request.chart
        before = self._focus if keeps else None
        self.chart = chart
        self._focus = None if chart is None or before is None else _same(chart, before)
        self._anchor = self._pressed = self._brush = None
        self.setAccessibleName(f"Chart: {chart.title}" if chart else "Chart")
        self.setAccessibleDescription(self._words(self._focus))
        self.redraw()

    def redraw(self) -> None:
        """Draw anew, in the palette's colours."""
        self.canvas.show(self.chart, self._references, chart_colours(self.palette()), self.font())
        self._show_marks()

    def changeEvent(self, event: QEvent) -> None:
        """Follow dark and light, and the size of the letters."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_brush"):
            self.redraw()

    def dispose(self) -> None:
        """Let go of the plot."""
        self.canvas.view.viewport().removeEventFilter(self)
        self.canvas.close()

    # Pointing

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse over the plot."""
        if watched is not self.canvas.view.viewport():
            return False
        match event.type():
            case QEvent.Type.MouseMove | QEvent.Type.MouseButtonPress | QEvent.Type.MouseButtonRelease:
                if isinstance(event, QMouseEvent):
                    self._mouse(event)
            case QEvent.Type.ToolTip:
                if isinstance(event, QHelpEvent):
                    self._show_tip(event)
            case QEvent.Type.Leave:
                self.described.emit(self._words(self._focus) if self.hasFocus() else "")
            case QEvent.Type.Wheel:
                event.ignore()
            case QEvent.Type.MouseButtonDblClick | QEvent.Type.ContextMenu:
                pass
            case _:
                return False
        return True

    def _mouse(self, event: QMouseEvent) -> None:
        if self.chart is None:
            return
        at = event.position()
        if event.type() == QEvent.Type.MouseMove:
            if self._pressed is not None and (self._brush or (at - self._pressed).manhattanLength() > DRAG):
                self._set_brush(self._span(self.chart, self._pressed, at))
            self.described.emit(self._words_at(at))
        elif event.button() == Qt.MouseButton.LeftButton:
            if event.type() == QEvent.Type.MouseButtonPress:
                self.setFocus(Qt.FocusReason.MouseFocusReason)
                self._pressed, self._brush = at, None
            else:
                self._release(at)

    def _release(self, at: QPointF) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None:
            return
        if self._brush is not None:
            self._choose_brush()
            return
        mark = self._mark_under(at)
        if mark is not None:
            self._set_focus(mark)
            self._choose(mark)

    def _span(self, chart: Chart, one: QPointF, other: QPointF) -> tuple[range, range]:
        """Return the places, and the lines of cells, between two positions."""
        (x1, y1), (x2, y2) = (self.canvas.to_chart(at) for at in (one, other))
        first, last = sorted((place_at(chart, x1), place_at(chart, x2)))
        if chart.y is None:
            return range(first, last + 1), range(1)
        lines = len(chart.y.slots)
        top, bottom = sorted(min(max(int(lines - y), 0), lines - 1) for y in (y1, y2))
        return range(first, last + 1), range(top, bottom + 1)

    def _mark_under(self, at: QPointF) -> Mark | None:
        return None if self.chart is None else mark_at(self.chart, *self.canvas.to_chart(at))

    def _words_at(self, at: QPointF) -> str:
        if self._brush is not None:
            return self._brush_words()
        return self._words(self._mark_under(at) or (self._focus if self.hasFocus() else None))

    def _show_tip(self, event: QHelpEvent) -> None:
        mark = self._mark_under(QPointF(event.pos()))
        words = self._words(mark)
        QToolTip.showText(event.globalPos(), f"{words}\n{HINT}" if words else "", self)

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the elements, choose one, or a range."""
        steps = {
            Qt.Key.Key_Left: (-1, 0),
            Qt.Key.Key_Right: (1, 0),
            Qt.Key.Key_Up: (0, -1),
            Qt.Key.Key_Down: (0, 1),
        }
        key = Qt.Key(event.key())
        if self.chart is None or not self.chart.marks:
            super().keyPressEvent(event)
        elif key in steps:
            self._walk(self.chart, *steps[key], extend=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self._set_focus(self.chart.marks[0 if key == Qt.Key.Key_Home else -1])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose_by_key()
        elif key == Qt.Key.Key_Escape and self._brush is not None:
            self._set_brush(None)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show where the keys are."""
        super().focusInEvent(event)
        by_key = event.reason() not in (Qt.FocusReason.MouseFocusReason, Qt.FocusReason.PopupFocusReason)
        if self._focus is None and by_key and self.chart is not None and self.chart.marks:
            self._focus = self.chart.marks[0]
        self._tell_focus()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys are elsewhere."""
        super().focusOutEvent(event)
        self._show_marks()
        self.described.emit("")

    def _walk(self, chart: Chart, across: int, down: int, *, extend: bool) -> None:
        before = self._focus
        if before is None:
            self._set_focus(chart.marks[0])
            return
        after = _neighbour(chart, before, across, down)
        if extend:
            anchor = self._anchor = self._anchor or before
            self._focus = after
            places = sorted((anchor.place, after.place))
            lines = sorted((anchor.line, after.line))
            self._set_brush((range(places[0], places[1] + 1), range(lines[0], lines[1] + 1)))
        else:
            self._set_focus(after)

    def _choose_by_key(self) -> None:
        if self._brush is not None:
            self._choose_brush()
        elif self._focus is not None:
            self._choose(self._focus)

    # What is pointed at

    def _set_focus(self, mark: Mark) -> None:
        self._focus, self._anchor, self._brush = mark, None, None
        self._tell_focus()

    def _tell_focus(self) -> None:
        words = self._words(self._focus)
        self.setAccessibleDescription(words)
        self.described.emit(words)
        self._show_marks()

    def _set_brush(self, brush: tuple[range, range] | None) -> None:
        self._brush = brush
        if brush is None:
            self._anchor = None
        self._show_marks()
        words = self._brush_words() if brush else self._words(self._focus)
        self.setAccessibleDescription(words)
        self.described.emit(words)

    def _choose(self, mark: Mark) -> None:
        if self.chart is not None:
            self.chosen.emit(self.chart.terms_of(mark))

    def _choose_brush(self) -> None:
        brush, self._brush, self._anchor = self._brush, None, None
        if brush is not None and self.chart is not None:
            self._show_marks()
            self.chosen.emit(self.chart.brushed(*brush))

    def _words(self, mark: Mark | None) -> str:
        return "" if mark is None or self.chart is None else mark_in_words(self.chart, mark)

    def _brush_words(self) -> str:
        if self._brush is None or self.chart is None:
            return ""
        places, lines = self._brush
        words = _range_words(self.chart.x.title, [slot.name for slot in self.chart.x.slots], places)
        if self.chart.y is not None:
            words += "; " + _range_words(self.chart.y.title, [slot.name for slot in self.chart.y.slots], lines)
        return f"{words}: let go, or press Enter, to list these cases."

    def _show_marks(self) -> None:
        chart = self.chart
        held = [] if chart is None else [mark for mark in chart.marks if self._holds(chart.terms_of(mark))]
        chosen = [_frame(chart, mark) for mark in held] if chart else []
        focus = _frame(chart, self._focus) if chart and self._focus and self.hasFocus() else None
        self.canvas.show_marks(chosen, focus, self._brush_box(), chart_colours(self.palette()))

    def _brush_box(self) -> Box | None:
        if self._brush is None or self.chart is None:
            return None
        places, lines = self._brush
        whole = chart_box(self.chart)
        bottom, top = whole.bottom, whole.top
        if self.chart.y is not None:
            count = len(self.chart.y.slots)
            bottom, top = float(count - lines.stop), float(count - lines.start)
        return Box(places.start - 0.5, bottom, places.stop - 0.5, top)


def _frame(chart: Chart, mark: Mark) -> Box:
    """Return what is framed: of a low bar a little more than the bar, so that the frame is seen."""
    box = box_of(chart, mark)
    return box if chart.kind != "bars" else Box(box.left, 0.0, box.right, max(box.top, 2.0))


def _same(chart: Chart, mark: Mark) -> Mark | None:
    """Return the element that stands where one stood in an earlier chart."""
    return chart.mark_at(mark.series, mark.place, mark.line)


def _neighbour(chart: Chart, mark: Mark, across: int, down: int) -> Mark:
    """Return the next element along x, or the one below: of cells the next line, else the next model's."""
    if across:
        own = [one for one in chart.marks if (one.series, one.line) == (mark.series, mark.line)]
        ahead = sorted((one for one in own if (one.place - mark.place) * across > 0), key=lambda one: one.place)
        return mark if not ahead else ahead[0] if across > 0 else ahead[-1]
    own = [one for one in chart.marks if one.place == mark.place and (_level(one) - _level(mark)) * down > 0]
    return min(own, key=lambda one: abs(_level(one) - _level(mark)), default=mark)


def _level(mark: Mark) -> int:
    """Return what the keys up and down go through: cells have one series, all else one line."""
    return mark.line + mark.series


def _range_words(title: str, names: Sequence[str], places: range) -> str:
    first, last = names[places.start], names[places.stop - 1]
    return f"{title} {first}" if first == last else f"{title} {first} to {last}"
