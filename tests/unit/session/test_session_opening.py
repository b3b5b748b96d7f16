"""What is made of the files that a person opens or drops."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.errors import UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.grouping import group_files
from misi_viewer.session.opening import LigandChoice, NotOpened, Opened, Outcome, open_files

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
POCKET, LIGAND = DEMO / "1s3v" / "1s3v_pocket.pdb", DEMO / "1s3v" / "1s3v_ligand.sdf"


def opened(*files: str | Path, ligand: str | None = None) -> Outcome:
    return open_files([str(file) for file in files], Shot(), DEFAULT_STYLE, ligand)


def shown(*files: str | Path) -> Opened:
    outcome = opened(*files)
    assert isinstance(outcome, Opened)
    return outcome


def refused(*files: str | Path) -> str:
    with pytest.raises(UserError) as caught:
        opened(*files)
    return str(caught.value)


def test_a_folder() -> None:
    outcome = shown(DEMO / "1s3v")
    assert outcome.complex.id == "1s3v"
    assert outcome.shot == Shot()
    assert outcome.frame is None
    assert len(outcome.scene.spheres.radii) > 300
    assert outcome.notice == ""


@pytest.mark.parametrize("files", [(POCKET, LIGAND), (LIGAND, POCKET), (f"{POCKET}+{LIGAND}",)])
def test_pocket_and_ligand_in_any_order(files: tuple[str | Path, ...]) -> None:
    assert [source.role for source in shown(*files).complex.sources] == ["pocket", "ligand"]


def test_names_tell_two_structure_files_apart(tmp_path: Path) -> None:
    ligand, pocket = tmp_path / "a_ligand.pdb", tmp_path / "b.pdb"
    ligand.write_text("HETATM    1  C1  LIG A   1       0.000   0.000   0.000  1.00  0.00           C\nEND\n")
    pocket.write_text(POCKET.read_text())
    assert [source.name for source in shown(ligand, pocket).complex.sources] == ["b.pdb", "a_ligand.pdb"]


def test_a_lone_ligand_needs_a_pocket() -> None:
    assert "pocket" in refused(LIGAND)


def test_a_damaged_lone_ligand_says_what_is_wrong(tmp_path: Path) -> None:
    page = tmp_path / "ligand.sdf"
    page.write_text("<!DOCTYPE html><html><body>Not found</body></html>\n")
    assert "web page" in refused(page)


def test_several_molecules_in_a_ligand_file_are_told(tmp_path: Path) -> None:
    both = tmp_path / "both.sdf"
    record = LIGAND.read_text().rstrip().removesuffix("$$$$").rstrip() + "\n$$$$\n"
    both.write_text(record * 2)
    assert "holds 2 molecules" in shown(POCKET, both).notice


def test_too_many_ligands() -> None:
    assert "which ligand goes with which pocket" in refused(POCKET, LIGAND, DEMO / "1ia1" / "1ia1_ligand.sdf")


def test_the_others_of_several_complexes_wait() -> None:
    outcome = shown(DEMO / "1uou", DEMO / "1s3v", DEMO / "1ia1")
    assert outcome.complex.id == "1uou"
    assert outcome.rest == ((str(DEMO / "1s3v"),), (str(DEMO / "1ia1"),))
    assert outcome.notice == ""


def test_the_others_wait_where_the_first_cannot_be_read(tmp_path: Path) -> None:
    outcome = opened(tmp_path, DEMO / "1s3v")
    assert isinstance(outcome, NotOpened)
    assert str(tmp_path) in outcome.problem
    assert outcome.rest == ((str(DEMO / "1s3v"),),)


def test_pairs_are_found_by_their_names(tmp_path: Path) -> None:
    names = ["b_pocket.pdb", "a_ligand.sdf", "a_pocket.pdb", "b_ligand.sdf.gz", "c.pdb"]
    files = [str(tmp_path / name) for name in names]
    for file in files:
        Path(file).touch()
    b_pocket, a_ligand, a_pocket, b_ligand, lone = files
    assert group_files(files) == [(b_pocket, b_ligand), (a_pocket, a_ligand), (lone,)]


def test_more_than_a_window_shows(tmp_path: Path) -> None:
    assert "at most 51 complexes, not 60" in refused(*[tmp_path] * 60)


def test_a_missing_file_is_named() -> None:
    assert "nowhere.pdb" in refused("nowhere.pdb")


def test_several_ligands_are_listed_and_one_is_taken(tmp_path: Path) -> None:
    atoms = [line for line in POCKET.read_text().splitlines() if line.startswith("ATOM")]

    def place(row: int) -> list[float]:
        return [float(atoms[row][start : start + 8]) for start in (30, 38, 46)]

    row = "HETATM{:5d}  C{:<3d}{} Z{:4d}    {:8.3f}{:8.3f}{:8.3f}  1.00  0.00           C"
    made = [
        row.format(9000 + atom, atom, name, number, x + atom * 1.4, y, z + 4.0)
        for number, name, (x, y, z) in ((901, "LGA", place(0)), (902, "LGB", place(-1)))
        for atom in range(1, 9)
    ]
    path = tmp_path / "two.pdb"
    path.write_text("\n".join([*atoms, *made, "END", ""]))
    choice = opened(path)
    assert isinstance(choice, LigandChoice)
    assert [ligand.name for ligand in choice.ligands] == ["LGA", "LGB"]
    outcome = opened(path, ligand=choice.ligands[1].selector)
    assert isinstance(outcome, Opened)
    assert set(outcome.complex.ligand.residues.names) == {"LGB"}
