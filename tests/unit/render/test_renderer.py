"""The batch renderer: the same shot, the same bytes; sizes, tiles, transparency, many pictures."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from making import BLUE, CLEAR, GREEN, RED, WHITE, make_scene, make_view

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.render import canvas
from misi_viewer.render.picture import draw_picture, draw_pictures, picture_job
from misi_viewer.render.renderer import Job, Renderer
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Light, Style

pytestmark = pytest.mark.gl

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
SIZE = (320, 240)
SHOTS = [
    Shot(),
    Shot(commands="roll y 30"),
    Shot(commands="move z 55"),
    Shot(parts="ligand"),
    Shot(quality="fast"),
    Shot(supersample=1),
    Shot(projection="orthographic"),
    Shot(transparent=True, labels=False),
]

FINGERPRINT = """
import hashlib, sys
from misi_viewer.chem.load import load_complex
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Light, Style
with Renderer() as renderer:
    picture = draw_picture(renderer, load_complex(sys.argv[1]), Shot(commands="roll y 30"), Style(), (320, 240))
print(hashlib.sha256(picture.tobytes()).hexdigest())
"""


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1of6")


def test_the_same_shot_gives_the_same_bytes_in_any_order(renderer: Renderer, demo: Complex) -> None:
    def draw(shot: Shot) -> bytes:
        return draw_picture(renderer, demo, shot, Style(), SIZE).tobytes()

    first = [draw(shot) for shot in SHOTS]
    draw_picture(renderer, demo, Shot(), Style(), (777, 333))
    again = [draw(shot) for shot in reversed(SHOTS)]
    with Renderer() as other:
        fresh = [draw_picture(other, demo, shot, Style(), SIZE).tobytes() for shot in SHOTS[1:2]]
    assert first == again[::-1]
    assert fresh == first[1:2]
    assert len(set(first)) == len(SHOTS)


def test_another_process_gives_the_same_bytes(renderer: Renderer, demo: Complex) -> None:
    here = draw_picture(renderer, demo, SHOTS[1], Style(), SIZE)
    command = [sys.executable, "-c", FINGERPRINT, str(DEMO / "1of6")]
    there = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.strip()
    assert there == hashlib.sha256(here.tobytes()).hexdigest()


def test_many_pictures_are_those_drawn_one_by_one(renderer: Renderer, demo: Complex) -> None:
    many = [picture.tobytes() for picture in draw_pictures(renderer, demo, SHOTS, Style(), SIZE)]
    assert many == [draw_picture(renderer, demo, shot, Style(), SIZE).tobytes() for shot in SHOTS]


def test_pictures_drawn_in_between_disturb_nothing(renderer: Renderer, demo: Complex) -> None:
    jobs = [picture_job(demo, shot, Style(), SIZE) for shot in SHOTS[:3]]
    expected = [next(renderer.draw_many([job])).tobytes() for job in jobs]
    found = []
    for picture in renderer.draw_many(jobs):
        renderer.set_scene(make_scene(spheres=[((0, 0, 0), 1.0, RED)]), CLEAR)
        renderer.draw(make_view(), (50, 40))
        found.append(picture.tobytes())
    assert found == expected


@pytest.mark.parametrize("quality", ["exact", "fast"])
def test_tiles_leave_no_seams(renderer: Renderer, demo: Complex, monkeypatch: pytest.MonkeyPatch, quality) -> None:
    shot = Shot(quality=quality)
    whole = draw_picture(renderer, demo, shot, Style(), (401, 299))
    monkeypatch.setattr(canvas, "TILE_SIDE", 300)
    monkeypatch.setattr(canvas, "TILE_SAMPLES", 20_000)
    assert (draw_picture(renderer, demo, shot, Style(), (401, 299)) == whole).all()


def test_no_pixel_is_lost_outside_of_what_is_drawn(
    renderer: Renderer, demo: Complex, monkeypatch: pytest.MonkeyPatch
) -> None:
    shots = [Shot(commands=commands) for commands in ("", "roll y 40; move x 9", "move z 40", "move z -300")]
    shots += [shot.but(projection="orthographic") for shot in shots[:2]]
    cropped = [draw_picture(renderer, demo, shot, Style(), SIZE) for shot in shots]
    whole = canvas.Rectangle(0, 0, 3 * SIZE[0], 3 * SIZE[1])
    monkeypatch.setattr(canvas.Drawing, "rectangle", lambda *_: whole)
    for shot, picture in zip(shots, cropped, strict=True):
        assert (draw_picture(renderer, demo, shot, Style(), SIZE) == picture).all()


@pytest.mark.parametrize("size", [(1, 1), (1, 500), (640, 1), (333, 77)])
def test_any_size(renderer: Renderer, demo: Complex, size: tuple[int, int]) -> None:
    assert draw_picture(renderer, demo, Shot(), Style(), size).shape == (size[1], size[0], 3)


def test_a_large_picture_is_the_small_one_larger(renderer: Renderer, demo: Complex) -> None:
    large = draw_picture(renderer, demo, Shot(supersample=1, labels=False), Style(), (4096, 3072))
    small = draw_picture(renderer, demo, Shot(supersample=8, labels=False), Style(), (512, 384))
    shrunk = large.reshape(384, 8, 512, 8, 3).mean(axis=(1, 3))
    assert np.abs(shrunk - small).mean() < 0.6


@pytest.mark.parametrize("size", [(0, 100), (100, -1), (20_000, 100), (16_000, 16_000)])
def test_sizes_out_of_bounds_are_refused(renderer: Renderer, demo: Complex, size: tuple[int, int]) -> None:
    with pytest.raises(UserError, match="A picture cannot be"):
        renderer.draw(make_view(), size)


@pytest.mark.parametrize("background", ["000000", "FFFFFF", "204060"])
def test_transparent_pictures_over_the_background_are_the_opaque_ones(
    renderer: Renderer, demo: Complex, background: str
) -> None:
    style = Style(background=background)
    opaque = draw_picture(renderer, demo, Shot(), style, SIZE).astype(np.float64)
    clear = draw_picture(renderer, demo, Shot(transparent=True), style, SIZE).astype(np.float64)
    alpha = clear[..., 3:] / 255.0
    laid = clear[..., :3] * alpha + np.array(style.background_rgb) * (1.0 - alpha)
    assert np.abs(laid - opaque).max() <= 3.0
    assert (clear[0, 0] == 0).all() or clear[0, 0, 3] == 0
    assert clear[..., 3].max() == 255


def test_an_empty_scene_is_background(renderer: Renderer) -> None:
    renderer.set_scene(make_scene(), Style(background="102030"))
    assert (renderer.draw(make_view(), (20, 10)) == (16, 32, 48)).all()
    assert (renderer.draw(make_view(), (20, 10), transparent=True)[..., 3] == 0).all()


def test_wires_are_one_pixel_wide_and_coloured_by_half(renderer: Renderer) -> None:
    scene = make_scene(sticks=[((-2, 0.02, 0), (2, 0.02, 0), 0.2, RED, BLUE)], lines=True)
    renderer.set_scene(scene, CLEAR)
    picture = renderer.draw(make_view(), (160, 120), 3)
    lit = picture.max(axis=2) > 0
    columns = lit.sum(axis=0)
    assert (columns[lit.any(axis=0)] <= 2).all()
    assert picture[:, :80].reshape(-1, 3).max(axis=0).tolist()[2] == 0
    assert picture[:, 81:].reshape(-1, 3).max(axis=0).tolist()[0] == 0
    full = picture.astype(np.float64).sum(axis=(0, 2))[lit.any(axis=0)][2:-2]
    assert full == pytest.approx(255.0, abs=3.0)


def test_wires_through_the_near_plane(renderer: Renderer) -> None:
    scene = make_scene(
        sticks=[((0.5, 0, 15), (-0.5, 0, 4), 0.2, RED, BLUE), ((0, 1, 12), (0, 1, 11), 0.2, GREEN, GREEN)], lines=True
    )
    renderer.set_scene(scene, CLEAR)
    picture = renderer.draw(make_view(), (160, 120), 1)
    assert (picture[..., 2] > 200).sum() > 5
    assert not picture[..., 1].any()


def test_a_style_changes_the_picture_at_once(renderer: Renderer) -> None:
    scene = make_scene(spheres=[((0, 0, 0), 1.0, WHITE)])
    dim = CLEAR.but(light=Light(key=0.2))
    pictures = [
        next(renderer.draw_many([Job(scene, style, make_view(), (40, 30))])).tobytes()
        for style in (CLEAR, CLEAR.but(background="FF0000"), dim, CLEAR)
    ]
    assert pictures[0] == pictures[3]
    assert len(set(pictures)) == 3


def test_a_closed_renderer_says_so(demo: Complex) -> None:
    renderer = Renderer()
    renderer.close()
    renderer.close()
    with pytest.raises(UserError, match="closed"):
        draw_picture(renderer, demo, Shot(), Style(), SIZE)


def test_a_device_that_is_not_there_is_refused() -> None:
    with pytest.raises(UserError, match="There is no graphics device 99"):
        Renderer(device=99)


def test_the_first_device_draws_the_same(renderer: Renderer, demo: Complex) -> None:
    with Renderer(device=0) as chosen:
        picture = draw_picture(chosen, demo, Shot(), Style(), SIZE)
        if chosen.facts == renderer.facts:
            assert (picture == draw_picture(renderer, demo, Shot(), Style(), SIZE)).all()


def test_a_shader_that_the_driver_refuses_is_no_silent_gap(
    renderer: Renderer, capfd: pytest.CaptureFixture[str]
) -> None:
    with Renderer() as broken:
        scene = make_scene(spheres=[((0, 0, 0), 1.0, WHITE)])
        broken.set_scene(scene, CLEAR)
        broken._drawing._capsules.actor.GetShaderProperty().SetVertexShaderCode(
            "//VTK::System::Dec\nvoid main() { x; }"
        )
        with pytest.raises(UserError, match="does not accept a shader"):
            broken.draw(make_view(), (20, 10))
    capfd.readouterr()


def test_memory_stays_flat_over_hundreds_of_pictures(renderer: Renderer, demo: Complex) -> None:
    def resident() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * 4096 / 2**20

    if not Path("/proc/self/statm").exists():
        pytest.skip("memory is read from /proc")
    shots = [Shot(commands=f"roll y {step}", supersample=1) for step in range(150)]
    shots += [shot.but(labels=False, parts="ligand") for shot in shots[::3]]
    sizes = []
    for _ in range(3):
        for _picture in draw_pictures(renderer, demo, shots, Style(), (160, 120)):
            pass
        sizes.append(resident())
    assert sizes[2] - sizes[0] < 12.0, sizes
