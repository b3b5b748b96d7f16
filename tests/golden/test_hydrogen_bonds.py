"""Hydrogen bonds against the reference answers: every bond of every complex."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import (
    HydrogenBond,
    explain,
    find_hydrogen_bonds,
    pocket_answer,
    residue_answers,
)
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.solvent import solvent_mask

ROOT = Path(__file__).resolve().parents[2]
DEMO = (ROOT / "tests" / "data" / "demo", ROOT / "assets" / "demo")
SHARED = (ROOT.parent / "shared" / "golden", ROOT.parent / "shared" / "complexes")

# What the paper prints for 5ey0 (spec benchmark.md section 2).
PAPER = (
    "ARG 45 NH2 A, O1B; ARG 45 NE A, O2G; LYS 47 NZ A, O1A; LYS 158 NZ A, O1G; SER 43 OG A, O2B; "
    "PHE 24 N A, O6; ARG 44 N A, O3G; VAL 22 O A, N1; VAL 22 O A, N2"
)


def cases() -> list[Any]:
    """Return (answers, complex) pairs: the demo's always, the others where they are at hand."""
    return [
        pytest.param(answers, complexes / answers.stem, id=answers.stem, marks=marks)
        for (golden, complexes), marks in ((DEMO, []), (SHARED, [pytest.mark.shared]))
        for answers in sorted((golden / "numbers").glob("*.json"))
    ]


def load(answers: Path, folder: Path) -> tuple[dict[str, Any], Complex]:
    expected = json.loads(answers.read_text())
    pocket, ligand = (folder / name for name in expected["files"])
    return expected, load_complex(f"{pocket}+{ligand}")


def described(complex_: Complex, bond: HydrogenBond) -> tuple[Any, ...]:
    pocket = complex_.pocket
    residues, row = pocket.residues, pocket.residue_of_atom[bond.pocket_atom]
    return (
        residues.chains[row],
        residues.numbers[row],
        residues.insertion_codes[row],
        residues.names[row],
        pocket.names[bond.pocket_atom],
        bond.ligand_atom,
        complex_.ligand.names[bond.ligand_atom],
        bond.donor,
        bond.strict,
    )


@pytest.mark.parametrize(("answers", "folder"), cases())
def test_bonds(answers: Path, folder: Path) -> None:
    expected, complex_ = load(answers, folder)
    found = find_hydrogen_bonds(complex_)
    keys = ("chain", "residue_number", "insertion_code", "residue_name", "atom", "ligand_atom_index", "ligand_atom")
    rows = {tuple(row[key] for key in (*keys, "donor", "strict")): row["distance"] for row in expected["hbonds"]}
    # Residues may share chain and number; then equal rows count.
    assert Counter(described(complex_, bond) for bond in found) == Counter(
        tuple(row[key] for key in (*keys, "donor", "strict")) for row in expected["hbonds"]
    )
    for bond in found:
        assert bond.distance == pytest.approx(rows[described(complex_, bond)], abs=1e-3)


@pytest.mark.parametrize(("answers", "folder"), cases()[::8])
def test_strict_bonds_and_explanations(answers: Path, folder: Path) -> None:
    _, complex_ = load(answers, folder)
    found = {(bond.pocket_atom, bond.ligand_atom, bond.donor): bond for bond in find_hydrogen_bonds(complex_)}
    strict = find_hydrogen_bonds(complex_, distance_slop=0.0, angle_slop=0.0)
    assert {(bond.pocket_atom, bond.ligand_atom, bond.donor) for bond in strict} == {
        key for key, bond in found.items() if bond.strict
    }
    for pocket_atom, ligand_atom in near_pairs(complex_)[:40] + [key[:2] for key in found]:
        for direction in explain(complex_, pocket_atom, ligand_atom).directions:
            bond = found.get((pocket_atom, ligand_atom, direction.donor))
            outcome = "none" if bond is None else "strict" if bond.strict else "relaxed"
            assert direction.outcome == outcome
            assert (direction.first_failure is None) is (bond is not None or not direction.steps)


def near_pairs(complex_: Complex) -> list[tuple[int, int]]:
    """Return pairs of polar atoms closer than 4.5 angstrom."""
    pocket, ligand = complex_.pocket, complex_.ligand
    distances = np.linalg.norm(pocket.coordinates[:, None] - ligand.coordinates[None], axis=2)
    polar = np.isin(pocket.elements, (7, 8, 16))[:, None] & np.isin(ligand.elements, (7, 8, 16))[None]
    return [(int(a), int(b)) for a, b in np.argwhere(polar & (distances < 4.5))]


@pytest.mark.shared
def test_the_papers_example() -> None:
    _, complex_ = load(SHARED[0] / "numbers" / "5ey0.json", SHARED[1] / "5ey0")
    found = find_hydrogen_bonds(complex_, solvent=False)
    assert set(pocket_answer(complex_, found).split("; ")) == set(PAPER.split("; "))
    arginine = next(answer for _, answer in residue_answers(complex_, found) if "ARG NH2" in answer)
    assert set(arginine.removeprefix("Yes: ").split("; ")) == {"ARG NH2, O1B", "ARG NE, O2G"}


@pytest.mark.shared
def test_without_solvent_exactly_the_bonds_to_water_are_left_out() -> None:
    tried = 0
    for answers in sorted((SHARED[0] / "numbers").glob("*.json")):
        expected, complex_ = load(answers, SHARED[1] / answers.stem)
        waters = [row for row in expected["hbonds"] if row["residue_name"] == "HOH"]
        if not waters:
            continue
        everything, dry = find_hydrogen_bonds(complex_), find_hydrogen_bonds(complex_, solvent=False)
        is_solvent = solvent_mask(complex_.pocket)
        assert dry == [bond for bond in everything if not is_solvent[bond.pocket_atom]]
        assert sum(bond.solvent for bond in everything) == len(waters) == len(everything) - len(dry)
        # The benchmark's answers leave them out even if they are handed in, and so do fewer atoms.
        assert pocket_answer(complex_, everything) == pocket_answer(complex_, dry)
        assert "HOH" not in pocket_answer(complex_, everything)
        assert residue_answers(complex_, everything) == residue_answers(complex_, dry)
        assert_same_without_the_atoms(complex_, is_solvent, dry)
        tried += 1
        if tried == 10:
            break
    assert tried == 10


def assert_same_without_the_atoms(complex_: Complex, is_solvent: np.ndarray, dry: list[HydrogenBond]) -> None:
    """Deleting the solvent first gives the same bonds as leaving its bonds out."""
    deleted = Complex(complex_.id, complex_.pocket.subset(~is_solvent), complex_.ligand, complex_.sources)
    rows = np.flatnonzero(~is_solvent)
    found = find_hydrogen_bonds(deleted)
    assert [(rows[bond.pocket_atom], bond.ligand_atom, bond.donor, bond.strict) for bond in found] == [
        (bond.pocket_atom, bond.ligand_atom, bond.donor, bond.strict) for bond in dry
    ]
