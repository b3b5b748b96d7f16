"""List what --ligand can choose: the ligands of structure files, the molecules of ligand files."""

from __future__ import annotations

import argparse
from pathlib import Path

from misi_viewer.chem.ligands import find_ligands
from misi_viewer.chem.molecules import molecule_label
from misi_viewer.chem.readers import all_structures
from misi_viewer.chem.source import read_source
from misi_viewer.errors import ReadError

__all__ = ["add_arguments", "run"]

LIGAND_FORMATS = (".mol2", ".sdf", ".sd", ".mol")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a structure file, or a ligand file with molecules")


def run(options: argparse.Namespace) -> int:
    """Print a line for each ligand or molecule: what chooses it, and its number of heavy atoms.

    Raises
    ------
    ReadError
        If the file cannot be read or holds no ligand.
    """
    source = read_source(options.file)
    structures = all_structures(source)
    if source.suffix in LIGAND_FORMATS:
        rows = [
            (molecule_label(number, molecule), int((molecule.elements > 1).sum()))
            for number, molecule in enumerate(structures, start=1)
        ]
    else:
        rows = [(ligand.selector, ligand.heavy_atoms) for ligand in find_ligands(structures[0])]
    if not rows:
        raise ReadError(options.file, "no ligand was found in it; name a pocket and a ligand file as POCKET+LIGAND")
    for label, heavy_atoms in rows:
        print(f"{label}\t{heavy_atoms} heavy atoms")
    return 0
