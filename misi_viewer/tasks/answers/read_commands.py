"""Answers that are one command, or several in a row."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from misi_viewer.camera.commands import MOST_COMMANDS, Command
from misi_viewer.tasks.answers.candidates import Candidate, Marker, Rank, Verdict, rank_spans, resolve
from misi_viewer.tasks.answers.command_words import Found, Token, find_commands, tokens
from misi_viewer.tasks.answers.plain import vocabulary
from misi_viewer.tasks.answers.types import CommandsAnswer

__all__ = ["Group", "find_groups", "read_command", "read_commands"]

_NEGATED = re.compile(
    r"(?:\b(?:not|never|instead of|rather than|for example|for instance|e\.g\.|such as|unlike|than)|n't)"
    r"[\s,:\"'(]{0,4}(?:be |a |the |to |just |simply |apply |command ){0,2}[\"'(]{0,2}$",
    re.IGNORECASE,
)
_LOOK_BACK = 40
_AXIS_FIELD = re.compile(r"\baxis[ \t\"']{0,3}[:=][ \t\"']{0,3}([xyz])\b", re.IGNORECASE)
_AMOUNT_FIELD = re.compile(
    r"\b(?:(?P<move>distance|angstroms?|translation)|(?P<roll>angle|degrees?|rotation))[ \t\"']{0,3}[:=][ \t\"']{0,3}"
    r"([-+]? ?\d{1,6}(?:\.\d{1,6})?[^\n,;}]{0,12})",
    re.IGNORECASE,
)
_ALTERNATIVE = re.compile(r"[\s,;.\"'()/&+]*(?:(?:or|and|maybe|perhaps|then)[\s,:\"'(]*){0,3}", re.IGNORECASE)

_JOINING_WORDS = vocabulary(
    "and then followed by next first firstly second secondly finally afterwards after afterward that "
    "step also lastly it the ligand command commands apply to its do now"
)
_JOINING_MARKS = frozenset(",;.&+->\u2192|)(\"':#\u2022*=[]}{")


@dataclass(frozen=True, slots=True)
class Group:
    """Commands in a row with nothing but joining words between them.

    Attributes
    ----------
    commands
        First first.
    start, end
        Where they stand.
    alone
        Whether nothing else stands on their lines.
    """

    commands: tuple[Command, ...]
    start: int
    end: int
    alone: bool


def read_command(text: str, markers: list[Marker]) -> Verdict:
    """Read one command; see `parse_answer`."""
    words = tokens(text)
    found = _not_negated(text, find_commands(words, past=True))
    ranks = rank_spans([(one.start, one.end) for one in found], markers, text)
    candidates: list[Candidate] = []
    for one, rank, alone in zip(found, ranks, _alone(words, found), strict=True):
        if candidates and _is_alternative(text[candidates[-1].end : one.start]):
            rank = max(rank, candidates[-1].rank)
        rank = max(rank, Rank.PLAIN) if alone else rank
        candidates += [Candidate(CommandsAnswer((command,)), one.start, one.end, rank) for command in one.commands]
    return resolve(candidates or _fields(text), text)


def _fields(text: str) -> list[Candidate]:
    """Read verb, axis and amount that stand apart, each with its name: "Axis: x", "Distance: 3"."""
    axes, amounts = list(_AXIS_FIELD.finditer(text)), list(_AMOUNT_FIELD.finditer(text))
    if len(axes) != 1 or len(amounts) != 1:
        return []
    verb = "roll" if amounts[0]["roll"] else "move"
    found = find_commands(tokens(f"{verb} {axes[0][1]} {amounts[0][3]}"))
    spans = sorted((axes[0].span(), amounts[0].span()))
    return [Candidate(CommandsAnswer(one.commands), spans[0][0], spans[1][1]) for one in found]


def read_commands(text: str, markers: list[Marker]) -> Verdict:
    """Read commands in a row; see `parse_answer`.

    Separate ones add up to one answer where they are one roll and one move.
    """
    groups = find_groups(text, markers)
    if any(len(group.commands) > MOST_COMMANDS for group in groups):
        return Verdict(None, f"More than {MOST_COMMANDS:,} commands are given.")
    ranks = rank_spans([(group.start, group.end) for group in groups], markers, text)
    candidates: list[Candidate] = []
    for group, rank in zip(groups, ranks, strict=True):
        if candidates and "\n\n" not in text[candidates[-1].end : group.start] and candidates[-1].rank > Rank.PLAIN:
            rank = max(rank, candidates[-1].rank)
        rank = max(rank, Rank.PLAIN) if group.alone else rank
        candidates.append(Candidate(CommandsAnswer(group.commands), group.start, group.end, rank))
    return resolve(_joined(candidates), text)


def find_groups(text: str, markers: list[Marker]) -> list[Group]:
    """Return the commands in a text, those in a row together; they never reach across a mark of the answer."""
    words = tokens(text)
    found = _not_negated(text, find_commands(words))
    starts = [marker.start for marker in markers]
    alone = _alone(words, found)
    groups: list[Group] = []
    rows: list[list[int]] = []
    for number, one in enumerate(found):
        joined = rows and _joins(words, found[rows[-1][-1]], one, starts)
        if joined and not _begins_again(words, found, rows[-1], number):
            rows[-1].append(number)
        else:
            rows.append([number])
    for row in rows:
        if all(len(found[number].commands) == 1 for number in row):
            commands = tuple(found[number].commands[0] for number in row)
            by_themselves = all(alone[number] for number in row)
            groups.append(Group(commands, found[row[0]].start, found[row[-1]].end, by_themselves))
            continue
        for choice in range(2):
            commands = tuple(found[number].commands[min(choice, len(found[number].commands) - 1)] for number in row)
            groups.append(Group(commands, found[row[0]].start, found[row[-1]].end, False))
    return groups


def _not_negated(text: str, found: list[Found]) -> list[Found]:
    return [one for one in found if not _NEGATED.search(text, max(one.start - _LOOK_BACK, 0), one.start)]


def _joins(words: list[Token], before: Found, after: Found, marker_starts: list[int]) -> bool:
    between = words[before.last + 1 : after.first]
    place = bisect_left(marker_starts, before.end)
    if place < len(marker_starts) and marker_starts[place] < after.start:
        return False
    return len(between) <= 16 and all(_is_joining(words, before.last + 1 + place) for place in range(len(between)))


def _is_joining(words: list[Token], place: int) -> bool:
    word = words[place]
    if word.kind == "number":  # of a list or a step
        before = words[place - 1] if place else None
        after = words[place + 1].value if place + 1 < len(words) else ""
        listed = before is None or before.kind == "newline" or before.value in ("step", "(")
        return listed and after in (".", ")", ":", "-")
    return word.kind == "newline" or word.value in _JOINING_WORDS or word.value in _JOINING_MARKS


def _begins_again(words: list[Token], found: list[Found], row: list[int], number: int) -> bool:
    """Return whether a command on a new line begins another answer: each line holds a whole one."""
    previous, one = found[row[-1]], found[number]
    if not any(word.kind == "newline" for word in words[previous.last + 1 : one.first]):
        return False
    return len(row) > 1 and not any(
        word.kind == "newline" for left in row[:-1] for word in words[found[left].last : found[left + 1].first]
    )


def _alone(words: list[Token], found: list[Found]) -> list[bool]:
    """Return for each command whether its line holds nothing but commands and joining marks."""
    command_of: dict[int, int] = {place: n for n, one in enumerate(found) for place in range(one.first, one.last + 1)}
    alone = [False] * len(found)
    line: set[int] = set()
    clean = True
    for place, word in enumerate(words):
        if word.kind == "newline":
            for number in line:
                alone[number] = clean
            line, clean = set(), True
        elif place in command_of:
            line.add(command_of[place])
        else:
            clean = clean and _is_joining(words, place)
    for number in line:
        alone[number] = clean
    return alone


def _is_alternative(gap: str) -> bool:
    """Return whether what stands between two commands makes the second as good an answer as the first."""
    return len(gap) <= 24 and _ALTERNATIVE.fullmatch(gap) is not None


def _joined(candidates: list[Candidate]) -> list[Candidate]:
    """Put together what is said in pieces, at the highest rank: one roll and one move."""
    if not candidates:
        return candidates
    rank = max(candidate.rank for candidate in candidates)
    best = [candidate for candidate in candidates if candidate.rank == rank]
    answers = [candidate.answer for candidate in best if isinstance(candidate.answer, CommandsAnswer)]
    commands = dict.fromkeys(command for answer in answers for command in answer.commands)
    verbs = sorted(command.verb for command in commands)
    if len(set(answers)) == 1 or verbs != ["move", "roll"]:
        return candidates
    return [Candidate(CommandsAnswer(tuple(commands)), best[0].start, best[-1].end, rank)]
