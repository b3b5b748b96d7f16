"""Small molecules with coordinates, and rigid moves, for the tests of atom types and hydrogen bonds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np
from rdkit import Chem
from rdkit.Chem import AllChem

from misi_viewer.chem.elements import atomic_number
from misi_viewer.chem.structure import Residues, Structure


def structure(
    symbols: Sequence[str],
    coordinates: Sequence[Sequence[float]],
    bonds: Sequence[tuple[int, int]] = (),
    *,
    names: Sequence[str] | None = None,
    residues: Sequence[tuple[str, int]] = (("UNL", 1),),
    residue_of_atom: Sequence[int] | None = None,
    missing_links: Sequence[tuple[int, int]] = (),
    metal_links: Sequence[tuple[int, int]] = (),
) -> Structure:
    """Return a structure from symbols, positions and bonds."""
    count = len(symbols)
    return Structure(
        name="test",
        coordinates=np.array(coordinates, dtype=np.float64).reshape(count, 3),
        elements=np.array([atomic_number(symbol) for symbol in symbols], dtype=np.uint8),
        names=np.array(names if names is not None else [f"{s}{i}" for i, s in enumerate(symbols)]),
        residue_of_atom=np.array(residue_of_atom or [0] * count, dtype=np.int32),
        residues=Residues(
            np.array([name for name, _ in residues]),
            np.array([number for _, number in residues], dtype=np.int32),
            np.array([""] * len(residues)),
            np.array(["A"] * len(residues)),
            np.zeros(len(residues), dtype=np.bool_),
        ),
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
        missing_links=np.array(missing_links, dtype=np.int32).reshape(-1, 2),
        metal_links=np.array(metal_links, dtype=np.int32).reshape(-1, 2),
    )


@lru_cache
def from_smiles(smiles: str, *, hydrogens: bool = True) -> tuple[Structure, dict[int, int]]:
    """Return a molecule with RDKit's coordinates, and the row of each atom that carries a map number.

    Without `hydrogens` they serve the coordinates only, and are taken off again.
    """
    molecule = Chem.AddHs(Chem.MolFromSmiles(smiles))
    marked = {atom.GetAtomMapNum(): atom.GetIdx() for atom in molecule.GetAtoms() if atom.GetAtomMapNum()}
    assert AllChem.EmbedMolecule(molecule, randomSeed=7) == 0
    if AllChem.MMFFHasAllMoleculeParams(molecule):
        AllChem.MMFFOptimizeMolecule(molecule, maxIters=2000)
    built = structure(
        [atom.GetSymbol() for atom in molecule.GetAtoms()],
        molecule.GetConformer().GetPositions(),
        [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in molecule.GetBonds()],
    )
    # RDKit adds the hydrogens behind the other atoms, so rows stay the same.
    return (built if hydrogens else built.subset(~built.is_hydrogen)), marked


def moved(built: Structure, rotation: np.ndarray, shift: np.ndarray) -> Structure:
    """Return a structure rotated about the origin, then shifted."""
    return replace(built, coordinates=built.coordinates @ rotation.T + shift)


def unit(vector: Sequence[float]) -> np.ndarray:
    return np.asarray(vector, dtype=float) / np.linalg.norm(vector)


def any_perpendicular(vector: Sequence[float]) -> np.ndarray:
    direction = unit(vector)
    return unit(np.cross(direction, np.eye(3)[np.argmin(np.abs(direction))]))


def turned(direction: Sequence[float], towards: Sequence[float], degrees: float) -> np.ndarray:
    """Return the unit vector at an angle from a direction, on the side of another vector."""
    along = unit(direction)
    across = unit(np.asarray(towards) - np.dot(towards, along) * along)
    angle = math.radians(degrees)
    return math.cos(angle) * along + math.sin(angle) * across


def rotation_onto(start: Sequence[float], end: Sequence[float]) -> np.ndarray:
    """Return a rotation that takes one direction to another."""
    a, b = unit(start), unit(end)
    axis = np.cross(a, b)
    cosine = float(np.dot(a, b))
    if np.linalg.norm(axis) < 1e-9:
        if cosine > 0:
            return np.eye(3)
        across = any_perpendicular(a)
        return 2.0 * np.outer(across, across) - np.eye(3)
    skew = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    return np.eye(3) + skew + skew @ skew / (1.0 + cosine)


def hydrogen_at(donor: np.ndarray, acceptor: np.ndarray, theta: float, length: float = 1.0) -> np.ndarray:
    """Return where a hydrogen of the donor is if the angle acceptor - hydrogen - donor is `theta`."""
    distance = float(np.linalg.norm(acceptor - donor))
    at_acceptor = math.degrees(math.asin(length * math.sin(math.radians(theta)) / distance))
    direction = turned(acceptor - donor, any_perpendicular(acceptor - donor), 180.0 - theta - at_acceptor)
    return donor + length * direction
