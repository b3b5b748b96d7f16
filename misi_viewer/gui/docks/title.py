"""The bar over a panel; Qt's own has icons that do not show on a dark window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from misi_viewer.gui.icons import icon

__all__ = ["DockTitle"]

ICON_SIDE = 14


class DockTitle(QWidget):
    """Title, a button that takes the dock out of the window or puts it back, and one that closes it."""

    def __init__(self, dock: QDockWidget) -> None:
        super().__init__(dock)
        title = dock.windowTitle()
        label = QLabel(title, self)
        label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._float = self._button("float", f"Take {title.lower()} out of the window, or put it back")
        self._close = self._button("close", f"Close {title.lower()}; the menu View > Panels brings it back")
        self._float.clicked.connect(lambda: dock.setFloating(not dock.isFloating()))
        self._close.clicked.connect(dock.close)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 1, 2, 1)
        row.setSpacing(0)
        row.addWidget(label, 1)
        row.addWidget(self._float)
        row.addWidget(self._close)
        self._set_icons()

    def changeEvent(self, event: QEvent) -> None:
        """Follow dark and light."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_close"):
            self._set_icons()

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(f"dock-{name}")
        button.setAutoRaise(True)
        button.setIconSize(QSize(ICON_SIDE, ICON_SIDE))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button

    def _set_icons(self) -> None:
        self._float.setIcon(icon("mdi6.dock-window", self.palette()))
        self._close.setIcon(icon("mdi6.close", self.palette()))
