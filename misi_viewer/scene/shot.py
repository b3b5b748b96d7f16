"""A Shot: everything one picture needs beside the atoms. Small, versioned JSON."""

from __future__ import annotations

from typing import Any, Literal, get_args

import msgspec

from misi_viewer.camera.commands import Command, parse_commands
from misi_viewer.camera.pose import LARGEST_COORDINATE, Pose
from misi_viewer.camera.projection import ProjectionKind
from misi_viewer.camera.views import VIEWS, ViewName
from misi_viewer.chem.selection import SelectionError, mentions_selected, parse
from misi_viewer.errors import UserError
from misi_viewer.scene.extra_bond import MOST_EXTRA_BONDS, ExtraBond
from misi_viewer.scene.messages import complaint
from misi_viewer.scene.shot_look import MOST_LOOKS, Look
from misi_viewer.scene.shot_surface import SURFACE_COLOURS, SURFACE_PARTS, Surface
from misi_viewer.scene.style import CHOICES

__all__ = ["LARGEST_SUPERSAMPLE", "SHOT_VERSION", "Fit", "Parts", "Quality", "ResidueId", "Rows", "Shot"]

SHOT_VERSION = 1
"""Raised when a newer shot would be drawn wrongly by an older program."""

LARGEST_SHOT = 1_000_000
"""Bytes of JSON; more is not a shot."""

LARGEST_SUPERSAMPLE = 8
LONGEST_NAME = 32
LONGEST_COMMANDS = 20_000

Parts = Literal["complex", "pocket", "ligand", "residue"]
Fit = Literal["complex", "pocket", "ligand", "shown"]
Quality = Literal["exact", "fast"]
Rows = tuple[tuple[float, float, float, float], tuple[float, float, float, float], tuple[float, float, float, float]]

_CHOICES = {
    "parts": get_args(Parts),
    "fit": get_args(Fit),
    "view": VIEWS,
    "projection": get_args(ProjectionKind),
    "quality": get_args(Quality),
}
_WORDS = {**_CHOICES, "of": SURFACE_PARTS, "colour": SURFACE_COLOURS, "representation": CHOICES["representation"]}


