"""mmCIF and BinaryCIF: author's names, runs, declared links, component entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from pdb_lines import bonds, metal, missing, pair

from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

COLUMNS = (
    "group_PDB id type_symbol label_atom_id label_alt_id label_comp_id label_asym_id label_entity_id label_seq_id "
    "pdbx_PDB_ins_code Cartn_x Cartn_y Cartn_z occupancy B_iso_or_equiv auth_seq_id auth_asym_id pdbx_PDB_model_num"
)
ENTITIES = "loop_\n_entity.id\n_entity.type\n1 polymer\n2 non-polymer\n3 water\n"

Row = dict[str, Any]


def site(name: str, comp: str, x: float, **values: Any) -> Row:
    row: Row = {
        "group_PDB": "ATOM", "id": 1, "type_symbol": name[0], "label_atom_id": name, "label_alt_id": ".",
        "label_comp_id": comp, "label_asym_id": "A", "label_entity_id": 1, "label_seq_id": 1, "pdbx_PDB_ins_code": "?",
        "Cartn_x": x, "Cartn_y": 0, "Cartn_z": 0, "occupancy": 1, "B_iso_or_equiv": 10, "auth_seq_id": 1,
        "auth_asym_id": "A", "pdbx_PDB_model_num": 1,
    }  # fmt: skip
    return row | values


def alanine(number: int, x: float, **values: Any) -> list[Row]:
    options = {"label_seq_id": number, "auth_seq_id": number, **values}
    comp = options.pop("comp", "ALA")
    return [site(name, comp, x + step, **options) for name, step in (("N", 0.0), ("CA", 1.46), ("C", 2.5))]


def text(rows: list[Row], extra: str = ENTITIES, columns: str = COLUMNS) -> str:
    names = columns.split()
    loop = "loop_\n" + "\n".join(f"_atom_site.{name}" for name in names)
    return f"data_test\n{extra}{loop}\n" + "\n".join(" ".join(str(row[name]) for name in names) for row in rows) + "\n"


def read(tmp_path: Path, contents: str) -> list[Structure]:
    path = tmp_path / "entry.cif"
    path.write_text(contents)
    return read_structures(path)


def test_authors_names_and_numbers_come_first(tmp_path: Path) -> None:
    rows = [site("CA", "ALA", 1.5, label_seq_id=7, auth_seq_id=42, auth_asym_id="HH", pdbx_PDB_ins_code="b")]
    (structure,) = read(tmp_path, text(rows))
    table = structure.residues
    assert (table.chains[0], table.numbers[0], table.insertion_codes[0]) == ("HH", 42, "B")
    without = COLUMNS.replace(" auth_seq_id auth_asym_id", "")
    (structure,) = read(tmp_path, text(rows, columns=without))
    assert (structure.residues.chains[0], structure.residues.numbers[0]) == ("A", 7)


def test_quotes_uncertainties_and_missing_values(tmp_path: Path) -> None:
    rows = [site("O", "A", "1.25(3)", label_atom_id='"O5\'"', occupancy="?", B_iso_or_equiv=".")]
    (structure,) = read(tmp_path, text(rows))
    assert structure.names[0] == "O5'"
    assert structure.coordinates[0, 0] == 1.25
    assert (structure.occupancies[0], structure.b_factors[0]) == (1.0, 0.0)


def test_models_and_blocks(tmp_path: Path) -> None:
    rows = alanine(1, 0.0) + alanine(1, 0.0, pdbx_PDB_model_num=2)[:2]
    both = text(rows) + text(alanine(1, 0.0)).replace("data_test", "data_other")
    assert [len(structure) for structure in read(tmp_path, both)] == [3, 2, 3]


def test_alternative_positions(tmp_path: Path) -> None:
    rows = [site("CB", "ALA", x, label_alt_id=a, occupancy=o) for a, x, o in (("A", 1.0, 0.3), ("B", 2.0, 0.7))]
    assert read(tmp_path, text(rows))[0].coordinates[:, 0].tolist() == [2.0]


def test_chain_links_and_gaps(tmp_path: Path) -> None:
    rows = alanine(1, 0.0) + alanine(2, 3.8) + alanine(9, 30.0)
    (structure,) = read(tmp_path, text(rows))
    assert pair("1.C", "2.N") in bonds(structure)
    assert missing(structure) == {pair("2.C", "9.N")}


def test_another_entity_instance_begins_a_run(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, text(alanine(1, 0.0) + alanine(2, 3.8, label_asym_id="B")))
    assert pair("1.C", "2.N") not in bonds(structure)


@pytest.mark.parametrize(("entity", "linked"), [(1, True), (2, False)])
def test_hetero_residues_of_a_polymer_stay_in_the_chain(tmp_path: Path, entity: int, linked: bool) -> None:
    rows = alanine(1, 0.0) + alanine(2, 30.0, comp="MSE", group_PDB="HETATM", label_entity_id=entity)
    assert (pair("1.C", "2.N") in bonds(read(tmp_path, text(rows))[0])) is linked


def test_chain_kinds_that_the_file_declares(tmp_path: Path) -> None:
    rows = alanine(1, 0.0) + alanine(2, 30.0, comp="DAL", group_PDB="HETATM")
    kinds = "loop_\n_chem_comp.id\n_chem_comp.type\nDAL 'D-peptide linking'\nALA 'L-peptide linking'\n"
    assert pair("1.C", "2.N") in bonds(read(tmp_path, text(rows, ENTITIES + kinds))[0])
    assert pair("1.C", "2.N") not in bonds(read(tmp_path, text(rows))[0])


def test_bonds_that_the_file_gives_for_a_kind_of_residue(tmp_path: Path) -> None:
    rows = [
        site(n, "LIG", x, group_PDB="HETATM", label_entity_id=2)
        for n, x in (("C1", 0), ("C2", 1.5), ("C3", 9), ("X4", 10.4))
    ]
    given = (
        "loop_\n_chem_comp_bond.comp_id\n_chem_comp_bond.atom_id_1\n_chem_comp_bond.atom_id_2\nLIG C1 C3\nLIG C2 C9\n"
    )
    rows[3]["type_symbol"] = "C"
    assert bonds(read(tmp_path, text(rows, given))[0]) == {pair("1.C1", "1.C3"), pair("1.C3", "1.X4")}


@pytest.mark.parametrize(
    ("kind", "symmetry", "bonded", "coordinated"),
    [("covale", "1_555", 1, 0), ("disulf", "?", 1, 0), ("metalc", "1_555", 0, 1), ("hydrog", "1_555", 0, 0),
     ("covale", "2_555", 0, 0)],
)  # fmt: skip
def test_declared_links(tmp_path: Path, kind: str, symmetry: str, bonded: int, coordinated: int) -> None:
    rows = [
        site("SG", "CYS", 0, auth_seq_id=5),
        site("ZN", "ZN", 2.3, auth_seq_id=9, group_PDB="HETATM", label_asym_id="B", type_symbol="S", label_entity_id=2),
    ]
    one = "?" if symmetry == "?" else "1_555"
    names = (
        "conn_type_id ptnr1_auth_asym_id ptnr1_auth_seq_id ptnr1_label_atom_id ptnr1_symmetry "
        "ptnr2_auth_asym_id ptnr2_auth_seq_id ptnr2_label_atom_id ptnr2_symmetry"
    )
    loop = "loop_\n" + "".join(f"_struct_conn.{name}\n" for name in names.split())
    link = f"{loop}{kind} A 5 SG {one} A 9 ZN {symmetry}\n{kind} A 5 XX {one} A 9 ZN {symmetry}\n"
    (structure,) = read(tmp_path, text(rows, link))
    assert len(bonds(structure)) == bonded
    assert len(metal(structure)) == coordinated


COMPONENT = """data_LIG
loop_
_chem_comp_atom.comp_id
_chem_comp_atom.atom_id
_chem_comp_atom.type_symbol
_chem_comp_atom.charge
_chem_comp_atom.model_Cartn_x
_chem_comp_atom.model_Cartn_y
_chem_comp_atom.model_Cartn_z
_chem_comp_atom.pdbx_model_Cartn_x_ideal
_chem_comp_atom.pdbx_model_Cartn_y_ideal
_chem_comp_atom.pdbx_model_Cartn_z_ideal
LIG C1 C 0 0.0 0 0 1.0 0 0
LIG N1 N 1 1.5 0 0 9.0 0 0
LIG C2 C 0 3.0 0 0 5.0 0 0
loop_
_chem_comp_bond.comp_id
_chem_comp_bond.atom_id_1
_chem_comp_bond.atom_id_2
LIG C1 N1
"""


def test_component_entries(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, COMPONENT)
    assert structure.coordinates[:, 0].tolist() == [0.0, 1.5, 3.0]
    assert structure.formal_charges.tolist() == [0, 1, 0]
    assert structure.residues.names.tolist() == ["LIG"]
    assert pair("1.C1", "1.N1") in bonds(structure)
    ideal = COMPONENT.replace("1.5 0 0 9.0", "? ? ? 9.0")
    assert read(tmp_path, ideal)[0].coordinates[:, 0].tolist() == [1.0, 9.0, 5.0]


@pytest.mark.parametrize(
    ("contents", "words"),
    [
        ("data_x\n_cell.length_a 1\n", "no atoms with coordinates"),
        ("data_x\nloop_\n_atom_site.id\n_atom_site.Cartn_x\n1 2 3\n", "CIF syntax is broken .*; the file is damaged"),
        ("data_x\nloop_\n_atom_site.id\n_atom_site.fract_x\n1 2\n", "no Cartesian coordinates"),
        (text([site("C", "ALA", "nan")]), 'x coordinate of atom 1 is "nan"'),
        (text([site("C", "ALA", "?")]), 'x coordinate of atom 1 is "nan"'),
        (COMPONENT.replace("1.5 0 0 9.0", "? ? ? ?"), "no atoms with coordinates"),
        ("data_x\nloop_\n_atom_site.id\n_cell.a\n1 2\n", "_atom_site is damaged"),
    ],
)
def test_errors(tmp_path: Path, contents: str, words: str) -> None:
    with pytest.raises(ReadError, match=words):
        read(tmp_path, contents)


# BinaryCIF: every encoding, written here by hand.
def plain(values: np.ndarray, code: int) -> Row:
    return {"data": values.tobytes(), "encoding": [{"kind": "ByteArray", "type": code}]}


def ints(*values: int) -> Row:
    return plain(np.array(values, dtype="<i4"), 3)


def with_encoding(data: Row, *encodings: Row) -> Row:
    return {"data": data["data"], "encoding": [*encodings, *data["encoding"]]}


def strings(texts: list[str]) -> Row:
    kinds = sorted(set(texts))
    offsets = np.cumsum([0, *map(len, kinds)]).astype("<i4")
    rows = np.array([kinds.index(text) for text in texts], dtype="<i4")
    return {
        "data": rows.tobytes(),
        "encoding": [
            {
                "kind": "StringArray",
                "dataEncoding": [{"kind": "ByteArray", "type": 3}],
                "stringData": "".join(kinds),
                "offsetEncoding": [{"kind": "ByteArray", "type": 3}],
                "offsets": offsets.tobytes(),
            }
        ],
    }


def binary(tmp_path: Path, columns: dict[str, Any], rows: int) -> list[Structure]:
    listed = [
        {
            "name": name,
            "data": data[0] if isinstance(data, tuple) else data,
            "mask": data[1] if isinstance(data, tuple) else None,
        }
        for name, data in columns.items()
    ]
    block = {"header": "X", "categories": [{"name": "_atom_site", "rowCount": rows, "columns": listed}]}
    path = tmp_path / "entry.bcif"
    path.write_bytes(msgspec.msgpack.encode({"version": "0.3", "encoder": "test", "dataBlocks": [block]}))
    return read_structures(path)


@pytest.fixture
def columns() -> dict[str, Any]:
    fixed = {"kind": "FixedPoint", "factor": 100, "srcType": 33}
    delta = {"kind": "Delta", "origin": 0, "srcType": 3}
    return {
        "Cartn_x": with_encoding(ints(0, 146, 104), fixed, delta),
        "Cartn_y": {
            "data": np.array([0, 128, 255], dtype="<u1").tobytes(),
            "encoding": [
                {"kind": "IntervalQuantization", "min": 0.0, "max": 2.55, "numSteps": 256, "srcType": 33},
                {"kind": "ByteArray", "type": 4},
            ],
        },
        "Cartn_z": plain(np.array([1, 2, 3], dtype="<f4"), 32),
        "label_atom_id": strings(["N", "CA", "C"]),
        "type_symbol": strings(["N", "C", "C"]),
        "label_comp_id": strings(["ALA"] * 3),
        "auth_asym_id": strings(["A"] * 3),
        "auth_seq_id": with_encoding(ints(300, 3), {"kind": "RunLength", "srcType": 3, "srcSize": 3}),
        "label_seq_id": {
            "data": np.array([127, 127, 46, 1, -128, 0], dtype="<i1").tobytes(),
            "encoding": [
                {"kind": "IntegerPacking", "byteCount": 1, "isUnsigned": False, "srcSize": 3},
                {"kind": "ByteArray", "type": 1},
            ],
        },
        "pdbx_PDB_ins_code": (strings(["X"] * 3), plain(np.array([2, 2, 2], dtype="<u1"), 4)),
    }


def test_binary_encodings(tmp_path: Path, columns: dict[str, Any]) -> None:
    (structure,) = binary(tmp_path, columns, 3)
    assert np.allclose(structure.coordinates, [[0, 0, 1], [1.46, 1.28, 2], [2.5, 2.55, 3]])
    assert structure.names.tolist() == ["N", "CA", "C"]
    assert structure.residues.numbers.tolist() == [300]
    assert structure.residues.insertion_codes.tolist() == [""]


def test_integer_packing(tmp_path: Path, columns: dict[str, Any]) -> None:
    columns["auth_seq_id"] = columns["label_seq_id"]
    assert binary(tmp_path, columns, 3)[0].residues.numbers.tolist() == [300, 1, -128]


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("auth_seq_id", with_encoding(ints(300, 2**31 - 1), {"kind": "RunLength", "srcType": 3, "srcSize": 3})),
        ("auth_seq_id", ints(1, 2)),
        ("Cartn_x", with_encoding(ints(1, 2, 3), {"kind": "Unheard"})),
        ("Cartn_x", {"data": b"123", "encoding": [{"kind": "ByteArray", "type": 3}]}),
        ("label_atom_id", strings(["N"]) | {"data": b"\x09\0\0\0" * 3}),
        ("Cartn_x", strings(["N"] * 3)),
        ("auth_seq_id", None),
    ],
)
def test_damaged_binary_columns(tmp_path: Path, columns: dict[str, Any], column: str, value: Any) -> None:
    columns[column] = value
    with pytest.raises(ReadError, match=r"damaged|no usable number"):
        binary(tmp_path, columns, 3)
