"""Answers that are hydrogen bonds, or that there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from misi_viewer.tasks.answers.bond_words import Entry, names_a_bond, read_entries
from misi_viewer.tasks.answers.candidates import Candidate, Marker, Rank, Verdict, resolve
from misi_viewer.tasks.answers.types import BondsAnswer

__all__ = ["read_bonds"]

_PIECE = re.compile(r"[^;\n]+")
_LINE = re.compile(r"[^\n]+")
_SENTENCE = re.compile(r"[^;\n.]+(?:\.(?=\S)[^;\n.]*)*")
_BULLET = re.compile(r"[\s>|#\u2022*({\[\"'=:-]*(?:\(?\d{1,3}[.):](?=\s)[\s>|*({\[\"'-]*)?")
_TRAILING = re.compile(r"[\s|.,)}\]]*$")
_TRAILING_QUOTES = re.compile(r"[\s|.,)}\]\"']*$")
_LEADING_YES = re.compile(
    r"(?:(?:the |my |final |correct )?answers?(?: is| are)?\W{0,3})?"
    r"(?:yes\b[\s:,.\"'*-]*|(?:the )?hydrogen bonds?(?: are| is)?\s?:\s*|and\s+)",
    re.IGNORECASE,
)
_NO_WORD = re.compile(
    r"[^\w]{0,10}(?:(?:the )?answers?(?: is|:)?[^\w]{0,5})?(?:no|none|nothing|false|zero|0(?=\W*$))\b(?![.'-]?\d)"
    r"(?!\s+(?:answer|response|idea|images?|pictures?|output|information|data|problem|further|other|additional|more|doubt"
    r"|need))",
    re.IGNORECASE,
)
_NONE_SAID = re.compile(
    r"(?:\b(?:no|zero|without|not(?: (?:form|have|make|see|observe|find|detect))?)"
    r"|n't(?: (?:form|have|make|see|observe|find|detect))?)(?: any)?\s+"
    r"(?!(?:other|further|additional|more|strong)\b)(?:[a-z-]{1,20}\s+){0,3}?"
    r"(?:hydrogen[\s-]{1,3}bonds?|h-?bonds?|hydrogen[\s-]bonding|bonds?|interactions?)\b"
    r"|\bnot hydrogen[\s-]bond(?:ed)?\b",
    re.IGNORECASE,
)
_YES_WORD = re.compile(r"[^\w]{0,10}(?:(?:the )?answers?(?: is|:)?[^\w]{0,5})?(?:yes|true)\b", re.IGNORECASE)
_JOINS_MARK = re.compile(r"[\s:=\"'(*\[{-]{0,40}(?:(?:is|are|should be|would be)\b)?\s{0,4}")
MOST_PAIRS = 100
_ONLY_MARKS = re.compile(r"[\W_]*(?:and|yes|no)?[\W_]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Kind:
    whole: bool
    residue: str | None


def read_bonds(text: str, markers: list[Marker], *, whole: bool, residue: str | None, refused: bool) -> Verdict:
    """Read hydrogen bonds; see `parse_answer`.

    Parameters
    ----------
    text, markers
        The reply and its marks of an answer.
    whole
        Whether a bond is told with its residue's number and chain.
    residue
        The residue that is meant where none is named.
    refused
        Whether the reply declines: then that no bond is seen is no answer.
    """
    kind = _Kind(whole, residue)
    strong = [marker for marker in markers if marker.rank > Rank.PLAIN]
    candidates = []
    for marker, stop in _regions(strong, len(text)):
        verdict = _read_region(text, marker.end, stop, kind, bare=True)
        if verdict is not None and (verdict.contradicting or verdict.answer is not None):
            if verdict.answer is None:
                return verdict
            candidates.append(Candidate(verdict.answer, verdict.start, verdict.end, marker.rank))
    if candidates:
        return resolve(candidates, text)
    return _read_region(text, 0, len(text), kind, bare=not refused) or Verdict(
        None, "The reply says yes and names no bond." if _YES_WORD.match(text) else "No bond was found in the text."
    )


def _regions(markers: list[Marker], end: int) -> Iterator[tuple[Marker, int]]:
    """Yield marks with what they may speak for: up to the next mark, at most."""
    for number, marker in enumerate(markers):
        following = markers[number + 1].start if number + 1 < len(markers) else end
        yield marker, (marker.stop if marker.closed else following)


def _read_region(text: str, start: int, stop: int, kind: _Kind, *, bare: bool) -> Verdict | None:
    """Read a part of a reply; None where it holds no answer."""
    pure = _pure_entries(text, start, stop, kind)
    entries = pure or _prose_entries(text, start, stop, kind)
    denied = _NO_WORD.match(text, _end_of(_JOINS_MARK, text, start, stop), stop)
    begins_with_bond = entries and entries[0].own_format and not text[start : entries[0].start].strip()
    if entries and denied is not None and not begins_with_bond:
        another_line = pure and "\n" in text[denied.end() : pure[-1].start]
        if another_line or names_a_bond(text, denied.end(), stop):
            return Verdict(None, "The reply says that there is no bond, and names some.", contradicting=True)
        entries = []  # the pairs that are too far apart
    if entries:
        bonds = frozenset(entry.bond for entry in entries)
        reason = f"Read from {len(bonds)} bond{'s' if len(bonds) > 1 else ''} in the text."
        return Verdict(BondsAnswer(bonds), reason, entries[0].start, entries[-1].end)
    said = denied or (_NONE_SAID.search(text, start, stop) if bare else None)
    if said is None:
        return None
    return Verdict(BondsAnswer(frozenset()), "Read as: there is no bond.", *said.span())


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return a piece without bullets, quotes, "Yes:" and what ends a sentence."""
    begun = start
    for pattern in (_BULLET, _LEADING_YES, _BULLET):
        start = _end_of(pattern, text, start, stop)
    quoted = '"' in text[begun:start] or "'" in text[begun:start]
    trailing = (_TRAILING_QUOTES if quoted else _TRAILING).search(text, start, stop)
    end = max(start, trailing.start() if trailing else stop)
    closes = text[end : end + 1] == ")" and text.count("(", start, end) > text.count(")", start, end)
    return start, end + 1 if closes else end


