"""One hydrogen bond in words: residue, number, atoms and chain in whatever order and dress."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from misi_viewer.chem.templates import TEMPLATE_NAMES, template
from misi_viewer.tasks.answers.plain import vocabulary
from misi_viewer.tasks.answers.types import BondName

__all__ = ["Entry", "names_a_bond", "read_entries"]

FULL_NAMES = {
    "alanine": "ALA",
    "arginine": "ARG",
    "asparagine": "ASN",
    "aspartate": "ASP",
    "aspartic": "ASP",
    "cysteine": "CYS",
    "glutamine": "GLN",
    "glutamate": "GLU",
    "glutamic": "GLU",
    "glycine": "GLY",
    "histidine": "HIS",
    "isoleucine": "ILE",
    "leucine": "LEU",
    "lysine": "LYS",
    "methionine": "MET",
    "phenylalanine": "PHE",
    "proline": "PRO",
    "serine": "SER",
    "threonine": "THR",
    "tryptophan": "TRP",
    "tyrosine": "TYR",
    "valine": "VAL",
}
_KNOWN = frozenset(name for name in TEMPLATE_NAMES if len(name) == 3 and name.isalpha()) | vocabulary(
    "HID HIE HIP HSD HSE HSP CYX CYM ASH GLH LYN MSE SEP TPO PTR HOH WAT"
)
"""Residue names that are told from atom names without a number behind them; the cap NH2 is not."""

_NAME = r"(?P<name>[A-Za-z0-9]{1,5}[+-]?)"
_NUMBER = r"(?P<number>-?\d{1,9})(?P<code>[A-Za-z]?)"
_ATOM = r"(?P<atom>[^\s,;:|\"()\[\]{}]{1,16})"
_CHAIN = r"(?P<chain>[A-Za-z0-9]{1,4})"
_LIGAND_ATOM = r"(?P<ligand>[^\s,;:|\"()\[\]{}]{1,16})"
_WHOLE = re.compile(rf"{_NAME} {_NUMBER} {_ATOM}(?: {_CHAIN})?, {_LIGAND_ATOM}")
_WHOLE_RESIDUE = re.compile(rf"{_NAME} {_ATOM}, {_LIGAND_ATOM}")
"""The benchmark's own formats."""
_WITHIN = re.compile(
    r"(?<![\w'])[A-Za-z]{3} (?:-?\d{1,9}[A-Za-z]? )?[A-Z][A-Z0-9'*]{0,4}(?: [A-Za-z0-9]{1,2})?, ?[A-Z]\w{0,5}"
)

_TOKEN = re.compile(r"[A-Za-z0-9]+(?:['*\"]+(?!\w))?|(?<![\w'])-\d+[A-Za-z]?|,")
_NOISE = re.compile(
    r"\(?\b\d{1,2}\.\d{1,3}\s?(?:\u00c5|A\b|angstroms?\b)?\)?|\b\d{1,2}\s?(?:\u00c5|angstroms?\b)"
    r"|\b(?:hydrogen|h)[\s-]{0,2}bond(?:s|ed|ing)?\b|\bhbonds?\b|\bside[\s-]?chain\b|\bback[\s-]?bone\b|\bmain[\s-]?chain\b",
    re.IGNORECASE,
)
_CHAIN_WORDS = re.compile(r"\bchain(?:\s?id)?[\s:=\"'(]{1,4}([A-Z0-9]{1,4}|[a-z])\b(?!['*])", re.IGNORECASE)
_CHAIN_BRACKETS = re.compile(r"[(\[]\s?(?:chain\s?)?([A-Za-z0-9]{1,2})\s?[)\]]")
_LIGAND_WORDS = re.compile(
    r"\b(?:ligand(?:'s)?|lig|drug|inhibitor|compound)(?:[\s_]{1,2}atom)?[\s:=(\"'./@-]{1,4}(?-i:(?=[A-Z0-9]))([A-Za-z0-9]{1,6}['*]*)"
    r"(?![A-Za-z0-9])"
    r"|(?-i:(?<![A-Za-z0-9])([A-Z][A-Za-z0-9]{0,5}['*]*))[\s)\"]{1,3}(?:atom )?(?:of|in|on|from) "
    r"(?:the )?(?:ligand|drug|inhibitor)\b"
    r"|(?-i:(?<![A-Za-z0-9])([A-Z][A-Za-z0-9]{0,5}['*]*))\s?[(\[]\s?ligand(?: atom)?\s?[)\]]",
    re.IGNORECASE,
)
_JOINED = re.compile(r"(?P<name>[A-Za-z]{3})(?P<chain>[A-Za-z])?(?P<number>\d{1,5})(?P<code>[A-Za-z]?)")
_NUMBER_TOKEN = re.compile(r"(?P<chain>[A-Za-z])?(?P<number>-?\d{1,5})(?P<code>[A-Za-z]?)")
_ATOM_TOKEN = re.compile(r"(?:[A-Za-z]{1,3}\d{0,4}[A-Za-z]{0,2}\d{0,2}|\d{1,2}[A-Za-z]{1,3}\d{0,3})['*\"]*")
_CHAIN_TOKEN = re.compile(r"[A-Za-z0-9]{1,2}")
_NO_ATOMS = frozenset("ABDEGIJLMQRTVXYZ")
"""Letters that are no element that bonds: alone they name a chain."""

