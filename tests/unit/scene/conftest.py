"""A complex small enough to know by heart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import atomic_number
from misi_viewer.chem.structure import Residues, Structure

Atom = tuple[str, str, tuple[str, int, str, str], tuple[float, float, float]]


def make_structure(
    atoms: Sequence[Atom], bonds: Sequence[tuple[int, int]] = (), missing: Sequence[tuple[int, int]] = ()
) -> Structure:
    """Return a structure of (name, element, (chain, number, insertion code, residue), place) rows."""
    runs: list[tuple[str, int, str, str]] = []
    rows = []
    for _, _, residue, _ in atoms:
        if not runs or runs[-1] != residue:
            runs.append(residue)
        rows.append(len(runs) - 1)
    chains, numbers, codes, names = zip(*runs, strict=True)
    return Structure(
        name="made",
        coordinates=np.array([place for *_, place in atoms], dtype=np.float64),
        elements=np.array([atomic_number(element) for _, element, _, _ in atoms], dtype=np.uint8),
        names=np.array([name for name, *_ in atoms]),
        residue_of_atom=np.array(rows, dtype=np.int32),
        residues=Residues(
            np.array(names),
            np.array(numbers, dtype=np.int32),
            np.array(codes),
            np.array(chains),
            np.zeros(len(runs), dtype=np.bool_),
        ),
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
        missing_links=np.array(missing, dtype=np.int32).reshape(-1, 2),
    )


ALA = ("A", 1, "", "ALA")
WATER = ("A", 90, "", "HOH")
GLY = ("A", 2, "B", "GLY")
SER = ("A", 9, "", "SER")
ZINC = ("B", 7, "", "ZN")
DRUG = (" ", 1, "", "MOL")

POCKET_ATOMS: list[Atom] = [
    ("N", "N", ALA, (0, 0, 0)),
    ("H", "H", ALA, (0, -1, 0)),
    ("CA", "C", ALA, (1.5, 0, 0)),
    ("C", "C", ALA, (2, 1.4, 0)),
    ("O", "O", WATER, (9, 9, 9)),
    ("N", "N", GLY, (3.3, 1.5, 0)),
    ("CA", "C", GLY, (4, 2.8, 0)),
    ("O", "O", WATER, (9, 0, 9)),
    ("CA", "C", SER, (6, 5, 2)),
    ("OG", "O", SER, (6, 6.4, 2)),
    ("HG", "H", SER, (6.9, 6.8, 2)),
    ("ZN", "Zn", ZINC, (3, 3, 6)),
]
POCKET_BONDS = [(0, 1), (0, 2), (3, 2), (3, 5), (5, 6), (8, 9), (9, 10)]
LIGAND_ATOMS: list[Atom] = [
    ("C1", "C", DRUG, (1, 2, 3)),
    ("O1", "O", DRUG, (2.4, 2, 3)),
    ("H1", "H", DRUG, (2.8, 2.9, 3)),
    ("", "N", DRUG, (0.2, 3.2, 3)),
]
LIGAND_BONDS = [(0, 1), (1, 2), (0, 3)]


@pytest.fixture
def small() -> Complex:
    pocket = make_structure(POCKET_ATOMS, POCKET_BONDS, missing=[(6, 8)])
    return Complex("small", pocket, make_structure(LIGAND_ATOMS, LIGAND_BONDS), ())


@pytest.fixture
def structure_of() -> Callable[..., Structure]:
    """Return the maker of structures."""
    return make_structure


@pytest.fixture
def make() -> Callable[..., Complex]:
    """Return a maker of complexes with the given pocket and the usual ligand."""

    def complex_of(atoms: Sequence[Atom], bonds: Sequence[tuple[int, int]] = ()) -> Complex:
        return Complex("made", make_structure(atoms, bonds), make_structure(LIGAND_ATOMS, LIGAND_BONDS), ())

    return complex_of
