"""The nine tasks on real complexes, and the paper's worked example."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import find_hydrogen_bonds
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.solvent import solvent_mask
from misi_viewer.tasks import Question, Skipped, all_tasks, load_task, sample
from misi_viewer.tasks.annotation import annotate
from misi_viewer.tasks.docking import ligand_rmsd
from misi_viewer.tasks.fairness import MIN_PIXELS, least_distance
from misi_viewer.tasks.steps import path_to_result, question_steps

pytestmark = pytest.mark.shared

EVERY = 16
"""One in so many of the reference complexes is asked about."""

WORKED_EXAMPLE = (
    "ARG 45 NH2 A, O1B; ARG 45 NE A, O2G; LYS 47 NZ A, O1A; LYS 158 NZ A, O1G; SER 43 OG A, O2B; "
    "PHE 24 N A, O6; ARG 44 N A, O3G; VAL 22 O A, N1; VAL 22 O A, N2"
)


@lru_cache(maxsize=32)
def load(folder: Path) -> Complex:
    return load_complex(folder)


def test_the_papers_worked_example(shared: Path) -> None:
    complex_ = load(shared / "complexes" / "5ey0")
    (whole,) = sample(load_task("pocket_ligand"), complex_)
    assert isinstance(whole, Question)
    assert set(whole.answer.split("; ")) == set(WORKED_EXAMPLE.split("; "))
    residues = [item for item in sample(load_task("residue_ligand"), complex_) if isinstance(item, Question)]
    (arginine,) = [item for item in residues if item.recipe.values["residue_number"] == "45"]
    assert set(arginine.answer.removeprefix("Yes: ").split("; ")) == {"ARG NH2, O1B", "ARG NE, O2G"}
    assert len(residues) == 14


def test_real_complexes(shared: Path) -> None:
    folders = {folder.name: folder for folder in sorted((shared / "complexes").iterdir()) if folder.is_dir()}
    asked: Counter[str] = Counter()
    for name in list(folders)[::EVERY]:
        complex_ = load(folders[name])
        for task in all_tasks():
            for item in sample(task, complex_, candidates=list(folders), load=lambda other: load(folders[other])):
                if isinstance(item, Skipped):
                    assert "named" in item.reason or item.reason.startswith("there is no hydrogen bond")
                    continue
                asked[task.id] += 1
                _check(item, complex_)
    complexes = len(list(folders)[::EVERY])
    assert asked["translation"] == 4 * complexes
    assert asked["docking"] == asked["rotation_rotation"] == asked["translation_rotation"] == 6 * complexes
    assert asked["pocket_ligand"] > 0.8 * complexes


def test_bonds_to_water_never_count(shared: Path) -> None:
    folders = sorted(folder for folder in (shared / "complexes").iterdir() if folder.is_dir())
    wet = 0
    for complex_ in map(load, folders[::EVERY]):
        water = solvent_mask(complex_.pocket)
        bonds = find_hydrogen_bonds(complex_)
        expected = {(bond.pocket_atom, bond.ligand_atom) for bond in bonds if not water[bond.pocket_atom]}
        assert set(annotate(complex_).bonds) == expected
        wet += any(water[bond.pocket_atom] for bond in bonds)
    assert wet > 1


def _check(question: Question, complex_: Complex) -> None:
    result = path_to_result(question_steps(question))[-1]
    if question.task == "docking":
        assert ligand_rmsd(complex_, result.shot) < 1e-6
    if question.task in ("rotation_rotation", "interaction_location"):
        shots = [step.shot for step in question_steps(question) if step.name in {f"option {x}" for x in "ABCD"}]
        assert len(shots) == 4
        assert least_distance(complex_, shots) >= MIN_PIXELS
    if question.task == "pocket_ligand":
        assert len(question.answer.split("; ")) == max(1, len(annotate(complex_).bonds))
