"""What a picture carries, and what is read back."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.load import load_complex
from misi_viewer.errors import ReadError
from misi_viewer.render import png
from misi_viewer.render.picture import KEYWORD, encode_picture, read_record, record, save_picture
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo" / "1of6"
PICTURE = np.zeros((6, 8, 3), dtype=np.uint8)
SHOT = Shot(commands="roll y 15; move x 3", quality="fast", view="left")
STYLE = Style(background="white", element_colours={"O": "FF00FF"})


def test_a_picture_gives_back_what_it_was_drawn_from(tmp_path: Path) -> None:
    about = record(load_complex(DEMO), SHOT, STYLE, (8, 6))
    save_picture(tmp_path / "a.png", PICTURE, about)
    found = read_record(tmp_path / "a.png")
    assert found == about
    assert (found.shot, found.style, found.size) == (SHOT, STYLE, (8, 6))
    assert [source.role for source in found.sources] == ["pocket", "ligand"]
    assert found.program.startswith("MiSI Viewer ")


def test_bytes_do_not_depend_on_where_files_lie(tmp_path: Path) -> None:
    shutil.copytree(DEMO, tmp_path / "elsewhere" / "1of6")
    here, there = (
        encode_picture(PICTURE, record(load_complex(folder), SHOT, STYLE, (8, 6)))
        for folder in (DEMO, tmp_path / "elsewhere" / "1of6")
    )
    assert here == there
    assert str(DEMO).encode() not in here


@pytest.mark.parametrize(
    ("texts", "problem"),
    [
        ({}, "does not carry a shot"),
        ({KEYWORD: "{"}, "damaged"),
        ({KEYWORD: "[]"}, "damaged"),
        ({KEYWORD: "[" * 100_000}, "damaged"),
        ({KEYWORD: '{"version": 99}'}, "newer MiSI Viewer"),
        (
            {
                KEYWORD: '{"version": 1, "complex_id": "x", "sources": [], "shot": {"supersample": 99}, '
                '"style": {}, "size": [1, 1]}'
            },
            "supersample",
        ),
    ],
)
def test_pictures_without_a_sound_record_are_refused(tmp_path: Path, texts: dict[str, str], problem: str) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(png.encode(PICTURE, texts))
    with pytest.raises(ReadError, match=problem):
        read_record(path)
