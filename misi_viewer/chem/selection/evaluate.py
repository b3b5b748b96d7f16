"""From the tree of a selection to the atoms of a complex."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, reduce
from operator import and_, or_
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import METAL
from misi_viewer.chem.polymers import AMINO_BACKBONE, AMINO_NAMES, NUCLEIC_NAMES
from misi_viewer.chem.selection.masks import PARTS, Selection, part_of
from misi_viewer.chem.selection.near import near
from misi_viewer.chem.selection.parser import parse
from misi_viewer.chem.selection.syntax import (
    And,
    Element,
    Node,
    Not,
    Or,
    Part,
    Rows,
    SameResidue,
    Specifier,
    Within,
    Word,
)
from misi_viewer.chem.selection.table import name_table
from misi_viewer.chem.selection.words import SELECTED
from misi_viewer.chem.solvent import Category, categories
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import UserError

__all__ = ["evaluate", "select"]

BoolArray = NDArray[np.bool_]
FloatArray = NDArray[np.float64]

_AMINO_BACKBONE: Final = (*AMINO_BACKBONE, "O", "OXT")
_PHOSPHATE: Final = ("P", "OP1", "OP2", "OP3", "O1P", "O2P", "O3P")
_SUGAR_ATOMS: Final = ("O5", "C5", "C4", "O4", "C3", "O3", "C2", "O2", "C1")
_SUGAR_PHOSPHATE: Final = (*_PHOSPHATE, *(f"{name}{prime}" for name in _SUGAR_ATOMS for prime in "'*"))
_SUGAR: Final = (("C1'", "C1*"), ("C3'", "C3*"), ("C4'", "C4*"), ("O4'", "O4*"))


def select(
    complex_: Complex, text: str, *, ligand_coordinates: FloatArray | None = None, selected: Selection | None = None
) -> Selection:
    """Return the atoms that a text selects.

    Parameters
    ----------
    complex_
        Whose atoms.
    text
        In the selection language; see `misi_viewer.chem.selection`.
    ligand_coordinates
        (m, 3) where the ligand's atoms are, if not where the file has them.
    selected
        What the word "selected" stands for.

    Raises
    ------
    UserError
        If the text cannot be read, or says "selected" where nothing can be.
    """
    return evaluate(complex_, parse(text), ligand_coordinates=ligand_coordinates, selected=selected)


def evaluate(
    complex_: Complex, node: Node, *, ligand_coordinates: FloatArray | None = None, selected: Selection | None = None
) -> Selection:
    """Return the atoms that a parsed selection holds; see `select`."""
    places = {
        "pocket": complex_.pocket.coordinates,
        "ligand": complex_.ligand.coordinates if ligand_coordinates is None else ligand_coordinates,
    }
    return _Evaluation(complex_, places, selected).of(node)


class _Evaluation:
    def __init__(self, complex_: Complex, places: dict[str, FloatArray], selected: Selection | None) -> None:
        self.complex = complex_
        self.places = places
        self.selected = selected

    def each(self, mask: Callable[[Structure], BoolArray]) -> Selection:
        """Return what a function of a structure selects in both parts."""
        return Selection(mask(self.complex.pocket), mask(self.complex.ligand))

    def of(self, node: Node) -> Selection:
        if isinstance(node, Or):
            return reduce(or_, map(self.of, node.operands))
        if isinstance(node, And):
            return reduce(and_, map(self.of, node.operands))
        if isinstance(node, Not):
            return ~self.of(node.operand)
        if isinstance(node, Specifier):
            return self.each(lambda structure: _specified(structure, node))
        if isinstance(node, Word):
            return self.word(node.name)
        if isinstance(node, Element):
            return self.each(lambda structure: structure.elements == node.number)
        if isinstance(node, Rows):
            return self.rows(node)
        if isinstance(node, SameResidue):
            return self.same_residue(self.of(node.operand))
        return self.within(node)

    def word(self, name: str) -> Selection:
        if name == SELECTED:
            if self.selected is None:
                raise UserError("The word 'selected' has a meaning in the window only; say which atoms are meant.")
            return self.selected
        if name in ("pocket", "ligand"):
            nothing = Selection.of(self.complex)
            return Selection(~nothing.pocket, nothing.ligand) if name == "pocket" else ~self.word("pocket")
        if name in _OF_POCKET:
            return Selection(_OF_POCKET[name](self.complex.pocket), np.zeros(len(self.complex.ligand), dtype=np.bool_))
        return self.each(_OF_STRUCTURE[name])

    def rows(self, node: Rows) -> Selection:
        found = Selection.of(self.complex)
        for first, last in node.ranges:
            found[node.part][first : last + 1] = True
        return found

    def same_residue(self, atoms: Selection) -> Selection:
        def whole(part: Part) -> BoolArray:
            structure = part_of(self.complex, part)
            touched = np.zeros(len(structure.residues), dtype=np.bool_)
            touched[structure.residue_of_atom[atoms[part]]] = True
            return touched[structure.residue_of_atom]

        return Selection(whole("pocket"), whole("ligand"))

    def within(self, node: Within) -> Selection:
        around = self.of(node.operand)
        targets = np.concatenate([self.places[part][around[part]] for part in PARTS])
        close = Selection(*(near(self.places[part], targets, node.distance) for part in PARTS))
        return close | around


def _specified(structure: Structure, node: Specifier) -> BoolArray:
    table = name_table(structure)
    residues = np.ones(len(structure.residues), dtype=np.bool_)
    if node.chains:
        residues &= table.chains.matches(node.chains)
    if node.residues:
        residues &= table.residue_mask(node.residues)
    atoms = residues[structure.residue_of_atom]
    return atoms & table.atoms.matches(node.atoms) if node.atoms else atoms


def _constant(value: bool) -> Callable[[Structure], BoolArray]:
    return lambda structure: np.full(len(structure), value, dtype=np.bool_)


@lru_cache(maxsize=8)
def _categories(structure: Structure) -> NDArray[np.uint8]:
    return categories(structure)


def _category(category: Category) -> Callable[[Structure], BoolArray]:
    return lambda structure: np.asarray(_categories(structure) == category)


def _has_atoms(structure: Structure, *alternatives: tuple[str, ...]) -> BoolArray:
    """Return (r,) True for residues that have, of each group of names, one."""
    found = np.ones(len(structure.residues), dtype=np.bool_)
    for names in alternatives:
        with_name = np.zeros(len(structure.residues), dtype=np.bool_)
        with_name[structure.residue_of_atom[name_table(structure).atoms.equals(names)]] = True
        found &= with_name
    return found


@lru_cache(maxsize=8)
def _polymers(structure: Structure) -> tuple[BoolArray, BoolArray]:
    """Return (r,) True for amino acids, and for nucleotides: by name, or modified ones by their backbone."""
    names = name_table(structure).residues
    amino = names.equals(AMINO_NAMES) | _has_atoms(structure, *((name,) for name in AMINO_BACKBONE))
    nucleic = names.equals(NUCLEIC_NAMES) | _has_atoms(structure, *_SUGAR)
    return amino, nucleic & ~amino


def _with_hydrogens(structure: Structure, atoms: BoolArray) -> BoolArray:
    found = atoms.copy()
    for one, other in (structure.bonds.T, structure.bonds.T[::-1]):
        found[one[structure.is_hydrogen[one] & atoms[other]]] = True
    return found


def _protein(structure: Structure) -> BoolArray:
    return _polymers(structure)[0][structure.residue_of_atom]


def _nucleic(structure: Structure) -> BoolArray:
    return _polymers(structure)[1][structure.residue_of_atom]


def _backbone(structure: Structure) -> BoolArray:
    atoms = name_table(structure).atoms
    chain = _protein(structure) & atoms.equals(_AMINO_BACKBONE)
    return _with_hydrogens(structure, chain | (_nucleic(structure) & atoms.equals(_SUGAR_PHOSPHATE)))


def _sidechain(structure: Structure) -> BoolArray:
    return (_protein(structure) | _nucleic(structure)) & ~_backbone(structure)


_OF_POCKET: Final = {"protein": _protein, "nucleic": _nucleic, "backbone": _backbone, "sidechain": _sidechain}

_OF_STRUCTURE: Final[dict[str, Callable[[Structure], BoolArray]]] = {
    "all": _constant(True),
    "none": _constant(False),
    "solvent": _category(Category.SOLVENT),
    "ions": _category(Category.IONS),
    "metals": lambda structure: METAL[structure.elements],
    "hydrogens": lambda structure: structure.is_hydrogen,
    "heavy": lambda structure: ~structure.is_hydrogen,
}
