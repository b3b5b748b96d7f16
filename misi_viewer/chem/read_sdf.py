"""SDF and MOL, V2000 and V3000 (spec readers.md section 8): atoms and bonds as listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from misi_viewer.chem.coordinates import parse_coordinates
from misi_viewer.chem.elements import SYMBOLS, atomic_number
from misi_viewer.chem.read_v3000 import read_v3000
from misi_viewer.chem.sdf_record import AtomRow, BondRow, Record, whole_number
from misi_viewer.chem.source import Source
from misi_viewer.chem.structure import Residues, Structure
from misi_viewer.errors import ReadError

__all__ = ["read_sdf"]

_END_OF_RECORD: Final = "$$$$"
_COUNTS_LINE: Final = 3
_HEADER_SEARCH: Final = 6
_RESIDUE: Final = "UNL"
_DUMMY_SYMBOLS: Final = frozenset({"*", "R", "R#", "A", "Q", "X", "L", "LP", "M", "AH", "QH", "XH", "MH", "DU", "POL"})
"""Query atoms, attachment points, lone pairs: no elements, left out."""
_CHARGE_CODES: Final = {1: 3, 2: 2, 3: 1, 5: -1, 6: -2, 7: -3}
_KNOWN_ORDERS: Final = (1, 2, 3, 4)


def read_sdf(source: Source) -> Iterator[Structure]:
    """Read the records of an SDF or MOL file one after the other.

    Raises
    ------
    ReadError
        Where counts, atoms or bonds are not what the format says.
    """
    record = None
    for record in _records(source):
        yield _structure(source, record)
    if record is None:
        raise ReadError(source.path, "no molecule in this file")


def _records(source: Source) -> Iterator[Record]:
    lines = source.lines
    start = 0
    for number, line in enumerate([*lines, _END_OF_RECORD]):
        if line.startswith(_END_OF_RECORD):
            if any(text.strip() for text in lines[start:number]):
                yield Record(source.path, lines[start:number], start + 1, closed=number < len(lines))
            start = number + 1


def _counts_line(record: Record) -> int:
    """Return the place of the counts line: the fourth, or where a broken header has put it."""
    lines = record.lines
    places: list[int] = [_COUNTS_LINE, *range(_HEADER_SEARCH)]
    for place in places:
        if place < len(lines) and lines[place].rstrip().endswith(("V2000", "V3000")):
            return place
    if len(lines) <= _COUNTS_LINE:
        raise record.error("the file ends before the counts line (the fourth); it is cut short", record.last)
    return _COUNTS_LINE


@dataclass(slots=True)
class _Molecule:
    atoms: list[AtomRow] = field(default_factory=list)
    bonds: list[BondRow] = field(default_factory=list)


def _structure(source: Source, record: Record) -> Structure:
    place = _counts_line(record)
    if "V3000" in record.lines[place]:
        molecule = _Molecule(*read_v3000(record, place + 1))
    else:
        molecule = _read_v2000(record, place)
    title = record.lines[0].strip() if place > 0 else ""
    return _build(record, molecule, title or source.stem)


def _read_v2000(record: Record, place: int) -> _Molecule:
    line = record.lines[place]
    atom_count, bond_count = _counts(line[0:3], line[3:6]) or _counts(*(*line.split(), "", "")[:2]) or (-1, -1)
    if atom_count < 0 or bond_count < 0:
        raise record.error("the numbers of atoms and bonds are expected here; this is not an SDF or MOL file", place)
    first_bond = place + 1 + atom_count
    rest = first_bond + bond_count
    lines = record.lines
    if rest > len(lines) - (not record.closed):
        problem = (
            f"{atom_count} atoms and {bond_count} bonds are declared but the molecule ends before; it is cut short"
        )
        raise record.error(problem, record.last)
    atoms = [_v2000_atom(record, number) for number in range(place + 1, first_bond)]
    bonds = [_v2000_bond(record, number) for number in range(first_bond, rest)]
    _apply_charges(record, rest, atoms)
    return _Molecule(atoms, bonds)


def _counts(atoms: str, bonds: str) -> tuple[int, int] | None:
    atom_count, bond_count = whole_number(atoms), whole_number(bonds)
    return None if atom_count is None or bond_count is None else (atom_count, bond_count)


def _v2000_atom(record: Record, number: int) -> AtomRow:
    line = record.lines[number]
    fields, symbol = (line[0:10], line[10:20], line[20:30]), line[31:34].strip()
    if not symbol or symbol[0].isdigit():
        words = line.split()
        if len(words) < 4:
            raise record.error("an atom needs x, y, z and an element, and this line has fewer", number)
        fields, symbol = (words[0], words[1], words[2]), words[3]
    code = whole_number(line[36:39])
    return AtomRow(fields, symbol, _CHARGE_CODES.get(code or 0, 0), number)


def _v2000_bond(record: Record, number: int) -> BondRow:
    line = record.lines[number]
    values = [whole_number(line[i : i + 3]) for i in (0, 3, 6)]
    if None in values:
        values = [whole_number(word) for word in line.split()[:3]]
    first, second, order = (*values, None, None, None)[:3]
    if first is None or second is None:
        raise record.error("two atom numbers of a bond are expected here; the counts line is wrong", number)
    return BondRow(first - 1, second - 1, order or 0, number)


def _apply_charges(record: Record, start: int, atoms: list[AtomRow]) -> None:
    """Let ``M  CHG`` lines replace the charges of the atom block."""
    lines = [line for line in record.lines[start:] if line.startswith("M  CHG")]
    if not lines:
        return
    atoms[:] = [atom._replace(charge=0) for atom in atoms]
    for line in lines:
        values = [whole_number(word) for word in line.split()[3:]]
        for number, charge in zip(values[::2], values[1::2], strict=False):
            if number is not None and charge is not None and 0 < number <= len(atoms):
                atoms[number - 1] = atoms[number - 1]._replace(charge=charge)


def _elements(record: Record, atoms: Sequence[AtomRow]) -> list[int]:
    elements = []
    for atom in atoms:
        number = atomic_number(atom.symbol)
        symbol = atom.symbol.upper()
        if not number and symbol.rstrip("0123456789") not in _DUMMY_SYMBOLS:
            raise record.error(f'"{atom.symbol[:12]}" is no element', atom.line)
        elements.append(number)
    return elements


def _bonds(record: Record, molecule: _Molecule, row_of: dict[int, int]) -> dict[tuple[int, int], int]:
    """Return order by pair of kept atoms, in the order listed."""
    bonds: dict[tuple[int, int], int] = {}
    count = len(molecule.atoms)
    for bond in molecule.bonds:
        for end in (bond.first, bond.second):
            if not 0 <= end < count:
                raise record.error(f"the bond names atom {end + 1}, and there are {count} atoms", bond.line)
        if bond.first == bond.second:
            raise record.error(f"the bond joins atom {bond.first + 1} to itself", bond.line)
        first, second = row_of.get(bond.first), row_of.get(bond.second)
        if first is None or second is None or (second, first) in bonds:
            continue
        bonds.setdefault((first, second), bond.order if bond.order in _KNOWN_ORDERS else 0)
    return bonds


def _build(record: Record, molecule: _Molecule, name: str) -> Structure:
    numbers = _elements(record, molecule.atoms)
    kept = [row for row, number in enumerate(numbers) if number]
    if not kept:
        raise record.error("the molecule has no atoms", 0)
    bonds = _bonds(record, molecule, {row: new for new, row in enumerate(kept)})
    atoms = [molecule.atoms[row] for row in kept]
    lines = [record.line_number(atom.line) for atom in atoms]
    return Structure(
        name=name,
        coordinates=parse_coordinates(record.path, [atom.fields for atom in atoms], lines),
        elements=np.array([numbers[row] for row in kept], dtype=np.uint8),
        names=np.array(_names([numbers[row] for row in kept]), dtype=np.str_),
        residue_of_atom=np.zeros(len(kept), dtype=np.int32),
        residues=Residues(
            names=np.array([_RESIDUE]),
            numbers=np.array([1], dtype=np.int32),
            insertion_codes=np.array([""], dtype="U1"),
            chains=np.array([" "]),
            hetero=np.array([True]),
        ),
        bonds=np.array(list(bonds), dtype=np.int32).reshape(-1, 2),
        bond_orders=np.array(list(bonds.values()), dtype=np.uint8),
        occupancies=np.ones(len(kept), dtype=np.float32),
        b_factors=np.zeros(len(kept), dtype=np.float32),
        formal_charges=np.array([max(-99, min(99, atom.charge)) for atom in atoms], dtype=np.int8),
    )


def _names(numbers: Sequence[int]) -> list[str]:
    """Name atoms by element and running number: C1, C2, N1."""
    counts: dict[int, int] = {}
    names = []
    for number in numbers:
        counts[number] = counts.get(number, 0) + 1
        names.append(f"{SYMBOLS[number]}{counts[number]}")
    return names
