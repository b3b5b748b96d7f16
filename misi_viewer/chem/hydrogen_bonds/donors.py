"""Find the atoms that donate hydrogen bonds (spec hbonds.md section 4)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from misi_viewer.chem.hydrogen_bonds.acceptors import Refusal, centres, refuse_incomplete
from misi_viewer.chem.hydrogen_bonds.donor_table import DONOR_GROUPS, DONOR_RINGS, GENERIC_DONORS, DonorRow
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.patterns import groups
from misi_viewer.chem.idatm import TYPES
from misi_viewer.chem.rings import Ring, is_aromatic
from misi_viewer.chem.vectors import Vector

__all__ = ["Donor", "find_donors"]

_PLANAR_NITROGENS = ("Npl", "N2+")


@dataclass(frozen=True, eq=False, slots=True)
class Donor:
    """An atom that donates hydrogen bonds.

    Attributes
    ----------
    molecule, atom
        The structure and the row of the heavy atom.
    row
        The table's row that claimed it.
    """

    molecule: Molecule
    atom: int
    row: DonorRow

    @property
    def element(self) -> int:
        """Atomic number."""
        return self.molecule.graph.elements[self.atom]

    @property
    def hydrogens(self) -> list[Vector]:
        """Where the hydrogens are, as far as known."""
        return self.molecule.hydrogen_positions(self.atom)


def find_donors(molecule: Molecule, atoms: Collection[int]) -> dict[int, Donor | Refusal]:
    """Return, for each of the atoms, how it donates or why it does not.

    Parameters
    ----------
    molecule
        The structure.
    atoms
        The rows asked for. Others are not classified.
    """
    found: dict[int, Donor | Refusal] = {**refuse_incomplete(molecule, atoms)}
    around = centres(molecule, atoms)
    for row in DONOR_GROUPS:
        for atom in _claimed(molecule, row, around):
            if atom in atoms and atom not in found:
                found[atom] = Donor(molecule, atom, row)
    for atom in atoms:
        if atom not in found:
            found[atom] = _in_ring(molecule, atom) or _generic(molecule, atom)
    return found


def _claimed(molecule: Molecule, row: DonorRow, around: Collection[int]) -> Iterator[int]:
    if row.pattern is None:
        yield from (atom for atom in around if _is_aromatic_amine(molecule, atom))
        return
    elements, types = molecule.graph.elements, molecule.types
    for centre in around:
        if row.pattern.accepts(elements[centre], types[centre]):
            for group in groups(row.pattern, centre, molecule.neighbours_and_gaps, elements, types):
                atom = group[row.donor]
                if atom is not None:
                    yield atom


def _is_aromatic_amine(molecule: Molecule, atom: int) -> bool:
    if molecule.types[atom] != "Npl" or molecule.at_gap(atom):
        return False
    neighbours = molecule.neighbours(atom)
    carbons = [molecule.types[other] for other in neighbours if molecule.graph.elements[other] == 6]
    return (
        carbons == ["Car"]
        and all(molecule.graph.elements[other] in (1, 6) for other in neighbours)
        and not any(_is_aromatic(molecule, ring) for ring in molecule.rings(atom))
    )


def _is_aromatic(molecule: Molecule, ring: Ring) -> bool:
    return is_aromatic(ring, molecule.graph.elements, molecule.types)


def _in_ring(molecule: Molecule, atom: int) -> Donor | None:
    """Classify planar nitrogens of five-membered and of aromatic six-membered rings (rows 17 and 18).

    An N2 beside one of them in its ring counts as well; it fails later if it has
    no hydrogen.
    """
    if molecule.types[atom] not in (*_PLANAR_NITROGENS, "N2"):
        return None
    for size, row in DONOR_RINGS.items():
        for ring in molecule.rings(atom):
            if len(ring) == size and (size == 5 or _is_aromatic(molecule, ring)):
                own = [atom] if molecule.types[atom] in _PLANAR_NITROGENS else ring
                if any(_may_donate_in_ring(molecule, other) for other in own):
                    return Donor(molecule, atom, row)
    return None


def _may_donate_in_ring(molecule: Molecule, atom: int) -> bool:
    neighbours = molecule.neighbours(atom)
    return (
        molecule.types[atom] in _PLANAR_NITROGENS
        and len(molecule.rings(atom)) == 1
        and (len(neighbours) == 2 or (len(neighbours) == 3 and bool(molecule.hydrogens(atom))))
    )


def _generic(molecule: Molecule, atom: int) -> Donor | Refusal:
    """Classify what no group claims (row 19)."""
    idatm_type, neighbours = molecule.types[atom], molecule.neighbours(atom)
    element, hydrogens = molecule.graph.elements[atom], molecule.hydrogens(atom)
    if element not in (7, 8, 16):
        return Refusal("only nitrogen, oxygen and sulfur donate")
    if idatm_type == "Npl" and len(neighbours) == 2 and hydrogens:
        return Refusal("a planar nitrogen with one hydrogen and one other neighbour does not donate")
    info = TYPES.get(idatm_type)
    if not hydrogens and len(neighbours) >= (info.substituents if info else 0):
        return Refusal(f"it has no hydrogen, and its type {idatm_type} leaves no room for one")
    if idatm_type in _PLANAR_NITROGENS:
        many = len(molecule.heavy_neighbours(atom)) >= 2
        kind = f"planar nitrogen with {'two heavy neighbours' if many else 'one heavy neighbour'}"
    else:
        kind = {7: "nitrogen", 8: "oxygen", 16: "sulfur"}[element]
    return Donor(molecule, atom, GENERIC_DONORS[kind])
