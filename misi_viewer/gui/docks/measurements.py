"""The panel of measurements: distances, angles and dihedrals, made from what was picked, and removed."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QLabel, QListWidget, QPushButton, QVBoxLayout, QWidget

from misi_viewer.gui.docks.panel import Panel, PanelContext
from misi_viewer.session.measurements import KINDS, describe

__all__ = ["MeasurementsPanel"]

INVITATION = "Click an atom, Ctrl + click one, two or three more, and measure: a distance, an angle or a dihedral."


class MeasurementsPanel(Panel):
    """A list with two buttons."""

    def __init__(self, context: PanelContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.setObjectName("measurements")
        self.list = QListWidget(self)
        self.list.setObjectName("measurements-list")
        self.list.setAccessibleName("Measurements")
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self._measure = QPushButton("&Measure", self)
        self._remove = QPushButton("&Remove", self)
        hint = QLabel(INVITATION, self)
        hint.setWordWrap(True)
        row = QHBoxLayout()
        row.setContentsMargins(4, 2, 4, 4)
        row.addWidget(self._measure)
        row.addWidget(self._remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 0)
        column.setSpacing(2)
        column.addWidget(hint)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self._measure.clicked.connect(self._measure_picked)
        self._remove.clicked.connect(self.remove_chosen)
        self.list.itemSelectionChanged.connect(self._enable)
        self._signals = (
            context.controls.measurements_changed,
            context.controls.selection_changed,
            context.state.scene_changed,
        )
        for signal in self._signals:
            signal.connect(self.refresh)
        self._enable()

    def refresh(self) -> None:
        """List what is measured."""
        controls = self.context.controls
        shown = controls.complex
        texts = [] if shown is None else [describe(one, shown, controls.shot) for one in controls.measurements]
        if texts != [self.list.item(row).text() for row in range(self.list.count())]:
            self.list.clear()
            self.list.addItems(texts)
        self._enable()

    def dispose(self) -> None:
        """Let go of the state."""
        for signal in self._signals:
            signal.disconnect(self.refresh)

    def remove_chosen(self) -> None:
        """Remove the measurements that are selected in the list."""
        chosen = {self.list.row(item) for item in self.list.selectedItems()}
        kept = [one for row, one in enumerate(self.context.controls.measurements) if row not in chosen]
        self.context.controls.set_measurements(kept)

    def _measure_picked(self) -> None:
        self.context.controls.measure_picked()

    def _enable(self) -> None:
        self._measure.setEnabled(len(self.context.controls.picked) in KINDS.values())
        self._remove.setEnabled(bool(self.list.selectedItems()))
