"""The menu of what was opened lately."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu

from misi_viewer.gui.settings import Settings

__all__ = ["RecentMenu", "remember"]


def remember(settings: Settings, spec: str) -> None:
    """Put what was opened in front of the list."""
    settings.recent = [spec, *(name for name in settings.recent if name != spec)]


class RecentMenu(QMenu):
    """Filled anew whenever it opens.

    Parameters
    ----------
    settings
        Where the list is.
    open_spec
        Opens one of them.
    """

    def __init__(self, settings: Settings, open_spec: Callable[[str], object], parent: QMenu) -> None:
        super().__init__("Open &recent", parent)
        self.setObjectName("menu-recent")
        self.setToolTipsVisible(True)
        self._settings = settings
        self._open_spec = open_spec
        self.aboutToShow.connect(self.fill)
        self.fill()

    def fill(self) -> None:
        """List what was opened lately."""
        self.clear()
        recent = self._settings.recent
        for number, spec in enumerate(recent, start=1):
            mnemonic = f"&{number} " if number < 10 else f"{number} "
            action = self.addAction(mnemonic + _title(spec).replace("&", "&&"))
            action.setToolTip(spec)
            action.triggered.connect(lambda _checked, spec=spec: self._open_spec(spec))
        if recent:
            self.addSeparator()
        forget = self.addAction("&Forget all")
        forget.setObjectName("recent-forget")
        forget.setEnabled(bool(recent))
        forget.triggered.connect(self._forget)

    def _forget(self) -> None:
        self._settings.recent = []


def _title(spec: str) -> str:
    """Return the last two parts of a path, which tell files of one name apart."""
    path = Path(spec)
    return str(Path(path.parent.name, path.name))