_FILLERS = vocabulary(
    "residue residues res resid resname atom atoms and of the with to ligand lig pocket protein between "
    "donor acceptor from in on forms form a an interacts binds via through its number name chain id at "
    "is as by number resnum yes hydrogen bond bonds or side backbone oxygen nitrogen sulfur both also "
    "then contact contacts accepts donates make makes by distance amino acid answer final pair hbond "
    "interaction interactions no following list all"
)
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Entry:
    """A bond in a text; `own_format` tells whether it is written as the benchmark writes it."""

    bond: BondName
    start: int
    end: int
    own_format: bool


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    start: int
    end: int


def read_entries(text: str, start: int, end: int, *, prose: bool, whole: bool, residue: str | None) -> list[Entry]:
    """Read the bonds in one piece of text, which holds no semicolon and no new line.

    Parameters
    ----------
    text
        The reply.
    start, end
        The piece.
    prose
        Whether the piece is running text: then atoms must be written in
        capitals, and what is not understood is no bond.
    whole
        Whether a bond is told with its residue's number, else with its name alone.
    residue
        Name of the residue that is meant where none is given; not with `whole`.
    """
    piece = text[start:end]
    if len(piece) > _LONGEST and prose:
        return []
    pattern = _WHOLE if whole else _WHOLE_RESIDUE
    found = None if prose else pattern.fullmatch(" ".join(piece.split()))
    if found is not None and (whole or _is_residue(found["name"], residue)):
        return [Entry(_from_match(found), start, end, True)]
    pieces = [(start, end)] if found is None and len(piece) <= _LONGEST else []
    starts = _residue_starts(text, start, end)
    if len(starts) > 1:
        edges = [start, *starts[1:], end]
        pieces = list(pairwise(edges))
    entries = []
    for one, other in pieces:
        canonical = None if prose else pattern.fullmatch(" ".join(text[one:other].split()).rstrip(" ,"))
        if canonical is not None and len(starts) > 1:
            entries.append(Entry(_from_match(canonical), one, other, True))
            continue
        bond = _loose(text[one:other], prose=prose, whole=whole, residue=residue)
        if bond is not None:
            entries.append(Entry(bond, one, other, False))
    return entries


def names_a_bond(text: str, start: int, end: int) -> bool:
    """Return whether a part of a text holds a bond much as the benchmark writes it, whatever stands around."""
    return _WITHIN.search(text, start, end) is not None


def _is_residue(name: str, residue: str | None) -> bool:
    return residue is None or name.upper() == residue.upper() or name.upper() in _KNOWN


