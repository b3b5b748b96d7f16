"""Tripos MOL2 (spec readers.md section 7): atoms, residues and bonds as the file lists them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from misi_viewer.chem.coordinates import parse_coordinates
from misi_viewer.chem.elements import atomic_number
from misi_viewer.chem.source import Source
from misi_viewer.chem.structure import Residues, Structure
from misi_viewer.errors import ReadError

__all__ = ["read_mol2", "read_mol2_atoms"]

_MARK: Final = "@<TRIPOS>"
_BOND_ORDERS: Final = {"1": 1, "2": 2, "3": 3, "ar": 4, "am": 1}
_UNNAMED_RESIDUE: Final = "UNL"
_NO_CHAIN: Final = "****"
_SUBSTRUCTURE_INTEGERS: Final = (0, 2, 4, 7)
"""Fields of a SUBSTRUCTURE row that are whole numbers: id, root atom, dictionary type, links between substructures."""


@dataclass(slots=True)
class _Record:
    """One molecule's sections: for each, rows of (line number, text) without blanks and comments."""

    line: int
    head: list[tuple[int, str]] = field(default_factory=list)
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Head:
    name: str
    atoms: int
    bonds: int
    substructures: int


def read_mol2(source: Source) -> Iterator[Structure]:
    """Read the molecules of a MOL2 file one after the other.

    Raises
    ------
    ReadError
        Where counts, atoms or bonds are not what the format says.
    """
    for record in _records(source):
        yield _read_molecule(source, record, with_bonds=True)


def read_mol2_atoms(source: Source) -> Structure:
    """Read the atoms alone of the first molecule, for a file whose bonds are broken."""
    return _read_molecule(source, _records(source)[0], with_bonds=False)


def _records(source: Source) -> list[_Record]:
    records: list[_Record] = []
    rows: list[tuple[int, str]] | None = None
    for number, line in enumerate(source.lines, 1):
        if line.startswith(_MARK):
            section = line[len(_MARK) :].strip().upper()
            if section == "MOLECULE":
                records.append(_Record(number))
                rows = records[-1].head
            else:
                rows = records[-1].sections.setdefault(section, []) if records else None
        elif rows is not None and not line.startswith("#"):
            in_head = bool(records) and rows is records[-1].head
            if in_head or line.strip():
                rows.append((number, line))
    if not records:
        raise ReadError(source.path, "no @<TRIPOS>MOLECULE section; this is not a MOL2 file")
    return records


def _read_head(source: Source, record: _Record) -> _Head:
    if len(record.head) < 2:
        raise ReadError(source.path, "the MOLECULE section ends before its counts; the file is cut short", record.line)
    name = record.head[0][1].strip()
    number, line = record.head[1]
    try:
        counts = [int(word) for word in line.split()[:3]]
    except ValueError:
        counts = []
    if len(counts) < 2 or min(counts) < 0:
        raise ReadError(source.path, "the numbers of atoms and bonds are expected here", number)
    atoms, bonds, substructures = (*counts, 0)[:3]
    return _Head(name, atoms, bonds, substructures)


def _rows(source: Source, record: _Record, section: str, count: int) -> list[tuple[int, str]]:
    rows = record.sections.get(section, [])
    if len(rows) == count:
        return rows
    place = rows[-1][0] if rows else record.line
    things = "atoms" if section == "ATOM" else "bonds"
    advice = "the file is cut short or its counts are wrong; write it again"
    raise ReadError(source.path, f"{count} {things} are declared but {len(rows)} are there; {advice}", place)


def _read_molecule(source: Source, record: _Record, *, with_bonds: bool) -> Structure:
    head = _read_head(source, record)
    rows = _rows(source, record, "ATOM", head.atoms)
    if not rows:
        raise ReadError(source.path, "the molecule has no atoms", record.line)
    fields = [line.split() for _, line in rows]
    for (number, _), words in zip(rows, fields, strict=True):
        if len(words) < 6:
            raise ReadError(source.path, "an atom needs id, name, x, y, z and type, and this line has fewer", number)
    _refuse_shifted_columns(source, rows, fields)
    coordinates = parse_coordinates(source.path, [(*words[2:5],) for words in fields], [number for number, _ in rows])
    substructures = _substructures(record.sections.get("SUBSTRUCTURE", [])[: head.substructures])
    residues, residue_of_atom = _residues(fields, substructures)
    bonds, orders = _bonds(source, record, head, fields) if with_bonds else ([], [])
    return Structure(
        name=head.name if head.name.strip("*") else source.stem,
        coordinates=coordinates,
        elements=np.array([_element(words[5]) for words in fields], dtype=np.uint8),
        names=np.array([words[1] for words in fields], dtype=np.str_),
        residue_of_atom=np.array(residue_of_atom, dtype=np.int32),
        residues=residues,
        bonds=np.array(bonds, dtype=np.int32).reshape(-1, 2),
        bond_orders=np.array(orders, dtype=np.uint8),
        occupancies=np.ones(len(fields), dtype=np.float32),
        b_factors=np.zeros(len(fields), dtype=np.float32),
        formal_charges=np.zeros(len(fields), dtype=np.int8),
    )


