"""Starting the window: what it needs, the application, Ctrl-C, and the end."""

from __future__ import annotations

import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import NoReturn

from misi_viewer.errors import UserError
from misi_viewer.gui.preflight import (
    DRIVER_PACKAGES,
    Found,
    software_drawing,
    start_preflight,
    use_software_drawing,
)
from misi_viewer.session.explorer.opening import BookSpec

__all__ = ["run_app"]

PROGRAM = "MiSI Viewer"
DESKTOP_ID = "io.github.misi_viewer.MisiViewer"


def run_app(files: Sequence[str], book: BookSpec | None = None) -> int:
    """Open the window on some files or a data set and stay until it closes.

    Parameters
    ----------
    files
        A complex's folder or files, a structure file, or a picture or JSON
        file with a shot; none opens an empty window.
    book
        A data set to explore; None for none.

    Returns
    -------
    int
        The exit status: 0.

    Raises
    ------
    UserError
        If Qt is not installed, cannot start, or finds no display or OpenGL.
    """
    preflight = start_preflight()
    try:
        from PySide6.QtGui import QSurfaceFormat
        from PySide6.QtWidgets import QApplication

        from misi_viewer.gui.garbage import Collector
        from misi_viewer.gui.icons import program_icon
        from misi_viewer.gui.main_window import MainWindow
        from misi_viewer.gui.settings import Settings
        from misi_viewer.gui.surface import default_format
        from misi_viewer.gui.theme import start_theme
    except ImportError:
        preflight.result()
        raise
    found = preflight.result()
    if not found.opengl and found.platform in ("offscreen", "minimal"):
        raise UserError(_no_opengl(found))
    QSurfaceFormat.setDefaultFormat(default_format())
    application = QApplication([sys.argv[0]])
    application.setApplicationName(PROGRAM)
    application.setDesktopFileName(DESKTOP_ID)
    application.setWindowIcon(program_icon())
    collector = Collector(application)
    start_theme(application)
    if not found.opengl:
        _offer_software(found)
    window = MainWindow(found.opengl, Settings.of_user())
    with _closing_on_signals(application.closeAllWindows), _telling_faults(window.message.show_error):
        window.show()
        window.open_files(files)
        if book is not None:
            window.explorer.open(book)
        status = application.exec()
    window.dispose()
    collector.stop()
    return status


def _no_opengl(found: Found) -> str:
    version = "3.2"
    advice = (
        f"install {DRIVER_PACKAGES}, or another driver"
        if software_drawing()
        else "draw with software: misi-viewer --software"
    )
    return f"The view needs OpenGL {version}, which this display ({found.platform}) does not offer; {advice}."


def _offer_software(found: Found) -> NoReturn:
    """Say that there is no OpenGL, and start again with software drawing if the user wants to."""
    from PySide6.QtWidgets import QMessageBox

    box = QMessageBox(QMessageBox.Icon.Warning, PROGRAM, _no_opengl(found))
    box.setObjectName("no-opengl")
    again = None
    if not software_drawing():
        box.setInformativeText(
            "Software drawing needs no graphics driver; it is slower, and the pictures are the same."
        )
        again = box.addButton("Draw with software", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Quit", QMessageBox.ButtonRole.RejectRole)
    with _closing_on_signals(box.reject):
        box.exec()
    if again is None or box.clickedButton() is not again:
        raise UserError(_no_opengl(found))
    use_software_drawing()
    sys.stdout.flush()
    os.execv(sys.executable, _own_command_line())  # noqa: S606 - this very program again


def _own_command_line() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, *sys.argv[1:]]
    return [sys.executable, *sys.orig_argv[1:]]


@contextmanager
def _closing_on_signals(close: Callable[[], object]) -> Iterator[None]:
    """Call `close` on Ctrl-C and SIGTERM while Qt's loop runs.

    Python only runs its signal handlers between its own instructions, which do
    not come by while Qt waits: so the signal's number is written to a socket
    that Qt watches.
    """
    from PySide6.QtCore import QSocketNotifier

    theirs, ours = socket.socketpair()
    theirs.setblocking(False)
    ours.setblocking(False)
    notifier = QSocketNotifier(ours.fileno(), QSocketNotifier.Type.Read)

    def on_signal() -> None:
        ours.recv(64)
        close()

    notifier.activated.connect(on_signal)
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGINT, signal.SIGTERM)}
    descriptor = signal.set_wakeup_fd(theirs.fileno())
    try:
        yield
    finally:
        signal.set_wakeup_fd(descriptor)
        for number, handler in before.items():
            signal.signal(number, handler)
        notifier.setEnabled(False)
        theirs.close()
        ours.close()


@contextmanager
def _telling_faults(tell: Callable[[str], None]) -> Iterator[None]:
    """Show what is raised while Qt calls us, which would otherwise pass unseen in a window without a terminal."""
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if isinstance(error, UserError):
            tell(str(error))
            return
        before(kind, error, trace)
        tell(f"Something went wrong inside the program: {error!r}.")

    sys.excepthook = hook
    try:
        yield
    finally:
        sys.excepthook = before
