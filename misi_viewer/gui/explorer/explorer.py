"""The explorer of one window: opens data sets, steps through their cases, shows each in three dimensions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog, QWidget

from misi_viewer.errors import UserError
from misi_viewer.gui.explorer.book_opener import BookOpener
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.session.explorer.opening import BookSpec
from misi_viewer.session.explorer.showing import can_be_shown, show_case
from misi_viewer.session.state import WindowState

__all__ = ["Explorer"]

DATA_SETS = "Data sets (*.misi-catalogue *.sqlite *.db *.jsonl *.json *.csv *.tsv *.parquet *.zip *.tar *.tar.gz *.tgz)"
PREDICTIONS = "Predictions (*.jsonl *.json *.csv *.tsv *.xlsx *.eval *.parquet);;All files (*)"
NEEDS_CASE = ("cases.next", "cases.previous", "cases.next_wrong", "cases.previous_wrong", "cases.next_model")


class Explorer(QObject):
    """Drives an `ExplorerState` for one window.

    Signals
    -------
    shown
        (Opened,) the complex of the case that is open now.
    reveal
        (dock,) a panel should come to the front.

    Parameters
    ----------
    state
        Whose style complexes are shown in.
    message
        Where sentences are shown.
    window
        The parent of dialogs.
    """

    shown = Signal(object)
    reveal = Signal(str)

    def __init__(self, state: WindowState, message: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._window_state = state
        self._message = message
        self._window = window
        self.books = BookOpener(message, self)
        self.state = self.books.explorer
        self.showing = Jobs(self)
        self.showing.done.connect(self._take)
        self.showing.failed.connect(message.show_error)
        self._last_folder = ""
        self.state.book_changed.connect(self._on_book)
        self.state.case_changed.connect(self._on_case)

    def dispose(self) -> None:
        """Give up what is under way, and close the data set."""
        self.state.book_changed.disconnect(self._on_book)
        self.state.case_changed.disconnect(self._on_case)
        self.showing.close()
        self.books.dispose()

    def handlers(self) -> dict[str, Callable[[bool], object]]:
        """Return what the actions do."""
        state = self.state
        plain: Mapping[str, Callable[[], object]] = {
            "cases.open": self.ask_folder,
            "cases.open_file": self.ask_file,
            "cases.add_predictions": self.ask_predictions,
            "cases.link": self.ask_complexes,
            "cases.next": partial(state.next_case, 1),
            "cases.previous": partial(state.next_case, -1),
            "cases.next_wrong": partial(state.next_wrong, 1),
            "cases.previous_wrong": partial(state.next_wrong, -1),
            "cases.next_model": state.next_model,
            **{f"cases.tag_{number}": partial(state.tag_slot, number) for number in range(1, 10)},
        }
        return {action: partial(self._do, deed) for action, deed in plain.items()}

    def enable(self, actions: Mapping[str, QAction]) -> None:
        """Enable what there is something for."""
        has_book, has_case = self.state.book is not None, self.state.case is not None
        for action in ("cases.add_predictions", "cases.link"):
            actions[action].setEnabled(has_book)
        for action in (*NEEDS_CASE, *(f"cases.tag_{number}" for number in range(1, 10))):
            actions[action].setEnabled(has_case)

    def open(self, spec: BookSpec) -> None:
        """Open a data set off the GUI's thread."""
        self.books.open(spec)

    def ask_folder(self) -> None:
        """Ask for a data set's folder and open it."""
        name = QFileDialog.getExistingDirectory(self._window, "Open a data set", self._last_folder)
        self._open(name)

    def ask_file(self) -> None:
        """Ask for an archive, a table or a catalogue and open it."""
        name, _ = QFileDialog.getOpenFileName(
            self._window, "Open a data set", self._last_folder, f"{DATA_SETS};;All files (*)"
        )
        self._open(name)

    def ask_predictions(self) -> None:
        """Ask for files of predictions and open the data set with them, too."""
        spec = self.state.spec
        names, _ = QFileDialog.getOpenFileNames(self._window, "Add predictions", self._last_folder, PREDICTIONS)
        if names and spec is not None:
            case = self.state.case
            self.open(
                BookSpec(
                    dataset=spec.dataset,
                    predictions=(*spec.predictions, *names),
                    case="" if case is None else case.id,
                    filter=spec.filter,
                )
            )

    def ask_complexes(self) -> None:
        """Ask for the folder of the complexes and link them by their ids."""
        name = QFileDialog.getExistingDirectory(self._window, "Folder with the complexes", self._last_folder)
        if name and self.state.book is not None:
            report = self.state.book.link(Path(name))
            self._message.show_notice(f"{report.sentence()}.")
            self._on_case()

    def _open(self, name: str) -> None:
        if name:
            self._last_folder = str(Path(name).parent)
            self.open(BookSpec(dataset=name))

    def _do(self, deed: Callable[[], object], _checked: bool = False) -> None:
        try:
            deed()
        except UserError as error:
            self._message.show_error(str(error))

    def _on_book(self) -> None:
        if self.state.book is not None:
            self.reveal.emit("cases")
            self.reveal.emit("question")

    def _on_case(self) -> None:
        book, case = self.state.book, self.state.case
        self.showing.cancel()
        if book is not None and case is not None and can_be_shown(book, case):
            self.showing.start(f"Showing {case.id}…", partial(show_case, book, case, self._window_state.own_style))

    def _take(self, opened: object) -> None:
        if opened is not None:
            self.shown.emit(opened)
