"""PNG files: written whole, read with care."""

from __future__ import annotations

import contextlib
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from misi_viewer.errors import ReadError, UserError
from misi_viewer.render import png
from misi_viewer.whole_files import write_whole

PICTURE = np.random.default_rng(1).integers(0, 256, (37, 53, 3), dtype=np.uint8)


def save(folder: Path, data: bytes) -> Path:
    path = folder / "picture.png"
    path.write_bytes(data)
    return path


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


@pytest.mark.parametrize("channels", [3, 4])
@pytest.mark.parametrize("size", [(1, 1), (37, 53), (300, 2)])
def test_other_programs_read_the_same_pixels(tmp_path: Path, channels: int, size: tuple[int, int]) -> None:
    picture = np.random.default_rng(2).integers(0, 256, (*size, channels), dtype=np.uint8)
    path = save(tmp_path, png.encode(picture, {"Title": "x"}))
    with Image.open(path) as image:
        assert image.mode == ("RGB" if channels == 3 else "RGBA")
        assert (np.asarray(image) == picture).all()


def test_texts_come_back(tmp_path: Path) -> None:
    texts = {"Short": "ångström ‑ 水", "Long": "roll y 15; " * 1000, "Empty": ""}
    path = save(tmp_path, png.encode(PICTURE, texts))
    assert png.read_texts(path) == texts
    with Image.open(path) as image:
        assert dict(image.text) == texts


def test_texts_of_other_programs_are_read(tmp_path: Path) -> None:
    whole = png.encode(PICTURE)
    head, rest = whole[:33], whole[33:]
    more = chunk(b"tEXt", b"A\0one") + chunk(b"zTXt", b"B\0\0" + zlib.compress(b"two"))
    more += chunk(b"iTXt", b"C\0\0\0en\0Cee\0three") + chunk(b"tEXt", b"A\0late")
    assert png.read_texts(save(tmp_path, head + more + rest)) == {"A": "one", "B": "two", "C": "three"}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "not a PNG"),
        (b"<html></html>", "not a PNG"),
        (png.encode(PICTURE)[:-20], "ends too early"),
        (png.SIGNATURE, "ends too early"),
        (png.SIGNATURE + b"\xff\xff\xff\xffIDAT", "ends too early"),
        (png.encode(PICTURE, {"A": "b"}).replace(b"A\0\0\0\0\0b", b"A\0\0\0\0\0c"), "damaged"),
        (png.SIGNATURE + chunk(b"iTXt", b"A\0\1\0\0\0not packed"), "damaged"),
        (png.SIGNATURE + chunk(b"iTXt", b"A"), "damaged"),
        (png.SIGNATURE + chunk(b"zTXt", b"A\0\0" + zlib.compress(b"0" * (png.LARGEST_TEXT + 1))), "more than 16 MiB"),
        (png.SIGNATURE + chunk(b"zTXt", b"A\0\0" + zlib.compress(b"0" * 6_000_000)) * 3, "more than 16 MiB"),
    ],
)
def test_bad_files_are_refused_in_a_sentence(tmp_path: Path, data: bytes, problem: str) -> None:
    with pytest.raises(ReadError, match=problem):
        png.read_texts(save(tmp_path, data))


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.png", Path("/dev/zero")):
        with pytest.raises(ReadError, match="cannot be read"):
            png.read_texts(path)


@given(st.integers(0, 4000), st.binary(min_size=1, max_size=8))
@settings(max_examples=200, deadline=None)
def test_mutated_files_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, place: int, change: bytes) -> None:
    whole = bytearray(png.encode(PICTURE[:20, :20], {"A": "text", "B": "long " * 500}))
    position = place % len(whole)
    whole[position : position + len(change)] = change
    path = save(tmp_path_factory.mktemp("png"), bytes(whole))
    with contextlib.suppress(ReadError):
        assert all(isinstance(text, str) for text in png.read_texts(path).values())


def test_files_are_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "picture.png"
    write_whole(path, b"first")

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"second")
    assert path.read_bytes() == b"first"
    assert [entry.name for entry in tmp_path.iterdir()] == ["picture.png"]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be written: No such file"):
        write_whole(tmp_path / "none" / "picture.png", b"x")
    (tmp_path / "folder").mkdir()
    with pytest.raises(UserError, match="cannot be written"):
        write_whole(tmp_path / "folder", b"x")
    assert [entry.name for entry in tmp_path.iterdir()] == ["folder"]


def test_keywords_have_bounds() -> None:
    for keyword in ("", "k" * 80):
        with pytest.raises(ValueError, match="keyword"):
            png.encode(PICTURE, {keyword: "x"})
