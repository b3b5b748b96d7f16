"""What the window puts on the clipboard: the picture, and the command that draws it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication, QImage

from misi_viewer.gui.viewport import Viewport
from misi_viewer.session.render_command import render_command
from misi_viewer.session.state import WindowState

__all__ = ["copy_command", "copy_picture"]

Tell = Callable[[str], object]


def copy_picture(viewport: Viewport, tell: Tell) -> None:
    """Copy the picture at rest; marks over it are no part of it."""
    pixels = viewport.picture()
    height, width = pixels.shape[:2]
    image = QImage(pixels.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()
    QGuiApplication.clipboard().setImage(image)
    tell(f"Copied the picture, {width} × {height} pixels.")


def copy_command(state: WindowState, tell: Tell) -> None:
    """Copy the command line that draws what is seen."""
    if state.complex is None:
        return
    command = render_command(state.complex, state.shot_at(state.size), state.style, state.size, state.companions)
    QGuiApplication.clipboard().setText(command)
    tell(f"Copied: {command}")
