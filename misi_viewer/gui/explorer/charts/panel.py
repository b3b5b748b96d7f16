"""The panel of patterns: one chart of the listed cases at a time; what is clicked in it narrows the list."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.dataset.files import write_whole
from misi_viewer.errors import UserError
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.explorer.charts.bar import RequestBar
from misi_viewer.gui.explorer.charts.legend import Legend
from misi_viewer.gui.explorer.charts.measuring import Measuring
from misi_viewer.gui.explorer.charts.numbers_model import NumbersModel
from misi_viewer.gui.icons import icon
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.theme import show_empty_box
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.coded import IntArray
from misi_viewer.session.explorer.filters import EVERYTHING, Filter, Term
from misi_viewer.session.explorer.patterns.cases import cases_of
from misi_viewer.session.explorer.patterns.catalogue import draw
from misi_viewer.session.explorer.patterns.chart import Chart, Request
from misi_viewer.session.explorer.patterns.narrowing import Narrowing
from misi_viewer.session.explorer.patterns.numbers import chart_csv
from misi_viewer.session.explorer.patterns.words import caption
from misi_viewer.session.explorer.state import ExplorerState

if TYPE_CHECKING:
    from misi_viewer.gui.explorer.charts.view import ChartView

__all__ = ["FORMATS", "PatternsPanel"]

NO_DATA: Final = "Open a data set and predictions to see patterns in the answers."
HINT: Final = "Point at an element for its numbers; click it to list just its cases, again to take that back."
FORMATS: Final = ("PNG", "SVG", "CSV")


class _Drawn(NamedTuple):
    chart: Chart
    filter: Filter
    follows: bool


def _draw(book: CaseBook, rows: IntArray, request: Request, wanted: Filter, follows: bool) -> _Drawn:
    return _Drawn(draw(cases_of(book, rows), request), wanted, follows)


class PatternsPanel(Panel):
    """Charts of the listed cases.

    Parameters
    ----------
    context
        Its message bar tells what went wrong.
    explorer
        Whose cases are shown, and whose list is narrowed.

    Attributes
    ----------
    bar
        What is asked for.
    jobs
        What counts, off the GUI's thread.
    view
        The chart itself; None until the panel is first seen.
    table
        The same numbers as a table.
    """

    def __init__(self, context: PanelContext, explorer: ExplorerState, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("patterns")
        self.explorer = explorer
        self.jobs = Jobs(self)
        self.bar = RequestBar(self)
        self.view: ChartView | None = None
        self.model = NumbersModel(self)
        self.measuring = Measuring(explorer, context.message, self)
        self._drawn: _Drawn | None = None
        self._narrowing = Narrowing()
        self._make_tools()
        self._make_labels()
        self.table = self._make_table()
        self._empty = self._make_empty()
        self._stack = QStackedWidget(self)
        for page in (self._empty, self.table):
            self._stack.addWidget(page)
        self._legend = Legend(self)
        self._arrange()
        self._connect()
        self.take_colours()
        self._show()

    @property
    def chart(self) -> Chart | None:
        """What is shown."""
        return self._drawn.chart if self._drawn else None

    # Panel

    def refresh(self) -> None:
        """Count anew, if the panel is seen."""
        book = self.explorer.book
        if book is None:
            self.jobs.cancel()
            self._drawn = None
            self._show()
        elif self.is_seen:
            follows = self._follow.isChecked()
            rows = self.explorer.rows if follows else np.arange(len(book.table), dtype=np.int32)
            work = partial(_draw, book, rows, self.bar.request, self.explorer.filter, follows)
            self.jobs.start("Drawing the chart…", work)

    def take_colours(self) -> None:
        """Draw in the palette's colours."""
        self._save.setIcon(icon("mdi6.content-save-outline", self.palette()))
        self._as_table.setIcon(icon("mdi6.table", self.palette()))
        show_empty_box(self._follow)

    def dispose(self) -> None:
        """Let go of the state, of threads and of the plot."""
        for signal, slot in self._signals:
            signal.disconnect(slot)
        self.jobs.close()
        self.measuring.dispose()
        if self.view is not None:
            self.view.dispose()

    # What the user does

    def choose(self, terms: tuple[Term, ...]) -> None:
        """List just the cases of some conditions; the second time list what was listed before."""
        try:
            self.explorer.set_filter(self._narrowing.toggled(self.explorer.filter, terms))
        except UserError as error:
            self.context.message.show_error(str(error))

    def show_all(self) -> None:
        """List all cases."""
        self.explorer.set_filter(EVERYTHING)

    def saved(self, kind: str) -> bytes:
        """Return the chart as a file of one of `FORMATS`; empty without a chart."""
        drawn, view = self._drawn, self.view
        if drawn is None or view is None or drawn.chart.problem:
            return b""
        if kind == "CSV":
            return chart_csv(drawn.chart, drawn.filter if drawn.follows else EVERYTHING)
        from misi_viewer.gui.explorer.charts.figure import Figure  # needs QtSvg, and only now

        figure = Figure(
            view.canvas, view.redraw, drawn.chart, self.bar.references(drawn.chart), self._caption(), self.font()
        )
        return figure.svg() if kind == "SVG" else figure.png()

    def save(self, path: Path, kind: str) -> None:
        """Write the chart as a file of one of `FORMATS`."""
        try:
            write_whole(path, self.saved(kind))
        except UserError as error:
            self.context.message.show_error(str(error))
        else:
            self.context.message.show_notice(f"Wrote {path}.")

    # Making

    def _make_tools(self) -> None:
        self._as_table = QToolButton(self)
        self._as_table.setObjectName("patterns-table-toggle")
        self._as_table.setText("Table")
        self._as_table.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._as_table.setCheckable(True)
        self._as_table.setToolTip("Show the same numbers as a table")
        self._save = QToolButton(self)
        self._save.setObjectName("patterns-save")
        self._save.setAccessibleName("Save the chart")
        self._save.setToolTip("Save the chart as PNG or SVG, or its numbers as CSV")
        self._save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._save)
        for kind in FORMATS:
            menu.addAction(f"Save as {kind}…").setData(kind)
        menu.triggered.connect(lambda action: self._ask_save(action.data()))
        self._save.setMenu(menu)
        self.bar.first.addWidget(self._as_table)
        self.bar.first.addWidget(self._save)
        self._follow = QCheckBox("&Follow the list", self)
        self._follow.setObjectName("patterns-follow")
        self._follow.setChecked(True)
        self._follow.setToolTip("Whether the charts are of the listed cases only, or always of all")
        self._all = QPushButton("&All cases", self)
        self._all.setObjectName("patterns-all")
        self._all.setToolTip("List all cases again")

    def _make_labels(self) -> None:
        self._made_of = self._label("patterns-caption")
        self._title = self._label("patterns-title")
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._words = self._label("patterns-words")
        self._words.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
        self._words.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._notes = self._label("patterns-notes")

    def _label(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setObjectName(name)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        return label

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setObjectName("patterns-table")
        table.setAccessibleName("Numbers of the chart")
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setAlternatingRowColors(True)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 7)
        table.setToolTip("Enter or double-click: list just these cases")
        return table

    def _make_empty(self) -> QWidget:
        page = QWidget(self)
        self._problem = self._label("patterns-problem")
        self._problem.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(page)
        column.addStretch(1)
        column.addWidget(self._problem)
        column.addWidget(self.measuring.widget, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(2)
        return page

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._made_of, 1)
        row.addWidget(self._follow)
        row.addWidget(self._all)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 2, 6, 2)
        column.setSpacing(2)
        column.addWidget(self.bar)
        column.addLayout(row)
        column.addWidget(self._title)
        column.addWidget(self._stack, 1)
        for widget in (self._legend, self._words, self._notes):
            column.addWidget(widget)

    def _connect(self) -> None:
        explorer = self.explorer
        self._signals = (
            (explorer.book_changed, self._on_book),
            (explorer.rows_changed, self.refresh),
            (explorer.filter_changed, self._on_filter),
            (explorer.annotations_changed, self._on_annotations),
        )
        for signal, slot in self._signals:
            signal.connect(slot)
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(self.context.message.show_error)
        self.measuring.measured.connect(self.refresh)
        self.bar.changed.connect(self.refresh)
        self.bar.references_changed.connect(self._show)
        self._follow.toggled.connect(self.refresh)
        self._all.clicked.connect(self.show_all)
        self._as_table.toggled.connect(self._show_page)
        self.table.activated.connect(lambda index: self._choose_line(index.row()))
        self.table.selectionModel().currentRowChanged.connect(lambda index, _: self._tell_line(index.row()))

    # What happens

    def _on_book(self) -> None:
        self._drawn = None
        self._narrowing = Narrowing()
        self.measuring.stop()
        self._show()

    def _on_filter(self) -> None:
        self._all.setEnabled(bool(self.explorer.filter))

    def _on_annotations(self, _questions: object) -> None:
        self.refresh()

    def _take(self, drawn: _Drawn) -> None:
        self._drawn = drawn
        self._show()

    def _ensure_view(self) -> ChartView:
        """Make the plot when the first chart is there: pyqtgraph takes its time to be imported."""
        if self.view is None:
            from misi_viewer.gui.explorer.charts.view import ChartView

            self.view = ChartView(self)
            self._stack.addWidget(self.view)
            self.view.chosen.connect(self.choose)
            self.view.described.connect(self._tell)
        return self.view

    def _show(self) -> None:
        """Show the chart, or why there is none."""
        chart = self.chart
        is_there = chart is not None and not chart.problem
        references = self.bar.references(chart) if chart is not None else ()
        self.bar.setVisible(chart is not None)
        if chart is not None:
            self.bar.show_chart(chart)
        if chart is not None and is_there:
            self._ensure_view().show_chart(chart, references, self._holds)
        self.model.show_chart(chart if is_there else None)
        self.table.resizeColumnsToContents()
        self._legend.show_chart(chart if is_there else None, references)
        self._title.setText(chart.title if chart else "")
        self._made_of.setText(self._caption())
        self._notes.setText("\n".join(chart.notes) if chart and is_there else "")
        self._problem.setText(chart.problem if chart else NO_DATA if self.explorer.book is None else "")
        self.measuring.show_for(chart)
        self._tell("")
        for button in (self._as_table, self._save):
            button.setEnabled(is_there)
        for widget in (self._title, self._made_of, self._follow, self._all, self._words, self._notes):
            widget.setVisible(chart is not None)
        self._notes.setVisible(bool(self._notes.text()))
        self._on_filter()
        self._show_page()

    def _show_page(self) -> None:
        chart = self.chart
        page: QWidget = self._empty
        if chart is not None and not chart.problem:
            page = self.table if self._as_table.isChecked() else self._ensure_view()
        self._stack.setCurrentWidget(page)
        self._legend.setVisible(page is self.view)

    def _caption(self) -> str:
        return (
            "" if self._drawn is None else caption(self._drawn.chart, self._drawn.filter, follows=self._drawn.follows)
        )

    def _holds(self, terms: tuple[Term, ...]) -> bool:
        return Narrowing.holds(self.explorer.filter, terms)

    def _tell(self, words: str) -> None:
        self._words.setText(words or HINT)

    def _tell_line(self, row: int) -> None:
        words = self.model.data(self.model.index(row, 0), Qt.ItemDataRole.AccessibleTextRole)
        self._tell(words or "")

    def _choose_line(self, row: int) -> None:
        mark = self.model.mark(row)
        if mark is not None and self.chart is not None:
            self.choose(self.chart.terms_of(mark))

    def _ask_save(self, kind: str) -> None:
        if self.chart is None:
            return
        proposed = f"{self.chart.request.chart.replace(':', '-')}.{kind.lower()}"
        name, _ = QFileDialog.getSaveFileName(self, f"Save as {kind}", proposed, f"{kind} files (*.{kind.lower()})")
        if name:
            path = Path(name)
            self.save(path if path.suffix else path.with_suffix(f".{kind.lower()}"), kind)
