"""Finding the complexes that questions ask about, by id, in a folder or list of complexes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from misi_viewer.dataset.collection import Member

__all__ = ["LinkReport", "match_members"]

_MOST_EXAMPLES: Final = 5


class LinkReport(msgspec.Struct, frozen=True, kw_only=True):
    """What became of linking.

    Attributes
    ----------
    place
        Folder or list of complexes.
    asked, linked
        Complexes that questions ask about, and those of them that were found.
    missing
        Ids of some that were not.
    unused
        Complexes there that no question asks about.
    """

    place: str
    asked: int
    linked: int
    missing: tuple[str, ...]
    unused: int

    def sentence(self) -> str:
        """Return the report in one line."""
        missing = f"; missing, for example: {', '.join(self.missing)}" if self.missing else ""
        unused = f"; {self.unused:,} that no question asks about" if self.unused else ""
        return f"{self.place}: {self.linked:,} of {self.asked:,} complexes linked{missing}{unused}"


def match_members(asked: Iterable[str], members: Sequence[Member], place: str) -> tuple[dict[str, Member], LinkReport]:
    """Match ids with complexes; capitals do not matter where that leaves no doubt.

    Parameters
    ----------
    asked
        Ids as questions use them; "" does not count.
    members
        Complexes that there are.
    place
        Where they are, for the report.

    Returns
    -------
    dict, LinkReport
        Complexes by the ids that questions use, and what became of it.
    """
    known = {member.id: member for member in members}
    small = {member.id.lower(): member for member in members}
    wanted = sorted(set(filter(None, asked)))
    found = {own: known.get(own) or small.get(own.lower()) for own in wanted}
    linked = {own: member for own, member in found.items() if member is not None}
    report = LinkReport(
        place=place,
        asked=len(wanted),
        linked=len(linked),
        missing=tuple(own for own in wanted if own not in linked)[:_MOST_EXAMPLES],
        unused=len(known) - len({member.id for member in linked.values()}),
    )
    return linked, report
