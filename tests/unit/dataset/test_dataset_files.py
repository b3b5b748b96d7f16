"""Files that are whole or not there, and the lock."""

from __future__ import annotations

import subprocess
import sys

import pytest

from misi_viewer.dataset.files import Halt, make_folder, remove_parts, whole_file, write_whole
from misi_viewer.dataset.lock import locked
from misi_viewer.errors import UserError


def test_takes_its_place_only_when_all_is_written(tmp_path):
    path = tmp_path / "table.txt"
    path.write_bytes(b"old")
    with whole_file(path) as stream:
        stream.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.txt"]


def test_leaves_the_old_file_and_no_trace_when_writing_fails(tmp_path):
    path = tmp_path / "table.txt"
    path.write_bytes(b"old")

    def write_half():
        with whole_file(path) as stream:
            stream.write(b"half of the n")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        write_half()
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["table.txt"]


def test_says_what_cannot_be_written_and_how_to_go_on(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    for act in (lambda: write_whole(tmp_path / "file" / "a", b""), lambda: make_folder(tmp_path / "file" / "a")):
        with pytest.raises(Halt, match=r"^\S+a cannot be written \(Not a directory\); .* --resume\.$"):
            act()


def test_removes_what_killed_processes_left(tmp_path):
    (tmp_path / ".a.png.01234567.part").write_bytes(b"half")
    (tmp_path / "a.png").write_bytes(b"whole")
    remove_parts(tmp_path)
    remove_parts(tmp_path / "nowhere")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.png"]


def test_one_process_at_a_time(tmp_path):
    path = tmp_path / "lock"
    with locked(path), pytest.raises(UserError, match="Another process"), locked(path):
        pass
    with locked(path):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="ends the process by a POSIX signal")
def test_the_lock_goes_with_its_process(tmp_path):
    code = (
        "import os, pathlib, sys; from misi_viewer.dataset.lock import locked\n"
        "with locked(pathlib.Path(sys.argv[1])): os.kill(os.getpid(), 9)"
    )
    path = tmp_path / "lock"
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -9
    assert path.exists()
    with locked(path):
        pass
