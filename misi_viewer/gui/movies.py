"""Exporting movies: drawn in a child process, with progress, stopped at once when nobody wants them any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from misi_viewer.errors import UserError
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.movie_dialog import MovieDialog
from misi_viewer.gui.opener import Opener
from misi_viewer.gui.teller import Teller
from misi_viewer.render.movie import discard
from misi_viewer.session.child import Child
from misi_viewer.session.movie import MovieOrder, temporary_name, write_movie
from misi_viewer.session.state import WindowState

__all__ = ["Movies"]


class Movies(QObject):
    """Makes movies of one window, one at a time.

    Signals
    -------
    progressed
        (what,) how far it is.

    Parameters
    ----------
    state
        What is shown.
    opener
        Knows the folder of dialogs.
    message
        Where it is told.
    window
        The parent of the dialog.
    """

    progressed = Signal(str)

    def __init__(self, state: WindowState, opener: Opener, message: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._state = state
        self._opener = opener
        self._message = message
        self._window = window
        self._child: Child | None = None
        self.jobs = Jobs(self)
        self.jobs.done.connect(lambda path: message.show_notice(f"Wrote {path}."))
        self.jobs.failed.connect(message.show_error)
        self._teller = Teller(self)
        self._teller.told.connect(self._tell)

    def dispose(self) -> None:
        """Stop what is under way."""
        self._teller.close()
        self.cancel()
        self.jobs.close()

    def ask(self) -> None:
        """Ask for a movie and make it."""
        shown = self._state.complex
        if shown is None:
            return
        proposed = Path(self._opener.last_folder or Path.cwd()) / f"{shown.id}.gif"
        dialog = MovieDialog(proposed, self._state.size, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._take(dialog))
        dialog.open()

    def export(self, order: MovieOrder) -> None:
        """Make a movie off the GUI's thread; one under way is given up."""
        self.cancel()
        self._child = Child()
        self.jobs.start("Drawing the movie…", partial(_make, self._child, order, self._teller.tell))

    def cancel(self) -> None:
        """Give up the movie under way; nothing of it is left."""
        if self._child is not None:
            self._child.stop()
            self._child = None
        self.jobs.cancel()

    def _take(self, dialog: MovieDialog) -> None:
        state = self._state
        if state.complex is None:
            return
        size = dialog.size_
        try:
            order = MovieOrder(
                state.complex,
                state.shot_at(size),
                state.style,
                size,
                dialog.movement,
                dialog.target,
                rate=dialog.rate.value(),
                loops=dialog.loops.isChecked(),
                companions=state.companions,
                pivot=state.pivot,
            )
        except UserError as error:
            self._message.show_error(str(error))
            return
        self._opener.last_folder = str(order.path.parent)
        self.export(order)

    def _tell(self, progress: tuple[int, int]) -> None:
        if self.jobs.busy:
            done, total = progress
            self.progressed.emit(f"Drawing the movie… {done:,} of {total:,}")


def _make(child: Child, order: MovieOrder, tell: Callable[[tuple[int, int]], object]) -> Path:
    """Have a child draw a movie; what it leaves when it is stopped is removed."""
    temporary = temporary_name(order.path)
    try:
        child.run(partial(write_movie, order, temporary), tell)
    finally:
        discard(temporary)
    return order.path
