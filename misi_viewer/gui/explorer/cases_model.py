"""The listed cases as a table that asks for a row only when it is seen."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from misi_viewer.session.explorer.filters import Sort
from misi_viewer.session.explorer.lines import CaseLine, ReplyCell
from misi_viewer.session.explorer.state import ExplorerState

__all__ = ["CasesModel"]

Index = QModelIndex | QPersistentModelIndex

QUESTION_COLUMNS = {"id": "Case", "task": "Task", "split": "Split", "complex": "Complex", "answer": "Answer"}
MODEL_COLUMNS = {"given": "{model}", "score": "Score"}
TAGS = {"tags": "Tags"}
KEPT_LINES = 2_000


class CasesModel(QAbstractTableModel):
    """The list of an `ExplorerState`.

    Parameters
    ----------
    explorer
        Whose cases.
    """

    def __init__(self, explorer: ExplorerState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._explorer = explorer
        self._columns: list[tuple[str, str, str]] = []
        self._line = lru_cache(KEPT_LINES)(self._read)
        explorer.book_changed.connect(self._reset)
        explorer.rows_changed.connect(self._reset)
        explorer.annotations_changed.connect(self._refresh)
        self._reset()

    def dispose(self) -> None:
        """Let go of the state."""
        self._explorer.book_changed.disconnect(self._reset)
        self._explorer.rows_changed.disconnect(self._reset)
        self._explorer.annotations_changed.disconnect(self._refresh)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """Return how many cases are listed."""
        return 0 if parent.isValid() else len(self._explorer.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title of a column, or the number of a row."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return self._columns[section][2] if orientation is Qt.Orientation.Horizontal else section + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, as it is: what is in it comes from files."""
        column, model, _ = self._columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and column == "score":
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        line = self._line(int(self._explorer.rows[index.row()]))
        if not model:
            value = getattr(line, column)
            return ", ".join(value) if column == "tags" else value
        return _cell(line.replies[model], column)

    def column_name(self, place: int) -> str:
        """Return what a column shows."""
        return self._columns[place][0]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """List the cases by a column."""
        if 0 <= column < len(self._columns):
            name, model, _ = self._columns[column]
            self._explorer.set_sort(Sort(column=name, model=model, descending=order is Qt.SortOrder.DescendingOrder))

    def _read(self, row: int) -> CaseLine:
        book = self._explorer.book
        assert book is not None  # noqa: S101  there are no rows without a book
        return book.line(row)

    def _reset(self) -> None:
        self.beginResetModel()
        self._line.cache_clear()
        book = self._explorer.book
        models = list(book.models) if book else []
        own = [(name, "", title) for name, title in QUESTION_COLUMNS.items()]
        replies = [(name, model, text.format(model=model)) for model in models for name, text in MODEL_COLUMNS.items()]
        self._columns = [*own, *replies, *((name, "", title) for name, title in TAGS.items())] if book else []
        self.endResetModel()

    def _refresh(self, _questions: object) -> None:
        self._line.cache_clear()
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))


def _cell(reply: ReplyCell, column: str) -> str:
    if column == "score":
        return "" if reply.score is None else f"{100.0 * reply.score:.0f} %"
    return reply.given or f"({reply.state})"
