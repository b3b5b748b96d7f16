"""What a side file is made of: changes, of which the newest about a thing counts and none is ever lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

from misi_viewer.tasks.answers import State

__all__ = ["KINDS", "MOST_SLOTS", "Change", "Correction", "Kind", "Standing", "Thing"]

Kind = Literal["tag", "note", "correction", "filter", "slot"]
KINDS: Final = get_args(Kind)

MOST_SLOTS: Final = 9
"""Tags that have a key of their own."""

Thing = tuple[str, str, str]
"""Kind, question and key: what a change is about."""


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One change.

    Attributes
    ----------
    id
        Tells it from all others, wherever they were made.
    time
        Seconds since 1970, UTC.
    author
        Who made it.
    kind
        "tag" (the key is the tag), "note", "correction" (the key is model and
        run), "filter" (the key is its name) or "slot" (the key is its number).
    question
        Its id; "" for filters and slots.
    key
        See `kind`; else "".
    value
        What it is from now on; "" for nothing any more.
    """

    id: str
    time: float
    author: str
    kind: Kind
    question: str
    key: str
    value: str

    @property
    def thing(self) -> Thing:
        """What it is about."""
        return self.kind, self.question, self.key

    @property
    def order(self) -> tuple[float, str]:
        """By which the newest is found, in the same way everywhere."""
        return self.time, self.id


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a person says that a reply means.

    Attributes
    ----------
    state
        "parsed", or why there is no answer.
    text
        The answer as the benchmark writes it; "" where there is none.
    """

    state: State
    text: str = ""


class Standing:
    """What stands after some changes."""

    def __init__(self) -> None:
        self.newest: dict[Thing, Change] = {}
        self.tags: dict[str, set[str]] = {}

    def take(self, changes: Iterable[Change]) -> set[str]:
        """Take changes in any order; return the questions for which something else stands now."""
        touched = set()
        for change in changes:
            before = self.newest.get(change.thing)
            if before is not None and before.order >= change.order:
                continue
            self.newest[change.thing] = change
            if change.kind == "tag":
                self._tag(change)
            if change.question:
                touched.add(change.question)
        return touched

    def _tag(self, change: Change) -> None:
        own = self.tags.setdefault(change.question, set())
        if change.value:
            own.add(change.key)
        else:
            own.discard(change.key)
        if not own:
            del self.tags[change.question]

    def value(self, kind: Kind, question: str = "", key: str = "") -> str:
        """Return what stands for a thing; "" for nothing."""
        change = self.newest.get((kind, question, key))
        return "" if change is None else change.value

    def all_of(self, kind: Kind) -> dict[Thing, str]:
        """Return all that stands of a kind."""
        return {thing: change.value for thing, change in self.newest.items() if thing[0] == kind and change.value}
