"""Addresses of pictures follow from what they show."""

from __future__ import annotations

import hashlib
import re

import pytest

from misi_viewer.dataset.store import Looks, PictureStore
from misi_viewer.render import png
from misi_viewer.render.picture import Source
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.styles import load_style, parse_style

POCKET = Source(name="1abc_pocket.pdb", sha256="ab" * 32, role="pocket")
LIGAND = Source(name="1abc_ligand.mol2", sha256="cd" * 32, role="ligand")
STYLE = load_style("MiSI-Bench")


def address(**changes):
    values = {"style": STYLE, "size": (64, 48), "drawing": 1, "id": "1abc", "choice": "", "files": (POCKET, LIGAND)}
    values |= {"shot": Shot()} | changes
    looks = Looks(values["style"], values["size"], values["drawing"])
    return looks.address(values["id"], values["choice"], values["files"], values["shot"])


def test_the_same_picture_has_the_same_address():
    assert address() == address()
    assert re.fullmatch("[0-9a-f]{32}", address())


@pytest.mark.parametrize(
    "change",
    [
        {"style": parse_style("[depth_cue]\non = false\n")},
        {"size": (48, 64)},
        {"drawing": 2},
        {"id": "1abd"},
        {"choice": "GNP"},
        {"files": (Source(name=POCKET.name, sha256="ef" * 32, role="pocket"), LIGAND)},
        {"shot": Shot(view="left")},
        {"shot": Shot(commands="move x 1")},
        {"shot": Shot(ligand_commands="move x 1")},
        {"shot": Shot(parts="pocket")},
        {"shot": Shot(parts="residue", residue=ResidueId("A", 45, "", "ARG"))},
        {"shot": Shot(supersample=1)},
    ],
)
def test_whatever_changes_a_picture_changes_its_address(change):
    assert address(**change) != address()


def test_ways_to_say_the_same_have_one_address():
    assert address(shot=Shot(fit="complex")) == address(shot=Shot())


def test_pictures_lie_in_subfolders_by_their_first_two_digits(tmp_path):
    store = PictureStore(tmp_path)
    name = "0123456789abcdef0123456789abcdef"
    assert store.name(name) == f"pictures/01/{name}.png"
    assert store.address(store.name(name)) == name
    assert store.put(name, b"data") == hashlib.sha256(b"data").hexdigest() == store.sha256(name)
    assert (tmp_path / "pictures" / "01" / f"{name}.png").read_bytes() == b"data"


def test_only_a_whole_picture_counts_as_drawn(tmp_path, rng_picture):
    store = PictureStore(tmp_path)
    name = "ff" * 16
    assert store.texts(name) is None
    data = png.encode(rng_picture, {"Renderer": "some"})
    store.put(name, data)
    assert store.texts(name) == {"Renderer": "some"}
    for broken in (b"", data[:-5], data[: len(data) // 2], data.replace(b"some", b"sane")):
        store.put(name, broken)
        assert store.texts(name) is None


def test_tidying_removes_half_files_only(tmp_path):
    store = PictureStore(tmp_path)
    store.tidy()
    store.put("ab" * 16, b"data")
    half = tmp_path / "pictures" / "ab" / ".x.png.00000000.part"
    half.write_bytes(b"da")
    store.tidy()
    assert not half.exists()
    assert store.path("ab" * 16).exists()