def _end_of(pattern: re.Pattern[str], text: str, start: int, stop: int) -> int:
    found = pattern.match(text, start, stop)
    return found.end() if found else start


def _pure_entries(text: str, start: int, stop: int, kind: _Kind) -> list[Entry]:
    """Return the bonds of the lines that hold nothing else."""
    entries: list[Entry] = []
    for line in _LINE.finditer(text, start, stop):
        of_line: list[Entry] = []
        for piece in _PIECE.finditer(text, *line.span()):
            first, last = _trimmed(text, *piece.span())
            found = _of_piece(text, first, last, kind)
            if not found and not _ONLY_MARKS.fullmatch(text, first, last):
                of_line = []
                break
            of_line += found
        entries += of_line
    return entries


def _of_piece(text: str, start: int, stop: int, kind: _Kind) -> list[Entry]:
    """Return the bonds of a piece; pairs of atoms of one residue may stand in a row, with commas between."""
    found = read_entries(text, start, stop, prose=False, whole=kind.whole, residue=kind.residue)
    if found or kind.whole or text.count(",", start, stop) > MOST_PAIRS:
        return found
    for part in re.finditer(r"[^,]+", text[start:stop]):
        first, last = _trimmed(text, start + part.start(), start + part.end())
        of_part = read_entries(text, first, last, prose=False, whole=False, residue=kind.residue)
        if not of_part:
            return []
        found += of_part
    return found


def _prose_entries(text: str, start: int, stop: int, kind: _Kind) -> list[Entry]:
    """Return the bonds that sentences tell of."""
    entries: list[Entry] = []
    for sentence in _SENTENCE.finditer(text, start, stop):
        first, last = _trimmed(text, *sentence.span())
        entries += read_entries(text, first, last, prose=True, whole=kind.whole, residue=kind.residue)
    if entries:
        return entries
    for line in _LINE.finditer(text, start, stop):  # "Residue: ARG 45; Atom: NH2; Chain: A; Ligand atom: O1B"
        first, last = _trimmed(text, *line.span())
        if ";" in text[first:last]:
            entries += read_entries(text, first, last, prose=True, whole=kind.whole, residue=kind.residue)
    return entries
