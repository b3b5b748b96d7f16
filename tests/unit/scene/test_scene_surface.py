"""Surfaces: of one ball and of two, closed, turned outwards, coloured, and what a shot says of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.scene.build import build
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.shot_surface import Surface, parse_surface, print_surface
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.scene.surface import (
    SHARPNESS,
    WATER_LOVING,
    WATER_SHY,
    hydrophobicity_colours,
    pending_surface,
    surface_of_balls,
)

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


def area_and_volume(points: np.ndarray, triangles: np.ndarray) -> tuple[float, float]:
    """Return both; the volume is negative where triangles look inwards."""
    a, b, c = (points[triangles[:, corner]] for corner in range(3))
    across = np.cross(b - a, c - a)
    return float(np.linalg.norm(across, axis=1).sum() / 2), float((a * np.cross(b, c)).sum() / 6)


def check_closed(triangles: np.ndarray) -> None:
    """Each edge is passed as often in one direction as in the other: where there is a hole it is not."""
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    assert Counter(map(tuple, edges.tolist())) == Counter(map(tuple, edges[:, ::-1].tolist()))


def test_one_ball_is_its_sphere() -> None:
    centre, radius = np.array([[3.1, -2.7, 8.4]]), 1.7
    points, normals, triangles, nearest = surface_of_balls(centre, np.array([radius]), 0.25)
    area, volume = area_and_volume(points - centre, triangles)
    assert area == pytest.approx(4 * np.pi * radius**2, rel=0.02)
    assert volume == pytest.approx(4 / 3 * np.pi * radius**3, rel=0.02)
    np.testing.assert_allclose(np.linalg.norm(points - centre, axis=1), radius, atol=0.02)
    np.testing.assert_allclose(normals, (points - centre) / np.linalg.norm(points - centre, axis=1)[:, None], atol=0.1)
    check_closed(triangles)
    assert set(nearest.tolist()) == {0}


def test_two_balls_have_the_volume_and_area_of_their_formula() -> None:
    radius, apart, sharpness = 1.7, 2.0, SHARPNESS
    # The densities' sum is 1 where exp(b (rho / r)^2) is the sum of both along the axis: a body of revolution.
    x = np.linspace(-3.0, 5.0, 400_001)
    along = sum(np.exp(sharpness * (1.0 - ((x - place) / radius) ** 2)) for place in (0.0, apart))
    rho = np.sqrt(np.maximum(radius**2 / sharpness * np.log(along), 0.0))
    steps = np.diff(x)
    middle = (rho[1:] + rho[:-1]) / 2.0
    volume = float((np.pi * middle**2 * steps).sum())
    area = float((2.0 * np.pi * middle * np.hypot(steps, np.diff(rho))).sum())
    balls = np.array([[0.3, 0.1, -0.2], [apart + 0.3, 0.1, -0.2]])
    points, _, triangles, nearest = surface_of_balls(balls, np.full(2, radius), 0.2)
    check_closed(triangles)
    assert area_and_volume(points, triangles) == pytest.approx((area, volume), rel=0.015)
    side = points[:, 0] - apart / 2 - 0.3
    sure = np.abs(side) > 0.2  # else within rounding to the grid
    np.testing.assert_array_equal(nearest[sure], (side[sure] > 0.0).astype(int))


def test_balls_far_apart_stay_two_and_near_ones_melt() -> None:
    radii = np.array([1.7, 1.5])
    apart = np.array([[0.0, 0.0, 0.0], [8.0, 0.0, 0.0]])
    points, _, triangles, nearest = surface_of_balls(apart, radii, 0.25)
    assert area_and_volume(points, triangles)[1] == pytest.approx(4 / 3 * np.pi * (radii**3).sum(), rel=0.02)
    np.testing.assert_array_equal(nearest, (points[:, 0] > 4.0).astype(int))
    together = np.array([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]])
    points, _, triangles, _ = surface_of_balls(together, radii, 0.25)
    check_closed(triangles)
    # At least the two spheres' union, at most a capsule of the larger radius, rounded.
    height = (1.7**2 - 1.5**2 + 2.0**2) / (2 * 2.0)
    caps = sum(np.pi * cap**2 * (3 * r - cap) / 3 for r, cap in ((1.7, 1.7 - height), (1.5, 1.5 - (2.0 - height))))
    union = 4 / 3 * np.pi * (1.7**3 + 1.5**3) - caps
    volume = area_and_volume(points, triangles)[1]
    assert union * 0.98 < volume < 1.15 * (4 / 3 * np.pi * 1.7**3 + np.pi * 1.7**2 * 2.0)


def test_nothing_has_no_surface() -> None:
    points, normals, triangles, nearest = surface_of_balls(np.empty((0, 3)), np.empty(0))
    assert len(points) == len(normals) == len(triangles) == len(nearest) == 0


def test_a_shot_has_the_surface_of_what_is_displayed(demo: Complex) -> None:
    whole = build(demo, Shot(surface=Surface("pocket"))).surface
    part = build(demo, Shot(surface=Surface("pocket"), hide=":ALA")).surface
    ligand = build(demo, Shot(surface=Surface("ligand", opacity=0.3))).surface
    assert len(whole.points) > len(part.points) > len(ligand.points) > 0
    assert ligand.opacity == 0.3
    check_closed(whole.triangles)
    _, volume = area_and_volume(ligand.points, ligand.triangles)
    assert 100 < volume < 500  # cubic angstrom, of 19 heavy atoms
    alone = build(demo, Shot(parts="pocket", surface=Surface("ligand"))).surface
    assert len(alone.points) == 0
    moved = build(demo, Shot(surface=Surface("ligand"), ligand_commands="move x 5")).surface
    np.testing.assert_allclose(np.linalg.norm(moved.points - ligand.points, axis=1), 5.0)
    turned = build(demo, Shot(surface=Surface("ligand"), ligand_commands="roll z 90")).surface
    check_closed(turned.triangles)
    np.testing.assert_allclose(np.abs(turned.normals[:, [1, 0, 2]]), np.abs(ligand.normals), atol=1e-9)


def test_it_is_known_what_has_not_been_computed() -> None:
    complex_, shot = load_complex(DEMO / "1ia1"), Shot(surface=Surface("ligand"))
    pending = pending_surface(complex_, shot)
    assert pending is not None
    assert pending == pending_surface(complex_, shot.but(surface=Surface("ligand", "hydrophobicity", 0.2)))
    assert pending != pending_surface(complex_, shot.but(hide="@N1"))
    pending.compute()
    assert pending_surface(complex_, shot.but(ligand_commands="move x 3", labels=False)) is None
    assert pending_surface(complex_, Shot()) is None
    assert pending_surface(complex_, shot.but(parts="pocket")) is None


def test_colours_are_those_of_atoms_or_of_residues(demo: Complex) -> None:
    by_element = build(demo, Shot(surface=Surface("ligand"))).surface
    assert (48, 80, 248) in {tuple(colour) for colour in by_element.colours.tolist()}  # nitrogen
    pocket = displayed_atoms(demo, Shot()).parts[0]
    colours = hydrophobicity_colours(pocket)
    names = pocket.structure.residues.names[pocket.structure.residue_of_atom[pocket.rows]]
    assert (colours[names == "ILE"] == WATER_SHY).all()
    assert (colours[names == "ARG"] == WATER_LOVING).all()


def test_surfaces_of_companions_come_along(demo: Complex) -> None:
    shot = Shot(surface=Surface("ligand"))
    alone = build(demo, shot).surface
    both = build(demo, shot, DEFAULT_STYLE, [Companion("b", demo, shot, DEFAULT_STYLE)]).surface
    assert len(both.points) == 2 * len(alone.points)
    check_closed(both.triangles)


def test_it_is_written_and_read() -> None:
    shot = Shot(surface=Surface("pocket", "hydrophobicity", 0.35))
    assert Shot.from_json(shot.to_json()) == shot
    assert Shot.from_json(Shot().to_json()).surface is None
    for text, surface in (
        ("element", Surface()),
        ("hydro", Surface("pocket", "hydrophobicity")),
        ("ligand:element:30%", Surface("ligand", "element", 0.3)),
        ("off", None),
    ):
        assert parse_surface(text) == surface
        assert parse_surface(print_surface(surface)) == surface
    for text in ("", "pocket", "water:element", "pocket:element:x", "pocket:element:0", "element:101", "a:b:c:d"):
        with pytest.raises(UserError):
            parse_surface(text)
    with pytest.raises(UserError, match="surface"):
        Shot.from_json('{"version":1,"surface":{"of":"pocket","opacity":7}}')
    with pytest.raises(UserError, match="hydrophobicity"):
        Shot.from_json('{"version":1,"surface":{"of":"pocket","colour":"mood"}}')
