"""Whatever is sent: a sentence, never a crash, a full memory or a file outside."""

from __future__ import annotations

import gzip
import io
import pickle
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.dataset.reading.finding import find_questions
from misi_viewer.dataset.reading.found import Reading
from misi_viewer.dataset.reading.members import members_of, read_picture
from misi_viewer.errors import UserError


def read_all(path: Path) -> Reading:
    """Read a source to its end."""
    reading = Reading()
    list(find_questions([path], reading))
    return reading


def zip_with(path: Path, name: str, data: bytes = b"[]", mode: int | None = None) -> Path:
    """Write a zip archive with one member of any name."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        info = zipfile.ZipInfo("placeholder")
        info.filename = name
        if mode is not None:
            info.create_system, info.external_attr = 3, mode << 16
        archive.writestr(info, data)
    return path


def tar_with(
    path: Path, name: str, change: Callable[[tarfile.TarInfo], None] = lambda _info: None, data: bytes = b""
) -> Path:
    """Write a tar archive with one member."""
    info = tarfile.TarInfo(name)
    info.size = len(data)
    change(info)
    with tarfile.open(path, "w:gz" if path.name.endswith("gz") else "w") as archive:
        archive.addfile(info, io.BytesIO(data))
    return path


@pytest.mark.parametrize(
    "name", ["../x.json", "a/../../x.json", "/etc/x.json", "C:/x.json", "..\\x.json", "\\\\host\\x.json"]
)
@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_members_that_lead_out_are_refused(name: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.{kind}"
    if kind == "zip":
        zip_with(path, name)
    else:
        tar_with(path, name)
    with pytest.raises(UserError, match="refused"):
        read_all(path)


def test_links_are_not_followed(tmp_path: Path) -> None:
    def link(info: tarfile.TarInfo) -> None:
        info.type, info.linkname = tarfile.SYMTYPE, "/etc/passwd"

    def hard_link(info: tarfile.TarInfo) -> None:
        info.type, info.linkname = tarfile.LNKTYPE, "/etc/passwd"

    for path in (
        zip_with(tmp_path / "x.zip", "a.json", b"/etc/passwd", 0o120777),
        tar_with(tmp_path / "x.tar", "a.json", link),
        tar_with(tmp_path / "y.tar", "a.json", hard_link),
    ):
        reading = read_all(path)
        assert any("link, which is not followed" in sentence for sentence in reading.refused)
        assert not reading.tables


def test_a_link_out_of_a_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("[]")
    folder = tmp_path / "set"
    folder.mkdir()
    (folder / "a.json").symlink_to(tmp_path / "secret.json")
    assert any("link" in sentence for sentence in read_all(folder).refused)
    with pytest.raises(UserError, match="outside"):
        read_picture(folder, "../secret.json")


def test_devices_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="device"):
        read_all(tar_with(tmp_path / "x.tar", "a.json", lambda info: setattr(info, "type", tarfile.CHRTYPE)))


def test_a_member_of_ten_gigabytes_is_refused_at_once(tmp_path: Path) -> None:
    def large(info: tarfile.TarInfo) -> None:
        info.size = 10 * 2**30

    tar = tmp_path / "x.tar"
    info = tarfile.TarInfo("a.json")
    large(info)
    tar.write_bytes(info.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
    with pytest.raises(UserError, match=r"unpacks to 10\.0 GB"):
        read_all(tar)
    packed = tmp_path / "x.tar.gz"
    packed.write_bytes(gzip.compress(tar.read_bytes()))
    with pytest.raises(UserError, match=r"unpacks to 10\.0 GB"):
        read_all(packed)
    archive = zip_with(tmp_path / "x.zip", "a.json")
    data = bytearray(archive.read_bytes())
    place = data.index(b"PK\1\2")
    struct.pack_into("<L", data, place + 24, 0xFFFFFFFE)  # 4 GB, declared
    archive.write_bytes(data)
    with pytest.raises(UserError, match="refused"):
        read_all(archive)


def test_more_than_is_declared_is_refused(tmp_path: Path) -> None:
    path = zip_with(tmp_path / "x.zip", "a.json", b"[" + b" " * 10_000_000 + b"]")
    data = bytearray(path.read_bytes())
    struct.pack_into("<L", data, data.index(b"PK\1\2") + 24, 100)
    path.write_bytes(data)
    assert any("more than the 100 bytes" in sentence for sentence in read_all(path).refused)


def test_an_archive_that_grows_beyond_measure_is_refused(tmp_path: Path) -> None:
    path = zip_with(tmp_path / "x.zip", "a.json")
    data = bytearray(path.read_bytes())
    struct.pack_into("<L", data, data.index(b"PK\1\2") + 24, 2**31)
    path.write_bytes(data)
    with pytest.raises(UserError, match="far more than its size"):
        read_all(path)


def test_an_excel_file_that_grows_beyond_measure_is_refused(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "x.xlsx"
    book = openpyxl.Workbook()
    book.active.append(["question", "answer"])
    book.save(path)
    data = bytearray(path.read_bytes())
    struct.pack_into("<L", data, data.index(b"PK\1\2") + 24, 2**31)
    path.write_bytes(data)
    with pytest.raises(UserError, match="far more than its size"):
        read_all(path)
    archive = tmp_path / "x.zip"
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.write(path, "inside.xlsx")
    assert any("in an archive is not read" in sentence for sentence in read_all(archive).refused)


def test_ten_million_entries_are_refused_before_they_are_read(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    count = 10_000_000
    end_64 = struct.pack("<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, 0, 0)
    locator = struct.pack("<4sLQL", b"PK\6\7", 0, 0, 1)
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    path.write_bytes(end_64 + locator + end)
    with pytest.raises(UserError, match="10,000,000 members"):
        read_all(path)


def test_a_tar_name_of_many_megabytes_is_refused(tmp_path: Path) -> None:
    info = tarfile.TarInfo("././@LongLink")
    info.type, info.size = tarfile.GNUTYPE_LONGNAME, 100 * 2**20
    path = tmp_path / "x.tar.gz"
    path.write_bytes(gzip.compress(info.tobuf(tarfile.GNU_FORMAT) + bytes(2**20)))
    with pytest.raises(UserError, match="name of many megabytes"):
        read_all(path)


def test_pickles_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.pkl"
    path.write_bytes(pickle.dumps([{"question": "q"}]))
    with pytest.raises(UserError, match="pickle"):
        read_all(path)
    disguised = tmp_path / "x.json"
    disguised.write_bytes(path.read_bytes())
    with pytest.raises(UserError, match="pickle"):
        read_all(disguised)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("deep.json", b"[" * 200_000),
        ("deep.jsonl", b'{"a":' * 200_000),
        ("object.json", b'{"a":' * 200_000),
        ("digits.json", b'[{"a": ' + b"9" * 10_000 + b"}]"),
        ("quote.csv", b'id,question\n1,"' + b"x" * 1_000_000),
        ("zeros.csv", bytes(100_000)),
        ("cut.json", b'[{"a": 1}, {"a": '),
        ("cut.jsonl", b'{"a": 1}\n{"a": '),
        ("list.jsonl", b"[1, 2]\n"),
        ("numbers.json", b"[1, 2]"),
        ("bad.parquet", b"PAR1" + bytes(100)),
        ("bad.xlsx", b"PK\x03\x04" + bytes(100)),
        ("bad.zip", b"PK\x03\x04" + bytes(100)),
        ("bad.tar.gz", b"\x1f\x8b" + bytes(100)),
        ("bad.jsonl.gz", b"\x1f\x8b" + bytes(100)),
    ],
)
def test_damaged_tables_give_a_sentence(name: str, data: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    problem, reading = told(path)
    assert name in problem if problem else not reading.tasks


def told(path: Path) -> tuple[str, Reading]:
    """Return the sentence for a source that cannot be read, or what was read."""
    try:
        return "", read_all(path)
    except UserError as error:
        return str(error), Reading()


NAMES = st.sampled_from(
    ["a.json", "a.jsonl", "a.csv", "a.tsv", "a.parquet", "a.xlsx", "a.zip", "a.tar", "a.tar.gz", "a.jsonl.gz", "a.eval"]
)
HEADS = st.sampled_from([b"", b"PK\3\4", b"PK\5\6", b"\x1f\x8b\x08", b"PAR1", b"[{", b'{"id":', b"id,response\n"])


@given(NAMES, HEADS, st.binary(max_size=400))
def test_garbage_raises_nothing_but_user_errors(name: str, head: bytes, data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(head + data)
        for one in (path, path.parent):
            problem, _ = told(one)
            assert not problem or problem.endswith(".")


@given(st.integers(0, 10_000), st.integers(0, 255))
def test_a_mutated_archive_raises_nothing_but_user_errors(place: int, value: int) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        zipped = zip_with(Path(folder) / "x.zip", "in/a.json", b'[{"question": "q", "answer": "a"}]' * 3)
        tarred = tar_with(Path(folder) / "x.tar", "in/a.json", data=b'[{"question": "q", "answer": "a"}]')
        for path in (zipped, tarred):
            data = bytearray(path.read_bytes())
            data[place % len(data)] = value
            path.write_bytes(data)
            try:
                read_all(path)
                for member in members_of(path):
                    assert ".." not in member.name.split("/")
            except UserError:
                pass


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.just("move x 3"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
WORDS = (
    "id question answer images image messages conversations options metadata body recipe task complex input target "
    "custom_id split A B C D image_1"
)
KEYS = st.sampled_from(WORDS.split())


@given(st.dictionaries(KEYS, JSON, max_size=8))
def test_rows_of_any_kind_are_placed_or_told(row: dict[str, object]) -> None:
    import json
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        path.write_text(json.dumps(row) + "\n")
        try:
            reading = read_all(path)
        except UserError:
            return
        assert reading.placed + sum(reading.not_placed.values()) + len(reading.refused) >= 1 or not row
