"""Drawing in a context of someone else's: here another off-screen window's, as a Qt widget's would be."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator

import numpy as np
import pytest
from making import BLUE, CLEAR, GREEN, RED, WHITE, make_scene, make_view

from misi_viewer.render import probe
from misi_viewer.render.backend import make_window
from misi_viewer.render.live import LiveView
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.style import Style

pytestmark = [
    pytest.mark.gl,
    pytest.mark.skipif(
        not sys.platform.startswith("linux") or probe.BACKENDS[0] != "EGL", reason="the owner is an EGL window"
    ),
]

SCENE = make_scene(
    spheres=[((0.3, -0.2, 0.5), 1.1, (191, 153, 242))],
    sticks=[((-2, -1, 1), (2, 1.5, -2), 0.3, RED, BLUE)],
    labels=[("GLY 52A", (-1.0, 0.2, 0.0), WHITE)],
)


class Owner:
    """Stands for the widget: a context, its framebuffer, and a count of who made it current."""

    def __init__(self, size: tuple[int, int]) -> None:
        from vtkmodules.vtkRenderingOpenGL2 import vtkOpenGLRenderer

        self.size = size
        self.made_current = 0
        self.window = make_window("EGL")
        self.window.SetSize(*size)
        renderer = vtkOpenGLRenderer()
        renderer.SetBackground(1.0, 0.0, 1.0)
        self.window.AddRenderer(renderer)
        self.window.Render()
        egl = ctypes.CDLL("libEGL.so.1")
        self.context = egl.eglGetCurrentContext
        self.context.restype = ctypes.c_void_p
        own = self.context()
        self.live = LiveView(
            make_current=self.make_current,
            is_current=lambda: self.context() == own,
            size=lambda: self.size,
            framebuffer=lambda: self.window.GetRenderFramebuffer().GetFBOIndex(),
        )

    def make_current(self) -> None:
        self.window.ReleaseCurrent()
        self.window.MakeCurrent()
        self.made_current += 1

    def resize(self, size: tuple[int, int]) -> None:
        self.make_current()
        self.size = size
        self.window.SetSize(*size)
        self.window.Render()

    def paint(self, *, moving: bool = False) -> np.ndarray:
        """Paint, then return the (h, w, 4) framebuffer."""
        from vtkmodules.vtkCommonCore import vtkUnsignedCharArray

        from misi_viewer.render.vtk_arrays import bytes_of

        self.live.paint(moving=moving)
        pixels = vtkUnsignedCharArray()
        self.make_current()
        self.window.GetState().Reset()
        width, height = self.size
        self.window.GetRGBACharPixelData(0, 0, width - 1, height - 1, 0, pixels)
        return bytes_of(pixels).reshape(height, width, 4)[::-1].copy()


@pytest.fixture
def owner() -> Iterator[Owner]:
    owner = Owner((200, 150))
    yield owner
    owner.live.release()
    owner.window.Finalize()


def expected(renderer: Renderer, size: tuple[int, int], supersample: int = 3, **more) -> np.ndarray:
    renderer.set_scene(SCENE, Style())
    return renderer.draw(make_view(), size, supersample, **more)


def start(owner: Owner) -> None:
    owner.live.set_scene(SCENE, Style())
    owner.live.set_view(make_view())
    owner.make_current()
    owner.live.initialize()


def test_the_first_frame_is_what_batch_draws(owner: Owner, renderer: Renderer) -> None:
    wanted = expected(renderer, owner.size)
    start(owner)
    frame = owner.paint()
    assert (frame[..., :3] == wanted).all()
    assert (frame[..., 3] == 255).all()
    assert (owner.live.picture() == wanted).all()


def test_moving_frames_have_one_sample_per_pixel(owner: Owner, renderer: Renderer) -> None:
    wanted = expected(renderer, owner.size, 1)
    start(owner)
    assert (owner.paint(moving=True)[..., :3] == wanted).all()


def test_frames_follow_size_view_scene_and_quality(owner: Owner, renderer: Renderer) -> None:
    start(owner)
    owner.paint()
    owner.resize((311, 90))
    assert (owner.paint()[..., :3] == expected(renderer, (311, 90))).all()
    owner.paint(moving=True)
    owner.live.quality = "fast"
    assert (owner.paint()[..., :3] == expected(renderer, (311, 90), quality="fast")).all()
    owner.live.supersample, owner.live.quality = 2, "exact"
    assert (owner.paint()[..., :3] == expected(renderer, (311, 90), 2)).all()
    owner.live.set_view(make_view((0.5, 0.2, 7.0)))
    turned = owner.paint()
    renderer.set_scene(SCENE, Style())
    assert (turned[..., :3] == renderer.draw(make_view((0.5, 0.2, 7.0)), (311, 90), 2)).all()
    other = make_scene(spheres=[((0, 0, 0), 1.0, GREEN)])
    owner.live.set_scene(other, CLEAR)
    frame = owner.paint()
    renderer.set_scene(other, CLEAR)
    assert (frame[..., :3] == renderer.draw(make_view((0.5, 0.2, 7.0)), (311, 90), 2)).all()


def test_a_new_context_draws_the_same(owner: Owner, renderer: Renderer) -> None:
    start(owner)
    first = owner.paint()
    owner.live.release()
    owner.live.release()
    owner.make_current()
    owner.live.initialize()
    owner.live.set_scene(SCENE, Style())
    assert (owner.paint() == first).all()


def test_without_a_scene_there_is_background(owner: Owner) -> None:
    owner.live.set_scene(None, Style(background="204060"))
    owner.make_current()
    owner.live.initialize()
    for moving in (False, True):
        assert (owner.paint(moving=moving) == (32, 64, 96, 255)).all()


def test_an_empty_scene_is_background(owner: Owner) -> None:
    start(owner)
    owner.paint()
    owner.resize((90, 120))
    owner.live.set_scene(make_scene(), Style(background="204060"))
    for moving in (False, True):
        assert (owner.paint(moving=moving) == (32, 64, 96, 255)).all()


def test_the_context_is_made_current_only_when_it_is_not(owner: Owner) -> None:
    start(owner)
    owner.paint()
    before = owner.made_current
    owner.live.set_view(make_view((0, 0, 8.0)))
    owner.live.paint()
    owner.live.paint(moving=True)
    assert owner.made_current == before
    owner.window.ReleaseCurrent()
    owner.live.paint(moving=True)
    assert owner.made_current > before


def test_nothing_is_painted_before_the_start_or_without_room(owner: Owner) -> None:
    owner.live.paint()
    assert owner.live.picture().shape == (150, 200, 3)
    start(owner)
    owner.size = (0, 40)
    owner.live.paint()
