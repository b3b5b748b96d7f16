"""Hydrogen bonds as a table for Qt: cells are made when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from misi_viewer.chem.hydrogen_bonds import BondRow
from misi_viewer.session.bond_list import COLUMNS

__all__ = ["BondModel"]

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()


class BondModel(QAbstractTableModel):
    """The bonds that are shown, sorted; those to solvent only if wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: tuple[BondRow, ...] = ()
        self._shown: list[BondRow] = []
        self._solvent = False
        self._order: tuple[int, bool] | None = None

    @property
    def rows(self) -> Sequence[BondRow]:
        """The bonds shown, in their order."""
        return self._shown

    @property
    def solvent_count(self) -> int:
        """How many bonds there are to solvent, shown or not."""
        return sum(row.solvent for row in self._all)

    def set_rows(self, rows: Sequence[BondRow]) -> None:
        """Take the bonds of another complex."""
        self._all = tuple(rows)
        self._arrange()

    def set_solvent(self, on: bool) -> None:
        """Show or hide bonds to solvent."""
        self._solvent = on
        self._arrange()

    def row_of(self, pair: tuple[int, int] | None) -> int | None:
        """Return the row of the first bond between a pocket atom and a ligand atom, None if there is none."""
        places = (
            place for place, row in enumerate(self._shown) if (row.bond.pocket_atom, row.bond.ligand_atom) == pair
        )
        return next(places, None)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return the number of bonds."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return what a cell shows."""
        column = COLUMNS[index.column()]
        if role == Role.DisplayRole:
            return column.text(self._shown[index.row()])
        if role == Role.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if column.is_number else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        """Return a column's title, and what it means."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        return {Role.DisplayRole: COLUMNS[section].title, Role.ToolTipRole: COLUMNS[section].tip}.get(
            Qt.ItemDataRole(role)
        )

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; -1 is the order of the file."""
        self._order = None if column < 0 else (column, order is Qt.SortOrder.DescendingOrder)
        self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        self._shown = [row for row in self._all if self._solvent or not row.solvent]
        if self._order is not None:
            column, descending = self._order
            self._shown.sort(key=COLUMNS[column].key, reverse=descending)
        self.endResetModel()
