"""Which residue names belong to proteins and nucleic acids (spec readers.md section 3)."""

from __future__ import annotations

from typing import Final

__all__ = [
    "AMINO_BACKBONE",
    "AMINO_NAMES",
    "BACKBONES",
    "NUCLEIC_BACKBONE",
    "NUCLEIC_NAMES",
    "STANDARD_RESIDUES",
    "WATER_NAMES",
    "polymer_kind",
]

_AMINO_ACIDS: Final = "ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL"
_OTHER_AMINO_ACIDS: Final = "ASH ASX CYM CYX GLH GLX HID HIE HIP HYP LYN MSE UNK"
_NUCLEOTIDES: Final = "A C G I T U DA DC DG DI DT DU N"
_OTHER_NUCLEOTIDES: Final = "+A +C +G +I +T +U ADE CYT GUA THY URA URI DN"

STANDARD_RESIDUES: Final = frozenset(f"{_AMINO_ACIDS} {_NUCLEOTIDES} ASX GLX UNK".split())
"""Residues that wwPDB files write as ATOM."""

AMINO_NAMES: Final = frozenset(f"{_AMINO_ACIDS} {_OTHER_AMINO_ACIDS}".split())
"""Residue names known as amino acids within a chain."""

NUCLEIC_NAMES: Final = frozenset(f"{_NUCLEOTIDES} {_OTHER_NUCLEOTIDES}".split())
"""Residue names known as nucleotides within a chain."""

WATER_NAMES: Final = frozenset({"HOH", "WAT", "DOD", "H2O", "D2O", "TIP3"})

AMINO_BACKBONE: Final = ("N", "CA", "C")
NUCLEIC_BACKBONE: Final = ("P", "O5'", "C5'", "C4'", "C3'", "O3'")
BACKBONES: Final = {"amino": AMINO_BACKBONE, "nucleic": NUCLEIC_BACKBONE}
"""Backbone atoms in chain order by polymer kind."""


def polymer_kind(name: str) -> str:
    """Return "amino", "nucleic" or "" for a residue name."""
    if name in AMINO_NAMES:
        return "amino"
    return "nucleic" if name in NUCLEIC_NAMES else ""
