"""PDB files: records to an atom table (spec readers.md section 1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.atom_table import AtomTable
from misi_viewer.chem.coordinates import parse_coordinates
from misi_viewer.chem.finish import finish
from misi_viewer.chem.pdb_elements import AUTODOCK_ELEMENTS, ElementReader
from misi_viewer.chem.polymers import STANDARD_RESIDUES, polymer_kind
from misi_viewer.chem.runs import mark_start
from misi_viewer.chem.source import Source
from misi_viewer.chem.structure import Structure
from misi_viewer.errors import ReadError

__all__ = ["read_pdb"]

_ATOM_RECORDS: Final = ("ATOM ", "HETATM")
_COORDINATES_END: Final = 54
_HYBRID_BASE: Final = 10 * 36**3
"""What "A000" is short of in base 36 so that it reads 10000 (hybrid-36 numbering)."""

ResidueId = tuple[str, int, str]
"""Chain, number, insertion code."""


@dataclass(slots=True)
class _Model:
    """Lines of one model: atoms with their line numbers, and before which of them a TER stood."""

    atoms: list[str] = field(default_factory=list)
    line_numbers: list[int] = field(default_factory=list)
    breaks: set[int] = field(default_factory=set)


@dataclass(slots=True)
class _Section:
    """Everything up to an END record: models, and the records that hold for all of them."""

    models: list[_Model] = field(default_factory=lambda: [_Model()])
    conect: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    modified: list[str] = field(default_factory=list)


def read_pdb(source: Source) -> Iterator[Structure]:
    """Read the models of a PDB (or PDBQT) file one after the other, bonds made.

    Raises
    ------
    ReadError
        Where there are no atoms or an atom line cannot be understood.
    """
    sections = _sections(source)
    models = [(section, model) for section in sections for model in section.models if model.atoms]
    if not models:
        raise ReadError(source.path, "no ATOM or HETATM lines; this is not a PDB file of atoms")
    _refuse_cut_line(source, models[-1][1])
    autodock = source.suffix == ".pdbqt"
    for number, (section, model) in enumerate(models, 1):
        name = source.stem if len(models) == 1 else f"{source.stem} {number}"
        yield finish(_Reader(source, section, model, name, autodock=autodock).table(), source.path)


def _sections(source: Source) -> list[_Section]:
    section = _Section()
    sections = [section]
    model = section.models[0]
    for number, line in enumerate(source.lines, 1):
        record = line[:6]
        if record.startswith(_ATOM_RECORDS):
            model.atoms.append(line)
            model.line_numbers.append(number)
        elif record == "CONECT":
            section.conect.append(line)
        elif record[:3] == "TER" and not record[3:].strip():
            model.breaks.add(len(model.atoms))
        elif record in ("ENDMDL", "MODEL ", "MODEL"):
            model = _Model()
            section.models.append(model)
        elif record.rstrip() == "END":
            section = _Section()
            sections.append(section)
            model = section.models[0]
        elif record in ("LINK  ", "SSBOND"):
            section.links.append(line)
        elif record == "MODRES":
            section.modified.append(line)
        elif record.startswith("ATOM\t"):
            problem = "tabs stand in this atom line; columns count in PDB files, so write blanks"
            raise ReadError(source.path, problem, number)
    return sections


def _refuse_cut_line(source: Source, model: _Model) -> None:
    """Raise where the file ends in the middle of an atom line."""
    last = model.atoms[-1]
    if model.line_numbers[-1] != len(source.lines):
        return
    others = min((len(line.rstrip()) for line in model.atoms[:-1]), default=_COORDINATES_END)
    if len(last.rstrip()) < others:
        problem = "the file ends in the middle of an atom line; it is cut short, fetch it again"
        raise ReadError(source.path, problem, model.line_numbers[-1])


class _Reader:
    """Makes the atom table of one model."""

    def __init__(self, source: Source, section: _Section, model: _Model, name: str, *, autodock: bool) -> None:
        self._source = source
        self._section = section
        self._model = model
        self._autodock = autodock
        self._table = AtomTable(name)
        self._modified = _modified_residues(section.modified)
        self._long_chains = _two_letter_chains(model.atoms)
        self._elements = ElementReader()
        self._raw_names: list[str] = []
        self._stretch: dict[str, int] = {}

    def table(self) -> AtomTable:
        """Return the table, read in one go."""
        table = self._table
        for name, parent in self._modified.values():
            if kind := polymer_kind(parent):
                table.polymer_names.setdefault(name, kind)
        self._read_positions()
        self._read_atoms()
        for row, number in enumerate(table.elements):
            if number == 0:
                table.elements[row] = self._elements.retry(self._raw_names[row])
        self._read_bonds()
        return table

    def _read_positions(self) -> None:
        lines = self._model.atoms
        texts = [(line[30:38], line[38:46], line[46:54]) for line in lines]
        self._table.positions = parse_coordinates(self._source.path, texts, self._model.line_numbers)
        self._table.occupancies = _column([line[54:60] for line in lines], 1.0)
        self._table.b_factors = _column([line[60:66] for line in lines], 0.0)

    def _read_atoms(self) -> None:
        """Walk the atom lines once: residues, alternative positions, elements."""
        table, model = self._table, self._model
        key = ""
        residue = -1
        only_one: dict[tuple[int, str], int | None] = {}
        for position, line in enumerate(model.atoms):
            after_break = position in model.breaks
            if line[17:27] != key or after_break:
                key = line[17:27]
                residue = self._residue(line, position, residue, after_break=after_break)
            raw_name = line[12:16]
            name = raw_name.replace(" ", "").replace("*", "'")
            letter = line[16:17]
            if letter not in ("", " ") and (row := only_one.get((residue, name))) is not None:
                table.alternatives.setdefault(row, {})[letter] = position
                table.position_of_atom[row] = position
                continue
            row = table.add(name, self._element(raw_name, line), residue, position)
            only_one[residue, name] = None if (residue, name) in only_one else row
            self._raw_names.append(raw_name)
            if letter not in ("", " "):
                table.alternatives[row] = {letter: position}
            if len(line) > 78 and (charge := _charge(line[78:80])):
                table.formal_charges[row] = charge

    def _element(self, raw_name: str, line: str) -> int:
        if self._autodock and (number := AUTODOCK_ELEMENTS.get(line[77:79].strip())):
            return number
        return self._elements.element(raw_name, line[76:78])

    def _residue(self, line: str, position: int, current: int, *, after_break: bool) -> int:
        """Return the residue row of an atom line whose residue columns differ from the line before."""
        residues = self._table.residues
        chain, name = line[21:22] or " ", line[17:21]
        if (letter := self._long_chains.get(chain)) is not None:
            chain, name = letter + chain.strip(), name[:3]
        name = name.replace(" ", "").upper()
        number, insertion_code = self._number(line, position)
        hetero = line[:6] == "HETATM"
        same_place = (
            current >= 0
            and not after_break
            and (chain, number, insertion_code)
            == (residues.chains[current], residues.numbers[current], residues.insertion_codes[current])
        )
        if same_place:
            if name == residues.names[current] or (hetero and residues.names[current] in STANDARD_RESIDUES):
                return current
            if line[16:17] != " " and name in self._stretch:
                return self._stretch[name]
        else:
            self._stretch = {}
        row = residues.add(name, number, insertion_code, chain, hetero=hetero, start=True)
        if (chain, number, insertion_code) in self._modified:
            residues.modified.add(row)
        mark_start(self._table, row, after_break=after_break)
        self._stretch[name] = row
        return row

    def _number(self, line: str, position: int) -> tuple[int, str]:
        text, code = line[22:26].strip(), line[26:27].strip().upper()
        if code.isdigit() and code.isascii():
            text, code = text + code, ""
        try:
            return (int(text) if text else 0), code
        except ValueError:
            pass
        if len(text) == 4 and text[0].isalpha() and text.isalnum() and text.isascii() and text.isupper():
            return int(text, 36) - _HYBRID_BASE + 10000, code
        problem = f'the residue number is "{text}"; columns 23 to 26 of an atom line hold a whole number'
        raise ReadError(self._source.path, problem, self._model.line_numbers[position])

    def _read_bonds(self) -> None:
        table, section = self._table, self._section
        if section.conect:
            rows = _rows_by_serial(self._model.atoms, table)
            for line in section.conect:
                serials = [_serial(line[i : i + 5]) for i in range(6, 31, 5)]
                first = rows.get(serials[0])
                if first is None:
                    continue
                table.connected.add(first)
                partners = (rows.get(serial) for serial in serials[1:] if serial)
                table.bonds.extend((first, row) for row in partners if row is not None and row != first)
        for line in section.links:
            pair = self._link(line)
            if pair is not None:
                table.links.append(pair)

    def _link(self, line: str) -> tuple[int, int] | None:
        """Return the atoms that a LINK or SSBOND record joins within one asymmetric unit."""
        if line[59:65].strip() != line[66:72].strip():
            return None
        if line.startswith("SSBOND"):
            ends = ("SG", line[15:16], line[17:22]), ("SG", line[29:30], line[31:36])
        else:
            ends = (line[12:16], line[21:22], line[22:27]), (line[42:46], line[51:52], line[52:57])
        rows = [self._find(name.replace(" ", "").replace("*", "'"), chain, place) for name, chain, place in ends]
        if rows[0] is None or rows[1] is None or rows[0] == rows[1]:
            return None
        return rows[0], rows[1]

    def _find(self, name: str, chain: str, place: str) -> int | None:
        try:
            number = int(place[:4])
        except ValueError:
            return None
        identifier = (self._long_chains.get(chain, "") + chain, number, place[4:5].strip().upper())
        table = self._table
        atoms = (atom for row in self._rows_at.get(identifier, ()) for atom in table.residues.atoms[row])
        return next((atom for atom in atoms if table.names[atom] == name), None)

    @cached_property
    def _rows_at(self) -> dict[ResidueId, list[int]]:
        """Residue rows by place, for records that name residues."""
        residues = self._table.residues
        rows: dict[ResidueId, list[int]] = {}
        for row, place in enumerate(zip(residues.chains, residues.numbers, residues.insertion_codes, strict=True)):
            rows.setdefault(place, []).append(row)
        return rows


def _column(texts: list[str], default: float) -> NDArray[np.float32]:
    try:
        values = np.array(texts, dtype=np.float64)
    except ValueError:
        values = np.array([_float(text, default) for text in texts])
    values = np.where(np.isfinite(values), np.clip(values, -1e9, 1e9), default)
    return values.astype(np.float32)


def _float(text: str, default: float) -> float:
    try:
        return float(text)
    except ValueError:
        return default


def _charge(columns: str) -> int:
    """Read a charge such as ``2+`` or ``-1``; 0 where the columns hold none."""
    digits, sign = columns.strip("+- "), columns.strip(" 0123456789")
    if sign not in ("+", "-") or not digits.isdigit() or not digits.isascii():
        return 0
    return int(digits) if sign == "+" else -int(digits)


def _serial(text: str) -> str:
    return text.strip().lstrip("0")


def _rows_by_serial(lines: list[str], table: AtomTable) -> dict[str, int]:
    """Map serial numbers, as written (decimal, hexadecimal or hybrid-36), to atoms; the last of equal ones counts."""
    row_of_position = {position: row for row, position in enumerate(table.position_of_atom)}
    for row, places in table.alternatives.items():
        row_of_position.update(dict.fromkeys(places.values(), row))
    return {
        _serial(line[6:12] if line[11:12].isdigit() else line[6:11]): row_of_position[position]
        for position, line in enumerate(lines)
        if position in row_of_position
    }


def _two_letter_chains(lines: list[str]) -> dict[str, str]:
    """Return, by chain column, the letter after the residue name where it is the same all along the chain."""
    letters: dict[str, set[str]] = {}
    for line in lines:
        letters.setdefault(line[21:22], set()).add(line[20:21])
    return {
        chain: next(iter(found)) for chain, found in letters.items() if len(found) == 1 and next(iter(found)).isalpha()
    }


def _modified_residues(lines: list[str]) -> dict[ResidueId, tuple[str, str]]:
    """Return modified and standard residue name by place, from MODRES records."""
    found: dict[ResidueId, tuple[str, str]] = {}
    for line in lines:
        try:
            number = int(line[18:22])
        except ValueError:
            continue
        name, parent = line[12:15].strip().upper(), line[24:27].strip().upper()
        found[line[16:17], number, line[22:23].strip().upper()] = (name, parent)
    return found