class ResidueId(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One residue of the pocket, as its file names it.

    Attributes
    ----------
    chain
        Chain identifier; "" and " " both mean a blank one.
    number
        Residue number.
    insertion_code
        One letter or "".
    name
        Residue name, for where blank chains repeat numbers; "" takes any.

    The first residue of the pocket that fits is meant.
    """

    chain: str
    number: int
    insertion_code: str = ""
    name: str = ""

    def __post_init__(self) -> None:
        if max(map(len, (self.chain, self.insertion_code, self.name))) > LONGEST_NAME or abs(self.number) >= 2**31:
            raise UserError("The shot's residue is not one that a file can hold; its names or number are too long.")

    def __str__(self) -> str:
        return f"{self.name} {self.chain.strip()}:{self.number}{self.insertion_code}".strip()


class Shot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything one picture needs beside the atoms, the style and the size.

    Attributes
    ----------
    version
        Of the shot's format.
    parts
        What is displayed: "complex", "pocket", "ligand", or "residue" (one
        residue of the pocket, and the ligand, their atoms labelled by name).
    residue
        Which residue; with ``parts="residue"`` only.
    labels
        Whether the style's labels are drawn.
    hydrogens
        Whether hydrogens are displayed.
    fit
        What the front view is fitted to: "complex", "pocket" or "ligand" where
        the files have them, before ligand commands, or "shown": what is
        displayed, after them. None is "shown" for a residue, else "complex".
    ligand_commands
        Commands on the ligand, about its own centre; they come first.
    view
        One of the six views.
    commands
        Commands on the camera, after the view's roll.
    pose
        3 rows of 4: camera to scene, in place of view and commands.
    projection
        "perspective" or "orthographic".
    orthographic_width
        Angstrom across the picture, orthographic only; None: as fitted.
    supersample
        Passes per side of a pixel.
    quality
        "exact" (the mean of all passes) or "fast".
    chain_breaks, hydrogen_bonds
        Whether their dashes are drawn.
    transparent
        Whether the background is transparent.
    hide
        Atoms of the parts that are not displayed all the same, as a selection
        (see `misi_viewer.chem.selection`); its distances are those of the
        ligand where its commands put it. Colours and the fit stay, except a fit
        to what is "shown".
    extra_bonds
        Lines between atoms, each in a look of its own, drawn where both its
        ends are displayed.
    surface
        The surface of a part; None for none.
    label_atoms, label_residues
        Atoms that are labelled by their names, and whose residues are
        labelled, beside those of `labels`, as selections; "" for none.
    looks
        Atoms that are drawn in other representations than the style's; where
        they overlap the later one counts. The fit is as without them.

    Raises
    ------
    UserError
        If a value is out of bounds, on making as on reading.
    """

    version: int = SHOT_VERSION
    parts: Parts = "complex"
    residue: ResidueId | None = None
    labels: bool = True
    hydrogens: bool = False
    fit: Fit | None = None
    ligand_commands: str = ""
    view: ViewName = "front"
    commands: str = ""
    pose: Rows | None = None
    projection: ProjectionKind = "perspective"
    orthographic_width: float | None = None
    supersample: int = 3
    quality: Quality = "exact"
    chain_breaks: bool = False
    hydrogen_bonds: bool = False
    transparent: bool = False
    hide: str = ""
    extra_bonds: tuple[ExtraBond, ...] = ()
    surface: Surface | None = None
    label_atoms: str = ""
    label_residues: str = ""
    looks: tuple[Look, ...] = ()

    def __post_init__(self) -> None:
        if self.version != SHOT_VERSION:
            raise _wrong_version(self.version)
        for field, choices in _CHOICES.items():
            value = getattr(self, field)
            if value not in choices and (value is not None or field != "fit"):
                raise UserError(f"The shot's {field} cannot be '{value}'; choose one of {', '.join(choices)}.")
        if (self.residue is None) == (self.parts == "residue"):
            raise UserError("A shot of a residue must name the residue, and only such a shot may name one.")
        if not 1 <= self.supersample <= LARGEST_SUPERSAMPLE:
            raise UserError(f"The shot's supersample is {self.supersample}; give 1 to {LARGEST_SUPERSAMPLE}.")
        if self.orthographic_width is not None and not 0.0 < self.orthographic_width <= LARGEST_COORDINATE:
            raise UserError(
                f"The shot's orthographic width must be above 0 and at most {LARGEST_COORDINATE:g} angstrom."
            )
        if self.pose is not None:
            Pose.from_rows(self.pose)
            if self.commands or self.view != "front":
                raise UserError("A shot with a pose cannot have a view or commands too; leave one of them out.")
        for text in (self.ligand_commands, self.commands):
            if len(text) > LONGEST_COMMANDS:
                raise UserError(f"The shot's commands are longer than {LONGEST_COMMANDS:,} characters.")
            parse_commands(text)
        if len(self.extra_bonds) > MOST_EXTRA_BONDS:
            raise UserError(f"The shot has more than {MOST_EXTRA_BONDS:,} extra bonds.")
        if len(self.looks) > MOST_LOOKS:
            raise UserError(f"The shot gives more than {MOST_LOOKS} selections a look of their own.")
        for deed, text in (("hides", self.hide), ("labels", self.label_atoms), ("labels", self.label_residues)):
            if text:
                _check_selection(text, deed)
        for look in self.looks:
            _check_selection(look.atoms, f"draws as {look.representation}")

    @property
    def fit_to(self) -> Fit:
        """What the front view is fitted to."""
        return self.fit or ("shown" if self.parts == "residue" else "complex")

    @property
    def ligand_steps(self) -> tuple[Command, ...]:
        """The commands on the ligand."""
        return parse_commands(self.ligand_commands)

    @property
    def camera_steps(self) -> tuple[Command, ...]:
        """The commands on the camera, without the view's roll."""
        return parse_commands(self.commands)

    def but(self, **changes: Any) -> Shot:
        """Return this shot with some fields changed."""
        return msgspec.structs.replace(self, **changes)

    def with_pose(self, pose: Pose | None) -> Shot:
        """Return this shot seen from a pose, in place of view and commands."""
        rows = None if pose is None else tuple(map(tuple, pose.matrix.tolist()))
        return self.but(view="front", commands="", pose=rows)

    def to_json(self) -> str:
        """Return the shot as JSON; `from_json` gives it back."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Shot:
        """Read a shot.

        Raises
        ------
        UserError
            If it is not JSON, not a shot, or from a newer program.
        """
        if len(text) > LARGEST_SHOT:
            raise UserError(f"This is not a shot: it is longer than {LARGEST_SHOT:,} bytes.")
        try:
            version = msgspec.json.decode(text, type=_Versioned).version
            if version > SHOT_VERSION:
                raise _wrong_version(version)
            return msgspec.json.decode(text, type=Shot)
        except msgspec.ValidationError as error:
            raise UserError(f"This is not a shot: {complaint(error, _WORDS)}.") from None
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise UserError(f"The shot is not valid JSON: {complaint(error, _WORDS)}.") from None


def _check_selection(text: str, deed: str) -> None:
    try:
        selection = parse(text)
    except SelectionError as error:
        raise UserError(
            f"What the shot {deed} is not a selection of atoms: at character {error.place}, {error.problem}."
        ) from None
    if mentions_selected(selection):
        raise UserError(f"What a shot {deed} cannot be what is selected; say which atoms are meant.")


class _Versioned(msgspec.Struct):
    version: int


def _wrong_version(version: int) -> UserError:
    if version > SHOT_VERSION:
        return UserError(
            f"The shot has version {version} and this program knows {SHOT_VERSION}; use a newer MiSI Viewer for it."
        )
    return UserError(f"The shot has version {version}, which never was; this program knows {SHOT_VERSION}.")
