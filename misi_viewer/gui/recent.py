"""The menu of what was opened lately."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QMenu

from misi_viewer.gui.settings import Settings
from misi_viewer.session.session_files import last_session

__all__ = ["RecentMenu", "remember"]


def remember(settings: Settings, spec: str) -> None:
    """Put what was opened in front of the list; the last session has an entry of its own."""
    if spec == str(last_session()):
        return
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
            if not _is_there(spec):
                action.setEnabled(False)
                action.setText(f"{action.text()}  (not there any more)")
            action.triggered.connect(lambda _checked, spec=spec: self._open_spec(spec))
        if last_session().is_file():
            self.addSeparator()
            restore = self.addAction("&Restore the last session")
            restore.setObjectName("recent-last-session")
            restore.setToolTip("What the window showed that was closed last")
            restore.triggered.connect(lambda: self._open_spec(str(last_session())))
        if recent:
            self.addSeparator()
        forget = self.addAction("&Forget all")
        forget.setObjectName("recent-forget")
        forget.setEnabled(bool(recent))
        forget.triggered.connect(self._forget)

    def _forget(self) -> None:
        self._settings.recent = []


def _is_there(spec: str) -> bool:
    return Path(spec).exists() or all(Path(part).exists() for part in spec.split("+"))


def _title(spec: str) -> str:
    """Return the last two parts of a path, which tell files of one name apart."""
    path = Path(spec)
    return str(Path(path.parent.name, path.name))
