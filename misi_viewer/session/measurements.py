"""Distances, angles and dihedrals between picked atoms, and the dashes and labels that show them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, Selection, part_of, selector_of
from misi_viewer.errors import UserError
from misi_viewer.scene.arrays import Labels, Scene, Segments
from misi_viewer.scene.dashes import dashed_lines, join_segments
from misi_viewer.scene.messages import complaint
from misi_viewer.scene.parts import displayed_atoms, ligand_frame
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Dashes, Style

__all__ = [
    "KINDS",
    "Kind",
    "Measurement",
    "add_to_scene",
    "anchor",
    "atom_text",
    "describe",
    "drawn",
    "measure",
    "places_of",
    "value_text",
]

FloatArray = NDArray[np.float64]
Kind = Literal["distance", "angle", "dihedral"]

KINDS: dict[Kind, int] = {"distance": 2, "angle": 3, "dihedral": 4}
"""How many atoms each kind is measured between."""

DASH = 0.4
"""Angstrom of a dash and its gap."""

MOST_DASHES = 100
RADIUS = 0.05
"""Angstrom; thinner than hydrogen bonds."""

LARGEST_JSON = 10_000
LARGEST_ROW = 2**31


class Measurement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is measured between two, three or four atoms.

    Attributes
    ----------
    atoms
        Two for a distance, three for an angle at the second, four for the
        dihedral about the bond of the second and third.

    Raises
    ------
    UserError
        If there are fewer or more, one twice, or a row that cannot be.
    """

    atoms: tuple[AtomRef, ...]

    def __post_init__(self) -> None:
        if len(self.atoms) not in KINDS.values():
            raise UserError(f"A measurement is between two, three or four atoms, not {len(self.atoms)}.")
        if len(set(self.atoms)) != len(self.atoms):
            raise UserError("A measurement needs different atoms; one was given twice.")
        if not all(0 <= atom.row < LARGEST_ROW for atom in self.atoms):
            raise UserError("A measurement's atoms are given by rows, which are counted from 0.")

    @property
    def kind(self) -> Kind:
        """What is measured."""
        return next(kind for kind, count in KINDS.items() if count == len(self.atoms))

    def to_json(self) -> str:
        """Return the measurement as JSON; `from_json` gives it back."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Measurement:
        """Read a measurement.

        Raises
        ------
        UserError
            If it is none.
        """
        if len(text) > LARGEST_JSON:
            raise UserError(f"This is not a measurement: it is longer than {LARGEST_JSON:,} bytes.")
        try:
            return msgspec.json.decode(text, type=Measurement)
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise UserError(f"This is not a measurement: {complaint(error, {})}.") from None


def places_of(atoms: Sequence[AtomRef], complex_: Complex, shot: Shot) -> FloatArray:
    """Return (k, 3) where atoms are in the scene, ligand commands applied, angstrom.

    Raises
    ------
    UserError
        If the complex has no such atom.
    """
    points = []
    for atom in atoms:
        structure = part_of(complex_, atom.part)
        if atom.row >= len(structure):
            raise UserError(f"The {atom.part} of {complex_.id} has no atom of row {atom.row}.")
        frame = ligand_frame(structure, shot.ligand_commands) if atom.part == "ligand" else None
        point = structure.coordinates[atom.row]
        points.append(point if frame is None else frame.to_scene(point[None])[0])
    return np.array(points).reshape(-1, 3)


def measure(measurement: Measurement, complex_: Complex, shot: Shot) -> float:
    """Return a distance in angstrom, an angle from 0 to 180 or a dihedral from -180 to 180 degrees.

    It is not a number where atoms lie so that there is no angle. Dihedrals
    count as IUPAC has it: positive where the far bond is turned clockwise.

    Raises
    ------
    UserError
        If the complex has no such atom.
    """
    points = places_of(measurement.atoms, complex_, shot)
    if measurement.kind == "distance":
        return float(np.linalg.norm(points[1] - points[0]))
    if measurement.kind == "angle":
        return _angle(points[0] - points[1], points[2] - points[1])
    return _dihedral(*np.diff(points, axis=0))


def _angle(one: FloatArray, other: FloatArray) -> float:
    if not one.any() or not other.any():
        return float("nan")
    return float(np.degrees(np.arctan2(np.linalg.norm(np.cross(one, other)), one @ other)))


def _dihedral(first: FloatArray, axis: FloatArray, last: FloatArray) -> float:
    before, behind = np.cross(first, axis), np.cross(axis, last)
    if not before.any() or not behind.any():
        return float("nan")
    return float(np.degrees(np.arctan2(np.linalg.norm(axis) * (first @ behind), before @ behind)))


def value_text(kind: Kind, value: float) -> str:
    """Return a value with its unit."""
    if not np.isfinite(value):
        return "undefined"
    return f"{value:.2f} Å" if kind == "distance" else f"{value + 0.0:.1f}°"


def atom_text(atom: AtomRef, complex_: Complex) -> str:
    """Return the selection that names an atom, in parentheses where it stands beside others."""
    text = selector_of(complex_, Selection.of(complex_, [atom]))
    return f"({text})" if " " in text else text


def describe(measurement: Measurement, complex_: Complex, shot: Shot) -> str:
    """Return what is measured and its value as one line."""
    atoms = " to ".join(atom_text(atom, complex_) for atom in measurement.atoms)
    value = value_text(measurement.kind, measure(measurement, complex_, shot))
    return f"{measurement.kind.capitalize()} {atoms}: {value}"


def anchor(points: FloatArray) -> FloatArray:
    """Return (3,) where the label of a measurement between (k, 3) points stands.

    A distance's is in the middle, an angle's near its vertex inside the angle, a
    dihedral's in the middle of its axis.
    """
    if len(points) == 3:
        ends = points[[0, 2]] - points[1]
        lengths = np.maximum(np.linalg.norm(ends, axis=1, keepdims=True), 1e-9)
        inwards: FloatArray = points[1] + (ends / lengths).mean(axis=0) * min(1.0, float(lengths.min()) / 2.0)
        return inwards
    middle: FloatArray = points[len(points) // 2 - 1 : len(points) // 2 + 1].mean(axis=0)
    return middle


def drawn(
    measurements: Iterable[Measurement], complex_: Complex, shot: Shot, style: Style
) -> tuple[Segments, Labels, tuple[Measurement, ...]]:
    """Return the dashes and labels of measurements all of whose atoms are displayed, and which these are.

    Raises
    ------
    UserError
        If the complex lacks an atom.
    """
    shown = {(part.name, row) for part in displayed_atoms(complex_, shot).parts for row in part.rows.tolist()}
    kept = tuple(one for one in measurements if all((atom.part, atom.row) in shown for atom in one.atoms))
    places = [places_of(one.atoms, complex_, shot) for one in kept]
    values = [value_text(one.kind, measure(one, complex_, shot)) for one in kept]
    colour = np.tile(np.array(style.label_rgb, dtype=np.uint8), (len(kept), 1))
    labels = Labels(
        tuple(values),
        np.array([anchor(points) for points in places]).reshape(-1, 3),
        np.zeros((len(kept), 3)),
        colour,
        style.labels.height,
    )
    lines = (line for points in places for line in np.stack([points[:-1], points[1:]], axis=1))
    return join_segments(_dashed(line, style) for line in lines), labels, kept


def _dashed(line: FloatArray, style: Style) -> Segments:
    length = float(np.linalg.norm(line[1] - line[0]))
    count = min(MOST_DASHES, 2 * max(1, round(length / DASH / 2.0)))
    colour = "".join(f"{part:02X}" for part in style.label_rgb)
    return dashed_lines(line[None], Dashes(colour=colour, radius=RADIUS, dashes=count))


def add_to_scene(scene: Scene, segments: Segments, labels: Labels) -> Scene:
    """Return a scene with more dashes and labels; the labels are drawn last."""
    old = scene.labels
    joined = Labels(
        old.texts + labels.texts,
        np.concatenate([old.anchors, labels.anchors]),
        np.concatenate([old.offsets, labels.offsets]),
        np.concatenate([old.colours, labels.colours]),
        old.height,
    )
    return replace(scene, segments=join_segments([scene.segments, segments]), labels=joined)
