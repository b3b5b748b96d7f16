"""PDB records to atoms and residues (readers.md section 1)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pdb_lines import atom, backbone, bonds, pair, read

from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.readers import read_structures
from misi_viewer.errors import ReadError


def test_columns(tmp_path: Path) -> None:
    line = atom("CA", "ALA", 42, (1.25, -2.5, 1003.75), chain="B", code="a", element="C", occupancy=0.5, b=12.25)
    (structure,) = read(tmp_path, [line + "1-"])
    residues = structure.residues
    assert structure.coordinates.tolist() == [[1.25, -2.5, 1003.75]]
    assert (residues.chains[0], residues.numbers[0], residues.insertion_codes[0]) == ("B", 42, "A")
    assert (structure.occupancies[0], structure.b_factors[0], structure.formal_charges[0]) == (0.5, 12.25, -1)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (atom("C1*", "ADE"), ("C1'", "ADE", "A", 1, "")),
        (atom("1HB", "ala"), ("1HB", "ALA", "A", 1, "")),
        (atom("O", "HOH", chain=" "), ("O", "HOH", " ", 1, "")),
        (atom("O", "HOH", -5), ("O", "HOH", "A", -5, "")),
        (atom("O", "HOH", 1234, code="5"), ("O", "HOH", "A", 12345, "")),
        (atom("O", "HOH", "A000"), ("O", "HOH", "A", 10000, "")),
        (atom("O", "HOH", "    "), ("O", "HOH", "A", 0, "")),
        (atom("O", "  U"), ("O", "U", "A", 1, "")),
    ],
)
def test_names_and_numbers(tmp_path: Path, line: str, expected: tuple[str, str, str, int, str]) -> None:
    (structure,) = read(tmp_path, [line])
    residues = structure.residues
    found = (
        structure.names[0], residues.names[0], residues.chains[0], residues.numbers[0], residues.insertion_codes[0]
    )  # fmt: skip
    assert found == expected


def test_fourth_letter_of_residue_names_is_a_chain_where_it_is_constant(tmp_path: Path) -> None:
    lines = [atom("O", "HOH", n, (9.0 * n, 0, 0)) for n in (1, 2)]
    two_letter = [line[:20] + "X" + line[21:] for line in lines]
    assert read(tmp_path, two_letter)[0].residues.chains.tolist() == ["XA", "XA"]
    mixed = [two_letter[0], lines[1][:20] + "Y" + lines[1][21:]]
    table = read(tmp_path, mixed)[0].residues
    assert (table.chains.tolist(), table.names.tolist()) == (["A", "A"], ["HOHX", "HOHY"])
    digits = [line[:20] + "3" + line[21:] for line in lines]
    assert read(tmp_path, digits)[0].residues.names.tolist() == ["HOH3", "HOH3"]


@pytest.mark.parametrize(
    ("second", "count"),
    [
        (atom("CB", "ALA", 1, (5, 0, 0)), 1),
        (atom("CB", "ALA", 2, (5, 0, 0)), 2),
        (atom("CB", "ALA", 1, (5, 0, 0), code="A"), 2),
        (atom("CB", "ALA", 1, (5, 0, 0), chain="B"), 2),
        (atom("CB", "GLY", 1, (5, 0, 0)), 2),
        # an inline HETATM of another name stays in a residue with a polymer's name
        (atom("CB", "ALX", 1, (5, 0, 0), record="HETATM"), 1),
    ],
)
def test_where_a_residue_begins(tmp_path: Path, second: str, count: int) -> None:
    (structure,) = read(tmp_path, [atom("CA", "ALA", 1), second])
    assert len(structure.residues) == count


def test_inline_hetatm_begins_a_residue_after_any_other_name(tmp_path: Path) -> None:
    lines = [atom("CA", "LIG", 1), atom("CB", "ALX", 1, (5, 0, 0), record="HETATM")]
    assert len(read(tmp_path, lines)[0].residues) == 2


def test_ter_begins_a_residue(tmp_path: Path) -> None:
    assert len(read(tmp_path, [atom("CA", "ALA"), "TER", atom("CB", "ALA", xyz=(5, 0, 0))])[0].residues) == 2


def test_residues_are_runs(tmp_path: Path) -> None:
    lines = [atom("O", "HOH", number, (9.0 * i, 0, 0), chain=" ") for i, number in enumerate((1, 2, 1))]
    assert read(tmp_path, lines)[0].residues.numbers.tolist() == [1, 2, 1]


@pytest.mark.parametrize(
    ("lines", "sizes"),
    [
        (["MODEL        1", "A", "ENDMDL", "MODEL        2", "A", "A2", "ENDMDL", "END"], [1, 2]),
        (["A", "END", "A2"], [1, 1]),
        (["MODEL", "A", "MODEL", "A", "END"], [1, 1]),
        (["HEADER    TEXT", "garbage", "A", "END   ", "REMARK nothing more"], [1]),
    ],
)
def test_models(tmp_path: Path, lines: list[str], sizes: list[int]) -> None:
    texts = {"A": atom("CA", "ALA", 1), "A2": atom("CB", "ALA", 1, (5, 0, 0))}
    structures = read(tmp_path, [texts.get(line, line) for line in lines])
    assert [len(structure) for structure in structures] == sizes
    assert structures[0].name == ("test" if len(sizes) == 1 else "test 1")


def test_elements_without_columns(tmp_path: Path) -> None:
    lines = [
        atom("CA", "GLY"),
        atom("CA", "GLY", xyz=(5, 0, 0), columns="CA  "),
        atom("HG21", "VAL", xyz=(0, 5, 0)),
        atom("N", "GLY", xyz=(0, 9, 0)),
    ]
    assert [SYMBOLS[z] for z in read(tmp_path, lines)[0].elements] == ["C", "Ca", "H", "N"]


def test_water_hydrogens_called_oxygen_until_a_metal_is_misaligned(tmp_path: Path) -> None:
    water = [
        atom("O", "HOH", 2, (0, 0, 0), element="O", record="HETATM"),
        atom("H1", "HOH", 2, (0.96, 0, 0), element="O", record="HETATM"),
        atom("H2", "HOH", 2, (-0.24, 0.93, 0), element="O", record="HETATM"),
    ]
    zinc = atom("ZN", "ZN", 1, (9, 9, 9), columns="ZN  ", record="HETATM", element="").rstrip().ljust(76) + " Zn"
    (plain,) = read(tmp_path, water)
    assert [SYMBOLS[z] for z in plain.elements] == ["O", "O", "O"]
    assert bonds(plain) == {pair("2.O", "2.H1"), pair("2.O", "2.H2"), pair("2.H1", "2.H2")}
    (after,) = read(tmp_path, [zinc, *water])
    assert [SYMBOLS[z] for z in after.elements] == ["Zn", "O", "H", "H"]
    assert bonds(after) == {pair("2.O", "2.H1"), pair("2.O", "2.H2")}


def test_autodock_types(tmp_path: Path) -> None:
    types = {"A": "C", "OA": "O", "HD": "H", "NA": "N", "N": "N", "SA": "S"}
    lines = [atom("X1", "LIG", 1, (9.0 * i, 0, 0))[:77] + f"{kind:<2}" for i, kind in enumerate(types)]
    (structure,) = read(tmp_path, ["ROOT", *lines, "ENDROOT", "TORSDOF 1"], "test.pdbqt")
    assert [SYMBOLS[z] for z in structure.elements] == list(types.values())


@pytest.mark.parametrize(
    ("serials", "conect"),
    [
        (("    1", "    2"), "CONECT    1    2"),
        (("186a0", "186a1"), "CONECT186a0186a1"),
        (("A0000", "A0001"), "CONECTA0000A0001"),
        (("00001", "00002"), "CONECT    1    2"),
    ],
)
def test_serial_numbers_are_matched_as_written(tmp_path: Path, serials: tuple[str, str], conect: str) -> None:
    lines = [atom(f"C{i}", "LIG", 1, (3.0 * i, 0, 0), serial=s, element="C") for i, s in enumerate(serials)]
    assert bonds(read(tmp_path, [*lines, conect])[0]) == {pair("1.C0", "1.C1")}


def test_the_last_of_equal_serials_counts(tmp_path: Path) -> None:
    lines = [atom(f"C{i}", "LIG", 1, (3.0 * i, 0, 0), serial=min(i, 2), element="C") for i in range(1, 4)]
    assert bonds(read(tmp_path, [*lines, "CONECT    1    2"])[0]) == {pair("1.C1", "1.C3")}


def test_copies_on_symmetry_axes_are_merged(tmp_path: Path) -> None:
    lines = [
        atom("O", "HOH", 1, chain="A", element="O"),
        atom("O", "HOH", 1, chain="B", element="O"),
        atom("N", "NH4", 2, chain="B", element="N"),
    ]
    (structure,) = read(tmp_path, lines)
    assert structure.names.tolist() == ["O", "N"]
    assert len(structure.residues) == 2


def test_a_name_repeated_without_letter_is_another_atom(tmp_path: Path) -> None:
    lines = [atom("N", "ALA", xyz=(5.0 * i, 0, 0)) for i in range(2)]
    assert len(read(tmp_path, lines)[0]) == 2


@pytest.mark.parametrize(
    ("lines", "words", "line"),
    [
        (["HEADER    X"], "no ATOM or HETATM lines", None),
        ([atom("C", xyz=(0, 0, 0)).replace("   0.000   0.000   0.000", "     nan   0.000   0.000")], '"nan"', 1),
        ([atom("C"), atom("C")[:34]], "cut short", 2),
        ([atom("C", number="12x4"), atom("C")], 'residue number is "12x4"', 1),
        ([atom("C").replace("   0.000   0.000", "   0.000   one  ", 1), ""], '"one"', 1),
        ([atom("C"), "ATOM\t2\tCA\tALA\tA\t1\t0.0\t0.0\t0.0", ""], "tab", 2),
    ],
)
def test_errors(tmp_path: Path, lines: list[str], words: str, line: int | None) -> None:
    path = tmp_path / "test.pdb"
    path.write_text("\n".join(lines))
    with pytest.raises(ReadError, match=words) as caught:
        read_structures(path)
    assert caught.value.line == line


def test_blank_occupancies(tmp_path: Path) -> None:
    line = atom("C")
    (structure,) = read(tmp_path, [line[:54] + " " * 12])
    assert np.array_equal([structure.occupancies[0], structure.b_factors[0]], [1.0, 0.0])


def test_backbone_helper_is_bonded(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, [*backbone(1, 0.0), *backbone(2, 3.8)])
    assert pair("1.C", "2.N") in bonds(structure)


def test_six_digit_serials(tmp_path: Path) -> None:
    lines = [atom(f"C{i}", "LIG", 1, (3.0 * i, 0, 0), element="C") for i in range(2)]
    wide = [line[:6] + f"{100000 + i}" + line[12:] for i, line in enumerate(lines)]
    shifted = ["ATOM " + f"{100000 + i:>6}" + line[11:] for i, line in enumerate(lines)]
    assert len(read(tmp_path, wide)[0]) == len(read(tmp_path, shifted)[0]) == 2


@pytest.mark.parametrize(
    ("places", "words"),
    [
        ([("LIG", i) for i in (1, 1, 1)], "all 3 atoms of LIG A 1 lie in one point"),
        ([("HOH", i) for i in range(20)], "19 of 20 atoms repeat another's place"),
    ],
)
def test_collapsed_coordinates(tmp_path: Path, places: list[tuple[str, int]], words: str) -> None:
    lines = [atom(f"O{i}", name, number, element="O") for i, (name, number) in enumerate(places)]
    with pytest.raises(ReadError, match=words):
        read(tmp_path, lines)
