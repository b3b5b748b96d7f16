"""Compare our hydrogen bonds and ProLIF's with the reference answers, and write the manual's page about it.

Run it from the checkout, with the reference complexes beside it and ``prolif``
installed: ``python tests/peers/compare_prolif.py``.
"""

from __future__ import annotations

import argparse
import json
import logging
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import HydrogenBond, explain, find_hydrogen_bonds
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.solvent import solvent_mask
from misi_viewer.chem.structure import Structure

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import prolif
    from rdkit import Chem, RDLogger

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
PAGE = ROOT / "assets" / "manual" / "hydrogen_bonds.md"

# ProLIF's defaults: between donor and acceptor, and donor - hydrogen - acceptor.
PROLIF_DISTANCE = 3.5
PROLIF_ANGLE = 130.0
SAME_PLACE = 0.01

Pair = tuple[int, int]


@dataclass
class Tally:
    """Pairs found by one program against the reference."""

    shared: int = 0
    extra: int = 0
    missed: int = 0

    def add(self, found: set[Pair], expected: set[Pair]) -> None:
        """Count the pairs of one complex."""
        self.shared += len(found & expected)
        self.extra += len(found - expected)
        self.missed += len(expected - found)

    @property
    def precision(self) -> float:
        """Share of what was found that is right."""
        return self.shared / max(self.shared + self.extra, 1)

    @property
    def recall(self) -> float:
        """Share of what is right that was found."""
        return self.shared / max(self.shared + self.missed, 1)


@dataclass
class Comparison:
    """Everything the page tells."""

    compared: int = 0
    unread: list[str] = field(default_factory=list)
    tallies: dict[str, Tally] = field(default_factory=dict)
    extra_reasons: Counter[str] = field(default_factory=Counter)
    missed_reasons: Counter[str] = field(default_factory=Counter)

    def tally(self, name: str) -> Tally:
        """Return the counts of one program."""
        return self.tallies.setdefault(name, Tally())


def prolif_pairs(pocket_file: Path, ligand_files: Iterable[Path], complex_: Complex) -> dict[Pair, set[str]] | None:
    """Return ProLIF's pairs with the sides that donate; None if RDKit or ProLIF cannot read the files."""
    protein = Chem.MolFromPDBFile(str(pocket_file), removeHs=False)
    ligand = next(filter(None, map(_read_ligand, ligand_files)), None)
    if protein is None or ligand is None:
        return None
    try:
        parts = [prolif.Molecule.from_rdkit(molecule) for molecule in (ligand, protein)]
    except OverflowError:
        # ProLIF knows no negative residue numbers.
        return None
    fingerprint = prolif.Fingerprint(["HBDonor", "HBAcceptor"], count=True)
    fingerprint.run_from_iterable([parts[0]], parts[1], progress=False, n_jobs=1)
    pocket_rows = _rows_by_place(protein, complex_.pocket)
    ligand_rows = _rows_by_place(ligand, complex_.ligand)
    pairs: dict[Pair, set[str]] = {}
    for contacts in fingerprint.ifp[0].values():
        for kind, side in (("HBDonor", "ligand"), ("HBAcceptor", "pocket")):
            for contact in contacts.get(kind, ()):
                places = contact["parent_indices"]
                pair = (pocket_rows[places["protein"][0]], ligand_rows[places["ligand"][0]])
                if min(pair) >= 0:
                    pairs.setdefault(pair, set()).add(side)
    return pairs


def _read_ligand(path: Path) -> Any:
    if not path.exists():
        return None
    reader = Chem.MolFromMol2File if path.suffix == ".mol2" else Chem.MolFromMolFile
    return reader(str(path), removeHs=False)


def _rows_by_place(molecule: Any, structure: Structure) -> list[int]:
    """Return our row of each of RDKit's atoms, by position; -1 where there is none."""
    places = molecule.GetConformer().GetPositions()
    distances = ((places[:, None] - structure.coordinates[None]) ** 2).sum(axis=2)
    nearest = distances.argmin(axis=1)
    near = distances[np.arange(len(places)), nearest] < SAME_PLACE**2
    return np.where(near, nearest, -1).tolist()


def reference_pairs(answers: dict[str, Any], pocket: Structure, ligand: Structure) -> set[Pair]:
    """Return the reference's pairs as rows; of atoms that share their name the one at the right distance."""
    residues, of = pocket.residues, pocket.residue_of_atom
    pairs = set()
    for bond in answers["hbonds"]:
        named = np.flatnonzero(
            (residues.chains[of] == bond["chain"])
            & (residues.numbers[of] == bond["residue_number"])
            & (residues.insertion_codes[of] == bond["insertion_code"])
            & (residues.names[of] == bond["residue_name"])
            & (pocket.names == bond["atom"])
        )
        place = ligand.coordinates[bond["ligand_atom_index"]]
        misfit = np.abs(np.linalg.norm(pocket.coordinates[named] - place, axis=1) - bond["distance"])
        pairs.add((int(named[misfit.argmin()]), int(bond["ligand_atom_index"])))
    return pairs


