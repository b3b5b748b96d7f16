"""Cameras, screen coordinates and pixels against the reference answers: every complex, every state."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.scene.aim import aim
from misi_viewer.scene.parts import DisplayedAtoms, displayed_atoms
from misi_viewer.scene.shot import Parts, ResidueId, Shot

ROOT = Path(__file__).resolve().parents[2]
DEMO = (ROOT / "tests" / "data" / "demo", ROOT / "assets" / "demo")
SHARED = (ROOT.parent / "shared" / "golden", ROOT.parent / "shared" / "complexes")

PARTS: dict[str, Parts] = {
    "pocket": "pocket",
    "both_displaced": "complex",
    "ligand_displaced": "ligand",
    "residue": "residue",
}


def cases(folder: str, pattern: str) -> list[Any]:
    """Return (answers, complex) pairs: the demo's always, the others where they are at hand."""
    found: list[Any] = []
    for (golden, complexes), marks in ((DEMO, []), (SHARED, [pytest.mark.shared])):
        for answers in sorted((golden / folder).glob(pattern)):
            name = answers.stem if answers.stem != "shots" else answers.parent.name
            found.append(pytest.param(answers, complexes / name, id=name, marks=marks))
    return found


@lru_cache(maxsize=2)
def loaded(path: Path) -> Complex:
    return load_complex(path)


def find(atoms: DisplayedAtoms, probes: list[list[Any]]) -> np.ndarray:
    """Return where the program has the probed atoms, (n, 3)."""
    points = atoms.coordinates
    rows: dict[tuple[Any, ...], list[int]] = {}
    for row, atom in enumerate(atoms.identities()):
        key = (atom.part, atom.chain, atom.residue_number, atom.insertion_code, atom.atom)
        rows.setdefault(key, []).append(row)
    found = []
    for *key, place in probes:
        same_name = points[rows[tuple(key)]]
        found.append(same_name[np.abs(same_name - place).max(axis=1).argmin()])
    np.testing.assert_allclose(found, [probe[-1] for probe in probes], rtol=0, atol=1e-3)
    return np.array(found)


def check_state(complex_: Complex, shot: Shot, state: dict[str, Any], probes: list[list[Any]]) -> None:
    size = (640, 480)
    view = aim(complex_, shot, size)
    points = find(displayed_atoms(complex_, shot), probes)
    expected = np.array([pixel or (np.nan, np.nan) for pixel in state["pixels"]])

    def agree(ours: object, theirs: object, tolerance: float) -> None:
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=tolerance)

    agree(view.pose.matrix, state["matrix"], 1e-4)
    agree((view.near, view.far), state["near_far"], 1e-3)
    agree(view.center_of_rotation, state["center_of_rotation"], 1e-3)
    agree(view.pose.to_camera(points), state["screen"], 1e-3)
    agree(pixels(points, view.pose, view.projection, size), expected, 1e-2)


@pytest.mark.parametrize(("answers", "folder"), cases("numbers", "*.json"))
def test_cameras(answers: Path, folder: Path) -> None:
    golden = json.loads(answers.read_text(encoding="utf-8"))
    complex_ = loaded(folder)
    box = aim(complex_, Shot(), (640, 480)).box
    np.testing.assert_allclose([box.lower, box.upper], golden["bounds"], rtol=0, atol=1e-3)
    assert len(golden["cameras"]) == 15
    for state in golden["cameras"].values():
        check_state(complex_, Shot(commands="; ".join(state["commands"])), state, golden["probes"])


@pytest.mark.parametrize(("answers", "folder"), cases("shots", "*/shots.json"))
def test_shots(answers: Path, folder: Path) -> None:
    golden = json.loads(answers.read_text(encoding="utf-8"))
    complex_ = loaded(folder)
    moved = ", ".join(golden["ligand_commands"])
    assert len(golden["shots"]) == 7
    for name, state in golden["shots"].items():
        parts = PARTS[name.removesuffix("_left")]
        shot = Shot(
            parts=parts,
            residue=ResidueId(*golden["residue"]) if parts == "residue" else None,
            ligand_commands=moved if "displaced" in name else "",
            view="left" if name.endswith("_left") else "front",
        )
        assert shot.fit_to == state["fit"]
        check_state(complex_, shot, state, state["probes"])


@pytest.mark.parametrize(("answers", "folder"), cases("numbers", "*.json")[:4])
def test_views_are_the_states_of_the_same_name(answers: Path, folder: Path) -> None:
    golden = json.loads(answers.read_text(encoding="utf-8"))
    for name in ("front", "left", "top", "back", "right", "bottom"):
        shot = Shot(view=name)  # type: ignore[arg-type]
        check_state(loaded(folder), shot, golden["cameras"][name], golden["probes"])
