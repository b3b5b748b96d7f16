"""The state of a window: what it shows is a function of complex, shot, style and size."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.mouse import Motion
from misi_viewer.session.state import WindowState

SIZE = (800, 600)


@pytest.fixture
def state(demo: Complex) -> WindowState:
    made = WindowState(DEFAULT_STYLE, SIZE)
    made.show(demo)
    return made


def count(state: WindowState) -> Counter[str]:
    """Count the state's signals from now on."""
    counts: Counter[str] = Counter()
    state.complex_changed.connect(lambda: counts.update(["complex"]))
    state.scene_changed.connect(lambda: counts.update(["scene"]))
    state.view_changed.connect(lambda: counts.update(["view"]))
    return counts


def same_view(state: WindowState, shot: Shot, size: tuple[int, int] = SIZE) -> bool:
    assert state.complex is not None
    assert state.view is not None
    wanted = aim(state.complex, shot, size)
    return bool(np.array_equal(state.view.pose.matrix, wanted.pose.matrix)) and (state.view.near, state.view.far) == (
        wanted.near,
        wanted.far,
    )


def test_an_empty_state_takes_gestures_without_effect() -> None:
    state = WindowState(DEFAULT_STYLE)
    state.drag(Motion.ROTATE, (0.0, 0.0), (10.0, 0.0))
    state.zoom(2.0)
    state.fit()
    state.reset()
    state.set_labels(False)
    assert state.view is None
    assert state.scene is None
    assert state.shot == Shot(labels=False)


def test_show_gives_the_fitted_front_view(state: WindowState) -> None:
    assert state.shot == Shot()
    assert same_view(state, Shot())


def test_signals_come_once_for_each_change(state: WindowState, demo: Complex) -> None:
    counts = count(state)
    state.zoom(1.1)
    assert (counts["complex"], counts["scene"], counts["view"]) == (0, 0, 1)
    state.set_hydrogens(True)
    assert (counts["complex"], counts["scene"], counts["view"]) == (0, 1, 2)
    state.show(demo)
    assert (counts["complex"], counts["scene"], counts["view"]) == (1, 2, 3)
    state.resize(SIZE)
    assert counts["view"] == 3


def test_a_shot_that_does_not_fit_changes_nothing(state: WindowState, demo: Complex) -> None:
    counts = count(state)
    with pytest.raises(UserError):
        state.show(demo, Shot(parts="residue", residue=ResidueId("A", 9999)))
    assert state.shot == Shot()
    assert counts["scene"] == counts["view"] == 0


def test_resizing_fits_again_until_the_camera_was_moved(state: WindowState) -> None:
    state.resize((500, 700))
    assert same_view(state, Shot(), (500, 700))
    state.zoom(1.5)
    moved = state.view.pose.matrix
    state.resize((900, 300))
    np.testing.assert_array_equal(state.view.pose.matrix, moved)


def test_the_shot_describes_a_moved_camera(state: WindowState) -> None:
    state.drag(Motion.ROTATE, (100.0, 100.0), (300.0, 150.0))
    state.drag(Motion.TRANSLATE, (100.0, 100.0), (90.0, 150.0))
    state.zoom(0.8)
    again = Shot.from_json(state.shot_at((333, 222)).to_json())
    assert same_view(state, again)


def test_a_restored_picture_keeps_its_own_fit(state: WindowState, demo: Complex) -> None:
    shot = Shot(view="left", commands="roll x 20")
    state.show(demo, shot, frame=(300, 300))
    assert same_view(state, shot, (300, 300))
    assert state.shot_at((300, 300)) == shot
    state.resize((640, 480))
    assert same_view(state, shot, (300, 300))
    elsewhere = state.shot_at((640, 480))
    assert elsewhere.pose is not None
    assert same_view(state, elsewhere, (640, 480))
    state.look_from("left")
    assert same_view(state, Shot(view="left"), (640, 480))
    assert state.frame == (640, 480)


def test_a_restored_picture_stays_put_when_labels_go(state: WindowState, demo: Complex) -> None:
    shot = Shot(view="top")
    state.show(demo, shot, frame=(300, 500))
    state.set_labels(False)
    assert same_view(state, shot.but(labels=False), (300, 500))
    assert len(state.scene.labels.texts) == 0


def test_reset_keeps_what_is_switched_on_and_shows_the_whole(state: WindowState, demo: Complex) -> None:
    state.set_hydrogens(True)
    state.set_labels(False)
    shot = Shot(parts="ligand", fit="complex", ligand_commands="move x 3", hydrogens=True, labels=False)
    state.show(demo, shot)
    state.reset()
    assert state.shot == Shot(hydrogens=True, labels=False)


def test_fit_without_perspective(state: WindowState, demo: Complex) -> None:
    state.show(demo, Shot(projection="orthographic"))
    width = state.view.projection.width
    state.zoom(2.0)
    assert state.view.projection.width == pytest.approx(width / 2)
    state.fit()
    assert state.view.projection.width == pytest.approx(width)


def test_representation_changes_the_style_only(state: WindowState) -> None:
    pose = state.view.pose.matrix
    state.set_representation("sphere")
    assert state.style == DEFAULT_STYLE.but(representation="sphere")
    assert len(state.scene.sticks.radii) == 0
    np.testing.assert_allclose(state.view.pose.axes, pose[:, :3])
