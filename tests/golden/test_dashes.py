"""Dashes of hydrogen bonds against the reference answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.structure import Structure
from misi_viewer.scene.dashes import hydrogen_bond_ends
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
WATERS = {"HOH", "WAT", "DOD"}


def cases() -> list[Any]:
    """Return the demo complexes, which have no hydrogens, and a few which have."""
    demo = sorted((ROOT / "tests" / "data" / "demo" / "numbers").glob("*.json"))
    shared = sorted((SHARED / "golden" / "numbers").glob("*.json"))[::12]
    return [pytest.param(path, ROOT / "assets" / "demo", id=path.stem) for path in demo] + [
        pytest.param(path, SHARED / "complexes", id=path.stem, marks=pytest.mark.shared) for path in shared
    ]


def pocket_row(complex_: Complex, bond: dict[str, Any], distance_from: np.ndarray) -> int:
    pocket = complex_.pocket
    residues, of = pocket.residues, pocket.residue_of_atom
    same = (pocket.names == bond["atom"]) & (residues.numbers[of] == bond["residue_number"])
    same &= (residues.chains[of] == bond["chain"]) & (residues.insertion_codes[of] == bond["insertion_code"])
    rows = np.flatnonzero(same)
    distances = np.linalg.norm(pocket.coordinates[rows] - distance_from, axis=1)
    return int(rows[np.abs(distances - bond["distance"]).argmin()])


def nearest_hydrogen(structure: Structure, donor: int, acceptor: np.ndarray) -> np.ndarray:
    """Return where a bond's line begins: the donor's hydrogen nearest to the acceptor, or the donor."""
    others = structure.bonds[(structure.bonds == donor).any(axis=1)].ravel()
    hydrogens = structure.coordinates[others[structure.is_hydrogen[others]]]
    if not len(hydrogens):
        return structure.coordinates[donor]
    return hydrogens[np.linalg.norm(hydrogens - acceptor, axis=1).argmin()]


@pytest.mark.parametrize(("answers", "folder"), cases())
def test_a_line_for_every_bond_from_its_nearest_hydrogen(answers: Path, folder: Path) -> None:
    complex_ = load_complex(folder / answers.stem)
    lines = hydrogen_bond_ends(complex_, displayed_atoms(complex_, Shot()))
    expected = []
    for bond in json.loads(answers.read_text(encoding="utf-8"))["hbonds"]:
        if bond["residue_name"] in WATERS:
            continue
        ligand_row = bond["ligand_atom_index"]
        ligand = complex_.ligand.coordinates[ligand_row]
        row = pocket_row(complex_, bond, ligand)
        pocket = complex_.pocket.coordinates[row]
        if bond["donor"] == "pocket":
            expected.append((nearest_hydrogen(complex_.pocket, row, ligand), ligand))
        else:
            expected.append((pocket, nearest_hydrogen(complex_.ligand, ligand_row, pocket)))
    assert len(lines) == len(expected)
    for line in expected:
        assert np.abs(lines - line).max(axis=(1, 2)).min() < 1e-6
