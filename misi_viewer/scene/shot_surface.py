"""What a shot says of a surface."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from misi_viewer.errors import UserError

__all__ = ["SURFACE_COLOURS", "SURFACE_PARTS", "Surface", "parse_surface", "print_surface"]

SurfacePart = Literal["pocket", "ligand"]
SurfaceColour = Literal["element", "hydrophobicity"]

SURFACE_PARTS: tuple[SurfacePart, ...] = get_args(SurfacePart)
SURFACE_COLOURS: tuple[SurfaceColour, ...] = get_args(SurfaceColour)
EXAMPLE = "pocket:hydrophobicity:50"


class Surface(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A surface to be drawn.

    Attributes
    ----------
    of
        "pocket" or "ligand": its displayed atoms.
    colour
        "element": as the atoms; "hydrophobicity": by residue.
    opacity
        0 to 1. It comes in as many steps as a pixel has samples.

    Raises
    ------
    UserError
        If a value is out of bounds.
    """

    of: SurfacePart = "pocket"
    colour: SurfaceColour = "element"
    opacity: float = 1.0

    def __post_init__(self) -> None:
        if self.of not in SURFACE_PARTS:
            raise UserError(f"A surface is of {' or '.join(SURFACE_PARTS)}, not of '{self.of}'.")
        if self.colour not in SURFACE_COLOURS:
            raise UserError(f"A surface is coloured by {' or '.join(SURFACE_COLOURS)}, not by '{self.colour}'.")
        if not 0.0 < self.opacity <= 1.0:
            raise UserError(f"A surface's opacity is above 0 and at most 100 %, not {100.0 * self.opacity:g} %.")


def parse_surface(text: str) -> Surface | None:
    """Read a surface as ``[pocket|ligand:]element|hydrophobicity[:PERCENT]``; "off" is none.

    Raises
    ------
    UserError
        If it is none of these.
    """
    words = [word.strip().lower() for word in text.split(":")]
    if words == ["off"]:
        return None
    of = next((part for part in SURFACE_PARTS if part == words[0]), None)
    if of is not None:
        words = words[1:]
    colour = next((known for known in SURFACE_COLOURS if words and words[0] and known.startswith(words[0])), None)
    if colour is None or len(words) > 2:
        raise UserError(f"'{text[:60]}' is not a surface; write one such as {EXAMPLE}, or off.")
    try:
        percent = float(words[1].removesuffix("%")) if len(words) > 1 else 100.0
    except ValueError:
        raise UserError(f"'{words[1][:20]}' is no opacity in percent; write a surface such as {EXAMPLE}.") from None
    return Surface(of or "pocket", colour, percent / 100.0)


def print_surface(surface: Surface | None) -> str:
    """Write a surface so that `parse_surface` reads it."""
    return "off" if surface is None else f"{surface.of}:{surface.colour}:{100.0 * surface.opacity:.10g}"
