"""A molecule as numpy arrays: one row per atom, residue and bond."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Residues", "Structure"]

StrArray = NDArray[np.str_]
IntArray = NDArray[np.int32]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]


def _no_pairs() -> IntArray:
    return np.empty((0, 2), dtype=np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class Residues:
    """The residues of a structure, in file order.

    Residues are consecutive runs of the file, so two of them may share chain
    and number (blank chains repeat numbers).

    Attributes
    ----------
    names
        (r,) residue names, upper case.
    numbers
        (r,) int32 residue numbers as in the file.
    insertion_codes
        (r,) one upper-case letter or "".
    chains
        (r,) chain identifiers; a blank one is " ".
    hetero
        (r,) True where the residue came as HETATM (or its like).
    """

    names: StrArray
    numbers: IntArray
    insertion_codes: StrArray
    chains: StrArray
    hetero: BoolArray

    def __len__(self) -> int:
        return len(self.names)

    def take(self, rows: IntArray) -> Residues:
        """Return the given rows as a new table."""
        return Residues(
            self.names[rows],
            self.numbers[rows],
            self.insertion_codes[rows],
            self.chains[rows],
            self.hetero[rows],
        )


@dataclass(frozen=True, eq=False, slots=True)
class Structure:
    """Atoms, residues and bonds of one molecule or pocket.

    Rows stand in file order, hydrogens and solvent included. Of alternative
    positions only the chosen one is kept (spec readers.md section 1).

    Attributes
    ----------
    name
        Molecule name or file name, for people.
    coordinates
        (n, 3) float64, angstrom.
    elements
        (n,) uint8 atomic numbers; 0 where unknown.
    names
        (n,) atom names.
    residue_of_atom
        (n,) int32 row of ``residues``, not necessarily contiguous.
    residues
        The residue table.
    bonds
        (m, 2) int32 atom rows, in the order in which bonds were made.
    bond_orders
        (m,) uint8: 1, 2, 3, 4 for aromatic, 0 where the file gives none. Never
        used for typing or drawing.
    missing_links
        (k, 2) int32: missing-structure links (chain breaks); not bonds.
    metal_links
        (j, 2) int32: metal coordination; not bonds.
    occupancies, b_factors
        (n,) float32.
    formal_charges
        (n,) int8 as the file gives them; 0 otherwise.
    """

    name: str
    coordinates: FloatArray
    elements: NDArray[np.uint8]
    names: StrArray
    residue_of_atom: IntArray
    residues: Residues
    bonds: IntArray = field(default_factory=_no_pairs)
    bond_orders: NDArray[np.uint8] = field(default_factory=lambda: np.empty(0, dtype=np.uint8))
    missing_links: IntArray = field(default_factory=_no_pairs)
    metal_links: IntArray = field(default_factory=_no_pairs)
    occupancies: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, dtype=np.float32))
    b_factors: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, dtype=np.float32))
    formal_charges: NDArray[np.int8] = field(default_factory=lambda: np.empty(0, dtype=np.int8))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def is_hydrogen(self) -> BoolArray:
        """(n,) True for hydrogen and deuterium."""
        hydrogen: BoolArray = self.elements == 1
        return hydrogen

    def residue_atoms(self) -> Iterator[IntArray]:
        """Yield the atom rows of each residue, in residue order."""
        order = np.argsort(self.residue_of_atom, kind="stable").astype(np.int32)
        ends = np.searchsorted(self.residue_of_atom[order], np.arange(len(self.residues) + 1))
        for start, end in pairwise(ends):
            yield order[start:end]

    def subset(self, keep: BoolArray) -> Structure:
        """Return the atoms where `keep` is True, with the links among them.

        Parameters
        ----------
        keep
            (n,) boolean mask.
        """
        row = np.cumsum(keep, dtype=np.int32) - 1
        residues, residue_of_atom = np.unique(self.residue_of_atom[keep], return_inverse=True)

        def pairs(links: IntArray) -> tuple[IntArray, BoolArray]:
            inside: BoolArray = keep[links[:, 0]] & keep[links[:, 1]]
            return row[links[inside]].astype(np.int32), inside

        def column(values: NDArray[Any]) -> NDArray[Any]:
            return values[keep] if len(values) else values

        bonds, inside = pairs(self.bonds)
        return replace(
            self,
            coordinates=self.coordinates[keep],
            elements=self.elements[keep],
            names=self.names[keep],
            residue_of_atom=residue_of_atom.astype(np.int32),
            residues=self.residues.take(residues),
            bonds=bonds,
            bond_orders=self.bond_orders[inside] if len(self.bond_orders) else self.bond_orders,
            missing_links=pairs(self.missing_links)[0],
            metal_links=pairs(self.metal_links)[0],
            occupancies=column(self.occupancies),
            b_factors=column(self.b_factors),
            formal_charges=column(self.formal_charges),
        )
