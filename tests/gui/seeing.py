"""Waiting for pictures and looking at them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import QDeadlineTimer, QEventLoop, QPoint
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from misi_viewer.gui.viewport import Viewport

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo"
WAIT = 20_000
"""Milliseconds; only ever spent where something is broken."""


def wait_at_rest(qtbot: QtBot, viewport: Viewport) -> None:
    """Wait until the picture in full quality has been drawn."""
    if not viewport.at_rest:
        qtbot.waitUntil(lambda: viewport.at_rest, timeout=WAIT)
    with qtbot.waitSignal(viewport.drawn, timeout=WAIT, check_params_cb=bool):
        viewport.update()


def picture_at_rest(viewport: Viewport) -> np.ndarray:
    """Return the (h, w, 3) uint8 picture of the view once it is in full quality, whatever the layout did before."""
    patience = QDeadlineTimer(WAIT)
    while not viewport.at_rest and not patience.hasExpired():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
    assert viewport.at_rest
    return pixels_of(viewport.grabFramebuffer())


def pixels_of(image: QImage) -> np.ndarray:
    """Return (h, w, 3) uint8."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


def middle_of(viewport: Viewport) -> QPoint:
    return viewport.rect().center()
