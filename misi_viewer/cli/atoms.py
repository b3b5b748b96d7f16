"""Print every atom with its IDATM type, and the bonds, of each complex.

One JSON object a line: {"id", "pocket": {"atoms", "bonds"}, "ligand": {...}},
an atom being [chain, residue number, insertion code, residue name, atom name,
element, IDATM type] and a bond a pair of positions in that list. Chain breaks
and metal coordination are not bonds.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.idatm import atom_types
from misi_viewer.chem.structure import Structure
from misi_viewer.cli.complexes import add_complex_arguments, for_each_complex, print_json_line

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_complex_arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Print the atoms of each complex."""
    return for_each_complex(options, _print_atoms)


def _print_atoms(complex_: Complex) -> None:
    print_json_line(
        {"id": complex_.id, "pocket": _describe(complex_.pocket), "ligand": _describe(complex_.ligand)},
    )


def _describe(structure: Structure) -> dict[str, Any]:
    residues, of = structure.residues, structure.residue_of_atom
    columns = (
        residues.chains[of],
        residues.numbers[of],
        residues.insertion_codes[of],
        residues.names[of],
        structure.names,
        np.array(SYMBOLS)[structure.elements],
        atom_types(structure),
    )
    atoms = [list(row) for row in zip(*(column.tolist() for column in columns), strict=True)]
    return {"atoms": atoms, "bonds": structure.bonds.tolist()}
