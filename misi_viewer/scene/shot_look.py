"""What a shot says of single atoms that are drawn otherwise than the style says."""

from __future__ import annotations

import msgspec

from misi_viewer.errors import UserError
from misi_viewer.scene.style import CHOICES, Representation

__all__ = ["MOST_LOOKS", "REPRESENTATION_WORDS", "Look", "parse_look"]

MOST_LOOKS = 50
EXAMPLE = "ligand=ball"

REPRESENTATION_WORDS: dict[str, Representation] = {
    "stick": "stick",
    "sticks": "stick",
    "ball": "ball and stick",
    "ball and stick": "ball and stick",
    "sphere": "sphere",
    "spheres": "sphere",
    "wire": "wire",
}
"""What may be written for each representation, the usual word first."""


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How some atoms are drawn.

    Attributes
    ----------
    atoms
        A selection (see `misi_viewer.chem.selection`).
    representation
        As a style's.

    Raises
    ------
    UserError
        If there is no such representation.
    """

    atoms: str
    representation: Representation

    def __post_init__(self) -> None:
        known = CHOICES["representation"]
        if self.representation not in known:
            raise UserError(f"Atoms cannot be drawn as '{self.representation[:40]}'; choose one of {', '.join(known)}.")

    @property
    def word(self) -> str:
        """What is written for the representation."""
        return next(word for word, kind in REPRESENTATION_WORDS.items() if kind == self.representation)


def parse_look(text: str) -> Look:
    """Read ``SELECTION=REPRESENTATION``.

    Raises
    ------
    UserError
        If it is not that.
    """
    atoms, _, word = map(str.strip, text.rpartition("="))
    representation = REPRESENTATION_WORDS.get(word.lower())
    if not atoms or representation is None:
        words = ", ".join(REPRESENTATION_WORDS)
        raise UserError(f"'{text[:60]}' does not say how atoms are drawn; write {EXAMPLE}, with one of {words}.")
    return Look(atoms, representation)
