"""Progress told by a thread to the GUI's, never after the listener has gone."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Qt, Signal

__all__ = ["Teller"]


class Teller(QObject):
    """Hands values from any thread to the GUI's.

    A signal that is sent while its sender is destroyed takes Qt down with it,
    so sending and closing exclude each other.

    Signals
    -------
    told
        (value,) what was told, on the GUI's thread.
    """

    told = Signal(object)
    _sent = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = threading.Lock()
        self._closed = False
        self._sent.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def tell(self, value: object) -> None:
        """Hand a value on; called by any thread."""
        with self._lock:
            if not self._closed:
                self._sent.emit(value)

    def close(self) -> None:
        """Hand nothing on any more, and wait for what is just being sent."""
        with self._lock:
            self._closed = True

    def _take(self, value: object) -> None:
        if not self._closed:
            self.told.emit(value)
