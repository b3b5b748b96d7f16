"""Cases in a real window: opened, listed, filtered, stepped through, seen in three dimensions, tagged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot
from seeing import WAIT

from misi_viewer.gui.explorer.book_opener import BookOpener
from misi_viewer.gui.explorer.cases_panel import CasesPanel
from misi_viewer.gui.explorer.question_panel import QuestionPanel
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.session.explorer.opening import BookSpec
from misi_viewer.session.explorer.places import Places
from tests.invented_models import ExplorerSet

pytestmark = [pytest.mark.window, pytest.mark.gl]


@pytest.fixture
def exploring(
    qtbot: QtBot,
    window: MainWindow,
    explorer_set: ExplorerSet,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> MainWindow:
    """A window on the data set of the invented models."""
    books: BookOpener = window.explorer.books
    monkeypatch.setattr(books, "_places", Places(tmp_path_factory.getbasetemp() / "explorer-cache", tmp_path / "data"))
    dataset = tmp_path / "set"
    shutil.copytree(explorer_set.dataset, dataset)  # tags are kept beside it
    spec = BookSpec(dataset=str(dataset), predictions=tuple(map(str, explorer_set.predictions.values())))
    with qtbot.waitSignal(books.jobs.done, timeout=WAIT):
        window.explorer.open(spec)
    qtbot.waitUntil(lambda: not window.explorer.showing.busy, timeout=WAIT)
    return window


def cases(window: MainWindow) -> CasesPanel:
    panel = window.docks.panels["cases"]
    assert isinstance(panel, CasesPanel)
    return panel


def question(window: MainWindow) -> QuestionPanel:
    panel = window.docks.panels["question"]
    assert isinstance(panel, QuestionPanel)
    return panel


def test_without_a_data_set_it_says_what_to_do(window: MainWindow) -> None:
    for action in ("cases.next", "cases.next_wrong", "cases.link", "cases.tag_1"):
        assert not window.actions_[action].isEnabled()
    window.docks.reveal("cases")
    assert cases(window).table.isHidden()
    assert "Open a data set" in cases(window)._invitation.text()


def test_a_session_of_looking_at_cases(qtbot: QtBot, exploring: MainWindow, explorer_set: ExplorerSet) -> None:
    window, panel, asked = exploring, cases(exploring), question(exploring)
    explorer = window.explorer.state
    tester = QAbstractItemModelTester(panel.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    assert panel.count.text() == f"{len(explorer_set.rows):,} cases"
    assert panel.model.rowCount() == len(explorer_set.rows)
    first = explorer.case
    row = explorer_set.rows[first.id]
    assert panel.table.currentIndex().row() == 0
    assert panel.model.index(0, 0).data() == first.id
    window.docks.reveal("question")
    qtbot.waitUntil(lambda: asked.pictures.count() > 0, timeout=WAIT)
    assert asked.pictures.count() == len(row["images"])
    assert not asked.pictures.item(0).icon().isNull()
    assert asked.prompt.toPlainText() == row["prompt"]
    assert first.id in asked.title.text()

    # Filter as typed, step through what is wrong.
    panel.models.setCurrentText("noisy")
    panel.models.activated.emit(panel.models.currentIndex())
    qtbot.keyClicks(panel.filter, "task:zooming")
    qtbot.waitUntil(lambda: len(explorer.rows) < len(explorer_set.rows), timeout=WAIT)
    assert {explorer.book.line(int(number)).task for number in explorer.rows} == {"zooming"}
    assert " of " in panel.count.text()
    window.viewport.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_N)
    assert explorer.case.case.entry.task == "zooming"
    wrong = [int(n) for n in explorer.rows if explorer.book.line(int(n)).replies["noisy"].exact is False]
    while explorer.next_wrong():
        assert explorer.case.row in wrong
        assert panel.table.currentIndex().row() == explorer.position
        reply = explorer.prediction.now.prediction
        assert reply.raw in asked.reply.toPlainText()
        assert asked.score.text().startswith("noisy: ")

    # A click opens; a click on the head of a column sorts.
    panel.table.selectRow(0)
    assert explorer.position == 0
    panel.model.sort(0, Qt.SortOrder.DescendingOrder)
    ids = [panel.model.index(place, 0).data() for place in range(panel.model.rowCount())]
    assert len(ids) == len(explorer.rows) > 1
    panel.filter.clear()
    qtbot.keyClicks(panel.filter, "task:nonsense:")
    qtbot.keyClick(panel.filter, Qt.Key.Key_Return)
    assert window.message.text != ""
    del tester


def test_linked_complexes_are_seen_and_tags_kept(
    qtbot: QtBot, exploring: MainWindow, explorer_set: ExplorerSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, explorer = exploring, exploring.explorer.state
    if window.state.complex is None:
        explorer.book.find_complexes(explorer_set.complexes)
        explorer.go_to(explorer.case.row)
    qtbot.waitUntil(lambda: window.state.complex is not None, timeout=WAIT)
    assert window.state.complex.id == explorer.case.recipe.images[0].complex
    assert window.state.shot == explorer.case.recipe.images[0].shot
    explorer.go_to_id(next(own for own in explorer_set.rows if own.startswith("rotation/1s3v/")))
    qtbot.waitUntil(lambda: window.state.complex.id == "1s3v", timeout=WAIT)
    window.actions_["cases.tag_3"].trigger()
    assert "no tag has the number 3" in window.message.text.lower()
    explorer.set_slot(3, "odd")
    window.actions_["cases.tag_3"].trigger()
    assert explorer.case.tags == ("odd",)
    place = explorer.position
    panel = cases(window)
    assert panel.model.index(place, panel.model.columnCount() - 1).data() == "odd"
    window.docks.reveal("patterns")
    qtbot.waitUntil(lambda: window.docks.panels["patterns"].chart is not None, timeout=WAIT)
