"""Finding a picture's complex again by name and hash."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import ReadError
from misi_viewer.render.picture import record, save_picture
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.restoring import restore

SHOT = Shot(view="left", commands="roll x 15")
SIZE = (320, 240)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def json_of(complex_: Complex, path: Path) -> Path:
    path.write_text(record(complex_, SHOT, DEFAULT_STYLE, SIZE).to_json())
    return path


def folder_of(complex_: Complex) -> Path:
    return complex_.sources[0].path.parent


def refused(path: Path, *folders: Path) -> str:
    with pytest.raises(ReadError) as caught:
        restore(path, folders)
    return str(caught.value)


def test_json_and_png_restore_the_same(demo: Complex, elsewhere: Path) -> None:
    shutil.copytree(folder_of(demo), elsewhere / demo.id)
    written = record(demo, SHOT, DEFAULT_STYLE, SIZE)
    save_picture(elsewhere / "a.png", np.zeros((4, 4, 3), np.uint8), written)
    for path in (json_of(demo, elsewhere / "a.json"), elsewhere / "a.png"):
        restored = restore(path)
        assert restored.record == written
        assert restored.complex.id == demo.id
        np.testing.assert_array_equal(restored.complex.pocket.coordinates, demo.pocket.coordinates)
        np.testing.assert_array_equal(restored.complex.ligand.names, demo.ligand.names)


def test_files_are_found_beside_the_shot_and_in_given_places(demo: Complex, elsewhere: Path, tmp_path: Path) -> None:
    deep = tmp_path / "set" / "part" / demo.id
    shutil.copytree(folder_of(demo), deep)
    assert restore(json_of(demo, deep / "shot.json")).complex.id == demo.id
    away = json_of(demo, tmp_path / "shot.json")
    assert demo.sources[0].name in refused(away, tmp_path / "set")
    assert restore(away, [deep]).complex.id == demo.id
    assert restore(away, [tmp_path / "set" / "part"]).complex.id == demo.id
    assert restore(away, trees=[tmp_path / "set"]).complex.id == demo.id


def test_other_content_is_refused(demo: Complex, elsewhere: Path) -> None:
    for source in demo.sources:
        (elsewhere / source.name).write_bytes(source.path.read_bytes() + b"\n")
    assert "differs" in refused(json_of(demo, elsewhere / "shot.json"))


def test_the_right_file_further_on_is_taken(demo: Complex, elsewhere: Path) -> None:
    (elsewhere / demo.sources[0].name).write_text("another one")
    assert restore(json_of(demo, elsewhere / "shot.json"), [folder_of(demo)]).complex.id == demo.id


def test_a_structure_file_keeps_its_ligand(elsewhere: Path, demo: Complex) -> None:
    pocket = folder_of(demo) / f"{demo.id}_pocket.pdb"
    atoms = [line for line in pocket.read_text().splitlines() if line.startswith(("ATOM", "HETATM"))]
    x, y, z = (float(atoms[0][start : start + 8]) for start in (30, 38, 46))
    for name, number in (("LGA", 901), ("LGB", 902)):
        atoms += [
            f"HETATM{number * 10 + k:5d}  C{k:<3d}{name} Z{number:4d}    {x + 1.4 * k:8.3f}{y:8.3f}{z + 4:8.3f}"
            "  1.00  0.00           C"
            for k in range(6)
        ]
        z += 3.0
    path = elsewhere / "two.pdb"
    path.write_text("\n".join([*atoms, "END", ""]))
    chosen = load_complex(path, "LGB")
    restored = restore(json_of(chosen, elsewhere / "shot.json"))
    assert set(restored.complex.ligand.residues.names) == {"LGB"}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 1}', "\xff"])
def test_what_is_no_record_is_said_to_be_none(elsewhere: Path, text: str) -> None:
    path = elsewhere / "shot.json"
    path.write_text(text, encoding="latin-1")
    assert "shot.json" in refused(path)
    assert "shot.json" in refused(elsewhere / ".." / "absent" / "shot.json")


def test_recorded_names_cannot_lead_elsewhere(demo: Complex, elsewhere: Path) -> None:
    told = record(demo, SHOT, DEFAULT_STYLE, SIZE).to_json()
    path = elsewhere / "shot.json"
    path.write_text(told.replace(demo.sources[0].name, "../../etc/passwd"))
    assert "is not a file's name" in refused(path)
