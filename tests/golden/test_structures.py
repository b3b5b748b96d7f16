"""Atoms and bonds against the reference answers: every complex, pocket and ligand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.structure import Structure

ROOT = Path(__file__).resolve().parents[2]
DEMO = (ROOT / "tests" / "data" / "demo", ROOT / "assets" / "demo")
SHARED = (ROOT.parent / "shared" / "golden", ROOT.parent / "shared" / "complexes")


def cases() -> list[Any]:
    found: list[Any] = []
    for (golden, complexes), marks in ((DEMO, []), (SHARED, [pytest.mark.shared])):
        found += [
            pytest.param(answers, complexes / answers.stem, id=answers.stem, marks=marks)
            for answers in sorted((golden / "numbers").glob("*.json"))
        ]
    return found


def atoms(structure: Structure) -> list[list[Any]]:
    table = structure.residues
    columns = [table.chains, table.numbers, table.insertion_codes, table.names]
    by_residue = list(zip(*(column.tolist() for column in columns), strict=True))
    return [
        [*by_residue[residue], name, SYMBOLS[element]]
        for residue, name, element in zip(
            structure.residue_of_atom.tolist(), structure.names.tolist(), structure.elements.tolist(), strict=True
        )
    ]


def pairs(bonds: list[list[int]]) -> set[tuple[int, ...]]:
    return {tuple(sorted(pair)) for pair in bonds}


@pytest.mark.parametrize(("answers", "folder"), cases())
def test_atoms_and_bonds(answers: Path, folder: Path) -> None:
    expected = json.loads(answers.read_text())
    for part, file in zip(("pocket", "ligand"), expected["files"], strict=True):
        structure = read_structures(folder / f"{folder.name}_{file.split('_', 1)[1]}")[0]
        assert atoms(structure) == [atom[:6] for atom in expected[part]["atoms"]]
        assert pairs(structure.bonds.tolist()) == pairs(expected[part]["bonds"])
        assert len(pairs(structure.bonds.tolist())) == len(structure.bonds)


@pytest.mark.parametrize(("answers", "folder"), cases())
def test_a_folder_takes_the_files_that_the_answers_were_made_from(answers: Path, folder: Path) -> None:
    sources = load_complex(folder).sources
    assert [source.name for source in sources] == json.loads(answers.read_text())["files"]


@pytest.mark.shared
@pytest.mark.parametrize("name", ["1c86", "1dzk", "2i6b", "4yc0"])
def test_cutting_a_protein_gives_its_pocket_file(name: str) -> None:
    """The whole proteins beside four of the pockets: same residues, same chain breaks."""
    folder = SHARED[1] / name
    pocket = read_structures(folder / f"{name}_pocket.pdb")[0]
    cut = load_complex(folder / f"{name}.pdb").pocket

    def residues(structure: Structure) -> list[tuple[int, str]]:
        table = structure.residues
        return sorted((n, a) for n, a in zip(table.numbers.tolist(), table.names.tolist(), strict=True) if a != "HOH")

    assert residues(cut) == residues(pocket)
    assert (cut.residues.names == "HOH").sum() == (pocket.residues.names == "HOH").sum()
    assert len(cut.missing_links) == len(pocket.missing_links)
