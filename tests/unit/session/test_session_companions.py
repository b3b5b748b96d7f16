"""Several complexes in one window's state: added, worked with, undone, typed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session import companions
from misi_viewer.session.command_line import run
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.opening import Opened, open_files
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="module")
def first() -> Complex:
    return load_complex(DEMO / "1ia1")


@pytest.fixture(scope="module")
def other() -> Opened:
    opened = open_files([str(DEMO / "1uou")], Shot(), DEFAULT_STYLE)
    assert isinstance(opened, Opened)
    return opened


@pytest.fixture
def asked() -> list[tuple[list[str], bool]]:
    return []


@pytest.fixture
def controls(first: Complex, asked: list[tuple[list[str], bool]]) -> WindowControls:
    state = WindowState(DEFAULT_STYLE)
    made = WindowControls(
        state, NamedViews(state), lambda path: None, lambda names, beside: asked.append((list(names), beside))
    )
    state.show(first)
    return made


def test_adding_keeps_the_camera_and_can_be_undone(controls: WindowControls, other: Opened) -> None:
    state = controls.state
    before = state.view.pose.matrix
    companions.add(state, other)
    np.testing.assert_array_equal(state.view.pose.matrix, before)
    assert [one.name for one in state.companions] == ["1uou"]
    count = len(displayed_atoms(state.complex, state.shot)) + len(displayed_atoms(other.complex, other.shot))
    assert len(state.scene.spheres.radii) == count
    assert controls.undo() == "Other complexes"
    assert state.companions == ()
    controls.redo()
    assert len(state.scene.spheres.radii) == count


def test_what_lies_outside_the_picture_is_known(controls: WindowControls, other: Opened, first: Complex) -> None:
    state = controls.state
    state.set_companions([Companion("again", first, Shot(), DEFAULT_STYLE)])
    companions.add(state, other)
    assert [companions.is_in_sight(state, place) for place in (0, 1)] == [True, False]
    controls.fit()
    assert companions.is_in_sight(state, 1)
    state.look(state.view.pose.shifted((0.0, 0.0, 500.0)), state.view.projection)
    assert not companions.is_in_sight(state, 1)  # it is behind the eye
    companions.set_shown(state, 1, False)
    assert companions.is_in_sight(state, 1)


def test_fit_takes_companions_in(controls: WindowControls, other: Opened) -> None:
    state = controls.state
    near = np.linalg.norm(state.view.pose.origin - state.view.box.centre)
    companions.add(state, other)  # another structure lies tens of angstrom away
    controls.fit()
    assert np.linalg.norm(state.view.pose.origin - state.view.box.centre) > near + 10.0


def test_an_atom_of_a_companion_is_named(controls: WindowControls, other: Opened) -> None:
    state = controls.state
    companions.add(state, other)
    count = len(displayed_atoms(state.complex, state.shot))
    assert companions.atom_of_companion(state, count - 1) is None
    name, atom = companions.atom_of_companion(state, count)
    assert name == "1uou"
    assert atom.atom == other.complex.pocket.names[atom.index]
    companions.set_shown(state, 0, False)
    assert companions.atom_of_companion(state, count) is None


def test_working_with_another_leaves_the_picture(controls: WindowControls, other: Opened) -> None:
    state = controls.state
    placement = Pose.of(rotation((0.0, 1.0, 0.0), 30.0), np.array([1.0, 2.0, 3.0]))
    state.set_companions([Companion("1uou", other.complex, other.shot, DEFAULT_STYLE, placement)])
    first = state.complex
    rows = len(state.scene.spheres.radii)
    own = len(displayed_atoms(first, state.shot))
    seen = state.view.pose.to_camera(state.scene.spheres.centres)
    state.work_with(0)
    assert state.complex is other.complex
    assert state.companions[0].complex is first
    assert len(state.scene.spheres.radii) == rows
    again = state.view.pose.to_camera(state.scene.spheres.centres)
    np.testing.assert_allclose(again[rows - own :], seen[:own], atol=1e-9)
    np.testing.assert_allclose(again[: rows - own], seen[own:], atol=1e-9)


def test_typed_commands(controls: WindowControls, other: Opened, asked: list[tuple[list[str], bool]]) -> None:
    assert list(run(controls, "add 'a file.pdb' b.sdf; open c")) == ["Adding a file.pdb.", "Opening c."]
    assert asked == [(["a file.pdb", "b.sdf"], True), (["c"], False)]
    companions.add(controls.state, other)
    assert list(run(controls, "complex #2 hide")) == ["Hid 1uou."]
    assert not controls.companions[0].shown
    assert list(run(controls, "complex 2 show")) == ["Showing 1uou."]
    assert controls.companions[0].shown
    assert list(run(controls, "hide #2; show #2; hide #2")) == ["Hid 1uou.", "Showing 1uou.", "Hid 1uou."]
    assert not controls.companions[0].shown
    list(run(controls, "complex #2 close"))
    assert controls.companions == ()
    companions.add(controls.state, other)
    assert list(run(controls, "close #2")) == ["Closed 1uou."]
    assert controls.companions == ()
    for line, words in (("complex #2 hide", "only #1"), ("complex #1 fly", "no deed"), ("open 'x", "partner")):
        with pytest.raises(UserError, match=words):
            list(run(controls, line))


def test_the_log_has_commands_for_what_the_panel_does(controls: WindowControls, other: Opened) -> None:
    companions.add(controls.state, other)
    companions.set_shown(controls.state, 0, False)
    companions.close(controls.state, 0)
    assert controls.log.commands == [f"add {DEMO / '1uou'}", "complex #2 hide", "complex #2 close"]


def test_another_complex_comes_alone(controls: WindowControls, other: Opened) -> None:
    companions.add(controls.state, other)
    controls.state.show(other.complex)
    assert controls.state.companions == ()


def test_lines_wait_while_a_file_is_opened(controls: WindowControls) -> None:
    for line in ("open b", "~label", "open c", "label"):
        controls.log.type(line)
    assert controls.shot.labels
    assert controls.log.commands == ["open b"]
    controls.log.go_on()
    assert not controls.shot.labels
    assert controls.log.commands == ["open b", "~label", "open c"]
    controls.log.go_on()
    assert controls.shot.labels
