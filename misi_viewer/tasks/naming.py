"""Naming hydrogen bonds as answers do, where the names leave no doubt."""

from __future__ import annotations

import re

from misi_viewer.scene.shot import ResidueId
from misi_viewer.tasks.annotation import Annotation, atom_key
from misi_viewer.tasks.answers import BondName
from misi_viewer.tasks.hooks import Unfair

__all__ = ["bond_name", "find_bond", "residue_id", "residue_values"]

_WRITABLE = re.compile(r"[^\s,;:]+")
"""What a name may consist of, if an answer is to be read back."""


def bond_name(annotation: Annotation, bond: tuple[int, int], *, with_residue: bool = True) -> BondName:
    """Return a bond's name.

    Parameters
    ----------
    annotation
        Of the complex.
    bond
        Rows of the pocket's and the ligand's atom.
    with_residue
        Whether chain and number belong to it; where a question is about one
        residue its name is enough.

    Raises
    ------
    Unfair
        If another displayed atom goes by the same name, or the name cannot be written.
    """
    chain, number, code, residue, _ = key = atom_key(annotation.complex.pocket, bond[0])
    atom = str(annotation.complex.pocket.names[bond[0]])
    ligand_atom = str(annotation.complex.ligand.names[bond[1]])
    if key in annotation.repeated_pocket_atoms:
        raise Unfair(f"several atoms of the pocket are named {residue} {number}{code} {atom} {chain}".rstrip())
    if ligand_atom.upper() in annotation.repeated_ligand_atoms:
        raise Unfair(f"several atoms of the ligand are named {ligand_atom}")
    for name in (residue, atom, ligand_atom, *([chain] if chain else ())):
        if not _WRITABLE.fullmatch(name):
            raise Unfair(f"the name '{name}' cannot be written in an answer")
    if with_residue:
        return BondName(residue, number, code, atom, chain, ligand_atom)
    return BondName(residue, None, "", atom, "", ligand_atom)


def residue_id(annotation: Annotation, residue: int) -> ResidueId:
    """Return how a shot names a residue of the pocket, given by row.

    Raises
    ------
    Unfair
        If another displayed residue goes by the same name.
    """
    residues = annotation.complex.pocket.residues
    chain, number = str(residues.chains[residue]).strip(), int(residues.numbers[residue])
    code, name = str(residues.insertion_codes[residue]), str(residues.names[residue])
    if (chain, number, code, name.upper(), "") in annotation.repeated_residues:
        raise Unfair(f"several residues of the pocket are named {name} {number}{code} {chain}".rstrip())
    return ResidueId(chain, number, code, name)


def residue_values(residue: ResidueId) -> dict[str, str]:
    """Return a residue for a recipe and a prompt."""
    return {
        "chain": residue.chain,
        "residue_name": residue.name,
        "residue_number": f"{residue.number}{residue.insertion_code}",
    }


def find_bond(annotation: Annotation, name: BondName, residue: ResidueId | None = None) -> tuple[int, int] | None:
    """Return the rows of the two displayed atoms that a bond's name means, or None if there are no such two.

    Parameters
    ----------
    annotation
        Of the complex.
    name
        Capitals do not matter, nor does a chain that is left out.
    residue
        The one residue asked about; it stands in for chain and number.
    """
    wanted = (name.chain, name.residue_number, name.insertion_code)
    if residue is not None:
        wanted = (residue.chain, residue.number, residue.insertion_code)
    pocket, ligand = annotation.complex.pocket, annotation.complex.ligand
    pocket_atoms = [row for row in annotation.pocket_rows.tolist() if _fits(atom_key(pocket, row), wanted, name)]
    ligand_atoms = [
        row for row in annotation.ligand_rows.tolist() if str(ligand.names[row]).upper() == name.ligand_atom.upper()
    ]
    return (pocket_atoms[0], ligand_atoms[0]) if pocket_atoms and ligand_atoms else None


def _fits(key: tuple[str, int, str, str, str], wanted: tuple[str, int | None, str], name: BondName) -> bool:
    chain, number, code, residue, atom = key
    place = (number, code.upper()) == (wanted[1], wanted[2].upper()) and wanted[0].upper() in ("", chain.upper())
    return place and residue == name.residue_name.upper() and atom == name.atom.upper()
