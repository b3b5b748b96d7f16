"""The docks of one window: made from the table, tabbed side by side, remembered."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget

from misi_viewer.gui.docks.panel import Area, DockSpec, Panel, PanelContext
from misi_viewer.gui.docks.table import DOCKS
from misi_viewer.gui.docks.title import DockTitle

__all__ = ["Docks"]

AREAS: Mapping[Area, Qt.DockWidgetArea] = {
    "left": Qt.DockWidgetArea.LeftDockWidgetArea,
    "right": Qt.DockWidgetArea.RightDockWidgetArea,
    "bottom": Qt.DockWidgetArea.BottomDockWidgetArea,
}
FIRST_WIDTHS: Mapping[Area, int] = {"left": 240, "right": 390, "bottom": 390}
FIRST_HEIGHT = 150
"""Units of the screen; at 1366 x 768 they leave the picture more than half of the width."""


class _Dock(QDockWidget):
    """A dock that never asks for more room than its panel needs."""

    def __init__(self, spec: DockSpec, panel: Panel, window: QMainWindow) -> None:
        super().__init__(spec.plain_title, window)
        self.setObjectName(f"dock-{spec.id}")
        self.setAccessibleName(spec.plain_title)
        self.setToolTip(spec.tip)
        self.setTitleBarWidget(DockTitle(self))
        self.setWidget(panel)
        self._hint = QSize(FIRST_WIDTHS[spec.area], FIRST_HEIGHT)

    def sizeHint(self) -> QSize:
        """Propose the first size."""
        return self._hint


class Docks:
    """The window's docks.

    Parameters
    ----------
    window
        The window that holds them.
    context
        What the panels are given.
    actions
        The window's actions by id; ``panel.<id>`` shows and hides a dock.
    """

    def __init__(self, window: QMainWindow, context: PanelContext, actions: Mapping[str, QAction]) -> None:
        self._window = window
        self._actions = actions
        self._docks: dict[str, QDockWidget] = {}
        self.panels: dict[str, Panel] = {}
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        for spec in DOCKS:
            self._add(spec, spec.factory(context))
        self.reset()

    def __getitem__(self, dock_id: str) -> QDockWidget:
        return self._docks[dock_id]

    def _add(self, spec: DockSpec, panel: Panel) -> None:
        dock = _Dock(spec, panel, self._window)
        self._docks[spec.id], self.panels[spec.id] = dock, panel
        dock.visibilityChanged.connect(panel.set_seen)
        dock.toggleViewAction().toggled.connect(self._actions[f"panel.{spec.id}"].setChecked)

    def reset(self) -> None:
        """Put all docks where the table has them."""
        first: dict[Area, QDockWidget] = {}
        for spec in DOCKS:
            dock = self._docks[spec.id]
            dock.setFloating(False)
            self._window.addDockWidget(AREAS[spec.area], dock)
            if spec.area in first:
                self._window.tabifyDockWidget(first[spec.area], dock)
            first.setdefault(spec.area, dock)
            dock.setVisible(spec.opened)
        for area, dock in first.items():
            is_bottom = area == "bottom"
            side = Qt.Orientation.Vertical if is_bottom else Qt.Orientation.Horizontal
            self._window.resizeDocks([dock], [FIRST_HEIGHT if is_bottom else FIRST_WIDTHS[area]], side)
            if not dock.isHidden():
                dock.raise_()
        self._show_checked()

    def set_open(self, dock_id: str, opened: bool) -> None:
        """Show a dock in front, or hide it."""
        dock = self._docks[dock_id]
        dock.setVisible(opened)
        if opened:
            dock.raise_()

    def reveal(self, dock_id: str) -> None:
        """Bring a dock to the front."""
        self.set_open(dock_id, True)

    def save(self) -> QByteArray:
        """Return where the docks are."""
        return self._window.saveState()

    def restore(self, layout: QByteArray) -> None:
        """Put the docks where they were; what makes no sense changes nothing."""
        if not layout.isEmpty() and not self._window.restoreState(layout):
            self.reset()
        self._show_checked()

    def dispose(self) -> None:
        """Let go of what the panels hold."""
        for panel in self.panels.values():
            panel.dispose()

    def _show_checked(self) -> None:
        for dock_id, dock in self._docks.items():
            self._actions[f"panel.{dock_id}"].setChecked(not dock.isHidden())
