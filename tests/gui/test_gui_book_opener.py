"""A data set opens off the GUI's thread and says what became of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from seeing import WAIT

from misi_viewer.gui.explorer.book_opener import BookOpener
from misi_viewer.gui.message_bar import MessageBar
from misi_viewer.session.explorer.opening import BookSpec
from misi_viewer.session.explorer.places import Places
from tests.invented_models import ExplorerSet

pytestmark = [pytest.mark.window, pytest.mark.gl]


def test_a_data_set_opens_and_a_wrong_one_is_a_sentence(
    qtbot: QtBot, explorer_set: ExplorerSet, tmp_path: Path
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    message = MessageBar(parent)
    books = BookOpener(message, parent, Places(tmp_path / "cache", tmp_path / "data"))
    told: list[str] = []
    books.progress.connect(lambda what, _done, _total: told.append(what))
    lost = tmp_path / "lost.jsonl"
    lost.write_text(json.dumps({"id": "nowhere/9zzz/0", "model": "noisy", "response": "x"}) + "\n")
    files = (str(explorer_set.predictions["noisy"]), str(lost))
    spec = BookSpec(dataset=str(explorer_set.dataset), predictions=files, filter="task:docking", case="docking/1of6/1")
    with qtbot.waitSignal(books.jobs.done, timeout=WAIT):
        books.open(spec)
    state = books.explorer
    assert state.case is not None
    assert (state.case.id, len(state.rows), state.model) == ("docking/1of6/1", 6, "noisy")
    assert message.text == (
        "nine tasks: 51 cases, predictions of noisy; 1 replies belong to none of its questions and are left out."
    )
    assert "Reading noisy.jsonl" in told
    with qtbot.waitSignal(books.jobs.failed, timeout=WAIT):
        books.open(BookSpec(dataset=str(tmp_path / "absent")))
    assert "no such file" in message.text
    assert state.case is not None
    books.open(BookSpec(dataset=str(explorer_set.dataset)))
    books.cancel()
    assert not books.jobs.busy
    books.dispose()
    assert state.book is None
