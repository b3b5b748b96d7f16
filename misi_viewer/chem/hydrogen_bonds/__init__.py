"""Hydrogen bonds by the rules of ChimeraX 1.7.1's command hbonds (spec hbonds.md)."""

from __future__ import annotations

from misi_viewer.chem.hydrogen_bonds.bonds import Bond, find_bonds
from misi_viewer.chem.hydrogen_bonds.finder import HydrogenBond, find_hydrogen_bonds
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import RELAXED, STRICT, Slop

__all__ = [
    "RELAXED",
    "STRICT",
    "Bond",
    "HydrogenBond",
    "Molecule",
    "Slop",
    "find_bonds",
    "find_hydrogen_bonds",
]
