"""The table of bindings and the arithmetic of drags."""

from __future__ import annotations

import math

import pytest

from misi_viewer.session.mouse import Motion, at_edge, roll_angle, trackball, zoom_factor
from misi_viewer.session.mouse_presets import (
    CHIMERAX,
    MAESTRO,
    PRESETS,
    PYMOL,
    BoxDrag,
    Button,
    ClickAction,
    Keys,
    MousePreset,
    preset_named,
)

SIZE = (1000, 600)


@pytest.mark.parametrize(
    ("preset", "button", "keys", "edge", "does"),
    [
        (CHIMERAX, Button.LEFT, Keys.NONE, False, Motion.ROTATE),
        (CHIMERAX, Button.LEFT, Keys.NONE, True, Motion.ROLL),
        (CHIMERAX, Button.MIDDLE, Keys.NONE, False, Motion.TRANSLATE),
        (CHIMERAX, Button.RIGHT, Keys.NONE, True, Motion.TRANSLATE),
        (CHIMERAX, Button.LEFT, Keys.SHIFT, True, Motion.TRANSLATE),
        (CHIMERAX, Button.RIGHT, Keys.SHIFT, False, Motion.ROTATE),
        (CHIMERAX, Button.MIDDLE, Keys.SHIFT, True, Motion.ROLL),
        (CHIMERAX, Button.WHEEL, Keys.NONE, False, Motion.ZOOM),
        (CHIMERAX, Button.WHEEL, Keys.SHIFT, False, None),
        (CHIMERAX, Button.LEFT, Keys.CTRL, False, BoxDrag.SELECT),
        (CHIMERAX, Button.LEFT, Keys.CTRL_SHIFT, True, BoxDrag.ADD),
        (CHIMERAX, Button.SCROLL, Keys.NONE, False, Motion.ROTATE),
        (PYMOL, Button.LEFT, Keys.NONE, False, Motion.ROTATE),
        (PYMOL, Button.MIDDLE, Keys.NONE, False, Motion.TRANSLATE),
        (PYMOL, Button.RIGHT, Keys.NONE, False, Motion.ZOOM),
        (PYMOL, Button.LEFT, Keys.SHIFT, False, BoxDrag.SELECT),
        (PYMOL, Button.LEFT, Keys.CTRL, False, Motion.TRANSLATE),
        (MAESTRO, Button.LEFT, Keys.NONE, True, BoxDrag.SELECT),
        (MAESTRO, Button.MIDDLE, Keys.NONE, False, Motion.ROTATE),
        (MAESTRO, Button.RIGHT, Keys.NONE, False, Motion.TRANSLATE),
        (MAESTRO, Button.WHEEL, Keys.NONE, False, Motion.ZOOM),
    ],
)
def test_drags_are_those_of_the_program(
    preset: MousePreset, button: Button, keys: Keys, edge: bool, does: Motion | BoxDrag | None
) -> None:
    assert preset.drag(button, keys, edge) is does


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_clicks_select_centre_and_open_the_menu(preset: MousePreset) -> None:
    assert preset.click(Button.LEFT, Keys.NONE) is ClickAction.SELECT
    assert preset.click(Button.LEFT, Keys.NONE, double=True) is ClickAction.CENTRE
    assert preset.click(Button.LEFT, Keys.CTRL) is preset.click(Button.LEFT, Keys.SHIFT) is ClickAction.PICK
    assert preset.click(Button.RIGHT, Keys.NONE) is ClickAction.MENU
    centres = preset is PYMOL
    assert preset.click(Button.MIDDLE, Keys.NONE) is (ClickAction.CENTRE if centres else None)


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.id)
def test_no_gesture_is_bound_twice(preset: MousePreset) -> None:
    for row in preset.drags:
        for edge in (True, False):
            same = [r for r in preset.drags if (r.button, r.keys) == (row.button, row.keys) and r.edge in (None, edge)]
            assert len(same) <= 1
    clicks = [(row.button, row.keys, row.double) for row in preset.clicks]
    assert len(clicks) == len(set(clicks))


def test_gestures_read_well() -> None:
    gestures = [row.gesture for row in CHIMERAX.drags]
    assert gestures[:2] == ["Left drag", "Left drag near the window's edge"]
    assert {"Shift + right drag", "Ctrl + Shift + left drag", "Turn the wheel", "Pinch on a touchpad"} <= set(gestures)
    assert {"Left double click", "Ctrl + left click"} <= {row.gesture for row in CHIMERAX.clicks}


def test_an_unknown_preset_is_the_usual_one() -> None:
    assert preset_named("maestro") is MAESTRO
    assert preset_named("") is preset_named("blender") is CHIMERAX


def test_crossing_the_smaller_side_turns_by_half_a_circle() -> None:
    assert trackball(600, 0, SIZE) == ((0.0, 1.0, 0.0), 180.0)
    assert trackball(0, 300, SIZE) == ((1.0, 0.0, 0.0), 90.0)
    axis, angle = trackball(-30, -40, SIZE)
    assert axis == pytest.approx((-0.8, -0.6, 0.0))
    assert angle == pytest.approx(180.0 * 50 / 600)


def test_no_drag_turns_nothing() -> None:
    axis, angle = trackball(0, 0, SIZE)
    assert angle == 0.0
    assert math.hypot(*axis) == 1.0


def test_rim_is_eight_hundredths_of_the_smaller_side() -> None:
    assert at_edge(47.9, 300, SIZE)
    assert not at_edge(48.1, 300, SIZE)
    assert at_edge(500, 552.1, SIZE)
    assert not at_edge(500, 300, SIZE)


def test_roll_follows_the_pointer_round_the_middle() -> None:
    right, top, left = (1000.0, 300.0), (500.0, 0.0), (0.0, 300.0)
    assert roll_angle(right, top, SIZE) == pytest.approx(90.0)
    assert roll_angle(top, right, SIZE) == pytest.approx(-90.0)
    just_below_left = (0.0, 301.0)
    assert roll_angle(left, just_below_left, SIZE) == pytest.approx(math.degrees(math.atan2(1, 500)))


def test_wheel_goes_there_and_back() -> None:
    assert zoom_factor(120) == pytest.approx(1.1)
    assert zoom_factor(120) * zoom_factor(-120) == pytest.approx(1.0)
