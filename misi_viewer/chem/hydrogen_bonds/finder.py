"""The hydrogen bonds between the pocket and the ligand of a complex."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds.bonds import Bond, find_bonds
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import ANGLE_SLOP, DISTANCE_SLOP, Slop
from misi_viewer.chem.solvent import solvent_mask
from misi_viewer.chem.vectors import angle_at, squared_distance

__all__ = ["HydrogenBond", "Part", "find_hydrogen_bonds"]

Part = Literal["pocket", "ligand"]


@dataclass(frozen=True, slots=True)
class HydrogenBond:
    """A hydrogen bond between pocket and ligand.

    Attributes
    ----------
    pocket_atom, ligand_atom
        Rows of the heavy atoms.
    donor
        Which part donates.
    distance
        Between the heavy atoms, angstrom.
    strict
        Whether it is found without relaxation as well.
    solvent
        Whether the pocket's atom is solvent.
    donor_hydrogen
        Row, in the donor's part, of its hydrogen nearest to the acceptor; None
        if the donor has no hydrogen in the file.
    angle
        Angle donor - hydrogen - acceptor in degrees; None without that hydrogen.
    """

    pocket_atom: int
    ligand_atom: int
    donor: Part
    distance: float
    strict: bool
    solvent: bool
    donor_hydrogen: int | None
    angle: float | None


def find_hydrogen_bonds(
    complex_: Complex,
    *,
    distance_slop: float = DISTANCE_SLOP,
    angle_slop: float = ANGLE_SLOP,
    solvent: bool = True,
) -> list[HydrogenBond]:
    """Return the hydrogen bonds between pocket and ligand, as ChimeraX 1.7.1 finds them.

    Parameters
    ----------
    complex_
        The complex.
    distance_slop, angle_slop
        Relaxation of the tabulated limits, angstrom and degrees.
    solvent
        Whether to include bonds to the pocket's solvent.

    Returns
    -------
    list of HydrogenBond
        By pocket atom, then by ligand atom. Two atoms that both donate to each
        other give two bonds.
    """
    pocket, ligand = Molecule(complex_.pocket), Molecule(complex_.ligand)
    is_solvent = solvent_mask(complex_.pocket)
    without = set() if solvent else set(np.flatnonzero(is_solvent).tolist())
    bonds = find_bonds(pocket, ligand, Slop(distance_slop, angle_slop), without=without)
    return [_described(bond, pocket, bool(is_solvent[_pocket_atom(bond, pocket)])) for bond in bonds]


def _pocket_atom(bond: Bond, pocket: Molecule) -> int:
    return bond.donor.atom if bond.donor.molecule is pocket else bond.acceptor.atom


def _described(bond: Bond, pocket: Molecule, solvent: bool) -> HydrogenBond:
    giving, taking = bond.donor, bond.acceptor
    donating, accepting = giving.molecule.position(giving.atom), taking.molecule.position(taking.atom)
    hydrogen = min(
        giving.molecule.hydrogens(giving.atom),
        key=lambda atom: squared_distance(giving.molecule.position(atom), accepting),
        default=None,
    )
    pocket_donates = giving.molecule is pocket
    return HydrogenBond(
        pocket_atom=giving.atom if pocket_donates else taking.atom,
        ligand_atom=taking.atom if pocket_donates else giving.atom,
        donor="pocket" if pocket_donates else "ligand",
        distance=float(squared_distance(donating, accepting) ** 0.5),
        strict=bond.strict,
        solvent=solvent,
        donor_hydrogen=hydrogen,
        angle=None if hydrogen is None else angle_at(donating, giving.molecule.position(hydrogen), accepting),
    )
