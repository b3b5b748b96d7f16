"""Choosing one of several ligands of a structure file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.chem.load import FoundLigand

__all__ = ["LigandChooser"]

COLUMNS = ("Name", "Chain", "Number", "Heavy atoms")
SIZE = (420, 320)


class LigandChooser(QDialog):
    """A table of the ligands found in a structure file; one is chosen."""

    def __init__(self, path: Path, ligands: Sequence[FoundLigand], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ligand-chooser")
        self.setWindowTitle("Choose a ligand")
        self._ligands = tuple(ligands)
        self._table = self._make_table()
        buttons = QDialogButtonBox(self)
        buttons.addButton("Open", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        question = QLabel(f"{path.name} has {len(ligands)} ligands. Which one is to be shown with its pocket?", self)
        question.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addWidget(question)
        layout.addWidget(self._table)
        layout.addWidget(buttons)
        self.resize(*SIZE)

    @property
    def chosen(self) -> FoundLigand:
        """The selected ligand."""
        return self._ligands[self._table.currentRow()]

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(len(self._ligands), len(COLUMNS), self)
        table.setAccessibleName("Ligands")
        table.setHorizontalHeaderLabels(list(COLUMNS))
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for row, ligand in enumerate(self._ligands):
            for column, text in enumerate((ligand.name, ligand.chain, ligand.number, str(ligand.heavy_atoms))):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
                table.setItem(row, column, item)
        table.setCurrentCell(0, 0)
        table.doubleClicked.connect(self.accept)
        return table
