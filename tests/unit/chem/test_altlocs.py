"""Which alternative position is shown (readers.md section 1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdb_lines import atom, bonds, pair, read

from misi_viewer.chem.structure import Structure


def x_of(structure: Structure) -> list[float]:
    return structure.coordinates[:, 0].tolist()


@pytest.mark.parametrize(
    ("positions", "x"),
    [
        # letter, x, occupancy, B factor
        ([("A", 1.0, 0.4, 10), ("B", 2.0, 0.6, 10)], 2.0),
        ([("A", 1.0, 0.5, 20), ("B", 2.0, 0.5, 10)], 2.0),
        ([("B", 2.0, 0.5, 10), ("A", 1.0, 0.5, 10)], 1.0),
        ([(" ", 1.0, 0.5, 10), ("B", 2.0, 0.1, 10)], 2.0),
        ([("A", 1.0, 0.5, 10), ("A", 2.0, 0.5, 10)], 2.0),
        ([("A", 1.0, 0.0, 10), ("B", 2.0, 0.0, 5)], 2.0),
    ],
)
def test_one_atom(tmp_path: Path, positions: list[tuple[str, float, float, float]], x: float) -> None:
    lines = [atom("CB", "ALA", xyz=(p, 0, 0), letter=a, occupancy=o, b=b, element="C") for a, p, o, b in positions]
    (structure,) = read(tmp_path, lines)
    assert x_of(structure) == [x]


def test_a_residue_chooses_by_its_mean_occupancy(tmp_path: Path) -> None:
    """One atom shows a position of lower occupancy than its alternative."""
    lines = [
        atom("CB", "MET", xyz=(1, 0, 0), letter="A", occupancy=0.6, element="C"),
        atom("CB", "MET", xyz=(2, 0, 0), letter="B", occupancy=0.4, element="C"),
        atom("CG", "MET", xyz=(1, 9, 0), letter="A", occupancy=0.2, element="C"),
        atom("CG", "MET", xyz=(2, 9, 0), letter="B", occupancy=0.8, element="C"),
    ]
    assert x_of(read(tmp_path, lines)[0]) == [2.0, 2.0]


def two_residues(letters: str) -> list[str]:
    """C of residue 1 prefers A by far, N of residue 2 prefers B a little."""
    lines = []
    for number, name, chances in ((1, "C", (0.9, 0.1)), (2, "N", (0.4, 0.6))):
        for letter, chance in zip("AB" if number == 1 else letters, chances, strict=True):
            xyz = (1.3 * (number - 1), 0.0, 0.1 if letter == letters[1] else 0.0)
            lines.append(atom(name, "ALA", number, xyz, letter=letter, occupancy=chance, element=name))
    return lines


def test_residues_bonded_through_the_same_letters_choose_together(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, two_residues("AB"))
    assert bonds(structure) == {pair("1.C", "2.N")}
    assert structure.coordinates[:, 2].tolist() == [0.0, 0.0]


def test_residues_with_other_letters_choose_apart(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, two_residues("AC"))
    assert structure.coordinates[:, 2].tolist() == [0.0, 0.1]


def test_an_atom_without_the_winning_letter_shows_its_best(tmp_path: Path) -> None:
    lines = [
        atom("CB", "MET", xyz=(1, 0, 0), letter="A", occupancy=0.3, element="C"),
        atom("CB", "MET", xyz=(2, 0, 0), letter="B", occupancy=0.7, element="C"),
        atom("CG", "MET", xyz=(1, 9, 0), letter="A", occupancy=0.3, element="C"),
    ]
    assert x_of(read(tmp_path, lines)[0]) == [2.0, 1.0]


def test_bonds_by_distance_see_the_position_read_last(tmp_path: Path) -> None:
    lines = [
        atom("C1", "LIG", xyz=(0, 0, 0), element="C"),
        atom("C2", "LIG", xyz=(1.5, 0, 0), letter="A", occupancy=0.9, element="C"),
        atom("C2", "LIG", xyz=(5, 0, 0), letter="B", occupancy=0.1, element="C"),
    ]
    (structure,) = read(tmp_path, lines)
    assert x_of(structure) == [0.0, 1.5]
    assert bonds(structure) == set()


def test_a_name_there_twice_takes_no_alternative(tmp_path: Path) -> None:
    lines = [
        atom("CB", "ALA", xyz=(1, 0, 0), element="C"),
        atom("CB", "ALA", xyz=(5, 0, 0), element="C"),
        atom("CB", "ALA", xyz=(9, 0, 0), letter="B", element="C"),
    ]
    assert x_of(read(tmp_path, lines)[0]) == [1.0, 5.0, 9.0]


def test_interleaved_point_mutation_makes_two_residues(tmp_path: Path) -> None:
    lines = [
        atom(name, residue, 22, (step, y, 0), letter=letter, occupancy=0.5, element=name[0])
        for name, step in (("N", 0.0), ("CA", 1.46), ("C", 2.9))
        for residue, letter, y in (("SER", "A", 0.0), ("PRO", "B", 5.0))
    ]
    (structure,) = read(tmp_path, lines)
    assert structure.residues.names.tolist() == ["SER", "PRO"]
    assert structure.residue_of_atom.tolist() == [0, 1, 0, 1, 0, 1]
