"""The numbers of a chart as a table."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from misi_viewer.session.explorer.patterns.chart import Chart, Mark
from misi_viewer.session.explorer.patterns.numbers import heading_of, numbers_of
from misi_viewer.session.explorer.patterns.words import mark_in_words

__all__ = ["NumbersModel"]

Index = QModelIndex | QPersistentModelIndex

_NOWHERE = QModelIndex()


class NumbersModel(QAbstractTableModel):
    """One line for each element."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chart: Chart | None = None
        self._heading: list[str] = []

    def show_chart(self, chart: Chart | None) -> None:
        """Show the numbers of a chart, or none."""
        self.beginResetModel()
        self.chart = chart
        self._heading = [] if chart is None else heading_of(chart)
        self.endResetModel()

    def mark(self, row: int) -> Mark | None:
        """Return the element of a line."""
        marks = self.chart.marks if self.chart else ()
        return marks[row] if 0 <= row < len(marks) else None

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of elements."""
        return 0 if parent.isValid() or self.chart is None else len(self.chart.marks)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(self._heading)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a column's title."""
        is_title = orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return self._heading[section] if is_title else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a cell."""
        mark = self.mark(index.row())
        if mark is None or self.chart is None:
            return None
        cell = numbers_of(self.chart, mark)[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return cell if isinstance(cell, str) else f"{cell:,}" if isinstance(cell, int) else f"{cell:.1f}"
            case Qt.ItemDataRole.TextAlignmentRole if not isinstance(cell, str):
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            case Qt.ItemDataRole.AccessibleTextRole | Qt.ItemDataRole.ToolTipRole:
                return mark_in_words(self.chart, mark)
        return None
