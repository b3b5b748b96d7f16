"""The panel of hydrogen bonds: a table of them, and why a pair of atoms is bonded or not."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QSplitter,
    QTableView,
    QTextBrowser,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import BondRow, Explanation, explain
from misi_viewer.chem.selection import AtomRef
from misi_viewer.gui.docks.bond_model import BondModel
from misi_viewer.gui.docks.explanation import explanation_html
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.gui.icons import icon
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.shrinking import let_shrink
from misi_viewer.gui.theme import show_empty_box
from misi_viewer.session.bond_list import bonds_csv, find_bond_rows

__all__ = ["HydrogenBondsPanel"]

ANGLE_COLUMN = 4
"""Not shown where no bond has an angle, for want of hydrogens in the file."""

LARGE_COMPLEX = 30_000
"""Atoms; typing more in this process would make the view stutter."""

INVITATION = (
    "Click a bond to see why it is one. To ask about any two atoms, Ctrl + click one of the pocket "
    "and one of the ligand in the view, or use the menu of its right button."
)


class HydrogenBondsPanel(Panel):
    """Table and explanation; both are worked out off the GUI's thread."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("hydrogen-bonds")
        self.model = BondModel(self)
        self.finder, self.explainer = Jobs(self), Jobs(self)
        self._found_for: object = None
        self._problem = ""
        self._explanation: Explanation | None = None
        self._solvent = QCheckBox("&Solvent", self)
        self._solvent.setObjectName("bonds-solvent")
        self._solvent.setToolTip("List bonds to water and other solvent, too")
        self._count = QLabel(self)
        self._count.setObjectName("bonds-count")
        let_shrink(self._count)
        self._copy = self._button("bonds-copy", "Copy the table as CSV")
        self._save = self._button("bonds-save", "Save the table as a CSV file…")
        self.table = self._make_table()
        self.page = QTextBrowser(self)
        self.page.setObjectName("bonds-explanation")
        self.page.setAccessibleName("Explanation of a pair of atoms")
        self._arrange()
        self._connect()
        self.take_colours()
        self._show_state()

    def refresh(self) -> None:
        """Find the bonds of what is shown, unless that has been done."""
        shown = self.context.state.placed_complex
        key = None if shown is None else (self.context.state.complex, self.context.state.shot.ligand_commands)
        if not self.is_seen or key == self._found_for:
            return
        self._found_for, self._problem = key, ""
        self.model.set_rows(())
        if shown is None:
            self.finder.cancel()
        else:
            self.finder.start("Finding hydrogen bonds…", partial(find_bond_rows, shown), in_child=_is_large(shown))
        self._explain()
        self._show_state()

    def take_colours(self) -> None:
        """Draw icons and explanation in the palette's colours."""
        self._copy.setIcon(icon("mdi6.content-copy", self.palette()))
        self._save.setIcon(icon("mdi6.content-save-outline", self.palette()))
        show_empty_box(self._solvent)
        self._show_explanation()

    def dispose(self) -> None:
        """Let go of the state and of threads."""
        state, marks = self.context.state, self.context.marks
        state.scene_changed.disconnect(self.refresh)
        marks.picked_changed.disconnect(self._on_picked)
        self.finder.close()
        self.explainer.close()

    def copy(self) -> None:
        """Copy what the table shows as CSV."""
        QGuiApplication.clipboard().setText(self._csv())

    def save(self, path: Path) -> None:
        """Write what the table shows as CSV."""
        try:
            path.write_text(self._csv(), encoding="utf-8")
        except OSError as error:
            self.context.message.show_error(f"The table cannot be saved as {path}: {error.strerror or error}.")
        else:
            self.context.message.show_notice(f"Wrote {path}.")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Point at nothing when the pointer leaves the table."""
        if event.type() == QEvent.Type.Leave and watched is self.table.viewport():
            self.context.marks.hover()
        return False

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setToolTip(tip)
        button.setAccessibleName(tip.rstrip("…"))
        button.setAutoRaise(True)
        return button

    def _make_table(self) -> QTableView:
        table = QTableView(self)
        table.setObjectName("bonds-table")
        table.setAccessibleName("Hydrogen bonds")
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setAlternatingRowColors(True)
        table.setShowGrid(False)
        table.setMouseTracking(True)
        table.setTabKeyNavigation(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 7)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setHighlightSections(False)
        header.setStretchLastSection(True)
        table.setSortingEnabled(True)
        table.setColumnHidden(ANGLE_COLUMN, True)
        table.viewport().installEventFilter(self)
        return table

    def _arrange(self) -> None:
        tools = QToolButton(self)
        tools.setDefaultAction(self.context.actions["view.hydrogen_bonds"])
        tools.setAutoRaise(True)
        row = QHBoxLayout()
        row.setContentsMargins(4, 2, 2, 0)
        row.addWidget(tools)
        row.addWidget(self._solvent)
        row.addWidget(self._count, 1)
        row.addWidget(self._copy)
        row.addWidget(self._save)
        halves = QSplitter(Qt.Orientation.Vertical, self)
        halves.addWidget(self.table)
        halves.addWidget(self.page)
        halves.setChildrenCollapsible(False)
        halves.setSizes([1, 1])
        for half in (self.table, self.page):
            half.setMinimumHeight(70)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(row)
        column.addWidget(halves, 1)

    def _connect(self) -> None:
        self._solvent.toggled.connect(self._set_solvent)
        self._copy.clicked.connect(self.copy)
        self._save.clicked.connect(self._ask_save)
        self.finder.done.connect(self._take_rows)
        self.finder.failed.connect(self._take_problem)
        self.explainer.done.connect(self._take_explanation)
        self.explainer.failed.connect(self._take_problem)
        self.table.clicked.connect(self._focus)
        self.table.activated.connect(self._focus)
        self.table.entered.connect(self._hover)
        self.table.selectionModel().currentRowChanged.connect(self._pick)
        self.context.state.scene_changed.connect(self.refresh)
        self.context.marks.picked_changed.connect(self._on_picked)

    def _set_solvent(self, on: bool) -> None:
        self.model.set_solvent(on)
        self._select_picked()
        self._show_state()

    def _take_rows(self, rows: list[BondRow]) -> None:
        self.model.set_rows(rows)
        self.table.setColumnHidden(ANGLE_COLUMN, all(row.angle is None for row in rows))
        self._select_picked()
        self._show_state()

    def _take_problem(self, sentence: str) -> None:
        self._problem = sentence
        self._show_state()

    def _atoms(self, index: QModelIndex) -> tuple[AtomRef, AtomRef]:
        bond = self.model.rows[index.row()].bond
        return AtomRef("pocket", bond.pocket_atom), AtomRef("ligand", bond.ligand_atom)

    def _focus(self, index: QModelIndex) -> None:
        self.context.marks.set_picked(self._atoms(index))
        self.context.controls.focus(self._atoms(index))

    def _hover(self, index: QModelIndex) -> None:
        self.context.marks.hover(*self._atoms(index))

    def _pick(self, index: QModelIndex, _before: QModelIndex) -> None:
        if index.isValid():
            self.context.marks.set_picked(self._atoms(index))

    def _on_picked(self) -> None:
        self._select_picked()
        if self.context.marks.picked_pair is not None:
            self.context.reveal("hydrogen_bonds")
        self._explain()

    def _select_picked(self) -> None:
        """Select the row of the picked pair, as far as there is one."""
        row = self.model.row_of(self.context.marks.picked_pair)
        if row is None:
            self.table.selectionModel().clear()
        elif row != self.table.currentIndex().row():
            self.table.setCurrentIndex(self.model.index(row, 0))

    def _explain(self) -> None:
        shown, pair = self.context.state.placed_complex, self.context.marks.picked_pair
        self._explanation = None
        if shown is None or pair is None or not self.is_seen:
            self.explainer.cancel()
        else:
            self.explainer.start("Explaining…", partial(explain, shown, *pair), in_child=_is_large(shown))
        self._show_explanation()

    def _take_explanation(self, explanation: Explanation) -> None:
        self._explanation = explanation
        self._show_explanation()

    def _show_explanation(self) -> None:
        if self._explanation is not None:
            self.page.setHtml(explanation_html(self._explanation, self.palette()))
        elif self.explainer.busy:
            self.page.setPlainText("Working it out…")
        else:
            self.page.setPlainText(INVITATION if self.context.state.complex else "")

    def _show_state(self) -> None:
        self._count.setText(self._state_text())
        has_rows = bool(self.model.rows)
        for button in (self._copy, self._save):
            button.setEnabled(has_rows)

    def _state_text(self) -> str:
        if self._problem:
            return self._problem
        if self.context.state.complex is None:
            return "Nothing is open"
        if self.finder.busy:
            return "Looking for them…"
        count, hidden = len(self.model.rows), self.model.solvent_count
        bonds = "1 bond" if count == 1 else f"{count} bonds"
        return bonds if self._solvent.isChecked() or not hidden else f"{bonds}, {hidden} to solvent hidden"

    def _csv(self) -> str:
        shown: Complex | None = self.context.state.complex
        return "" if shown is None else bonds_csv(shown, self.model.rows)

    def _ask_save(self) -> None:
        shown = self.context.state.complex
        if shown is None:
            return
        proposed = f"{shown.id}_hydrogen_bonds.csv"
        name, _ = QFileDialog.getSaveFileName(self, "Save the table", proposed, "Tables (*.csv)")
        if name:
            self.save(Path(name))


def _is_large(shown: Complex) -> bool:
    return len(shown.pocket) + len(shown.ligand) > LARGE_COMPLEX
