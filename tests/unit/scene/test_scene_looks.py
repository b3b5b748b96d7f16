"""Atoms that a shot draws in other representations than the style's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError
from misi_viewer.render.geometry import capsules, wires
from misi_viewer.scene.aim import aim
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.build import build
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.radii import van_der_waals_radii
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.shot_look import MOST_LOOKS, Look, parse_look
from misi_viewer.scene.shot_surface import Surface
from misi_viewer.scene.style import DEFAULT_STYLE

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
SIZE = (640, 480)
WIRE = DEFAULT_STYLE.but(representation="wire")


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


def shot(*looks: str, **fields: object) -> Shot:
    return Shot(looks=tuple(map(parse_look, looks)), **fields)


def assert_same(one: Scene, other: Scene) -> None:
    for part in ("spheres", "sticks"):
        for field in getattr(one, part).__dataclass_fields__:
            np.testing.assert_array_equal(getattr(getattr(one, part), field), getattr(getattr(other, part), field))


@pytest.mark.parametrize("representation", ["stick", "ball and stick", "sphere", "wire"])
def test_all_atoms_alike_are_as_the_style_draws_them(demo: Complex, representation: str) -> None:
    by_style = build(demo, Shot(), DEFAULT_STYLE.but(representation=representation))
    assert_same(build(demo, shot("ligand=wire", f"all={representation}")), by_style)


def test_the_ligand_stands_out_of_a_wire_pocket(demo: Complex) -> None:
    made, pocket = build(demo, shot("ligand=ball"), WIRE), len(displayed_atoms(demo, Shot()).parts[0].rows)
    of_ligand = made.spheres.atoms >= pocket
    radii = van_der_waals_radii(demo.ligand)[displayed_atoms(demo, Shot()).parts[1].rows]
    np.testing.assert_allclose(made.spheres.radii[of_ligand], 0.25 * radii)
    assert set(made.spheres.radii[~of_ligand]) <= {0.2}  # ions and such, which have no bonds
    np.testing.assert_array_equal(made.sticks.lines, made.sticks.atoms[:, 0] < pocket)
    lines, solid = wires(made, np.zeros(3)), capsules(made, np.zeros(3))
    assert len(lines.points) == 4 * made.sticks.lines.sum()
    assert len(solid.points) == 4 * ((~made.sticks.lines).sum() + len(made.spheres.radii))


def test_the_thicker_end_decides_what_a_bond_is(small: Complex) -> None:
    def bonds(*looks: str) -> dict[tuple[int, ...], bool]:
        sticks = build(small, shot(*looks), WIRE).sticks
        return {tuple(sorted(pair)): line for pair, line in zip(sticks.atoms.tolist(), sticks.lines, strict=True)}

    wire = bonds()
    pair = next(iter(wire))
    assert all(wire.values())
    first, second = (displayed_atoms(small, Shot()).identities()[row] for row in pair)
    one, other = (f"/{who.chain}:{who.residue_number}@{who.atom}" for who in (first, second))
    assert bonds(f"{one}=stick")[pair] == False  # noqa: E712 - numpy's
    assert bonds(f"{one}=sphere")[pair] == True  # noqa: E712 - numpy's
    assert pair not in bonds(f"{one}=sphere", f"{other}=sphere")
    assert bonds(f"{one}=sphere", f"{other}=ball")[pair] == False  # noqa: E712 - numpy's


def test_later_looks_count_and_follow_the_ligand(demo: Complex) -> None:
    assert_same(build(demo, shot("ligand=sphere", "all=stick")), build(demo, Shot()))
    near = build(demo, shot("within 4 of ligand & pocket=sphere"))
    far = build(demo, shot("within 4 of ligand & pocket=sphere", ligand_commands="move z 60"))
    assert (near.spheres.radii > 1.0).sum() > 20
    assert not (far.spheres.radii > 1.0).any()


def test_the_fit_stays_and_nothing_is_cut_off(demo: Complex) -> None:
    plain, large = aim(demo, Shot(), SIZE), aim(demo, shot("all=sphere"), SIZE)
    np.testing.assert_array_equal(plain.pose.matrix, large.pose.matrix)
    assert large.near < plain.near - 1.0
    assert large.far > plain.far + 1.0
    shown = Shot(fit="shown")
    np.testing.assert_array_equal(
        aim(demo, shown, SIZE).pose.matrix, aim(demo, shown.but(looks=large_looks()), SIZE).pose.matrix
    )
    for view in ("front", "left", "top", "back", "right", "bottom"):
        seen = Shot(view=view, surface=Surface("pocket"))
        points, camera = build(demo, seen).surface.points, aim(demo, seen, SIZE)
        depths = -camera.pose.to_camera(points)[:, 2]
        assert camera.near < depths.min()
        assert depths.max() < camera.far
        np.testing.assert_array_equal(camera.pose.matrix, aim(demo, Shot(view=view), SIZE).pose.matrix)


def large_looks() -> tuple[Look, ...]:
    return (Look("all", "sphere"),)


def test_shots_keep_looks_and_refuse_nonsense() -> None:
    made = shot("ligand=ball and stick", "within 4 of ligand = wire")
    assert Shot.from_json(made.to_json()) == made
    assert Shot.from_json(Shot().to_json()).looks == ()
    for text in ("ligand", "=ball", "ligand=cartoon", "ligand ball", ""):
        with pytest.raises(UserError, match="does not say how atoms are drawn"):
            parse_look(text)
    with pytest.raises(UserError, match="What the shot draws as wire is not a selection"):
        shot(":::=wire")
    with pytest.raises(UserError, match="cannot be what is selected"):
        shot("sel=wire")
    with pytest.raises(UserError, match="more than"):
        Shot(looks=(Look("ligand", "wire"),) * (MOST_LOOKS + 1))
    with pytest.raises(UserError, match="ball and stick"):
        Shot.from_json('{"version":1,"looks":[{"atoms":"ligand","representation":"ribbon"}]}')
