"""A button that measures, on the complexes' files, a factor that is not known yet."""

from __future__ import annotations

import threading
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from misi_viewer.dataset.watch import Watch
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.teller import Teller
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.measuring import measure
from misi_viewer.session.explorer.patterns.chart import Chart
from misi_viewer.session.explorer.state import ExplorerState

__all__ = ["Measuring"]


class Measuring(QObject):
    """Measures off the GUI's thread; it can be stopped, and what was measured is kept.

    Signals
    -------
    measured
        A factor's values have changed.

    Parameters
    ----------
    explorer
        Whose data set.
    message
        Where sentences are shown.
    parent
        The panel.

    Attributes
    ----------
    widget
        The button, with the progress beside it.
    """

    measured = Signal()

    def __init__(self, explorer: ExplorerState, message: MessageBar, parent: QWidget) -> None:
        super().__init__(parent)
        self.jobs = Jobs(self)
        self.widget = QWidget(parent)
        self.button = QPushButton("&Measure", self.widget)
        self.button.setObjectName("patterns-measure-factor")
        self._progress = QLabel(self.widget)
        row = QHBoxLayout(self.widget)
        row.addWidget(self.button)
        row.addWidget(self._progress)
        self._explorer, self._message = explorer, message
        self._factor = ""
        self._stop = threading.Event()
        self.button.clicked.connect(self._press)
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(self._fail)
        self.jobs.idle.connect(self._show)
        self._teller = Teller(self)
        self._teller.told.connect(self._tell)
        self._show()

    def show_for(self, chart: Chart | None) -> None:
        """Offer to measure what a chart lacks."""
        name = chart.request.chart.removeprefix("factor:") if chart is not None and chart.problem else ""
        self._factor = name if name in FACTORS and not FACTORS[name].of_answer else ""
        self.widget.setVisible(bool(self._factor) or self.jobs.busy)

    def stop(self) -> None:
        """Give up what is being measured."""
        self._stop.set()
        self.jobs.cancel()

    def dispose(self) -> None:
        """Give up, for good."""
        self._stop.set()
        self._teller.close()
        self.jobs.close()

    def _press(self) -> None:
        book = self._explorer.book
        if self.jobs.busy:
            self._stop.set()
        elif book is not None and self._factor:
            self._stop = stop = threading.Event()
            watch = Watch(partial(self._tell_from_thread, stop), stop.is_set)
            self.jobs.start("Measuring…", partial(measure, book, self._factor, watch))
        self._show()

    def _tell_from_thread(self, stop: threading.Event, what: str, done: int, total: int) -> None:
        if not stop.is_set():
            self._teller.tell((what, done, total))

    def _take(self, failed: int) -> None:
        if failed:
            self._message.show_notice(f"{failed:,} could not be measured: their files are missing or cannot be read.")
        self.measured.emit()

    def _fail(self, sentence: str) -> None:
        if not self._stop.is_set():
            self._message.show_error(sentence)
        self.measured.emit()

    def _tell(self, progress: tuple[str, int, int]) -> None:
        what, done, total = progress
        if self.jobs.busy:
            self._progress.setText(f"{what}, {done:,} of {total:,}" if total else what)

    def _show(self) -> None:
        self.button.setText("&Stop" if self.jobs.busy else "&Measure")
        self._progress.setText("")
