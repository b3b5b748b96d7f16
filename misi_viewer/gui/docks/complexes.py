"""The panel of complexes: what is open, what of it is shown, and which one is worked with."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.gui.docks.box_delegate import BoxDelegate
from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.session import companions

__all__ = ["ComplexesPanel"]

INVITATION = "Add a complex to see it beside this one, each where its file says."


class ComplexesPanel(Panel):
    """A list with a box for each complex and buttons below it."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("complexes")
        self.list = QListWidget(self)
        self.list.setObjectName("complexes-list")
        self.list.setAccessibleName("Complexes")
        self.list.setItemDelegate(BoxDelegate(self.list))
        self._invitation = QLabel(INVITATION, self)
        self._invitation.setWordWrap(True)
        self._add = QPushButton("&Add…", self)
        self._work_with = QPushButton("&Work with", self)
        self._work_with.setToolTip("Let panels, selection and camera be about this complex")
        self._close = QPushButton("&Close", self)
        self._arrange()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show what is open."""
        state, place = self.context.state, self.list.currentRow()
        self.list.blockSignals(True)
        self.list.clear()
        if state.complex is not None:
            self._add_row(f"#1  {state.complex.id}", True, "Panels, selection and camera are about this complex")
            for number, one in enumerate(state.companions, start=2):
                self._add_row(f"#{number}  {one.name}", one.shown, "Seen beside the complex that is worked with")
            first = self.list.item(0)
            first.setFlags(first.flags() & ~Qt.ItemFlag.ItemIsUserCheckable)
            font = first.font()
            font.setBold(True)
            first.setFont(font)
        self.list.setCurrentRow(min(place, self.list.count() - 1))
        self.list.blockSignals(False)
        self._enable()

    def dispose(self) -> None:
        """Let go of the state."""
        self.context.state.companions_changed.disconnect(self._follow)
        self.context.state.complex_changed.disconnect(self._follow)

    def _add_row(self, text: str, shown: bool, tip: str) -> None:
        item = QListWidgetItem(text, self.list)
        item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)
        item.setToolTip(tip)

    def _arrange(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(4, 2, 4, 4)
        for button in (self._work_with, self._add, self._close):
            button.setObjectName(f"complexes-{button.text().replace('&', '').rstrip('…').lower().replace(' ', '-')}")
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # the panel may be narrow
        grid.addWidget(self._work_with, 0, 0, 1, 2)
        grid.addWidget(self._add, 1, 0)
        grid.addWidget(self._close, 1, 1)
        self._invitation.setContentsMargins(6, 4, 6, 4)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.list, 1)
        column.addWidget(self._invitation)
        column.addLayout(grid)

    def _connect(self) -> None:
        state = self.context.state
        state.companions_changed.connect(self._follow)
        state.complex_changed.connect(self._follow)
        self.list.itemChanged.connect(self._check)
        self.list.itemActivated.connect(lambda _item: self._take_current())
        self.list.currentRowChanged.connect(lambda _row: self._enable())
        self._add.clicked.connect(lambda: self.context.actions["file.add"].trigger())
        self._work_with.clicked.connect(self._take_current)
        self._close.clicked.connect(self._close_current)

    def _follow(self) -> None:
        if self.is_seen:
            self.refresh()

    def _enable(self) -> None:
        is_other = self.list.currentRow() > 0
        self._work_with.setEnabled(is_other)
        self._close.setEnabled(is_other)
        self._add.setEnabled(self.context.state.complex is not None)
        self._invitation.setVisible(not self.context.state.companions)

    def _check(self, item: QListWidgetItem) -> None:
        place = self.list.row(item) - 1
        if place >= 0:
            companions.set_shown(self.context.state, place, item.checkState() is Qt.CheckState.Checked)

    def _take_current(self) -> None:
        if self.list.currentRow() > 0:
            self.context.state.work_with(self.list.currentRow() - 1)

    def _close_current(self) -> None:
        if self.list.currentRow() > 0:
            companions.close(self.context.state, self.list.currentRow() - 1)
