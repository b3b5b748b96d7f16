"""Saving what a window shows as a session, and the last one of all, for the next start."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from misi_viewer.errors import UserError
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.opener import Opener
from misi_viewer.session.session_files import ENDING, last_session, save_session
from misi_viewer.session.window_controls import WindowControls

__all__ = ["Sessions"]

FILTER = f"Sessions (*{ENDING})"


class Sessions:
    """Saves one window.

    Parameters
    ----------
    controls
        What is saved.
    opener
        Knows the folder of dialogs, and which session was opened.
    message
        Where it is told.
    window
        The parent of dialogs.
    keeps_last
        Whether `keep_last` writes anything: not for windows that remember nothing.
    """

    def __init__(
        self, controls: WindowControls, opener: Opener, message: MessageBar, window: QWidget, *, keeps_last: bool
    ) -> None:
        self._controls = controls
        self._opener = opener
        self._message = message
        self._window = window
        self._keeps_last = keeps_last
        self._path: Path | None = None
        controls.state.complex_changed.connect(self._forget)

    def dispose(self) -> None:
        """Let go of the state."""
        self._controls.state.complex_changed.disconnect(self._forget)

    def take(self, spec: str) -> None:
        """Take note of what was opened: a session is saved to its own file."""
        path = Path(spec)
        self._path = path if path.suffix.lower() == ENDING and path != last_session() else None

    def save(self) -> None:
        """Save to the session's file, or ask for one."""
        if self._path is None:
            self.ask()
        else:
            self.save_to(self._path)

    def ask(self) -> None:
        """Ask for a file and save to it."""
        shown = self._controls.complex
        if shown is None:
            return
        proposed = Path(self._opener.last_folder or Path.cwd()) / f"{shown.id}{ENDING}"
        name, _ = QFileDialog.getSaveFileName(self._window, "Save session", str(proposed), FILTER)
        if name:
            path = Path(name)
            self.save_to(path if path.suffix.lower() == ENDING else path.with_name(path.name + ENDING))

    def save_to(self, path: Path) -> None:
        """Save to a file, and say so."""
        try:
            save_session(path, self._controls.state, self._controls.extras)
        except UserError as error:
            self._message.show_error(str(error))
            return
        self._path = path
        self._opener.last_folder = str(path.parent)
        self._message.show_notice(f"Saved {path}.")

    def keep_last(self) -> None:
        """Keep what is shown for the next start; where that cannot be done, it is not kept."""
        if self._keeps_last and self._controls.complex is not None:
            path = last_session()
            with contextlib.suppress(UserError, OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                save_session(path, self._controls.state, self._controls.extras)

    def _forget(self) -> None:
        self._path = None
