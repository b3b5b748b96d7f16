"""Hidden choices are found from pictures that were drawn with them, and from ChimeraX's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.verification.choices import Finding
from misi_viewer.dataset.verification.framing import Framing, framed
from misi_viewer.dataset.verification.placement import Placement
from misi_viewer.dataset.verification.probe import Probe, make_probe
from misi_viewer.dataset.verification.search import find_choices
from misi_viewer.dataset.verification.stored import decode
from misi_viewer.render.picture import draw_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

pytestmark = pytest.mark.gl

ROOT = Path(__file__).resolve().parents[3]
DEMO = ROOT / "assets" / "demo"
SHARED = ROOT.parent / "shared"
STYLE = Style()
VIEWS = (("1ia1", "front"), ("1of6", "left"), ("1s3v", "top"), ("1uou", "left"))


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    with Renderer() as renderer:
        yield renderer


@lru_cache
def demo(name: str, *, ligand_moved: float = 0.0) -> Complex:
    """Return a demo complex, its ligand moved along x."""
    read = load_complex(DEMO / name)
    coordinates = read.ligand.coordinates + np.array((ligand_moved, 0.0, 0.0))
    return replace(read, ligand=replace(read.ligand, coordinates=coordinates))


def drawn(
    renderer: Renderer,
    framing: Framing,
    size: tuple[int, int],
    *,
    style: Style = STYLE,
    ligand_moved: float = 0.0,
    chain_breaks: bool = False,
    change=lambda pixels: pixels,
) -> list[Probe]:
    """Return pictures drawn with hidden choices, as if another had drawn them."""
    probes = []
    for name, view in VIEWS:
        complex_ = demo(name, ligand_moved=ligand_moved)
        shot = Shot(view=view, supersample=1)
        hidden = framed(complex_, shot, framing, style).but(chain_breaks=chain_breaks)
        pixels = change(draw_picture(renderer, complex_, hidden, style, size))
        probes.append(make_probe(f"{name}/{view}", complex_, shot, pixels, STYLE))
    return probes


def margin(finding: Finding, choice: str) -> float:
    value = next(one.margin for one in finding.margins if one.choice == choice)
    assert value is not None
    return value


class TestFraming:
    def test_the_benchmarks_own_is_the_ordinary_shot(self):
        complex_ = demo("1ia1")
        for view in ("front", "top", "right"):
            shot = Shot(view=view, commands="roll x 15; move y 2")
            pose = framed(complex_, shot, Framing(), STYLE).pose
            assert np.array(pose) == pytest.approx(aim(complex_, shot, (640, 480)).pose.matrix, abs=1e-9)

    def test_shots_that_are_not_fitted_stay(self):
        shot = Shot(projection="orthographic")
        assert framed(demo("1ia1"), shot, Framing(pad=0.2), STYLE) is shot


class TestPlacement:
    def test_whole_pictures_are_not_touched(self):
        pixels = np.zeros((30, 40, 3), dtype=np.uint8)
        assert Placement.whole((40, 30)).cut_out(pixels, (40, 30), (0, 0, 0)) is pixels

    def test_whole_pixels_are_cut_out_exactly(self):
        pixels = np.random.default_rng(0).integers(0, 255, (30, 40, 3), dtype=np.uint8)
        place = Placement(20.0, 20.0, 17.0, 11.0)
        assert place.crop((33, 20), 4 / 3) == (3.0, 4.0, 4.0, 6.0)
        assert (place.cut_out(pixels, (33, 20), (0, 0, 0)) == pixels[4:24, 3:36]).all()

    def test_the_background_lies_beyond(self):
        pixels = np.full((4, 4, 3), 9, dtype=np.uint8)
        part = Placement(2.0, 2.0, 4.0, 4.0).cut_out(pixels, (8, 8), (1, 2, 3))
        assert part[0, 0].tolist() == [1, 2, 3]
        assert (part[2:6, 2:6] == 9).all()
        assert (part[:, :2] == (1, 2, 3)).all()

    def test_scaled_pictures_are_interpolated(self):
        ramp = np.repeat(np.arange(0, 200, 5, dtype=np.uint8)[None, :, None], 30, axis=0).repeat(3, axis=2)
        part = Placement(40.0, 40.0, 40.0, 30.0).cut_out(ramp, (80, 60), (0, 0, 0))
        assert np.abs(np.diff(part[30, 4:-4, 0].astype(int)) - 2.5).max() <= 0.5

    def test_most_of_the_canvas_must_be_shown(self):
        assert Placement(200.0, 200.0, 190.0, 140.0).is_sensible((380, 280), 4 / 3)
        assert not Placement(200.0, 200.0, -100.0, 140.0).is_sensible((380, 280), 4 / 3)
        assert not Placement(50.0, 50.0, 190.0, 140.0).is_sensible((380, 280), 4 / 3)

    def test_near_whole_pixels_snap(self):
        near = Placement(200.1, 199.95, 190.04, 139.9).snapped(4 / 3)
        assert near.crop((380, 280), 4 / 3) == (10.0, 10.0, 10.0, 10.0)
        stretched = Placement(200.1, 190.0, 190.04, 139.9)
        assert stretched.snapped(4 / 3) is stretched


class TestHiddenChoices:
    def test_square_without_pad_on_white(self, renderer):
        white = STYLE.but(background="FFFFFF")
        found = find_choices(drawn(renderer, Framing(pad=0.0, aspect=1.0), (240, 240), style=white), renderer, STYLE)
        assert found.choices.framing == Framing(pad=0.0, aspect=1.0)
        assert found.choices.background == "FFFFFF"
        assert found.choices.is_whole
        assert found.choices.chain_breaks is False
        assert found.score == 1.0
        assert margin(found, "pad") > 0.1
        assert margin(found, "refit") > 0.05

    def test_refitted_views_with_more_pad(self, renderer):
        hidden = Framing(pad=0.1, refit=True)
        found = find_choices(drawn(renderer, hidden, (280, 210)), renderer, STYLE)
        assert found.choices.framing == hidden
        assert found.score == 1.0
        assert margin(found, "refit") > 0.05
        assert found.margin > 0.05

    def test_fitted_to_the_pocket_with_chain_breaks(self, renderer):
        hidden = Framing("pocket", aspect=16 / 9)
        probes = drawn(renderer, hidden, (320, 180), ligand_moved=14.0, chain_breaks=True)
        found = find_choices(probes, renderer, STYLE)
        assert found.choices.framing.fitted == "pocket"
        assert found.choices.framing == Framing("pocket", aspect=320 / 180)
        assert found.choices.chain_breaks is True
        assert found.score == 1.0
        assert margin(found, "fitted") > 0.1
        assert margin(found, "chain_breaks") > 0.9

    def test_fitted_for_another_window_than_the_picture(self, renderer):
        found = find_choices(drawn(renderer, Framing(aspect=1.0), (280, 210)), renderer, STYLE)
        assert found.choices.framing.aspect == 1.0
        assert found.choices.framing.pad == 0.05
        assert found.choices.is_whole

    def test_what_cannot_be_told_is_said(self, renderer):
        found = find_choices(drawn(renderer, Framing(), (280, 210)), renderer, STYLE)
        assert found.choices.framing == Framing()
        told = {one.choice: one.equal for one in found.margins}
        assert told["fitted"] == ("pocket",)
        assert told["refit"] == ()

    def test_scaled_and_cropped(self, renderer):
        def change(pixels):
            large = Image.fromarray(pixels).resize((400, 300), Image.Resampling.BICUBIC)
            return np.asarray(large.crop((10, 10, 390, 290)))

        probes = drawn(renderer, Framing(), (320, 240), change=change)
        found = find_choices(probes, renderer, STYLE, declared=(320, 240))
        assert found.choices.framing == Framing()
        assert found.choices.canvas == pytest.approx((400.0, 300.0), abs=0.5)
        assert found.choices.crop == pytest.approx((10.0,) * 4, abs=0.3)
        assert found.choices.scale == pytest.approx(1.25, abs=0.002)
        assert not found.choices.is_whole
        assert margin(found, "crop") > 0.01
        assert "left 10.0, top 10.0" in found.choices.described()["crop"]

    def test_cropped_unevenly_without_scaling(self, renderer):
        probes = drawn(renderer, Framing(), (320, 240), change=lambda pixels: pixels[4:, 10:-2].copy())
        found = find_choices(probes, renderer, STYLE)
        assert found.choices.framing == Framing()
        assert found.choices.canvas == (320.0, 240.0)
        assert found.choices.crop == (10.0, 4.0, 2.0, 0.0)
        assert found.score > 0.999


def test_noise_is_not_explained(renderer):
    rng = np.random.default_rng(0)
    probes = drawn(renderer, Framing(), (160, 120), change=lambda pixels: rng.permuted(pixels, axis=1))
    assert not find_choices(probes, renderer, STYLE).explained


def reference_probes(pictures: Path, complexes: Path, names: Sequence[str]) -> list[Probe]:
    probes = []
    for number, name in enumerate(names):
        complex_ = load_complex(complexes / name)
        view = ("front", "left")[number % 2]
        pixels = decode((pictures / name / f"{view}.png").read_bytes()).pixels
        probes.append(make_probe(f"{name}/{view}", complex_, Shot(view=view), pixels, STYLE))
    return probes


def check_reference(found: Finding) -> None:
    assert found.choices.framing == Framing()
    assert found.choices.size == (640, 480)
    assert found.choices.is_whole
    assert found.choices.background == "000000"
    assert found.choices.chain_breaks is False
    assert found.score > 0.9995
    assert found.margin > 0.1


def test_chimerax_on_the_demos(renderer):
    probes = reference_probes(ROOT / "tests/data/demo/pictures", DEMO, ["1ia1", "1of6", "1s3v", "1uou"])
    check_reference(find_choices(probes, renderer, STYLE))


@pytest.mark.shared
def test_chimerax_on_the_references(renderer):
    pictures = SHARED / "golden" / "pictures"
    names = sorted(path.name for path in pictures.iterdir())[:6]
    check_reference(find_choices(reference_probes(pictures, SHARED / "complexes", names), renderer, STYLE))
