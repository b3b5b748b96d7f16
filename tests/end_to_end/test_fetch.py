"""One entry by its id from a local server: there, missing, cut short, elsewhere, too large, slow."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from misi_viewer.chem.readers import first_structure
from misi_viewer.chem.source import read_source
from misi_viewer.cli import main
from misi_viewer.dataset.downloading import entry as entries
from misi_viewer.dataset.downloading.entry import ADDRESS_VARIABLE, entry_host, fetch_entry, kept_entry
from misi_viewer.dataset.downloading.transfer import Network
from misi_viewer.dataset.watch import CancelledError, Watch
from misi_viewer.errors import UserError

CIF = """data_TEST
loop_
_atom_site.group_PDB
_atom_site.id
_atom_site.type_symbol
_atom_site.label_atom_id
_atom_site.label_comp_id
_atom_site.label_asym_id
_atom_site.label_seq_id
_atom_site.Cartn_x
_atom_site.Cartn_y
_atom_site.Cartn_z
ATOM 1 C CA GLY A 1 1.0 2.0 3.0
ATOM 2 C C GLY A 1 2.0 2.0 3.0
"""
WHOLE = gzip.compress(CIF.encode())


class Handler(BaseHTTPRequestHandler):
    """Answers by the id that is asked for."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Bank)
        server.asked.append(self.path)
        name = self.path.removeprefix("/").removesuffix(".cif.gz")
        if name == "1mov":
            self.send_response(302)
            self.send_header("Location", f"http://localhost:{server.server_port}/1abc.cif.gz")
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif name == "1non":
            self.send_error(404)
        else:
            self._send(name, server)

    def _send(self, name: str, server: Bank) -> None:
        body = b"<html>" if name == "1htm" else WHOLE
        self.send_response(200)
        claimed = {"1big": 10**10, "1cut": len(body) + 100, "1slo": 10**6}.get(name, len(body))
        self.send_header("Content-Length", str(claimed))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()
        if name == "1slo":
            server.is_slow.set()
            server.may_go_on.wait(20)
        if claimed != len(body):
            self.close_connection = True

    def log_message(self, *_args: object) -> None:
        pass


class Bank(ThreadingHTTPServer):
    """A data bank on this machine."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked: list[str] = []
        self.is_slow, self.may_go_on = threading.Event(), threading.Event()


@pytest.fixture
def bank(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bank]:
    server = Bank()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    monkeypatch.setenv(ADDRESS_VARIABLE, f"http://127.0.0.1:{server.server_port}/{{id}}.cif.gz")
    yield server
    server.may_go_on.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_entry_is_fetched_once(bank: Bank, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fetch", "1ABC", "-o", str(tmp_path)]) == 0
    path = Path(capsys.readouterr().out.strip())
    assert path == tmp_path / "1abc.cif.gz"
    assert path.read_bytes() == WHOLE
    assert len(first_structure(read_source(str(path)))) == 2
    assert fetch_entry("1abc", tmp_path) == path
    assert bank.asked == ["/1abc.cif.gz"]
    assert [one.name for one in tmp_path.iterdir()] == ["1abc.cif.gz"]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("1non", "404"),
        ("1mov", "sends one on to localhost"),
        ("1big", "more than 200,000,000 bytes"),
        ("1cut", "does not answer|broke off"),
        ("1htm", "does not answer with an mmCIF file"),
        ("../x", "no id of the Protein Data Bank"),
        ("1a3", "no id of the Protein Data Bank"),
        ("", "no id"),
    ],
)
def test_what_goes_wrong_is_told_and_leaves_nothing(
    bank: Bank, tmp_path: Path, capsys: pytest.CaptureFixture[str], entry: str, words: str
) -> None:
    assert main(["fetch", entry, "-o", str(tmp_path)]) == 2
    error = capsys.readouterr().err.strip().splitlines()[-1]
    with pytest.raises(UserError, match=words):
        raise UserError(error)
    assert not list(tmp_path.iterdir())
    assert len(bank.asked) <= 1


def test_a_slow_host_is_not_waited_for(bank: Bank, tmp_path: Path) -> None:
    stop = threading.Event()

    def cancelled() -> bool:
        if bank.is_slow.is_set():
            stop.set()
        return stop.is_set()

    watch = Watch(lambda *_args: bank.is_slow.wait(10), cancelled)
    bank.is_slow.clear()
    with pytest.raises((CancelledError, UserError)):
        fetch_entry("1slo", tmp_path, Network(patience=1.0), watch)
    assert not list(tmp_path.iterdir())


def test_no_host_no_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ADDRESS_VARIABLE, "http://127.0.0.1:9/{id}")
    with pytest.raises(UserError, match="look whether there is a network"):
        fetch_entry("1abc", tmp_path, Network(patience=2.0))
    monkeypatch.setenv(ADDRESS_VARIABLE, "file:///etc/{id}")
    with pytest.raises(UserError, match="must be an address"):
        fetch_entry("1abc", tmp_path)


def test_ids_and_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(ADDRESS_VARIABLE, raising=False)
    assert entry_host() == "files.rcsb.org"
    assert entries.checked_id(" 1A30 ") == "1a30"
    assert entries.checked_id("pdb_00001abc") == "pdb_00001abc"
    assert kept_entry("1abc", tmp_path) is None
