"""What a chemist wants to see of a ligand at a glance: its drawing in two dimensions and its numbers, by RDKit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.ligand_molecule import LigandMolecule, build_molecule
from misi_viewer.chem.structure import Structure

__all__ = ["LARGEST_DRAWN", "Depiction", "LigandCard", "ligand_card"]

LARGEST_DRAWN: Final = 500
"""Atoms, hydrogens left out; more make no readable drawing."""

_LARGEST_MOLECULE: Final = 3_000
"""Atoms for which RDKit is asked at all."""

_REFUSALS: Final = (RuntimeError, ValueError, KeyError, UnicodeError)
"""What RDKit raises where it does not know what to do."""

_NAME_SCALE: Final = 0.55
"""Height of atoms' names, in parts of that of their symbols."""


@dataclass(frozen=True, eq=False, slots=True)
class Depiction:
    """A drawing in two dimensions, and where in it each atom is.

    Attributes
    ----------
    svg
        The drawing, on a transparent ground.
    size
        Width and height in the drawing's units.
    rows
        (k,) int32 row in the ligand of each atom drawn.
    positions
        (k, 2) x right, y down, in the drawing's units.
    bonds
        (b, 2) int32 places in `rows`.
    owners
        (n,) int32 place in `rows` that stands for each atom of the ligand (a
        hydrogen is drawn with its neighbour); -1 for none.
    """

    svg: str
    size: tuple[int, int]
    rows: NDArray[np.int32]
    positions: NDArray[np.float64]
    bonds: NDArray[np.int32]
    owners: NDArray[np.int32]

    def atom_at(self, x: float, y: float, reach: float = 12.0) -> int | None:
        """Return the row of the nearest atom within `reach` of a place, None if there is none."""
        if not len(self.rows):
            return None
        distances = np.hypot(*(self.positions - (x, y)).T)
        nearest = int(np.argmin(distances))
        return int(self.rows[nearest]) if distances[nearest] <= reach else None

    def place_of(self, row: int) -> tuple[float, float] | None:
        """Return where an atom of the ligand is drawn, None if it is not."""
        owner = int(self.owners[row])
        if owner < 0:
            return None
        x, y = self.positions[owner].tolist()
        return x, y


@dataclass(frozen=True, eq=False, slots=True)
class LigandCard:
    """A ligand at a glance.

    Attributes
    ----------
    depiction
        None where there is nothing to draw, or too much.
    formula
        Elements and their numbers, carbon and hydrogen first.
    weight
        Average molecular weight, g/mol.
    heavy_atoms
        Atoms other than hydrogen.
    charge
        Sum of formal charges.
    donors, acceptors, rotatable_bonds
        As RDKit counts them; None where the molecule could not be sanitized.
    smiles
        "" where RDKit cannot write one.
    sanitized
        Whether the molecule makes sense to RDKit; else it is drawn as it is.
    perceived
        Whether bond orders were perceived from geometry.
    notes
        Sentences that say so.
    """

    depiction: Depiction | None
    formula: str
    weight: float
    heavy_atoms: int
    charge: int
    donors: int | None
    acceptors: int | None
    rotatable_bonds: int | None
    smiles: str
    sanitized: bool
    perceived: bool
    notes: tuple[str, ...]


def ligand_card(structure: Structure, size: tuple[int, int] = (420, 320), *, dark: bool = False) -> LigandCard:
    """Return a ligand's drawing and numbers.

    Takes up to a second; RDKit is imported on the first call.

    Parameters
    ----------
    structure
        The ligand.
    size
        Of the drawing, in its own units.
    dark
        Whether it is for a dark ground.
    """
    if not len(structure) or len(structure) > _LARGEST_MOLECULE:
        return _card_without_rdkit(structure)
    from rdkit import rdBase

    made = build_molecule(structure)
    notes = _notes(made)
    with rdBase.BlockLogs():
        depiction = None
        if len(made.rows) > LARGEST_DRAWN:
            notes.append(f"It is not drawn: more than {LARGEST_DRAWN} atoms make no readable drawing.")
        else:
            try:
                depiction = _draw(made, [str(name) for name in structure.names[made.rows]], size, dark=dark)
            except _REFUSALS:
                notes.append("RDKit cannot draw it.")
        return _card(made, depiction, tuple(notes))


