"""Movies of what a window shows: drawn frame by frame, whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.render.movie import FASTEST, GIF, discard, write_gif, write_sequence
from misi_viewer.render.picture import picture_job, record
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.session.sequence import Movement, shots

__all__ = ["DEFAULT_RATE", "MovieOrder", "draw_movie", "temporary_name", "write_movie"]

Tell = Callable[[tuple[int, int]], object]

DEFAULT_RATE = 24.0
"""Frames per second."""


@dataclass(frozen=True, slots=True)
class MovieOrder:
    """A movie to be drawn and written.

    Attributes
    ----------
    complex, shot, style, size, companions
        The picture that it starts from.
    movement
        What is done with the camera.
    path
        A ``.gif`` file, or a folder for numbered PNG files, that is not there yet or empty.
    rate
        Frames per second; of no account for PNG files.
    loops
        Whether a GIF starts anew when it has ended.
    pivot
        (3,) what is turned about, scene angstrom; None: as commands do.

    Raises
    ------
    UserError
        If the file is of another kind, the rate out of range, or the folder in use.
    """

    complex: Complex
    shot: Shot
    style: Style
    size: tuple[int, int]
    movement: Movement
    path: Path
    rate: float = DEFAULT_RATE
    loops: bool = True
    companions: tuple[Companion, ...] = ()
    pivot: NDArray[np.float64] | None = None

    def __post_init__(self) -> None:
        if not 0.0 < self.rate <= FASTEST:
            raise UserError(f"A movie has more than 0 and at most {FASTEST:g} frames per second, not {self.rate:g}.")
        if self.is_gif:
            if self.path.is_dir():
                raise UserError(f"{self.path} is a folder; give another name for the GIF.")
        elif self.path.suffix:
            raise UserError(f"{self.path.name}: movies are written as {GIF}, or as PNG files into a folder.")
        elif self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise UserError(f"{self.path} is in use; give a folder that is empty or not there yet.")

    @property
    def is_gif(self) -> bool:
        """Whether one file is written."""
        return self.path.suffix.lower() == GIF


def temporary_name(path: Path) -> Path:
    """Return a name beside a path for what is not whole yet."""
    return path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")


def write_movie(order: MovieOrder, temporary: Path, tell: Tell) -> None:
    """Draw a movie and put it in its place when it is whole.

    Parameters
    ----------
    order
        What to draw.
    temporary
        Where it grows.
    tell
        Called with how many pictures have been drawn, and how many there are.

    Raises
    ------
    UserError
        If a shot cannot be drawn, or the movie not be written.
    """
    try:
        with Renderer() as renderer:
            draw_movie(renderer, order, temporary, tell)
        if not order.is_gif and order.path.is_dir():
            order.path.rmdir()
        temporary.replace(order.path)
    except OSError as error:
        raise UserError(f"{order.path} cannot be written: {error.strerror or error}.") from None
    finally:
        discard(temporary)


def draw_movie(renderer: Renderer, order: MovieOrder, target: Path, tell: Tell) -> None:
    """Draw a movie into a file or folder; see `write_movie`."""
    if order.is_gif:
        frames = ((pixels, shown) for pixels, shown, _ in _pictures(renderer, order, tell))
        write_gif(target, frames, order.rate, loops=order.loops)
        return
    pictures = (
        (pixels, shown, record(order.complex, shot, order.style, order.size, order.companions))
        for pixels, shown, shot in _pictures(renderer, order, tell)
    )
    write_sequence(target, pictures, order.movement.frames)


def _pictures(renderer: Renderer, order: MovieOrder, tell: Tell) -> Iterator[tuple[NDArray[np.uint8], int, Shot]]:
    moments, what = order.movement.moments, (order.complex, order.shot, order.style, order.size)
    for number, (moment, shot) in enumerate(zip(moments, shots(order.movement, *what, order.pivot), strict=True)):
        job = picture_job(order.complex, shot, order.style, order.size, order.companions)
        (pixels,) = renderer.draw_many([job])
        yield pixels, moment.shown, shot
        tell((number + 1, len(moments)))
