"""What a model thinks aloud is kept apart from what it answers."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Reply", "split_reasoning"]

_NAMES = "think|thinking|thought|thoughts|reasoning|reason|analysis|scratchpad|reflection|rationale|cot|seed:think"
_TAG = re.compile(
    r"(?=[<\[\u25c1])(?:"  # all begin with one of these: what does not is passed by at once
    rf"(?P<open><(?:{_NAMES})>|\[think\]|\u25c1think\u25b7|<\|?(?:begin_of_thought|thinking|think)\|?>"
    r"|<\|channel\|>(?:analysis|commentary)[^<\n]{0,80}<\|message\|>)"
    rf"|(?P<close></(?:{_NAMES})>|\[/think\]|\u25c1/think\u25b7|<\|?(?:end_of_thought|/thinking|/think)\|?>"
    r"|<\|channel\|>final<\|message\|>)"
    r"|(?P<answer>(?=<(?:answer|final_answer)>)))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply in two parts.

    Attributes
    ----------
    text
        As long as the original, with spaces where reasoning and its tags were.
    reasoning
        What stood between the tags.
    unfinished
        Whether the reasoning was begun and never ended.
    hidden
        Starts and ends, in the original, of reasoning with its tags.
    """

    text: str
    reasoning: str
    unfinished: bool
    hidden: tuple[tuple[int, int], ...] = ()


def split_reasoning(text: str) -> Reply:
    """Tell reasoning from the rest of a reply.

    A closing tag without an opening one ends reasoning that began with the
    reply; an opening one without a closing one begins reasoning to its end,
    or to an answer's own tag.
    """
    hidden: list[tuple[int, int]] = []
    inside: list[str] = []
    depth = begun = thought_from = 0
    for tag in _TAG.finditer(text):
        if tag["open"]:
            if not depth:
                begun, thought_from = tag.span()
            depth += 1
            continue
        if tag["close"] is None and not depth:
            continue
        one_level = tag["close"] is not None and not tag[0].startswith("<|")
        depth = max(depth - 1, 0) if one_level else 0
        if not depth:
            hidden.append((begun, tag.end()))
            inside.append(text[thought_from : tag.start()])
            begun = thought_from = tag.end()
    if depth:
        hidden.append((begun, len(text)))
        inside.append(text[thought_from:])
    reasoning = "\n\n".join(filter(None, map(str.strip, inside)))
    return Reply(_mask(text, hidden), reasoning, bool(depth), tuple(hidden))


def _mask(text: str, hidden: list[tuple[int, int]]) -> str:
    pieces, position = [], 0
    for start, stop in hidden:
        pieces += [text[position:start], " " * (stop - start)]
        position = stop
    return "".join(pieces) + text[position:]
