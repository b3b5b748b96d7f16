"""A line between any two atoms in a look of its own: a bond that an answer names, or one that is explained."""

from __future__ import annotations

import msgspec

from misi_viewer.chem.selection.masks import AtomRef
from misi_viewer.errors import UserError
from misi_viewer.scene.style import Dashes

__all__ = ["MOST_EXTRA_BONDS", "ExtraBond"]

MOST_EXTRA_BONDS = 1_000
"""Of one shot; more is a mistake."""


class ExtraBond(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line that a shot draws beside the bonds that are there.

    Attributes
    ----------
    one, other
        Its ends, by part and row.
    look
        Colour, radius and number of dashes; 0 dashes are a solid line.
    """

    one: AtomRef
    other: AtomRef
    look: Dashes

    def __post_init__(self) -> None:
        if not 0 <= min(self.one.row, self.other.row) <= max(self.one.row, self.other.row) < 2**31:
            raise UserError("An extra bond's atoms are rows of the pocket or the ligand, counted from 0.")
