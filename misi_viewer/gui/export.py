"""Exporting pictures through the picture server, answers brought to the GUI's thread."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from misi_viewer.session.picture_server import PictureOrder, PictureServer

__all__ = ["Exporter"]


class Exporter(QObject):
    """Writes pictures in a child process.

    Signals
    -------
    finished
        (path, sentence) a picture was written, or was not: then the sentence says why.
    """

    finished = Signal(object, str)
    _answered = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = 0
        self._answered.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._server = PictureServer(self._answered.emit)

    @property
    def busy(self) -> bool:
        """Whether a picture is still to come."""
        return self._open > 0

    def export(self, order: PictureOrder) -> None:
        """Have a picture drawn and written."""
        self._open += 1
        self._server.order(order)

    def close(self) -> None:
        """End the child; pictures under way are finished first."""
        self._server.close()

    def _finish(self, path: Path, problem: str) -> None:
        self._open -= 1
        self.finished.emit(path, problem)
