"""IDATM types against the reference answers: every atom of every complex."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from misi_viewer.chem.idatm import atom_types
from misi_viewer.chem.load import load_complex

ROOT = Path(__file__).resolve().parents[2]
DEMO = (ROOT / "tests" / "data" / "demo", ROOT / "assets" / "demo")
SHARED = (ROOT.parent / "shared" / "golden", ROOT.parent / "shared" / "complexes")


def cases() -> list[Any]:
    """Return (answers, complex) pairs: the demo's always, the others where they are at hand."""
    return [
        pytest.param(answers, complexes / answers.stem, id=answers.stem, marks=marks)
        for (golden, complexes), marks in ((DEMO, []), (SHARED, [pytest.mark.shared]))
        for answers in sorted((golden / "numbers").glob("*.json"))
    ]


@pytest.mark.parametrize(("answers", "folder"), cases())
def test_types(answers: Path, folder: Path) -> None:
    expected = json.loads(answers.read_text())
    pocket, ligand = (folder / name for name in expected["files"])
    complex_ = load_complex(f"{pocket}+{ligand}")
    for part, structure in (("pocket", complex_.pocket), ("ligand", complex_.ligand)):
        atoms = expected[part]["atoms"]
        assert structure.names.tolist() == [atom[4] for atom in atoms]
        found = atom_types(structure).tolist()
        wrong = [(row, *atom[:5], atom[6], found[row]) for row, atom in enumerate(atoms) if atom[6] != found[row]]
        assert not wrong
