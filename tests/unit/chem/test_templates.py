"""Connectivity templates of standard residues."""

from __future__ import annotations

import pytest

from misi_viewer.chem.templates import CHAIN_LINKS, TEMPLATE_NAMES, template

HEAVY = {
    "ALA": 5, "ARG": 11, "ASN": 8, "ASP": 8, "CYS": 6, "GLN": 9, "GLU": 9, "GLY": 4, "HIS": 10, "ILE": 8, "LEU": 8,
    "LYS": 9, "MET": 8, "PHE": 11, "PRO": 7, "SER": 6, "THR": 7, "TRP": 14, "TYR": 12, "VAL": 7,
}  # fmt: skip
RINGS = {"HIS": 1, "PHE": 1, "PRO": 1, "TRP": 2, "TYR": 1}
HYDROGENS = {
    "ALA": 5, "ARG": 13, "ASN": 6, "ASP": 4, "CYS": 5, "GLN": 8, "GLU": 6, "GLY": 3, "HIS": 8, "ILE": 11, "LEU": 11,
    "LYS": 13, "MET": 9, "PHE": 9, "PRO": 7, "SER": 5, "THR": 7, "TRP": 10, "TYR": 9, "VAL": 9,
}  # fmt: skip
VALENCES = {"H": {1}, "C": {3, 4}, "N": {1, 2, 3, 4}, "O": {1, 2}, "S": {1, 2}, "P": {3}}


@pytest.mark.parametrize("name", sorted(HEAVY))
def test_amino_acids_have_their_atoms_and_bonds(name: str) -> None:
    neighbours = template(name)
    assert neighbours is not None
    hydrogens = [atom for atom in neighbours if atom.startswith("H")]
    assert len(neighbours) - len(hydrogens) == HEAVY[name]
    assert len(hydrogens) == HYDROGENS[name]
    assert sum(map(len, neighbours.values())) // 2 == len(neighbours) - 1 + RINGS.get(name, 0)


@pytest.mark.parametrize("name", sorted(TEMPLATE_NAMES))
@pytest.mark.parametrize("end", ["middle", "first", "last"])
def test_templates_are_sound(name: str, end: str) -> None:
    neighbours = template(name, first=end == "first", last=end == "last")
    assert neighbours is not None
    for atom, others in neighbours.items():
        assert len(set(others)) == len(others)
        assert all(atom in neighbours[other] for other in others)
        allowed = VALENCES[atom.lstrip("123")[0]]
        assert len(others) in allowed or atom in ("C", "P", "O3'", "O5'", "N"), (name, atom, others)


@pytest.mark.parametrize(
    ("name", "end", "has", "lacks"),
    [
        ("ALA", "middle", {"H", "HB1", "HB2", "HB3"}, {"H1", "OXT"}),
        ("ALA", "first", {"H1", "H2", "H3"}, {"H", "OXT"}),
        ("ALA", "last", {"H", "OXT"}, {"H1"}),
        ("PRO", "first", {"H2", "H3"}, {"H1", "H"}),
        ("GLY", "middle", {"HA2", "HA3"}, {"HA", "CB"}),
        ("ASP", "middle", {"HB2", "HB3"}, {"HD2", "HB1"}),
        ("ASH", "middle", {"HD2"}, {"HD1"}),
        ("GLH", "middle", {"HE2"}, {"HE1"}),
        ("HIS", "middle", {"HD1", "HE2"}, set()),
        ("HIP", "middle", {"HD1", "HE2"}, set()),
        ("HID", "middle", {"HD1"}, {"HE2"}),
        ("HIE", "middle", {"HE2"}, {"HD1"}),
        ("LYS", "middle", {"HZ1", "HZ2", "HZ3"}, set()),
        ("LYN", "middle", {"HZ2", "HZ3"}, {"HZ1"}),
        ("CYS", "middle", {"H", "HG"}, set()),
        ("CYX", "middle", {"H"}, {"HG"}),
        ("CYM", "middle", {"HN"}, {"H", "HG"}),
        ("DT", "middle", {"C7", "H71", "OP1"}, {"O2'", "HO3'"}),
        ("U", "first", {"HO5'", "O2'"}, {"HO3'", "C7"}),
        ("DG", "last", {"HO3'", "N2"}, {"HO5'"}),
        ("WAT", "middle", {"O", "H1", "H2"}, set()),
    ],
)
def test_variants(name: str, end: str, has: set[str], lacks: set[str]) -> None:
    neighbours = template(name, first=end == "first", last=end == "last")
    assert neighbours is not None
    assert has <= neighbours.keys()
    assert not lacks & neighbours.keys()


@pytest.mark.parametrize("name", ["HOH", "LIG", "ZN", "MSE", ""])
def test_what_has_no_template(name: str) -> None:
    assert template(name) is None


def test_links() -> None:
    assert (CHAIN_LINKS["ACE"].before, CHAIN_LINKS["ACE"].after) == ("", "C")
    assert (CHAIN_LINKS["NME"].before, CHAIN_LINKS["NME"].after) == ("N", "")
    assert (CHAIN_LINKS["DA"].before, CHAIN_LINKS["DA"].after) == ("P", "O3'")
