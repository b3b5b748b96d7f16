"""The table of hydrogen bonds as data: its columns, how they sort, and the table as CSV."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import BondRow, bond_table, find_hydrogen_bonds

__all__ = ["COLUMNS", "BondColumn", "bonds_csv", "find_bond_rows"]

SortKey = str | float | tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class BondColumn:
    """One column.

    Attributes
    ----------
    title
        Over the column; in the CSV too.
    tip
        One sentence that explains it.
    text
        What a bond's cell shows.
    key
        What the column is sorted by.
    is_number
        Whether it is set to the right.
    """

    title: str
    tip: str
    text: Callable[[BondRow], str]
    key: Callable[[BondRow], SortKey]
    is_number: bool = False


def _angle(row: BondRow, digits: int = 1) -> str:
    return "" if row.angle is None else f"{row.angle:.{digits}f}"


def _residue_key(row: BondRow) -> SortKey:
    """Sort as the file does: pocket atoms stand there by residue."""
    return float(row.bond.pocket_atom)


COLUMNS = (
    BondColumn("Residue", "Name, number and chain of the pocket's residue", lambda row: row.residue, _residue_key),
    BondColumn("Atom", "The pocket's atom", lambda row: row.pocket_atom, lambda row: row.pocket_atom),
    BondColumn("Ligand", "The ligand's atom", lambda row: row.ligand_atom, lambda row: row.ligand_atom),
    BondColumn(
        "Å",
        "Distance between the two heavy atoms, angstrom",
        lambda row: f"{row.distance:.2f}",
        lambda row: row.distance,
        is_number=True,
    ),
    BondColumn(
        "Angle",
        "Donor - hydrogen - acceptor, degrees; empty where the file has no hydrogen",
        _angle,
        lambda row: math.inf if row.angle is None else row.angle,
        is_number=True,
    ),
    BondColumn("Donor", "Which side donates the hydrogen", lambda row: row.donor, lambda row: row.donor),
    BondColumn(
        "Rule",
        "Strict: within the tabulated limits; relaxed: only 0.4 Å and 20° beyond them",
        lambda row: "strict" if row.strict else "relaxed",
        lambda row: not row.strict,
    ),
)

CSV_TITLES = (
    "residue_name",
    "residue_number",
    "insertion_code",
    "chain",
    "pocket_atom",
    "ligand_atom",
    "ligand_atom_index",
    "distance",
    "angle",
    "donor",
    "strict",
    "solvent",
)


def find_bond_rows(complex_: Complex) -> list[BondRow]:
    """Return all hydrogen bonds of a complex as rows of the table, those to solvent too."""
    return bond_table(complex_, find_hydrogen_bonds(complex_))


def bonds_csv(complex_: Complex, rows: Iterable[BondRow]) -> str:
    """Return bonds as CSV with a line of titles; residue and numbers in columns of their own."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(CSV_TITLES)
    pocket, residues = complex_.pocket, complex_.pocket.residues
    for row in rows:
        residue = int(pocket.residue_of_atom[row.bond.pocket_atom])
        writer.writerow(
            (
                residues.names[residue],
                residues.numbers[residue],
                residues.insertion_codes[residue],
                str(residues.chains[residue]).strip(),
                row.pocket_atom,
                row.ligand_atom,
                row.bond.ligand_atom,
                f"{row.distance:.3f}",
                _angle(row, 2),
                row.donor,
                str(row.strict).lower(),
                str(row.solvent).lower(),
            )
        )
    return stream.getvalue()
