"""Which atoms a selection holds, and how a set of atoms is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import atomic_number
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.selection import EXAMPLES, Selection, select, selector_of
from misi_viewer.chem.selection.near import near
from misi_viewer.chem.solvent import solvent_mask
from misi_viewer.chem.structure import Residues, Structure
from misi_viewer.errors import UserError

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"

Atom = tuple[str, str, tuple[str, int, str, str], tuple[float, float, float]]

ALA = ("A", 1, "", "ALA")
ALA_A = ("A", 1, "A", "ALA")
WATER = ("A", 90, "", "HOH")
ARG = ("a", 2, "", "ARG")
SEP = ("a", 3, "", "SEP")
ODD = ("a", 17, "", "001")
ZINC = ("", 7, "", "ZN")
CALCIUM = ("", 7, "", "CA")
DRUG = ("", 1, "", "017")

POCKET: list[Atom] = [
    ("N", "N", ALA, (0, 0, 0)),
    ("H", "H", ALA, (0, -1, 0)),
    ("CA", "C", ALA, (1.5, 0, 0)),
    ("CB", "C", ALA, (2, 1.4, 0)),
    ("CA", "C", ALA_A, (30, 0, 0)),
    ("O", "O", WATER, (9, 9, 9)),
    ("NH1", "N", ARG, (3.3, 1.5, 0)),
    ("N", "N", SEP, (40, 0, 0)),
    ("CA", "C", SEP, (41, 0, 0)),
    ("C", "C", SEP, (42, 0, 0)),
    ("P", "P", SEP, (43, 0, 0)),
    ("X", "C", ODD, (50, 0, 0)),
    ("ZN", "Zn", ZINC, (3, 3, 6)),
    ("CA", "Ca", CALCIUM, (60, 3, 6)),
]
LIGAND: list[Atom] = [
    ("C1", "C", DRUG, (1, 2, 3)),
    ("O5*", "O", DRUG, (2.4, 2, 3)),
    ("O5'", "O", DRUG, (2.4, 3, 3)),
    ("H1", "H", DRUG, (2.8, 2.9, 3)),
    ("", "N", DRUG, (0.2, 3.2, 3)),
    ("C1", "C", DRUG, (0, 2, 3)),
]


def structure(atoms: Sequence[Atom], bonds: Sequence[tuple[int, int]]) -> Structure:
    runs = list(dict.fromkeys(residue for _, _, residue, _ in atoms))
    chains, numbers, codes, names = zip(*runs, strict=True)
    return Structure(
        name="made",
        coordinates=np.array([place for *_, place in atoms], dtype=np.float64),
        elements=np.array([atomic_number(element) for _, element, _, _ in atoms], dtype=np.uint8),
        names=np.array([name for name, *_ in atoms]),
        residue_of_atom=np.array([runs.index(residue) for _, _, residue, _ in atoms], dtype=np.int32),
        residues=Residues(
            np.array(names),
            np.array(numbers, dtype=np.int32),
            np.array(codes),
            np.array(chains),
            np.zeros(len(runs), dtype=np.bool_),
        ),
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
    )


@pytest.fixture(scope="module")
def made() -> Complex:
    pocket = structure(POCKET, [(0, 1), (0, 2), (2, 3), (7, 8), (8, 9)])
    return Complex("made", pocket, structure(LIGAND, [(0, 1), (1, 3), (0, 4)]), ())


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


@pytest.mark.parametrize(
    ("text", "pocket", "ligand"),
    [
        ("/A", [0, 1, 2, 3, 4, 5], []),
        ("/a", [6, 7, 8, 9, 10, 11], []),
        ("/_", [12, 13], [0, 1, 2, 3, 4, 5]),
        ("/*", range(14), range(6)),
        (":1", [0, 1, 2, 3], range(6)),
        (":1a", [4], []),
        (":1-2", [0, 1, 2, 3, 4, 6], range(6)),
        (":-5-1", [0, 1, 2, 3], range(6)),
        (":017", [11], range(6)),
        (":17", [11], []),
        (":17-17", [11], []),
        (":\\017", [], range(6)),
        (":001", [0, 1, 2, 3, 11], range(6)),
        (":arg,HO?", [5, 6], []),
        ("@ca", [2, 4, 8, 13], []),
        ("@C?", [2, 3, 4, 8, 13], [0, 5]),
        ("@_", [], [4]),
        ("@O5\\*", [], [1]),
        ("@O5*", [], [1, 2]),
        ("/A:1@CA,N", [0, 2], []),
        ("Ca", [13], []),
        ("C", [2, 3, 4, 8, 9, 11], [0, 5]),
        ("H", [1], [3]),
        ("heavy & ligand", [], [0, 1, 2, 4, 5]),
        ("all", range(14), range(6)),
        ("none", [], []),
        ("~all", [], []),
        ("pocket", range(14), []),
        ("~pocket", [], range(6)),
        ("metals", [12, 13], []),
        ("protein", [0, 1, 2, 3, 4, 6, 7, 8, 9, 10], []),
        ("backbone", [0, 1, 2, 4, 7, 8, 9], []),
        ("sidechain", [3, 6, 10], []),
        ("pocket[1-2,13,99]", [1, 2, 13], []),
        ("ligand[0]", [], [0]),
        ("C & ligand | Zn", [12], [0, 5]),
        ("~C & ligand", [], [1, 2, 3, 4]),
        ("within 3.2 of Zn", [12], [2, 3]),
        ("within 0 of Zn", [12], []),
        ("Zn :< 3.2", [12], range(6)),
        ("Zn @< 3.2", [12], [2, 3]),
        ("same residue as @CB", [0, 1, 2, 3], []),
        ("within 1000 of Zn", range(14), range(6)),
        ("within 5 of none", [], []),
    ],
)
def test_selects(made: Complex, text: str, pocket: Sequence[int], ligand: Sequence[int]) -> None:
    found = select(made, text)
    assert np.flatnonzero(found.pocket).tolist() == list(pocket)
    assert np.flatnonzero(found.ligand).tolist() == list(ligand)


def test_distances_follow_a_ligand_that_was_moved(made: Complex) -> None:
    assert not select(made, "within 4 of ligand").pocket[13]
    moved = made.ligand.coordinates + np.array([57.0, 0.0, 0.0])
    assert select(made, "within 4 of ligand", ligand_coordinates=moved).pocket[13]


def test_selected_is_what_is_given(made: Complex) -> None:
    picked = Selection.of(made, [("ligand", 3)])
    assert select(made, "sel", selected=picked).atoms() == [("ligand", 3)]
    assert select(made, "~sel & ligand", selected=picked).atoms() == [("ligand", row) for row in (0, 1, 2, 4, 5)]
    with pytest.raises(UserError, match="in the window only"):
        select(made, "sel")


def test_solvent_is_that_of_the_pictures(made: Complex) -> None:
    solvent = select(made, "solvent")
    np.testing.assert_array_equal(solvent.pocket, solvent_mask(made.pocket))
    assert solvent.pocket[5]


def test_sets_of_atoms(made: Complex) -> None:
    nothing = Selection.of(made)
    assert not nothing
    assert len(~nothing) == 20
    one, other = Selection.of(made, [("pocket", 3)]), Selection.of(made, [("ligand", 2)])
    assert (one | other).atoms() == [("pocket", 3), ("ligand", 2)]
    assert not one & other
    assert (one ^ (one | other)).same_as(other)


@given(
    st.lists(st.tuples(*[st.floats(-20, 20)] * 3), max_size=60),
    st.lists(st.tuples(*[st.floats(-20, 20)] * 3), max_size=60),
    st.sampled_from((0.0, 0.3, 1.0, 4.0, 17.0, 100.0)),
)
def test_nearness_is_that_of_all_pairs(
    points: list[tuple[float, float, float]], targets: list[tuple[float, float, float]], reach: float
) -> None:
    here, there = np.array(points).reshape(-1, 3), np.array(targets + points[:1]).reshape(-1, 3)
    squared = ((here[:, None] - there) ** 2).sum(axis=2)
    np.testing.assert_array_equal(near(here, there, reach), (squared <= reach * reach).any(axis=1))


def test_nearness_far_from_the_origin() -> None:
    points = np.array([[1e6, -1e6, 1e6], [-1e6, 1e6, -1e6], [1e6, -1e6, 1e6 - 3]])
    assert near(points, points[:2], 3.5).tolist() == [True, True, True]
    assert near(points, points[:2], 2.5).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("atoms", "text"),
    [
        ("none", "none"),
        ("all", "all"),
        ("ligand", "ligand"),
        ("pocket", "pocket"),
        ("/A", "/A"),
        ("/A:1", "/A:1"),
        ("/A:1 & heavy", "/A:1 & heavy"),
        ("/A:1A,90", "/A:1A,90"),
        ("/a:2-17", "/a"),
        ("/a:2-3", "/a:2,3"),
        ("/A:1@CA", "/A:1@CA"),
        ("/a:3@N,CA", "/a:3@N,CA"),
        ("ligand & @_,O5\\*", "ligand & @O5\\*,_"),
        ("ligand & heavy", "ligand & heavy"),
        ("ligand[0]", "ligand[0]"),
        (":2@NH1 | ligand[0]", "/a:2 | ligand[0]"),
    ],
)
def test_writes_what_a_person_would(made: Complex, atoms: str, text: str) -> None:
    assert selector_of(made, select(made, atoms)) == text


def test_two_residues_of_one_number_are_told_apart(made: Complex) -> None:
    zinc = select(made, "Zn")
    text = selector_of(made, zinc)
    assert select(made, text).same_as(zinc)


def test_a_name_that_looks_like_a_number_is_told_apart(made: Complex) -> None:
    residues = replace(made.pocket.residues, names=np.array(["ALA", "ALA", "HOH", "2", "SEP", "001", "ZN", "CA"]))
    complex_ = replace(made, pocket=replace(made.pocket, residues=residues))
    wanted = Selection.of(complex_, [("pocket", 6)])
    assert select(complex_, selector_of(complex_, wanted)).same_as(wanted)


def test_ligand_and_pocket_of_one_chain_are_told_apart(made: Complex) -> None:
    residues = replace(made.ligand.residues, chains=np.array(["A"]), names=np.array(["ALA"]))
    complex_ = replace(made, ligand=replace(made.ligand, residues=residues))
    for atoms in ("pocket & /A:1", "pocket & /A:1@N", "pocket & /A:1 & heavy"):
        wanted = select(complex_, atoms)
        text = selector_of(complex_, wanted)
        assert select(complex_, text).same_as(wanted)
        assert "[" not in text


@given(st.sets(st.integers(0, 19)))
def test_what_is_written_selects_the_same_atoms(made: Complex, rows: set[int]) -> None:
    atoms = Selection.of(made, [("pocket", row) if row < 14 else ("ligand", row - 14) for row in rows])
    assert select(made, selector_of(made, atoms)).same_as(atoms)


@given(st.data())
def test_what_is_written_of_a_demo_selects_the_same_atoms(demo: Complex, data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([text for text, _ in EXAMPLES]))
    seed = np.random.default_rng(data.draw(st.integers(0, 99)))
    share = data.draw(st.sampled_from((0.0, 0.01, 0.5)))
    noise = Selection(seed.random(len(demo.pocket)) < share, seed.random(len(demo.ligand)) < share)
    atoms = select(demo, text) ^ noise
    assert select(demo, selector_of(demo, atoms)).same_as(atoms)


@pytest.mark.shared
def test_a_larger_structure_selects_and_writes(shared: Path) -> None:
    complex_ = load_complex(shared / "awkward" / "cif" / "3o5r.cif")
    for text in ("protein & @CA", "ligand :< 5", "within 8 of solvent", "solvent"):
        atoms = select(complex_, text)
        assert atoms
        assert select(complex_, selector_of(complex_, atoms)).same_as(atoms)
