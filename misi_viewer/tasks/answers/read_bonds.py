"""Answers that are hydrogen bonds, or that there are none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from misi_viewer.tasks.answers.bond_words import Entry, read_entries
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
    r"\b(?:no|not any|zero|without(?: any)?|not form(?: any)?|n't form(?: any)?|not have(?: any)?|n't have(?: any)?"
    r"|not make(?: any)?|n't make(?: any)?|n't any|not (?:see|observe|find|detect)(?: any)?"
    r"|n't (?:see|observe|find|detect)(?: any)?)\s+"
    r"(?!(?:other|further|additional|more|strong)\b)(?:[a-z-]{1,20}\s+){0,3}?"
    r"(?:hydrogen[\s-]{1,3}bonds?|h-?bonds?|hydrogen[\s-]bonding|bonds?|interactions?)\b"
    r"|\b(?:is|are|does|do) not (?:hydrogen[\s-]bonded|hydrogen[\s-]bond)\b",
    re.IGNORECASE,
)
_YES_WORD = re.compile(r"[^\w]{0,10}(?:(?:the )?answers?(?: is|:)?[^\w]{0,5})?(?:yes|true)\b", re.IGNORECASE)
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
    entries = _pure_entries(text, start, stop, kind) or _prose_entries(text, start, stop, kind)
    denied = _NO_WORD.match(_after_colon(text, start, stop))
    begins_with_bond = entries and entries[0].own_format and not text[start : entries[0].start].strip()
    if entries and denied is not None and not begins_with_bond:
        return Verdict(None, "The reply says that there is no bond, and names some.", contradicting=True)
    if entries:
        bonds = frozenset(entry.bond for entry in entries)
        reason = f"Read from {len(bonds)} bond{'s' if len(bonds) > 1 else ''} in the text."
        return Verdict(BondsAnswer(bonds), reason, entries[0].start, entries[-1].end)
    said = denied or (_NONE_SAID.search(text, start, stop) if bare else None)
    if said is None:
        return None
    first, last = said.span() if said is not denied else (start, min(start + said.end(), stop))
    return Verdict(BondsAnswer(frozenset()), "Read as: there is no bond.", first, last)


def _after_colon(text: str, start: int, stop: int) -> str:
    """Return the beginning of a region, without what joins it to its mark."""
    return re.sub(r"^[\s:=\"'(*\[{-]*(?:is|are|should be|would be)?\s*", "", text[start : min(start + 200, stop)])


def _trimmed(text: str, start: int, stop: int) -> tuple[int, int]:
    """Return a piece without bullets, quotes, "Yes:" and what ends a sentence."""
    begun = start
    for pattern in (_BULLET, _LEADING_YES, _BULLET):
        start = _end_of(pattern, text, start, stop)
    quoted = '"' in text[begun:start] or "'" in text[begun:start]
    trailing = (_TRAILING_QUOTES if quoted else _TRAILING).search(text, start, stop)
    return start, max(start, trailing.start() if trailing else stop)


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
            found = read_entries(text, first, last, prose=False, whole=kind.whole, residue=kind.residue)
            if not found and not _ONLY_MARKS.fullmatch(text, first, last):
                of_line = []
                break
            of_line += found
        entries += of_line
    return entries


def _prose_entries(text: str, start: int, stop: int, kind: _Kind) -> list[Entry]:
    """Return the bonds that sentences tell of."""
    entries: list[Entry] = []
    for sentence in _SENTENCE.finditer(text, start, stop):
        first, last = _trimmed(text, *sentence.span())
        entries += read_entries(text, first, last, prose=True, whole=kind.whole, residue=kind.residue)
    return entries
