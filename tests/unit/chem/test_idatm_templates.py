"""IDATM types by residue template."""

from __future__ import annotations

import pytest
from building import from_smiles, structure

from misi_viewer.chem.idatm import atom_types

BACKBONE = ("N", "CA", "C", "O")
BACKBONE_BONDS = [(0, 1), (1, 2), (2, 3)]


def chain(*residues: tuple[str, tuple[str, ...]], bonds=(), missing_links=()):
    """Return residues of N, CA, C, O and further atoms, the C of each bonded to the N of the next.

    Their types come from names and bonds alone, so all atoms lie on a line.
    """
    names: list[str] = []
    owners: list[int] = []
    made: list[tuple[int, int]] = []
    for row, (_, atoms) in enumerate(residues):
        start = len(names)
        names += [*BACKBONE, *atoms]
        owners += [row] * (4 + len(atoms))
        made += [(start + a, start + b) for a, b in BACKBONE_BONDS]
        made += [(start + 1, start + 4 + place) for place in range(len(atoms))]
        if row and (row - 1, row) not in missing_links:
            previous = owners.index(row - 1)
            made.append((previous + 2, start))
    links = [(owners.index(a) + 2, owners.index(b)) for a, b in missing_links]
    return structure(
        ["H" if name[0] == "H" else "Se" if name == "SE" else name[0] for name in names],
        [(2.0 * place, 0, 0) for place in range(len(names))],
        [*made, *bonds],
        names=names,
        residues=[(name, number) for number, (name, _) in enumerate(residues, start=1)],
        residue_of_atom=owners,
        missing_links=links,
    )


def types_of(built, residue=0):
    rows = built.residue_of_atom == residue
    return dict(zip(built.names[rows].tolist(), atom_types(built)[rows].tolist(), strict=True))


@pytest.mark.parametrize(
    ("name", "side_chain"),
    [
        ("ARG", "CB C3, CG C3, CD C3, NE Ng+, CZ C2, NH1 Ng+, NH2 Ng+"),
        ("ASN", "CB C3, CG C2, OD1 O2, ND2 Npl"),
        ("ASP", "CB C3, CG Cac, OD1 O2-, OD2 O2-"),
        ("ASP", "CB C3, CG C2, OD1 O3, OD2 O2, HD1 H"),
        ("ASP", "CB C3, CG C2, OD1 O2, OD2 O3, HD2 H"),
        ("GLU", "CB C3, CG C3, CD Cac, OE1 O2-, OE2 O2-"),
        ("GLU", "CB C3, CG C3, CD C2, OE1 O3, OE2 O2, HE1 H"),
        ("GLU", "CB C3, CG C3, CD C2, OE1 O2, OE2 O3, HE2 H"),
        ("CYS", "CB C3, SG S3"),
        ("GLN", "CB C3, CG C3, CD C2, OE1 O2, NE2 Npl"),
        ("HIS", "CB C3, CG Car, CD2 Car, CE1 Car, ND1 Npl, NE2 Npl"),
        ("HID", "CB C3, CG Car, CD2 Car, CE1 Car, ND1 Npl, NE2 N2"),
        ("HIE", "CB C3, CG Car, CD2 Car, CE1 Car, ND1 N2, NE2 Npl"),
        ("HIP", "CB C3, CG C2, CD2 C2, CE1 C2, ND1 Npl, NE2 Npl"),
        ("ILE", "CB C3, CG1 C3, CG2 C3, CD1 C3"),
        ("LEU", "CB C3, CG C3, CD1 C3, CD2 C3"),
        ("VAL", "CB C3, CG1 C3, CG2 C3"),
        ("LYS", "CB C3, CG C3, CD C3, CE C3, NZ N3+"),
        ("MET", "CB C3, CG C3, SD S3, CE C3"),
        ("MSE", "CB C3, CG C3, SE Se, CE C3"),
        ("PHE", "CB C3, CG Car, CD1 Car, CD2 Car, CE1 Car, CE2 Car, CZ Car"),
        ("TYR", "CB C3, CG Car, CD1 Car, CD2 Car, CE1 Car, CE2 Car, CZ Car, OH O3"),
        ("TRP", "CB C3, CG Car, CD1 Car, CD2 Car, CE2 Car, CE3 Car, CZ2 Car, CZ3 Car, CH2 Car, NE1 Npl"),
        ("PRO", "CB C3, CG C3, CD C3"),
        ("HYP", "CB C3, CG C3, CD C3, OD O3"),
        ("SER", "CB C3, OG O3"),
        ("THR", "CB C3, OG1 O3, CG2 C3"),
        ("GLY", "HA2 H"),
        ("ALA", "CB C3"),
    ],
)
def test_amino_acids(name, side_chain):
    expected = dict(entry.split() for entry in side_chain.split(", "))
    built = chain(("GLY", ()), (name, tuple(expected)))
    # The helper hangs hydrogens on CA; a hydrogen on carbon is HC.
    expected = {atom: "HC" if kind == "H" else kind for atom, kind in expected.items()}
    assert types_of(built, 1) == {"N": "Npl", "CA": "C3", "C": "C2", "O": "O2", **expected}


def nucleotide(name, base):
    names = ["P", "OP1", "O2P", "O5'", "C5'", "C4'", "O4'", "C3'", "O3'", "C2'", "O2'", "C1'", *base]
    built = structure(
        [atom[0] for atom in names],
        [(2.0 * place, 0, 0) for place in range(len(names))],
        [(place, place + 1) for place in range(len(names) - 1)],
        names=names,
        residues=[(name, 1)],
    )
    return types_of(built)


