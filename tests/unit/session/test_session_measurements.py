"""Distances, angles, dihedrals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.errors import UserError
from misi_viewer.scene.build import build
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.measurements import (
    Measurement,
    _dihedral,
    add_to_scene,
    anchor,
    atom_text,
    describe,
    drawn,
    measure,
    value_text,
)


def between(*atoms: tuple[str, int]) -> Measurement:
    return Measurement(tuple(AtomRef(part, row) for part, row in atoms))  # type: ignore[arg-type]


def test_a_distance_is_that_of_the_scene(demo: Complex) -> None:
    one = between(("pocket", 3), ("ligand", 0))
    points = demo.pocket.coordinates[3], demo.ligand.coordinates[0]
    assert measure(one, demo, Shot()) == pytest.approx(np.linalg.norm(points[0] - points[1]))
    moved = measure(one, demo, Shot(ligand_commands="move x 3"))
    assert moved == pytest.approx(np.linalg.norm(points[0] - points[1] - (3.0, 0.0, 0.0)))
    inside = between(("ligand", 0), ("ligand", 5))
    assert measure(inside, demo, Shot(ligand_commands="roll x 50; move y 1")) == pytest.approx(
        measure(inside, demo, Shot())
    )


def test_an_angle_and_a_dihedral(demo: Complex) -> None:
    a, b, c, d = demo.pocket.coordinates[:4]
    angle = measure(between(*[("pocket", row) for row in range(3)]), demo, Shot())
    cosine = (a - b) @ (c - b) / np.linalg.norm(a - b) / np.linalg.norm(c - b)
    assert angle == pytest.approx(np.degrees(np.arccos(cosine)))
    dihedral = measure(between(*[("pocket", row) for row in range(4)]), demo, Shot())
    mirrored = _dihedral(*np.diff(np.array([a, b, c, d]) * (-1, 1, 1), axis=0))
    assert dihedral == pytest.approx(-mirrored)


@pytest.mark.parametrize(
    ("last", "degrees"),
    [((1, 0, 1), 0.0), ((0, 1, 1), 90.0), ((0, -1, 1), -90.0), ((-1, 0, 1), 180.0), ((0, 0, 2), float("nan"))],
)
def test_a_dihedral_is_positive_clockwise(last: tuple[int, int, int], degrees: float) -> None:
    """Seen along the axis with the near bond up, the far bond is turned to the right."""
    points = np.array([(1, 0, 0), (0, 0, 0), (0, 0, 1), last], dtype=float)
    assert _dihedral(*np.diff(points, axis=0)) == pytest.approx(degrees, nan_ok=True)


def test_values_have_units() -> None:
    assert value_text("distance", 3.054) == "3.05 Å"
    assert value_text("angle", 109.47) == "109.5°"
    assert value_text("dihedral", -0.0) == "0.0°"
    assert value_text("dihedral", float("nan")) == "undefined"


ATOMS = st.builds(AtomRef, st.sampled_from(("pocket", "ligand")), st.integers(0, 99_999))


@given(st.lists(ATOMS, min_size=2, max_size=4, unique=True))
def test_json_gives_it_back(atoms: list[AtomRef]) -> None:
    one = Measurement(tuple(atoms))
    assert Measurement.from_json(one.to_json()) == one
    assert one.kind == ("distance", "angle", "dihedral")[len(atoms) - 2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not a measurement"),
        ('{"atoms": []}', "two, three or four atoms, not 0"),
        ('{"atoms": [["pocket", 1], ["pocket", 1]]}', "given twice"),
        ('{"atoms": [["pocket", -1], ["pocket", 1]]}', "counted from 0"),
        ('{"atoms": [["water", 1], ["pocket", 1]]}', "not a measurement"),
        (" " * 20_000, "longer than"),
    ],
)
def test_wrong_ones_are_refused(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        Measurement.from_json(text)


def test_an_atom_that_is_not_there_is_refused(demo: Complex) -> None:
    with pytest.raises(UserError, match="has no atom of row 99999"):
        measure(between(("pocket", 99_999), ("ligand", 0)), demo, Shot())


def test_it_is_described_by_names(demo: Complex) -> None:
    assert atom_text(AtomRef("ligand", 0), demo) == "(ligand & @C1)"
    text = describe(between(("pocket", 1), ("ligand", 0)), demo, Shot())
    assert text.startswith("Distance /B:8@CA to (ligand & @C1): ")
    assert text.endswith(" Å")


def test_labels_stand_where_they_are_looked_for() -> None:
    np.testing.assert_allclose(anchor(np.array([(0, 0, 0), (2, 0, 0)], dtype=float)), (1, 0, 0))
    corner = anchor(np.array([(2, 0, 0), (0, 0, 0), (0, 4, 0)], dtype=float))
    np.testing.assert_allclose(corner, (0.5, 0.5, 0))
    np.testing.assert_allclose(anchor(np.array([(9, 9, 9), (0, 0, 0), (0, 4, 0), (8, 8, 8)], dtype=float)), (0, 2, 0))


def test_dashes_go_from_atom_to_atom(demo: Complex) -> None:
    shot = Shot(ligand_commands="move x 1")
    one = between(("pocket", 0), ("pocket", 1), ("ligand", 0))
    segments, labels, kept = drawn([one], demo, shot, DEFAULT_STYLE)
    assert kept == (one,)
    assert labels.texts == (value_text("angle", measure(one, demo, shot)),)
    ends = np.concatenate([segments.starts, segments.ends])
    for point in (demo.pocket.coordinates[0], demo.pocket.coordinates[1], demo.ligand.coordinates[0] + (1, 0, 0)):
        assert np.linalg.norm(ends - point, axis=1).min() < 0.2
    scene = build(demo, shot)
    joined = add_to_scene(scene, segments, labels)
    assert joined.labels.texts == scene.labels.texts + labels.texts
    assert len(joined.segments.radii) == len(segments.radii)
    assert joined.labels.anchors.shape == (len(joined.labels.texts), 3)


def test_only_between_displayed_atoms(demo: Complex) -> None:
    one = between(("pocket", 0), ("ligand", 0))
    for shot in (Shot(parts="ligand"), Shot(hide="ligand"), Shot(hide="pocket[0]")):
        segments, labels, kept = drawn([one], demo, shot, DEFAULT_STYLE)
        assert (len(segments.radii), labels.texts, kept) == (0, (), ())
