"""Where a chain begins anew between two residues of a file (spec readers.md section 3)."""

from __future__ import annotations

from typing import Final

from misi_viewer.chem.atom_table import AtomTable

__all__ = ["mark_start"]

_OXT: Final = "OXT"


def mark_start(table: AtomTable, row: int, *, after_break: bool) -> None:
    """Tell whether residue `row`, the newest, begins a run; repair runs that HETATM residues before it broke.

    Parameters
    ----------
    table
        With the atoms of all residues before `row`.
    row
        The newest residue.
    after_break
        Whether the file says so itself (TER).
    """
    table.residues.starts[row] = _starts(table, row, after_break=after_break)


def _starts(table: AtomTable, row: int, *, after_break: bool) -> bool:
    residues = table.residues
    before = row - 1
    if before < 0 or after_break or residues.chains[before] != residues.chains[row]:
        return True
    if _breaks_chain(table, row):
        return True
    if _breaks_chain(table, before):
        if residues.chains[row] != " ":
            _repair(table, before)
        return False
    ended = any(table.names[atom] == _OXT for atom in residues.atoms[before])
    return ended and residues.numbers[row] < residues.numbers[before]


def _breaks_chain(table: AtomTable, row: int) -> bool:
    return table.residues.hetero[row] and row not in table.residues.modified


def _repair(table: AtomTable, row: int) -> None:
    """Take back the breaks before the HETATM residues that end at `row`, within their chain."""
    residues = table.residues
    while row > 0 and _breaks_chain(table, row) and residues.chains[row - 1] == residues.chains[row]:
        if not residues.starts[row]:
            break
        residues.starts[row] = False
        row -= 1
