"""Find the atoms that accept hydrogen bonds (spec hbonds.md section 3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from misi_viewer.chem.hydrogen_bonds.acceptor_table import (
    ACCEPTOR_GROUPS,
    ACCEPTOR_RINGS,
    GENERIC_ACCEPTORS,
    AcceptorRow,
    ThetaTau,
)
from misi_viewer.chem.hydrogen_bonds.molecule import SULFUR_ACCEPTORS, Molecule
from misi_viewer.chem.hydrogen_bonds.patterns import groups
from misi_viewer.chem.idatm import Geometry

__all__ = ["Acceptor", "Refusal", "centres", "find_acceptors", "refuse_incomplete"]


@dataclass(frozen=True, eq=False, slots=True)
class Acceptor:
    """An atom that accepts hydrogen bonds.

    Attributes
    ----------
    molecule, atom
        The structure and the row.
    row
        The table's row that claimed it.
    references
        Atoms that the row's geometry refers to.
    """

    molecule: Molecule
    atom: int
    row: AcceptorRow
    references: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an atom neither accepts nor donates, as the case may be."""

    reason: str


def find_acceptors(molecule: Molecule, atoms: Collection[int]) -> dict[int, Acceptor | Refusal]:
    """Return, for each of the atoms, how it accepts or why it does not.

    Parameters
    ----------
    molecule
        The structure.
    atoms
        The rows asked for. Others are not classified.
    """
    found: dict[int, Acceptor | Refusal] = {**refuse_incomplete(molecule, atoms)}
    _claim_by_groups(molecule, atoms, found)
    for atom in atoms:
        if atom not in found:
            found[atom] = _by_rings(molecule, atom) or _generic(molecule, atom)
    return found


def refuse_incomplete(molecule: Molecule, atoms: Collection[int]) -> dict[int, Refusal]:
    """Return those of the atoms that lack a neighbour of their residue's template; they neither accept nor donate."""
    refusal = Refusal("its residue lacks an atom that it should be bonded to")
    return {atom: refusal for atom in atoms if molecule.lacks_template_neighbours(atom)}


def centres(molecule: Molecule, atoms: Collection[int]) -> list[int]:
    """Return the atoms around which a group can claim one of `atoms`: themselves and their neighbours."""
    near = set(atoms)
    for atom in atoms:
        near.update(molecule.neighbours(atom))
    return sorted(near)


def _claim_by_groups(molecule: Molecule, atoms: Collection[int], found: dict[int, Acceptor | Refusal]) -> None:
    elements, types = molecule.graph.elements, molecule.types
    around = centres(molecule, atoms)
    for row in ACCEPTOR_GROUPS:
        for centre in around:
            if row.pattern.accepts(elements[centre], types[centre]):
                for group in groups(row.pattern, centre, molecule.neighbours_and_gaps, elements, types):
                    for atom, references in _acceptors_of(row, group):
                        if atom in atoms and atom not in found:
                            found[atom] = Acceptor(molecule, atom, row, references)


def _acceptors_of(row: AcceptorRow, group: Sequence[int | None]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for place, references in row.acceptors.items():
        atom = group[place]
        atoms = [group[reference] for reference in references]
        if atom is not None:
            yield atom, tuple(other for other in atoms if other is not None)


def _by_rings(molecule: Molecule, atom: int) -> Acceptor | None:
    """Classify ethers, imines and ring atoms (rows 23 to 29)."""
    element, idatm_type = molecule.graph.elements[atom], molecule.types[atom]
    if element not in (7, 8) or molecule.at_gap(atom):
        return None
    rings, neighbours = molecule.rings(atom), molecule.neighbours(atom)
    if not rings:
        carbons = [other for other in neighbours if molecule.graph.elements[other] == 6]
        if idatm_type in ("O3", "N2") and len(carbons) == len(neighbours) == 2:
            row = ACCEPTOR_RINGS["ether" if idatm_type == "O3" else "imine"]
            return Acceptor(molecule, atom, row, tuple(neighbours))
        return None
    if element == 7 and len(rings) == 1:
        return _ring_nitrogen(molecule, atom, rings[0])
    if element == 8 and any(len(ring) == 5 for ring in rings):
        return Acceptor(molecule, atom, ACCEPTOR_RINGS["oxygen 5"], tuple(neighbours[:2]))
    return None


def _ring_nitrogen(molecule: Molecule, atom: int, ring: tuple[int, ...]) -> Acceptor | None:
    elements, idatm_type, size = molecule.graph.elements, molecule.types[atom], len(ring)
    if size == 6:
        accepts = idatm_type == "N2"
    elif size == 5:
        implied = idatm_type in ("Npl", "N2+") and len(molecule.neighbours(atom)) == 2
        accepts = idatm_type == "N2" or (implied and sum(elements[other] == 7 for other in ring) > 1)
    else:
        accepts = False
    if not accepts:
        return None
    place = ring.index(atom)
    sides = [[elements[ring[(place + side * step) % size]] for step in (1, 2)] for side in (1, -1)]
    kind = f"{'symmetric' if sides[0] == sides[1] else 'asymmetric'} {size}"
    return Acceptor(molecule, atom, ACCEPTOR_RINGS[kind], (ring[place - 1], ring[(place + 1) % size]))


def _generic(molecule: Molecule, atom: int) -> Acceptor | Refusal:
    """Classify what no group claims by its type (section 3b)."""
    idatm_type, element = molecule.types[atom], molecule.graph.elements[atom]
    if element == 8:
        kind = _generic_oxygen(molecule, atom)
    elif idatm_type == "N3":
        heavy = len(molecule.heavy_neighbours(atom))
        kind = f"N3 {min(heavy, 2)}"
    elif idatm_type in ("N2", "N1", "S2"):
        kind = idatm_type
    elif idatm_type in SULFUR_ACCEPTORS:
        kind = "S other"
    else:
        return Refusal(f"atoms of type {idatm_type} do not accept")
    if kind is None:
        return Refusal(f"an atom of type {idatm_type} with {len(molecule.neighbours(atom))} neighbours does not accept")
    row, neighbours = GENERIC_ACCEPTORS[kind], molecule.neighbours(atom)
    if isinstance(row.limits, ThetaTau) and len(neighbours) != 1:
        neighbours = []
    return Acceptor(molecule, atom, row, tuple(neighbours[:2]))


def _generic_oxygen(molecule: Molecule, atom: int) -> str | None:
    idatm_type, neighbours = molecule.types[atom], molecule.neighbours(atom)
    geometry = molecule.geometry(neighbours[0]) if neighbours else Geometry.UNKNOWN
    if idatm_type in ("O2-", "O3-"):
        if not neighbours:
            return None
        return "O2- planar" if geometry is Geometry.PLANAR else "O2- other"
    if idatm_type == "O2":
        return {Geometry.PLANAR: "O2 planar", Geometry.TETRAHEDRAL: "O2 tetrahedral"}.get(geometry, "O other")
    if idatm_type == "O3" and neighbours:
        return f"O3 {len(neighbours)}" if len(neighbours) <= 2 else None
    return "O other"
