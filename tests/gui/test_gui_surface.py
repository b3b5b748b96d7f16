"""Surfaces in a real window: computed aside, drawn as by the batch renderer, seen through, undone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from seeing import WAIT, picture_at_rest, wait_at_rest

from misi_viewer.gui.main_window import MainWindow
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.shot_surface import Surface

pytestmark = [pytest.mark.window, pytest.mark.gl]


def show(qtbot: QtBot, window: MainWindow, action: str) -> np.ndarray:
    window.actions_[action].trigger()
    return rest(qtbot, window)


def rest(qtbot: QtBot, window: MainWindow) -> np.ndarray:
    qtbot.waitUntil(lambda: not window.surfacing.jobs.busy, timeout=WAIT)
    wait_at_rest(qtbot, window.viewport)
    return picture_at_rest(window.viewport)


def test_surfaces_by_menu(qtbot: QtBot, demo_window: MainWindow) -> None:
    window, state = demo_window, demo_window.state
    bare = picture_at_rest(window.viewport)
    window.actions_["surface.hydrophobicity"].trigger()
    assert window.status.work == "Computing the surface…"
    assert state.shot.surface == Surface("pocket", "hydrophobicity", 0.5)
    assert state.awaited_surface is not None
    assert state.scene.surface is None
    through = rest(qtbot, window)
    with Renderer() as renderer:
        drawn = draw_picture(renderer, state.complex, state.shot, state.style, state.size)
    np.testing.assert_array_equal(through, drawn)
    solid = show(qtbot, window, "surface.see_through")
    assert state.shot.surface.opacity == 1.0
    # Where the surface covers nothing but background, seeing through it halves its light.
    covers = (bare == 0).all(axis=2) & (solid.sum(axis=2) > 150) & (np.roll(solid, 2, 0).sum(axis=2) > 150)
    share = through[covers].astype(float).sum() / solid[covers].astype(float).sum()
    assert share == pytest.approx(5 / 9, abs=0.06)
    assert window.actions_["surface.hydrophobicity"].isChecked()

    window.controls.log.type("surface ligand element 40")
    assert window.actions_["surface.ligand"].isChecked()
    show(qtbot, window, "surface.off")
    np.testing.assert_array_equal(picture_at_rest(window.viewport), bare)
    assert window.controls.undo() == "Surface"
    assert state.shot.surface == Surface("ligand", "element", 0.4)
    lines = [line for line in window.controls.log.commands if line.startswith("surface")]
    assert lines == [
        "surface pocket hydrophobicity 50",
        "surface pocket hydrophobicity 100",
        "surface ligand element 40",
        "surface off",
    ]


def test_nothing_waits_for_a_surface(qtbot: QtBot, demo_window: MainWindow) -> None:
    window, state, type_ = demo_window, demo_window.state, demo_window.controls.log.type
    bare = picture_at_rest(window.viewport)
    type_("surface pocket element 60")
    assert state.scene.surface is None
    qtbot.keyClick(window, Qt.Key.Key_Escape)  # cancels
    assert not window.surfacing.jobs.busy
    assert state.shot.surface is None
    wait_at_rest(qtbot, window.viewport)
    np.testing.assert_array_equal(picture_at_rest(window.viewport), bare)

    type_("surface pocket element 60")
    type_("hide :ALA,GLY")  # another surface: the first one is dropped when it comes
    rest(qtbot, window)
    hidden = len(state.scene.surface.points)
    type_("ligand move x 2")  # where the ligand is does not matter to the pocket's
    assert len(state.scene.surface.points) == hidden
    type_("show")
    rest(qtbot, window)
    assert len(state.scene.surface.points) > hidden
    window.controls.undo()
    assert len(state.scene.surface.points) == hidden  # remembered
    with Renderer() as renderer:
        drawn = draw_picture(renderer, state.complex, state.shot, state.style, state.size)
    np.testing.assert_array_equal(rest(qtbot, window), drawn)