@pytest.mark.parametrize(
    ("names", "base"),
    [
        (("A", "DA"), "N9 Npl, C8 Car, N7 N2, C5 Car, C6 Car, N6 Npl, N1 N2, C2 Car, N3 N2, C4 Car"),
        (("G", "DG"), "N9 Npl, C8 Car, N7 N2, C5 Car, C6 C2, O6 O2, N1 Npl, C2 C2, N2 Npl, N3 N2, C4 Car"),
        (("C", "DC"), "N1 Npl, C2 C2, O2 O2, N3 N2, C4 C2, N4 Npl, C5 C2, C6 C2"),
        (("T", "DT", "U"), "N1 Npl, C2 C2, O2 O2, N3 Npl, C4 C2, O4 O2, C5 C2, C6 C2, C7 C3"),
    ],
)
def test_nucleotides(names, base):
    expected = dict(entry.split() for entry in base.split(", "))
    sugar = {"P": "Pac", "OP1": "O3-", "O2P": "O3-", "O5'": "O3", "O4'": "O3", "O3'": "O3", "O2'": "O3"}
    for name in names:
        found = nucleotide(name, tuple(expected))
        assert {atom: found[atom] for atom in expected} == expected
        assert {atom: found[atom] for atom in sugar} == sugar
        assert found["C4'"] == "C3"


def test_caps():
    found = types_of(structure("CCO", [(0, 0, 0)] * 3, names=["C", "CH3", "O"], residues=[("ACE", 1)]))
    assert found == {"C": "C2", "CH3": "C3", "O": "O2"}


def test_first_nitrogen_is_charged_and_so_is_one_behind_a_gap():
    built = chain(("ALA", ("CB",)), ("ALA", ("CB",)), ("ALA", ("CB",)), missing_links=[(1, 2)])
    assert [types_of(built, row)["N"] for row in range(3)] == ["N3+", "Npl", "N3+"]


def test_terminal_carboxylate():
    found = types_of(chain(("ALA", ("CB", "OXT"))))
    assert (found["C"], found["O"], found["OXT"]) == ("Cac", "O2-", "O2-")


def test_unknown_residue_with_a_backbone_is_glycine():
    assert types_of(chain(("GLY", ()), ("UNK", ())), 1) == {"N": "Npl", "CA": "C3", "C": "C2", "O": "O2"}


def test_template_names_compare_exactly():
    # Lower case is no template atom; alone, the geometry decides.
    found = types_of(chain(("GLY", ()), ("SER", ("CB", "Og"))), 1)
    assert found["CB"] == "C3"
    assert found["Og"] == "O3"


def test_water():
    bare = structure("O", [(0, 0, 0)], names=["O"], residues=[("HOH", 1)])
    other = structure("O", [(0, 0, 0)], names=["O"], residues=[("WAT", 1)])
    whole = structure("OHH", [(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1), (0, 2)], residues=[("WAT", 1)])
    assert atom_types(bare).tolist() == ["O3"]
    assert atom_types(other).tolist() == ["O"]
    assert atom_types(whole).tolist() == ["O3", "H", "H"]


def test_water_hydrogens_read_as_oxygen_are_typed_by_geometry():
    built = structure(
        "OOO",
        [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
        [(0, 1), (0, 2), (1, 2)],
        names=["O", "H1", "H2"],
        residues=[("HOH", 1)],
    )
    assert atom_types(built).tolist() == ["O3", "O3", "O3"]


def test_a_residue_with_a_branch_has_no_template():
    # On a line the general algorithm makes the nitrogen a linear one. Row 9 is the serine's OG.
    residues = [("GLY", ()), ("SER", ("CB", "OG")), ("GLY", ())]
    plain = chain(*residues, missing_links=[(1, 2)])
    branched = chain(*residues, missing_links=[(1, 2)], bonds=[(9, 11)])
    assert types_of(plain, 1)["N"] == "Npl"
    assert types_of(branched, 1)["N"] == "N1+"


def test_a_disulfide_is_no_branch():
    sulfurs = [("CYS", ("SG",)), ("CYS", ("SG",))]
    built = chain(("GLY", ()), sulfurs[0], ("GLY", ()), sulfurs[1], bonds=[(8, 17)])
    assert types_of(built, 1)["N"] == types_of(built, 3)["N"] == "Npl"
    mixed = chain(("GLY", ()), ("CYS", ("SG",)), ("GLY", ()), ("MET", ("SG",)), bonds=[(8, 17)])
    assert types_of(mixed, 1)["N"] == "N1+"


def test_a_lone_residue_keeps_its_template_whatever_hangs_on_it():
    names = [*BACKBONE, "CB", "OG", "C1"]
    built = structure(
        [name[0] for name in names],
        [(2.0 * place, 0, 0) for place in range(7)],
        [*BACKBONE_BONDS, (1, 4), (4, 5), (5, 6)],
        names=names,
        residues=[("SER", 1), ("LIG", 2)],
        residue_of_atom=[0] * 6 + [1],
    )
    assert types_of(built)["C"] == "C2"


def test_a_structure_crowded_with_bonds_is_not_typed():
    count = 60
    bonds = [(a, b) for a in range(count) for b in range(a + 1, min(a + 5, count))]
    built = structure("C" * count, [(0.5 * place, 0, 0) for place in range(count)], bonds)
    assert set(atom_types(built)) == {"C"}


def test_the_molecule_of_the_formats_plays_no_role():
    # The same atoms, whatever bond orders and charges a file gives them.
    built, _ = from_smiles("CC(=O)[O-]")
    assert len(built.bond_orders) == 0
    assert "Cac" in atom_types(built)
