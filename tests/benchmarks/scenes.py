"""Complexes of a wanted number of atoms, made from the demo ones, and how they are turned."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.structure import Residues, Structure
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo"
DEGREES = 7
"""By which the complex is turned from picture to picture."""

SPACING = 24.0
"""Angstrom from one copy of a pocket to the next: they overlap a little, as residues of one pocket do."""


def count(complex_: Complex) -> int:
    """Return how many atoms are displayed."""
    return len(displayed_atoms(complex_, Shot()))


def complex_of(atoms: int) -> Complex:
    """Return a complex that displays about so many atoms."""
    whole = load_complex(DEMO / ("1of6" if atoms < 400 else "1s3v"))
    if atoms < count(whole):
        return trimmed(whole, atoms)
    copies = max(1, round((atoms - count(whole)) / (count(whole) - len(whole.ligand))) + 1)
    return replace(whole, pocket=laid_out(whole.pocket, copies))


def trimmed(complex_: Complex, atoms: int) -> Complex:
    """Return the complex without the residues that are farthest from its ligand."""
    pocket = complex_.pocket
    distance = np.linalg.norm(pocket.coordinates - complex_.ligand.coordinates.mean(axis=0), axis=1)
    nearest = np.full(len(pocket.residues), np.inf)
    np.minimum.at(nearest, pocket.residue_of_atom, distance)
    heavy = np.bincount(pocket.residue_of_atom[~pocket.is_hydrogen], minlength=len(nearest))
    order = np.argsort(nearest)
    kept = order[np.cumsum(heavy[order]) <= atoms - len(complex_.ligand)]
    return replace(complex_, pocket=pocket.subset(np.isin(pocket.residue_of_atom, kept)))


def laid_out(structure: Structure, copies: int) -> Structure:
    """Return a structure several times, on a cubic lattice."""
    side = int(np.ceil(copies ** (1 / 3) - 1e-9))
    cells = np.array(np.unravel_index(np.arange(copies), (side, side, side))).T[:, ::-1] * SPACING
    atoms, residues, table = len(structure), len(structure.residues), structure.residues

    def pairs(links: np.ndarray) -> np.ndarray:
        return (links[None] + atoms * np.arange(copies)[:, None, None]).reshape(-1, 2).astype(np.int32)

    columns = (table.names, table.numbers, table.insertion_codes, table.chains, table.hetero)
    return Structure(
        structure.name,
        (structure.coordinates[None] + cells[:, None]).reshape(-1, 3),
        np.tile(structure.elements, copies),
        np.tile(structure.names, copies),
        (structure.residue_of_atom[None] + residues * np.arange(copies)[:, None]).ravel().astype(np.int32),
        Residues(*(np.tile(column, copies) for column in columns)),
        bonds=pairs(structure.bonds),
        missing_links=pairs(structure.missing_links),
        metal_links=pairs(structure.metal_links),
    )


def turning_shots(number: int, **settings: object) -> Iterator[Shot]:
    """Yield shots of a complex that turns about the vertical."""
    for step in range(number):
        yield Shot(commands=f"roll y {step * DEGREES % 360}", **settings)
