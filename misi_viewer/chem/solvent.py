"""Categories of atoms: solvent, ions, ligand, main (spec readers.md section 9)."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.elements import METAL
from misi_viewer.chem.polymers import WATER_NAMES, polymer_kind
from misi_viewer.chem.structure import Structure

__all__ = ["Category", "bonded_groups", "categories", "polymer_residues", "solvent_mask"]

_SMALL_SOLVENT_SIZE: Final = 4
_SOLVENT_SIZE: Final = 10
_SOLVENT_COPIES: Final = 10
_LONE_SOLVENT_ELEMENTS: Final = (5, 6, 7, 8)
_HALOGENS: Final = (9, 17, 35, 53, 85)
_NOBLE_GASES: Final = (2, 10, 18, 36, 54, 86)
_ION_FRAGMENT_SIZE: Final = 5
_LIGAND_SIZE: Final = 256
_LIGAND_FRACTION: Final = 4
_CHAIN_LENGTH: Final = 10
_SMALL_SOLVENTS: Final = "small solvents"
"""Stands for all small solvents where kinds are counted and sorted by name."""

IntArray = NDArray[np.intp]
BoolArray = NDArray[np.bool_]


class Category(IntEnum):
    """What an atom belongs to."""

    MAIN = 0
    LIGAND = 1
    IONS = 2
    SOLVENT = 3


def solvent_mask(structure: Structure) -> BoolArray:
    """Return (n,) True for solvent."""
    return np.asarray(categories(structure) == Category.SOLVENT)


def bonded_groups(structure: Structure) -> IntArray:
    """Find groups of atoms that hang together by bonds or chain breaks, not by metal coordination.

    Returns
    -------
    (n,) array
        Group numbers from 0, by first atom.
    """
    count = len(structure)
    links = np.concatenate([structure.bonds, structure.missing_links]).astype(np.intp)
    leaders = np.arange(count)
    first, second = links[:, 0], links[:, 1]
    while True:
        low = np.minimum(leaders[first], leaders[second])
        before = leaders.copy()
        np.minimum.at(leaders, leaders[first], low)
        np.minimum.at(leaders, leaders[second], low)
        leaders = leaders[leaders]
        if (leaders == before).all():
            break
    return np.unique(leaders, return_inverse=True)[1].astype(np.intp)


def polymer_residues(structure: Structure) -> BoolArray:
    """Return (r,) True for amino acids and nucleotides that are linked to another one of their kind."""
    kinds = np.array([polymer_kind(name) for name in structure.residues.names.tolist()], dtype=np.str_)
    owners = structure.residue_of_atom
    linked = np.zeros(len(kinds), dtype=np.bool_)
    pairs = owners[np.concatenate([structure.bonds, structure.missing_links])]
    same = (pairs[:, 0] != pairs[:, 1]) & (kinds[pairs[:, 0]] == kinds[pairs[:, 1]]) & (kinds[pairs[:, 0]] != "")
    linked[pairs[same].ravel()] = True
    return linked


def categories(structure: Structure) -> NDArray[np.uint8]:
    """Return (n,) a `Category` for each atom."""
    return _Sorter(structure).result


class _Sorter:
    """Sorts the groups of one structure, most specific category first."""

    def __init__(self, structure: Structure) -> None:
        self.structure = structure
        self.groups = bonded_groups(structure)
        self.sizes = np.bincount(self.groups)
        self.first = np.unique(self.groups, return_index=True)[1]
        self.residue_sizes = np.bincount(structure.residue_of_atom, minlength=len(structure.residues))
        self.residue_of_group = structure.residue_of_atom[self.first]
        self.element_of_group = structure.elements[self.first]
        self.residues_per_group = self._residues_per_group()
        self.open = np.ones(len(self.sizes), dtype=np.bool_)
        self.result = np.full(len(structure), Category.MAIN, dtype=np.uint8)
        if len(structure):
            self._take(self._solvent(), Category.SOLVENT)
            self._sort_ions()
            self._sort_ligands()

    def _take(self, chosen: BoolArray, category: Category) -> None:
        """Give the chosen groups a category and count them no more."""
        self.result[chosen[self.groups]] = category
        self.open &= ~chosen

    def _residues_per_group(self) -> IntArray:
        pairs = np.unique(np.stack([self.groups, self.structure.residue_of_atom], axis=1), axis=0)
        return np.bincount(pairs[:, 0], minlength=len(self.sizes)).astype(np.intp)

    def _solvent(self) -> BoolArray:
        names = self.structure.residues.names[self.residue_of_group]
        whole = (self.residues_per_group == 1) & (self.residue_sizes[self.residue_of_group] == self.sizes)
        small = (self.sizes < _SMALL_SOLVENT_SIZE) & np.isin(names, sorted(WATER_NAMES))
        small |= whole & (self.sizes == 1) & np.isin(self.element_of_group, _LONE_SOLVENT_ELEMENTS)
        lone = (self.sizes == 1) & (METAL[self.element_of_group] | np.isin(self.element_of_group, _HALOGENS))
        others = whole & (self.sizes <= _SOLVENT_SIZE) & ~small & ~lone
        found, counts = np.unique(names[others], return_counts=True)
        kinds = [(int(count), str(name)) for name, count in zip(found, counts, strict=True)]
        best = max([*kinds, (int(small.sum()), _SMALL_SOLVENTS)])
        if best[0] >= _SOLVENT_COPIES and best[1] != _SMALL_SOLVENTS:
            small |= others & (names == best[1])
        return small

    def _sort_ions(self) -> None:
        number = self.element_of_group
        ions = self.open & (self.sizes == 1) & (number != 1) & ~np.isin(number, _NOBLE_GASES)
        heavy = np.bincount(self.groups, weights=self.structure.elements > 1, minlength=len(self.sizes))
        of_ion = np.zeros(len(self.structure.residues), dtype=np.bool_)
        of_ion[self.residue_of_group[ions]] = True
        outside = ~of_ion[self.structure.residue_of_atom]
        elsewhere = np.bincount(self.groups, weights=outside, minlength=len(self.sizes)) > 0
        fragments = self.open & (heavy < _ION_FRAGMENT_SIZE) & ~elsewhere
        self._take(ions | fragments, Category.IONS)

    def _sort_ligands(self) -> None:
        if not self.open.any():
            return
        structure = self.structure
        in_chain = polymer_residues(structure)
        chains, chain_of_residue = np.unique(structure.residues.chains, return_inverse=True)
        lengths = np.bincount(chain_of_residue, weights=in_chain, minlength=len(chains))
        in_long_chain = in_chain & (lengths[chain_of_residue] >= _CHAIN_LENGTH)
        with_chain = self._groups_with(in_chain)
        cutoff = min(int(self.sizes[self.open].max()) // _LIGAND_FRACTION, _LIGAND_SIZE)
        small = (self.sizes <= cutoff) & (self.residues_per_group < _CHAIN_LENGTH)
        self._take(self.open & small & ~self._groups_with(in_long_chain), Category.LIGAND)
        bound = (self.open & with_chain)[self.groups] & ~in_chain[structure.residue_of_atom]
        self.result[bound] = Category.LIGAND

    def _groups_with(self, residues: BoolArray) -> BoolArray:
        """Return (g,) True for groups with an atom in one of the residues."""
        inside = residues[self.structure.residue_of_atom]
        return np.bincount(self.groups, weights=inside, minlength=len(self.sizes)) > 0
