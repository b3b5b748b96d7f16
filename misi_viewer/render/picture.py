"""Pictures of shots; PNGs that carry what they show, and what can be read back from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from misi_viewer import __version__
from misi_viewer.chem.complex import Complex
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render import png
from misi_viewer.render.renderer import DRAWING_VERSION, Job, Renderer
from misi_viewer.scene.aim import aim
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.build import build
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = [
    "KEYWORD",
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

    def to_json(self) -> str:
        """Return the record as JSON."""
        return msgspec.json.encode(self).decode()


def record(complex_: Complex, shot: Shot, style: Style, size: Size) -> Record:
    """Return what a picture is drawn from."""
    sources = tuple(Source(name=file.name, sha256=file.sha256, role=file.role) for file in complex_.sources)
    return Record(
        complex_id=complex_.id,
        ligand_choice=complex_.ligand_choice,
        sources=sources,
        shot=shot,
        style=style,
        size=size,
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


def picture_job(complex_: Complex, shot: Shot, style: Style, size: Size) -> Job:
    """Return what a renderer needs for a shot.

    Raises
    ------
    UserError
        If the shot does not fit the complex.
    """
    return Job(
        _scene(complex_, _same_scene(shot), style.to_json()),
        style,
        aim(complex_, shot, size, style),
        size,
        shot.supersample,
        shot.quality,
        shot.transparent,
    )


def draw_picture(renderer: Renderer, complex_: Complex, shot: Shot, style: Style, size: Size) -> Pixels:
    """Draw a shot: (h, w, 3) uint8, or (h, w, 4) if it is transparent.

    Raises
    ------
    UserError
        If the shot does not fit the complex, or the size is out of bounds.
    """
    return next(renderer.draw_many([picture_job(complex_, shot, style, size)]))


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


def encode_picture(pixels: Pixels, about: Record) -> bytes:
    """Return a picture as PNG with its record."""
    return png.encode(pixels, {SOFTWARE: about.program, KEYWORD: about.to_json()})


def save_picture(path: Path, pixels: Pixels, about: Record) -> None:
    """Write a picture as PNG with its record, whole or not at all.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    png.write(path, encode_picture(pixels, about))


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
