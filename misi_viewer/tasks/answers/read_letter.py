"""Answers that are the letter of an option, or its text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from misi_viewer.camera.commands import Command, parse_commands
from misi_viewer.errors import UserError
from misi_viewer.tasks.answers.candidates import Candidate, Marker, Rank, Verdict, rank_spans, resolve
from misi_viewer.tasks.answers.plain import plain
from misi_viewer.tasks.answers.read_commands import find_groups
from misi_viewer.tasks.answers.types import LetterAnswer

__all__ = ["USUAL_OPTIONS", "read_letter"]

USUAL_OPTIONS = 4
MOST_OPTIONS = 26
LONGEST_OPTION = 1_000

_NOUN = r"(?:option|choice|letter|candidate|image|picture|view|figure|front view|answer)"
_LEADING = (
    r"(?:[^\w\n]|\n|(?:is|are|was|would be|should be|must be|be|definitely|clearly|likely|probably|therefore|most|the"
    rf"|{_NOUN}|one|number|either|as|correct|with|to|that|it)\b|\u662f|\u4e3a){{0,24}}"
)
_ENDS = r"(?=\s*(?:$|[.,:;!?)\]}\"'/|>\n<-]|(?:because|since|as|is|and|or|move|roll)\b))"
_NOT_SO = re.compile(
    r"[\"')\]]*\s*,?\s*(?:(?:is|are|was|were|seems|looks|would be|can be|does|do|has|could|can)?\s*"
    r"(?:not\b|n't|incorrect|wrong|ruled out|eliminated|excluded|inconsistent|rejected|cannot|can't|fails?\b|differs?\b"
    r"|too\b|less\b)|isn't|doesn't|don't|aren't)",
    re.IGNORECASE,
)
_NOT_THIS = re.compile(
    r"(?:\b(?:not|rule out|rules out|eliminate|eliminates|exclude|excludes|discard|reject|than|unlike|versus|vs\.?"
    r"|instead of)|n't(?: be)?)\s+(?:the )?(?:option|choice|letter|image|answer)?\s*[\"'(]*$",
    re.IGNORECASE,
)
_LOOK_BACK = 40
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_ORDINAL = re.compile(rf"\b({'|'.join(_ORDINALS)}) (?:option|choice|candidate)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Patterns:
    """What letters look like, for some number of options."""

    marked: re.Pattern[str]
    alternative: re.Pattern[str]
    opening: re.Pattern[str]
    label: re.Pattern[str]
    line: re.Pattern[str]
    said: re.Pattern[str]
    affirmed: re.Pattern[str]


@lru_cache(maxsize=MOST_OPTIONS)
def _patterns(count: int) -> _Patterns:
    last = chr(ord("A") + count - 1)
    sure = f"[B-{last}]" if count > 1 else "(?!)"
    letter = rf"(?:(?P<sure>{sure})(?![\w'*])|(?P<any>[A-{last}a-{last.lower()}])(?![\w'*]){_ENDS})"
    small = f"[b-{last.lower()}]" if count > 1 else "(?!)"
    upper = rf"(?P<sure>[A-{last}])(?![\w'*])"
    return _Patterns(
        marked=re.compile(rf"{_LEADING}{letter}"),
        alternative=re.compile(rf"[\"')\]]*\s*(?:or|and|,|/|&|\+)\s*(?:or\s+)?(?:{_NOUN}\s+)?[\"'(\[]*{letter}"),
        opening=re.compile(
            rf"[^\w]{{0,10}}(?:{_NOUN}\s*)?[^\w]{{0,4}}(?P<any>[A-{last}a-{last.lower()}])(?![\w'*])"
            r"(?:(?=\s*(?:$|[.):,;\]\n>=]|->|\u2192|-\s))|(?=\s+(?:because|since|as|is|or|and|matches|shows|would|best|corresponds|seems"
            r"|appears|looks|has)\b))"
        ),
        label=re.compile(rf"(?<![\w'.])\(?(?P<any>[A-{last}])[.):](?=\s)"),
        line=re.compile(
            rf"^[^\w\n]{{0,10}}(?:{_NOUN}[^\w\n]{{0,4}})?(?P<any>[A-{last}a-{last.lower()}])[^\w\n]{{0,10}}$",
            re.MULTILINE,
        ),
        said=re.compile(
            rf"\b(?:[Oo]ption|[Cc]hoice|[Ll]etter|[Cc]andidate|[Ii]mage|[Pp]icture|[Vv]iew|[Ff]igure)\s*[\"'(\[]*"
            rf"(?:{upper}|(?P<any>{small})(?![\w'*]){_ENDS})|\((?P<round>[A-{last}])\)"
            rf"|\b(?:[Ii]t|[Tt]h(?:is|at))(?:'s| is| must be| should be| would be| has to be)\s+[\"'(\[]*"
            rf"(?P<it>[A-{last}])(?![\w'*]){_ENDS}"
        ),
        affirmed=re.compile(
            rf"(?<![\w'.]){upper}[\"')\]]*\s+(?:is|seems|appears|looks|would be|must be)\s+(?:to be\s+)?(?:clearly\s+)?"
            r"(?:the\s+)?(?:only\s+)?(?:correct|right|best|closest|answer|match|most (?:consistent|similar|likely))"
            rf"|(?<![\w'.])(?P<fits>[A-{last}])[\"')\]]*\s+(?:best )?(?:matches|fits|corresponds)\b"
        ),
    )


def read_letter(text: str, markers: list[Marker], options: Sequence[str] | None) -> Verdict:
    """Read the letter of an option; see `parse_answer`."""
    count = USUAL_OPTIONS if options is None else min(len(options), MOST_OPTIONS)
    if not count:
        return Verdict(None, "The question has no options to choose from.")
    patterns = _patterns(count)
    candidates = _marked(text, markers, patterns)
    candidates += _opening(text, patterns) + _lines(text, patterns) + _mentions(text, patterns, count)
    if options is not None:
        candidates += _after_letters(text, _option_texts(text, markers, options[:count], candidates), candidates)
    return resolve(_drop_weaker_repeats(candidates), text)


def _candidate(found: re.Match[str], rank: Rank) -> Candidate:
    group = next(name for name, value in found.groupdict().items() if value)
    return Candidate(LetterAnswer(found[group].upper()), *found.span(group), rank)


def _marked(text: str, markers: list[Marker], patterns: _Patterns) -> list[Candidate]:
    """Return the letters that stand behind marks of the answer, and those joined to them."""
    candidates = []
    for marker in markers:
        found = patterns.marked.match(text, marker.end, marker.stop if marker.closed else len(text))
        for _ in range(MOST_OPTIONS):
            if found is None:
                break
            candidate = _candidate(found, marker.rank)
            if not _NOT_SO.match(text, candidate.end):
                candidates.append(candidate)
            found = patterns.alternative.match(text, candidate.end)
    return candidates


def _opening(text: str, patterns: _Patterns) -> list[Candidate]:
    """Return the letter that a reply begins with, unless it repeats the options."""
    found = patterns.opening.match(text)
    if found is None or _NOT_SO.match(text, found.end()):
        return []
    labels = Counter(label["any"] for label in patterns.label.finditer(text))
    repeats_options = len(labels) >= 2 and found["any"] in labels
    candidates = [_candidate(found, Rank.MENTION if repeats_options else Rank.PLAIN)]
    if repeats_options:
        candidates += [_candidate(label, Rank.MENTION) for label in patterns.label.finditer(text)]
    alternative = patterns.alternative.match(text, candidates[0].end)
    if alternative is not None:
        candidates.append(_candidate(alternative, candidates[0].rank))
    return candidates


def _lines(text: str, patterns: _Patterns) -> list[Candidate]:
    return [_candidate(found, Rank.PLAIN) for found in patterns.line.finditer(text)]


def _mentions(text: str, patterns: _Patterns, count: int) -> list[Candidate]:
    candidates = []
    for pattern, rank in ((patterns.said, Rank.MENTION), (patterns.affirmed, Rank.PLAIN)):
        for found in pattern.finditer(text):
            candidate = _candidate(found, rank)
            before = text[max(candidate.start - _LOOK_BACK, 0) : candidate.start]
            if _NOT_SO.match(text, candidate.end) or _NOT_THIS.search(before):
                continue
            candidates.append(candidate)
            alternative = patterns.alternative.match(text, candidate.end)
            if alternative is not None:
                candidates.append(_candidate(alternative, rank))
    for found in _ORDINAL.finditer(text):
        number = _ORDINALS.index(found[1].lower())
        if number < count:
            candidates.append(Candidate(LetterAnswer(chr(ord("A") + number)), *found.span()))
    return candidates


def _option_texts(
    text: str, markers: list[Marker], options: Sequence[str], letters: list[Candidate]
) -> list[Candidate]:
    """Return the options whose texts the reply repeats; a mark that speaks for a letter speaks for no text."""
    found = _command_options(text, markers, options)
    for number, option in enumerate(options):
        wanted = r"\s+".join(map(re.escape, plain(option).split()))
        if len(wanted) < 3 or len(wanted) > LONGEST_OPTION or _commands_of(option):
            continue
        pattern = re.compile(rf"(?<!\w){wanted}(?!\w)", re.IGNORECASE)
        found += [(number, *match.span(), False) for match in pattern.finditer(text)]
    found.sort(key=lambda one: one[1:3])
    spans = sorted({(one.start, one.end) for one in letters} | {one[1:3] for one in found})
    rank_at = dict(zip(spans, rank_spans(spans, markers, text), strict=True))
    return [
        Candidate(
            LetterAnswer(chr(ord("A") + number)), start, end, max(rank_at[start, end], Rank.PLAIN if alone else Rank(0))
        )
        for number, start, end, alone in found
    ]


def _after_letters(text: str, texts: list[Candidate], letters: list[Candidate]) -> list[Candidate]:
    """Give the text of an option that follows a letter the letter's rank: the two must agree."""
    rank_at: dict[int, Rank] = {}
    for letter in letters:
        rank_at[letter.end] = max(letter.rank, rank_at.get(letter.end, Rank.MENTION))
    ranked = []
    for candidate in texts:
        gap = re.compile(r"[^\w+-]*$").search(text, max(candidate.start - 8, 0), candidate.start)
        before = rank_at.get(gap.start() if gap else candidate.start, Rank.MENTION)
        ranked.append(replace(candidate, rank=max(candidate.rank, before)))
    return ranked


def _command_options(text: str, markers: list[Marker], options: Sequence[str]) -> list[tuple[int, int, int, bool]]:
    """Return option, start, end and whether it stands alone, for options that are commands; their order is free."""
    numbers = {commands: number for number, option in enumerate(options) if (commands := _commands_of(option))}
    if not numbers:
        return []
    found = []
    for group in find_groups(text, markers):
        number = numbers.get(_any_order(group.commands))
        if number is not None:
            found.append((number, group.start, group.end, group.alone))
    return found


def _commands_of(option: str) -> tuple[Command, ...]:
    try:
        return _any_order(parse_commands(plain(option)))
    except UserError:
        return ()


def _any_order(commands: tuple[Command, ...]) -> tuple[Command, ...]:
    return tuple(sorted(commands, key=str))


def _drop_weaker_repeats(candidates: list[Candidate]) -> list[Candidate]:
    """Keep of each place only what ranks highest there."""
    best: dict[tuple[int, int], Candidate] = {}
    for candidate in candidates:
        place = (candidate.start, candidate.end)
        if place not in best or candidate.rank > best[place].rank:
            best[place] = candidate
    return list(best.values())
