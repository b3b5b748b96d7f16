"""From an atom table to a structure: bonds, chosen positions, merged copies."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from misi_viewer.chem.atom_table import AtomTable
from misi_viewer.chem.structure import Structure

__all__ = ["finish"]


def finish(table: AtomTable, path: Path) -> Structure:
    """Make the bonds of a table, choose among alternative positions, and merge copies.

    Parameters
    ----------
    table
        What the file says.
    path
        The file, for messages.
    """
    charges = np.zeros(len(table), dtype=np.int8)
    for row, charge in table.formal_charges.items():
        charges[row] = charge
    rows = np.array(table.position_of_atom, dtype=np.intp)
    return Structure(
        name=table.name,
        coordinates=table.positions[rows],
        elements=np.array(table.elements, dtype=np.uint8),
        names=np.array(table.names, dtype=np.str_),
        residue_of_atom=np.array(table.residue_of_atom, dtype=np.int32),
        residues=table.residues.arrays(),
        occupancies=table.occupancies[rows],
        b_factors=table.b_factors[rows],
        formal_charges=charges,
    )
