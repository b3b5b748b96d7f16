"""Complexes from folders, file pairs and structure files."""

from __future__ import annotations

import gzip
import hashlib
import shutil
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from pdb_lines import atom, backbone, missing, pair

from misi_viewer.chem.load import list_ligands, load_complex
from misi_viewer.errors import ReadError, UserError

POCKET = "\n".join([*backbone(1, 0.0), *backbone(2, 3.8), "END"]) + "\n"
MOL2 = (
    "@<TRIPOS>MOLECULE\nlig\n2 1 1\nSMALL\nNO_CHARGES\n\n"
    "@<TRIPOS>ATOM\n1 CAX 0 5 0 C.3 1 MTX\n2 OXX 1.4 5 0 O.3 1 MTX\n"
    "@<TRIPOS>BOND\n1 1 2 1\n@<TRIPOS>SUBSTRUCTURE\n1 MTX 1\n"
)
SDF = (
    "lig\n  x\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n"
    "    0.0000    5.0000    0.0000 C   0  0\n    1.4000    5.0000    0.0000 O   0  0\n  1  2  1  0\nM  END\n$$$$\n"
)


def folder(tmp_path: Path, name: str = "1abc", **files: str | bytes) -> Path:
    """Make a folder; ``pocket_pdb`` stands for ``1abc_pocket.pdb``."""
    path = tmp_path / name
    path.mkdir(exist_ok=True)
    for key, contents in files.items():
        part, ending = key.split("_", 1)
        file = path / f"{name}_{part}.{ending.replace('_', '.')}"
        file.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    return path


def test_a_folder_prefers_mol2(tmp_path: Path) -> None:
    path = folder(tmp_path, pocket_pdb=POCKET, ligand_mol2=MOL2, ligand_sdf=SDF)
    found = load_complex(path)
    assert found.id == "1abc"
    assert found.ligand.names.tolist() == ["CAX", "OXX"]
    assert found.ligand.residues.names.tolist() == ["MTX"]
    assert [(source.name, source.role) for source in found.sources] == [
        ("1abc_pocket.pdb", "pocket"),
        ("1abc_ligand.mol2", "ligand"),
    ]
    digest = hashlib.sha256((path / "1abc_ligand.mol2").read_bytes()).hexdigest()
    assert found.sources[1].sha256 == digest
    assert found.sources[1].path == path / "1abc_ligand.mol2"


def test_a_folder_with_sdf_alone(tmp_path: Path) -> None:
    found = load_complex(folder(tmp_path, protein_pdb=POCKET, ligand_sdf=SDF))
    assert found.ligand.names.tolist() == ["C1", "O1"]
    assert found.sources[0].name == "1abc_protein.pdb"


def test_pocket_before_protein(tmp_path: Path) -> None:
    path = folder(tmp_path, pocket_pdb=POCKET, protein_pdb=POCKET, ligand_sdf=SDF)
    assert load_complex(path).sources[0].name == "1abc_pocket.pdb"


def test_packed_files_and_other_formats(tmp_path: Path) -> None:
    path = folder(tmp_path, pocket_pdb_gz=gzip.compress(POCKET.encode()), ligand_mol2_gz=gzip.compress(MOL2.encode()))
    found = load_complex(path)
    assert (len(found.pocket), len(found.ligand)) == (6, 2)
    assert found.sources[0].name == "1abc_pocket.pdb.gz"


BROKEN_BONDS = MOL2.replace("1 1 2 1", "1 1 9 1")


def test_names_of_a_broken_mol2_are_laid_over_the_sdf(tmp_path: Path) -> None:
    found = load_complex(folder(tmp_path, pocket_pdb=POCKET, ligand_mol2=BROKEN_BONDS, ligand_sdf=SDF))
    assert found.ligand.names.tolist() == ["CAX", "OXX"]
    assert found.ligand.residues.names.tolist() == ["MTX"]
    assert found.ligand.bonds.tolist() == [[0, 1]]
    assert [source.role for source in found.sources] == ["pocket", "ligand", "names"]


