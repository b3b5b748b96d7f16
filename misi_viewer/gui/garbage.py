"""Python's garbage collected on the GUI's thread alone: a widget that another thread collects takes Qt down with it."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

__all__ = ["Collector"]

INTERVAL = 500
"""Milliseconds between looks at how much there is to collect."""


class Collector(QObject):
    """Collects from now on in place of Python, which would do it in whichever thread makes an object.

    Parameters
    ----------
    parent
        Lives as long as there are widgets.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the generations that Python would collect by now."""
        counts, thresholds = gc.get_count(), gc.get_threshold()
        for generation in (2, 1, 0):
            if counts[generation] > thresholds[generation] > 0:
                gc.collect(generation)
                return

    def stop(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()
