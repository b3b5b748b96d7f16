"""The preview of an export: the picture in small, drawn by the picture server."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QLabel, QWidget

from misi_viewer.errors import UserError
from misi_viewer.gui.export import Exporter
from misi_viewer.session.picture_server import PictureOrder

__all__ = ["ExportPreview"]

SIDE = QSize(320, 240)
DELAY = 200
"""Milliseconds without a change after which a preview is drawn."""

DRAWING = "Drawing…"


class ExportPreview(QLabel):
    """Shows what would be exported.

    Parameters
    ----------
    exporter
        Draws it.
    order
        Returns what would be exported.
    """

    def __init__(self, exporter: Exporter, order: Callable[[], PictureOrder | None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("export-preview")
        self.setAccessibleName("Preview")
        self.setFixedSize(SIDE)
        self.setFrameShape(QLabel.Shape.StyledPanel)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setText(DRAWING)
        self._exporter = exporter
        self._order = order
        self._numbers = count()
        self._wanted: Path | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="misi-preview-", ignore_cleanup_errors=True)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(DELAY)
        self._delay.timeout.connect(self._ask)
        exporter.previewed.connect(self._take)
        self._delay.start()

    def change(self) -> None:
        """Draw anew soon."""
        self._delay.start()

    def dispose(self) -> None:
        """Let go of the exporter and of files."""
        self._delay.stop()
        self._exporter.previewed.disconnect(self._take)
        self._exporter.forget_previews()
        self._folder.cleanup()

    def _ask(self) -> None:
        try:
            order = self._order()
        except UserError as error:
            self.setText(str(error))
            return
        if order is None:
            return
        width, height = order.size
        share = min(SIDE.width() / width, SIDE.height() / height, 1.0) * self.devicePixelRatioF()
        size = (max(round(width * share), 1), max(round(height * share), 1))
        self._wanted = Path(self._folder.name) / f"{next(self._numbers)}.png"
        self._exporter.preview(replace(order, size=size, path=self._wanted, dpi=None))

    def _take(self, path: Path, problem: str) -> None:
        if path != self._wanted:
            return
        if problem:
            self.setText(problem)
            return
        pixmap = QPixmap(str(path))
        pixmap.setDevicePixelRatio(self.devicePixelRatioF())
        self.setPixmap(pixmap)
