"""Fetching an entry of the Protein Data Bank: asked for by its id, by saying first what is contacted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from misi_viewer.dataset.downloading.entry import checked_id, entry_host, fetch_entry, kept_entry
from misi_viewer.dataset.watch import Watch
from misi_viewer.errors import UserError
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.message_bar import MessageBar

__all__ = ["FetchDialog", "Fetching"]


class FetchDialog(QDialog):
    """Asks for an id and says which host is asked for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("fetch-dialog")
        self.setWindowTitle("Fetch a structure")
        self.id = QLineEdit(self)
        self.id.setObjectName("fetch-id")
        self.id.setAccessibleName("Id in the Protein Data Bank")
        self.id.setPlaceholderText("1a30")
        self.id.setMaxLength(12)
        self._note = QLabel(self)
        self._note.setObjectName("fetch-note")
        self._note.setWordWrap(True)
        self._buttons = QDialogButtonBox(self)
        self._buttons.addButton("Cancel", QDialogButtonBox.ButtonRole.RejectRole)
        self._fetch = self._buttons.addButton("&Fetch", QDialogButtonBox.ButtonRole.AcceptRole)
        label = QLabel("&Id in the Protein Data Bank:", self)
        label.setBuddy(self.id)
        column = QVBoxLayout(self)
        for widget in (label, self.id, self._note, self._buttons):
            column.addWidget(widget)
        self.setMinimumWidth(380)
        self.id.textChanged.connect(self._check)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        self._check()

    @property
    def note(self) -> str:
        """What is said about the id."""
        return self._note.text()

    def _check(self) -> None:
        """Say what will happen; an id that is none cannot be fetched."""
        text = self.id.text()
        try:
            entry = checked_id(text)
            is_kept, host = kept_entry(entry) is not None, entry_host()
        except UserError as error:
            self._fetch.setEnabled(False)
            self._note.setText(str(error) if text.strip() else "Nothing is sent before you press Fetch.")
            return
        self._fetch.setEnabled(True)
        contact = "It has been fetched before; no host is contacted." if is_kept else f"{host} is asked for {entry}."
        self._note.setText(contact)


class Fetching(QObject):
    """Fetches off the GUI's thread and opens what came.

    Parameters
    ----------
    open_files
        Opens files.
    message
        Where faults are told.
    window
        The parent of the dialog.
    """

    def __init__(self, open_files: Callable[[list[str]], object], message: MessageBar, window: QWidget) -> None:
        super().__init__(window)
        self._open_files = open_files
        self._window = window
        self._stop = Event()
        self.jobs = Jobs(self)
        self.jobs.done.connect(self._take)
        self.jobs.failed.connect(message.show_error)

    def dispose(self) -> None:
        """Stop what is under way."""
        self._stop.set()
        self.jobs.close()

    def ask(self) -> None:
        """Ask for an id, then fetch it."""
        dialog = FetchDialog(self._window)
        dialog.accepted.connect(lambda: self.fetch(dialog.id.text()))
        dialog.open()

    def fetch(self, entry: str) -> None:
        """Fetch an entry and open it."""
        self._stop.set()
        stop = self._stop = Event()
        watch = Watch(cancelled=stop.is_set)
        self.jobs.start(f"Fetching {entry.strip()}…", lambda: fetch_entry(entry, watch=watch))

    def cancel(self) -> None:
        """Do not wait for it any longer."""
        self._stop.set()
        self.jobs.cancel()

    def _take(self, path: Path) -> None:
        self._open_files([str(path)])
