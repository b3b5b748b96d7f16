"""Bond making, a row per rule (readers.md sections 2 to 6)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pdb_lines import atom, backbone, bonds, metal, missing, pair, read

from misi_viewer.chem.distances import CrowdedError, close_pairs, nearest_pair, pairs_within_groups


def ligand(*atoms: tuple[str, str, float], **options: str) -> list[str]:
    """Atoms (name, element, x) of one residue on a line."""
    return [atom(name, "LIG", 1, (x, 0, 0), serial=i + 1, element=element, **options)  # type: ignore[arg-type]
            for i, (name, element, x) in enumerate(atoms)]  # fmt: skip


@pytest.mark.parametrize(
    ("first", "second", "reach"),
    [("C", "C", 1.76), ("C", "N", 1.76), ("C", "S", 2.10), ("C", "H", 1.31), ("S", "S", 2.44), ("C", "CL", 2.07),
     ("C", "F", 1.72), ("P", "O", 2.13)],
)  # fmt: skip
def test_distance_limits(tmp_path: Path, first: str, second: str, reach: float) -> None:
    near = read(tmp_path, ligand(("X1", first, 0), ("X2", second, reach - 0.002)))[0]
    far = read(tmp_path, ligand(("X1", first, 0), ("X2", second, reach + 0.002)))[0]
    assert (len(near.bonds), len(far.bonds)) == (1, 0)


@pytest.mark.parametrize(
    ("atoms", "expected"),
    [
        # hydrogens are never bonded to each other
        ([("H1", "H", 0.0), ("H2", "H", 0.74)], []),
        # a hydrogen in reach of two heavy atoms goes to the earlier of those before it
        ([("C1", "C", 0.0), ("O1", "O", 2.2), ("H1", "H", 1.2)], [("C1", "H1")]),
        # and to the closest if it precedes them
        ([("H1", "H", 1.2), ("C1", "C", 0.0), ("O1", "O", 2.2)], [("H1", "O1")]),
        # an element without radius makes no bond with another one
        ([("X1", "XE", 0.0), ("X2", "XE", 0.3)], []),
        # atoms in one place are no bond
        ([("C1", "C", 0.0), ("C2", "C", 0.02)], []),
        ([("C1", "C", 0.0), ("C2", "C", 0.04)], [("C1", "C2")]),
    ],
)
def test_turns(tmp_path: Path, atoms: list[tuple[str, str, float]], expected: list[tuple[str, str]]) -> None:
    (structure,) = read(tmp_path, ligand(*atoms))
    assert bonds(structure) == {pair(f"1.{a}", f"1.{b}") for a, b in expected}


def test_bonds_stand_in_the_order_made(tmp_path: Path) -> None:
    atoms = ligand(("C1", "C", 0.0), ("C2", "C", 1.5), ("C3", "C", 3.0))
    (structure,) = read(tmp_path, [*atoms, "CONECT    3    2"])
    assert structure.bonds.tolist() == [[2, 1], [0, 1]]


def test_conect_ignores_distance_and_ends_the_search(tmp_path: Path) -> None:
    atoms = ligand(("C1", "C", 0.0), ("C2", "C", 1.5), ("C3", "C", 3.0), ("C4", "C", 9.0))
    (structure,) = read(tmp_path, [*atoms, "CONECT    1    4    4", "CONECT    4    1"])
    assert bonds(structure) == {pair("1.C1", "1.C4"), pair("1.C1", "1.C2"), pair("1.C2", "1.C3")}
    (structure,) = read(tmp_path, [*atoms, "CONECT    1    4", "CONECT    2    3", "CONECT   99    1"])
    assert bonds(structure) == {pair("1.C1", "1.C4"), pair("1.C2", "1.C3")}


def test_template_bonds_need_no_distance(tmp_path: Path) -> None:
    lines = [atom(n, "GLY", 1, (9.0 * i, 0, 0), element=n[0]) for i, n in enumerate(("N", "CA", "C", "O"))]
    assert bonds(read(tmp_path, lines)[0]) == {pair("1.N", "1.CA"), pair("1.CA", "1.C"), pair("1.C", "1.O")}


def test_template_atoms_are_not_tested_by_distance(tmp_path: Path) -> None:
    """N and O lie close together but the template says no."""
    lines = [
        atom(n, "GLY", 1, xyz, element=n[0])
        for n, xyz in {
            "N": (0, 0, 0),
            "CA": (1.4, 0, 0),
            "C": (1.4, 1.4, 0),
            "O": (0, 1.4, 0),
            "X1": (-1.4, 0, 0),
        }.items()
    ]
    lines[-1] = lines[-1][:76] + " C"
    found = bonds(read(tmp_path, lines)[0])
    assert pair("1.N", "1.O") not in found
    assert pair("1.N", "1.X1") in found


def test_an_unbonded_hydrogen_makes_the_whole_residue_looked_at_by_distance(tmp_path: Path) -> None:
    places = {"N": (0, 0, 0), "CA": (1.4, 0, 0), "C": (1.4, 1.4, 0), "O": (0, 1.4, 0), "HX": (1.4, -1, 0)}
    lines = [atom(n, "GLY", 1, xyz, element=n[0]) for n, xyz in places.items()]
    found = bonds(read(tmp_path, lines)[0])
    assert {pair("1.CA", "1.HX"), pair("1.N", "1.O")} <= found


def test_each_of_two_atoms_of_a_name_is_bonded_to_the_first_of_its_neighbours(tmp_path: Path) -> None:
    names = ["N", "CA", "C", "N", "CA", "C"]
    lines = [atom(n, "GLY", 1, (9.0 * i, 0, 0), element=n[0], serial=i) for i, n in enumerate(names)]
    (structure,) = read(tmp_path, lines)
    assert {tuple(sorted(p)) for p in structure.bonds.tolist()} == {(0, 1), (1, 2), (1, 3), (0, 4), (2, 4), (1, 5)}


def test_terminal_variants(tmp_path: Path) -> None:
    """OXT is a template atom at the end of a run only; else it is found by distance, to O as well."""
    places = {"N": (0, 0, 0), "CA": (1.46, 0, 0), "C": (2.2, 1.2, 0), "O": (3.4, 1.2, 0), "OXT": (2.7, 2.3, 0)}
    one = [atom(n, "GLY", 1, xyz, element=n[0]) for n, xyz in places.items()]
    before = backbone(0, -3.8)
    assert pair("1.O", "1.OXT") not in bonds(read(tmp_path, [*before, *one])[0])
    alone = bonds(read(tmp_path, one)[0])
    assert {pair("1.C", "1.OXT"), pair("1.O", "1.OXT")} <= alone


def test_modres_residues_are_bonded_by_distance(tmp_path: Path) -> None:
    lines = [atom(n, "GLY", 1, (9.0 * i, 0, 0), element=n[0]) for i, n in enumerate(("N", "CA", "C", "O"))]
    assert bonds(read(tmp_path, ["MODRES TEST GLY A    1  GLY  GLYCINE", *lines])[0]) == set()


# Between residues: two alanines, the second `gap` beyond the first's place in a chain, and what lies between.
@pytest.mark.parametrize(
    ("between", "number", "gap", "kind"),
    [
        ([], 2, 0.0, "bond"),
        ([], 2, 9.0, "bond"),  # neighbours in number: any length
        ([], 9, 0.0, "bond"),
        ([], 9, 9.0, "missing"),  # a gap in numbering does not break the link
        (["TER"], 2, 0.0, "none"),
        (["OXT"], 0, 0.0, "none"),  # number decreasing after OXT
        (["OXT"], 2, 0.0, "bond"),
    ],
)
def test_chain_links(tmp_path: Path, between: list[str], number: int, gap: float, kind: str) -> None:
    lines = backbone(1, 0.0)
    if "OXT" in between:
        lines.append(atom("OXT", "ALA", 1, (2.5, 1.2, 0), element="O"))
    lines += [line for line in between if line == "TER"]
    (structure,) = read(tmp_path, lines + backbone(number, 3.8 + gap))
    link = pair("1.C", f"{number}.N")
    assert (link in bonds(structure), link in missing(structure)) == (kind == "bond", kind == "missing")


def test_chain_change_breaks(tmp_path: Path) -> None:
    (structure,) = read(tmp_path, backbone(1, 0.0) + backbone(2, 3.8, chain="B"))
    assert pair("1.C", "2.N") not in bonds(structure) | missing(structure)


@pytest.mark.parametrize(("ratio", "kept"), [(1.74, True), (1.76, False)])
def test_length_from_which_a_link_is_missing_structure(tmp_path: Path, ratio: float, kept: bool) -> None:
    gap = ratio * 1.36 - 1.3
    (structure,) = read(tmp_path, backbone(1, 0.0) + backbone(5, 3.8 + gap))
    assert (pair("1.C", "5.N") in bonds(structure)) is kept
    assert (pair("1.C", "5.N") in missing(structure)) is not kept


def test_missing_backbone_atoms(tmp_path: Path) -> None:
    """The last of N, CA, C there is to the first there is: C to CA stays a bond, CA to N does not (trace atom)."""
    without_n = backbone(2, 2.4)[1:]
    (structure,) = read(tmp_path, backbone(1, 0.0) + without_n)
    assert pair("1.C", "2.CA") in bonds(structure)
    without_c = backbone(1, 0.0)[:2]
    lines = [*without_c, atom("CB", "ALA", 1, (1.46, 1.5, 0), element="C"), *backbone(2, 2.8)]
    assert pair("1.CA", "2.N") in bonds(read(tmp_path, lines)[0])
    only_ca = [atom("CA", "ALA", n, (3.8 * n, 0, 0), element="C") for n in (1, 2)]
    assert missing(read(tmp_path, only_ca)[0]) == {pair("1.CA", "2.CA")}


def test_trace_atoms_make_missing_structure(tmp_path: Path) -> None:
    """A bond to a CA whose residue has N and C is none, however short; without N it is one."""
    lines = [*backbone(1, 0.0), *backbone(2, 2.54)]
    lines = [line[:6] + f"{i + 1:>5}" + line[11:] for i, line in enumerate(lines)]
    whole = read(tmp_path, [*lines, "CONECT    3    5"])[0]
    assert pair("1.C", "2.CA") in missing(whole)
    renamed = [*lines[:3], lines[3][:12] + " X  " + lines[3][16:], *lines[4:]]
    assert pair("1.C", "2.CA") in bonds(read(tmp_path, [*renamed, "CONECT    3    5"])[0])


def water(number: int, x: float, record: str = "HETATM", name: str = "HOH") -> list[str]:
    return [atom("O", name, number, (x, 0, 0), element="O", record=record)]


def test_hetatm_residues_break_a_run_and_a_following_atom_residue_repairs_it(tmp_path: Path) -> None:
    """Then the ATOM residue hangs on the last HETATM one, however far."""
    lines = backbone(1, 0.0) + water(50, -20.0)
    assert missing(read(tmp_path, lines)[0]) == set()
    lines += backbone(2, 3.8)
    assert missing(read(tmp_path, lines)[0]) == {pair("1.N", "50.O"), pair("50.O", "2.N")}
    blank = [line[:21] + " " + line[22:] for line in lines]
    assert missing(read(tmp_path, blank)[0]) == {pair("50.O", "2.N")}


def test_repair_reaches_across_ter(tmp_path: Path) -> None:
    lines = [*backbone(1, 0.0), "TER", *water(50, 20.0), *backbone(2, 3.8)]
    assert pair("1.C", "50.O") in missing(read(tmp_path, lines)[0])
    lines = [*backbone(1, 0.0), *water(50, 20.0), "TER", *backbone(2, 3.8)]
    assert missing(read(tmp_path, lines)[0]) == set()


def test_a_declared_modified_residue_does_not_break(tmp_path: Path) -> None:
    lines = backbone(1, 0.0) + backbone(2, 3.8, "SEP", record="HETATM") + backbone(3, 7.6)
    modres = "MODRES TEST SEP A    2  SER  PHOSPHOSERINE"
    assert {pair("1.C", "2.N"), pair("2.C", "3.N")} <= bonds(read(tmp_path, [modres, *lines])[0])


@pytest.mark.parametrize(
    ("second", "bonded"),
    [
        ([("C3", 3.0), ("C4", 4.5)], True),
        ([("C3", 3.4), ("C4", 4.9)], False),  # out of reach
        ([("C3", 3.0)], False),  # a single atom never
    ],
)
def test_loose_residues_in_reach_of_the_one_before(
    tmp_path: Path, second: list[tuple[str, float]], bonded: bool
) -> None:
    first = [atom(n, "LI1", 1, (x, 0, 0), element="C", record="HETATM") for n, x in (("C1", 0.0), ("C2", 1.5))]
    other = [
        atom(n, "LI2", 2, (x, 0, 0), serial=7 + i, element="C", record="HETATM") for i, (n, x) in enumerate(second)
    ]
    assert (pair("1.C2", "2.C3") in bonds(read(tmp_path, first + other)[0])) is bonded
    conect = "CONECT    7    8"
    assert pair("1.C2", "2.C3") not in bonds(read(tmp_path, [*first, *other, conect])[0])


def test_unknown_residues_of_one_run_are_joined_by_their_nearest_open_atoms(tmp_path: Path) -> None:
    """As ATOM lines; far ones are deleted, since no file that means chains looks like that."""
    first = [atom(n, "LI1", 1, (x, 0, 0), element="C") for n, x in (("C1", 0.0), ("C2", 1.5))]
    near = [atom(n, "LI2", 2, (x, 0, 0), element="C") for n, x in (("C3", 3.4), ("C4", 4.9))]
    far = [atom(n, "LI2", 2, (x, 0, 0), element="C") for n, x in (("C3", 6.4), ("C4", 7.9))]
    assert pair("1.C2", "2.C3") in bonds(read(tmp_path, first + near)[0])
    structure = read(tmp_path, first + far)[0]
    assert pair("1.C2", "2.C3") not in bonds(structure) | missing(structure)
    listed = [line[:6] + f"{i + 1:>5}" + line[11:] for i, line in enumerate(first + far)]
    assert pair("1.C2", "2.C3") in missing(read(tmp_path, [*listed, "CONECT    3    4"])[0])


def test_saturated_atoms_take_no_link(tmp_path: Path) -> None:
    oxygen = [
        atom(n, "LI1", 1, xyz, element=e)
        for n, e, xyz in (("C1", "C", (0, 0, 0)), ("O1", "O", (1.4, 0, 0)), ("C2", "C", (1.4, 1.4, 0)))
    ]
    other = [atom(n, "LI2", 2, xyz, element="C") for n, xyz in (("C3", (2.8, 0, 0)), ("C4", (4.3, 0, 0)))]
    found = bonds(read(tmp_path, oxygen + other)[0])
    assert pair("1.O1", "2.C3") not in found
    assert pair("1.C2", "2.C3") in found


def test_caps(tmp_path: Path) -> None:
    ace = [atom(n, "ACE", 1, (x, 0, 0), element=n[0]) for n, x in (("CH3", -3.0), ("C", -1.5))]
    nme = [atom("N", "NME", 3, (4.0, 0, 0), element="N")]
    found = bonds(read(tmp_path, [*ace, *backbone(2, 0.0), *nme])[0])
    assert {pair("1.C", "2.N"), pair("2.C", "3.N")} <= found


def test_nucleotides(tmp_path: Path) -> None:
    def nucleotide(number: int, x: float) -> list[str]:
        names = {"P": 0.0, "O5'": 1.5, "C5'": 2.9, "C4'": 4.3, "C3'": 5.7, "O3'": 7.1}
        return [atom(n, " DA", number, (x + step, 0, 0), element=n[0]) for n, step in names.items()]

    near = read(tmp_path, nucleotide(1, 0.0) + nucleotide(2, 8.7))[0]
    assert pair("1.O3'", "2.P") in bonds(near)
    far = read(tmp_path, nucleotide(1, 0.0) + nucleotide(5, 30.0))[0]
    assert pair("1.O3'", "5.P") in missing(far)


@pytest.mark.parametrize(
    ("record", "bonded"),
    [
        ("SSBOND   1 CYS A    1    CYS A    2                          1555   1555  9.00", True),
        ("SSBOND   1 CYS A    1    CYS A    2                          1555   2555  2.00", False),
        ("LINK         SG  CYS A   1                 SG  CYS A   2     1555   1555  9.00", True),
        ("LINK         SG  CYS A   1                 SG  CYS A   7     1555   1555  9.00", False),
    ],
)
def test_declared_links(tmp_path: Path, record: str, bonded: bool) -> None:
    lines = [
        *backbone(1, 0.0, "CYS"), atom("SG", "CYS", 1, (0, 3, 0), element="S"), "TER",
        *backbone(2, 30.0, "CYS"), atom("SG", "CYS", 2, (0, 5.5, 0), element="S"),
    ]  # fmt: skip
    assert (pair("1.SG", "2.SG") in bonds(read(tmp_path, [record, *lines])[0])) is bonded


# Metals: residue 2 is the metal, bonded by CONECT.
def zinc(x: float = 2.0) -> str:
    return atom("ZN", "ZN", 2, (x, 0, 0), serial=50, element="ZN", columns="ZN  ", record="HETATM")


def test_bonds_between_a_metal_and_another_residue_are_coordination(tmp_path: Path) -> None:
    lines = [*ligand(("N1", "N", 0.0), ("C1", "C", -1.4)), zinc(), "CONECT   50    1"]
    (structure,) = read(tmp_path, lines)
    assert metal(structure) == {pair("1.N1", "2.ZN")}
    assert bonds(structure) == {pair("1.N1", "1.C1")}


@pytest.mark.parametrize(
    ("atoms", "kept"),
    [
        ([("ZN", "ZN", (0, 0, 0)), ("C1", "C", (2.0, 0, 0)), ("O1", "O", (3.4, 0, 0))], set()),  # C has a neighbour
        ([("ZN", "ZN", (0, 0, 0)), ("C1", "C", (2.0, 0, 0))], {"C1"}),  # a lone carbon keeps its metal
        ([("ZN", "ZN", (0, 0, 0)), ("O1", "O", (2.0, 0, 0))], set()),  # oxygen has lone pairs
        ([("ZN", "ZN", (0, 0, 0)), ("O1", "O", (2.0, 0, 0)), ("O2", "O", (-2.0, 0, 0))], {"O1", "O2"}),
        ([("ZN", "ZN", (0, 0, 0)), ("MG", "MG", (2.5, 0, 0))], set()),  # metals are not bonded to each other
    ],
)
def test_metals_within_a_residue(
    tmp_path: Path, atoms: list[tuple[str, str, tuple[float, float, float]]], kept: set[str]
) -> None:
    lines = [
        atom(n, "LIG", 1, xyz, element=e, record="HETATM", columns=f"{n:<4}" if len(e) == 2 else None)
        for n, e, xyz in atoms
    ]
    (structure,) = read(tmp_path, lines)
    bonded = {name for p in bonds(structure) for name in p if "1.ZN" in p} - {"1.ZN"}
    assert bonded == {f"1.{name}" for name in kept}


def test_more_than_four_bonds_in_a_residue_all_go(tmp_path: Path) -> None:
    places = [(2, 0, 0), (-2, 0, 0), (0, 2, 0), (0, -2, 0), (0, 0, 2)]
    lines = [atom("ZN", "LIG", 1, element="ZN", columns="ZN  ")]
    lines += [atom(f"O{i}", "LIG", 1, xyz, element="O") for i, xyz in enumerate(places)]
    assert len(metal(read(tmp_path, lines)[0])) == 5
    assert len(metal(read(tmp_path, lines[:5])[0])) == 0


def test_close_pairs_find_what_brute_force_finds() -> None:
    points = np.random.default_rng(1).uniform(-20, 20, (700, 3))
    first, second = close_pairs(points, 3.0)
    distances = np.linalg.norm(points[:, None] - points, axis=2)
    expected = {(int(a), int(b)) for a, b in np.argwhere(distances <= 3.0) if a < b}
    assert set(zip(first.tolist(), second.tolist(), strict=True)) == expected
    assert len(first) == len(expected)


def test_pairs_within_groups_are_the_same_for_small_and_large_groups() -> None:
    rng = np.random.default_rng(2)
    sizes = np.array([3, 200, 1, 50])
    points, radii = rng.uniform(0, 12, (254, 3)), rng.choice([0.23, 0.68, 1.02], 254)
    first, second, squared = pairs_within_groups(points, radii, np.arange(254), sizes, 0.4)
    owner = np.repeat(np.arange(4), sizes)
    expected = {
        (a, b)
        for a in range(254)
        for b in range(a + 1, 254)
        if owner[a] == owner[b] and np.linalg.norm(points[a] - points[b]) <= radii[a] + radii[b] + 0.4
    }
    found = list(zip(first.tolist(), second.tolist(), strict=True))
    assert set(found) == expected
    assert found == sorted(found)
    assert np.allclose(squared, ((points[first] - points[second]) ** 2).sum(axis=1))


def test_too_many_atoms_in_one_place_are_refused() -> None:
    with pytest.raises(CrowdedError):
        close_pairs(np.zeros((20_000, 3)), 2.0)


def test_nearest_pair_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    left, right = rng.normal(size=(40, 3)), rng.normal(size=(30, 3))
    monkeypatch.setattr("misi_viewer.chem.distances._MATRIX_SIZE", 100)
    distances = np.linalg.norm(left[:, None] - right, axis=2)
    assert nearest_pair(left, right) == divmod(int(distances.argmin()), 30)
