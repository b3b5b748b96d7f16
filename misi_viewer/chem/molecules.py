"""The molecules of a ligand file: listed, and one of them chosen."""

from __future__ import annotations

import re
from typing import Final

from misi_viewer.chem.readers import all_structures, first_structure
from misi_viewer.chem.source import Source
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

__all__ = ["choose_molecule", "count_molecules", "molecule_label"]

_RECORD_ENDS: Final = {
    ".mol2": re.compile(r"^@<TRIPOS>MOLECULE\b", re.MULTILINE),
    ".sdf": re.compile(r"^\$\$\$\$[^\S\n]*\n(?=[^\n]*\n[^\n]*\n[^\n]*\n)", re.MULTILINE),
}
_MOST_LISTED: Final = 12


def count_molecules(source: Source) -> int:
    """Return how many molecules a MOL2 or SDF file seems to hold, without reading them; 1 for other files."""
    if source.suffix == ".mol2":
        return len(_RECORD_ENDS[".mol2"].findall(source.text))
    if source.suffix in (".sdf", ".sd", ".mol"):
        return 1 + len(_RECORD_ENDS[".sdf"].findall(source.text))
    return 1


def molecule_label(number: int, molecule: Structure) -> str:
    """Return ``#3 NAME``: what chooses a molecule, and its name if it has one."""
    return f"#{number} {molecule.name}".rstrip()


def choose_molecule(source: Source, choice: str | None) -> Structure:
    """Return a molecule of a file: the first, or the one chosen by number (``#3``) or name.

    Raises
    ------
    ReadError
        If the file cannot be read, or holds no such molecule; then those it holds are listed.
    """
    if choice is None:
        return first_structure(source)
    molecules = all_structures(source)
    for number, molecule in enumerate(molecules, start=1):
        if choice in (f"#{number}", molecule.name):
            return molecule
    listed = ", ".join(molecule_label(number, molecule) for number, molecule in enumerate(molecules[:_MOST_LISTED], 1))
    more = f" and {len(molecules) - _MOST_LISTED} more" if len(molecules) > _MOST_LISTED else ""
    raise ReadError(source.path, f"there is no molecule {choice!r} in it; choose one of {listed}{more}")
