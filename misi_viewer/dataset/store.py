"""Pictures by what they show: each is drawn once, whoever asks for it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from misi_viewer.dataset.files import make_folder, remove_parts, write_whole
from misi_viewer.dataset.layout import PICTURES
from misi_viewer.errors import ReadError
from misi_viewer.render import png
from misi_viewer.render.picture import Source
from misi_viewer.render.renderer import DRAWING_VERSION
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.scene.styles import print_style

__all__ = ["Looks", "PictureStore"]

ADDRESS_LETTERS = 32
"""Hexadecimal digits of a picture's address: 128 bits."""

SUBFOLDER_LETTERS = 2
ENDING = ".png"

_USUAL: dict[str, Any] = msgspec.to_builtins(Shot())


class Looks:
    """What all pictures of a data set have in common.

    Parameters
    ----------
    style
        How they are drawn.
    size
        Width and height, pixels.
    drawing
        Version of the drawing.
    """

    def __init__(self, style: Style, size: tuple[int, int], drawing: int = DRAWING_VERSION) -> None:
        self._common = [drawing, print_style(style), *size]

    def address(self, complex_id: str, ligand_choice: str, sources: Sequence[Source], shot: Shot) -> str:
        """Return what a picture is called.

        It follows from all that its bytes follow from beside the program and
        the renderer: the files and their hashes, the shot, the style, the size
        and the drawing version; also from the complex's id, which the picture
        carries.
        """
        files = [[source.role, source.name, source.sha256] for source in sources]
        key = msgspec.json.encode([*self._common, complex_id, ligand_choice, files, _unusual(shot)])
        return hashlib.sha256(key).hexdigest()[:ADDRESS_LETTERS]


def _unusual(shot: Shot) -> dict[str, Any]:
    """Return what is not as in a plain shot, so that a field that a later program adds changes no address."""
    values = msgspec.to_builtins(shot.but(fit=shot.fit_to))
    return {name: value for name, value in values.items() if value != _USUAL[name]}


class PictureStore:
    """The pictures of a data set, in 256 subfolders.

    Parameters
    ----------
    folder
        The data set.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: set[Path] = set()

    @staticmethod
    def name(address: str) -> str:
        """Return a picture's path relative to the data set, as questions name it."""
        return f"{PICTURES}/{address[:SUBFOLDER_LETTERS]}/{address}{ENDING}"

    @staticmethod
    def address(name: str) -> str:
        """Return the address in a picture's path."""
        return name.rpartition("/")[2].removesuffix(ENDING)

    def path(self, address: str) -> Path:
        """Return where a picture lies."""
        return self._folder / self.name(address)

    def put(self, address: str, data: bytes) -> str:
        """Write a picture; return the SHA-256 of its bytes, hexadecimal.

        Raises
        ------
        Halt
            If it cannot be written.
        """
        path = self.path(address)
        if path.parent not in self._made:
            make_folder(path.parent)
            self._made.add(path.parent)
        write_whole(path, data)
        return hashlib.sha256(data).hexdigest()

    def texts(self, address: str) -> dict[str, str] | None:
        """Return the texts in a picture; None if it is not there or not whole."""
        path = self.path(address)
        try:
            return png.read_texts(path) if path.is_file() else None
        except ReadError:
            return None

    def sha256(self, address: str) -> str:
        """Return the SHA-256 of a picture's bytes, hexadecimal."""
        with self.path(address).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()

    def tidy(self) -> None:
        """Remove what killed processes left unfinished."""
        root = self._folder / PICTURES
        for folder in root.iterdir() if root.is_dir() else ():
            remove_parts(folder)
