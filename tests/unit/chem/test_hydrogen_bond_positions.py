"""Implied hydrogens and lone pairs (spec hbonds.md section 6b)."""

from __future__ import annotations

import numpy as np
import pytest
from building import from_smiles, structure, turned, unit

from misi_viewer.chem.hydrogen_bonds.molecule import Molecule
from misi_viewer.chem.hydrogen_bonds.substituents import missing_positions
from misi_viewer.chem.idatm import Geometry
from misi_viewer.chem.vectors import angle_at

CENTRE = (0.0, 0.0, 0.0)
X, Y, Z = np.eye(3)


def completed(geometry, *known, length=1.0, plane=()):
    points = missing_positions(CENTRE, geometry, [tuple(p) for p in known], length, [tuple(p) for p in plane])
    return np.array(points).reshape(-1, 3)


@pytest.mark.parametrize(
    ("geometry", "known", "count"),
    [
        (Geometry.LINEAR, 0, 2),
        (Geometry.LINEAR, 1, 1),
        (Geometry.LINEAR, 2, 0),
        (Geometry.PLANAR, 0, 3),
        (Geometry.PLANAR, 1, 2),
        (Geometry.PLANAR, 2, 1),
        (Geometry.PLANAR, 3, 0),
        (Geometry.TETRAHEDRAL, 0, 4),
        (Geometry.TETRAHEDRAL, 1, 3),
        (Geometry.TETRAHEDRAL, 2, 2),
        (Geometry.TETRAHEDRAL, 3, 1),
        (Geometry.TETRAHEDRAL, 4, 0),
        (Geometry.SINGLE, 0, 0),
        (Geometry.SINGLE, 1, 0),
    ],
)
def test_as_many_as_the_geometry_lacks(geometry, known, count):
    tips = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)][:known]
    found = completed(geometry, *tips, length=0.91)
    assert len(found) == count
    assert np.linalg.norm(found, axis=1) == pytest.approx(0.91)


def test_linear_is_opposite():
    assert completed(Geometry.LINEAR, 1.4 * Y) == pytest.approx(-Y[None])


def test_planar_with_two_neighbours_is_opposite_to_the_bisector_whatever_their_lengths():
    found = completed(Geometry.PLANAR, 1.0 * X, 1.8 * turned(X, Y, 110.0))
    assert found == pytest.approx(-turned(X, Y, 55.0)[None])


def test_planar_with_one_neighbour_lies_in_its_plane_cis_first():
    neighbour = 1.4 * X
    beyond = neighbour + 1.3 * turned(-X, Y, 120.0)
    found = completed(Geometry.PLANAR, neighbour, plane=[beyond])
    assert found[0] == pytest.approx(turned(X, Y, 120.0))
    assert found[1] == pytest.approx(turned(X, -Y, 120.0))
    # Two references: the first is cis, the mean of both constructions counts.
    tilted = neighbour + 1.3 * unit(turned(-X, -Y, 118.0) + 0.2 * Z)
    both = completed(Geometry.PLANAR, neighbour, plane=[beyond, tilted])
    assert both[0] @ Y > 0
    assert angle_at(tuple(neighbour), CENTRE, tuple(both[0])) == pytest.approx(120.0, abs=2.0)
    assert 0 < abs(both[0] @ Z) < 0.2


def test_planar_with_one_neighbour_and_no_plane_uses_the_fixed_frame():
    bond = np.array([0.6, 0.5, 0.4])
    found = completed(Geometry.PLANAR, bond)
    a, b, c = unit(bond)
    width = np.hypot(a, c)
    sine, cosine = np.sin(np.radians(120)), np.cos(np.radians(120))
    assert found[0] == pytest.approx(sine * np.array([-a * b, width**2, -b * c]) / width + cosine * unit(bond))
    along_y = completed(Geometry.PLANAR, Y)
    assert along_y[0] == pytest.approx(sine * -Z + cosine * Y)


def test_tetrahedral_with_three_neighbours_is_the_normal_of_their_tips():
    tips = [unit(v) for v in [(1, 1, 1), (1, -1, -1), (-1, 1, -1)]]
    found = completed(Geometry.TETRAHEDRAL, 1.0 * tips[0], 1.4 * tips[1], 2.0 * tips[2])
    assert found == pytest.approx(unit((-1, -1, 1))[None])


def test_tetrahedral_with_two_neighbours():
    first, second = 1.5 * turned(X, Y, 55.0), 1.1 * turned(X, -Y, 55.0)
    found = completed(Geometry.TETRAHEDRAL, first, second)
    half = np.radians(54.75)
    assert abs(found[0] @ Z) == pytest.approx(np.sin(half))
    assert found[0] @ X == pytest.approx(-np.cos(half))
    # Almost the mirror image.
    assert found[1] == pytest.approx(found[0] * [1, 1, -1], abs=0.02)