@pytest.mark.parametrize(
    "mol2",
    [
        BROKEN_BONDS.replace("1.4 5 0", "1.5 5 0"),
        BROKEN_BONDS.replace("O.3", "N.3"),
        BROKEN_BONDS.replace("2 1 1\n", "3 1 1\n"),
        "",
        "not a mol2",
    ],
)
def test_names_that_do_not_fit_are_left(tmp_path: Path, mol2: str) -> None:
    found = load_complex(folder(tmp_path, pocket_pdb=POCKET, ligand_mol2=mol2, ligand_sdf=SDF))
    assert found.ligand.names.tolist() == ["C1", "O1"]
    assert [source.role for source in found.sources] == ["pocket", "ligand"]


def test_when_both_ligand_files_are_broken_the_first_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"1abc_ligand.mol2, line 11: the bond names atom 9"):
        load_complex(folder(tmp_path, pocket_pdb=POCKET, ligand_mol2=BROKEN_BONDS, ligand_sdf="x"))


def test_a_folder_named_from_within(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder(tmp_path, pocket_pdb=POCKET, ligand_sdf=SDF))
    assert load_complex(".").id == "1abc"


def test_files_with_names_of_their_own(tmp_path: Path) -> None:
    path = folder(tmp_path)
    (path / "receptor.pdb").write_text(POCKET)
    (path / "docked.sdf").write_text(SDF)
    assert len(load_complex(path).ligand) == 2


def test_the_folders_own_name_decides(tmp_path: Path) -> None:
    path = folder(tmp_path, pocket_pdb=POCKET, ligand_sdf=SDF)
    (path / "2xyz_pocket.pdb").write_text("garbage")
    (path / "2xyz_ligand.sdf").write_text("garbage")
    assert load_complex(path).sources[0].name == "1abc_pocket.pdb"


def test_a_pair_of_files(tmp_path: Path) -> None:
    path = folder(tmp_path, pocket_pdb=POCKET, ligand_sdf=SDF)
    found = load_complex(f"{path}/1abc_pocket.pdb+{path}/1abc_ligand.sdf")
    assert found.id == "1abc_pocket"
    assert [source.role for source in found.sources] == ["pocket", "ligand"]


def test_a_plus_sign_in_names(tmp_path: Path) -> None:
    path = folder(tmp_path, name="a+b", pocket_pdb=POCKET, ligand_sdf=SDF)
    assert load_complex(path).id == "a+b"
    assert load_complex(f"{path}/a+b_pocket.pdb+{path}/a+b_ligand.sdf").id == "a+b_pocket"
    shutil.copy(path / "a+b_pocket.pdb", tmp_path / "x+y.pdb")
    with pytest.raises(ReadError, match="no ligand"):
        load_complex(tmp_path / "x+y.pdb")


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "holds no structure files"),
        ({"notes_txt": "x"}, "holds no structure files"),
        (
            {"pocket_pdb": POCKET},
            "no ligand .a file such as 1abc_ligand.mol2 or 1abc_ligand.sdf.; it holds 1abc_pocket",
        ),
        ({"ligand_sdf": SDF}, "no pocket .a file such as 1abc_pocket.pdb"),
        ({"one_pdb": POCKET, "two_pdb": POCKET, "ligand_sdf": SDF}, "several candidates .1abc_one.pdb, 1abc_two.pdb"),
        ({"pocket_pdb": POCKET, "a_sdf": SDF, "b_sdf": SDF}, "several candidates .1abc_a.sdf, 1abc_b.sdf"),
        ({"pocket_pdb": "", "ligand_sdf": SDF}, "1abc_pocket.pdb: the file is empty"),
    ],
)
def test_folders_that_hold_no_complex(tmp_path: Path, files: dict[str, str], words: str) -> None:
    with pytest.raises(ReadError, match=words):
        load_complex(folder(tmp_path, **files))


def test_several_pockets(tmp_path: Path) -> None:
    path = folder(tmp_path, ligand_sdf=SDF)
    for name in ("2abc", "3abc"):
        (path / f"{name}_pocket.pdb").write_text(POCKET)
    with pytest.raises(ReadError, match=r"several candidates .2abc_pocket, 3abc_pocket"):
        load_complex(path)


@pytest.mark.parametrize("spec", ["nothing", "nothing+none", "nothing+", "+", "a\0b"])
def test_what_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ReadError, match="no such file"):
        load_complex(spec)


def ligand(name: str, number: int, y: float, chain: str = "A", size: int = 4) -> list[str]:
    return [
        atom(f"C{i}", name, number, (1.5 * i, y, 0), element="C", record="HETATM", chain=chain) for i in range(size)
    ]


PROTEIN = [line for i in range(30) for line in backbone(i + 1, 3.8 * i)]


