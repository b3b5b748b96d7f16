"""The table of hydrogen bonds, and its CSV."""

from __future__ import annotations

import csv
import io
import json

from misi_viewer.chem.complex import Complex
from misi_viewer.session.bond_list import COLUMNS, CSV_TITLES, bonds_csv, find_bond_rows


def test_columns_say_what_part_of_the_bond_they_show(demo: Complex) -> None:
    row = find_bond_rows(demo)[0]
    texts = [column.text(row) for column in COLUMNS]
    assert texts[0].split()[0] in demo.pocket.residues.names
    assert texts[1] == demo.pocket.names[row.bond.pocket_atom]
    assert texts[2] == demo.ligand.names[row.bond.ligand_atom]
    assert texts[3] == f"{row.distance:.2f}"
    assert texts[5:] == [row.donor, "strict" if row.strict else "relaxed"]


def test_every_column_sorts(demo: Complex) -> None:
    rows = find_bond_rows(demo)
    for column in COLUMNS:
        keys = sorted(map(column.key, rows))
        assert len(keys) == len(rows)


def test_csv_reads_back(demo: Complex) -> None:
    rows = find_bond_rows(demo)
    assert rows
    read = list(csv.DictReader(io.StringIO(bonds_csv(demo, rows))))
    assert tuple(read[0]) == CSV_TITLES
    for line, row in zip(read, rows, strict=True):
        assert f"{line['residue_name']} {line['residue_number']}{line['insertion_code']} {line['chain']}" == row.residue
        assert int(line["ligand_atom_index"]) == row.bond.ligand_atom
        assert float(line["distance"]) == round(row.distance, 3)
        assert json.loads(line["strict"]) is row.strict
