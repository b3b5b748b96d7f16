"""Hydrogen bonds as the benchmark writes them; bonds to solvent never count (spec benchmark.md sections 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterable

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds.finder import HydrogenBond
from misi_viewer.chem.structure import Structure

__all__ = ["NO_BOND", "atom_label", "pocket_answer", "residue_answers"]

NO_BOND = "No"


def pocket_answer(complex_: Complex, bonds: Iterable[HydrogenBond]) -> str:
    """Return all bonds of a complex as one answer: ``ARG 45 NH2 A, O1B; ARG 45 NE A, O2G``, or ``No``."""
    return (
        "; ".join(
            f"{atom_label(complex_.pocket, pocket_atom)}, {complex_.ligand.names[ligand_atom]}"
            for pocket_atom, ligand_atom in _pairs(bonds)
        )
        or NO_BOND
    )


def residue_answers(complex_: Complex, bonds: Iterable[HydrogenBond]) -> list[tuple[int, str]]:
    """Return an answer for each residue that has bonds: ``Yes: ARG NH2, O1B; ARG NE, O2G``.

    Returns
    -------
    list of (int, str)
        Residue row of the pocket and answer, in the order of the rows.
    """
    pocket = complex_.pocket
    by_residue: dict[int, list[str]] = {}
    for pocket_atom, ligand_atom in _pairs(bonds):
        residue = int(pocket.residue_of_atom[pocket_atom])
        text = f"{pocket.residues.names[residue]} {pocket.names[pocket_atom]}, {complex_.ligand.names[ligand_atom]}"
        by_residue.setdefault(residue, []).append(text)
    return [(residue, f"Yes: {'; '.join(texts)}") for residue, texts in sorted(by_residue.items())]


def atom_label(structure: Structure, atom: int) -> str:
    """Return residue, number with insertion code, atom name and chain: ``ARG 52A NH2 A``; a blank chain is left out."""
    residues, row = structure.residues, int(structure.residue_of_atom[atom])
    number = f"{residues.numbers[row]}{residues.insertion_codes[row]}"
    return f"{residues.names[row]} {number} {structure.names[atom]} {residues.chains[row]}".rstrip()


def _pairs(bonds: Iterable[HydrogenBond]) -> list[tuple[int, int]]:
    """Return the pairs of atoms without solvent, each once."""
    return sorted({(bond.pocket_atom, bond.ligand_atom) for bond in bonds if not bond.solvent})
