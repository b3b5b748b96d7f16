"""Label rectangles and what hinders reading, on labels placed by hand and on a demo complex."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.camera.bounds import box_of_spheres
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection
from misi_viewer.camera.views import VIEWS
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import View
from misi_viewer.scene.arrays import Labels
from misi_viewer.scene.build import build
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE, DepthCue, LabelStyle
from misi_viewer.scoring.factors import heavy_atoms
from misi_viewer.scoring.legibility import Limits, covered_by_later, label_legibility, label_rectangles
from misi_viewer.scoring.readable import needed_labels, readable_views
from misi_viewer.tasks.annotation import annotate

SIZE = (1000, 800)
HALF = math.tan(math.radians(15))
DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo" / "1ia1"


def half_em(text: str) -> float:
    return 0.5 * len(text)


def labels_at(places: Sequence[Sequence[float]], offset: Sequence[float] = (0, 0, 0), text: str = "O1") -> Labels:
    count = len(places)
    return Labels(
        (text,) * count,
        np.array(places, dtype=np.float64),
        np.tile(np.array(offset, dtype=np.float64), (count, 1)),
        np.zeros((count, 3), dtype=np.uint8),
        0.7,
    )


@pytest.fixture
def view() -> View:
    """Return an eye at the origin that looks along -z."""
    box = box_of_spheres(np.array([[0.0, 0.0, -20.0]]), 5.0)
    assert box is not None
    return View(Pose.of(np.eye(3), np.zeros(3)), Projection(), 10.0, 30.0, box.centre, box)


def test_a_rectangle_by_hand(view: View) -> None:
    rectangles, depth = label_rectangles(labels_at([(0, 0, -20)], (0.4, 0, 0.5)), view, SIZE, half_em)
    scale = 500 / (19.5 * HALF)
    assert depth.tolist() == [19.5]
    left, top, right, bottom = rectangles[0]
    assert left == pytest.approx(500 + 0.4 * scale)
    assert bottom == pytest.approx(400 - 0.133 * scale)
    assert bottom - top == pytest.approx(0.444 * scale)
    assert right - left == pytest.approx(0.7 * 64 / 71 * scale)


def test_what_is_behind_the_eye_cannot_be_read(view: View) -> None:
    found = label_legibility(labels_at([(0, 0, 3), (0, 0, -15)]), view, SIZE, half_em)
    assert found.in_frame.tolist() == [0.0, 1.0]
    assert found.pixels_high[0] == 0.0
    assert found.readable(Limits(pixels_high=0.0)).tolist() == [False, True]


def test_what_is_cut_by_the_edge_is_partly_in_frame(view: View) -> None:
    edge = 15 * HALF
    width = 0.7 * 64 / 71
    found = label_legibility(labels_at([(edge - width / 4, 0, -15), (edge + 1, 0, -15)]), view, SIZE, half_em)
    assert found.in_frame == pytest.approx([0.25, 0.0])
    assert not found.readable().any()


def test_the_depth_cue_fades(view: View) -> None:
    places = [(0, 0, -15), (1, 0, -20), (2, 0, -25), (3, 0, -28), (4, 0, -35)]
    found = label_legibility(labels_at(places), view, SIZE, half_em)
    assert found.clearness == pytest.approx([1, 1, 0.5, 0.2, 0])
    assert found.readable(Limits(pixels_high=0)).tolist() == [True, True, True, False, False]
    without = label_legibility(labels_at(places), view, SIZE, half_em, DEFAULT_STYLE.but(depth_cue=DepthCue(on=False)))
    assert without.clearness.tolist() == [1.0] * 5


def test_small_labels_cannot_be_read(view: View) -> None:
    found = label_legibility(labels_at([(0, 0, -20)]), view, (100, 80), half_em)
    assert found.pixels_high == pytest.approx([0.444 * 50 / (20 * HALF)])
    assert not found.readable().any()


def test_later_labels_cover_earlier_ones(view: View) -> None:
    found = label_legibility(labels_at([(0, 0, -20), (0, 0, -20)]), view, SIZE, half_em)
    assert found.covered == pytest.approx([1, 0])
    assert found.readable().tolist() == [False, True]


def test_covered_area_counts_overlaps_once() -> None:
    rectangles = np.array(
        [
            [0, 0, 10, 10],
            [0, 0, 5, 10],
            [2, 0, 6, 5],
            [20, 20, 30, 30],
            [np.nan, 0, 1, 1],
            [3, 3, 3, 9],
        ]
    )
    assert covered_by_later(rectangles) == pytest.approx([0.55, 0.3, 0, 0, 0, 0])
    assert covered_by_later(np.empty((0, 4))).shape == (0,)


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO)


def test_needed_labels_are_those_of_the_bonds(demo: Complex) -> None:
    bonds = annotate(demo).bonds
    assert bonds
    texts = build(demo, Shot()).labels.texts
    for bond in bonds:
        pocket, ligand = needed_labels(demo, Shot(), [bond])
        residue = int(demo.pocket.residue_of_atom[bond[0]])
        residues = demo.pocket.residues
        assert texts[pocket] == f"{residues.names[residue]} {residues.numbers[residue]}"
        assert texts[ligand] == demo.ligand.names[bond[1]]


def test_needed_labels_of_one_residue_are_its_atoms(demo: Complex) -> None:
    bond = annotate(demo).bonds[0]
    residues, residue = demo.pocket.residues, int(demo.pocket.residue_of_atom[bond[0]])
    shot = Shot(parts="residue", residue=ResidueId(str(residues.chains[residue]), int(residues.numbers[residue])))
    texts = build(demo, shot).labels.texts
    pocket, ligand = needed_labels(demo, shot, [bond])
    assert texts[pocket] == demo.pocket.names[bond[0]]
    assert texts[ligand] == demo.ligand.names[bond[1]]


def test_views_in_which_labels_can_be_read(demo: Complex) -> None:
    bonds = annotate(demo).bonds
    shots = [Shot(view=view) for view in VIEWS]
    found = readable_views(demo, shots, bonds, (1024, 768), half_em)
    assert found is not None
    assert found.readable.shape == (6, 2 * len(bonds))
    assert 0 <= found.all_labels <= found.fewest <= 6
    none = readable_views(demo, shots, bonds, (1024, 768), half_em, limits=Limits(pixels_high=10_000))
    assert none is not None
    assert (none.all_labels, none.fewest, none.any_view) == (0, 0, False)
    lenient = Limits(in_frame=0, covered=1, clearness=0, pixels_high=0)
    every = readable_views(demo, shots, bonds, (1024, 768), half_em, limits=lenient)
    assert every is not None
    assert (every.all_labels, every.fewest, every.any_view) == (6, 6, True)


def test_nothing_to_read(demo: Complex) -> None:
    assert readable_views(demo, [Shot()], [], (1024, 768), half_em) is None


def test_pictures_without_labels(demo: Complex) -> None:
    bonds = annotate(demo).bonds
    with pytest.raises(UserError, match="cannot be read"):
        readable_views(demo, [Shot(labels=False)], bonds, (1024, 768), half_em)
    bare = DEFAULT_STYLE.but(labels=LabelStyle(atoms=False))
    with pytest.raises(UserError, match="cannot be read"):
        readable_views(demo, [Shot()], bonds, (1024, 768), half_em, style=bare)


def test_sizes_of_a_complex(demo: Complex) -> None:
    annotation = annotate(demo)
    assert heavy_atoms(demo.ligand) == len(annotation.ligand_rows)
    assert heavy_atoms(demo.pocket) == len(annotation.pocket_rows)
