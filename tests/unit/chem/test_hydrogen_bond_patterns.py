"""The pattern language of chemical groups (spec hbonds.md section 2)."""

from __future__ import annotations

import pytest

from misi_viewer.chem.hydrogen_bonds.patterns import GAP, Pattern, groups


def find(pattern, types, bonds, *, elements=None):
    """Return all groups around atom 0, which hangs on the others by the given neighbour lists."""
    symbols = {"C": 6, "N": 7, "O": 8, "H": 1, "P": 15, "S": 16}
    elements = elements or [symbols.get(t[0], 0) for t in types]
    return list(groups(Pattern.parse(pattern), 0, lambda atom: bonds.get(atom, []), elements, types))


def star(*types):
    """Return types and bonds of a first atom with all the others around it."""
    return list(types), {0: list(range(1, len(types))), **{row: [0] for row in range(1, len(types))}}


@pytest.mark.parametrize(
    ("test", "element", "idatm_type", "expected"),
    [
        ("O2", 8, "O2", True),
        ("O2", 8, "O3", False),
        ("C", 6, "Car", True),
        ("C", 7, "N2", False),
        ("H", 1, "HC", True),
        ("R", 6, "C1", True),
        ("R", 1, "H", True),
        ("R", 8, "O3", False),
        ("tet", 6, "C3", True),
        ("tet", 6, "C2", False),
        ("tet", 30, "Zn", False),
        ("planar", 7, "Npl", True),
        ("single", 1, "HC", True),
        ("sb", 6, "C3", True),
        ("sb", 1, "H", True),
        ("sb", 6, "Car", False),
        ("any", 30, "Zn", True),
        ("any!Pac", 15, "Pac", False),
        ("tet!O3-|single", 8, "O3-", False),
        ("tet!O3-|single", 8, "O3", True),
        ("tet!O3-|single", 1, "H", True),
        ("Npl|N3", 7, "N3", True),
    ],
)
def test_tests_of_one_atom(test, element, idatm_type, expected):
    assert Pattern.parse(test).accepts(element, idatm_type) is expected


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("H", True),
        ("R", True),
        ("HC", True),
        ("single", True),
        ("sb", True),
        ("any!Pac", True),
        ("tet", False),
        ("C", False),
        ("tet!O3-|single", True),
        ("tet!Sac!Pac|single!H!HC!D", False),
    ],
)
def test_what_may_be_missing(test, expected):
    assert Pattern.parse(test).may_be_missing is expected


def test_all_neighbours_must_be_consumed():
    assert find("C2[O2,Npl]", *star("C2", "O2", "Npl")) == [(0, 1, 2)]
    assert find("C2[O2,Npl]", *star("C2", "Npl", "O2")) == [(0, 2, 1)]
    assert find("C2[O2,Npl]", *star("C2", "O2", "Npl", "C3")) == []
    assert find("C2[O2,Npl]", *star("C2", "O2")) == []


def test_hydrogens_may_be_missing():
    assert find("N3[tet,H,H]", *star("N3", "C3", "H", "H")) == [(0, 1, 2, 3)]
    assert find("N3[tet,H,H]", *star("N3", "C3", "H")) == [(0, 1, 2, None)]
    assert find("N3[tet,H,H]", *star("N3", "C3")) == [(0, 1, None, None)]
    assert find("N3[tet,H,H]", *star("N3", "H", "H")) == []
    assert find("O[H,H]", ["O3"], {0: []}) == [(0, None, None)]


def test_a_missing_entry_with_neighbours_of_its_own_leaves_all_of_them_empty():
    assert find("Sac[O3[any!Pac]]", ["Sac", "O3"], {0: [1], 1: [0]}) == [(0, 1, None)]


def test_an_inner_list_says_all_further_neighbours():
    types = ["C2", "O2", "N3", "H", "C3"]
    bonds = {0: [1, 2], 1: [0], 2: [0, 3, 4]}
    assert find("C2[O2,N[H,H]]", types, bonds) == []
    assert find("C2[O2,N[tet,H]]", types, bonds) == [(0, 1, 2, 4, 3)]
    assert find("C2[O2,N]", types, bonds) == [(0, 1, 2)]
    assert find("C2[O2[],N]", types, bonds) == [(0, 1, 2)]
    assert find("C2[O2[H],N[]]", types, bonds) == []


def test_entries_that_read_alike_are_matched_once_in_the_order_of_neighbours():
    assert find("Pac[O3-,O3-,O3-]", *star("Pac", "O3-", "O3-", "O3-")) == [(0, 1, 2, 3)]
    types, bonds = star("Pac", "O3-", "O3-", "O3-")
    bonds[0] = [3, 1, 2]
    assert find("Pac[O3-,O3-,O3-]", types, bonds) == [(0, 3, 1, 2)]


def test_entries_that_read_differently_are_matched_in_every_way():
    assert find("C2[C,R]", *star("C2", "C3", "C3")) == [(0, 1, 2), (0, 2, 1)]


def test_a_gap_fits_no_entry_but_counts_as_a_neighbour():
    types, bonds = star("C2", "O2")
    bonds[0] = [1, GAP]
    assert find("C2[O2,H]", types, bonds) == []
    assert find("C2[O2]", types, bonds) == []
    # Of an atom without a list nothing more is asked.
    assert find("O2[C2]", ["O2", "C2"], {0: [1], 1: [0, GAP]}) == [(0, 1)]


def test_text_behind_the_pattern_is_an_error():
    with pytest.raises(ValueError, match="goes on"):
        Pattern.parse("O2[C]C")
