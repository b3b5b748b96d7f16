"""The table of bindings and the arithmetic of drags."""

from __future__ import annotations

import math

import pytest

from misi_viewer.session.mouse import (
    BINDINGS,
    Button,
    Motion,
    at_edge,
    motion_of,
    roll_angle,
    trackball,
    zoom_factor,
)

SIZE = (1000, 600)


@pytest.mark.parametrize(
    ("button", "shift", "edge", "motion"),
    [
        (Button.LEFT, False, False, Motion.ROTATE),
        (Button.LEFT, False, True, Motion.ROLL),
        (Button.MIDDLE, False, False, Motion.TRANSLATE),
        (Button.RIGHT, False, True, Motion.TRANSLATE),
        (Button.LEFT, True, False, Motion.TRANSLATE),
        (Button.LEFT, True, True, Motion.TRANSLATE),
        (Button.RIGHT, True, False, Motion.ROTATE),
        (Button.MIDDLE, True, True, Motion.ROLL),
        (Button.WHEEL, False, False, Motion.ZOOM),
        (Button.WHEEL, True, False, None),
    ],
)
def test_bindings_are_those_of_chimerax(button: Button, shift: bool, edge: bool, motion: Motion | None) -> None:
    assert motion_of(button, shift, edge) is motion


def test_no_gesture_is_bound_twice() -> None:
    for binding in BINDINGS:
        for edge in (True, False):
            same = [
                b for b in BINDINGS if (b.button, b.shift) == (binding.button, binding.shift) and b.edge in (None, edge)
            ]
            assert len(same) <= 1


def test_gestures_read_well() -> None:
    assert [binding.gesture for binding in BINDINGS[:2]] == ["Left drag", "Left drag near the window's edge"]
    assert "Shift + right drag" in {binding.gesture for binding in BINDINGS}
    assert {"Turn the wheel", "Pinch on a touchpad"} <= {binding.gesture for binding in BINDINGS}


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