def _card_without_rdkit(structure: Structure) -> LigandCard:
    heavy = int((~structure.is_hydrogen).sum())
    counts = Counter(SYMBOLS[element] or "X" for element in structure.elements.tolist())
    problem = f"It has more than {_LARGEST_MOLECULE:,} atoms" if len(structure) else "It has no atoms"
    charge = int(structure.formal_charges.sum())
    nothing = (None, None, None)
    return LigandCard(None, _formula(counts), float("nan"), heavy, charge, *nothing, "", False, False, (f"{problem}.",))


def _notes(made: LigandMolecule) -> list[str]:
    notes = []
    if made.problems:
        reasons = "; ".join(made.problems[:3])
        notes.append(f"RDKit cannot make sense of the molecule, so it is drawn as the file has it: {reasons}.")
    if made.bonds.shared_out:
        notes.append("The file gives delocalised groups more double bonds than there can be; one of each is kept.")
    if made.bonds.perceived:
        notes.append("The file gives no bond orders; they are perceived from the positions of the atoms.")
    if not made.hydrogens:
        notes.append("The file has no hydrogens; they are filled in, so charges and tautomers are guesses.")
    return notes


def _card(made: LigandMolecule, depiction: Depiction | None, notes: tuple[str, ...]) -> LigandCard:
    from rdkit import Chem
    from rdkit.Chem import rdMolDescriptors

    molecule = made.molecule
    counts, weight = _composition(molecule)
    sensible = not made.problems
    try:
        smiles = str(Chem.MolToSmiles(molecule))
    except _REFUSALS:
        smiles = ""
    return LigandCard(
        depiction=depiction,
        formula=_formula(counts),
        weight=weight,
        heavy_atoms=sum(number for symbol, number in counts.items() if symbol != "H"),
        charge=sum(atom.GetFormalCharge() for atom in molecule.GetAtoms()),
        donors=int(rdMolDescriptors.CalcNumHBD(molecule)) if sensible else None,
        acceptors=int(rdMolDescriptors.CalcNumHBA(molecule)) if sensible else None,
        rotatable_bonds=int(rdMolDescriptors.CalcNumRotatableBonds(molecule)) if sensible else None,
        smiles=smiles,
        sanitized=sensible,
        perceived=made.bonds.perceived,
        notes=notes,
    )


def _composition(molecule: Any) -> tuple[Counter[str], float]:
    """Return how many atoms of each element there are, and their weight in g/mol."""
    from rdkit import Chem

    counts: Counter[str] = Counter()
    for atom in molecule.GetAtoms():
        counts[SYMBOLS[atom.GetAtomicNum()] or "X"] += 1
        counts["H"] += atom.GetTotalNumHs()
    table = Chem.GetPeriodicTable()
    weights = {symbol: table.GetAtomicWeight(symbol) if symbol != "X" else 0.0 for symbol in counts}
    return counts, float(sum(weights[symbol] * number for symbol, number in counts.items()))


def _formula(counts: Counter[str]) -> str:
    """Return a formula in Hill's order."""
    first = ("C", "H") if counts["C"] else ()
    others = sorted(symbol for symbol in counts if symbol not in first)
    return "".join(
        symbol + (str(counts[symbol]) if counts[symbol] > 1 else "") for symbol in (*first, *others) if counts[symbol]
    )


def _draw(made: LigandMolecule, names: list[str], size: tuple[int, int], *, dark: bool) -> Depiction:
    from rdkit.Chem import rdDepictor
    from rdkit.Chem.Draw import rdMolDraw2D

    molecule: Any = made.molecule.__class__(made.molecule)
    for atom, name in zip(molecule.GetAtoms(), names, strict=True):
        atom.SetProp("atomNote", name.encode("ascii", "replace").decode())
    rdDepictor.Compute2DCoords(molecule)
    if not made.problems:
        molecule = rdMolDraw2D.PrepareMolForDrawing(molecule, kekulize=True, addChiralHs=False)
    drawer: Any = rdMolDraw2D.MolDraw2DSVG(*size)
    options = drawer.drawOptions()
    if dark:
        rdMolDraw2D.SetDarkMode(options)
    options.clearBackground = False
    options.prepareMolsBeforeDrawing = False
    options.annotationFontScale = _NAME_SCALE
    drawer.DrawMolecule(molecule)
    drawer.FinishDrawing()
    points = [drawer.GetDrawCoords(place) for place in range(len(made.rows))]
    bonds = [(bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()) for bond in molecule.GetBonds()]
    return Depiction(
        drawer.GetDrawingText(),
        size,
        made.rows,
        np.array([(point.x, point.y) for point in points], dtype=np.float64).reshape(-1, 2),
        np.array(bonds, dtype=np.int32).reshape(-1, 2),
        made.owners,
    )
