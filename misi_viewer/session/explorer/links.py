"""Permalinks of cases, and the command lines that open them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl, quote, unquote, urlencode

import msgspec

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.filter_text import parse_filter, print_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Filter

__all__ = ["SCHEME", "Link", "command_line", "parse_link", "print_link"]

SCHEME: Final = "misi"
LONGEST_LINK: Final = 100_000
_LONGEST_ID: Final = 2_000

_LINK: Final = re.compile(
    rf"{SCHEME}://(?P<dataset>[0-9a-f]{{16}})(?:/(?P<question>[^?#\s]*))?(?:\?(?P<query>[^#\s]*))?"
)
_BAD_ESCAPE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Link(msgspec.Struct, frozen=True):
    """A permalink.

    Attributes
    ----------
    dataset
        Id of the data set.
    question
        Id of the case; "" for none.
    filter
        Which cases are listed.
    """

    dataset: str
    question: str = ""
    filter: Filter = EVERYTHING


def print_link(link: Link) -> str:
    """Return a link as text; `parse_link` gives it back."""
    query = f"?{urlencode({'filter': print_filter(link.filter)}, quote_via=quote)}" if link.filter else ""
    question = f"/{quote(link.question)}" if link.question else ""
    return f"{SCHEME}://{link.dataset}{question}{query}"


def parse_link(text: str) -> Link:
    """Read a link.

    Raises
    ------
    UserError
        If it is none.
    """
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:80])
    found = _LINK.fullmatch(text.strip()) if len(text) <= LONGEST_LINK else None
    if found is None or _BAD_ESCAPE.search(text):
        raise UserError(f"'{shown}' is no link to a case; such a one begins with {SCHEME}:// and the data set's id.")
    try:
        question = unquote(found["question"] or "", errors="strict")
        fields = parse_qsl(
            found["query"] or "", keep_blank_values=True, strict_parsing=bool(found["query"]), errors="strict"
        )
    except ValueError:
        raise UserError(f"The link '{shown}' is damaged; copy it again.") from None
    if len(question) > _LONGEST_ID or not all(map(str.isprintable, question)):
        raise UserError(f"The link '{shown}' names no question.")
    if any(name != "filter" for name, _ in fields) or len(fields) > 1:
        raise UserError(f"The link '{shown}' holds something beside a filter; it is not opened.")
    return Link(found["dataset"], question, parse_filter(fields[0][1]) if fields else EVERYTHING)


def command_line(dataset: str, question: str = "", wanted: Filter = EVERYTHING, predictions: Sequence[str] = ()) -> str:
    """Return the command that opens a case, quoted for a POSIX shell."""
    words = ["misi-viewer", "explore", dataset]
    if predictions:
        words += ["--predictions", *predictions]
    if question:
        words += ["--case", question]
    if wanted:
        words += [f"--filter={print_filter(wanted)}"]
    return shlex.join(words)
