"""The V3000 connection table of SDF and MOL files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from misi_viewer.chem.sdf_record import AtomRow, BondRow, Record, whole_number

__all__ = ["read_v3000"]

_MARK: Final = "M  V30 "


def read_v3000(record: Record, start: int) -> tuple[list[AtomRow], list[BondRow]]:
    """Read atoms and bonds; bonds refer to atoms counted from 0.

    Raises
    ------
    ReadError
        Where a block is cut short or a row cannot be understood.
    """
    blocks = _blocks(record, start)
    if "ATOM" not in blocks:
        raise record.error("the V3000 table has no atom block; it is cut short", record.last)
    row_of: dict[int, int] = {}
    atoms: list[AtomRow] = []
    for place, words in blocks["ATOM"]:
        index = whole_number(words[0])
        if index is None or len(words) < 5:
            raise record.error("an atom needs an index, an element, x, y and z, and this line has fewer", place)
        row_of[index] = len(atoms)
        atoms.append(AtomRow((words[2], words[3], words[4]), words[1], _charge(words[5:]), place))
    bonds = []
    for place, words in blocks.get("BOND", []):
        values = [whole_number(word) for word in words[1:4]]
        if len(values) < 3 or values[1] is None or values[2] is None:
            raise record.error("a bond needs an index, an order and two atoms, and this line has fewer", place)
        ends = [row_of.get(value) for value in (values[1], values[2])]
        if ends[0] is None or ends[1] is None:
            raise record.error(f"the bond names atoms {values[1]} and {values[2]}, not both of them there", place)
        bonds.append(BondRow(ends[0], ends[1], values[0] or 0, place))
    _check_counts(record, blocks, len(atoms), len(bonds))
    return atoms, bonds


Rows = list[tuple[int, list[str]]]


def _blocks(record: Record, start: int) -> dict[str, Rows]:
    """Return the rows of each innermost block; what stands in no block is under ""."""
    blocks: dict[str, Rows] = {"": []}
    opened: list[str] = []
    for place, text in _joined(record.lines, start):
        words = text.split()
        if not words:
            continue
        if words[0] == "BEGIN" and len(words) > 1:
            opened.append(words[1])
            blocks.setdefault(words[1], [])
        elif words[0] == "END":
            if opened:
                opened.pop()
        else:
            blocks.setdefault(opened[-1] if opened else "", []).append((place, words))
    if opened:
        raise record.error(f"the V3000 block {opened[-1]} has no end; the file is cut short", record.last)
    return blocks


def _joined(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    """Yield V3000 lines, those that end in a hyphen joined with the next."""
    held = ""
    for place, line in enumerate(lines[start:], start):
        if not line.startswith(_MARK):
            continue
        text = held + line[len(_MARK) :].rstrip()
        if text.endswith("-"):
            held = text[:-1]
        else:
            held = ""
            yield place, text


def _charge(words: list[str]) -> int:
    for word in words:
        if word.startswith("CHG="):
            return whole_number(word[4:]) or 0
    return 0


def _check_counts(record: Record, blocks: dict[str, Rows], atoms: int, bonds: int) -> None:
    for place, words in blocks.get("CTAB", []):
        if words[0] == "COUNTS" and words[1:3] != [str(atoms), str(bonds)]:
            declared = " and ".join(words[1:3])
            raise record.error(f"{declared} atoms and bonds are declared but {atoms} and {bonds} are there", place)
