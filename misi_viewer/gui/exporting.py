"""Exporting pictures of one window: asked for in a dialog with a preview, or by a typed command."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from misi_viewer.errors import UserError
from misi_viewer.gui.export import Exporter
from misi_viewer.gui.export_choice import ExportChoice, free_name, remembered
from misi_viewer.gui.export_dialog import ExportDialog
from misi_viewer.gui.export_preview import ExportPreview
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.opener import Opener
from misi_viewer.gui.settings import Settings
from misi_viewer.scene.styles import load_style, own_styles, style_names
from misi_viewer.session.picture_server import PictureOrder
from misi_viewer.session.state import WindowState

__all__ = ["Exporting"]


class Exporting(QObject):
    """Asks how, and has pictures drawn and written.

    Parameters
    ----------
    exporter
        Has them drawn.
    state
        What is shown.
    opener
        Knows the folder of dialogs.
    settings
        Where what was entered is remembered.
    message
        Where it is told.
    window
        The parent of the dialog.
    """

    def __init__(
        self,
        exporter: Exporter,
        state: WindowState,
        opener: Opener,
        settings: Settings,
        message: MessageBar,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._exporter = exporter
        self._state = state
        self._opener = opener
        self._settings = settings
        self._message = message
        self._window = window
        exporter.finished.connect(self._tell)

    def ask(self) -> None:
        """Ask how, and export."""
        state = self._state
        if state.complex is None:
            return
        memory = remembered(self._settings.export)
        proposed = Path(self._opener.last_folder or Path.cwd()) / f"{state.complex.id}{memory.ending}"
        styles = [*style_names(), *own_styles()]
        dialog = ExportDialog(free_name(proposed), state.size, state.shot.supersample, self._window, styles, memory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        preview = ExportPreview(self._exporter, lambda: self._order(dialog.choice), dialog)
        dialog.show_preview(preview)
        dialog.changed.connect(preview.change)
        dialog.finished.connect(preview.dispose)
        dialog.accepted.connect(lambda: self._take(dialog))
        dialog.open()

    def export(self, choice: ExportChoice) -> None:
        """Write the picture that is seen, off the GUI's thread."""
        try:
            order = self._order(choice)
        except UserError as error:
            self._message.show_error(str(error))
            return
        if order is not None:
            self._opener.last_folder = str(choice.path.parent)
            self._exporter.export(order)

    def save(self, path: Path) -> None:
        """Write the picture as it is seen to a file."""
        shot = self._state.shot
        self.export(ExportChoice(path, self._state.size, shot.supersample, shot.transparent))

    def _take(self, dialog: ExportDialog) -> None:
        self._settings.export = msgspec.json.encode(dialog.memory).decode()
        self.export(dialog.choice)

    def _order(self, choice: ExportChoice) -> PictureOrder | None:
        """Return what is to be drawn for a choice."""
        state = self._state
        if state.complex is None:
            return None
        shot = state.shot_at(choice.size).but(supersample=choice.supersample, transparent=choice.transparent)
        style = load_style(choice.style) if choice.style else state.style
        return PictureOrder(state.complex, shot, style, choice.size, choice.path, state.companions, choice.dpi)

    def _tell(self, path: Path, problem: str) -> None:
        if problem:
            self._message.show_error(problem)
        else:
            self._message.show_notice(f"Wrote {path}.")
