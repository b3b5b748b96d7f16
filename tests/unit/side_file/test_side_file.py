"""The side file keeps what was said, whoever writes at the same time and whatever kills them."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from misi_viewer.dataset.side_file import Correction, SideFile, side_file_place
from misi_viewer.dataset.side_file.place import file_system
from misi_viewer.errors import UserError

OWN = "0123456789abcdef"
QUESTION = "docking/1abc/0"
WRITER = Path(__file__).with_name("writer.py")


class Clock:
    """A clock that goes a second at each look."""

    def __init__(self, start: float = 1_000.0) -> None:
        self.time = start

    def __call__(self) -> float:
        self.time += 1.0
        return self.time


@pytest.fixture
def side(tmp_path: Path) -> SideFile:
    return SideFile(tmp_path / "set.notes.sqlite", OWN, "me", Clock())


def again(side: SideFile, author: str = "other") -> SideFile:
    return SideFile(side.path, OWN, author, Clock(2_000.0))


def started(path: Path, author: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(WRITER), str(path), author, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_no_file_is_made_before_something_is_said(side: SideFile) -> None:
    assert side.tags(QUESTION) == ()
    assert side.note(QUESTION) == ""
    assert side.history(QUESTION) == []
    side.set_note(QUESTION, "")
    side.tag(QUESTION, "odd", on=False)
    assert side.notes == {}
    side.set_note(QUESTION, "It is odd.")
    assert side.path.is_file()
    assert again(side).note(QUESTION) == "It is odd."


def test_tags_come_in_the_order_of_their_numbers_and_go(side: SideFile) -> None:
    for tag in ("zebra", "axis", "odd", "later"):
        side.tag(QUESTION, tag)
    side.set_slot(2, "odd")
    side.set_slot(1, "zebra")
    assert side.tags(QUESTION) == ("zebra", "odd", "axis", "later")
    side.tag(QUESTION, "axis", on=False)
    side.set_slot(2, "")
    assert side.tags(QUESTION) == again(side).tags(QUESTION) == ("zebra", "later", "odd")
    assert again(side).slots == {1: "zebra"}
    assert side.tagged == {QUESTION: frozenset(("zebra", "later", "odd"))}
    for wrong in ("", " ", "x" * 201):
        with pytest.raises(UserError, match="A tag has"):
            side.tag(QUESTION, wrong)
    with pytest.raises(UserError, match="numbers 1 to 9"):
        side.set_slot(10, "odd")


def test_the_history_tells_who_said_what_and_when(side: SideFile) -> None:
    side.set_note(QUESTION, "first")
    again(side).set_note(QUESTION, "second")
    side.correct(QUESTION, "o3", "", Correction("parsed", "move x 3"))
    side.correct(QUESTION, "o3", "", None)
    told = [(one.author, one.kind, one.value) for one in side.history(QUESTION)]
    assert told == [
        ("me", "note", "first"),
        ("me", "correction", '{"state":"parsed","text":"move x 3"}'),
        ("me", "correction", ""),
        ("other", "note", "second"),
    ]
    assert side.note(QUESTION) == "second"
    assert side.corrections == {}
    assert side.history("docking/1abc/1") == []


def test_corrections_and_filters_are_kept_by_name(side: SideFile) -> None:
    side.correct(QUESTION, 'GPT "5", x', "run 2", Correction("refused"))
    side.save_filter("mine", '{"text":"a"}')
    side.save_filter("another", '{"text":"b"}')
    side.save_filter("mine", '{"text":"c"}')
    other = again(side)
    assert other.corrections == {(QUESTION, 'GPT "5", x', "run 2"): Correction("refused")}
    assert other.correction(QUESTION, 'GPT "5", x', "run 2") == Correction("refused")
    assert other.correction(QUESTION, 'GPT "5", x') is None
    assert list(other.filters.items()) == [("another", '{"text":"b"}'), ("mine", '{"text":"c"}')]
    other.save_filter("another", "")
    assert list(other.filters) == ["mine"]


def test_the_last_word_counts_though_the_clock_goes_back(side: SideFile) -> None:
    side.set_note(QUESTION, "early")
    side._clock = Clock(-10_000.0)
    side.set_note(QUESTION, "late")
    assert side.note(QUESTION) == again(side).note(QUESTION) == "late"


def test_what_another_process_says_is_seen_after_a_look(side: SideFile) -> None:
    side.set_note(QUESTION, "mine")
    other = again(side)
    other.tag("zooming/1abc/0", "odd")
    assert side.tags("zooming/1abc/0") == ()
    assert side.refresh() == {"zooming/1abc/0"}
    assert side.tags("zooming/1abc/0") == ("odd",)
    assert side.refresh() == set()


def test_two_processes_write_at_once_and_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "set.notes.sqlite"
    writers = [started(path, author, 40) for author in ("one", "two")]
    assert [writer.wait() for writer in writers if writer.communicate()] == [0, 0]
    side = SideFile(path, OWN, "me")
    assert set(side.notes) == {f"docking/{author}/{number}" for author in ("one", "two") for number in range(40)}
    assert len(side.tags("docking/both/0")) == 80


@pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by POSIX signals here")
def test_what_was_kept_survives_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "set.notes.sqlite"
    kept: set[int] = set()
    for places in (3, 7, 15):
        writer = started(path, "one", 100_000)
        assert writer.stdout is not None
        for _ in range(places):
            kept.add(int(writer.stdout.readline()))
        os.kill(writer.pid, signal.SIGKILL)
        writer.communicate()
        side = SideFile(path, OWN, "me")
        assert {f"docking/one/{number}" for number in kept} <= set(side.notes)
        assert all(text == f"{own.rpartition('/')[2]} " * 500 for own, text in side.notes.items())
        with contextlib.closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        side.close()


def test_merging_keeps_all_and_the_newest_counts_on_both_sides(tmp_path: Path) -> None:
    mine = SideFile(tmp_path / "mine.sqlite", OWN, "me", Clock(1_000.0))
    yours = SideFile(tmp_path / "yours.sqlite", OWN, "you", Clock(5_000.0))
    mine.set_note(QUESTION, "mine, early")
    mine.tag(QUESTION, "odd")
    mine.tag(QUESTION, "gone")
    yours.set_note(QUESTION, "yours, late")
    yours.tag(QUESTION, "gone", on=True)
    yours.tag(QUESTION, "gone", on=False)
    yours.tag("zooming/1abc/0", "new")
    report = mine.merge(yours.path)
    assert (report.added, report.refused) == (4, 0)
    assert report.questions == {QUESTION, "zooming/1abc/0"}
    assert mine.merge(yours.path).added == 0
    yours.merge(mine.path)
    for side in (mine, yours):
        assert side.note(QUESTION) == "yours, late"
        assert side.tags(QUESTION) == ("odd",)
        assert side.tags("zooming/1abc/0") == ("new",)
        assert len(side.history(QUESTION)) == 6
    assert mine.history(QUESTION) == yours.history(QUESTION)


def test_another_persons_clock_cannot_win_for_ever(tmp_path: Path) -> None:
    mine = SideFile(tmp_path / "mine.sqlite", OWN, "me", Clock(1_000.0))
    yours = SideFile(tmp_path / "yours.sqlite", OWN, "you", Clock(1e300))
    yours.set_note(QUESTION, "from the future")
    mine.merge(yours.path)
    mine.set_note(QUESTION, "now")
    assert mine.note(QUESTION) == "now"


def test_hostile_changes_are_left_out(tmp_path: Path) -> None:
    mine = SideFile(tmp_path / "mine.sqlite", OWN, "me")
    yours = SideFile(tmp_path / "yours.sqlite", OWN, "you")
    yours.set_note(QUESTION, "good")
    rows = [
        ("a", "soon", "you", "note", QUESTION, "", "x"),
        ("b", 1.0, "you", "program", QUESTION, "", "x"),
        ("c", 1.0, "you", "note", QUESTION, "k" * 5_000, "x"),
        ("d", 1.0, "you", "correction", QUESTION, "no json", "x"),
        ("e", 1.0, "you", "correction", QUESTION, '["o3",""]', '{"state":"made up"}'),
        ("f", float("inf"), "you", "tag", QUESTION, "t", "yes"),
        ("g", -1.0, "you", "tag", QUESTION, "u", "yes"),
    ]
    with contextlib.closing(sqlite3.connect(yours.path)) as connection, connection:
        statement = "INSERT INTO changes (id, time, author, kind, question, key, value) VALUES (?, ?, ?, ?, ?, ?, ?)"
        connection.executemany(statement, rows)
    report = mine.merge(yours.path)
    assert report.refused >= 4
    assert mine.note(QUESTION) == "good"
    assert mine.corrections == {}
    assert mine.correction(QUESTION, "o3") is None
    mine.tag(QUESTION, "t", on=False)
    assert mine.tags(QUESTION) == ()


def test_what_is_no_side_file_is_refused(tmp_path: Path) -> None:
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(range(256)) * 40)
    other = tmp_path / "other.sqlite"
    with contextlib.closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE x (y)")
    mine = SideFile(tmp_path / "mine.sqlite", OWN, "me")
    for path in (garbage, other):
        with pytest.raises(UserError, match="no file of tags and notes"):
            SideFile(path, OWN, "me")
        with pytest.raises(UserError, match="no file of tags and notes"):
            mine.merge(path)
    with pytest.raises(UserError, match="no such file"):
        mine.merge(tmp_path / "absent")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="the super-user may write everywhere")
def test_a_folder_that_is_not_writable_sends_the_notes_home(tmp_path: Path) -> None:
    folder = tmp_path / "read only"
    (folder / "set").mkdir(parents=True)
    folder.chmod(0o555)
    try:
        assert side_file_place(folder / "set", OWN, tmp_path / "home") == tmp_path / "home" / f"{OWN}.notes.sqlite"
    finally:
        folder.chmod(0o755)


def test_notes_lie_beside_a_data_set_on_this_machine_and_at_home_for_one_on_the_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dataset = tmp_path / "my set.zip"
    dataset.touch()
    assert side_file_place(dataset, OWN, tmp_path / "home") == tmp_path / "my set.zip.notes.sqlite"
    monkeypatch.setattr("misi_viewer.dataset.side_file.place.is_local", lambda _folder: False)
    assert side_file_place(dataset, OWN, tmp_path / "home") == tmp_path / "home" / f"{OWN}.notes.sqlite"


def test_the_file_system_is_that_of_the_deepest_mount() -> None:
    mounts = (
        "/dev/a / ext4 rw 0 0\nserver:/x /data nfs4 rw 0 0\n/dev/b /data/my\\040disk xfs rw\nu@h:/ /far fuse.sshfs rw\n"
    )
    kinds = {place: file_system(Path(place), mounts) for place in ("/home", "/data/y", "/data/my disk/z", "/far/a")}
    assert kinds == {"/home": "ext4", "/data/y": "nfs4", "/data/my disk/z": "xfs", "/far/a": "nfs"}
    assert file_system(Path("/home"), "") == ""
