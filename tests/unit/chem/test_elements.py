"""Symbols, radii, metals, and which element a PDB line means."""

from __future__ import annotations

import pytest

from misi_viewer.chem.elements import COVALENT_RADII, METAL, SYMBOLS, atomic_number, is_metal
from misi_viewer.chem.pdb_elements import ElementReader, element_from_name


@pytest.mark.parametrize(
    ("symbol", "number"),
    [("H", 1), ("D", 1), ("T", 1), ("C", 6), ("zn", 30), ("ZN", 30), ("Og", 118), ("X", 0), ("", 0), ("LP", 0)],
)
def test_symbols(symbol: str, number: int) -> None:
    assert atomic_number(symbol) == number


@pytest.mark.parametrize(
    ("symbol", "radius"),
    [("H", 0.23), ("C", 0.68), ("O", 0.68), ("P", 1.05), ("S", 1.02), ("Zn", 1.45), ("I", 1.40), ("Am", 1.51),
     ("Cm", 0.0), ("Xe", 0.0)],
)  # fmt: skip
def test_radii(symbol: str, radius: float) -> None:
    assert COVALENT_RADII[atomic_number(symbol)] == radius


METALS = "Li Be Na Mg Al K Ca Fe Zn Ga Ge Rb Ag Cd Sn Sb Cs La Hg Pb Bi Po Fr U Lr"
OTHERS = "H He B C N O F Ne Si P S Cl Ar As Se Br Kr Te I Xe At Rn Rf"


def test_metals() -> None:
    assert all(is_metal(atomic_number(symbol)) for symbol in METALS.split())
    assert not any(is_metal(atomic_number(symbol)) for symbol in OTHERS.split())
    assert METAL.sum() == 2 + 3 + 14 + 15 + 30 + 17
    assert len(SYMBOLS) == len(COVALENT_RADII) == 119


@pytest.mark.parametrize(
    ("columns", "symbol"),
    [
        (" CA ", "C"),
        ("CA  ", "Ca"),
        ("HG21", "H"),
        ("HG  ", "Hg"),
        ("1HB ", "H"),
        (" D  ", "H"),
        ("ZN  ", "Zn"),
        (" ZN ", ""),
        ("FE  ", "Fe"),
        ("C1  ", "C"),
        ("AC1 ", "C"),
        ("TC1 ", "C"),
        (" W  ", "W"),
        ("QC  ", "C"),
    ],
)
def test_element_from_the_name_columns(columns: str, symbol: str) -> None:
    assert SYMBOLS[element_from_name(columns)] == symbol


@pytest.mark.parametrize(
    ("lines", "symbols"),
    [
        # element columns are believed even when wrong
        ([(" H1 ", " O"), (" CA ", "CA")], ["O", "Ca"]),
        # a metal's symbol one column too far right: Babel-style from there on
        ([(" N  ", " N"), ("ZN  ", " Z"), (" H1 ", " O"), ("Cl1 ", "XX"), ("CL1 ", "CL")], ["N", "Zn", "H", "Cl", "C"]),
        # " N" for sodium is nitrogen and no reason to change
        ([("NA  ", " N"), (" H1 ", " O")], ["N", "O"]),
        # names that begin with A or Q after a blank, or LP, do not switch
        ([(" A1 ", ""), (" H1 ", " O")], ["", "O"]),
        ([("LP1 ", ""), (" H1 ", " O")], ["P", "O"]),
        # a digit first is read again at the end, from the first two characters
        ([("XX  ", "XX"), ("1HB ", "")], ["", "H"]),
    ],
)
def test_elements_line_by_line(lines: list[tuple[str, str]], symbols: list[str]) -> None:
    reader = ElementReader()
    numbers = [reader.element(raw, columns) for raw, columns in lines]
    numbers = [number or reader.retry(raw) for number, (raw, _) in zip(numbers, lines, strict=True)]
    assert [SYMBOLS[number] for number in numbers] == symbols
