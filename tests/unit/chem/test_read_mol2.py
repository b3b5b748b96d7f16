"""MOL2 sections to atoms, residues and bonds (readers.md section 7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

Atoms = list[str]
ETHANOL = ["1 C1 0 0 0 C.3 1 LIG 0.0", "2 C2 1.5 0 0 C.3 1 LIG 0.0", "3 O1 2.2 1.2 0 O.3 1 LIG 0.0"]
BONDS = ["1 1 2 1", "2 3 2 ar"]


def text(
    atoms: Atoms = ETHANOL,
    bonds: Atoms = BONDS,
    substructures: Atoms | None = None,
    counts: str | None = None,
    name: str = "ethanol",
) -> str:
    rows = substructures or []
    head = counts if counts is not None else f" {len(atoms)} {len(bonds)} {len(rows)} 0 0"
    sections = [
        "@<TRIPOS>MOLECULE",
        name,
        head,
        "SMALL",
        "NO_CHARGES",
        "",
        "@<TRIPOS>ATOM",
        *atoms,
        "@<TRIPOS>BOND",
        *bonds,
    ]
    return "\n".join([*sections, *(["@<TRIPOS>SUBSTRUCTURE", *rows] if rows else [])]) + "\n"


def read(tmp_path: Path, contents: str) -> list[Structure]:
    path = tmp_path / "ligand.mol2"
    path.write_text(contents)
    return read_structures(path)


def test_atoms_and_bonds_as_listed(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, "# a comment\n" + text())
    assert structure.name == "ethanol"
    assert structure.names.tolist() == ["C1", "C2", "O1"]
    assert structure.coordinates[2].tolist() == [2.2, 1.2, 0.0]
    assert structure.bonds.tolist() == [[0, 1], [2, 1]]
    assert structure.bond_orders.tolist() == [1, 4]


def test_bonds_have_no_length_limit_and_double_entries_count_once(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, text(bonds=["1 1 3 1", "2 3 1 1"]))
    assert structure.bonds.tolist() == [[0, 2]]


@pytest.mark.parametrize(
    ("sybyl", "symbol"),
    [("C.ar", "C"), ("N.pl3", "N"), ("O.co2", "O"), ("Cl", "Cl"), ("Br", "Br"), ("H", "H"), ("S.o2", "S"), ("Zn", "Zn"),
     ("ca", "C"), ("n4", "N"), ("hc", "H"), ("os", "O"), ("LP", ""), ("Du", ""), ("Du.C", ""), ("CA", "Ca")],
)  # fmt: skip
def test_elements(tmp_path: Path, sybyl: str, symbol: str) -> None:
    (structure,) = read(tmp_path, text([f"1 CA 0 0 0 {sybyl} 1 LIG"], []))
    assert SYMBOLS[structure.elements[0]] == symbol


@pytest.mark.parametrize(
    ("rows", "declared", "expected"),
    [
        (["1 LIG 1"], 1, ("LIG", 1, " ")),
        (["1 LIG 1"], 0, ("UNL", 1, " ")),
        (["2 LIG 1"], 1, ("UNL", 1, " ")),
        (["1 LYS42 1 RESIDUE 1 A LYS 2"], 1, ("LYS", 42, "A")),
        (["1 LYS 1 RESIDUE 1 B LYS 2"], 1, ("LYS", 1, "B")),
        (["1 E20 1 GROUP 0 **** **** 0"], 1, ("E20", 1, " ")),
        (["1 LIG 1 GROUP 0 **** 0 ROOT"], 1, ("UNL", 1, " ")),  # the 8th field is a whole number
        (["1 LIG ROOT"], 1, ("UNL", 1, " ")),  # the 3rd too
        (["9 X 1 G x", "1 LIG 1"], 2, ("UNL", 1, " ")),  # and what follows a spoiled row is lost
    ],
)
def test_residues(tmp_path: Path, rows: Atoms, declared: int, expected: tuple[str, int, str]) -> None:
    (structure,) = read(tmp_path, text(substructures=rows, counts=f"3 2 {declared}"))
    table = structure.residues
    assert (table.names[0], table.numbers[0], table.chains[0]) == expected


@pytest.mark.parametrize(
    ("atoms", "numbers"),
    [
        (["1 C 0 0 0 C.3 7 LIG", "2 C 1 0 0 C.3 3 LIG", "3 C 2 0 0 C.3 7 LIG"], [7, 3]),
        (["1 C 0 0 0 C.3"], [1]),
        (["1 C 0 0 0 C.3 0.000"], [1]),
        (["1 C 0 0 0 C.3 0 LIG"], [0]),
    ],
)
def test_residue_numbers_without_substructures(tmp_path: Path, atoms: Atoms, numbers: list[int]) -> None:
    (structure,) = read(tmp_path, text(atoms, []))
    assert structure.residues.numbers.tolist() == numbers
    assert set(structure.residues.names.tolist()) == {"UNL"}


def test_several_molecules_and_names(tmp_path: Path) -> None:
    structures = read(tmp_path, text(name="one") + "# between\n" + text(name="*****"))
    assert [structure.name for structure in structures] == ["one", "ligand"]


def test_ids_that_run_on_but_not_in_the_bonds(tmp_path: Path) -> None:
    atoms = [f"{int(row[0]) + 30}{row[1:]}" for row in ETHANOL]
    assert read(tmp_path, text(atoms))[0].bonds.tolist() == [[0, 1], [2, 1]]


@pytest.mark.parametrize(
    ("contents", "words", "line"),
    [
        ("@<TRIPOS>ATOM\n1 C 0 0 0 C.3\n", "no @<TRIPOS>MOLECULE", None),
        ("@<TRIPOS>MOLECULE\nname\n", "numbers of atoms and bonds", 3),
        ("@<TRIPOS>MOLECULE\n", "cut short", 1),
        (text(counts="3"), "numbers of atoms and bonds", 3),
        (text(counts="3 x"), "numbers of atoms and bonds", 3),
        (text(counts="-3 2"), "numbers of atoms and bonds", 3),
        (text(counts="4 2"), "4 atoms are declared but 3", 10),
        (text(counts="2 2"), "2 atoms are declared but 3", 10),
        (text(counts="99999999999 2"), "are declared but 3", 10),
        (text(counts="3 3"), "3 bonds are declared but 2", 13),
        (text([], [], counts="0 0"), "no atoms", 1),
        (text(["1 C 0 0 0"], []), "this line has fewer", 8),
        (text(["1 C 0 0 inf C.3"], []), 'the z coordinate of atom 1 is "inf"', 8),
        (text(["1 C 0 x 0 C.3"], []), 'the y coordinate of atom 1 is "x"', 8),
        (text(["1 C 1 0 0 0 C.3"], []), 'type of atom 1 is "0"', 8),
        (text(bonds=["1 1 4 1", "2 1 2 1"]), "names atom 4", 12),
        (text(bonds=["1 1 1 1", "2 1 2 1"]), "to itself", 12),
        (text(bonds=["1 1", "2 1 2 1"]), "this line has fewer", 12),
    ],
)
def test_errors(tmp_path: Path, contents: str, words: str, line: int | None) -> None:
    with pytest.raises(ReadError, match=words) as caught:
        read(tmp_path, contents)
    assert caught.value.line == line
