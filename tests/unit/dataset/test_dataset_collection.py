"""Folders and lists of complexes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.collection import Member, find_members
from misi_viewer.errors import ReadError

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
IDS = ["1ia1", "1of6", "1s3v", "1uou"]


def test_a_folder_of_complexes():
    assert [member.id for member in find_members(DEMO)] == IDS
    assert all(Path(member.spec).is_absolute() for member in find_members(DEMO))


def test_a_folder_may_hold_other_things(tmp_path):
    shutil.copytree(DEMO / "1ia1", tmp_path / "1ia1")
    (tmp_path / "index").mkdir()
    (tmp_path / "index" / "INDEX.txt").write_text("1ia1 3.2\n")
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "a.pdb").write_text("")
    (tmp_path / "README").write_text("")
    assert [member.id for member in find_members(tmp_path)] == ["1ia1"]


def test_one_complex_alone():
    (member,) = find_members(DEMO / "1ia1")
    assert member == Member("1ia1", str(DEMO / "1ia1"))


def test_a_list_names_complexes_relative_to_itself(tmp_path):
    for name in IDS:
        shutil.copytree(DEMO / name, tmp_path / "sub dir" / name)
    path = tmp_path / "list.txt"
    pair = "sub dir/1of6/1of6_pocket.pdb+sub dir/1of6/1of6_ligand.sdf"
    path.write_text(f"# two complexes\n\nsub dir/1uou\n{pair}\n  {tmp_path}/sub dir/1ia1  \n", encoding="utf-8-sig")
    members = find_members(path)
    assert [member.id for member in members] == ["1ia1", "1of6_pocket", "1uou"]
    assert all(load_complex(member.spec, member.ligand).id == member.id for member in members)


def test_a_list_may_choose_ligands(tmp_path):
    (tmp_path / "1abc.cif").write_text("")
    (tmp_path / "list").write_text("1abc.cif\tGNP\n")
    assert find_members(tmp_path / "list") == (Member("1abc", str(tmp_path / "1abc.cif"), "GNP"),)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("nowhere\n", r"list, line 1: there is no complex nowhere; name a folder"),
        ("# nothing\n\n", "it names no complexes"),
        ("a+b\n", "there is no complex"),
        ("\0\n", "line 1: "),
        ("one/x\ntwo/x\n", r"called alike \(x\)"),
    ],
)
def test_says_what_is_wrong_with_a_list(tmp_path, text, complaint):
    for name in ("one", "two"):
        (tmp_path / name / "x").mkdir(parents=True)
    (tmp_path / "list").write_text(text)
    with pytest.raises(ReadError, match=complaint):
        find_members(tmp_path / "list")


def test_says_that_there_are_no_complexes(tmp_path):
    with pytest.raises(ReadError, match="holds no complexes"):
        find_members(tmp_path)
    with pytest.raises(ReadError, match="no such file or folder"):
        find_members(tmp_path / "nowhere")
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff")
    with pytest.raises(ReadError, match="no list of complexes"):
        find_members(tmp_path / "picture")
