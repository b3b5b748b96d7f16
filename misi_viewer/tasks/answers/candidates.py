"""Which of several answers in a reply is meant: marks of a final answer, and what contradicts what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from misi_viewer.tasks.answers.types import Answer

__all__ = ["Candidate", "Marker", "Rank", "Verdict", "find_markers", "rank_spans", "resolve"]


class Rank(IntEnum):
    """How plainly something is said to be the answer."""

    MENTION = 0
    PLAIN = 1
    ANSWER = 2
    FINAL = 3


HOW = {
    Rank.MENTION: "the only answer in the text",
    Rank.PLAIN: "a line of its own or the conclusion",
    Rank.ANSWER: "marked as the answer",
    Rank.FINAL: "marked as the final answer",
}


@dataclass(frozen=True, slots=True)
class Marker:
    """Words or signs after which the answer comes.

    Attributes
    ----------
    rank
        How much they weigh.
    start, end
        Where they stand.
    stop
        Where what they mark ends at the latest.
    closed
        Whether all up to `stop` is the answer, as between tags.
    """

    rank: Rank
    start: int
    end: int
    stop: int
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something in a reply that may be its answer; `start` and `end` tell where."""

    answer: Answer
    start: int
    end: int
    rank: Rank = Rank.MENTION


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer that is meant, or, with `answer` None, the sentence that says why there is none."""

    answer: Answer | None
    reason: str
    start: int = 0
    end: int = 0
    contradicting: bool = False
    empty: bool = False


_MARKERS = re.compile(
    r"(?P<boxed>\\(?:boxed|fbox)\s?\{|<\|begin_of_box\|>)"
    r"|(?P<tag><(?:answer|final_answer|final|output|solution|response|result)>)"
    r"|(?P<final>\bfinal\s{1,3}(?:answer|command|choice|option|response|result|solution|decision)s?\b|\"final_answer\""
    r"|\u6700\u7ec8\u7b54\u6848)"
    r"|(?P<answer>\banswers?\b(?!\s{1,3}(?:choices|options|format|candidates|(?:this|the)\s))|\bans\s?[:.=]|\b(?:correct|best|right|closest|matching)\s{1,3}(?:option|choice|command|letter|image|picture|one)s?\b"
    r"|\bsolution\s?:|\u7b54\u6848)"
    r"|(?P<weak>\b(?:therefore|thus|hence|consequently|in conclusion|in summary|to conclude|best match|conclusion"
    r"|so the|inverse(?: commands?)?(?: is| are|:)|commands?(?: is| are| would be| should be|\s?:))"
    r"|\b(?:choose|pick|select|opt for|go(?:ing)? with)\b)",
    re.IGNORECASE,
)
_RANKS = {
    "boxed": Rank.FINAL,
    "tag": Rank.FINAL,
    "final": Rank.FINAL,
    "answer": Rank.ANSWER,
    "weak": Rank.PLAIN,
}
_NEGATED = re.compile(
    r"\b(?:an?|any|each|possible|previous|wrong|incorrect|no|your|other|expected|example)\s{1,3}$", re.IGNORECASE
)
_RETRACTS = re.compile(
    r"\b(?:wait|actually|correction|sorry|scratch that|on second thoughts?|let me re\w{1,20}|revis(?:ed|ing)|corrected"
    r"|i made an? (?:mistake|error)|on reflection|instead)\b",
    re.IGNORECASE,
)
_LOOK_BACK = 16

_SENTENCE_END = re.compile(r"\w[.!?](?:\s|$)|\n\s*\n")
_FARTHEST = 160
"""Characters between a mark and what it speaks for."""


def find_markers(text: str) -> list[Marker]:
    """Return the marks of an answer in a text, first first."""
    markers = []
    for found in _MARKERS.finditer(text):
        kind = str(found.lastgroup)
        before = text[max(found.start() - _LOOK_BACK, 0) : found.start()]
        if kind == "answer" and _NEGATED.search(before):
            continue
        stop, closed = _stop(text, found, kind)
        markers.append(Marker(_RANKS[kind], found.start(), found.end(), stop, closed))
    return markers


def _stop(text: str, found: re.Match[str], kind: str) -> tuple[int, bool]:
    closing = {"tag": f"</{found[0][1:]}", "boxed": "<|end_of_box|>" if found[0][0] == "<" else "}"}.get(kind)
    if closing is None:
        return len(text), False
    stop = _closing_brace(text, found.end()) if closing == "}" else text.find(closing, found.end())
    return (len(text), False) if stop < 0 else (stop, True)


def _closing_brace(text: str, start: int) -> int:
    depth = 1
    for brace in re.finditer(r"[{}]", text[start : start + 1_000]):
        depth += 1 if brace[0] == "{" else -1
        if not depth:
            return start + brace.start()
    return -1


def rank_spans(spans: Sequence[tuple[int, int]], markers: Sequence[Marker], text: str) -> list[Rank]:
    """Return how plainly each of some places is said to be the answer.

    A mark speaks for the next place behind it, if that is in the same or the
    next paragraph's beginning; between tags it speaks for all places.

    Parameters
    ----------
    spans
        Starts and ends, first first.
    markers
        Of the text.
    """
    ranks, closed, place = [], dict[Rank, int](), 0
    for start, end in spans:
        rank = Rank.MENTION
        while place < len(markers) and markers[place].start < start:
            marker = markers[place]
            place += 1
            if marker.closed:
                closed[marker.rank] = max(marker.stop, closed.get(marker.rank, 0))
            elif _reaches(text, marker.end, start):
                rank = max(rank, marker.rank)
        ranks.append(max([rank, *(rank for rank, stop in closed.items() if end <= stop)]))
    return ranks


def _reaches(text: str, start: int, stop: int) -> bool:
    """Return whether no sentence or paragraph ends between a mark and what it may speak for."""
    gap = text[start:stop]
    return len(gap) <= _FARTHEST and not _SENTENCE_END.search(gap.lstrip(" \n\t\"':*=({[>#-"))


def resolve(candidates: Sequence[Candidate], text: str) -> Verdict:
    """Choose among candidates: the highest rank counts, and in it all must agree.

    Where the last one of a rank stands behind words that take the earlier ones
    back ("wait", "correction"), it counts alone.
    """
    if not candidates:
        return Verdict(None, "No answer was found in the text.")
    rank = max(candidate.rank for candidate in candidates)
    best = sorted((c for c in candidates if c.rank == rank), key=lambda c: (c.start, c.end))
    last = best[-1]
    others = [candidate for candidate in best if candidate.answer != last.answer]
    if others and not _RETRACTS.search(text, others[-1].end, last.start):
        return Verdict(None, f"{_count(best)} different answers are given, and none is marked as final.", 0, 0, True)
    return Verdict(last.answer, f"Read from what is {HOW[rank]}.", last.start, last.end)


def _count(candidates: Iterable[Candidate]) -> int:
    return len({candidate.answer for candidate in candidates})
