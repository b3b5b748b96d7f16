"""The words of the selection language and what they select."""

from __future__ import annotations

from typing import Final

__all__ = ["ALIASES", "SELECTED", "WORDS"]

SELECTED: Final = "selected"

WORDS: Final[dict[str, str]] = {
    "all": "every atom, solvent and hydrogens too",
    "none": "no atom",
    "pocket": "every atom of the pocket (or protein), its solvent too",
    "ligand": "every atom of the ligand",
    "solvent": "water, and what else counts as solvent and is not displayed",
    "protein": "amino acid residues of the pocket",
    "nucleic": "nucleotides of the pocket",
    "backbone": "N, CA, C, O and OXT of amino acids, the sugars and phosphates of nucleotides, and their hydrogens",
    "sidechain": "the rest of amino acids and nucleotides",
    "ions": "single ions and very small molecules that are not solvent",
    "metals": "atoms of metals",
    "hydrogens": "hydrogen and deuterium",
    "heavy": "atoms that are not hydrogen",
    SELECTED: "what is selected in the window",
}
"""Each word and what it selects."""

ALIASES: Final[dict[str, str]] = {
    "sel": SELECTED,
    "hydrogen": "hydrogens",
    "h": "hydrogens",
    "d": "hydrogens",
    "water": "solvent",
    "side": "sidechain",
    "mainchain": "backbone",
    "metal": "metals",
    "ion": "ions",
    "everything": "all",
    "nothing": "none",
}
"""Other ways to say some of them."""