def structure_file(tmp_path: Path, *parts: list[str]) -> Path:
    path = tmp_path / "1xyz.pdb"
    path.write_text("\n".join(line for part in (PROTEIN, *parts) for line in part) + "\nEND\n")
    return path


def test_the_only_ligand_is_taken(tmp_path: Path) -> None:
    path = structure_file(tmp_path, ligand("MTX", 200, 5.0))
    (found,) = list_ligands(path)
    assert (found.name, found.chain, found.number, found.heavy_atoms) == ("MTX", "A", "200", 4)
    loaded = load_complex(path)
    assert loaded.id == "1xyz"
    assert loaded.ligand_choice == found.selector == "MTX:A:200"
    assert [source.role for source in loaded.sources] == ["structure"]
    assert loaded.ligand.names.tolist() == ["C0", "C1", "C2", "C3"]


def test_the_pocket_is_whole_residues_within_eight_angstrom_of_heavy_atoms(tmp_path: Path) -> None:
    """Ligand atoms at x 0 to 4.5, y 5; the chain lies on the x axis, so 6.245 angstrom along it are in reach."""
    hydrogen = atom("H1", "MTX", 200, (5.4, 5.0, 0), element="H", record="HETATM")
    water = [atom("O", "HOH", 900 + i, (0, y, 0), element="O", record="HETATM") for i, y in enumerate((13.0, 13.01))]
    loaded = load_complex(structure_file(tmp_path, [*ligand("MTX", 200, 5.0), hydrogen], water))
    reach = 4.5 + np.sqrt(64 - 25)
    expected = [i + 1 for i in range(30) if 3.8 * i <= reach]
    assert loaded.pocket.residues.numbers.tolist() == [*expected, 900]
    assert len(loaded.pocket) == 3 * len(expected) + 1
    assert len(loaded.ligand) == 5


def test_chain_breaks_appear_where_the_cut_leaves_gaps(tmp_path: Path) -> None:
    """A chain that turns back: residues 1 and 21 are near, those between far away."""
    turn = [line for i in range(20) for line in backbone(i + 1, -60.0 + 3.0 * i)]
    back = [f"{line[:38]}{4.0:8.3f}{line[46:]}" for i in range(20) for line in backbone(i + 21, 60.0 - 3.0 * i)]
    near = load_complex(_write(tmp_path, [*turn, *back, *ligand("MTX", 200, 2.0)])).pocket
    numbers = near.residues.numbers.tolist()
    gaps = [(a, b) for a, b in pairwise(numbers) if b - a > 1]
    assert gaps
    assert missing(near) == {pair(f"{a}.C", f"{b}.N") for a, b in gaps}


def _write(tmp_path: Path, lines: list[str]) -> Path:
    path = tmp_path / "turn.pdb"
    path.write_text("\n".join(lines) + "\n")
    return path


TWO = [*ligand("MTX", 200, 5.0), *ligand("NAP", 201, 12.0), *ligand("NAP", 301, 19.0, "B")]
ZINC = [atom("ZN", "ZN", 400, (9.0, -4.0, 0.0), element="ZN", columns="ZN  ", record="HETATM")]


@pytest.mark.parametrize(
    ("choice", "selector"),
    [
        ("MTX", "MTX:A:200"),
        ("mtx", "MTX:A:200"),
        ("A:200", "MTX:A:200"),
        ("A:201", "NAP:A:201"),
        ("NAP:B:301", "NAP:B:301"),
        ("ZN", "ZN:A:400"),
    ],
)
def test_choosing(tmp_path: Path, choice: str, selector: str) -> None:
    loaded = load_complex(structure_file(tmp_path, TWO, ZINC), choice)
    assert (loaded.ligand.name, loaded.ligand_choice) == (selector, choice)


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (None, r"3 ligands, choose one with --ligand: MTX:A:200 \(4 heavy atoms\), NAP:A:201 .*NAP:B:301"),
        ("NAP", r'2 ligands fit "NAP", choose one with --ligand: NAP:A:201 .*, NAP:B:301'),
        ("XYZ", r'no ligand "XYZ"; there are MTX:A:200'),
        ("A:999", 'no ligand "A:999"'),
        ("ALA", 'no ligand "ALA"'),
        ("", 'no ligand ""'),
    ],
)
def test_choices_that_fail(tmp_path: Path, choice: str | None, words: str) -> None:
    with pytest.raises(UserError, match=words):
        load_complex(structure_file(tmp_path, TWO, ZINC), choice)


