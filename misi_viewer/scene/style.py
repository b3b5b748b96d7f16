"""A Style: colours, radii, light, depth cue and labels, as data (spec style.md, labels.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.errors import UserError
from misi_viewer.scene.colours import ELEMENT_COLOURS, Rgb, contrast, rgb

__all__ = ["CHOICES", "DEFAULT_STYLE", "Dashes", "DepthCue", "LabelStyle", "Light", "Representation", "Style"]

Representation = Literal["stick", "ball and stick", "sphere", "wire"]
GlyphEdges = Literal["straight", "premultiplied"]
Direction = tuple[float, float, float]

CHOICES = {"representation": get_args(Representation), "glyph_edges": get_args(GlyphEdges)}
"""What may stand in fields that are choices."""

LARGEST_LENGTH = 100.0
LONGEST_TEXT = 1_000


def _check_number(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise UserError(f"The style's {name} is {value:g}; give a number from {low:g} to {high:g}.")


def _check_direction(name: str, direction: Direction) -> None:
    length = math.sqrt(sum(part * part for part in direction))
    if not 1e-6 <= length <= 1e6:
        raise UserError(f"The style's {name} must be a direction: three finite numbers, not all 0.")


def _check_choice(name: str, value: str, choices: Sequence[str]) -> None:
    if value not in choices:
        raise UserError(f"The style's {name} is '{value[:40]}'; choose one of {', '.join(choices)}.")


class Light(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two lights that move with the camera, and what surfaces make of them (spec style.md sections 5, 6).

    Attributes
    ----------
    key, fill, ambient
        Intensities.
    key_direction, fill_direction
        Where the light travels: x right, y up, z towards the viewer; of any length.
    ambient_reflectivity, diffuse_reflectivity
        Factors of the ambient light, and of the key and fill light.
    specular, exponent
        Strength and sharpness of the key light's white highlight.
    """

    key: float = 1.0
    fill: float = 0.5
    ambient: float = 0.4
    key_direction: Direction = (0.577, -0.577, -0.577)
    fill_direction: Direction = (-0.2, -0.2, -0.959)
    ambient_reflectivity: float = 0.8
    diffuse_reflectivity: float = 0.8
    specular: float = 0.3
    exponent: float = 30.0

    def __post_init__(self) -> None:
        for name in ("key", "fill", "ambient", "ambient_reflectivity", "diffuse_reflectivity", "specular"):
            _check_number(f"light {name}", getattr(self, name), 0.0, 10.0)
        _check_number("light exponent", self.exponent, 1.0, 1000.0)
        _check_direction("key light", self.key_direction)
        _check_direction("fill light", self.fill_direction)


class DepthCue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fading with depth (spec style.md section 7).

    Attributes
    ----------
    on
        Whether there is any.
    start, end
        Where it begins and is complete, in parts of the way from near to far.
    colour
        What things fade to; "" is the background.
    """

    on: bool = True
    start: float = 0.5
    end: float = 1.0
    colour: str = ""

    def __post_init__(self) -> None:
        _check_number("depth cue start", self.start, 0.0, 10.0)
        _check_number("depth cue end", self.end, 0.0, 10.0)
        if self.end <= self.start:
            raise UserError("The style's depth cue must end behind its start.")
        if self.colour:
            rgb(self.colour)


class LabelStyle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Labels (spec labels.md).

    Attributes
    ----------
    residues, atoms
        Whether pocket residues and ligand atoms are labelled.
    height
        Angstrom.
    colour
        "" is white or black, whichever reads on the background.
    glyph_edges
        "straight": thin edges, as in the golden pictures; "premultiplied".
    """

    residues: bool = True
    atoms: bool = True
    height: float = 0.7
    colour: str = ""
    glyph_edges: GlyphEdges = "straight"

    def __post_init__(self) -> None:
        _check_number("label height", self.height, 0.01, LARGEST_LENGTH)
        _check_choice("glyph edges", self.glyph_edges, CHOICES["glyph_edges"])
        if self.colour:
            rgb(self.colour)


