"""Opening a data set off the GUI's thread, and saying what became of it and of each file of predictions."""

from __future__ import annotations

import threading
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from misi_viewer.dataset.watch import Watch
from misi_viewer.errors import UserError
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.teller import Teller
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from misi_viewer.session.explorer.state import ExplorerState

__all__ = ["BookOpener"]


class _Opened(NamedTuple):
    spec: BookSpec
    book: CaseBook


class BookOpener(QObject):
    """Opens data sets into an `ExplorerState`.

    Signals
    -------
    progress
        (what, done, total) how far the opening is; total 0 where that is not known.

    Parameters
    ----------
    message
        Where sentences are shown.
    parent
        The window.
    places
        The user's folders; None for the usual ones.

    Attributes
    ----------
    explorer
        The state.
    jobs
        What opens.
    """

    progress = Signal(str, object, object)

    def __init__(self, message: MessageBar, parent: QObject, places: Places | None = None) -> None:
        super().__init__(parent)
        self.explorer = ExplorerState()
        self.jobs = Jobs(self)
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(message.show_error)
        self._message = message
        self._places = places
        self._stop = threading.Event()
        self._teller = Teller(self)
        self._teller.told.connect(self._tell)

    def open(self, spec: BookSpec) -> None:
        """Open a data set; one that is still being opened is given up."""
        self.cancel()
        self._stop = threading.Event()
        watch = Watch(lambda what, done, total: self._teller.tell((what, done, total)), self._stop.is_set)
        self.jobs.start(f"Opening {Path(spec.dataset).name}…", partial(self._work, spec, watch, self._stop))

    def cancel(self) -> None:
        """Give up what is being opened."""
        self._stop.set()
        self.jobs.cancel()

    def dispose(self) -> None:
        """Give up what is being opened, and close the data set."""
        self._stop.set()
        self._teller.close()
        self.jobs.close()
        self.explorer.set_book(None)

    def _work(self, spec: BookSpec, watch: Watch, stop: threading.Event) -> _Opened:
        book = open_book(spec, watch, places=self._places)
        if stop.is_set():
            book.close()
        return _Opened(spec, book)

    def _tell(self, progress: tuple[str, int, int]) -> None:
        if self.jobs.busy:
            self.progress.emit(*progress)

    def _take(self, opened: _Opened) -> None:
        sentence = _summary(opened.book)
        try:
            self.explorer.set_book(opened.book, opened.spec)
        except UserError as error:
            self._message.show_error(str(error))
            return
        self._message.show_notice(sentence)


def _summary(book: CaseBook) -> str:
    """Return what was opened, and how many replies belong nowhere."""
    models = f", predictions of {', '.join(book.models)}" if book.models else ""
    lost = sum(report.unmatched + report.mismatched for report in book.reports)
    left_out = f"; {lost:,} replies belong to none of its questions and are left out" if lost else ""
    return f"{book.title}: {len(book.table):,} cases{models[:300]}{left_out}."