def test_no_ligand(tmp_path: Path) -> None:
    path = structure_file(tmp_path)
    assert list_ligands(path) == []
    with pytest.raises(ReadError, match="no ligand was found"):
        load_complex(path)
    with pytest.raises(ReadError, match='no ligand "MTX"; and no other'):
        load_complex(path, "MTX")


def test_many_ligands_are_not_all_listed(tmp_path: Path) -> None:
    many = [line for i in range(20) for line in ligand(f"L{i:02}", 200 + i, 5.0 + 5 * i)]
    with pytest.raises(ReadError, match=r"20 ligands.* and 8 more\.$"):
        load_complex(structure_file(tmp_path, many))


def test_bonded_residues_are_one_ligand(tmp_path: Path) -> None:
    second = [line[:30] + f"{float(line[30:38]) + 6.0:8.3f}" + line[38:] for line in ligand("GAL", 201, 5.0)]
    path = structure_file(tmp_path, ligand("NAG", 200, 5.0), second)
    (found,) = list_ligands(path)
    assert (found.name, found.heavy_atoms, found.selector) == ("NAG-GAL", 8, "NAG-GAL:A:200")
    for choice in ("NAG-GAL", "GAL", "NAG", "A:201", "NAG-GAL:A:200"):
        assert len(load_complex(path, choice).ligand) == 8


def test_a_ligand_without_surroundings(tmp_path: Path) -> None:
    path = structure_file(tmp_path, ligand("MTX", 200, 500.0))
    with pytest.raises(ReadError, match="no atoms around the ligand MTX:A:200"):
        load_complex(path)


def test_a_broken_molecule_after_the_first_does_not_matter(tmp_path: Path) -> None:
    path = folder(tmp_path, pocket_pdb=POCKET, ligand_sdf=SDF + SDF.replace("  2  1", "  9  1"))
    assert len(load_complex(path).ligand) == 2


def test_a_ligand_file_alone(tmp_path: Path) -> None:
    path = folder(tmp_path, ligand_sdf=SDF)
    with pytest.raises(ReadError, match="a ligand without a pocket"):
        load_complex(path / "1abc_ligand.sdf")


@pytest.mark.parametrize(
    ("contents", "words"), [("<!DOCTYPE html><html>Not found</html>", "a web page"), (SDF[:90], "cut short|ends")]
)
def test_a_damaged_ligand_file_alone_is_called_damaged(tmp_path: Path, contents: str, words: str) -> None:
    path = folder(tmp_path, ligand_sdf=contents)
    with pytest.raises(ReadError, match=words):
        load_complex(path / "1abc_ligand.sdf")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("1abc", "ligand of its own"),
        ("1abc/1abc_pocket.pdb+1abc/1abc_ligand.sdf", "choose one of #1"),
        ("2abc", "no such"),
    ],
)
def test_a_ligand_that_cannot_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spec: str, words: str) -> None:
    folder(tmp_path, pocket_pdb=POCKET, ligand_sdf=SDF)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ReadError, match=words):
        load_complex(spec, "MTX")


@pytest.mark.parametrize("name", [".pdb", "..pdb", "...pdb", "...pdb.gz"])
def test_a_name_never_leads_out_of_a_folder(tmp_path: Path, name: str) -> None:
    pocket, ligand = tmp_path / name, tmp_path / "ligand.mol2"
    pocket.write_text(POCKET)
    ligand.write_text(MOL2)
    assert load_complex(f"{pocket}+{ligand}").id in ("complex", ".pdb")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere file names are Unicode")
def test_names_of_bytes_that_are_no_text(tmp_path: Path) -> None:
    files = {"\udcff_pocket.pdb": POCKET, "\udcff_ligand.mol2": MOL2}
    path = tmp_path / "1abc\udcff"
    path.mkdir()
    for name, contents in files.items():
        (path / name).write_text(contents)
    found = load_complex(path)
    assert found.id == "1abc\N{REPLACEMENT CHARACTER}"
    assert [source.name for source in found.sources] == [
        "\N{REPLACEMENT CHARACTER}_pocket.pdb",
        "\N{REPLACEMENT CHARACTER}_ligand.mol2",
    ]
    assert found.sources[0].path == path / "\udcff_pocket.pdb"
