"""A reply without mark-up, as long as it was, so that places in it stay true."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["HEAD", "TAIL", "Examined", "examine", "plain", "vocabulary"]

HEAD = 20_000
"""Characters read from the beginning of a long reply."""

TAIL = 80_000
"""Characters read from the end of a long reply, where answers stand."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\u207b\u02d7"
_SPACES = (
    "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u3000\u200b\u200c\u200d\u200e\u200f"
    "\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff\t\v\f\0"
)
_CHARACTERS = (
    {ord(dash): "-" for dash in _DASHES}
    | {ord(space): " " for space in _SPACES}
    | {ord(line): "\n" for line in "\r\u2028\u2029\u0085"}
    | dict.fromkeys(map(ord, "\u2032\u2019\u2018\u02b9\u02bc"), "'")
    | dict.fromkeys(map(ord, "\u201c\u201d\u00ab\u00bb\u201e"), '"')
    | dict.fromkeys(map(ord, "\u00ba\u02da"), "\u00b0")
    | dict.fromkeys(map(ord, "\u2022\u25cf\u25e6\u2023\u2043\u00b7"), "\u2022")
    | dict.fromkeys(map(ord, "\u2192\u27f6\u21d2\u2194\u2026\u22ef"), "\u2192")
    | {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {ord("\u3001"): ",", ord("\u3002"): ".", ord("\u3010"): "(", ord("\u3011"): ")", ord("\u212b"): "\u00c5"}
)

_REPLACED = (
    (re.compile(r"```[A-Za-z]*(?=\n)|```|`|~~~"), ""),
    (re.compile(r"&(?:minus|#8722|ndash|#8211);"), "-"),
    (re.compile(r"&(?:deg|#176);"), "\u00b0"),
    (re.compile(r"&(?:nbsp|quot|amp|lt|gt|#39|apos);"), ""),
    (re.compile(r"<br\s?/?>", re.IGNORECASE), "\n"),
    (re.compile(r"</?(?:b|strong|i|em|u|p|code|pre|span|div|li|ul|ol|tt|s|h[1-6])>", re.IGNORECASE), ""),
    (re.compile(r"<\|(?:im_end|im_start|end|endoftext|eot_id|return|start)\|>|</s>|<s>|\[/?INST\]"), ""),
    (re.compile(r"\\n"), "\n"),
    (re.compile(r"\\u2212"), "-"),
    (re.compile(r"\^\s?\{?\s?\\circ\s?\}?|\\degree|\\circ"), "\u00b0"),
    (re.compile(r"\\(?:mathring|AA)(?:\s?\{\s?A?\s?\})?"), "\u00c5"),
    (re.compile(r"\\(?:textbf|textit|texttt|textrm|text|mathrm|mathbf|mathit|mathtt|bf|rm)(?=\s?\{)"), ""),
    (re.compile(r"\\(?:[()\[\],;! ]|quad|qquad)|\$"), ""),
    (re.compile(r"\\(?:rightarrow|to|longrightarrow)\b"), "\u2192"),
    (re.compile(r"\*\*+|__+|\\(?=[_*'])"), ""),
    (re.compile(r"(?<!\w)_|_(?!\w)"), ""),
)
"""Mark-up, and the one character that stands for it; what it was longer is filled with spaces."""

_ITALICS = re.compile(r"(?<![\w'*])\*(?=[^\s*])([^*\n]{0,300})\*(?!\w)")
"""A single star may also be part of an atom's name."""


@dataclass(frozen=True, slots=True)
class Examined:
    """The part of a reply that is read.

    Attributes
    ----------
    text
        All of it, or its beginning and its end with an empty line between.
    start
        Where it begins in the reply.
    skipped
        Characters left out in the middle; 0 if none were.
    """

    text: str
    start: int
    skipped: int

    def place(self, position: int) -> int:
        """Return where a place in `text` is in the reply."""
        beyond = self.skipped and position > HEAD
        return self.start + position + (self.skipped - 2 if beyond else 0)


def examine(text: str) -> Examined:
    """Cut off spaces at both ends, and the middle of what is very long."""
    kept = text.strip()
    start = text.find(kept[0]) if kept else 0
    skipped = len(kept) - HEAD - TAIL
    if skipped <= 0:
        return Examined(kept, start, 0)
    return Examined(f"{kept[:HEAD]}\n\n{kept[-TAIL:]}", start, skipped)


def plain(text: str) -> str:
    """Return a text of the same length with plain spaces, dashes and quotes, and without mark-up."""
    text = text.translate(_CHARACTERS)
    for pattern, sign in _REPLACED:
        text = pattern.sub(lambda found, sign=sign: sign.ljust(len(found[0])), text)  # type: ignore[misc]
    return _ITALICS.sub(r" \1 ", text)


def vocabulary(words: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(words.split())
