"""Solvent, ions, ligand, main (readers.md section 9)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from pdb_lines import atom, backbone, read

from misi_viewer.chem.solvent import Category, bonded_groups, categories, polymer_residues, solvent_mask
from misi_viewer.chem.structure import Structure


def protein(count: int, chain: str = "A", y: float = 0.0) -> list[str]:
    """A chain of alanines along x; three atoms each."""
    lines = [line for i in range(count) for line in backbone(i + 1, 3.8 * i, chain=chain)]
    return [f"{line[:38]}{y:8.3f}{line[46:]}" for line in lines] + ["TER"]


def molecule(name: str, elements: Sequence[str], number: int, y: float, copies: int = 1, chain: str = "X") -> list[str]:
    """Copies of a chain molecule, 20 angstrom apart, atoms 1.4 apart."""
    return [
        atom(
            f"{element}{i}",
            name,
            number + copy,
            (1.4 * i, y, 20.0 * copy),
            element=element,
            record="HETATM",
            chain=chain,
        )
        for copy in range(copies)
        for i, element in enumerate(elements)
    ]


def by_name(structure: Structure) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    names = structure.residues.names[structure.residue_of_atom]
    for name, category in zip(names.tolist(), categories(structure).tolist(), strict=True):
        found.setdefault(name, set()).add(Category(category).name.lower())
    return found


@pytest.mark.parametrize(
    ("lines", "name", "category"),
    [
        (molecule("HOH", "O", 1, 30), "HOH", "solvent"),
        (molecule("WAT", "O", 1, 30), "WAT", "solvent"),
        (molecule("HOH", "OOO", 1, 30), "HOH", "solvent"),
        (molecule("HOH", "OOOO", 1, 30), "HOH", "ligand"),  # four atoms are no water
        (molecule("XXX", "N", 1, 30), "XXX", "solvent"),  # a lone B, C, N or O
        (molecule("XXX", "F", 1, 30), "XXX", "ions"),
        (molecule("ZN", ["ZN"], 1, 30), "ZN", "ions"),
        (molecule("XE", ["XE"], 1, 30), "XE", "ligand"),  # noble gases are no ions
        (molecule("ZN", ["ZN"], 1, 30, 12), "ZN", "ions"),  # nor solvent, however many
        (molecule("GOL", "CCO", 1, 30, 9), "GOL", "ligand"),
        (molecule("GOL", "CCO", 1, 30, 10), "GOL", "solvent"),
        (molecule("GOL", "CCO", 1, 30, 10) + molecule("HOH", "O", 50, 50, 11), "GOL", "ligand"),
        (molecule("GOL", "CCO", 1, 30, 10) + molecule("HOH", "O", 50, 50, 9), "GOL", "solvent"),
        (molecule("GOL", "CCO", 1, 30, 10) + molecule("SO4", "SOO", 50, 50, 10), "GOL", "ligand"),  # the later name
        (molecule("GOL", "CCO", 1, 30, 10) + molecule("SO4", "SOO", 50, 50, 10), "SO4", "solvent"),
        (molecule("GOL", "CCO", 1, 30, 10) + molecule("SO4", "SOO", 50, 50, 10), "ALA", "main"),
        (molecule("BIG", "CCCCCCCCCCC", 1, 30, 10), "BIG", "ligand"),  # eleven atoms are no solvent
        (molecule("LIG", "CCCCCCC", 1, 30), "LIG", "ligand"),
        (molecule("LIG", "CCCCCCCCCCCCCCCC", 1, 30), "LIG", "main"),  # more than a quarter of the longest group
    ],
)
def test_categories_beside_a_protein(tmp_path: Path, lines: list[str], name: str, category: str) -> None:
    """The protein has 20 residues, 60 atoms in one group."""
    (structure,) = read(tmp_path, protein(20) + lines)
    assert by_name(structure)[name] == {category}


def test_a_ligand_alone_is_main_and_water_alone_solvent(tmp_path: Path) -> None:
    assert by_name(read(tmp_path, molecule("LIG", "CCCCO", 1, 0))[0]) == {"LIG": {"main"}}
    assert solvent_mask(read(tmp_path, molecule("HOH", "O", 1, 0, 3))[0]).all()


def test_peptides(tmp_path: Path) -> None:
    """A short chain is a ligand; a short piece of a long chain is not."""
    (structure,) = read(tmp_path, protein(20) + protein(4, "B", 20.0))
    assert set(by_name(structure)["ALA"]) == {"main", "ligand"}
    (structure,) = read(tmp_path, protein(20) + protein(4, "A", 20.0))
    assert by_name(structure)["ALA"] == {"main"}


def test_what_is_bound_to_a_chain_is_ligand(tmp_path: Path) -> None:
    chain = protein(20)[:-1]
    bound = molecule("LIG", "CCCC", 90, 1.4, chain="A")
    assert by_name(read(tmp_path, chain + bound)[0])["LIG"] == {"ligand"}
    lines = ["ATOM    800" + chain[0][11:], *chain[1:], "HETATM  900" + bound[0][11:], *bound[1:], "CONECT  900  800"]
    (structure,) = read(tmp_path, lines)
    assert bonded_groups(structure).max() == 0
    assert by_name(structure) == {"ALA": {"main"}, "LIG": {"ligand"}}


def test_pieces_in_an_ions_residue_are_ions(tmp_path: Path) -> None:
    lines = [
        atom("ZN", "LIG", 1, (0, 30, 0), element="ZN", columns="ZN  ", record="HETATM", chain="X"),
        *molecule("LIG", "SO", 1, 40, chain="X"),
    ]
    assert by_name(read(tmp_path, protein(20) + lines)[0])["LIG"] == {"ions"}


def test_groups_follow_missing_links_but_not_coordination(tmp_path: Path) -> None:
    far = backbone(1, 0.0) + backbone(9, 30.0)
    assert bonded_groups(read(tmp_path, far)[0]).tolist() == [0] * 6
    assert polymer_residues(read(tmp_path, far)[0]).tolist() == [True, True]
    zinc = atom("ZN", "ZN", 2, (2.0, 0, 0), serial=9, element="ZN", columns="ZN  ", record="HETATM")
    (structure,) = read(tmp_path, [atom("N", "HIS", 1, element="N"), zinc, "CONECT    9    1"])
    assert len(structure.metal_links) == 1
    assert bonded_groups(structure).tolist() == [0, 1]


def test_lone_residues_are_no_polymer(tmp_path: Path) -> None:
    assert polymer_residues(read(tmp_path, backbone(1, 0.0))[0]).tolist() == [False]
