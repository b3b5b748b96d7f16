"""Which atoms of a standard residue are bonded (spec readers.md section 4).

Atom and hydrogen names are those of the wwPDB's remediated (version 3) files.
Each line lists an atom, then the atoms it is bonded to that no earlier line
has joined to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = ["CHAIN_LINKS", "TEMPLATE_NAMES", "Template", "template"]

Template = dict[str, tuple[str, ...]]
"""Atom name to the names of its neighbours."""

_BACKBONE: Final = "N CA H; CA C HA CB; C O"
_SIDE_CHAINS: Final = {
    "ALA": "CB HB1 HB2 HB3",
    "ARG": "CB CG HB2 HB3; CG CD HG2 HG3; CD NE HD2 HD3; NE CZ HE; CZ NH1 NH2; NH1 HH11 HH12; NH2 HH21 HH22",
    "ASH": "CB CG HB2 HB3; CG OD1 OD2; OD2 HD2",
    "ASN": "CB CG HB2 HB3; CG OD1 ND2; ND2 HD21 HD22",
    "ASP": "CB CG HB2 HB3; CG OD1 OD2",
    "CYM": "CB SG HB2 HB3",
    "CYS": "CB SG HB2 HB3; SG HG",
    "CYX": "CB SG HB2 HB3",
    "GLH": "CB CG HB2 HB3; CG CD HG2 HG3; CD OE1 OE2; OE2 HE2",
    "GLN": "CB CG HB2 HB3; CG CD HG2 HG3; CD OE1 NE2; NE2 HE21 HE22",
    "GLU": "CB CG HB2 HB3; CG CD HG2 HG3; CD OE1 OE2",
    "HID": "CB CG HB2 HB3; CG ND1 CD2; ND1 CE1 HD1; CD2 NE2 HD2; CE1 NE2 HE1",
    "HIE": "CB CG HB2 HB3; CG ND1 CD2; ND1 CE1; CD2 NE2 HD2; CE1 NE2 HE1; NE2 HE2",
    "HIP": "CB CG HB2 HB3; CG ND1 CD2; ND1 CE1 HD1; CD2 NE2 HD2; CE1 NE2 HE1; NE2 HE2",
    "ILE": "CB CG1 CG2 HB; CG1 CD1 HG12 HG13; CG2 HG21 HG22 HG23; CD1 HD11 HD12 HD13",
    "LEU": "CB CG HB2 HB3; CG CD1 CD2 HG; CD1 HD11 HD12 HD13; CD2 HD21 HD22 HD23",
    "LYN": "CB CG HB2 HB3; CG CD HG2 HG3; CD CE HD2 HD3; CE NZ HE2 HE3; NZ HZ2 HZ3",
    "LYS": "CB CG HB2 HB3; CG CD HG2 HG3; CD CE HD2 HD3; CE NZ HE2 HE3; NZ HZ1 HZ2 HZ3",
    "MET": "CB CG HB2 HB3; CG SD HG2 HG3; SD CE; CE HE1 HE2 HE3",
    "PHE": "CB CG HB2 HB3; CG CD1 CD2; CD1 CE1 HD1; CD2 CE2 HD2; CE1 CZ HE1; CE2 CZ HE2; CZ HZ",
    "SER": "CB OG HB2 HB3; OG HG",
    "THR": "CB OG1 CG2 HB; OG1 HG1; CG2 HG21 HG22 HG23",
    "TRP": "CB CG HB2 HB3; CG CD1 CD2; CD1 NE1 HD1; NE1 CE2 HE1; CD2 CE2 CE3; CE2 CZ2; CE3 CZ3 HE3; "
    "CZ2 CH2 HZ2; CZ3 CH2 HZ3; CH2 HH2",
    "TYR": "CB CG HB2 HB3; CG CD1 CD2; CD1 CE1 HD1; CD2 CE2 HD2; CE1 CZ HE1; CE2 CZ HE2; CZ OH; OH HH",
    "VAL": "CB CG1 CG2 HB; CG1 HG11 HG12 HG13; CG2 HG21 HG22 HG23",
}
_OWN_BACKBONE: Final = {
    "GLY": "N CA H; CA C HA2 HA3; C O",
    "PRO": "N CA CD; CA C HA CB; C O; CB CG HB2 HB3; CG CD HG2 HG3; CD HD2 HD3",
}
_AMINO: Final = {
    **_OWN_BACKBONE,
    **{name: f"{_BACKBONE}; {side_chain}" for name, side_chain in _SIDE_CHAINS.items()},
    "CYM": f"{_BACKBONE.replace('CA H;', 'CA HN;')}; {_SIDE_CHAINS['CYM']}",
    "HIS": f"{_BACKBONE}; {_SIDE_CHAINS['HIP']}",
}

_PHOSPHATE: Final = "P OP1 OP2 O5'; O5' C5'; C5' C4' H5' H5''; C4' O4' C3' H4'; O4' C1'; C3' O3' C2' H3'; C2' C1' "
_RIBOSE: Final = _PHOSPHATE + "O2' H2'; O2' HO2'; C1' H1'; "
_DEOXYRIBOSE: Final = _PHOSPHATE + "H2' H2''; C1' H1'; "
_PURINE: Final = "C1' N9; N9 C8 C4; C8 N7 H8; N7 C5; C5 C6 C4; C6 N1; N1 C2; C2 N3; N3 C4; "
_PYRIMIDINE: Final = "C1' N1; N1 C2 C6; C2 O2 N3; N3 C4; C4 C5; C5 C6; C6 H6; "
_BASES: Final = {
    "A": _PURINE + "C6 N6; N6 H61 H62; C2 H2",
    "C": _PYRIMIDINE + "C4 N4; N4 H41 H42; C5 H5",
    "G": _PURINE + "C6 O6; N1 H1; C2 N2; N2 H21 H22",
    "I": _PURINE + "C6 O6; N1 H1; C2 H2",
    "T": _PYRIMIDINE + "N3 H3; C4 O4; C5 C7; C7 H71 H72 H73",
    "U": _PYRIMIDINE + "N3 H3; C4 O4; C5 H5",
}
_NUCLEIC: Final = {
    **{base: _RIBOSE + atoms for base, atoms in _BASES.items()},
    **{f"D{base}": _DEOXYRIBOSE + atoms for base, atoms in _BASES.items()},
}
_CAPS: Final = {
    "ACE": "C O CH3; CH3 H1 H2 H3",
    "NME": "N C H; C H1 H2 H3",
    "WAT": "O H1 H2",
}
_IONS: Final = ("Br-", "Cl-", "Cs+", "F-", "I-", "K+", "Li+", "Na+", "Rb+", "Ca2+", "Mg2+", "Zn2+")

TEMPLATE_NAMES: Final = frozenset({*_AMINO, *_NUCLEIC, *_CAPS, *(name.upper() for name in _IONS)})
"""Residue names that have a template."""

_N_TERMINUS: Final = {"PRO": "N H2 H3"}
_N_TERMINUS_DEFAULT: Final = "N H1 H2 H3"
_C_TERMINUS: Final = "C OXT"


@dataclass(frozen=True, slots=True)
class ChainLink:
    """Atoms of a residue that are joined to the residue before and after it; "" where there is none."""

    before: str
    after: str


CHAIN_LINKS: Final = {
    **dict.fromkeys(_AMINO, ChainLink("N", "C")),
    **dict.fromkeys(_NUCLEIC, ChainLink("P", "O3'")),
    "ACE": ChainLink("", "C"),
    "NME": ChainLink("N", ""),
}
"""Link atoms by residue name."""


@lru_cache(maxsize=512)
def template(name: str, *, first: bool = False, last: bool = False) -> Template | None:
    """Return the neighbours of each atom of a standard residue.

    Parameters
    ----------
    name
        Residue name, upper case.
    first, last
        Whether the residue is the first or last of its run; one that is both
        counts as first.

    Returns
    -------
    Template or None
        None where the name has no template.
    """
    if name not in TEMPLATE_NAMES:
        return None
    if name in _AMINO:
        return _parse(_terminal_amino(name, first=first, last=last))
    if name in _NUCLEIC:
        end = "; O5' HO5'" if first else "; O3' HO3'" if last else ""
        return _parse(_NUCLEIC[name] + end)
    return _parse(_CAPS.get(name, ""))


def _terminal_amino(name: str, *, first: bool, last: bool) -> str:
    bonds = _AMINO[name]
    if first:
        without_amide = bonds.replace("N CA HN;", "N CA;").replace("N CA H;", "N CA;")
        return f"{without_amide}; {_N_TERMINUS.get(name, _N_TERMINUS_DEFAULT)}"
    return f"{bonds}; {_C_TERMINUS}" if last else bonds


def _parse(text: str) -> Template:
    neighbours: dict[str, list[str]] = {}
    for line in text.split(";"):
        if not line.strip():
            continue
        atom, *others = line.split()
        for other in others:
            neighbours.setdefault(atom, []).append(other)
            neighbours.setdefault(other, []).append(atom)
    return {atom: tuple(names) for atom, names in neighbours.items()}
