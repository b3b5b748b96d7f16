"""What is kept of each complex while a data set is made: its questions, and its pictures once they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from misi_viewer.dataset.plan import RendererFacts
from misi_viewer.render.picture import Source
from misi_viewer.tasks import Skipped

__all__ = ["Drawn", "DrawnPicture", "RowView", "Shard", "Wanted", "read_whole"]


class Wanted(msgspec.Struct, frozen=True):
    """A picture that is to be drawn.

    Attributes
    ----------
    address
        What it will be called.
    shot
        JSON of its shot.
    """

    address: str
    shot: msgspec.Raw


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    """All questions about one complex.

    Attributes
    ----------
    sources
        The complex's files.
    problem
        Why it cannot be used; "" if it can.
    rows
        JSON of the rows, task by task.
    skipped
        What is not asked.
    """

    sources: tuple[Source, ...] = ()
    problem: str = ""
    rows: tuple[msgspec.Raw, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    def views(self) -> Iterator[tuple[RowView, msgspec.Raw]]:
        """Yield what matters of each row, and its JSON."""
        for raw in self.rows:
            yield msgspec.json.decode(raw, type=RowView), raw


class _PictureView(msgspec.Struct, frozen=True):
    complex: str
    shot: msgspec.Raw


class _RecipeView(msgspec.Struct, frozen=True):
    images: tuple[_PictureView, ...]


class RowView(msgspec.Struct, frozen=True):
    """What the making of pictures needs of a row.

    Attributes
    ----------
    id, task, complex, answer, images, recipe
        As in a row.
    """

    id: str
    task: str
    complex: str
    answer: str
    images: tuple[str, ...]
    recipe: _RecipeView

    def pictures(self) -> Iterator[tuple[str, str, msgspec.Raw]]:
        """Yield whose each picture is, its path, and its shot."""
        for name, picture in zip(self.images, self.recipe.images, strict=True):
            yield picture.complex, name, picture.shot


class DrawnPicture(msgspec.Struct, frozen=True):
    """A picture that is there.

    Attributes
    ----------
    address, sha256
        What it is called, and the SHA-256 of its bytes.
    renderer
        What drew it, if another renderer than the one that the data set was begun with.
    """

    address: str
    sha256: str
    renderer: RendererFacts | None = None


class Drawn(msgspec.Struct, frozen=True):
    """All pictures of one complex.

    Attributes
    ----------
    pictures
        By their addresses.
    """

    pictures: tuple[DrawnPicture, ...]


Kept = TypeVar("Kept", Shard, Drawn)


def read_whole(path: Path, kind: type[Kept]) -> Kept | None:
    """Return what a file keeps; None if it is not there, or was damaged by a failing machine."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError):
        return None