def _from_match(found: re.Match[str]) -> BondName:
    parts = found.groupdict()
    number, atom, chain = parts.get("number"), parts["atom"], parts.get("chain") or ""
    if chain and _is_chain_only(atom) and _is_atom(chain):
        atom, chain = chain, atom
    return BondName(
        parts["name"].upper(),
        None if number is None else int(number),
        (parts.get("code") or "").upper(),
        atom,
        chain,
        parts["ligand"],
    )


def _residue_starts(text: str, start: int, end: int) -> list[int]:
    """Return where the residues in a piece begin, each with a chain before it, if one is there."""
    starts = []
    previous: _Word | None = None
    for found in _TOKEN.finditer(text, start, end):
        word = _Word(found[0], *found.span())
        joined = _JOINED.fullmatch(word.text)
        name = joined["name"] if joined else word.text
        if name.upper() in _KNOWN or name.lower() in FULL_NAMES:
            is_chain = previous is not None and len(previous.text) == 1 and text[previous.end : word.start] in ":/ ."
            before_that = is_chain and previous is not None and _begins_piece(text, start, previous.start)
            starts.append(previous.start if before_that and previous is not None else word.start)
        previous = word
    return starts


def _begins_piece(text: str, start: int, place: int) -> bool:
    before = text[start:place].rstrip()
    return not before or before[-1] in ",(|"


def _loose(piece: str, *, prose: bool, whole: bool, residue: str | None) -> BondName | None:
    """Read a bond whose parts stand in another order or are dressed in words."""
    piece = _NOISE.sub(" ", piece)
    chain = ligand = ""
    if (said := _CHAIN_WORDS.search(piece)) is not None:
        chain, piece = said[1], _without(piece, said)
    if (said := _LIGAND_WORDS.search(piece)) is not None:
        ligand, piece = next(filter(None, said.groups())), _without(piece, said)
    if not chain and (said := _CHAIN_BRACKETS.search(piece)) is not None:
        chain, piece = said[1], _without(piece, said)
    words = [word for word in _TOKEN.findall(piece) if word != "," and not _is_filler(word)]
    place = _Residue.find(words, residue)
    if place is None:
        if whole or residue is None:
            return None
        place = _Residue(residue.upper(), None, "", "", 0, 0)
    rest = words[place.end :]
    before = words[: place.start]
    if prose:
        before, rest = ([word for word in part if _in_capitals(word)] for part in (before, rest))
    if whole and place.number is None:
        return None
    if (
        not whole
        and not ligand
        and not before
        and len(rest) == 2
        and _is_own_atom(place.name, *rest[::-1], prose=False)
    ):
        rest = rest[::-1]
    if not ligand and len(before) == 1 and len(rest) == 1 and _is_own_atom(place.name, before[0], rest[0], prose=prose):
        rest, ligand = [], rest[0]
    parts = _assign(before, rest, chain or place.chain, ligand, whole or place.number is not None)
    if parts is None:
        return None
    atom, chain, ligand = parts
    if not whole:
        return BondName(place.name, None, "", atom, "", ligand)
    return BondName(place.name, place.number, place.code, atom, chain, ligand)


def _is_own_atom(residue: str, first: str, second: str, *, prose: bool) -> bool:
    """Return whether, of two atoms about a residue's name, the first is the residue's and the second the ligand's."""
    known = template(residue)
    own = [name.upper() in known for name in (first, second)] if known is not None else [False, False]
    return own[0] if own[0] != own[1] else prose


def _without(piece: str, found: re.Match[str]) -> str:
    return f"{piece[: found.start()]} , {piece[found.end() :]}"


def _is_filler(word: str) -> bool:
    return word.lower() in _FILLERS and not (len(word) == 1 and word.isupper())


def _in_capitals(word: str) -> bool:
    return word[0].isupper() and (word.isupper() or any(map(str.isdigit, word)))


