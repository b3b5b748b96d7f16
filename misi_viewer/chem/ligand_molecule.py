"""A ligand as RDKit's molecule: atoms other than hydrogen, each with its number of hydrogens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.elements import METAL
from misi_viewer.chem.ligand_orders import BondOrders, resolve_orders
from misi_viewer.chem.structure import Structure

__all__ = ["LigandMolecule", "build_molecule"]

_HYDROGEN = 1
_CARBON = 6


@dataclass(frozen=True, eq=False, slots=True)
class LigandMolecule:
    """What RDKit is given.

    Attributes
    ----------
    molecule
        RDKit's molecule; sanitized unless there are problems.
    rows
        (k,) int32 row in the structure of each of its atoms.
    owners
        (n,) int32 atom of the molecule that each row of the structure belongs
        to: a hydrogen to the atom it is bonded to; -1 for none.
    bonds
        What was made of the file's orders.
    hydrogens
        Whether the file has any.
    problems
        Why it is not sanitized, each without a capital and a full stop; empty if it is.
    """

    molecule: Any
    rows: NDArray[np.int32]
    owners: NDArray[np.int32]
    bonds: BondOrders
    hydrogens: bool
    problems: tuple[str, ...]


def build_molecule(structure: Structure) -> LigandMolecule:
    """Make RDKit's molecule of a ligand.

    Parameters
    ----------
    structure
        At least one atom.
    """
    from rdkit import rdBase

    is_drawn = ~structure.is_hydrogen
    if not is_drawn.any():
        is_drawn[:] = True
    rows = np.flatnonzero(is_drawn).astype(np.int32)
    owners = np.full(len(structure), -1, dtype=np.int32)
    owners[rows] = np.arange(len(rows), dtype=np.int32)
    counts = np.zeros(len(rows), dtype=np.int64)
    for one, other in (*structure.bonds, *structure.bonds[:, ::-1]):
        if not is_drawn[one] and owners[one] < 0 and is_drawn[other]:
            owners[one] = owners[other]
            counts[owners[other]] += 1
    orders = resolve_orders(structure)
    with rdBase.BlockLogs():
        molecule = _make(structure, rows, owners, counts, orders)
        problems = _sanitize(molecule, [_name(structure, row) for row in rows.tolist()])
    return LigandMolecule(molecule, rows, owners, orders, bool((~is_drawn).any()), problems)


def _name(structure: Structure, row: int) -> str:
    """Return an atom's name, with its residue where there are several."""
    table, residue = structure.residues, structure.residue_of_atom[row]
    name = str(structure.names[row])
    return name if len(table) == 1 else f"{name} of {table.names[residue]} {table.numbers[residue]}"


def _make(
    structure: Structure,
    rows: NDArray[np.int32],
    owners: NDArray[np.int32],
    hydrogen_counts: NDArray[np.int64],
    orders: BondOrders,
) -> Any:
    from rdkit import Chem
    from rdkit.Geometry import Point3D

    all_known = bool(hydrogen_counts.any())
    carbons_known = bool(hydrogen_counts[structure.elements[rows] == _CARBON].any())
    molecule: Any = Chem.RWMol()
    for row, count in zip(rows.tolist(), hydrogen_counts.tolist(), strict=True):
        element = int(structure.elements[row])
        atom: Any = Chem.Atom(element)
        atom.SetFormalCharge(int(orders.charges[row]))
        atom.SetNumExplicitHs(count)
        atom.SetNoImplicit(carbons_known if element == _CARBON else all_known)
        molecule.AddAtom(atom)
    _add_bonds(molecule, structure, rows, owners, orders)
    conformer = Chem.Conformer(len(rows))
    for place, row in enumerate(rows.tolist()):
        conformer.SetAtomPosition(place, Point3D(*structure.coordinates[row].tolist()))
    molecule.AddConformer(conformer, assignId=True)
    return molecule


def _add_bonds(
    molecule: Any, structure: Structure, rows: NDArray[np.int32], owners: NDArray[np.int32], orders: BondOrders
) -> None:
    from rdkit import Chem

    kinds = {1: Chem.BondType.SINGLE, 2: Chem.BondType.DOUBLE, 3: Chem.BondType.TRIPLE}
    drawn = set(rows.tolist())
    pairs = [(*pair, order) for pair, order in zip(structure.bonds.tolist(), orders.orders.tolist(), strict=True)]
    pairs += [(*pair, 0) for pair in structure.metal_links.tolist()]
    for one, other, order in pairs:
        if one not in drawn or other not in drawn or one == other:
            continue
        if METAL[structure.elements[one]]:
            one, other = other, one
        begin, end = int(owners[one]), int(owners[other])
        if molecule.GetBondBetweenAtoms(begin, end) is None:
            donates = order == 0 and structure.elements[one] != _CARBON and not METAL[structure.elements[one]]
            molecule.AddBond(begin, end, Chem.BondType.DATIVE if donates else kinds[order or 1])


def _sanitize(molecule: Any, names: list[str]) -> tuple[str, ...]:
    """Sanitize in place; where that fails say why, and leave what drawing needs."""
    from rdkit import Chem

    before = Chem.RWMol(molecule)
    try:
        problems = tuple(_describe(problem, names) for problem in Chem.DetectChemistryProblems(molecule))
        if not problems:
            Chem.SanitizeMol(molecule)
            Chem.AssignStereochemistryFrom3D(molecule)
            return ()
    except (RuntimeError, ValueError) as error:
        problems = (str(error).strip().split("\n")[0].rstrip(".") or "RDKit refuses it",)
    molecule.__init__(before)
    molecule.UpdatePropertyCache(strict=False)
    Chem.FastFindRings(molecule)
    return problems


def _describe(problem: Any, names: list[str]) -> str:
    kind = problem.GetType()
    if kind == "AtomValenceException":
        return f"atom {names[problem.GetAtomIdx()]} has more bonds than its element allows"
    if kind == "KekulizeException":
        atoms = ", ".join(names[index] for index in problem.GetAtomIndices())
        return f"the bonds of {atoms} cannot be written as single and double ones"
    return str(problem.Message()).strip().rstrip(".")