class Dashes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dashed line (spec style.md sections 1, 2).

    Attributes
    ----------
    colour
        Of all its dashes.
    radius
        Angstrom.
    dashes
        How many on the whole line; odd ones lose one. 0 or 1: one solid piece per half.
    """

    colour: str
    radius: float = 0.075
    dashes: int = 6

    def __post_init__(self) -> None:
        rgb(self.colour)
        _check_number("dash radius", self.radius, 0.001, LARGEST_LENGTH)
        _check_number("number of dashes", self.dashes, 0, 100)


class Style(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How things look; the defaults are MiSI-Bench's.

    Colours are six hexadecimal digits or words.

    Attributes
    ----------
    name, description
        For people.
    representation
        "stick", "ball and stick", "sphere" or "wire".
    stick_radius
        Of bonds, and of atoms in stick representation, angstrom.
    ball_scale, sphere_scale
        Factors of the van der Waals radius in the representations of that name.
    element_colours
        By element symbol, where they differ from the common table.
    residue_carbons
        Carbon colours of the pocket's residues, in turn; empty: the element's.
    ligand_carbon
        Carbon colour of the ligand; "": the element's.
    background
        Colour.
    light, depth_cue, labels
        See there.
    hydrogen_bonds, chain_breaks
        Their dashes, where the shot asks for them.
    """

    name: str = "MiSI-Bench"
    description: str = ""
    representation: Representation = "stick"
    stick_radius: float = 0.2
    ball_scale: float = 0.25
    sphere_scale: float = 1.0
    element_colours: dict[str, str] = {}
    residue_carbons: tuple[str, ...] = ("BF99F2", "F2B366")
    ligand_carbon: str = "909090"
    background: str = "000000"
    light: Light = Light()
    depth_cue: DepthCue = DepthCue()
    labels: LabelStyle = LabelStyle()
    hydrogen_bonds: Dashes = Dashes(colour="00BFFF")
    chain_breaks: Dashes = Dashes(colour="FFFF00")

    def __post_init__(self) -> None:
        for text in (self.name, self.description):
            if len(text) > LONGEST_TEXT or any("\ud800" <= character <= "\udfff" for character in text):
                raise UserError(
                    f"The style's name and description must be texts of at most {LONGEST_TEXT:,} characters."
                )
        _check_choice("representation", self.representation, CHOICES["representation"])
        _check_number("stick radius", self.stick_radius, 0.001, LARGEST_LENGTH)
        _check_number("ball scale", self.ball_scale, 0.001, LARGEST_LENGTH)
        _check_number("sphere scale", self.sphere_scale, 0.001, LARGEST_LENGTH)
        if len(self.residue_carbons) > LONGEST_TEXT or len(self.element_colours) > LONGEST_TEXT:
            raise UserError(f"The style lists more than {LONGEST_TEXT:,} colours.")
        for colour in (*self.residue_carbons, *self.element_colours.values(), self.background):
            rgb(colour)
        if self.ligand_carbon:
            rgb(self.ligand_carbon)
        self.element_table()

    @property
    def background_rgb(self) -> Rgb:
        """The background, 0 to 255."""
        return rgb(self.background)

    @property
    def depth_cue_rgb(self) -> Rgb:
        """What things fade to, 0 to 255."""
        return rgb(self.depth_cue.colour or self.background)

    @property
    def label_rgb(self) -> Rgb:
        """The labels' colour, 0 to 255."""
        return rgb(self.labels.colour) if self.labels.colour else contrast(self.background)

    def element_table(self) -> NDArray[np.uint8]:
        """Return (256, 3) uint8 colours by atomic number.

        Raises
        ------
        UserError
            If `element_colours` names an element that does not exist.
        """
        if not self.element_colours:
            return ELEMENT_COLOURS
        from misi_viewer.chem.elements import atomic_number

        table = ELEMENT_COLOURS.copy()
        for symbol, colour in self.element_colours.items():
            number = atomic_number(symbol)
            if not number:
                raise UserError(f"The style colours '{symbol[:40]}', which is not an element's symbol.")
            table[number] = rgb(colour)
        return table

    def but(self, **changes: Any) -> Style:
        """Return this style with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def to_json(self) -> str:
        """Return the whole style as JSON, as a picture carries it."""
        return msgspec.json.encode(self).decode()


DEFAULT_STYLE = Style()
"""MiSI-Bench's."""
