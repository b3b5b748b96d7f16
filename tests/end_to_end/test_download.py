"""Fetching from a local server that breaks off, sends the wrong thing, or knows no ranges."""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from misi_viewer.cli import main
from misi_viewer.dataset.downloading import transfer
from misi_viewer.dataset.downloading.download import download, find_files
from misi_viewer.dataset.downloading.sources import (
    RemoteFile,
    Source,
    choose,
    parse_listing,
    parse_source,
    source_named,
    source_names,
)
from misi_viewer.dataset.downloading.transfer import Network, fetch
from misi_viewer.dataset.watch import CancelledError, Watch
from misi_viewer.errors import UserError

CONTENT = {
    "bind_multiview_test.zip": random.Random(1).randbytes(1_000_000),
    "sub/train one.zip": random.Random(2).randbytes(300_000),
    "empty_test.txt": b"",
    "notes.md": b"# hello\n",
}


class Hub(ThreadingHTTPServer):
    """A hub with faults that can be switched on."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.ranges = True
        self.break_after: list[int] = []
        self.replace: dict[str, bytes] = {}
        self.fail_with: list[int] = []
        self.page = 100
        self.asked: list[tuple[str, str | None]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def listing(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = [{"type": "directory", "path": "sub", "oid": "0"}]
        for path, data in CONTENT.items():
            row: dict[str, object] = {"type": "file", "path": path, "size": len(data)}
            if path.endswith(".zip"):
                digest = hashlib.sha256(data).hexdigest()
                row.update(size=134, oid="f" * 40, lfs={"oid": digest, "size": len(data), "pointerSize": 134})
            else:
                row["oid"] = hashlib.sha1(f"blob {len(data)}\0".encode() + data).hexdigest()
            rows.append(row)
        return rows


class Handler(BaseHTTPRequestHandler):
    server: Hub

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.asked.append((self.path, wanted))
        if self.server.fail_with:
            self.send_error(self.server.fail_with.pop(0))
        elif self.path.startswith("/list"):
            self._list()
        elif self.path.startswith("/moved/"):
            self.send_response(302)
            self.send_header("Location", self.path.replace("/moved/", "/files/"))
            self.end_headers()
        elif self.path.startswith("/elsewhere/"):
            self.send_response(302)
            self.send_header("Location", "file:///etc/passwd")
            self.end_headers()
        else:
            self._file(wanted)

    def _list(self) -> None:
        start = int(self.path.partition("from=")[2] or 0)
        rows = self.server.listing()
        self.send_response(200)
        if start + self.server.page < len(rows):
            self.send_header("Link", f'</list?from={start + self.server.page}>; rel="next"')
        self.end_headers()
        self.wfile.write(json.dumps(rows[start : start + self.server.page]).encode())

    def _file(self, wanted: str | None) -> None:
        name = self.path.removeprefix("/files/").replace("%20", " ")
        data = self.server.replace.get(name, CONTENT[name])
        start = int(re.fullmatch(r"bytes=(\d+)-", wanted)[1]) if wanted and self.server.ranges else 0  # type: ignore[index]
        if start and start >= len(data):
            self.send_error(416)
            return
        self.send_response(206 if start else 200)
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        self.send_header("Content-Length", str(len(data) - start))
        self.end_headers()
        end = start + self.server.break_after.pop(0) if self.server.break_after else len(data)
        self.wfile.write(data[start:end])
        self.close_connection = True


@pytest.fixture
def hub() -> Iterator[Hub]:
    server = Hub()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def source(hub: Hub) -> Source:
    return Source(
        about="A test",
        listing=f"{hub.address}/list",
        file=f"{hub.address}/files/{{path}}",
        parts={"all": ("*",), "test": ("*test*",), "none": ("*.tar",)},
    )


@pytest.fixture
def network() -> tuple[Network, list[float]]:
    """Return a network that does not wait, and what it would have waited."""
    waited: list[float] = []
    return Network(tries=3, patience=10, sleep=waited.append), waited


Net = tuple[Network, list[float]]


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def ranges(hub: Hub) -> list[str | None]:
    return [wanted for path, wanted in hub.asked if path.startswith("/files/")]


def test_all_files_come_and_a_second_call_fetches_nothing(
    hub: Hub, source: Source, network: Net, tmp_path: Path
) -> None:
    hub.page = 2
    told: list[tuple[int, int]] = []
    wanted = find_files(source, "all", tmp_path / "new", network[0])
    assert wanted.size == sum(map(len, CONTENT.values()))
    download(source, wanted, network[0], Watch(lambda _what, done, total: told.append((done, total))))
    assert files_in(tmp_path / "new") == CONTENT
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (wanted.size, wanted.size)
    hub.asked.clear()
    again = find_files(source, "all", tmp_path / "new", network[0])
    assert again.there == again.size
    download(source, again, network[0])
    assert ranges(hub) == []


def test_a_part_is_chosen_by_name(source: Source, network: Net, tmp_path: Path) -> None:
    wanted = find_files(source, "test", tmp_path, network[0])
    assert [file.path for file in wanted.files] == ["bind_multiview_test.zip", "empty_test.txt"]
    with pytest.raises(UserError, match="no part 'tiny'; there are all, test, none"):
        find_files(source, "tiny", tmp_path, network[0])
    with pytest.raises(UserError, match="None of the 4 files belongs to the part 'none'"):
        find_files(source, "none", tmp_path, network[0])


def test_what_breaks_off_goes_on_where_it_was(hub: Hub, source: Source, network: Net, tmp_path: Path) -> None:
    hub.break_after = [100_000, 250_000]
    download(source, find_files(source, "test", tmp_path, network[0]), network[0])
    assert files_in(tmp_path)["bind_multiview_test.zip"] == CONTENT["bind_multiview_test.zip"]
    assert ranges(hub)[:3] == [None, "bytes=100000-", "bytes=350000-"]
    assert network[1] == [1.0, 1.0]


def test_a_later_call_goes_on_too(hub: Hub, source: Source, network: Net, tmp_path: Path) -> None:
    hub.break_after = [400_000, 0, 0, 0]
    with pytest.raises(UserError, match=r"does not answer .*; what was fetched is kept: call this again"):
        download(source, find_files(source, "test", tmp_path, network[0]), network[0])
    assert list(files_in(tmp_path)) == ["bind_multiview_test.zip.part"]
    hub.asked.clear()
    wanted = find_files(source, "test", tmp_path, network[0])
    assert wanted.there == 400_000
    download(source, wanted, network[0])
    assert ranges(hub)[0] == "bytes=400000-"
    assert files_in(tmp_path)["bind_multiview_test.zip"] == CONTENT["bind_multiview_test.zip"]


def test_a_server_without_ranges_begins_again(hub: Hub, source: Source, network: Net, tmp_path: Path) -> None:
    hub.ranges = False
    hub.break_after = [100_000]
    download(source, find_files(source, "test", tmp_path, network[0]), network[0])
    assert files_in(tmp_path)["bind_multiview_test.zip"] == CONTENT["bind_multiview_test.zip"]


def test_a_file_that_is_another_one_by_now_is_refused_and_removed(
    hub: Hub, source: Source, network: Net, tmp_path: Path
) -> None:
    whole = CONTENT["bind_multiview_test.zip"]
    hub.replace["bind_multiview_test.zip"] = whole[:-1] + bytes([whole[-1] ^ 1])
    with pytest.raises(UserError, match="is not the published file"):
        download(source, find_files(source, "test", tmp_path, network[0]), network[0])
    assert files_in(tmp_path) == {}
    hub.replace["bind_multiview_test.zip"] = whole + b"more"
    with pytest.raises(UserError, match="sends more than the 1,000,000 bytes"):
        download(source, find_files(source, "test", tmp_path, network[0]), network[0])
    hub.replace = {"notes.md": b"# Hello\n"}
    with pytest.raises(UserError, match="is not the published file"):
        download(source, find_files(source, "all", tmp_path, network[0]), network[0])


def test_a_server_that_stumbles_is_asked_again_and_one_that_refuses_is_not(
    hub: Hub, source: Source, network: Net, tmp_path: Path
) -> None:
    hub.fail_with = [503, 500]
    wanted = find_files(source, "test", tmp_path, network[0])
    hub.fail_with = [502]
    download(source, wanted, network[0])
    assert len(files_in(tmp_path)) == 2
    hub.fail_with = [401]
    with pytest.raises(UserError, match=r"answers 401 .*may ask for a login"):
        find_files(source, "test", tmp_path, network[0])
    hub.fail_with = [404]
    with pytest.raises(UserError, match="answers 404"):
        fetch(f"{hub.address}/files/notes.md", RemoteFile("x", 8), tmp_path / "x", network[0])


def test_one_is_sent_on_to_the_web_only(hub: Hub, network: Net, tmp_path: Path) -> None:
    file = RemoteFile("notes.md", 8)
    fetch(f"{hub.address}/moved/notes.md", file, tmp_path / "moved", network[0])
    assert (tmp_path / "moved").read_bytes() == CONTENT["notes.md"]
    with pytest.raises(UserError):
        fetch(f"{hub.address}/elsewhere/notes.md", file, tmp_path / "elsewhere", network[0])
    assert not (tmp_path / "elsewhere").exists()


def test_cancelling_keeps_what_was_fetched(hub: Hub, source: Source, network: Net, tmp_path: Path) -> None:
    told: list[int] = []
    watch = Watch(lambda _what, done, _total: told.append(done), lambda: bool(told) and told[-1] > 0)
    with pytest.raises(CancelledError):
        download(source, find_files(source, "test", tmp_path, network[0]), network[0], watch)
    assert list(files_in(tmp_path)) == ["bind_multiview_test.zip.part"]
    assert find_files(source, "test", tmp_path, network[0]).there > 0


def test_a_full_disk_is_a_sentence_and_the_beginning_is_kept(
    source: Source, network: Net, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    wanted = find_files(source, "test", tmp_path, network[0])
    monkeypatch.setattr(transfer.os, "fsync", no_room)
    with pytest.raises(UserError, match=r"No space left on device\); make room, then call this again"):
        download(source, wanted, network[0])
    assert list(files_in(tmp_path)) == ["bind_multiview_test.zip.part"]


def test_too_little_room_is_told_before_anything_is_fetched(
    hub: Hub, source: Source, network: Net, tmp_path: Path
) -> None:
    wanted = find_files(source, "test", tmp_path, network[0])
    huge = RemoteFile("huge.zip", 10**14)
    with pytest.raises(UserError, match=r"has room for .* GB, and 100,000\.0 GB are needed"):
        download(source, type(wanted)((huge,), tmp_path, 0), network[0])
    assert ranges(hub) == []


@pytest.mark.parametrize("path", ["../x.zip", "/etc/x.zip", "a/../../x", "a\\b", "c:x", "a\nb", "x" * 300, ""])
def test_names_that_lead_elsewhere_are_refused(path: str) -> None:
    with pytest.raises(UserError, match="leads elsewhere"):
        parse_listing(json.dumps([{"type": "file", "path": path, "size": 1}]).encode(), "hub")


@pytest.mark.parametrize("data", [b"<html>", b"{}", b'[{"type":1}]', b"\xff", b"[" * 100_000])
def test_what_is_no_listing_is_a_sentence(data: bytes) -> None:
    with pytest.raises(UserError, match="does not answer with a list of files"):
        parse_listing(data, "hub")


def test_the_published_addresses_are_a_table_among_the_assets() -> None:
    assert source_names() == ["misi-bench"]
    source = source_named("misi-bench")
    assert source.address("a b/test.zip").endswith("zongzhao/MiSI-bench/resolve/main/a%20b/test.zip")
    names = ["bind_multiview_test.zip", "test_scale.tar.gz", "test-location-1160.zip", "sft.zip"]
    files = [RemoteFile(name, 1) for name in names]
    assert [file.path for file in choose(source, "test", files)] == names[:3]
    with pytest.raises(UserError, match="no 'x' to download; there is misi-bench"):
        source_named("x")
    for wrong in ("=", "a = 1", 'about="a"\nlisting="file:///x"\nfile="https://x/{path}"\n[parts]\n'):
        with pytest.raises(UserError, match="no table of addresses"):
            parse_source(wrong, "mine")


def test_the_command_asks_first(
    hub: Hub, source: Source, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "mirror.toml"
    lines = (
        'about = "A test"',
        f'listing = "{source.listing}"',
        f'file = "{source.file}"',
        "[parts]",
        'test = ["*test*"]',
    )
    table.write_text("\n".join(lines))
    words = ["download", "misi-bench", "--part", "test", "--table", str(table), "-o", str(tmp_path / "out")]
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert main(words) == 2
    assert "say --yes" in capsys.readouterr().err
    assert hub.asked == []
    assert main([*words, "--yes"]) == 0
    out = capsys.readouterr().out
    assert "1.0 MB in 2 files" in out
    assert f"misi-viewer explore {tmp_path / 'out'}" in out
    assert set(files_in(tmp_path / "out")) == {"bind_multiview_test.zip", "empty_test.txt"}
