"""What a macromolecule file says about its atoms, before bonds are made and positions chosen."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.structure import Residues

__all__ = ["AtomTable", "ResidueTable"]


@dataclass(slots=True)
class ResidueTable:
    """Residues in file order, one entry each; ``starts`` tells where a new run begins (a chain break in the file)."""

    names: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    insertion_codes: list[str] = field(default_factory=list)
    chains: list[str] = field(default_factory=list)
    hetero: list[bool] = field(default_factory=list)
    starts: list[bool] = field(default_factory=list)
    modified: set[int] = field(default_factory=set)
    """Rows of residues that the file declares as modified polymer residues (MODRES)."""
    atoms: list[list[int]] = field(default_factory=list)
    """Atom rows of each residue."""

    def __len__(self) -> int:
        return len(self.names)

    def add(self, name: str, number: int, insertion_code: str, chain: str, *, hetero: bool, start: bool) -> int:
        """Append a residue and return its row."""
        self.names.append(name)
        self.numbers.append(number)
        self.insertion_codes.append(insertion_code)
        self.chains.append(chain)
        self.hetero.append(hetero)
        self.starts.append(start)
        self.atoms.append([])
        return len(self.names) - 1

    def arrays(self) -> Residues:
        """Return the table as arrays."""
        return Residues(
            names=np.array(self.names, dtype=np.str_),
            numbers=np.array(self.numbers, dtype=np.int32),
            insertion_codes=np.array(self.insertion_codes, dtype="U1"),
            chains=np.array(self.chains, dtype=np.str_),
            hetero=np.array(self.hetero, dtype=np.bool_),
        )


@dataclass(slots=True)
class AtomTable:
    """Atoms in file order, each with one or several positions.

    Attributes
    ----------
    name
        For people.
    residues
        The residue table.
    names, elements, residue_of_atom
        n atom names, atomic numbers (0 unknown), residue rows.
    position_of_atom
        n rows of `positions`: the one read last, which bond making sees.
    alternatives
        For atoms with alternative positions: letter to row of `positions`.
    positions, occupancies, b_factors
        (p, 3) angstrom, (p,), (p,): every position in the file.
    formal_charges
        Atom row to charge, where the file gives one.
    bonds
        Bonds that the file lists (CONECT) as atom rows, in its order.
    connected
        Atoms that have a CONECT record of their own.
    links
        Bonds between residues that the file lists (LINK, SSBOND).
    metal_links
        Metal coordination that the file lists.
    polymer_names
        Residue names that the file declares as "amino" or "nucleic" beyond the known ones.
    component_bonds
        Residue name to pairs of atom names, for residue kinds whose bonds the file defines.
    """

    name: str
    residues: ResidueTable = field(default_factory=ResidueTable)
    names: list[str] = field(default_factory=list)
    elements: list[int] = field(default_factory=list)
    residue_of_atom: list[int] = field(default_factory=list)
    position_of_atom: list[int] = field(default_factory=list)
    alternatives: dict[int, dict[str, int]] = field(default_factory=dict)
    positions: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 3)))
    occupancies: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, dtype=np.float32))
    b_factors: NDArray[np.float32] = field(default_factory=lambda: np.empty(0, dtype=np.float32))
    formal_charges: dict[int, int] = field(default_factory=dict)
    bonds: list[tuple[int, int]] = field(default_factory=list)
    connected: set[int] = field(default_factory=set)
    links: list[tuple[int, int]] = field(default_factory=list)
    metal_links: list[tuple[int, int]] = field(default_factory=list)
    polymer_names: dict[str, str] = field(default_factory=dict)
    component_bonds: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.names)

    def add(self, name: str, element: int, residue: int, position: int) -> int:
        """Append an atom and return its row."""
        row = len(self.names)
        self.names.append(name)
        self.elements.append(element)
        self.residue_of_atom.append(residue)
        self.position_of_atom.append(position)
        self.residues.atoms[residue].append(row)
        return row

    def last_coordinates(self) -> NDArray[np.float64]:
        """Return the (n, 3) positions that were read last, angstrom."""
        return self.positions[self.position_of_atom]
