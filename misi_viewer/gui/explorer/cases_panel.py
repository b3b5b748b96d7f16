"""The panel of cases: a filter that is typed, the list, and what it holds."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.errors import UserError
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.explorer.cases_model import CasesModel
from misi_viewer.gui.shrinking import let_shrink
from misi_viewer.session.explorer.filter_text import parse_filter, print_filter

__all__ = ["CasesPanel"]

EXAMPLE = "Filter: task:docking right:MODEL -tag:done zoom:40..45 or words"
INVITATION = "Open a data set (File > Open data set) to list its questions here."
TYPING = 250
"""Milliseconds after the last letter in which the list follows."""

WIDTHS = {"id": 190, "task": 130, "split": 50, "complex": 70, "answer": 120, "given": 130, "score": 60, "tags": 120}


class CasesPanel(Panel):
    """The list of the explorer's cases."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("cases")
        self.explorer = context.explorer
        self.filter = QLineEdit(self)
        self.filter.setObjectName("cases-filter")
        self.filter.setAccessibleName("Filter of cases")
        self.filter.setPlaceholderText(EXAMPLE)
        self.filter.setClearButtonEnabled(True)
        self.models = QComboBox(self)
        self.models.setObjectName("cases-model")
        self.models.setAccessibleName("Model")
        self.models.setToolTip("Whose answers 'next wrong' and the panel of the question are about")
        self.count = QLabel(self)
        self.count.setObjectName("cases-count")
        let_shrink(self.count)
        self.model = CasesModel(self.explorer, self)
        self.table = self._make_table()
        self._invitation = QLabel(INVITATION, self)
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING)
        self._arrange()
        self._connect()
        self._show_book()

    def refresh(self) -> None:
        """Show which case is open."""
        self._show_case()

    def dispose(self) -> None:
        """Let go of the state."""
        self._typing.stop()
        self.model.dispose()
        explorer = self.explorer
        explorer.book_changed.disconnect(self._show_book)
        explorer.rows_changed.disconnect(self._show_rows)
        explorer.filter_changed.disconnect(self._show_filter)
        explorer.case_changed.disconnect(self._show_case)
        explorer.model_changed.disconnect(self._show_model)

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setObjectName("cases-table")
        table.setAccessibleName("Cases")
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setSortingEnabled(True)
        table.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 6)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        return table

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(4, 2, 4, 2)
        row.addWidget(self.filter, 1)
        row.addWidget(self.models)
        row.addWidget(self.count)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(self._invitation, 1)
        column.addWidget(self.table, 1)

    def _connect(self) -> None:
        explorer = self.explorer
        explorer.book_changed.connect(self._show_book)
        explorer.rows_changed.connect(self._show_rows)
        explorer.filter_changed.connect(self._show_filter)
        explorer.case_changed.connect(self._show_case)
        explorer.model_changed.connect(self._show_model)
        self.filter.textEdited.connect(lambda _text: self._typing.start())
        self.filter.returnPressed.connect(self._take_filter)
        self._typing.timeout.connect(self._take_filter)
        self.models.activated.connect(lambda _place: explorer.set_model(self.models.currentText()))
        self.table.selectionModel().currentRowChanged.connect(self._take_row)

    def _show_book(self) -> None:
        book = self.explorer.book
        self._invitation.setVisible(book is None)
        self.table.setVisible(book is not None)
        self.filter.setEnabled(book is not None)
        self.models.clear()
        self.models.addItems(list(book.models) if book else [])
        self.models.setVisible(self.models.count() > 0)
        for place in range(self.model.columnCount()):
            name = self.model.column_name(place)
            self.table.setColumnWidth(place, WIDTHS.get(name, 100))
        self._show_rows()

    def _show_rows(self) -> None:
        book = self.explorer.book
        shown, total = len(self.explorer.rows), len(book.table) if book else 0
        self.count.setText("" if book is None else f"{shown:,} of {total:,}" if shown < total else f"{total:,} cases")
        self._show_case()

    def _show_filter(self) -> None:
        if not self.filter.hasFocus():
            self.filter.setText(print_filter(self.explorer.filter))

    def _show_case(self) -> None:
        position = self.explorer.position
        if position is None or self.table.currentIndex().row() == position:
            return
        self.table.selectionModel().blockSignals(True)
        self.table.selectRow(position)
        self.table.selectionModel().blockSignals(False)
        self.table.scrollTo(self.model.index(position, 0))
        self.table.viewport().update()

    def _show_model(self) -> None:
        self.models.setCurrentText(self.explorer.model)

    def _take_filter(self) -> None:
        self._typing.stop()
        try:
            self.explorer.set_filter(parse_filter(self.filter.text()))
        except UserError as error:
            self.context.message.show_error(str(error))

    def _take_row(self, now: QModelIndex, _before: QModelIndex) -> None:
        if not now.isValid():
            return
        row = int(self.explorer.rows[now.row()])
        if self.explorer.case is None or self.explorer.case.row != row:
            try:
                self.explorer.go_to(row)
            except UserError as error:
                self.context.message.show_error(str(error))
