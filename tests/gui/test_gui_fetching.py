"""Fetching by id in a real window, from a server on this machine."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot
from seeing import DEMO, WAIT

from misi_viewer.dataset.downloading.entry import ADDRESS_VARIABLE
from misi_viewer.gui.fetching import FetchDialog
from misi_viewer.gui.main_window import MainWindow

pytestmark = [pytest.mark.window, pytest.mark.gl]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if "1abc" not in self.path:
            self.send_error(404)
            return
        body = gzip.compress((DEMO / "1ia1" / "1ia1_pocket.pdb").read_bytes())
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    monkeypatch.setenv(ADDRESS_VARIABLE, f"http://127.0.0.1:{server.server_port}/{{id}}")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_dialog_says_whom_it_asks_and_opens_what_comes(qtbot: QtBot, window: MainWindow, address: str) -> None:
    window.actions_["file.fetch"].trigger()
    dialog = window.findChild(FetchDialog)
    fetch = next(button for button in dialog.findChildren(QPushButton) if "Fetch" in button.text())
    assert dialog.note == "Nothing is sent before you press Fetch."
    assert not fetch.isEnabled()
    qtbot.keyClicks(dialog.id, "1a")
    assert "no id of the Protein Data Bank" in dialog.note
    qtbot.keyClicks(dialog.id, "bc")
    assert not fetch.isEnabled() or dialog.note == f"{address} is asked for 1abc."
    dialog.id.setText("1abc")
    assert dialog.note == f"{address} is asked for 1abc."
    qtbot.mouseClick(fetch, Qt.MouseButton.LeftButton)
    # A pocket alone has no ligand; that it was read shows in what is said.
    qtbot.waitUntil(lambda: "1abc" in window.message.text, timeout=WAIT)
    assert not window.fetching.jobs.busy


def test_what_is_not_there_is_told(qtbot: QtBot, window: MainWindow, address: str) -> None:
    for line in ("fetch 9xyz", "help"):
        window.controls.log.type(line)
    assert window.status.work == "Fetching 9xyz…"
    qtbot.waitUntil(lambda: window.message.text != "", timeout=WAIT)
    assert f"{address}/9xyz answers 404" in window.message.text
    assert window.status.work == ""
    assert window.controls.log.commands == ["fetch 9xyz", "help"]
