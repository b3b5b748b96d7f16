"""Whether a complex has the residues and atoms that an answer names, in sentences."""

from __future__ import annotations

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.structure import Structure
from misi_viewer.scene.shot import ResidueId
from misi_viewer.tasks.annotation import Annotation, annotate
from misi_viewer.tasks.answers import BondName

__all__ = ["what_is_not_there"]

_MOST_NAMED = 12
"""Atoms that a sentence lists."""


def what_is_not_there(complex_: Complex, name: BondName, residue: ResidueId | None = None) -> str:
    """Return a sentence that names what a bond names and the complex does not display.

    Parameters
    ----------
    complex_
        The complex.
    name
        A bond whose atoms are not found.
    residue
        The one residue asked about; it stands in for chain and number.
    """
    annotation = annotate(complex_)
    sentences = [_about_residue(annotation, name, residue), _about_ligand(annotation, name)]
    return " ".join(filter(None, sentences))


def _about_ligand(annotation: Annotation, name: BondName) -> str:
    ligand = annotation.complex.ligand
    names = [str(ligand.names[row]) for row in annotation.ligand_rows.tolist()]
    if name.ligand_atom.upper() in (one.upper() for one in names):
        return ""
    return f"The ligand has no atom {name.ligand_atom}.{_like(name.ligand_atom, names)}"


def _about_residue(annotation: Annotation, name: BondName, residue: ResidueId | None) -> str:
    pocket = annotation.complex.pocket
    wanted = residue or ResidueId(name.chain, name.residue_number or 0, name.insertion_code)
    label = _label(name.residue_name, wanted)
    same_number = [row for row in annotation.displayed_residues if _has_number(pocket, row, wanted)]
    here = [row for row in same_number if wanted.chain.upper() in ("", _chain(pocket, row).upper())]
    if not here:
        elsewhere = sorted({_chain(pocket, row) or "a blank chain" for row in same_number})
        hint = f" There is one of this number in chain {', '.join(elsewhere)}." if elsewhere and wanted.chain else ""
        return f"The pocket has no residue {label}.{hint}"
    named = [row for row in here if str(pocket.residues.names[row]).upper() == name.residue_name.upper()]
    if not named:
        others = ", ".join(sorted({str(pocket.residues.names[row]) for row in here}))
        return f"The pocket has no residue {label}; number {wanted.number}{wanted.insertion_code} is {others}."
    names = _atom_names(annotation, named[0])
    if name.atom.upper() in (one.upper() for one in names):
        return ""
    return f"{label} has no atom {name.atom}.{_like(name.atom, names)}"


def _label(name: str, residue: ResidueId) -> str:
    return f"{name} {residue.number}{residue.insertion_code} {residue.chain}".rstrip()


def _has_number(pocket: Structure, row: int, wanted: ResidueId) -> bool:
    residues = pocket.residues
    number, code = int(residues.numbers[row]), str(residues.insertion_codes[row])
    return (number, code.upper()) == (wanted.number, wanted.insertion_code.upper())


def _chain(pocket: Structure, row: int) -> str:
    return str(pocket.residues.chains[row]).strip()


def _atom_names(annotation: Annotation, residue: int) -> list[str]:
    pocket = annotation.complex.pocket
    return [str(pocket.names[row]) for row in annotation.pocket_rows.tolist() if pocket.residue_of_atom[row] == residue]


def _like(wanted: str, names: list[str]) -> str:
    """Return a sentence with the atoms of the same element's letter."""
    alike = [name for name in dict.fromkeys(names) if name[:1].upper() == wanted[:1].upper()]
    return f" It has {', '.join(alike[:_MOST_NAMED])}." if alike else ""