def test_the_side_is_decided_in_single_precision():
    def norm_of_rounded(vector):
        x, y, z = np.float32(unit(vector))
        return np.float32(np.float32(x * x + y * y) + z * z)

    rng = np.random.default_rng(3)
    sides = set()
    for _ in range(200):
        first, second = rng.normal(size=(2, 3))
        larger_first = norm_of_rounded(first) > norm_of_rounded(second)
        normal = np.cross(first, second) if larger_first else np.cross(second, first)
        found = completed(Geometry.TETRAHEDRAL, first, second)
        assert found[0] @ normal > 0
        sides.add(bool(larger_first))
    assert sides == {True, False}


def test_tetrahedral_with_one_neighbour_uses_the_fixed_frame():
    found = completed(Geometry.TETRAHEDRAL, 1.5 * X)
    assert found[0] == pytest.approx(turned(X, Y, 109.5))
    assert len(found) == 3


def test_without_neighbours_the_first_lies_along_x():
    assert completed(Geometry.TETRAHEDRAL, length=0.91)[0] == pytest.approx(0.91 * X)


def molecule(smiles, *, hydrogens):
    built, marked = from_smiles(smiles, hydrogens=hydrogens)
    return Molecule(built), marked[1]


def test_explicit_hydrogens_are_taken_as_they_are():
    made, atom = molecule("CC(=O)[NH2:1]", hydrogens=True)
    assert made.hydrogen_positions(atom) == [made.position(h) for h in made.hydrogens(atom)]
    # Even if one is lost.
    keep = np.ones(len(made), dtype=bool)
    keep[made.hydrogens(atom)[0]] = False
    assert len(Molecule(made.structure.subset(keep)).hydrogen_positions(atom)) == 1


@pytest.mark.parametrize(
    ("smiles", "count"),
    [
        ("CC(=O)[NH:1]C", 1),
        ("CC(=O)[NH2:1]", 2),
        ("[nH:1]1cccc1", 1),
        ("CC(=[NH2+:1])N", 2),
        ("C[NH2+:1]C", 2),
        ("C[NH+:1](C)C", 1),
        # A single neighbour leaves a tetrahedral nitrogen free to turn.
        ("C[NH3+:1]", 0),
        # Types with lone pairs imply nothing.
        ("C[OH:1]", 0),
        ("C[SH:1]", 0),
        ("CO[NH:1]C", 0),
        ("[OH2:1]", 0),
    ],
)
def test_implied_hydrogens(smiles, count):
    made, atom = molecule(smiles, hydrogens=False)
    found = made.hydrogen_positions(atom)
    assert len(found) == count
    for point in found:
        assert np.linalg.norm(np.subtract(point, made.position(atom))) == pytest.approx(0.91)


def test_implied_hydrogens_lie_near_the_real_ones():
    whole, atom = molecule("CC(=O)[NH:1]C", hydrogens=True)
    bare, _ = molecule("CC(=O)[NH:1]C", hydrogens=False)
    real = np.subtract(whole.hydrogen_positions(atom)[0], whole.position(atom))
    implied = np.subtract(bare.hydrogen_positions(atom)[0], bare.position(atom))
    assert np.dot(unit(real), unit(implied)) > 0.95


def test_sulfur_bond_to_hydrogen_is_longer():
    built = structure("SCCC", [(0, 0, 0), 1.8 * X, 1.8 * turned(X, Y, 105.0), 1.8 * Z], [(0, 1), (0, 2), (0, 3)])
    made = Molecule(built)
    made.types[0] = "Son"
    assert np.linalg.norm(made.hydrogen_positions(0)[0]) == pytest.approx(1.25)


def test_lone_pairs_are_given_by_their_opposites():
    made, atom = molecule("CO[N:1](C)C", hydrogens=True)
    (behind,) = made.behind_lone_pairs(atom)
    neighbours = np.mean([made.position(other) for other in made.neighbours(atom)], axis=0)
    towards = np.subtract(neighbours, made.position(atom))
    assert np.dot(unit(towards), np.subtract(behind, made.position(atom))) > 0.95


def test_surroundings_of_an_atom():
    # Around a methyl carbon seen from its neighbour: three hydrogens, given or added.
    made, atom = molecule("[CH3:1]O", hydrogens=True)
    oxygen = made.heavy_neighbours(atom)[0]
    assert len(made.surroundings(atom, oxygen)) == 3
    bare, _ = molecule("[CH3:1]O", hydrogens=False)
    # With one neighbour only, nothing can be added to a tetrahedral atom.
    assert bare.surroundings(atom, oxygen) == []
    ethyl, atom = molecule("C[CH2:1]O", hydrogens=False)
    oxygen = next(o for o in ethyl.neighbours(atom) if ethyl.graph.elements[o] == 8)
    assert len(ethyl.surroundings(atom, oxygen)) == 3
