"""Hydrogen bonds as rows of a table for people to read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds.finder import HydrogenBond, Part

__all__ = ["BondRow", "bond_table"]


@dataclass(frozen=True, slots=True)
class BondRow:
    """One bond in words and numbers.

    Attributes
    ----------
    residue
        Name, number with insertion code, and chain: ``ARG 52A A``.
    pocket_atom, ligand_atom
        Atom names.
    distance
        Between the heavy atoms, angstrom.
    angle
        Donor - hydrogen - acceptor, degrees; None where the file has no hydrogen.
    donor
        Which part donates.
    strict
        Whether it needs no relaxation.
    solvent
        Whether the pocket's atom is solvent.
    bond
        The bond itself.
    """

    residue: str
    pocket_atom: str
    ligand_atom: str
    distance: float
    angle: float | None
    donor: Part
    strict: bool
    solvent: bool
    bond: HydrogenBond


def bond_table(complex_: Complex, bonds: Iterable[HydrogenBond]) -> list[BondRow]:
    """Return the bonds as rows, in their order."""
    return [_row(complex_, bond) for bond in bonds]


def _row(complex_: Complex, bond: HydrogenBond) -> BondRow:
    pocket, residues = complex_.pocket, complex_.pocket.residues
    row = int(pocket.residue_of_atom[bond.pocket_atom])
    number = f"{residues.numbers[row]}{residues.insertion_codes[row]}"
    return BondRow(
        residue=f"{residues.names[row]} {number} {residues.chains[row]}".rstrip(),
        pocket_atom=str(pocket.names[bond.pocket_atom]),
        ligand_atom=str(complex_.ligand.names[bond.ligand_atom]),
        distance=bond.distance,
        angle=bond.angle,
        donor=bond.donor,
        strict=bond.strict,
        solvent=bond.solvent,
        bond=bond,
    )
