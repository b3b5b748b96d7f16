"""The tree of chains, residues and atoms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.selection import Selection, select
from misi_viewer.chem.structure import Residues, Structure
from misi_viewer.session.structure_tree import ROOT, Check, Level, StructureTree


@pytest.fixture(scope="module")
def tree(demo: Complex) -> StructureTree:
    return StructureTree(demo)


def below(tree: StructureTree, node: int) -> Iterator[int]:
    yield node
    for row in range(tree.count(node)):
        yield from below(tree, tree.child(node, row))


def test_every_node_knows_its_place(tree: StructureTree, demo: Complex) -> None:
    nodes = list(below(tree, ROOT))
    assert len(set(nodes)) == len(nodes)
    levels = [tree.level(node) for node in nodes]
    assert levels.count(Level.ATOM) == len(demo.pocket) + len(demo.ligand)
    assert levels.count(Level.RESIDUE) == len(demo.pocket.residues) + len(demo.ligand.residues)
    for node in nodes[1:]:
        assert tree.child(tree.parent(node), tree.row(node)) == node
    assert tree.parent(ROOT) == ROOT


def test_names(tree: StructureTree) -> None:
    chain, ligand = tree.child(ROOT, 0), tree.child(ROOT, tree.count(ROOT) - 1)
    assert (tree.text(ROOT), tree.text(chain), tree.text(ligand)) == ("1ia1", "Chain B", "Ligand")
    residue = tree.child(chain, 0)
    assert (tree.text(residue), tree.detail(residue)) == ("ILE 8", "8 atoms")
    atom = tree.child(residue, 1)
    assert (tree.text(atom), tree.detail(atom)) == ("CA", "C")
    assert tree.detail(ROOT) == "2 chains"


def test_atoms_are_those_of_the_selection(tree: StructureTree, demo: Complex) -> None:
    chain = tree.child(ROOT, 0)
    residue = tree.child(chain, 3)
    for node in (ROOT, chain, residue, tree.child(residue, 2), tree.child(ROOT, 1), tree.child(tree.child(ROOT, 1), 0)):
        assert tree.atoms(node).same_as(select(demo, tree.selection_text(node)))
    atom = tree.child(tree.child(tree.child(ROOT, 1), 0), 4)
    assert tree.atoms(atom).same_as(select(demo, tree.selection_text(atom)))
    assert tree.node_of_atom("ligand", 4) == atom


def test_checks_count_atoms(tree: StructureTree, demo: Complex) -> None:
    checks = tree.checks(select(demo, ":8 | :9@CA"))
    chain = tree.child(ROOT, 0)
    eight, nine, ten = (tree.child(chain, row) for row in range(3))
    assert [checks[node] for node in (ROOT, chain, eight, nine, ten)] == [
        Check.SOME,
        Check.SOME,
        Check.ALL,
        Check.SOME,
        Check.NONE,
    ]
    assert [checks[tree.child(nine, row)] for row in range(2)] == [Check.NONE, Check.ALL]
    assert checks[tree.child(ROOT, 1)] == Check.NONE
    assert tree.checks(select(demo, "all"))[ROOT] == Check.ALL
    assert tree.checks(Selection.of(demo))[ROOT] == Check.NONE
    assert tree.checks(select(demo, "ligand"))[ROOT] == Check.SOME


@pytest.mark.parametrize(
    ("text", "first", "count"),
    [
        ("ile 9", "ILE 9", 1),
        ("ILE9", "ILE 9", 1),
        ("arg", "ARG 34", 2),
        ("/B:9", "ILE 9", 1),
        (":ARG & @CA", "ARG 34", 2),
        ("C1", "C1", 1),
        ("ligand", None, 1),
        ("  ", None, 0),
        ("nothing like it", None, 0),
        ("/B:", None, 0),
    ],
)
def test_finds(tree: StructureTree, text: str, first: str | None, count: int) -> None:
    found = tree.find(text)
    assert len(found) == count
    if first:
        assert tree.text(found[0]) == first


def test_chains_that_come_back_are_one_and_stand_in_the_order_of_the_file(demo: Complex) -> None:
    chains = np.array(["B", "A", " ", "A", "B"])
    count = len(chains)
    residues = Residues(
        np.array(["ALA"] * count),
        np.arange(count, dtype=np.int32),
        np.array([""] * count),
        chains,
        np.zeros(count, dtype=np.bool_),
    )
    pocket = Structure(
        "made",
        np.zeros((6, 3)),
        np.full(6, 6, dtype=np.uint8),
        np.array(["CA"] * 6),
        np.array([4, 0, 1, 2, 3, 4], dtype=np.int32),
        residues,
    )
    tree = StructureTree(replace(demo, pocket=pocket))
    assert [tree.text(tree.child(ROOT, row)) for row in range(4)] == ["Chain B", "Chain A", "Chain (blank)", "Ligand"]
    last = tree.child(tree.child(ROOT, 0), 1)
    assert tree.text(last) == "ALA 4"
    assert np.flatnonzero(tree.atoms(last).pocket).tolist() == [0, 5]
    assert tree.count(last) == 2


@pytest.mark.shared
def test_awkward_structures(shared: Path) -> None:
    complex_ = load_complex(shared / "awkward" / "cif" / "3o5r.cif")
    tree = StructureTree(complex_)
    assert sum(1 for node in below(tree, ROOT) if tree.level(node) is Level.ATOM) == len(complex_.pocket) + len(
        complex_.ligand
    )
