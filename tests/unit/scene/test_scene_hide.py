"""Atoms that a shot hides."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.scene.aim import aim
from misi_viewer.scene.build import build
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import ResidueId, Shot

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
SIZE = (640, 480)


def names(complex_: Complex, shot: Shot) -> list[str]:
    return [f"{one.residue_name} {one.atom}" for one in displayed_atoms(complex_, shot).identities()]


def test_hidden_atoms_are_not_displayed(small: Complex) -> None:
    everything = names(small, Shot())
    assert names(small, Shot(hide="none")) == everything
    left = names(small, Shot(hide=":ALA | ligand & O"))
    assert left == [name for name in everything if not name.startswith("ALA") and name != "MOL O1"]
    assert len(left) == len(everything) - 4


def test_hiding_goes_with_parts_and_hydrogens(small: Complex) -> None:
    assert names(small, Shot(parts="pocket", hide="ligand")) == names(small, Shot(parts="pocket"))
    assert names(small, Shot(parts="residue", residue=ResidueId("A", 9), hide="pocket & C | ligand")) == ["SER OG"]
    assert "SER HG" in names(small, Shot(hydrogens=True, hide="C"))
    assert "SER HG" not in names(small, Shot(hydrogens=True, hide="H"))


def test_bonds_and_labels_go_with_their_atoms(small: Complex) -> None:
    whole, part = build(small, Shot()), build(small, Shot(hide="/A:1@CA"))
    assert len(part.sticks.radii) == len(whole.sticks.radii) - 2
    assert part.labels.texts == whole.labels.texts
    gone = build(small, Shot(hide=":ALA"))
    assert set(whole.labels.texts) - set(gone.labels.texts) == {"ALA 1"}


def test_colours_stay(small: Complex) -> None:
    def colours(shot: Shot) -> dict[str, tuple[int, ...]]:
        spheres = build(small, shot).spheres
        return dict(zip(names(small, shot), map(tuple, spheres.colours.tolist()), strict=True))

    whole = colours(Shot())
    assert whole["GLY CA"] != whole["SER CA"]
    part = colours(Shot(hide=":ALA"))
    assert part == {name: whole[name] for name in part}


def test_the_fit_stays_unless_it_is_to_what_is_shown(small: Complex) -> None:
    whole, part = aim(small, Shot(), SIZE), aim(small, Shot(hide="pocket"), SIZE)
    np.testing.assert_array_equal(part.pose.matrix, whole.pose.matrix)
    assert part.far - part.near < whole.far - whole.near
    shown = aim(small, Shot(hide="pocket", fit="shown"), SIZE)
    only = aim(small, Shot(parts="ligand", fit="shown"), SIZE)
    np.testing.assert_array_equal(shown.pose.matrix, only.pose.matrix)


def test_everything_can_be_hidden(small: Complex) -> None:
    shot = Shot(hide="all", hydrogen_bonds=True, chain_breaks=True)
    scene = build(small, shot)
    assert not len(scene.spheres.radii)
    assert not len(scene.sticks.radii)
    assert not len(scene.segments.radii)
    assert not scene.labels.texts
    assert aim(small, shot, SIZE).near > 0


def test_distances_are_those_of_the_moved_ligand(small: Complex) -> None:
    shot = Shot(hide="within 2 of ligand & pocket")
    assert "ZN ZN" in names(small, shot)
    moved = shot.but(ligand_commands="move x 2; move y 1; move z 3")
    assert "ZN ZN" not in names(small, moved)


def test_dashes_go_with_their_atoms() -> None:
    demo = load_complex(DEMO / "1ia1")
    whole = build(demo, Shot(hydrogen_bonds=True)).segments
    none = build(demo, Shot(hydrogen_bonds=True, hide="ligand & (N | O)")).segments
    assert len(whole.radii)
    assert not len(none.radii)
