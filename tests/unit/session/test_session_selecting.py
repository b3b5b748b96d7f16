"""Selecting with the mouse."""

from __future__ import annotations

import numpy as np

from misi_viewer.camera.projection import pixels
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.session.selecting import Picked, atoms_in_box, click, still_selected

SIZE = (640, 480)
ONE, OTHER = AtomRef("pocket", 3), AtomRef("ligand", 2)


def test_a_click_selects_one_atom_or_nothing(demo: Complex) -> None:
    everything = Picked(~Selection.of(demo), (OTHER,))
    picked = click(everything, demo, ONE, extend=False)
    assert (picked.selection.atoms(), picked.atoms) == ([ONE], (ONE,))
    picked = click(picked, demo, None, extend=False)
    assert (picked.selection.atoms(), picked.atoms) == ([], ())


def test_an_extending_click_adds_and_takes_away(demo: Complex) -> None:
    picked = click(Picked(Selection.of(demo), ()), demo, ONE, extend=False)
    picked = click(picked, demo, OTHER, extend=True)
    assert picked.atoms == (ONE, OTHER)
    assert len(picked.selection) == 2
    picked = click(picked, demo, None, extend=True)
    assert picked.atoms == (ONE, OTHER)
    picked = click(picked, demo, ONE, extend=True)
    assert (picked.selection.atoms(), picked.atoms) == ([OTHER], (OTHER,))
    picked = click(Picked(~Selection.of(demo), ()), demo, ONE, extend=True)
    assert not picked.selection.pocket[3]
    assert picked.atoms == ()


def test_picked_atoms_go_with_the_selection(demo: Complex) -> None:
    assert still_selected((ONE, OTHER), Selection.of(demo, [OTHER])) == (OTHER,)


def test_a_box_holds_what_is_displayed_in_it(demo: Complex) -> None:
    for shot in (Shot(), Shot(ligand_commands="move x 4; roll y 50"), Shot(projection="orthographic")):
        view = aim(demo, shot, SIZE)
        whole = atoms_in_box(demo, shot, view, SIZE, (0, 0), SIZE)
        assert len(whole) == int((~demo.pocket.is_hydrogen).sum() + (~demo.ligand.is_hydrogen).sum())
    place = pixels(demo.ligand.coordinates[:1], view.pose, view.projection, SIZE)[0]
    around = atoms_in_box(demo, shot, view, SIZE, tuple(place + 2), tuple(place - 2))
    assert AtomRef("ligand", 0) in around.atoms()
    assert len(around) < len(whole)
    hidden = atoms_in_box(demo, shot.but(hide="ligand"), view, SIZE, tuple(place - 2), tuple(place + 2))
    assert not hidden.ligand.any()


def test_what_is_behind_the_eye_is_in_no_box(demo: Complex) -> None:
    shot = Shot(commands="move z 70")
    view = aim(demo, shot, SIZE)
    found = atoms_in_box(demo, shot, view, SIZE, (-1e9, -1e9), (1e9, 1e9))
    behind = view.pose.to_camera(demo.pocket.coordinates)[:, 2] > 0
    assert behind.any()
    assert not (found.pocket & behind).any()
    assert np.count_nonzero(found.pocket)
