"""Van der Waals radii by type, neighbours and number of bonds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from misi_viewer.chem.structure import Structure
from misi_viewer.scene import radii
from misi_viewer.scene.radii import van_der_waals_radii

Radius = Callable[..., list[float]]


@pytest.fixture
def radii_of(structure_of: Callable[..., Structure], monkeypatch: pytest.MonkeyPatch) -> Radius:
    """Return radii for elements, types and bonds, the types being given."""

    def find(elements: str, types: str, bonds: list[tuple[int, int]]) -> list[float]:
        atoms = [(symbol, symbol, ("A", 1, "", "X"), (i, 0, 0)) for i, symbol in enumerate(elements.split())]
        monkeypatch.setattr(radii, "atom_types", lambda _: np.array(types.split()))
        return van_der_waals_radii(structure_of(atoms, bonds)).tolist()

    return find


def test_with_hydrogens_full_atoms_have_radii_of_their_own(radii_of: Radius) -> None:
    assert radii_of("C H H H H", "C3 HC HC HC HC", [(0, 1), (0, 2), (0, 3), (0, 4)])[:2] == [1.70, 1.00]
    assert radii_of("O H H", "O3 H H", [(0, 1), (0, 2)])[0] == 1.50
    assert radii_of("N H H H H", "N3+ H H H H", [(0, 1), (0, 2), (0, 3), (0, 4)])[0] == 1.625
    assert radii_of("C O O H", "Cac O2- O2- HC", [(0, 1), (0, 2), (0, 3)]) == [1.70, 1.48, 1.48, 1.00]
    assert radii_of("S H H", "S3 H H", [(0, 1), (0, 2)])[0] == 1.782


def test_without_hydrogens_they_are_united(radii_of: Radius) -> None:
    assert radii_of("C C O", "C3 C3 O3", [(0, 1), (1, 2)]) == [1.88, 1.88, 1.46]
    assert radii_of("C C C C", "Car Car Car Car", [(0, 1), (0, 2), (0, 3)]) == [1.61, 1.76, 1.76, 1.76]
    assert radii_of("C O N S P", "C2 O2 Npl S3 P", [(0, 1), (0, 2)]) == [1.76, 1.42, 1.64, 1.77, 2.10]


def test_unfilled_atoms_stay_united_beside_hydrogens(radii_of: Radius) -> None:
    assert radii_of("C H", "C3 HC", [(0, 1)]) == [1.88, 1.00]
    assert radii_of("C H C", "Car HC Car", [(0, 1), (0, 2)]) == [1.76, 1.00, 1.76]


@pytest.mark.parametrize(
    ("elements", "bonds", "expected"),
    [
        ("Zn", [], 0.60),
        ("Ca", [], 1.00),
        ("Mg", [], 0.57),
        ("Na", [], 0.99),
        ("K", [], 1.37),
        ("Fe N N N N N", [(0, i) for i in range(1, 6)], 0.61),
        ("Hg C C C", [(0, i) for i in range(1, 4)], 0.96),
        ("Cl", [], 1.81),
        ("F", [], 1.33),
        ("Cl C", [(0, 1)], 1.98),
        ("F C", [(0, 1)], 1.28),
        ("Br C", [(0, 1)], 2.42),
        ("I C", [(0, 1)], 2.80),
        ("Si C", [(0, 1)], 2.40),
        ("B C", [(0, 1)], 1.66),
        ("He", [], 1.8),
        ("Og", [], 1.8),
        ("Es", [], 0.835),
    ],
)
def test_other_elements(radii_of: Radius, elements: str, bonds: list[tuple[int, int]], expected: float) -> None:
    assert radii_of(elements, elements, bonds)[0] == pytest.approx(expected)
