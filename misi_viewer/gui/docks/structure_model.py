"""The tree of a complex for Qt: rows are answered from arrays when they are looked at."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionRange,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import Selection
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.session.structure_tree import ROOT, Check, Level, StructureTree

__all__ = ["MOST_RANGES", "StructureModel"]

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NOWHERE = QModelIndex()
NAME, DETAIL = 0, 1

MOST_RANGES = 500
"""Runs of rows up to which a selection is shown; Qt is slow with more."""

CHECKS = {
    Check.NONE: Qt.CheckState.Unchecked,
    Check.SOME: Qt.CheckState.PartiallyChecked,
    Check.ALL: Qt.CheckState.Checked,
}


def _displayed(complex_: Complex, shot: Shot) -> Selection:
    """Return what a shot displays, as if it showed hydrogens."""
    found = Selection.of(complex_)
    for part in displayed_atoms(complex_, shot.but(hydrogens=True)).parts:
        found[part.name][part.rows] = True
    return found


class StructureModel(QAbstractItemModel):
    """Chains, residues and atoms, with check boxes for what is displayed.

    An index's id is the node of `StructureTree`.

    Signals
    -------
    toggled
        (node, on) a check box was clicked.
    """

    toggled = Signal(int, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tree: StructureTree | None = None

    def set_complex(self, complex_: Complex | None) -> None:
        """Show another complex, or none."""
        self.beginResetModel()
        self.tree = None if complex_ is None else StructureTree(complex_)
        if complex_ is not None and self.tree is not None:
            possible = _displayed(complex_, Shot())
            self._never = ~possible
            self._possible = self.tree.checks(possible)
            self._checks = self._possible
        self.endResetModel()

    def set_shot(self, shot: Shot) -> None:
        """Check what a shot displays; solvent, which never is, neither checks nor unchecks its chain."""
        if self.tree is not None:
            self._checks = self.tree.checks(_displayed(self.tree.complex, shot) | self._never)
            last = self.rowCount() - 1
            self.dataChanged.emit(self.index(0, 0), self.index(last, 0), [Role.CheckStateRole])

    def node(self, index: Index) -> int:
        """Return the node of an index; the root's for an invalid one."""
        return int(index.internalId()) if index.isValid() else ROOT

    def index_of(self, node: int) -> QModelIndex:
        """Return the index of a node."""
        if node == ROOT or self.tree is None:
            return QModelIndex()
        return self.createIndex(self.tree.row(node), NAME, node)

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """Return a child's index."""
        if self.tree is None or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, self.tree.child(self.node(parent), row))

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override]
        """Return the index above."""
        if self.tree is None or not index.isValid():
            return QModelIndex()
        return self.index_of(self.tree.parent(self.node(index)))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Return how many children there are."""
        if self.tree is None or parent.column() > NAME:
            return 0
        return self.tree.count(self.node(parent))

    def columnCount(self, parent: Index = NOWHERE) -> int:  # noqa: ARG002
        """Return two: name and detail."""
        return 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return what can be done with a row."""
        flags = super().flags(index)
        is_box = index.isValid() and index.column() == NAME and self._can_show(self.node(index))
        return flags | Qt.ItemFlag.ItemIsUserCheckable if is_box else flags

    def _can_show(self, node: int) -> bool:
        return self._possible[node] is not Check.NONE

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        """Return what a cell shows."""
        if self.tree is None or not index.isValid():
            return None
        node = self.node(index)
        if role == Role.DisplayRole:
            return self.tree.text(node) if index.column() == NAME else self.tree.detail(node)
        if role == Role.ToolTipRole:
            return f"{self.tree.selection_text(node)}" + ("" if self._can_show(node) else "\nSolvent is not displayed")
        if role == Role.CheckStateRole and index.column() == NAME and self._can_show(node):
            return CHECKS[self._checks[node]]
        return None

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        """Take a click on a check box; a box that is half checked becomes checked."""
        if role != Role.CheckStateRole or not index.isValid():
            return False
        self.toggled.emit(self.node(index), Qt.CheckState(value) is not Qt.CheckState.Unchecked)
        return True

    def selection_of(self, atoms: Selection) -> QItemSelection:
        """Return the rows of a set of atoms: whole chains, else whole residues, else atoms.

        Empty where it falls into more than `MOST_RANGES` runs.
        """
        tree, found = self.tree, QItemSelection()
        if tree is None or not atoms:
            return found
        checks, open_nodes, count = tree.checks(atoms), [ROOT], 0
        while open_nodes:
            node = open_nodes.pop()
            rows = []
            for row in range(tree.count(node)):
                child = tree.child(node, row)
                check = checks[child]
                if check is Check.ALL:
                    rows.append(row)
                elif check is Check.SOME and tree.level(child) is not Level.ATOM:
                    open_nodes.append(child)
            parent = self.index_of(node)
            for first, last in _runs(rows):
                count += 1
                found.append(QItemSelectionRange(self.index(first, 0, parent), self.index(last, 1, parent)))
            if count + len(open_nodes) > MOST_RANGES:
                return QItemSelection()
        return found

    def atoms_of(self, indexes: Iterable[QModelIndex]) -> Selection | None:
        """Return the atoms of some rows; None where nothing is open."""
        if self.tree is None:
            return None
        return self.tree.atoms_of(map(self.node, indexes))


def _runs(rows: list[int]) -> Iterable[tuple[int, int]]:
    """Return first and last of each run of numbers."""
    runs: list[tuple[int, int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
