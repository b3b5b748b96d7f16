"""Shapes, light, depth cue, cuts and projections, pixel by pixel against a plain ray caster."""

from __future__ import annotations

import numpy as np
import pytest
from making import BLUE, CLEAR, GREEN, RED, WHITE, make_scene, make_view
from raycasting import raycast

from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.style import DepthCue, Light, Style

pytestmark = pytest.mark.gl

SIZE = (160, 120)


def assert_as_cast(
    renderer: Renderer, scene: Scene, style: Style, view: View, *, apart: int = 4, least: int = 300
) -> np.ndarray:
    """Draw one sample per pixel; all pixels but `apart`, where an edge may fall on either side, are as cast."""
    renderer.set_scene(scene, style)
    picture = renderer.draw(view, SIZE, 1)
    expected = raycast(scene, style, view, SIZE)
    assert (np.abs(expected - np.array(style.background_rgb)).max(axis=2) > 8).sum() >= least
    wrong = np.abs(picture - expected).max(axis=2) > 1.01
    assert wrong.sum() <= apart, (int(wrong.sum()), np.argwhere(wrong)[:5])
    return picture


BALL = make_scene(spheres=[((0.3, -0.2, 0.5), 1.4, (191, 153, 242))])
CROSS = make_scene(
    sticks=[
        ((-2.0, -1.0, 1.0), (1.5, 1.2, -2.0), 0.4, RED, BLUE),
        ((-1.5, 1.3, -1.0), (1.8, -1.0, 0.5), 0.3, GREEN, WHITE),
        ((0.2, 0.1, -3.0), (0.3, 0.0, 3.0), 0.35, WHITE, GREEN),
    ],
    spheres=[((-1.5, 1.3, -1.0), 0.6, RED)],
)


def test_a_ball_is_lit_by_the_formula(renderer: Renderer) -> None:
    picture = assert_as_cast(renderer, BALL, CLEAR, make_view())
    assert picture.max() > 220  # the highlight


def test_light_is_as_the_style_says(renderer: Renderer) -> None:
    light = Light(
        key=0.7, fill=0.9, ambient=0.2, key_direction=(-1, -1, -2), specular=0.8, exponent=7.5, diffuse_reflectivity=0.6
    )
    assert_as_cast(renderer, BALL, CLEAR.but(light=light), make_view())


@pytest.mark.parametrize("exponent", [1.0, 2.0, 31.0, 256.0, 300.0])
def test_highlights_are_as_sharp_as_the_style_says(renderer: Renderer, exponent: float) -> None:
    assert_as_cast(renderer, BALL, CLEAR.but(light=Light(exponent=exponent)), make_view())


def test_sticks_have_round_ends_and_a_colour_per_half(renderer: Renderer) -> None:
    picture = assert_as_cast(renderer, CROSS, CLEAR, make_view())
    for channel in range(3):
        assert ((picture[..., channel] > 60) & (np.delete(picture, channel, axis=2).max(axis=2) < 60)).any()


