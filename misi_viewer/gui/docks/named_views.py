"""The panel of named views: go to one, name, rename and remove them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from misi_viewer.gui.docks.panel import Panel, PanelContext

__all__ = ["NamedViewsPanel"]


class NamedViewsPanel(Panel):
    """A list of names with three buttons."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("named-views")
        self.list = QListWidget(self)
        self.list.setObjectName("named-views-list")
        self.list.setAccessibleName("Named views")
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self._name = QPushButton("&Name this view", self)
        self._go = QPushButton("&Go", self)
        self._rename = QPushButton("Rena&me", self)
        self._remove = QPushButton("&Remove", self)
        self._arrange()
        self._connect()
        self._fill()

    def refresh(self) -> None:
        """Show the names."""
        self._fill()

    def dispose(self) -> None:
        """Let go of the views."""
        self.context.named_views.changed.disconnect(self._fill)

    def name_present(self) -> None:
        """Give the present view a name, which can be changed at once."""
        place = self.context.named_views.add()
        if place is not None:
            self.list.setCurrentRow(place)
            self.list.editItem(self.list.item(place))

    def _arrange(self) -> None:
        for button in (self._name, self._go, self._rename, self._remove):
            button.setObjectName(f"named-views-{button.text().replace('&', '').lower().split()[0]}")
        row = QHBoxLayout()
        row.setContentsMargins(4, 2, 4, 4)
        for button in (self._go, self._rename, self._remove):
            row.addWidget(button)
        top = QHBoxLayout()
        top.setContentsMargins(4, 4, 4, 2)
        top.addWidget(self._name)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(row)

    def _connect(self) -> None:
        self._name.clicked.connect(self.name_present)
        self._go.clicked.connect(self._go_to_current)
        self._rename.clicked.connect(lambda: self.list.editItem(self.list.currentItem()))
        self._remove.clicked.connect(self._remove_current)
        self.list.itemActivated.connect(self._go_to_current)
        self.list.itemChanged.connect(self._take_name)
        self.list.currentRowChanged.connect(self._enable)
        self.context.named_views.changed.connect(self._fill)

    def _fill(self) -> None:
        """Show the names; rows stay where only names change, as one of them may be in edit."""
        names = self.context.named_views.names
        place = self.list.currentRow()
        self.list.blockSignals(True)
        while self.list.count() > len(names):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(names):
            item = QListWidgetItem("", self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        for row, name in enumerate(names):
            self.list.item(row).setText(name)
            self.list.item(row).setToolTip(f"Enter or double click: look from {name}")
        self.list.setCurrentRow(min(place, len(names) - 1))
        self.list.blockSignals(False)
        self._enable()

    def _enable(self) -> None:
        self._name.setEnabled(self.context.state.complex is not None)
        for button in (self._go, self._rename, self._remove):
            button.setEnabled(self.list.currentRow() >= 0)

    def _go_to_current(self) -> None:
        if self.list.currentRow() >= 0:
            self.context.controls.go_to_view(self.list.currentRow())

    def _remove_current(self) -> None:
        if self.list.currentRow() >= 0:
            self.context.named_views.remove(self.list.currentRow())

    def _take_name(self, item: QListWidgetItem) -> None:
        place = self.list.row(item)
        self.context.named_views.rename(place, item.text())
        self._fill()
