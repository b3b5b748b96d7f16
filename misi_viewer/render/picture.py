"""Pictures of shots; PNGs that carry what they show, and what can be read back from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer import __version__
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render import png
from misi_viewer.render.formats import encode_other
from misi_viewer.render.renderer import DRAWING_VERSION, Job, Renderer
from misi_viewer.scene.aim import aim
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.build import build
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.whole_files import write_whole

__all__ = [
    "KEYWORD",
    "CompanionRecord",
    "Record",
    "Source",
    "draw_picture",
    "draw_pictures",
    "encode_picture",
    "picture_job",
    "read_record",
    "record",
    "save_picture",
]

Pixels = NDArray[np.uint8]
Size = tuple[int, int]

KEYWORD = "MiSI-Viewer"
"""Of the text that a PNG carries."""

SOFTWARE = "Software"
"""PNG's own keyword for the program."""

RECORD_VERSION = 1


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A file that a picture shows; its folder is never kept.

    Attributes
    ----------
    name
        Without folders.
    sha256
        Hexadecimal digest of its bytes.
    role
        As in `chem.complex.SourceFile`.
    """

    name: str
    sha256: str
    role: str


class CompanionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A further complex of a picture; see `scene.companions.Companion`.

    Attributes
    ----------
    name, complex_id, ligand_choice, sources, shot, style
        As in `Record`.
    placement
        3 rows of 4 numbers, or None.
    """

    name: str
    complex_id: str
    ligand_choice: str = ""
    sources: tuple[Source, ...]
    shot: Shot
    style: Style
    placement: tuple[tuple[float, float, float, float], ...] | None = None


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """All that a picture was drawn from.

    Attributes
    ----------
    version
        Of this record's format.
    program
        Name and version of the program.
    drawing
        Version of the drawing; the same one gives the same pixels.
    complex_id
        The complex's name.
    ligand_choice
        See `chem.complex.Complex`.
    sources
        The files.
    shot, style
        What and how.
    size
        Width and height, pixels.
    companions
        Further complexes that are seen.
    """

    version: int = RECORD_VERSION
    program: str = f"MiSI Viewer {__version__}"
    drawing: int = DRAWING_VERSION
    complex_id: str
    ligand_choice: str = ""
    sources: tuple[Source, ...]
    shot: Shot
    style: Style
    size: Size
    companions: tuple[CompanionRecord, ...] = ()

    def to_json(self) -> str:
        """Return the record as JSON."""
        return msgspec.json.encode(self).decode()


def record(complex_: Complex, shot: Shot, style: Style, size: Size, companions: Sequence[Companion] = ()) -> Record:
    """Return what a picture is drawn from."""
    return Record(
        complex_id=complex_.id,
        ligand_choice=complex_.ligand_choice,
        sources=_sources(complex_),
        shot=shot,
        style=style,
        size=size,
        companions=tuple(_companion_record(one) for one in companions if one.shown),
    )


def _sources(complex_: Complex) -> tuple[Source, ...]:
    return tuple(Source(name=file.name, sha256=file.sha256, role=file.role) for file in complex_.sources)


def _companion_record(companion: Companion) -> CompanionRecord:
    complex_, placement = companion.complex, companion.placement
    return CompanionRecord(
        name=companion.name,
        complex_id=complex_.id,
        ligand_choice=complex_.ligand_choice,
        sources=_sources(complex_),
        shot=companion.shot,
        style=companion.style,
        placement=None if placement is None else tuple(tuple(row) for row in placement.matrix.tolist()),
    )


@lru_cache(maxsize=8)
def _scene(complex_: Complex, shot: Shot, style: str) -> Scene:
    return build(complex_, shot, msgspec.json.decode(style, type=Style))


def _same_scene(shot: Shot) -> Shot:
    """Return the shot that stands for all that differ from this one in the camera and the sampling only."""
    default = Shot()
    return shot.but(
        fit=None,
        view=default.view,
        commands=default.commands,
        pose=None,
        projection=default.projection,
        orthographic_width=None,
        supersample=default.supersample,
        quality=default.quality,
        transparent=False,
    )


def picture_job(complex_: Complex, shot: Shot, style: Style, size: Size, companions: Sequence[Companion] = ()) -> Job:
    """Return what a renderer needs for a shot.

    Raises
    ------
    UserError
        If the shot does not fit the complex.
    """
    if companions:
        scene = build(complex_, shot, style, companions)
    else:
        scene = _scene(complex_, _same_scene(shot), style.to_json())
    return Job(
        scene,
        style,
        aim(complex_, shot, size, style, companions),
        size,
        shot.supersample,
        shot.quality,
        shot.transparent,
    )


def draw_picture(
    renderer: Renderer,
    complex_: Complex,
    shot: Shot,
    style: Style,
    size: Size,
    companions: Sequence[Companion] = (),
) -> Pixels:
    """Draw a shot, and companions with it: (h, w, 3) uint8, or (h, w, 4) if it is transparent.

    Raises
    ------
    UserError
        If the shot does not fit the complex, or the size is out of bounds.
    """
    return next(renderer.draw_many([picture_job(complex_, shot, style, size, companions)]))


def draw_pictures(
    renderer: Renderer, complex_: Complex, shots: Iterable[Shot], style: Style, size: Size
) -> Iterator[Pixels]:
    """Draw several shots of one complex, in order; faster than one by one.

    Raises
    ------
    UserError
        As `draw_picture`.
    """
    return renderer.draw_many(picture_job(complex_, shot, style, size) for shot in shots)


def encode_picture(pixels: Pixels, about: Record, dpi: float | None = None) -> bytes:
    """Return a picture as PNG with its record, and its pixels per inch if they are given."""
    return png.encode(pixels, {SOFTWARE: about.program, KEYWORD: about.to_json()}, dpi)


def save_picture(path: Path, pixels: Pixels, about: Record, dpi: float | None = None) -> None:
    """Write a picture with its pixels per inch if they are given, whole or not at all.

    A PNG gets its record; a JPEG or TIFF, by the file's ending, cannot.

    Raises
    ------
    UserError
        If it cannot be written, or not in this format.
    """
    ending = path.suffix.lower()
    data = encode_picture(pixels, about, dpi) if ending == ".png" else encode_other(pixels, ending, dpi)
    write_whole(path, data)


def read_record(path: Path) -> Record:
    """Return what a picture was drawn from.

    Raises
    ------
    ReadError
        If it is no PNG, carries no record, or one that this program cannot read.
    """
    text = png.read_texts(path).get(KEYWORD)
    if text is None:
        raise ReadError(
            path, "this picture does not carry a shot; it was not drawn by MiSI Viewer, or was changed since"
        )
    try:
        version = msgspec.json.decode(text, type=_Versioned).version
        if version > RECORD_VERSION:
            raise ReadError(path, "this picture comes from a newer MiSI Viewer; use that one for it")
        return msgspec.json.decode(text, type=Record)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ReadError(path, f"the shot that this picture carries is damaged ({error})") from None
    except UserError as error:
        raise error if isinstance(error, ReadError) else ReadError(path, str(error).rstrip(".")) from None


class _Versioned(msgspec.Struct):
    version: int
