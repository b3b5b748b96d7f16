"""What the window's tests share: the application, a window, and a watch for leaks."""

from __future__ import annotations

import gc
import multiprocessing
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

sys.path.insert(0, str(Path(__file__).parent))

from seeing import DEMO, WAIT, wait_at_rest

from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.surface import default_format

# Before the application exists, as the program does it.
QSurfaceFormat.setDefaultFormat(default_format())


def delete_later_now() -> None:
    """Carry out all pending deletions."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
        gc.collect()


def active_timers() -> list[QTimer]:
    return [thing for thing in gc.get_objects() if isinstance(thing, QTimer) and isValid(thing) and thing.isActive()]


@pytest.fixture(autouse=True)
def no_leaks(qapp: QApplication) -> Iterator[None]:
    """Fail on widgets, threads, child processes or running timers that a test leaves behind.

    As in the program, garbage is collected on this thread alone.
    """
    gc.disable()
    threads = set(threading.enumerate())
    widgets = set(QApplication.allWidgets())
    yield
    delete_later_now()
    left = [thread for thread in threading.enumerate() if thread not in threads and thread.is_alive()]
    for thread in left:
        thread.join(10)
    gc.enable()
    assert not [thread for thread in left if thread.is_alive()], "threads were left running"
    assert not [widget for widget in QApplication.allWidgets() if widget not in widgets], "widgets were left"
    assert not multiprocessing.active_children(), "child processes were left"
    assert not active_timers(), "timers were left running"


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """An empty window, shown."""
    made = MainWindow("test")
    made.resize(900, 700)
    with qtbot.waitExposed(made):
        made.show()
    with qtbot.waitActive(made):  # keys go to the active window
        made.activateWindow()
    yield made
    if isValid(made):
        made.close()
    delete_later_now()


@pytest.fixture
def open_in(qtbot: QtBot) -> Callable[..., None]:
    """Return a function that opens files in a window and waits for the first picture at rest."""

    def open_files(window: MainWindow, *files: str | Path) -> None:
        window.open_files([str(file) for file in files])
        qtbot.waitUntil(lambda: not window.jobs.busy, timeout=WAIT)
        wait_at_rest(qtbot, window.viewport)

    return open_files


@pytest.fixture
def demo_window(window: MainWindow, open_in: Callable[..., None]) -> MainWindow:
    """A window on the demo complex 1ia1."""
    open_in(window, DEMO / "1ia1")
    return window