def compare(golden: Path, complexes: Path) -> Comparison:
    """Compare all complexes that have a reference answer."""
    result = Comparison()
    for path in sorted(golden.glob("*.json")):
        answers = json.loads(path.read_text())
        pocket_file, ligand_file = (complexes / path.stem / name for name in answers["files"])
        complex_ = load_complex(f"{pocket_file}+{ligand_file}")
        pairs = prolif_pairs(pocket_file, [ligand_file.with_suffix(".sdf"), ligand_file], complex_)
        if pairs is None:
            result.unread.append(path.stem)
            continue
        result.compared += 1
        _compare_one(result, complex_, pairs, reference_pairs(answers, complex_.pocket, complex_.ligand))
    return result


def _compare_one(result: Comparison, complex_: Complex, theirs: dict[Pair, set[str]], expected: set[Pair]) -> None:
    bonds = {(bond.pocket_atom, bond.ligand_atom): bond for bond in find_hydrogen_bonds(complex_)}
    is_solvent = solvent_mask(complex_.pocket)

    def dry(pairs: Iterable[Pair]) -> set[Pair]:
        return {pair for pair in pairs if not is_solvent[pair[0]]}

    for name, found in (("MiSI Viewer", set(bonds)), ("ProLIF", set(theirs))):
        result.tally(name).add(dry(found), dry(expected))
        result.tally(f"{name}, with bonds to solvent").add(found, expected)
    for pair in dry(theirs) - expected:
        result.extra_reasons.update(_why_no_bond(complex_, pair, theirs[pair]))
    for pair in dry(expected) - set(theirs):
        result.missed_reasons[_why_missed(bonds[pair]) if pair in bonds else "not among our bonds either"] += 1


def _why_no_bond(complex_: Complex, pair: Pair, donors: set[str]) -> Iterator[str]:
    """Yield, for one direction that ProLIF reports, the rule by which it is none."""
    for direction in explain(complex_, *pair).directions:
        if direction.donor in donors:
            failure = direction.first_failure
            if not direction.donating.rule:
                yield f"the donor ({direction.donating.idatm_type}) is none by ChimeraX's table"
            elif not direction.accepting.rule:
                yield f"the acceptor ({direction.accepting.idatm_type}) is none by ChimeraX's table"
            elif failure is not None:
                yield f"the {failure.part}'s limit of {failure.name}"
            return


def _why_missed(bond: HydrogenBond) -> str:
    if bond.donor_hydrogen is None:
        return "the donor has no hydrogen in the file; ChimeraX implies one or goes without"
    if bond.distance > PROLIF_DISTANCE:
        return f"farther than ProLIF's {PROLIF_DISTANCE} A"
    if bond.angle is not None and bond.angle < PROLIF_ANGLE:
        return f"more bent than ProLIF's {PROLIF_ANGLE:g} degrees"
    return "an atom fits none of ProLIF's patterns for donors and acceptors"


def page(result: Comparison) -> str:
    """Return the page's text."""
    rows = "\n".join(
        f"| {name} | {tally.shared} | {tally.extra} | {tally.missed} | {tally.precision:.3f} | {tally.recall:.3f} |"
        for name, tally in result.tallies.items()
    )
    unread = ""
    if result.unread:
        unread = f" ProLIF, or RDKit, which it reads with, refuses the files of {len(result.unread)} more."
    return f"""\
# Why MiSI Viewer finds hydrogen bonds by rules of its own

The benchmark's answers about hydrogen bonds are those of ChimeraX's command `hbonds`. Other programs call
other pairs hydrogen bonds; a model that is scored by their list is scored against another truth. So MiSI Viewer
follows ChimeraX's published criteria (after Mills and Dean, J. Comput.-Aided Mol. Des. 10 (1996) 607) group by group,
and is tested bond for bond against ChimeraX 1.7.1.

Compared here on {result.compared} reference complexes: the pairs of heavy atoms that MiSI Viewer and ProLIF
{prolif.__version__} (Bouysset and Fiorucci, J. Cheminform. 13 (2021) 72; default settings) report, against
ChimeraX's.{unread}
This page is made by `tests/peers/compare_prolif.py`.

| | right | not in ChimeraX | missed | precision | recall |
|---|---|---|---|---|---|
{rows}

The benchmark leaves bonds to solvent out; the reasons below do too.

## Bonds by ProLIF that are none by ChimeraX

The first test of ChimeraX's rules that fails, for the side that donates by ProLIF. `misi-viewer hbonds --explain`
tells the same for any pair.

{_table(result.extra_reasons)}

## Bonds by ChimeraX that ProLIF misses

{_table(result.missed_reasons)}
"""


def _table(reasons: Counter[str]) -> str:
    rows = [
        f"| {count} | {reason} |" for reason, count in sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    ]
    return "\n".join(["| pairs | reason |", "|---|---|", *rows])


def main() -> None:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with golden/numbers and complexes")
    parser.add_argument("--page", type=Path, default=PAGE, help="file to write")
    options = parser.parse_args()
    RDLogger.DisableLog("rdApp.*")
    warnings.simplefilter("ignore")
    # Pockets are cut from proteins, so some of their residues are in pieces.
    prolif.exceptions.FragmentedResidueError.on_error = "skip"
    logging.disable(logging.WARNING)
    result = compare(options.shared / "golden" / "numbers", options.shared / "complexes")
    options.page.parent.mkdir(parents=True, exist_ok=True)
    options.page.write_text(page(result), encoding="utf-8")
    print(f"{options.page}: {result.compared} complexes compared, {len(result.unread)} not read by ProLIF")


if __name__ == "__main__":
    main()
