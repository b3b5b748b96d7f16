"""Ligands of a structure file: found, named, chosen; and the pocket around one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.polymers import BACKBONES, polymer_kind
from misi_viewer.chem.solvent import Category, bonded_groups, categories, polymer_residues
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

__all__ = ["POCKET_RADIUS", "FoundLigand", "choose_ligand", "cut_pocket", "find_ligands"]

POCKET_RADIUS: Final = 8.0
"""Angstrom from a ligand's heavy atom to the nearest atom of a residue that belongs to its pocket (PDBbind's rule)."""

_MOST_LISTED: Final = 12
_NUMBER: Final = re.compile(r"-?\d+[A-Za-z]?")


@dataclass(frozen=True, slots=True)
class FoundLigand:
    """A ligand of a structure file.

    Attributes
    ----------
    name
        Residue name; those of several bonded residues joined by hyphens.
    chain, number
        Of its first residue; the number with its insertion code.
    heavy_atoms
        How many atoms it has, hydrogens left out.
    residues
        Rows of its residues.
    """

    name: str
    chain: str
    number: str
    heavy_atoms: int
    residues: tuple[int, ...]

    @property
    def selector(self) -> str:
        """What names this ligand and no other: ``NAME:CHAIN:NUMBER``."""
        return f"{self.name}:{self.chain.strip()}:{self.number}"


def find_ligands(structure: Structure) -> list[FoundLigand]:
    """Return the ligands of a structure in file order: what is no polymer, ion or solvent, and short peptides."""
    kinds = categories(structure)
    in_polymer = polymer_residues(structure)
    chosen = kinds == Category.LIGAND
    if in_polymer.any():
        groups = bonded_groups(structure)
        polymer_groups = np.unique(groups[in_polymer[structure.residue_of_atom]])
        chosen |= (kinds == Category.MAIN) & ~np.isin(groups, polymer_groups)
    residues = np.unique(structure.residue_of_atom[chosen])
    return _ligands(structure, residues)


def _ligands(structure: Structure, residues: NDArray[np.int32]) -> list[FoundLigand]:
    """Group residues that are bonded to each other, and describe each group."""
    inside = np.zeros(len(structure.residues), dtype=np.bool_)
    inside[residues] = True
    part = structure.subset(inside[structure.residue_of_atom])
    groups = bonded_groups(part)
    members: dict[int, set[int]] = {}
    leader = list(range(len(residues)))
    first_residue: dict[int, int] = {}
    for group, residue in zip(groups.tolist(), part.residue_of_atom.tolist(), strict=True):
        leader[_root(leader, residue)] = _root(leader, first_residue.setdefault(group, residue))
    for residue in range(len(residues)):
        members.setdefault(_root(leader, residue), set()).add(residue)
    found = [_describe(structure, [int(residues[row]) for row in sorted(rows)]) for rows in members.values()]
    return [ligand for ligand in found if ligand.heavy_atoms]


def _root(leader: list[int], row: int) -> int:
    while leader[row] != row:
        leader[row] = leader[leader[row]]
        row = leader[row]
    return row


def _describe(structure: Structure, rows: Sequence[int]) -> FoundLigand:
    table = structure.residues
    heavy = np.isin(structure.residue_of_atom, rows) & ~structure.is_hydrogen
    return FoundLigand(
        name="-".join(str(table.names[row]) for row in rows),
        chain=str(table.chains[rows[0]]),
        number=_number(structure, rows[0]),
        heavy_atoms=int(heavy.sum()),
        residues=tuple(rows),
    )


def _number(structure: Structure, row: int) -> str:
    return f"{structure.residues.numbers[row]}{structure.residues.insertion_codes[row]}"


def choose_ligand(structure: Structure, choice: str | None, path: Path) -> FoundLigand:
    """Return the ligand that was asked for, or the only one.

    Parameters
    ----------
    structure
        What the file holds.
    choice
        ``NAME``, ``CHAIN:NUMBER`` or ``NAME:CHAIN:NUMBER`` (the chain may be
        empty); None for the only ligand.
    path
        The file, for messages.

    Raises
    ------
    ReadError
        Where there is no ligand, none of that name, or more than one.
    """
    found = find_ligands(structure)
    if choice is None:
        if not found:
            raise ReadError(path, "no ligand was found beside polymer, ions and solvent; name a residue with --ligand")
        if len(found) > 1:
            raise ReadError(path, f"there are {len(found)} ligands, choose one with --ligand: {_listed(found)}")
        return found[0]
    matching = [ligand for ligand in found if _matches(structure, ligand, choice)]
    if not matching:
        matching = [ligand for ligand in _other_residues(structure) if _matches(structure, ligand, choice)]
    if not matching:
        there = f"there are {_listed(found)}" if found else "and no other ligand was found"
        raise ReadError(path, f'there is no ligand "{choice}"; {there}')
    if len(matching) > 1:
        raise ReadError(path, f'{len(matching)} ligands fit "{choice}", choose one with --ligand: {_listed(matching)}')
    return matching[0]


def _listed(ligands: Sequence[FoundLigand]) -> str:
    shown = ", ".join(f"{ligand.selector} ({ligand.heavy_atoms} heavy atoms)" for ligand in ligands[:_MOST_LISTED])
    more = len(ligands) - _MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def _other_residues(structure: Structure) -> list[FoundLigand]:
    """Return single residues outside the polymers: ions, buffer, water."""
    outside = np.flatnonzero(~polymer_residues(structure))
    rows: dict[int, list[int]] = {int(row): [] for row in outside}
    for row, heavy in zip(structure.residue_of_atom.tolist(), (~structure.is_hydrogen).tolist(), strict=True):
        if heavy and row in rows:
            rows[row].append(row)
    table = structure.residues
    return [
        FoundLigand(str(table.names[row]), str(table.chains[row]), _number(structure, row), len(atoms), (row,))
        for row, atoms in rows.items()
        if atoms
    ]


def _matches(structure: Structure, ligand: FoundLigand, choice: str) -> bool:
    """Tell whether a ligand is, or has a residue that is, what was asked for."""
    name, chain, number = _parse(choice)
    if name and name == ligand.name.upper() and chain is None:
        return True
    table = structure.residues
    if chain is not None and name and name == ligand.name.upper():
        name = None
    return any(
        (name is None or name == table.names[row].upper())
        and (chain is None or chain == table.chains[row].strip())
        and (number is None or number == _number(structure, row).upper())
        for row in ligand.residues
    )


def _parse(choice: str) -> tuple[str | None, str | None, str | None]:
    """Return name (upper case), chain and number (upper case) of a choice, None where it leaves one open."""
    parts = [part.strip() for part in choice.split(":")]
    if len(parts) == 2 and _NUMBER.fullmatch(parts[1]):
        return None, parts[0], parts[1].upper()
    if len(parts) == 3 and _NUMBER.fullmatch(parts[2]):
        return parts[0].upper() or None, parts[1], parts[2].upper()
    return choice.strip().upper(), None, None


def cut_pocket(structure: Structure, ligand: FoundLigand) -> tuple[Structure, Structure]:
    """Return the pocket and the ligand of a structure.

    The pocket is every other residue, water too, with an atom within
    `POCKET_RADIUS` of one of the ligand's heavy atoms. Between residues of a
    chain that are neighbours only in the pocket there is a missing-structure
    link, as in a pocket's own file.
    """
    of_ligand = np.isin(structure.residue_of_atom, ligand.residues)
    near = _within(structure.coordinates, structure.coordinates[of_ligand & ~structure.is_hydrogen], POCKET_RADIUS)
    residue_is_near = np.zeros(len(structure.residues), dtype=np.bool_)
    residue_is_near[structure.residue_of_atom[near]] = True
    residue_is_near[list(ligand.residues)] = False
    keep = residue_is_near[structure.residue_of_atom]
    pocket = structure.subset(keep)
    gaps = _gaps(pocket, bonded_groups(structure)[keep])
    links = np.concatenate([pocket.missing_links, np.array(gaps, dtype=np.int32).reshape(-1, 2)])
    return replace(pocket, missing_links=links), structure.subset(of_ligand)


def _within(points: NDArray[np.float64], centres: NDArray[np.float64], radius: float) -> NDArray[np.bool_]:
    """Return (n,) True for points at most `radius` from one of the centres."""
    near = np.zeros(len(points), dtype=np.bool_)
    if not len(centres):
        return near
    boxed = np.flatnonzero(
        ((points >= centres.min(axis=0) - radius) & (points <= centres.max(axis=0) + radius)).all(axis=1)
    )
    inside = np.zeros(len(boxed), dtype=np.bool_)
    for centre in centres:
        inside |= ((points[boxed] - centre) ** 2).sum(axis=1) <= radius * radius
    near[boxed] = inside
    return near


def _gaps(pocket: Structure, groups: NDArray[np.intp]) -> list[tuple[int, int]]:
    """Return chain ends of the pocket that face each other across residues left out.

    Parameters
    ----------
    pocket
        The pocket.
    groups
        (n,) which atoms hung together in the whole structure.
    """
    linked = {tuple(sorted(pair)) for pair in pocket.residue_of_atom[pocket.bonds].tolist()}
    linked |= {tuple(sorted(pair)) for pair in pocket.residue_of_atom[pocket.missing_links].tolist()}
    table = pocket.residues
    kinds = [polymer_kind(name) for name in table.names.tolist()]
    atoms = list(pocket.residue_atoms())
    gaps = []
    for row in range(1, len(table)):
        before = row - 1
        if not kinds[row] or kinds[row] != kinds[before] or table.chains[row] != table.chains[before]:
            continue
        if (before, row) in linked or groups[atoms[row][0]] != groups[atoms[before][0]]:
            continue
        backbone = BACKBONES[kinds[row]]
        last, first = _named(pocket, atoms[before], backbone[::-1]), _named(pocket, atoms[row], backbone)
        if last is not None and first is not None:
            gaps.append((last, first))
    return gaps


def _named(structure: Structure, atoms: NDArray[np.int32], names: Sequence[str]) -> int | None:
    """Return the first of the atoms that carries the first of the names there are."""
    row_of = {str(structure.names[atom]): int(atom) for atom in atoms[::-1]}
    return next((row_of[name] for name in names if name in row_of), None)
