"""Garbage is collected on the GUI's thread, whichever thread makes it."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot
from seeing import WAIT

from misi_viewer.gui.garbage import Collector

pytestmark = pytest.mark.window


class Knot:
    """Garbage that only the collector finds, and that says who found it."""

    def __init__(self, found: list[str]) -> None:
        self.found = found
        self.me = self

    def __del__(self) -> None:
        self.found.append(threading.current_thread().name)


@pytest.fixture
def collector(qapp: QObject) -> Iterator[Collector]:
    made = Collector()
    yield made
    made.stop()
    assert gc.isenabled()
    gc.disable()  # as the other tests have it


def test_what_a_thread_leaves_is_collected_here(qtbot: QtBot, collector: Collector) -> None:
    found: list[str] = []

    def work() -> None:
        for _ in range(3_000):
            Knot(found)

    thread = threading.Thread(target=work, name="maker")
    thread.start()
    thread.join()
    assert found == []
    qtbot.waitUntil(lambda: len(found) == 3_000, timeout=WAIT)
    assert set(found) == {"MainThread"}
