"""Atoms, sticks, colours, labels and dashes of a small complex."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from misi_viewer.chem import hydrogen_bonds
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.build import build
from misi_viewer.scene.colours import rgb
from misi_viewer.scene.dashes import dashed_lines
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.radii import van_der_waals_radii
from misi_viewer.scene.shot import Parts, ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Dashes, LabelStyle

PURPLE, ORANGE, GRAY = rgb("BF99F2"), rgb("F2B366"), rgb("909090")
BLUE, RED, ZINC = rgb("3050F8"), rgb("FF0D0D"), rgb("7D80B0")


def names_of(complex_: Complex, shot: Shot) -> list[tuple[str, str, int, str, int]]:
    return [
        (atom.part, atom.residue_name, atom.residue_number, atom.atom, atom.index)
        for atom in displayed_atoms(complex_, shot).identities()
    ]


def test_solvent_is_left_out_and_hydrogens_are_hidden(small: Complex) -> None:
    assert names_of(small, Shot()) == [
        ("pocket", "ALA", 1, "N", 0),
        ("pocket", "ALA", 1, "CA", 2),
        ("pocket", "ALA", 1, "C", 3),
        ("pocket", "GLY", 2, "N", 5),
        ("pocket", "GLY", 2, "CA", 6),
        ("pocket", "SER", 9, "CA", 8),
        ("pocket", "SER", 9, "OG", 9),
        ("pocket", "ZN", 7, "ZN", 11),
        ("ligand", "MOL", 1, "C1", 0),
        ("ligand", "MOL", 1, "O1", 1),
        ("ligand", "MOL", 1, "", 3),
    ]


@pytest.mark.parametrize(
    ("parts", "count", "with_hydrogens"), [("complex", 11, 14), ("pocket", 8, 10), ("ligand", 3, 4)]
)
def test_parts(small: Complex, parts: Parts, count: int, with_hydrogens: int) -> None:
    assert len(displayed_atoms(small, Shot(parts=parts))) == count
    assert len(displayed_atoms(small, Shot(parts=parts, hydrogens=True))) == with_hydrogens


def residue_shot(chain: str, number: int, code: str = "", **changes: object) -> Shot:
    return Shot(parts="residue", residue=ResidueId(chain, number, code), **changes)  # type: ignore[arg-type]


def test_one_residue_and_the_ligand(small: Complex) -> None:
    assert [atom[3] for atom in names_of(small, residue_shot("A", 2, "b"))] == ["N", "CA", "C1", "O1", ""]


@pytest.mark.parametrize(("chain", "number", "code"), [("A", 2, ""), ("B", 1, ""), ("A", 90, ""), ("", 1, "")])
def test_a_residue_that_is_not_displayed_is_an_error(small: Complex, chain: str, number: int, code: str) -> None:
    with pytest.raises(UserError, match=f"pocket of small displays no residue {chain}:{number}"):
        displayed_atoms(small, residue_shot(chain, number, code))


def test_of_residues_with_one_number_the_first_is_meant_unless_named(make: Callable[..., Complex]) -> None:
    leucine, valine = (" ", 5, "", "LEU"), (" ", 5, "", "VAL")
    atoms = [
        ("CA", "C", leucine, (0, 0, 0)),
        ("N", "N", leucine, (1, 0, 0)),
        ("CB", "C", valine, (5, 0, 0)),
        ("N", "N", valine, (6, 0, 0)),
    ]
    complex_ = make(atoms, [(0, 1), (2, 3)])
    assert names_of(complex_, residue_shot("", 5))[0][3] == "CA"
    named = Shot(parts="residue", residue=ResidueId(" ", 5, name="val"))
    assert names_of(complex_, named)[0][3] == "CB"


def test_the_ligand_moves_about_the_centre_of_its_heavy_atoms(small: Complex) -> None:
    centre = np.array([(1 + 2.4 + 0.2) / 3, (2 + 2 + 3.2) / 3, 3])
    for hydrogens in (False, True):
        shot = Shot(parts="ligand", hydrogens=hydrogens, ligand_commands="move x 14; roll z 90")
        moved = displayed_atoms(small, shot).coordinates
        native = displayed_atoms(small, shot.but(ligand_commands="")).coordinates
        quarter = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
        np.testing.assert_allclose(moved, centre + (14, 0, 0) + (native - centre) @ quarter.T, atol=1e-12)


def test_the_pocket_stays_when_the_ligand_moves(small: Complex) -> None:
    scene, moved = build(small, Shot()), build(small, Shot(ligand_commands="move x 14"))
    np.testing.assert_array_equal(moved.spheres.centres[:8], scene.spheres.centres[:8])
    np.testing.assert_allclose(moved.spheres.centres[8:], np.add(scene.spheres.centres[8:], (14, 0, 0)))
    np.testing.assert_allclose(moved.sticks.starts[-1], scene.sticks.starts[-1] + (14, 0, 0))
    np.testing.assert_allclose(moved.labels.anchors[-1], scene.labels.anchors[-1] + (14, 0, 0))


def test_colours_go_by_element_and_carbons_by_residue_in_turn(small: Complex) -> None:
    spheres = build(small, Shot()).spheres
    assert list(map(tuple, spheres.colours.tolist())) == [
        BLUE, PURPLE, PURPLE, BLUE, ORANGE, PURPLE, RED, ZINC, GRAY, RED, BLUE,
    ]  # fmt: skip
    assert (spheres.radii == 0.2).all()
    assert spheres.atoms.tolist() == list(range(11))


def test_a_residue_keeps_its_colour_when_it_is_shown_alone(small: Complex) -> None:
    colours = build(small, residue_shot("A", 2, "B")).spheres.colours
    assert tuple(colours[1]) == ORANGE


def test_a_style_may_leave_carbons_their_elements_colour(small: Complex) -> None:
    style = DEFAULT_STYLE.but(residue_carbons=(), ligand_carbon="", element_colours={"C": "lime"})
    colours = build(small, Shot(), style).spheres.colours
    assert {tuple(colours[row]) for row in (1, 2, 4, 5, 8)} == {rgb("lime")}


def test_sticks_join_displayed_atoms_in_the_order_of_bonds(small: Complex) -> None:
    sticks = build(small, Shot()).sticks
    assert sticks.atoms.tolist() == [[0, 1], [2, 1], [2, 3], [3, 4], [5, 6], [8, 9], [8, 10]]
    assert tuple(sticks.start_colours[0]) == BLUE
    assert tuple(sticks.end_colours[0]) == PURPLE
    np.testing.assert_allclose(sticks.starts[1], (2, 1.4, 0))
    np.testing.assert_allclose(sticks.ends[1], (1.5, 0, 0))
    assert (sticks.radii == 0.2).all()
    assert len(build(small, Shot(hydrogens=True)).sticks.atoms) == 10


def test_representations(small: Complex) -> None:
    van_der_waals = np.concatenate([van_der_waals_radii(small.pocket), van_der_waals_radii(small.ligand)])[
        [0, 2, 3, 5, 6, 8, 9, 11, 12, 13, 15]
    ]
    balls = build(small, Shot(), DEFAULT_STYLE.but(representation="ball and stick"))
    np.testing.assert_allclose(balls.spheres.radii, 0.25 * van_der_waals)
    assert len(balls.sticks.atoms) == 7
    spheres = build(small, Shot(), DEFAULT_STYLE.but(representation="sphere", sphere_scale=0.9))
    np.testing.assert_allclose(spheres.spheres.radii, 0.9 * van_der_waals)
    assert len(spheres.sticks.atoms) == 0
    wire = build(small, Shot(), DEFAULT_STYLE.but(representation="wire"))
    assert wire.sticks.lines.all()
    assert not balls.sticks.lines.any()
    assert wire.spheres.atoms.tolist() == [7]
    assert len(wire.sticks.atoms) == 7


def test_sticks_need_no_atom_types(small: Complex, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: object) -> None:
        pytest.fail("types were found")

    monkeypatch.setattr("misi_viewer.scene.radii.atom_types", refuse)
    build(small, Shot())


def test_residues_are_labelled_before_the_ligands_atoms(small: Complex) -> None:
    labels = build(small, Shot()).labels
    assert labels.texts == ("ALA 1", "GLY 2B", "SER 9", "ZN 7", "C1", "O1", "1")
    assert labels.height == 0.7
    assert (labels.colours == 255).all()
    np.testing.assert_allclose(labels.anchors[0], (3.5 / 4, 0.4 / 4, 0))  # its hydrogen counts
    np.testing.assert_allclose(labels.anchors[5], (2.4, 2, 3))
    np.testing.assert_allclose(labels.offsets, [[0, 0, 0]] * 4 + [[0.4, 0, 0.5]] * 3)


def test_a_residues_atoms_are_labelled_before_the_ligands(small: Complex) -> None:
    labels = build(small, residue_shot("A", 9)).labels
    assert labels.texts == ("CA", "OG", "C1", "O1", "1")
    np.testing.assert_allclose(labels.offsets, [[0.4, 0, 0.5]] * 5)


def test_atom_labels_stand_beside_larger_balls(small: Complex) -> None:
    scene = build(small, Shot(), DEFAULT_STYLE.but(representation="sphere"))
    np.testing.assert_allclose(scene.labels.offsets[4:, 0], 0.2 + scene.spheres.radii[8:])


@pytest.mark.parametrize(
    ("shot", "labels", "count"),
    [
        (Shot(), LabelStyle(atoms=False), 4),
        (Shot(), LabelStyle(residues=False), 3),
        (Shot(labels=False), LabelStyle(), 0),
        (Shot(parts="pocket"), LabelStyle(), 4),
        (Shot(parts="ligand"), LabelStyle(), 3),
        (Shot(hydrogens=True), LabelStyle(), 8),
    ],
)
def test_labels_can_be_chosen(small: Complex, shot: Shot, labels: LabelStyle, count: int) -> None:
    made = build(small, shot, DEFAULT_STYLE.but(labels=labels)).labels
    assert len(made.texts) == len(made.anchors) == len(made.offsets) == len(made.colours) == count


def test_dashes_and_gaps_are_equally_long() -> None:
    made = dashed_lines(np.array([[[0.0, 0, 0], [12, 0, 0]], [[0, 0, 0], [0, 24, 0]]]), Dashes(colour="red"))
    np.testing.assert_allclose(made.starts[:6, 0], [0.5, 2.5, 4.5, 6.5, 8.5, 10.5])
    np.testing.assert_allclose(made.ends[:6, 0], [1.5, 3.5, 5.5, 7.5, 9.5, 11.5])
    np.testing.assert_allclose(made.ends[6:, 1] - made.starts[6:, 1], 2.0)
    assert (made.radii == 0.075).all()
    assert (made.colours == (255, 0, 0)).all()


@pytest.mark.parametrize(("dashes", "count"), [(0, 1), (1, 1), (2, 2), (7, 6)])
def test_dashes_come_in_halves(dashes: int, count: int) -> None:
    made = dashed_lines(np.array([[[0.0, 0, 0], [8, 0, 0]]]), Dashes(colour="red", dashes=dashes))
    assert len(made.starts) == count
    length = 8.0 if count == 1 else 4.0
    assert np.linalg.norm(made.ends - made.starts, axis=1).sum() == pytest.approx(length)


def test_chain_breaks_are_an_option(small: Complex) -> None:
    assert len(build(small, Shot()).segments.starts) == 0
    segments = build(small, Shot(chain_breaks=True)).segments
    assert len(segments.starts) == 6
    assert tuple(segments.colours[0]) == rgb("FFFF00")
    np.testing.assert_allclose(segments.starts[0], np.array([4, 2.8, 0]) + np.array([2, 2.2, 2]) / 24)
    assert len(build(small, residue_shot("A", 9, chain_breaks=True)).segments.starts) == 0


class Bond:
    """As the finder of hydrogen bonds returns it."""

    def __init__(self, pocket_atom: int, ligand_atom: int, donor: str, donor_hydrogen: int | None) -> None:
        self.pocket_atom, self.ligand_atom = pocket_atom, ligand_atom
        self.donor, self.donor_hydrogen = donor, donor_hydrogen


@pytest.fixture
def with_bonds(monkeypatch: pytest.MonkeyPatch) -> list[Complex]:
    seen: list[Complex] = []

    def find(complex_: Complex, *, solvent: bool) -> list[Bond]:
        assert not solvent
        seen.append(complex_)
        return [Bond(9, 1, "pocket", 10), Bond(0, 1, "ligand", 2), Bond(3, 1, "ligand", None)]

    monkeypatch.setattr(hydrogen_bonds, "find_hydrogen_bonds", find)
    return seen


def ends_of(scene_starts: np.ndarray, scene_ends: np.ndarray) -> np.ndarray:
    """Return where each line of six dashes begins and ends."""
    begin, end = scene_starts[::6], scene_ends[5::6]
    along = (end - begin) / 11
    return np.stack([begin - along / 2, end + along / 2], axis=1)


def test_hydrogen_bonds_begin_at_the_hydrogen(small: Complex, with_bonds: list[Complex]) -> None:
    segments = build(small, Shot(hydrogen_bonds=True)).segments
    expected = [
        [(6.9, 6.8, 2), (2.4, 2, 3)],
        [(0, 0, 0), (2.8, 2.9, 3)],
        [(2, 1.4, 0), (2.4, 2, 3)],
    ]
    np.testing.assert_allclose(ends_of(segments.starts, segments.ends), expected, atol=1e-12)
    assert tuple(segments.colours[0]) == rgb("00BFFF")
    build(small, Shot(hydrogen_bonds=True, view="left"))
    assert len(with_bonds) == 1


def test_hydrogen_bonds_need_both_ends_displayed(small: Complex, with_bonds: list[Complex]) -> None:
    assert len(build(small, residue_shot("A", 9, hydrogen_bonds=True)).segments.starts) == 6
    assert len(build(small, Shot(parts="pocket", hydrogen_bonds=True)).segments.starts) == 0
    assert len(build(small, Shot(parts="ligand", hydrogen_bonds=True)).segments.starts) == 0


def test_hydrogen_bonds_are_those_of_the_ligand_where_it_stands(small: Complex, with_bonds: list[Complex]) -> None:
    segments = build(small, Shot(hydrogen_bonds=True, ligand_commands="move x 2")).segments
    np.testing.assert_allclose(with_bonds[-1].ligand.coordinates, np.add(small.ligand.coordinates, (2, 0, 0)))
    np.testing.assert_allclose(ends_of(segments.starts, segments.ends)[0, 1], (4.4, 2, 3), atol=1e-12)


def test_dashes_come_in_both_kinds_at_once(small: Complex, with_bonds: list[Complex]) -> None:
    segments = build(small, Shot(hydrogen_bonds=True, chain_breaks=True)).segments
    assert len(segments.starts) == len(segments.ends) == len(segments.radii) == len(segments.colours) == 24
