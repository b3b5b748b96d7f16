"""Any supported structure file, told apart by content and ending."""

from __future__ import annotations

from pathlib import Path

from misi_viewer.chem.read_mol2 import read_mol2
from misi_viewer.chem.read_pdb import read_pdb
from misi_viewer.chem.source import Source, read_source
from misi_viewer.chem.structure import Structure

__all__ = ["read_structures", "structures_of"]


def read_structures(path: str | Path) -> list[Structure]:
    """Read all structures of a file, bonds made; the first is the default one.

    Raises
    ------
    ReadError
        Where the file cannot be understood.
    """
    return structures_of(read_source(path))


def structures_of(source: Source) -> list[Structure]:
    """Read all structures of a file that is already in memory."""
    if b"@<TRIPOS>" in source.data:
        return read_mol2(source)
    return read_pdb(source)
