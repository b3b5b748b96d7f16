"""SDF and MOL records (readers.md section 8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

ATOM = "{:10.4f}{:10.4f}{:10.4f} {:<3} 0  {}  0  0"


def v2000(
    symbols: list[str], bonds: list[str], counts: str | None = None, title: str = "title", charge: int = 0
) -> str:
    head = counts if counts is not None else f"{len(symbols):3d}{len(bonds):3d}  0  0  0  0  0  0  0  0999 V2000"
    atoms = [ATOM.format(1.5 * i, 0, 0, symbol, charge) for i, symbol in enumerate(symbols)]
    return "\n".join([title, "  program", "", head, *atoms, *bonds, "M  END"])


def read(tmp_path: Path, contents: str, name: str = "ligand.sdf") -> list[Structure]:
    path = tmp_path / name
    path.write_text(contents + "\n")
    return read_structures(path)


def test_names_residue_and_bonds(tmp_path: Path) -> None:
    (structure,) = read(
        tmp_path, v2000(["C", "N", "C", "Cl", "D"], ["  1  2  2  0", "  2  3  4", "  4  3  1", "  5  1  1"])
    )
    assert structure.names.tolist() == ["C1", "N1", "C2", "Cl1", "H1"]
    assert structure.bonds.tolist() == [[0, 1], [1, 2], [3, 2], [4, 0]]
    assert structure.bond_orders.tolist() == [2, 4, 1, 1]
    table = structure.residues
    assert (table.names.tolist(), table.numbers.tolist(), table.chains.tolist()) == (["UNL"], [1], [" "])


@pytest.mark.parametrize(("title", "name"), [("aspirin", "aspirin"), ("", "ligand"), ("   ", "ligand")])
def test_titles(tmp_path: Path, title: str, name: str) -> None:
    assert read(tmp_path, v2000(["C"], [], title=title))[0].name == name


def test_several_records(tmp_path: Path) -> None:
    record = v2000(["C"], []) + "\n> <score>\n1.0\n\n$$$$\n"
    assert [len(structure) for structure in read(tmp_path, record * 3)] == [1, 1, 1]
    assert len(read(tmp_path, v2000(["C"], []), "ligand.mol")) == 1


@pytest.mark.parametrize("dummy", ["R", "R#", "*", "LP", "A", "R1"])
def test_what_is_no_element_is_left_out_with_its_bonds(tmp_path: Path, dummy: str) -> None:
    (structure,) = read(tmp_path, v2000(["C", dummy, "O"], ["  1  2  1", "  1  3  1"]))
    assert structure.names.tolist() == ["C1", "O1"]
    assert structure.bonds.tolist() == [[0, 1]]


@pytest.mark.parametrize(
    ("code", "lines", "charge"),
    [
        (0, "", 0),
        (3, "", 1),
        (5, "", -1),
        (1, "", 3),
        (4, "", 0),
        (3, "M  CHG  1   1  -2", -2),
        (3, "M  CHG  1   2  -2", 0),
    ],
)
def test_charges(tmp_path: Path, code: int, lines: str, charge: int) -> None:
    contents = v2000(["N", "C"], [], charge=code).replace("M  END", f"{lines}\nM  END")
    assert read(tmp_path, contents)[0].formal_charges[0] == charge


@pytest.mark.parametrize(
    "line",
    [
        "   18.7400  -14.4090   24.4190  C 0  0  0  2  0  4",
        "   18.7400  -14.4090   24.4190 C   0  0",
        "18.74 -14.409 24.419 C 0 0",
        "   18.7400  -14.4090   24.4190 C",
    ],
)
def test_atom_lines_as_programs_write_them(tmp_path: Path, line: str) -> None:
    (structure,) = read(tmp_path, f"t\n\n\n  1  0  0  0  0  0            999 V2000\n{line}\nM  END")
    assert structure.coordinates.tolist() == [[18.74, -14.409, 24.419]]
    assert SYMBOLS[structure.elements[0]] == "C"


def test_a_header_line_too_few(tmp_path: Path) -> None:
    contents = v2000(["C", "O"], ["  1  2  1"]).replace("  program\n", "")
    assert len(read(tmp_path, contents)[0]) == 2


V3000 = """title

comment
  0  0  0     0  0            999 V3000
M  V30 BEGIN CTAB
M  V30 COUNTS 3 2 0 0 0
M  V30 BEGIN ATOM
M  V30 11 C 0 0 0 0
M  V30 12 N 1.5 0 0 0 CHG=1
M  V30 13 O 3.0 0 -
M  V30 0 0
M  V30 END ATOM
M  V30 BEGIN BOND
M  V30 1 1 11 12
M  V30 2 2 12 13
M  V30 END BOND
M  V30 END CTAB
M  END"""


def test_v3000(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, V3000)
    assert structure.names.tolist() == ["C1", "N1", "O1"]
    assert structure.bonds.tolist() == [[0, 1], [1, 2]]
    assert structure.bond_orders.tolist() == [1, 2]
    assert structure.formal_charges.tolist() == [0, 1, 0]


TWO = v2000(["C", "O"], ["  1  2  1"])


@pytest.mark.parametrize(
    ("contents", "words", "line"),
    [
        ("just\nthree\nlines", "numbers of atoms and bonds", 4),
        ("one\n$$$$\n", "cut short", 1),
        (v2000(["C"], [], counts="some text V2000"), "numbers of atoms and bonds", 4),
        (v2000(["C", "O"], ["  1  2  1"], counts="  9  1  0  0 V2000"), "9 atoms and 1 bonds are declared", 8),
        (v2000(["C", "O"], ["  1  2  1"], counts="  3  1  0  0 V2000"), "has fewer", 7),
        (v2000(["C", "O"], ["  1  2  1"], counts="  1  2  0  0 V2000"), "two atom numbers", 6),
        (v2000(["C", "O"], ["  1  2  1"], counts="999999  0  0 V2000"), "cut short", 8),
        (v2000(["Xx"], []), '"Xx" is no element', 5),
        (v2000(["*"], []), "no atoms", 1),
        (v2000(["C", "O"], ["  1  3  1"]), "names atom 3", 7),
        (v2000(["C", "O"], ["  1  1  1"]), "to itself", 7),
        (v2000(["C"], []).replace("    0.0000    0.0000    0.0000", "       nan    0.0000    0.0000"), '"nan"', 5),
        (V3000.replace("COUNTS 3 2", "COUNTS 4 2"), "4 and 2 atoms and bonds are declared", 6),
        (V3000.replace("M  V30 END BOND\nM  V30 END CTAB\n", ""), "has no end", 16),
        (V3000.replace("1 1 11 12", "1 1 11 99"), "11 and 99", 14),
        (V3000.replace("12 N 1.5 0 0 0 CHG=1", "12 N"), "has fewer", 9),
        (V3000.replace("BEGIN ATOM", "BEGIN XTOM"), "no atom block", 18),
    ],
)  # fmt: skip
def test_errors(tmp_path: Path, contents: str, words: str, line: int) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        read(tmp_path, contents)
    assert caught.value.line == line


def test_a_file_cut_in_its_last_bond(tmp_path: Path) -> None:
    path = tmp_path / "ligand.sdf"
    path.write_text(TWO[: TWO.index("M  END") - 2])
    with pytest.raises(ReadError, match="cut short"):
        read_structures(path)
