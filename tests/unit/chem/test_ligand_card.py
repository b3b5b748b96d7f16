"""Ligands at a glance."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from building import from_smiles, structure
from rdkit import Chem

from misi_viewer.chem.ligand_card import LARGEST_DRAWN, LigandCard, ligand_card
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.readers import read_structures
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import UserError

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"

MOLECULES = [
    "CC(=O)[O-]",
    "NC(=[NH2+])c1ccccc1",
    "NC(N)=[NH2+]",
    "O=C(O)c1cc[nH]c1",
    "c1ncc2nc[nH]c2n1",
    "O=c1cc[nH]c(=O)[nH]1",
    "C[N+](C)(C)CC(=O)[O-]",
    "O=[N+]([O-])c1ccc2ccccc2c1",
    "CS(=O)(=O)Nc1ccccn1",
    "CS(C)=O",
    "CCOP(=O)([O-])[O-]",
    "NS(=O)(=O)c1ccc(F)cc1",
    "N#C/C=C/C#CC",
    "Fc1c(Cl)c(Br)c(I)cc1",
    "c1cc[nH+]cc1",
    "C1=CC(=O)C=CC1=O",
    "c1ccc(-c2ccccc2)cc1",
    "C=C=C",
]


def with_orders(smiles: str, *, aromatic: bool = False) -> Structure:
    """Return a molecule as a mol2 file has it: bond orders, no charges."""
    built, _ = from_smiles(smiles)
    molecule = Chem.AddHs(Chem.MolFromSmiles(smiles))
    if not aromatic:
        Chem.Kekulize(molecule, clearAromaticFlags=True)
    numbers = {Chem.BondType.AROMATIC: 4, Chem.BondType.SINGLE: 1, Chem.BondType.DOUBLE: 2, Chem.BondType.TRIPLE: 3}
    orders = np.array([numbers[bond.GetBondType()] for bond in molecule.GetBonds()], dtype=np.uint8)
    return replace(built, bond_orders=orders, formal_charges=np.zeros(len(built), dtype=np.int8))


def same_molecule(card: LigandCard, smiles: str) -> bool:
    return Chem.CanonSmiles(card.smiles) == Chem.CanonSmiles(smiles)


@pytest.mark.parametrize("smiles", MOLECULES)
@pytest.mark.parametrize("aromatic", [False, True])
def test_orders_of_the_file_give_the_molecule(smiles: str, aromatic: bool) -> None:
    card = ligand_card(with_orders(smiles, aromatic=aromatic))
    assert card.sanitized
    assert same_molecule(card, smiles)
    assert card.charge == Chem.GetFormalCharge(Chem.MolFromSmiles(smiles))
    assert not card.notes


@pytest.mark.parametrize(
    "smiles", ["CC(=O)[O-]", "NC(=[NH2+])c1ccccc1", "NC(N)=[NH2+]", "CS(=O)(=O)[O-]", "CP(=O)([O-])[O-]"]
)
@pytest.mark.parametrize("order", [2, 4])
def test_delocalised_groups_are_drawn_with_one_double_bond(smiles: str, order: int) -> None:
    """As mol2 files write them (aromatic), and as some sdf files do (double to all)."""
    built = with_orders(smiles)
    centre = next(
        int(a)
        for (a, b), o in zip(built.bonds, built.bond_orders, strict=True)
        if o == 2 and built.elements[a] in (6, 15, 16) and built.elements[b] != 6
    )
    ends = {7: 3, 8: 1}
    degree = np.bincount(built.bonds.ravel())
    orders = built.bond_orders.copy()
    for place, pair in enumerate(built.bonds.tolist()):
        other = sum(pair) - centre
        if centre in pair and ends.get(int(built.elements[other])) == degree[other]:
            orders[place] = order
    card = ligand_card(replace(built, bond_orders=orders))
    assert card.sanitized
    assert same_molecule(card, smiles)


@pytest.mark.parametrize(
    "smiles",
    [
        "CC(=O)O",
        "O=C(O)c1ccc[nH]1",
        "c1ncc2nc[nH]c2n1",
        "CC(=O)NC",
        "O=[N+]([O-])c1ccc2ccccc2c1",
        "CS(=O)(=O)Nc1ccccn1",
        "NC(=N)c1ccccc1",
        "CC#CC#N",
        "CCOP(=O)(O)O",
        "C[N+](C)(C)C",
        "C/C=C/C=O",
        "C1=CC(=O)C=CC1=O",
    ],
)
def test_orders_are_perceived_where_there_are_none(smiles: str) -> None:
    built, _ = from_smiles(smiles, hydrogens=False)
    card = ligand_card(built)
    assert card.perceived
    assert card.sanitized
    assert same_molecule(card, smiles)
    assert "perceived" in " ".join(card.notes)
    assert "no hydrogens" in " ".join(card.notes)


@pytest.mark.parametrize("aromatic", [False, True])
def test_an_aromatic_anion(aromatic: bool) -> None:
    card = ligand_card(with_orders("c1nn[n-]n1", aromatic=aromatic))
    assert (card.sanitized, card.charge, card.formula) == (True, -1, "CHN4")


def test_numbers() -> None:
    card = ligand_card(with_orders("CC(=O)Nc1ccc(O)cc1"))
    assert (card.formula, card.heavy_atoms, card.charge) == ("C8H9NO2", 11, 0)
    assert card.weight == pytest.approx(151.165, abs=0.01)
    assert (card.donors, card.acceptors, card.rotatable_bonds) == (2, 2, 1)


def test_chirality_comes_from_the_positions() -> None:
    for smiles in ("C[C@H](N)C(=O)O", "C[C@@H](N)C(=O)O", "F/C=C/F", "F/C=C\\F"):
        assert same_molecule(ligand_card(with_orders(smiles)), smiles)


def test_the_drawing_links_both_ways() -> None:
    ligand = load_complex(DEMO / "1ia1").ligand
    drawing = ligand_card(ligand).depiction
    assert drawing is not None
    assert ET.fromstring(drawing.svg).tag.endswith("svg")
    assert drawing.rows.tolist() == np.flatnonzero(~ligand.is_hydrogen).tolist()
    assert ((drawing.positions > 0) & (drawing.positions < drawing.size)).all()
    for row in drawing.rows.tolist():
        x, y = drawing.place_of(row)
        assert drawing.atom_at(x + 1, y - 1) == row
    assert drawing.atom_at(-50.0, -50.0) is None
    lengths = np.linalg.norm(np.diff(drawing.positions[drawing.bonds], axis=1), axis=2)
    assert lengths.max() < 2 * lengths.min()


def test_hydrogens_are_where_their_neighbour_is() -> None:
    built = with_orders("CO")
    drawing = ligand_card(built).depiction
    assert drawing is not None
    places = [drawing.place_of(row) for row in range(len(built))]
    assert len(set(places)) == 2
    assert None not in places


def test_names_and_colours_are_in_the_drawing() -> None:
    built = with_orders("CCO")
    named = ligand_card(replace(built, names=np.array(["QQ"] * len(built)))).depiction
    blank = ligand_card(replace(built, names=np.array([""] * len(built)))).depiction
    dark = ligand_card(built, dark=True).depiction
    assert len({named.svg, blank.svg, dark.svg}) == 3
    assert "FFFFFF" not in named.svg.upper().replace("STROKE:#FFFFFF", "")


def test_what_makes_no_sense_is_drawn_and_said(capfd: pytest.CaptureFixture[str]) -> None:
    built = with_orders("CC(C)(C)C")
    built = replace(built, elements=np.where(np.arange(len(built)) == 1, 7, built.elements).astype(np.uint8))
    built = replace(built, formal_charges=np.eye(1, len(built), dtype=np.int8)[0])
    card = ligand_card(built)
    assert not card.sanitized
    assert card.depiction is not None
    assert card.notes[0].startswith(
        "RDKit cannot make sense of the molecule, so it is drawn as the file has it: atom C0"
    )
    assert (card.donors, card.acceptors, card.rotatable_bonds) == (None, None, None)
    assert card.formula == "C4H12N"
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "odd",
    [
        structure(["C"], [(0, 0, 0)]),
        structure(["H"], [(0, 0, 0)]),
        structure(["H", "H"], [(0, 0, 0), (0.7, 0, 0)], [(0, 1)]),
        structure(["X"], [(0, 0, 0)]),
        structure(["Zn"], [(0, 0, 0)]),
        structure(["Cl"], [(0, 0, 0)]),
        structure(["C", "C", "C"], [(0, 0, 0)] * 3, [(0, 1), (1, 2), (0, 2)]),
        structure(["C", "X"], [(0, 0, 0), (1, 0, 0)], [(0, 1)], names=["é☃", "\x01<&"]),
        structure(["C"] * 7, np.eye(7)[:, :3].tolist(), [(0, n) for n in range(1, 7)]),
        structure(["Fe", "N", "N"], [(0, 0, 0), (2, 0, 0), (0, 2, 0)], metal_links=[(0, 1), (2, 0)]),
        structure(["Fe", "C", "Hg"], [(0, 0, 0), (2, 0, 0), (0, 2, 0)], [(0, 1), (0, 2)]),
        structure(["C", "C"], [(0, 0, 0), (1, 0, 0)], [(0, 1), (1, 0)]),
        structure(["C", "H", "C"], [(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1), (1, 2)]),
        structure(["C"] * (LARGEST_DRAWN + 1), np.arange(3 * LARGEST_DRAWN + 3).reshape(-1, 3).tolist()),
        structure(["C"] * 3_001, np.arange(9_003).reshape(-1, 3).tolist()),
        structure(["C"], [(0, 0, 0)]).subset(np.zeros(1, dtype=np.bool_)),
    ],
)
def test_odd_ligands_have_a_card(odd: Structure, capfd: pytest.CaptureFixture[str]) -> None:
    card = ligand_card(odd)
    assert all(note.endswith(".") for note in card.notes)
    if card.depiction is not None:
        ET.fromstring(card.depiction.svg)
        assert np.isfinite(card.depiction.positions).all()
    else:
        assert card.notes
    assert capfd.readouterr() == ("", "")


@pytest.mark.shared
@pytest.mark.parametrize("ending", ["mol2", "sdf"])
def test_reference_ligands(shared: Path, ending: str) -> None:
    """Every fifth: nearly all make sense, and those that do not are drawn all the same."""
    files = sorted((shared / "complexes").glob(f"*/*_ligand.{ending}"))[::5]
    cards = [ligand_card(read_structures(file)[0]) for file in files]
    assert all(card.depiction is not None for card in cards)
    assert sum(card.sanitized for card in cards) >= 0.98 * len(cards)


@pytest.mark.shared
def test_odd_files_have_a_card(shared: Path) -> None:
    for file in sorted((shared / "awkward").rglob("*")):
        if not file.is_file() or file.stat().st_size > 30_000:
            continue
        try:
            found = read_structures(file)[:1]
        except UserError:
            continue
        for one in found:
            assert ligand_card(one).formula
