"""Steps, gestures and selections of a window's controls, without a window."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.selection import AtomRef, select
from misi_viewer.errors import UserError
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import PAUSE, WindowControls

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="module")
def complex_() -> Complex:
    return load_complex(DEMO / "1ia1")


class Clock:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def controls(complex_: Complex, clock: Clock) -> WindowControls:
    state = WindowState(DEFAULT_STYLE)
    made = WindowControls(state, NamedViews(state), lambda path: None, lambda names, beside: None, clock)
    state.show(complex_)
    return made


def steps(controls: WindowControls) -> int:
    """Return how many steps can be undone, and go there and back."""
    count = 0
    while controls.undo() is not None:
        count += 1
    for _ in range(count):
        controls.redo()
    return count


def test_turns_of_the_wheel_are_one_step_until_a_pause(controls: WindowControls, clock: Clock) -> None:
    for _ in range(5):
        controls.state.zoom(1.1)
        clock.now += PAUSE / 2
    assert steps(controls) == 1
    clock.now += PAUSE * 2
    controls.state.zoom(1.1)
    assert steps(controls) == 2


def test_a_drag_is_one_step_however_slow(controls: WindowControls, clock: Clock) -> None:
    for _ in range(2):
        controls.begin_drag()
        for _ in range(3):
            controls.state.zoom(1.1)
            clock.now += PAUSE * 3
        controls.end_drag()
        clock.now = 0.0
    assert steps(controls) == 2


def test_a_shot_that_does_not_fit_changes_nothing(controls: WindowControls) -> None:
    before = controls.shot
    with pytest.raises(UserError):
        controls.set_shot(Shot(parts="residue", residue=ResidueId("Q", 9999)))
    assert not controls.log.type("hide :45 &")
    assert controls.shot is before
    assert steps(controls) == 0


def test_reset_keeps_history_and_selection(controls: WindowControls, complex_: Complex) -> None:
    controls.set_selection(select(complex_, "ligand"))
    controls.state.zoom(2.0)
    controls.reset()
    assert controls.selection.same_as(select(complex_, "ligand"))
    assert steps(controls) == 3


def test_show_only_hides_all_else(controls: WindowControls, complex_: Complex) -> None:
    controls.show_only(select(complex_, "ligand"))
    assert [len(part.rows) > 0 for part in displayed_atoms(complex_, controls.shot).parts] == [False, True]
    assert controls.undo() == "Show or hide"
    assert controls.shot.hide == ""


def test_picked_atoms_are_measured(controls: WindowControls) -> None:
    assert not controls.measure_picked()
    for row in range(4):
        controls.click(AtomRef("ligand", row), extend=row > 0)
    assert controls.measure_picked()
    assert [one.kind for one in controls.measurements] == ["dihedral"]
    controls.click(AtomRef("ligand", 3), extend=True)
    assert controls.picked == tuple(AtomRef("ligand", row) for row in range(3))


def test_views_are_kept_by_name(controls: WindowControls) -> None:
    assert controls.log.type("view name a; roll y 40; view name b; view a; view name b")
    assert list(controls.named_views) == ["a", "b"]
    assert controls.named_views["a"].pose == controls.named_views["b"].pose


def test_named_views_are_steps_and_commands(controls: WindowControls, complex_: Complex) -> None:
    views = NamedViews(controls.state)
    made = WindowControls(controls.state, views, lambda path: None, lambda names, beside: None)
    views.add()
    views.rename(0, "the site")
    made.state.look_from("left")
    views.add("other")
    made.log.type("view rename other another; view name another")
    views.remove(0)
    assert views.names == ["another"]
    assert made.undo() == "Named views"
    assert views.names == ["the site", "another"]
    made.undo()
    assert views.names == ["the site", "other"]
    assert made.undo() == "Named views"
    assert made.undo() == "Look from a side"
    made.undo()
    made.undo()
    assert views.names == []
    for _ in range(6):
        made.redo()
    assert views.names == ["another"]
    assert [line for line in made.log.commands if line.startswith("view")] == [
        "view name View 1",
        "view rename 'View 1' 'the site'",
        "view left",
        "view name other",
        "view rename other another; view name another",
        "view delete the site",
    ]
    assert made.redo() is None


def test_a_view_named_again_is_one_step(controls: WindowControls) -> None:
    controls.log.type("view name a")
    controls.log.type("roll y 40; view name a")
    assert steps(controls) == 3
    controls.undo()
    controls.undo()
    pose = controls.view.pose.matrix
    controls.redo()
    assert (controls.view.pose.matrix != pose).any()


def test_focus_fit_and_going_to_a_view_are_steps_of_their_own(controls: WindowControls) -> None:
    state = controls.state
    state.zoom(1.5)
    controls.log.type("view name here")
    state.zoom(1.5)
    middle = state.pivot
    controls.focus([AtomRef("ligand", 0)])
    focused = state.pivot
    assert (focused != middle).any()
    controls.go_to_view(0)
    controls.fit()
    assert steps(controls) == 6
    assert controls.undo() == "Fit"
    assert controls.undo() == "View here"
    assert (state.pivot == focused).all()
    assert controls.undo() == "Focus"
    assert (state.pivot == middle).all()
    assert controls.redo() == "Focus"
    assert (state.pivot == focused).all()
