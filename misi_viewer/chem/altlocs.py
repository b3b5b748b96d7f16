"""Which of several positions of an atom is shown (spec readers.md section 1, "altLocs")."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from misi_viewer.chem.atom_table import AtomTable

__all__ = ["choose_positions"]

Pair = tuple[int, int]


def choose_positions(table: AtomTable, bonds: Iterable[Pair]) -> None:
    """Set ``position_of_atom`` to the shown position of every atom that has alternatives.

    Residues joined by a bond between atoms with the same set of letters choose
    one letter together: the highest mean occupancy, then the lowest mean B
    factor, then the first letter.
    """
    if not table.alternatives:
        return
    for group in _groups(table, bonds):
        ranked = _ranked_letters(table, group)
        for atom in group:
            places = table.alternatives[atom]
            letter = next(letter for letter in ranked if letter in places)
            table.position_of_atom[atom] = places[letter]


def _groups(table: AtomTable, bonds: Iterable[Pair]) -> list[list[int]]:
    """Return atoms with alternatives, grouped by residues that choose together."""
    owner = table.residue_of_atom
    leader = {owner[atom]: owner[atom] for atom in table.alternatives}

    def find(residue: int) -> int:
        while leader[residue] != residue:
            leader[residue] = leader[leader[residue]]
            residue = leader[residue]
        return residue

    for first, second in bonds:
        places = table.alternatives.get(first)
        others = table.alternatives.get(second)
        if places and others and owner[first] != owner[second] and places.keys() == others.keys():
            leader[find(owner[second])] = find(owner[first])
    groups: dict[int, list[int]] = {}
    for atom in table.alternatives:
        groups.setdefault(find(owner[atom]), []).append(atom)
    return list(groups.values())


def _ranked_letters(table: AtomTable, group: Iterable[int]) -> list[str]:
    places: dict[str, list[int]] = {}
    for atom in group:
        for letter, position in table.alternatives[atom].items():
            places.setdefault(letter, []).append(position)

    def rank(letter: str) -> tuple[float, float, str]:
        rows = places[letter]
        occupancy = float(np.mean(table.occupancies[rows], dtype=np.float64))
        b_factor = float(np.mean(table.b_factors[rows], dtype=np.float64))
        return -round(occupancy, 6), round(b_factor, 6), letter

    return sorted(places, key=rank)
