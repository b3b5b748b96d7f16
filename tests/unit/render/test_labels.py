"""Labels: raster, place, order, fading (spec labels.md sections 2 to 4)."""

from __future__ import annotations

import numpy as np
import pytest
from making import CLEAR, GREEN, RED, WHITE, make_scene, make_view

from misi_viewer.render.glyphs import IMAGE_HEIGHT, text_image
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.aim import View
from misi_viewer.scene.style import LabelStyle, Style

pytestmark = pytest.mark.gl

SIZE = (320, 120)
TEXEL = 0.7 / (IMAGE_HEIGHT - 1)
"""Angstrom; the image spans the label from texel centre to texel centre."""


def texel_view(text: str, near: float = 1.0, far: float = 20.0) -> View:
    """Return a camera that shows one texel, across, as one pixel."""
    width = text_image(text).shape[1]
    return make_view(near=near, far=far, width=SIZE[0] * 0.7 * width / IMAGE_HEIGHT / (width - 1))


def corner(view: View, column: float, row: float) -> tuple[float, float, float]:
    """Return the place whose pixel this is, counted from the picture's lower left."""
    pixel = view.projection.width / SIZE[0]
    return ((column + 0.5 - SIZE[0] / 2) * pixel, (row + 0.5 - SIZE[1] / 2) * pixel, 0.0)


def draw(renderer: Renderer, labels, view: View, style: Style = CLEAR, **more) -> np.ndarray:
    renderer.set_scene(make_scene(labels=labels, **more), style)
    return renderer.draw(view, SIZE, 1)


@pytest.mark.parametrize(("edges", "power"), [("straight", 2), ("premultiplied", 1)])
def test_a_label_shows_its_image_from_texel_centre_to_texel_centre(renderer: Renderer, edges, power: int) -> None:
    text = "ASP 25"
    view = texel_view(text)
    style = CLEAR.but(labels=LabelStyle(glyph_edges=edges))
    picture = draw(renderer, [(text, corner(view, 40, 20), WHITE)], view, style)
    image = text_image(text).astype(np.float64) / 255.0
    stretch = TEXEL / (view.projection.width / SIZE[0])
    rows = 20 + np.arange(IMAGE_HEIGHT) * stretch
    columns = slice(40, 40 + image.shape[1])
    upwards = np.array([np.interp(np.arange(SIZE[1]), rows, column, 0, 0) for column in image[::-1].T]).T
    expected = np.zeros((SIZE[1], SIZE[0]))
    expected[:, columns] = upwards**power * 255.0
    assert expected.max() > 250
    assert np.abs(picture[::-1].max(axis=2) - expected).max() <= 3.0
    assert (picture == picture[..., :1]).all()


def test_labels_are_blended_over_what_is_behind(renderer: Renderer) -> None:
    text = "O"
    view = texel_view(text)
    spheres = [((0.0, 0.0, 3.0), 3.0, RED)]
    plain = draw(renderer, [], view, spheres=spheres).astype(np.float64)
    with_label = draw(renderer, [(text, corner(view, 120, 20), GREEN)], view, spheres=spheres)
    coverage = np.abs(with_label[..., 0] - plain[..., 0]).max(axis=0) > 200
    assert 5 < coverage.sum() < 60
    full = (plain[..., 0] > 100) & (with_label[..., 0] == 0)
    assert (with_label[full] == GREEN).all()
    assert full.sum() > 100  # on top, although the ball is nearer


@pytest.mark.parametrize("depths", [(0.0, 0.0), (3.0, 0.0), (0.0, 3.0)])
@pytest.mark.parametrize("colours", [(RED, GREEN), (GREEN, RED)])
def test_later_labels_lie_over_earlier_ones_wherever_they_are(renderer: Renderer, depths, colours) -> None:
    view = make_view(width=3.0)
    labels = [("HHH", (-0.8, -0.3, depth), colour) for depth, colour in zip(depths, colours, strict=True)]
    inked = (draw(renderer, labels[1:], view) == colours[1]).all(axis=2)
    assert inked.sum() > 100
    assert (draw(renderer, labels, view)[inked] == colours[1]).all()


def test_order_holds_among_thousands(renderer: Renderer) -> None:
    view = make_view(width=3.0)
    labels = [(f"H{number:04d}", (-0.8, -0.3, 0.0), RED) for number in range(2500)]
    labels[-1] = ("HHHHH", (-0.8, -0.3, 0.0), GREEN)
    inked = (draw(renderer, labels[-1:], view) == GREEN).all(axis=2)
    picture = draw(renderer, labels, view)
    assert inked.sum() > 100
    assert (picture[inked] == GREEN).all()
    assert (picture[..., 0] > 100).any()


def test_hundreds_of_the_longest_labels_fit(renderer: Renderer) -> None:
    labels = [(f"{number}" + "W" * 200, (-40.0, -0.3, 0.0), RED) for number in range(300)]
    picture = draw(renderer, [*labels, ("H" * 20, (5.0, 0.0, 0.0), GREEN)], make_view(width=60.0))
    assert (picture[..., 0] > 60).sum() > 50
    assert picture[..., 1].any()


def test_labels_fade_with_depth(renderer: Renderer) -> None:
    style = Style()  # fades from half the way from near to far

    def brightest(depth: float, colour=WHITE) -> int:
        view = make_view(near=5.0, far=15.0, width=3.0)
        return int(draw(renderer, [("H", (-0.3, -0.3, 10.0 - depth), colour)], view, style).max())

    assert brightest(9.9) == 255
    assert brightest(12.5) == pytest.approx(127.5, abs=1.0)
    assert brightest(14.5) == pytest.approx(25.5, abs=1.0)


def test_labels_are_clipped_by_near_and_far(renderer: Renderer) -> None:
    view = make_view(near=5.0, far=15.0, width=3.0)
    for depth, shown in ((4.9, False), (5.1, True), (14.9, True), (15.1, False), (-3.0, False)):
        assert bool(draw(renderer, [("H", (-0.3, -0.3, 10.0 - depth), WHITE)], view).any()) == shown


def test_size_follows_depth_in_perspective(renderer: Renderer) -> None:
    def height(depth: float) -> int:
        picture = draw(renderer, [("H", (0.0, -0.2, 10.0 - depth), WHITE)], make_view())
        return int((picture.max(axis=(1, 2)) > 40).sum())

    cap_height = 44 * TEXEL
    for depth in (4.0, 8.0):
        expected = cap_height * SIZE[0] / 2 / (depth * np.tan(np.radians(15.0)))
        assert height(depth) == pytest.approx(expected, abs=1.5)


def test_an_empty_label_is_nothing(renderer: Renderer) -> None:
    picture = draw(renderer, [("", (0, 0, 0), WHITE), (" ", (0, 0, 0), WHITE)], make_view())
    assert not picture.any()
