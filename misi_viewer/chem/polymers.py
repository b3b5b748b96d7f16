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

_TWENTY: Final = frozenset("ALA ARG ASN ASP CYS GLN GLU GLY HIS ILE LEU LYS MET PHE PRO SER THR TRP TYR VAL".split())
_BASES: Final = frozenset("A C G I T U DA DC DG DI DT DU N".split())

STANDARD_RESIDUES: Final = _TWENTY | _BASES | frozenset({"ASX", "GLX", "UNK"})
"""Residues that wwPDB files write as ATOM."""

AMINO_NAMES: Final = _TWENTY | frozenset("ASH ASX CYM CYX GLH GLX HID HIE HIP HYP LYN MSE UNK".split())
"""Residue names known as amino acids within a chain."""

NUCLEIC_NAMES: Final = _BASES | frozenset("+A +C +G +I +T +U ADE CYT GUA THY URA URI DN".split())
"""Residue names known as nucleotides within a chain."""

WATER_NAMES: Final = frozenset("HOH WAT DOD H2O D2O TIP3".split())

AMINO_BACKBONE: Final = ("N", "CA", "C")
NUCLEIC_BACKBONE: Final = ("P", "O5'", "C5'", "C4'", "C3'", "O3'")
BACKBONES: Final = {"amino": AMINO_BACKBONE, "nucleic": NUCLEIC_BACKBONE}
"""Backbone atoms in chain order by polymer kind."""


def polymer_kind(name: str) -> str:
    """Return "amino", "nucleic" or "" for a residue name."""
    if name in AMINO_NAMES:
        return "amino"
    return "nucleic" if name in NUCLEIC_NAMES else ""
