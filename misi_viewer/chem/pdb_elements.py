"""Which element a PDB atom line means (spec readers.md section 1, "Element")."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from misi_viewer.chem.elements import atomic_number

__all__ = ["AUTODOCK_ELEMENTS", "ElementReader", "element_from_name"]

_ONE_LETTER: Final = frozenset("HDTBCNOFPSKVYIWU")
_HEAVIEST: Final = 83
_RADIOACTIVE: Final = frozenset({43, 61})
"""Technetium and promethium: never meant by an atom name."""

AUTODOCK_ELEMENTS: Final = {
    "A": 6, "C": 6, "G": 6, "G0": 6, "G1": 6, "G2": 6, "G3": 6, "J": 6, "Z": 6,
    "HD": 1, "HS": 1, "N": 7, "NA": 7, "NS": 7, "OA": 8, "OS": 8, "S": 16, "SA": 16,
}  # fmt: skip
"""Atomic numbers of AutoDock atom types that are no element symbols."""


def _one_letter(letter: str) -> int:
    return atomic_number(letter) if letter in _ONE_LETTER else 0


@lru_cache(maxsize=4096)
def element_from_name(raw: str) -> int:
    """Return the atomic number that the four columns of an atom name stand for, 0 where none.

    Columns matter: ``" CA "`` is carbon and ``"CA  "`` calcium.
    """
    raw = raw.upper().ljust(4)
    if raw[0] == "H" and " " not in raw[:4]:
        return 1
    if raw[0] == " " or raw[0].isdigit():
        number = _one_letter(raw[1])
    elif raw[1].isalpha():
        number = atomic_number(raw[:2])
    else:
        number = _one_letter(raw[0])
    if (number == 0 or number > _HEAVIEST or number in _RADIOACTIVE) and raw[0] != " ":
        number = _one_letter(raw[1])
    return number


@lru_cache(maxsize=4096)
def _babel_element(name: str) -> int:
    """First letter of the name, or the first two where the second is lower case."""
    name = name.strip()
    if len(name) > 1 and name[1].islower() and (number := atomic_number(name[:2])):
        return number
    return _one_letter(name[:1].upper())


@lru_cache(maxsize=4096)
def _retried_element(name: str) -> int:
    """Second try for an atom that is still unknown at the end: one character, then two."""
    name = name.strip()
    return _one_letter(name[:1].upper()) or element_from_name(name)


def _switches_to_babel(raw: str) -> bool:
    """Tell whether an unknown element in this name means that names are not in their columns."""
    if raw[:2] in (" A", " Q", "LP"):
        return False
    return raw[:1].isalpha() or (raw[:1] == " " and raw[1:2].isalpha())


class ElementReader:
    """Reads elements line by line; once a name cannot be understood all later ones are read Babel-style."""

    def __init__(self) -> None:
        self.babel = False

    def element(self, raw_name: str, columns: str) -> int:
        """Return the atomic number for four name columns and the two element columns, 0 where unknown."""
        if not self.babel:
            symbol = columns.strip()
            number = atomic_number(symbol) if symbol else element_from_name(raw_name)
            if number or not _switches_to_babel(raw_name):
                return number
            self.babel = True
        return _babel_element(raw_name)

    @staticmethod
    def retry(raw_name: str) -> int:
        """Return the element of a name that was unknown when it was read."""
        return _retried_element(raw_name)
