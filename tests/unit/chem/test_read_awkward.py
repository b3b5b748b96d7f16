"""Every awkward file opens with the right atoms or says in one sentence what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.chem.load import load_complex
from misi_viewer.chem.readers import read_structures
from misi_viewer.errors import ReadError, UserError

pytestmark = pytest.mark.shared

AWKWARD = Path(__file__).resolve().parents[4] / "shared" / "awkward"

# File, structures in it; of the first: atoms, bonds, chain breaks, metal coordination, residues.
# Atom counts of PDB and mmCIF files agree with gemmi's, alternative positions counted once.
OPENS = """
big/pdb4v8r_hex.pdb.gz 1 128780 130061 0 0 16812
cif/115d.bcif.gz 1 407 360 0 0 101
cif/1cbs_full.bcif 1 1213 1129 0 0 238
cif/1cbs_updated.cif 1 1213 1129 0 0 238
cif/1gbt.bcif.gz 1 1761 1679 0 6 344
cif/1grm_updated.cif 5 272 286 0 0 32
cif/1gya.bcif 18 1976 1998 0 0 114
cif/1igy.bcif 1 12750 13044 0 0 1312
cif/1l2y.cif 38 304 310 0 0 20
cif/1lol.pdb.gz 1 3431 3297 2 0 602
cif/1o1z.cif 1 2254 1861 0 3 649
cif/1o1z.pdb 1 2254 1861 0 3 649
cif/1pfe.cif.gz 1 332 277 1 0 101
cif/1v5a-2models-1st-trunc.cif 2 139 139 0 0 10
cif/2BEG.cif 10 1855 1860 0 0 130
cif/2axd.bcif 12 1276 1287 0 0 76
cif/3o5r.cif 1 1326 1062 0 0 416
cif/3o5r.pdb 1 1326 1062 0 0 416
cif/4m4b-minimal-w-assembly.cif 1 149 150 0 0 20
cif/5eil.cif 1 7283 7231 0 6 582
cif/5ugo.cif 1 3646 3393 0 14 737
cif/5ugo.pdb 1 3646 3393 0 14 737
cif/HEM.cif 1 75 78 0 4 1
cif/mmcif_1ake_chimerax.cif 1 3804 3484 0 0 808
cif/mmcif_3o21_pymol.cif 1 12793 12492 6 0 2078
cif/mmcif_4ake_scipion.cif 1 3459 3360 0 0 575
cif/sia-alt-id.cif 1 20 20 0 0 1
edge_cases/altloc.cif 1 24 24 0 0 2
made/1a30_ligand.mol2.gz 1 49 48 0 0 1
made/1a30_ligand.sdf.gz 1 49 48 0 0 1
made/1a30_ligand_cr.mol2 1 49 48 0 0 1
made/1a30_ligand_cr.sdf 1 49 48 0 0 1
made/1a30_ligand_crlf.mol2 1 49 48 0 0 1
made/1a30_ligand_crlf.sdf 1 49 48 0 0 1
made/1a30_ligand_dupnames.mol2 1 49 48 0 0 1
made/1a30_ligand_latin1.mol2 1 49 48 0 0 1
made/1a30_ligand_latin1.sdf 1 49 48 0 0 1
made/1a30_ligand_plain_named.mol2.gz 1 49 48 0 0 1
made/1a30_ligand_plain_named.sdf.gz 1 49 48 0 0 1
made/1a30_ligand_utf16.mol2 1 49 48 0 0 1
made/1a30_ligand_utf16.sdf 1 49 48 0 0 1
made/1a30_pocket.pdb.gz 1 481 458 10 0 72
made/1a30_pocket_cr.pdb 1 481 458 10 0 72
made/1a30_pocket_crlf.pdb 1 481 458 10 0 72
made/1a30_pocket_latin1.pdb 1 481 458 10 0 72
made/1a30_pocket_plain_named.pdb.gz 1 481 458 10 0 72
mol2/5ze6_5ze6_true.mol2 1 58 58 0 0 1
mol2/EZ_mol2_issue114.mol2 1 9 8 0 0 1
mol2/Issue3399798.mol2 1 50 52 0 0 1
mol2/Noxide.mol2 1 27 27 0 0 1
mol2/Sulfonate.mol2 1 8 7 0 0 1
mol2/ace2-hit.mol2 1 37 41 0 0 1
mol2/anion.mol2 1 1 0 0 0 1
mol2/badSubstPyridine.mol2 1 15 15 0 0 1
mol2/ligs3d.mol2 10 36 39 0 0 1
mol2/lonePairMol.mol2 1 13 12 0 0 1
mol2/mol_comment.mol2 1 4 3 0 0 1
mol2/sp-ido40.mol2 1 49 52 0 0 1
pdb/1SSU_mod.pdb 2 2 0 0 0 2
pdb/1bpx_missingBase.pdb 1 301 333 0 0 16
pdb/1lee.pdb 1 3008 2741 0 0 670
pdb/1ubq.occ.pdb 1 3 2 0 0 1
pdb/2c92_hypervalentH.pdb 1 171 166 0 0 14
pdb/2cas.pdb.gz 1 4434 4476 0 0 635
pdb/2qwe_Sbridge.pdb 1 20 19 1 0 2
pdb/2wb5_GLN.pdb 1 5 1 0 0 1
pdb/3kwa_5Apocket.pdb 1 116 109 7 3 19
pdb/3kwa_ligand.sdf 1 14 13 0 0 1
pdb/4yzm_ring.pdb 1 29 29 0 0 3
pdb/AIP-build-2-Nr3-Charge-renum.pdb 1 132 133 0 0 8
pdb/a_structure.pdb 2 9 8 0 0 1
pdb/alt_model_twochain.pdb 1 36 35 0 0 4
pdb/calcium-calpha-example.pdb 1 9 6 0 0 4
pdb/charged.pdb 1 9 8 0 0 1
pdb/disordered.pdb 1 47 46 0 0 6
pdb/dummy_altloc2.pdb 1 29 27 1 0 8
pdb/dummy_altloc3.pdb 1 35 34 0 0 7
pdb/dummy_az09.pdb 1 184 172 3 1 19
pdb/dxc.pdbqt 9 30 33 0 0 1
pdb/ensemble_error_1.pdb 2 2 1 0 0 1
pdb/ensemble_error_MODEL.pdb 2 2 1 0 0 1
pdb/hem.pdb 1 75 78 0 4 1
pdb/hetatm-polymer.pdb 1 25 24 0 0 3
pdb/hetatm_bad.pdb 1 2 0 0 0 1
pdb/icode.pdb 1 5 0 4 0 5
pdb/inter-bonds.pdb 1 42 41 0 0 5
pdb/ligs3d.pdb 10 36 39 0 0 1
pdb/lowerCaseResname.pdb 1 26 26 0 0 2
pdb/multi-models-example.pdb 2 9 6 0 0 4
pdb/names.pdb 1 86 91 0 0 8
pdb/noChainNameTerRecords.pdb 1 67 60 0 0 9
pdb/odd01.pdb 1 18 8 0 0 3
pdb/pdb1ejg_oneatom.pdb 1 1 0 0 0 1
pdb/pdb3mht.pdb 1 3211 3258 0 0 423
pdb/pdb6flr_B234.pdb 2 1 0 0 0 1
pdb/pdbRTER.pdb 1 42 34 0 0 9
pdb/vu7.pdb 1 30 33 0 0 1
pocket_ligand/1h36_A_rec_1h36_r88_lig_tt_docked_0.sdf 1 25 27 0 0 1
pocket_ligand/1h36_A_rec_1h36_r88_lig_tt_docked_0_pocket10.pdb 1 572 536 58 0 72
pocket_ligand/1lpi_ligand.sdf 1 1 0 0 0 1
pocket_ligand/1lpi_pocket.pdb 1 216 199 5 0 43
pocket_ligand/1qkt_decoys.sdf 61 44 47 0 0 1
pocket_ligand/1qkt_p_pocket_10.0.pdb 1 1298 1300 12 0 79
pocket_ligand/4bfq_ligand.sdf 1 27 30 0 0 1
pocket_ligand/4lb3_ligand.sdf 1 24 25 0 0 1
pocket_ligand/4ljh_pocket.pdb 1 283 265 3 5 57
sdf/01W_ideal.sdf 1 32 32 0 0 1
sdf/mol_1a30_clash_2.sdf 1 26 25 0 0 1
sdf/mol_AWJ_ideal.sdf 1 58 61 0 0 1
sdf/mol_CGB.sdf 1 25 26 0 0 1
sdf/mol_PIP_wrong.sdf 1 18 18 0 0 1
sdf/mol_issue_67.sdf 1 25 26 0 0 1
sdf/mol_single_hydrogen.sdf 1 1 0 0 0 1
sdf/rcsb_2jkh_ligand.sdf 1 31 35 0 0 1
sdf/rcsb_5ftg_ligand.sdf 1 36 39 0 0 1
sdf/rcsb_6edr_ligand.sdf 1 44 48 0 0 1
sdf/sanity_error_2_pred.sdf 1 63 67 0 0 1
sdf/sanity_error_true.sdf 1 13 12 0 0 1
sdf/v3000.sdf 2 23 24 0 0 1
"""

FAILS = {
    "big/6zu5_truncated.cif": ("the CIF syntax is broken .*cut short", 44799),
    "cif/1lol.mmtf": ("MMTF files are not read", None),
    "cif/4CUP.mmtf": ("MMTF files are not read", None),
    "edge_cases/hetatm.pdb": ("all 5 atoms of LIG B 101 lie in one point", None),
    "made/1a30_ligand_badgz.mol2.gz": ("gzip data are damaged or cut short", None),
    "made/1a30_ligand_badgz.sdf.gz": ("gzip data are damaged or cut short", None),
    "made/1a30_ligand_empty.mol2": ("the file is empty", None),
    "made/1a30_ligand_empty.sdf": ("the file is empty", None),
    "made/1a30_pocket_empty.pdb": ("the file is empty", None),
    "made/1a30_pocket_nan.pdb": ('the x coordinate of atom 1 is "nan"', 4),
    "made/1a30_pocket_truncated.pdb": ("the file ends in the middle of an atom line", 324),
}
NO_STRUCTURES = {"SOURCES.tsv", "edge_cases/README.rst"}

ROWS = [row.split() for row in OPENS.strip().splitlines()]


def test_no_file_is_forgotten() -> None:
    files = {str(path.relative_to(AWKWARD)) for path in AWKWARD.rglob("*") if path.is_file()}
    assert files == {row[0] for row in ROWS} | FAILS.keys() | NO_STRUCTURES


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_opens(row: list[str]) -> None:
    structures = read_structures(AWKWARD / row[0])
    first = structures[0]
    found = (
        len(structures), len(first), len(first.bonds), len(first.missing_links), len(first.metal_links),
        len(first.residues),
    )  # fmt: skip
    assert found == tuple(map(int, row[1:]))


@pytest.mark.parametrize("name", sorted(FAILS))
def test_fails_with_one_sentence(name: str) -> None:
    words, line = FAILS[name]
    with pytest.raises(ReadError, match=words) as caught:
        read_structures(AWKWARD / name)
    assert caught.value.line == line
    message = str(caught.value)
    assert message.startswith(str(AWKWARD / name))
    assert message.endswith(".")
    assert "\n" not in message


@pytest.mark.parametrize("stem", ["cif/1o1z", "cif/3o5r", "cif/5ugo"])
def test_mmcif_and_pdb_of_an_entry_are_the_same(stem: str) -> None:
    cif, pdb = (read_structures(AWKWARD / f"{stem}{ending}")[0] for ending in (".cif", ".pdb"))
    assert cif.names.tolist() == pdb.names.tolist()
    assert cif.coordinates.tolist() == pdb.coordinates.tolist()
    assert cif.residues.numbers.tolist() == pdb.residues.numbers.tolist()
    assert cif.residues.chains.tolist() == pdb.residues.chains.tolist()
    assert {frozenset(p) for p in cif.bonds.tolist()} == {frozenset(p) for p in pdb.bonds.tolist()}
    assert {frozenset(p) for p in cif.metal_links.tolist()} == {frozenset(p) for p in pdb.metal_links.tolist()}


@pytest.mark.parametrize("name", ["1cbs_full.bcif", "1cbs_updated.cif"])
def test_text_and_binary_of_an_entry_are_the_same(name: str) -> None:
    loaded = load_complex(AWKWARD / "cif" / name)
    assert (loaded.ligand.name, len(loaded.ligand)) == ("REA:A:200", 22)
    assert len(loaded.pocket) == len(load_complex(AWKWARD / "cif" / "1cbs_full.bcif").pocket)


@pytest.mark.parametrize("ending", ["mol2", "sdf"])
@pytest.mark.parametrize("variant", ["_cr", "_crlf", "_latin1", "_utf16", "_plain_named.gz"])
def test_disguises_change_nothing(ending: str, variant: str) -> None:
    name = f"1a30_ligand{variant.removesuffix('.gz')}.{ending}{'.gz' if variant.endswith('.gz') else ''}"
    disguised = read_structures(AWKWARD / "made" / name)[0]
    plain = read_structures(AWKWARD / "made" / f"1a30_ligand.{ending}.gz")[0]
    assert disguised.names.tolist() == plain.names.tolist()
    assert disguised.coordinates.tolist() == plain.coordinates.tolist()
    assert disguised.bonds.tolist() == plain.bonds.tolist()


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_opening_one_as_a_complex_works_or_says_why_not(row: list[str]) -> None:
    message = ""
    try:
        loaded = load_complex(AWKWARD / row[0])
    except UserError as error:
        message = str(error)
    assert "ligand" in message or (len(loaded.pocket) and len(loaded.ligand))
