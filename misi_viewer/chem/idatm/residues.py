"""Types by residue template (spec idatm.md section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["AMINO_LINKS", "NUCLEIC_LINKS", "TEMPLATES", "link_atoms", "template_types"]

AMINO_LINKS = frozenset({"N", "CA", "C"})
NUCLEIC_LINKS = frozenset({"O3'", "C3'", "C4'", "C5'", "O5'", "P"})


def _types(text: str) -> dict[str, str]:
    """Read "CG CD C3; NE Ng+": atom names, then the type that they share."""
    types: dict[str, str] = {}
    for group in text.split(";"):
        *names, idatm_type = group.split()
        types.update(dict.fromkeys(names, idatm_type))
    return types


_SIDE_CHAINS = {
    "ALA": "CB C3",
    "ARG": "CB CG CD C3; NE NH1 NH2 Ng+; CZ C2",
    "ASN": "CB C3; CG C2; OD1 O2; ND2 Npl",
    "ASP": "CB C3; CG Cac; OD1 OD2 O2-",
    "CYS": "CB C3; SG S3",
    "GLN": "CB CG C3; CD C2; OE1 O2; NE2 Npl",
    "GLU": "CB CG C3; CD Cac; OE1 OE2 O2-",
    "GLY": "CA C3",
    "HIS": "CB C3; CG CD2 CE1 Car; ND1 NE2 Npl",
    "HID": "CB C3; CG CD2 CE1 Car; ND1 Npl; NE2 N2",
    "HIE": "CB C3; CG CD2 CE1 Car; ND1 N2; NE2 Npl",
    "HIP": "CB C3; CG CD2 CE1 C2; ND1 NE2 Npl",
    "HYP": "CB CG CD C3; OD O3",
    "ILE": "CB CG1 CG2 CD1 C3",
    "LEU": "CB CG CD1 CD2 C3",
    "LYS": "CB CG CD CE C3; NZ N3+",
    "MET": "CB CG CE C3; SD S3",
    "MSE": "CB CG CE C3; SE Se",
    "PHE": "CB C3; CG CD1 CD2 CE1 CE2 CZ Car",
    "PRO": "CB CG CD C3",
    "SER": "CB C3; OG O3",
    "THR": "CB CG2 C3; OG1 O3",
    "TRP": "CB C3; CG CD1 CD2 CE2 CE3 CZ2 CZ3 CH2 Car; NE1 Npl",
    "TYR": "CB C3; CG CD1 CD2 CE1 CE2 CZ Car; OH O3",
    "VAL": "CB CG1 CG2 C3",
}
_BACKBONE = "N Npl; CA C3; C C2; O O2"

_BASES = {
    "A": "C2 C4 C5 C6 C8 Car; N1 N3 N7 N2; N6 N9 Npl",
    "C": "C2 C4 C5 C6 C2; O2 O2; N1 N4 Npl; N3 N2",
    "G": "C4 C5 C8 Car; C2 C6 C2; O6 O2; N1 N2 N9 Npl; N3 N7 N2",
    "T": "C2 C4 C5 C6 C2; O2 O4 O2; N1 N3 Npl; C7 C5M C3",
    "U": "C2 C4 C5 C6 C2; O2 O4 O2; N1 N3 Npl; C7 C5M C3",
}
_NUCLEIC = "P Pac; OP1 OP2 O1P O2P O3-; O2' O3' O4' O5' O3; C1' C2' C3' C4' C5' C3"

TEMPLATES: dict[str, dict[str, str]] = {
    "ACE": _types("C C2; O O2; CH3 C3"),
    "HOH": _types("O O3"),
    **{name: _types(f"{_BACKBONE}; {side_chain}") for name, side_chain in _SIDE_CHAINS.items()},
    **{name: _types(f"{_NUCLEIC}; {base}") for name, base in _BASES.items()},
    **{f"D{name}": _types(f"{_NUCLEIC}; {base}") for name, base in _BASES.items() if name != "U"},
}

_CARBOXYLATES = {"ASP": ("CG", "OD1", "OD2", "HD1", "HD2"), "GLU": ("CD", "OE1", "OE2", "HE1", "HE2")}


def link_atoms(name: str) -> frozenset[str]:
    """Return the atoms by which a residue of this template may hang in a chain."""
    if name in _SIDE_CHAINS:
        return AMINO_LINKS
    return NUCLEIC_LINKS if name.removeprefix("D") in _BASES else frozenset()


def template_types(name: str, atoms: Sequence[str], *, nitrogen_linked: bool) -> Mapping[str, str] | None:
    """Return the types by atom name for one residue.

    Parameters
    ----------
    name
        The residue's name.
    atoms
        The names of its atoms.
    nitrogen_linked
        Whether its N has a neighbour in another residue.

    Returns
    -------
    mapping or None
        None if there is no template of this name.
    """
    if name == "UNK" and AMINO_LINKS.issubset(atoms):
        name = "GLY"
    types = TEMPLATES.get(name)
    if types is None or name not in _SIDE_CHAINS:
        return types
    exceptions: dict[str, str] = {}
    if not nitrogen_linked:
        exceptions["N"] = "N3+"
    if "OXT" in atoms:
        exceptions.update({"C": "Cac", "O": "O2-", "OXT": "O2-"})
    if name in _CARBOXYLATES:
        exceptions.update(_protonated_acid(*_CARBOXYLATES[name], atoms))
    return {**types, **exceptions} if exceptions else types


def _protonated_acid(
    carbon: str, first: str, second: str, first_hydrogen: str, second_hydrogen: str, atoms: Sequence[str]
) -> dict[str, str]:
    if first_hydrogen in atoms:
        return {carbon: "C2", first: "O3", second: "O2"}
    if second_hydrogen in atoms:
        return {carbon: "C2", first: "O2", second: "O3"}
    return {}