def test_halves_meet_at_the_midpoint(renderer: Renderer) -> None:
    scene = make_scene(sticks=[((-2.0, 0.0, 0.0), (2.0, 0.0, 0.0), 0.5, RED, BLUE)])
    renderer.set_scene(scene, CLEAR)
    row = renderer.draw(make_view(), SIZE, 1)[SIZE[1] // 2]
    lit = row.max(axis=1) > 8
    assert (row[lit][:, 0] > row[lit][:, 2]).tolist() == (np.flatnonzero(lit) < SIZE[0] / 2).tolist()


def test_the_far_half_fades_to_the_background(renderer: Renderer) -> None:
    style = Style(background="203050")
    view = make_view(near=8.0, far=13.0)
    assert_as_cast(renderer, CROSS, style, view)


def test_fog_has_a_colour_and_limits_of_its_own(renderer: Renderer) -> None:
    style = Style(depth_cue=DepthCue(start=0.2, end=0.7, colour="FF8000"))
    assert_as_cast(renderer, CROSS, style, make_view(near=6.0, far=15.0))


@pytest.mark.parametrize("style", [CLEAR, Style()])
def test_orthographic_pictures(renderer: Renderer, style: Style) -> None:
    assert_as_cast(renderer, CROSS, style, make_view(width=8.0))


def test_balls_do_not_shrink_with_depth_in_orthographic_pictures(renderer: Renderer) -> None:
    scene = make_scene(spheres=[((-2, 0, 3), 0.8, WHITE), ((2, 0, -4), 0.8, WHITE)])
    renderer.set_scene(scene, CLEAR)
    lit = renderer.draw(make_view(width=8.0), SIZE, 1).max(axis=2) > 8
    assert lit[:, : SIZE[0] // 2].sum() == lit[:, SIZE[0] // 2 :].sum() > 0


def test_the_near_plane_shows_the_lit_inside_of_a_ball(renderer: Renderer) -> None:
    view = make_view(near=9.3)
    picture = assert_as_cast(renderer, BALL, CLEAR, view)
    whole = raycast(BALL, CLEAR, make_view(), SIZE)
    assert np.abs(picture - whole).max() > 30


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((-2.0, -0.5, 7.5), (2.0, 0.4, 9.5)),  # cut obliquely
        ((-1.0, 0.2, 9.0), (1.0, 0.2, 9.0)),  # cut lengthwise
        ((0.5, 0.3, 15.0), (0.1, 0.0, 5.0)),  # from behind the eye
        ((0.0, 0.02, 10.5), (0.1, 0.0, 4.0)),  # round the eye
        ((0.0, 0.1, 14.0), (-0.1, 0.0, 9.5)),  # mostly behind the eye
    ],
)
@pytest.mark.parametrize("near", [0.05, 1.0])
def test_sticks_through_the_near_plane(
    renderer: Renderer, start: tuple[float, float, float], end: tuple[float, float, float], near: float
) -> None:
    scene = make_scene(
        sticks=[(start, end, 0.3, RED, GREEN)], spheres=[((1.0, -1.0, 0.0), 0.8, BLUE), ((0, 0, 30), 1.0, RED)]
    )
    assert_as_cast(renderer, scene, CLEAR, make_view(near=near), apart=12)


def test_nothing_behind_the_eye_or_beyond_the_far_plane_is_drawn(renderer: Renderer) -> None:
    scene = make_scene(spheres=[((0, 0, 14), 1.0, RED), ((0, 0, -14), 1.0, GREEN), ((0, 0, -10.2), 1.0, BLUE)])
    picture = assert_as_cast(renderer, scene, CLEAR, make_view(), least=20)
    assert picture[..., 0].max() <= picture[..., 2].max()


def test_dashes_have_flat_ends(renderer: Renderer) -> None:
    scene = make_scene(
        segments=[((-2.0, -1.0, 1.0), (1.5, 1.2, -2.0), 0.5, RED), ((0.5, 0.5, -4.0), (1.0, -0.5, 3.0), 0.6, GREEN)]
    )
    assert_as_cast(renderer, scene, CLEAR, make_view())


@pytest.mark.parametrize("width", [None, 8.0])
def test_dashes_through_the_near_plane(renderer: Renderer, width: float | None) -> None:
    scene = make_scene(segments=[((-1.0, 0.0, 7.0), (1.0, 0.5, 9.2), 0.5, RED)])
    assert_as_cast(renderer, scene, CLEAR, make_view(near=1.7, width=width))


def test_a_ball_of_another_colour_covers_the_stick_end_in_it(renderer: Renderer) -> None:
    scene = make_scene(sticks=[((-1, 0, 0), (1, 0, 0), 0.5, RED, RED)], spheres=[((-1, 0, 0), 0.5, GREEN)])
    sphere = scene.spheres
    atoms = np.array([scene.sticks.atoms[0, 0]], dtype=np.int32)
    renderer.set_scene(
        Scene(
            type(sphere)(sphere.centres, sphere.radii, sphere.colours, atoms),
            scene.sticks,
            scene.segments,
            scene.labels,
        ),
        CLEAR,
    )
    row = renderer.draw(make_view(), SIZE, 1)[SIZE[1] // 2]
    lit = np.flatnonzero(row.max(axis=1) > 8)
    assert row[lit[4], 1] > row[lit[4], 0]
    assert row[lit[-4], 0] > row[lit[-4], 1]


def test_overlapping_things_hide_each_other_by_depth(renderer: Renderer) -> None:
    rng = np.random.default_rng(5)
    spheres = [
        (tuple(rng.uniform(-2, 2, 3)), float(rng.uniform(0.2, 0.9)), tuple(rng.integers(60, 255, 3))) for _ in range(40)
    ]
    assert_as_cast(renderer, make_scene(spheres=spheres), CLEAR, make_view(), apart=25)
