"""The log shows every change as a command."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.command_log import MOST_ENTRIES, CommandLog, Entry
from misi_viewer.session.history import Snapshot

sys.path.insert(0, str(Path(__file__).parent))

from window_for_commands import FakeWindow


@pytest.fixture
def window(demo: Complex) -> FakeWindow:
    return FakeWindow(demo)


@pytest.fixture
def log(window: FakeWindow) -> CommandLog:
    return CommandLog(window, window.history)


def test_what_is_typed_stands_there_as_typed(window: FakeWindow, log: CommandLog) -> None:
    assert log.type("  turn y 15; hide :ARG ")
    assert window.shot == Shot(commands="roll y 15", hide=":ARG")
    assert [entry.kind for entry in log.entries] == ["typed", "said", "said"]
    assert log.commands == ["turn y 15; hide :ARG"]
    assert log.type("")
    assert len(log.entries) == 3


def test_errors_stand_there_too(log: CommandLog) -> None:
    assert not log.type("view left; mvoe x 3")
    assert [entry.kind for entry in log.entries] == ["typed", "said", "error"]
    assert "perhaps move is meant" in log.entries[-1].text


def test_a_file_that_cannot_be_written_is_an_error(window: FakeWindow, log: CommandLog) -> None:
    def fail(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    window.save_picture = fail  # type: ignore[method-assign]
    assert not log.type("save a.png")
    assert log.entries[-1] == Entry("error", "a.png: Permission denied.")


def test_changes_by_mouse_and_menu_are_commands(window: FakeWindow, log: CommandLog) -> None:
    window.set_shot(Shot(view="left"))
    window.set_shot(Shot(view="left", labels=False, hydrogen_bonds=True))
    window.undo()
    window.redo()
    assert log.commands == ["view left", "~label; hbonds on", "undo", "redo"]
    with log.doing("view fit"):
        window.set_shot(Shot(view="left", commands="move z 3"))
    assert log.commands[-1] == "view fit"


def test_undo_typed_is_logged_once(window: FakeWindow, log: CommandLog) -> None:
    log.type("view left")
    log.type("undo")
    assert log.commands == ["view left", "undo"]


def test_a_drag_is_one_entry(window: FakeWindow, log: CommandLog) -> None:
    replaced: list[Entry] = []
    log.replaced.connect(replaced.append)
    for step in range(1, 6):
        window.history.record(Snapshot(Shot(commands=f"roll y {step}"), DEFAULT_STYLE), "Turn", "drag")
    assert log.commands == ["roll y 5"]
    assert len(replaced) == 4
    window.history.record(Snapshot(Shot(commands="roll y 9"), DEFAULT_STYLE), "Turn", "another")
    assert log.commands == ["roll y 5", "view front; roll y 9"]


def test_an_entry_between_ends_a_drag(window: FakeWindow, log: CommandLog) -> None:
    window.history.record(Snapshot(Shot(commands="roll y 1"), DEFAULT_STYLE), "Turn", "drag")
    log.type("help move")
    window.history.record(Snapshot(Shot(commands="roll y 2"), DEFAULT_STYLE), "Turn", "drag")
    assert [entry.kind for entry in log.entries] == ["done", "typed", "said", "done"]
    window.history.record(Snapshot(Shot(commands="roll y 1; roll y 3"), DEFAULT_STYLE), "Turn", "drag")
    log.type("help move")
    window.history.record(Snapshot(Shot(commands="roll y 1; roll y 3; roll x 4"), DEFAULT_STYLE), "Turn", "drag")
    assert log.commands[-1] == "roll x 4"


def test_the_commands_do_the_same_again(window: FakeWindow, log: CommandLog, demo: Complex) -> None:
    log.type("view top; hide pocket & ~within 5 of ligand")
    window.set_shot(window.shot.but(commands="move x 2", hydrogen_bonds=True))
    log.type("select ligand & N; color ligand gold")
    window.set_style(window.style.but(representation="wire"))
    other = FakeWindow(demo)
    for line in log.commands:
        other.type(line)
    assert other.history.state == window.history.state


def test_old_entries_are_forgotten(log: CommandLog) -> None:
    for _ in range(MOST_ENTRIES // 2 + 10):
        log.type("view list")
    assert len(log.entries) == MOST_ENTRIES
