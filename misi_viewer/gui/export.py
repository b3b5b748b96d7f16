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
    started
        A picture was ordered.
    finished
        (path, sentence) a picture was written, or was not: then the sentence says why.
    previewed
        (path, sentence) the same for a preview.
    """

    started = Signal()
    finished = Signal(object, str)
    previewed = Signal(object, str)
    _answered = Signal(object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = 0
        self._preview: Path | None = None
        self._next: PictureOrder | None = None
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
        self.started.emit()

    def preview(self, order: PictureOrder) -> None:
        """Have a preview drawn; of those that are asked for while one is drawn, the latest is drawn next."""
        if self._preview is not None:
            self._next = order
            return
        self._preview, self._next = order.path, None
        self._server.order(order)

    def forget_previews(self) -> None:
        """Draw no more previews than the one under way."""
        self._next = None

    def close(self) -> None:
        """End the child; pictures under way are finished first."""
        self._server.close()

    def _finish(self, path: Path, problem: str) -> None:
        if path != self._preview:
            self._open -= 1
            self.finished.emit(path, problem)
            return
        self._preview = None
        if self._next is None:
            self.previewed.emit(path, problem)
        else:
            self.preview(self._next)
