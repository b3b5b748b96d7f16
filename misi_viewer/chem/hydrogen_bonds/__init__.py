"""Hydrogen bonds by the rules of ChimeraX 1.7.1's command hbonds (spec hbonds.md)."""

from __future__ import annotations

from misi_viewer.chem.hydrogen_bonds.answers import atom_label, pocket_answer, residue_answers
from misi_viewer.chem.hydrogen_bonds.bonds import Bond, find_bonds
from misi_viewer.chem.hydrogen_bonds.explanation import Claim, Direction, Explanation, explain
from misi_viewer.chem.hydrogen_bonds.finder import HydrogenBond, find_hydrogen_bonds
from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.slop import ANGLE_SLOP, DISTANCE_SLOP, RELAXED, STRICT, Slop
from misi_viewer.chem.hydrogen_bonds.table import BondRow, bond_table
from misi_viewer.chem.hydrogen_bonds.trace import Step

__all__ = [
    "ANGLE_SLOP",
    "DISTANCE_SLOP",
    "RELAXED",
    "STRICT",
    "Bond",
    "BondRow",
    "Claim",
    "Direction",
    "Explanation",
    "HydrogenBond",
    "Molecule",
    "Slop",
    "Step",
    "atom_label",
    "bond_table",
    "explain",
    "find_bonds",
    "find_hydrogen_bonds",
    "pocket_answer",
    "residue_answers",
]