def _refuse_shifted_columns(source: Source, rows: Sequence[tuple[int, str]], fields: Sequence[Sequence[str]]) -> None:
    """Raise where a coordinate stands in the place of a type, which no type can look like."""
    for place, ((number, _), words) in enumerate(zip(rows, fields, strict=True), 1):
        if words[5][0] in "-+.0123456789":
            problem = f'the type of atom {place} is "{words[5][:20]}"; an atom\'s name must not hold blanks'
            raise ReadError(source.path, problem, number)


def _element(sybyl_type: str) -> int:
    """Return the atomic number of a SYBYL type, or of a GAFF type (lower case, no dot)."""
    symbol, dot, _ = sybyl_type.partition(".")
    if not dot and len(symbol) > 1 and symbol.islower():
        symbol = symbol[0]
    return atomic_number(symbol)


def _integer(word: str) -> int | None:
    try:
        return int(word)
    except ValueError:
        return None


def _substructures(rows: Sequence[tuple[int, str]]) -> dict[int, tuple[str, int, str]]:
    """Return (residue name, number, chain) by substructure id; a spoiled row ends the section."""
    found: dict[int, tuple[str, int, str]] = {}
    for _, line in rows:
        words = line.split()
        if len(words) < 2 or any(_integer(words[i]) is None for i in _SUBSTRUCTURE_INTEGERS if i < len(words)):
            break
        key = number = int(words[0])
        name = words[1]
        chain = words[5] if len(words) > 5 and words[5] != _NO_CHAIN else " "
        kind = words[6] if len(words) > 6 else ""
        if kind and kind in name:
            trailing = _integer(name[name.index(kind) + len(kind) :])
            name, number = kind, number if trailing is None else trailing
        found[key] = (name, _clipped(number), chain)
    return found


def _clipped(number: int) -> int:
    """Keep a residue number within 32 bits."""
    return max(-(2**31), min(2**31 - 1, number))


def _residues(
    fields: Sequence[Sequence[str]], substructures: dict[int, tuple[str, int, str]]
) -> tuple[Residues, list[int]]:
    row_of: dict[int, int] = {}
    residue_of_atom = []
    for words in fields:
        key = _integer(words[6]) if len(words) > 6 else 1
        residue_of_atom.append(row_of.setdefault(1 if key is None else key, len(row_of)))
    table = [substructures.get(key, (_UNNAMED_RESIDUE, _clipped(key), " ")) for key in row_of]
    residues = Residues(
        names=np.array([name for name, _, _ in table], dtype=np.str_),
        numbers=np.array([number for _, number, _ in table], dtype=np.int32),
        insertion_codes=np.full(len(table), "", dtype="U1"),
        chains=np.array([chain for _, _, chain in table], dtype=np.str_),
        hetero=np.ones(len(table), dtype=np.bool_),
    )
    return residues, residue_of_atom


def _bonds(
    source: Source, record: _Record, head: _Head, fields: Sequence[Sequence[str]]
) -> tuple[list[tuple[int, int]], list[int]]:
    rows = [(number, line.split()) for number, line in _rows(source, record, "BOND", head.bonds)]
    for number, words in rows:
        if len(words) < 3:
            raise ReadError(source.path, "a bond needs an id and two atoms, and this line has fewer", number)
    row_of = _atom_numbers(fields, {word for _, words in rows for word in words[1:3]})
    made: dict[tuple[int, int], int] = {}
    for number, words in rows:
        first, second = row_of.get(words[1]), row_of.get(words[2])
        if first is None or second is None:
            missing = words[1] if first is None else words[2]
            raise ReadError(
                source.path, f"the bond names atom {missing[:12]}, which is not in the ATOM section", number
            )
        if first == second:
            raise ReadError(source.path, f"the bond joins atom {words[1][:12]} to itself", number)
        if (first, second) not in made and (second, first) not in made:
            made[first, second] = _BOND_ORDERS.get(words[3], 0) if len(words) > 3 else 0
    return list(made), list(made.values())


def _atom_numbers(fields: Sequence[Sequence[str]], used: set[str]) -> dict[str, int]:
    """Return atom rows by what bonds call them: the atoms' ids, or where those do not fit, running numbers.

    Some programs count the ids on from molecule to molecule, but not in the bonds.
    """
    by_id = {words[0]: row for row, words in enumerate(fields)}
    by_place = {str(row + 1): row for row in range(len(fields))}
    return by_place if used - by_id.keys() and used <= by_place.keys() else by_id
