"""A Complex: one pocket (or protein) and one ligand."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from misi_viewer.chem.structure import Structure

__all__ = ["Complex", "SourceFile"]


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that a complex was read from.

    Attributes
    ----------
    name
        File name without folders.
    sha256
        Hexadecimal digest of the file's bytes as they lie on disk.
    path
        Where it was found; never written into a picture.
    role
        "pocket", "ligand", "names" (a mol2 whose names are laid over an sdf)
        or "structure" (both parts in one file).
    """

    name: str
    sha256: str
    path: Path
    role: str


@dataclass(frozen=True, eq=False, slots=True)
class Complex:
    """One pocket and one ligand, as read from files.

    Attributes
    ----------
    id
        The folder's name, else the pocket's file name without endings.
    pocket, ligand
        The two parts.
    sources
        The files they came from.
    ligand_choice
        Which ligand of a structure file, or which molecule of a ligand file
        with several, was taken (as given to ``--ligand``); "" where there was
        no choice.
    notes
        Sentences for the user about what was read.
    """

    id: str
    pocket: Structure
    ligand: Structure
    sources: tuple[SourceFile, ...]
    ligand_choice: str = ""
    notes: tuple[str, ...] = ()
