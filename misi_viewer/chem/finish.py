"""From an atom table to a structure: bonds, chosen positions, merged copies."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.altlocs import choose_positions
from misi_viewer.chem.atom_table import AtomTable
from misi_viewer.chem.bonds import Bonds, make_bonds
from misi_viewer.chem.distances import CrowdedError
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

__all__ = ["finish"]

_SEVERAL_ATOMS: Final = 3
_MANY_ATOMS: Final = 20


def finish(table: AtomTable, path: Path) -> Structure:
    """Make the bonds of a table, choose among alternative positions, and merge copies.

    Parameters
    ----------
    table
        What the file says.
    path
        The file, for messages.

    Raises
    ------
    ReadError
        Where so many atoms lie in one place that bonds make no sense.
    """
    try:
        made = make_bonds(table)
    except CrowdedError:
        raise ReadError(path, "thousands of atoms lie in one place; the coordinates are wrong") from None
    choose_positions(table, made.bonds)
    structure = _structure(table, made)
    copies = _copies(structure)
    if not copies.any():
        return structure
    _refuse_collapsed(structure, copies, path)
    return structure.subset(~copies)


def _structure(table: AtomTable, made: Bonds) -> Structure:
    rows = np.array(table.position_of_atom, dtype=np.intp)
    charges = np.zeros(len(table), dtype=np.int8)
    for row, charge in table.formal_charges.items():
        charges[row] = charge
    return Structure(
        name=table.name,
        coordinates=table.positions[rows],
        elements=np.array(table.elements, dtype=np.uint8),
        names=np.array(table.names, dtype=np.str_),
        residue_of_atom=np.array(table.residue_of_atom, dtype=np.int32),
        residues=table.residues.arrays(),
        bonds=_pairs(made.bonds),
        bond_orders=np.zeros(len(made.bonds), dtype=np.uint8),
        missing_links=_pairs(made.missing),
        metal_links=_pairs(made.metal),
        occupancies=table.occupancies[rows],
        b_factors=table.b_factors[rows],
        formal_charges=charges,
    )


def _pairs(pairs: list[tuple[int, int]]) -> NDArray[np.int32]:
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def _copies(structure: Structure) -> NDArray[np.bool_]:
    """Return (n,) True for unbonded atoms that repeat an earlier one's element and coordinates (symmetry copies)."""
    copies = np.zeros(len(structure), dtype=np.bool_)
    bonded = np.zeros(len(structure), dtype=np.bool_)
    bonded[structure.bonds.ravel()] = True
    free = np.flatnonzero(~bonded)
    seen: set[tuple[float, ...]] = set()
    keys = np.column_stack([structure.elements[free], structure.coordinates[free]]).tolist()
    for row, key in zip(free.tolist(), map(tuple, keys), strict=True):
        copies[row] = key in seen
        seen.add(key)
    return copies


def _refuse_collapsed(structure: Structure, copies: NDArray[np.bool_], path: Path) -> None:
    """Raise where a molecule of several atoms, or most of a file, lies in one point: merging would hide that."""
    if len(copies) >= _MANY_ATOMS and copies.sum() > len(copies) // 2:
        raise ReadError(
            path, f"{copies.sum()} of {len(copies)} atoms repeat another's place; the coordinates are wrong"
        )
    for residue, rows in enumerate(structure.residue_atoms()):
        if len(rows) >= _SEVERAL_ATOMS and not np.ptp(structure.coordinates[rows], axis=0).any():
            table = structure.residues
            place = f"{table.names[residue]} {table.chains[residue].strip()} {table.numbers[residue]}".replace(
                "  ", " "
            )
            raise ReadError(path, f"all {len(rows)} atoms of {place} lie in one point; the coordinates are wrong")