@dataclass(frozen=True, slots=True)
class _Residue:
    """A residue among words; `start` and `end` are places of its first word and behind its last."""

    name: str
    number: int | None
    code: str
    chain: str
    start: int
    end: int

    @classmethod
    def find(cls, words: list[str], residue: str | None) -> _Residue | None:
        known = _KNOWN if residue is None else _KNOWN | {residue.upper()}
        for place, word in enumerate(words):
            name = FULL_NAMES.get(word.lower(), word.upper())
            if name in known:
                return cls._with_number(name, words, place)
            joined = _JOINED.fullmatch(word)
            if joined is not None and joined["name"].upper() in known:
                number, code = int(joined["number"]), joined["code"].upper()
                return cls(joined["name"].upper(), number, code, joined["chain"] or "", place, place + 1)
        for place, word in enumerate(words[:-1]):
            if re.fullmatch(r"[A-Z0-9]{3}", word) and re.fullmatch(r"-?\d{1,5}[A-Za-z]?", words[place + 1]):
                return cls._with_number(word.upper(), words, place)
        return None

    @classmethod
    def _with_number(cls, name: str, words: list[str], place: int) -> _Residue:
        after = words[place + 1 : place + 3]
        if after and (found := _NUMBER_TOKEN.fullmatch(after[0])) is not None and not _looks_like_atom(after[0]):
            return cls(name, int(found["number"]), found["code"].upper(), found["chain"] or "", place, place + 2)
        if len(after) == 2 and len(after[0]) == 1 and (found := re.fullmatch(r"(-?\d{1,5})([A-Za-z]?)", after[1])):
            return cls(name, int(found[1]), found[2].upper(), after[0], place, place + 3)
        if place and (found := re.fullmatch(r"(-?\d{1,5})([A-Za-z]?)", words[place - 1])):
            return cls(name, int(found[1]), found[2].upper(), "", place - 1, place + 1)
        return cls(name, None, "", "", place, place + 1)


def _looks_like_atom(word: str) -> bool:
    """Return whether a letter and digits are an atom such as O2, not a number with its chain."""
    return word[0].upper() in "CNOSPFHIK" and (len(word) <= 2 or word[-1].isalpha())


def _assign(
    before: list[str], rest: list[str], chain: str, ligand: str, has_chain: bool
) -> tuple[str, str, str] | None:
    """Tell atom, chain and ligand's atom by their order; None where it is not plain."""
    if (
        not ligand
        and len(before) == 1
        and _is_atom(before[0])
        and len(rest) in (1, 2)
        and not _is_chain_only(before[0])
    ):
        fits = len(rest) == 1 or _is_chain_only(rest[1]) or (not chain and len(rest[1]) == 1)
        if fits:
            before, ligand = [], before[0]
    if before and not chain and len(before) == 1 and _CHAIN_TOKEN.fullmatch(before[0]):
        before, chain = [], before[0]
    names = before + rest
    if not ligand:
        if len(names) < 2:
            return None
        names, ligand = names[:-1], names[-1]
    if len(names) > 1 and len(names[-1]) == 3 and not _is_atom(names[-1]):  # the ligand's own name
        names = names[:-1]
    if len(names) == 2 and has_chain:
        first, second = names
        if chain in names:
            names.remove(chain)
        elif chain:
            return None
        elif _is_chain_only(first) and _is_atom(second):
            names, chain = [second], first
        elif _CHAIN_TOKEN.fullmatch(second):
            names, chain = [first], second
    if len(names) != 1 or not _is_atom(names[0]) or not _is_atom(ligand):
        return None
    return names[0], chain, ligand


def _is_chain_only(word: str) -> bool:
    return word.upper() in _NO_ATOMS or word.isdigit()


def _is_atom(word: str) -> bool:
    """Return whether a word can be an atom's name; one of three letters and more begins with a light element."""
    letters = word.rstrip("'*\"")
    if letters.isalpha() and len(letters) > 2 and not (letters.isupper() and letters[0] in "CNOSPFHBI"):
        return False
    return _ATOM_TOKEN.fullmatch(word) is not None and not _is_chain_only(word)
