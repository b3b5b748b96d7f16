"""Help > Copy diagnostics: what a report of a fault needs, on the clipboard."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import qVersion
from PySide6.QtGui import QGuiApplication
from PySide6.QtOpenGLWidgets import QOpenGLWidget
from PySide6.QtWidgets import QMainWindow

from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.gui.theme import is_dark
from misi_viewer.session.diagnostics import Fact, facts_of_packages, facts_of_program, table, without_folders
from misi_viewer.session.state import WindowState

__all__ = ["copy_diagnostics", "diagnostics"]

GL_STRINGS = {"OpenGL vendor": 0x1F00, "OpenGL renderer": 0x1F01, "OpenGL version": 0x1F02}
"""What `glGetString` is asked for."""


def copy_diagnostics(window: QMainWindow, viewport: QOpenGLWidget, state: WindowState, message: MessageBar) -> None:
    """Copy what a report of a fault needs."""
    QGuiApplication.clipboard().setText(diagnostics(window, viewport, state, message))
    message.show_notice("Copied versions, OpenGL, screen and the last error; no folders and no files are named.")


def diagnostics(window: QMainWindow, viewport: QOpenGLWidget, state: WindowState, message: MessageBar) -> str:
    """Return it as lines of text."""
    facts = [*facts_of_program(), *facts_of_packages(), *_of_qt(window), *_of_opengl(viewport), *_of_state(state)]
    return table([*facts, ("Last error", without_folders(message.last_error) or "none")])


def _of_qt(window: QMainWindow) -> Iterator[Fact]:
    screen = window.screen()
    size, scale = screen.size(), screen.devicePixelRatio()
    yield "Qt", f"{qVersion()} ({QGuiApplication.platformName()})"
    yield "Screen", f"{size.width()} x {size.height()} at scale {scale:g}, {screen.logicalDotsPerInch():.0f} dpi"
    yield "Window", f"{window.width()} x {window.height()}, {'dark' if is_dark(window.palette()) else 'light'}"


def _of_opengl(viewport: QOpenGLWidget) -> Iterator[Fact]:
    viewport.makeCurrent()
    context = viewport.context()
    for name, number in GL_STRINGS.items():
        yield name, str(context.functions().glGetString(number)) if context is not None else "no context"
    viewport.doneCurrent()


def _of_state(state: WindowState) -> Iterator[Fact]:
    shown = state.complex
    if shown is not None:
        kinds = ", ".join(f"{source.role} {''.join(source.path.suffixes[-2:])}" for source in shown.sources)
        yield "Complex", f"{len(shown.pocket):,} and {len(shown.ligand):,} atoms ({kinds})"
        yield "Beside it", f"{len(state.companions)} complexes"
    yield "Style", f"{state.style.representation}; supersample {state.shot.supersample}, {state.shot.quality}"
