"""A child process that draws pictures for one window, so that drawing never stalls it and a driver cannot end it."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.render.picture import draw_picture, record, save_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["PictureOrder", "PictureServer"]

CLOSING_TIME = 20.0
"""Seconds that a picture under way is given to be finished when the server closes."""


@dataclass(frozen=True, slots=True)
class PictureOrder:
    """One picture to be drawn and written.

    Attributes
    ----------
    complex, shot, style, size
        What the picture is a function of; size in pixels.
    path
        The PNG file to write.
    companions
        Further complexes that are seen.
    dpi
        Pixels per inch that the file tells; None for none.
    """

    complex: Complex
    shot: Shot
    style: Style
    size: tuple[int, int]
    path: Path
    companions: tuple[Companion, ...] = ()
    dpi: float | None = None


class PictureServer:
    """The batch renderer behind a pipe: one spawned child, started by the first order.

    Parameters
    ----------
    on_answer
        Called with the order's path and "" or a sentence that says what went
        wrong, from a thread of the server.
    """

    def __init__(self, on_answer: Callable[[Path, str], None]) -> None:
        self._on_answer = on_answer
        self._child: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._reader: threading.Thread | None = None
        self._pending: list[Path] = []
        self._lock = threading.Lock()

    def order(self, order: PictureOrder) -> None:
        """Have a picture drawn; a child that died is started again."""
        try:
            self._send(order)
        except OSError:  # it died just now
            self.close()
            self._send(order)

    def _send(self, order: PictureOrder) -> None:
        connection = self._ready_connection()
        with self._lock:
            connection.send(order)
            self._pending.append(order.path)

    def close(self) -> None:
        """End the child, giving a picture under way time to be finished."""
        if self._child is None or self._connection is None or self._reader is None:
            return
        with contextlib.suppress(OSError):
            self._connection.send(None)
        self._child.join(CLOSING_TIME)
        if self._child.is_alive():
            self._child.kill()
            self._child.join()
        self._reader.join()
        self._connection.close()
        self._child.close()
        self._child = self._connection = self._reader = None

    def _ready_connection(self) -> Connection:
        """Return the pipe to a living child."""
        if self._connection is not None and self._child is not None and self._child.is_alive():
            return self._connection
        self.close()
        context = multiprocessing.get_context("spawn")
        connection, theirs = context.Pipe()
        self._connection = connection
        self._child = context.Process(target=_serve, args=(theirs,), name="misi-pictures")
        self._child.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, args=(connection,), name="misi-pictures")
        self._reader.start()
        return connection

    def _read(self, connection: Connection) -> None:
        """Hand answers on until the child has gone."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                path, problem = connection.recv()
                with self._lock:
                    self._pending.remove(path)
                self._on_answer(path, problem)
        with self._lock:
            lost, self._pending = self._pending, []
        for path in lost:
            self._on_answer(path, f"The picture {path.name} was not drawn: the drawing process ended; try again.")


def _serve(connection: Connection) -> None:
    """Draw what is ordered until None comes or the window has gone (runs in the child)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    renderer: Renderer | None = None
    with contextlib.suppress(EOFError):
        while (order := connection.recv()) is not None:
            try:
                renderer = renderer or Renderer()
                _draw(renderer, order)
                problem = ""
            except (UserError, OSError) as error:
                problem = str(error)
            connection.send((order.path, problem))
    if renderer is not None:
        renderer.close()


def _draw(renderer: Renderer, order: PictureOrder) -> None:
    """Draw and write one picture."""
    what = (order.complex, order.shot, order.style, order.size, order.companions)
    save_picture(order.path, draw_picture(renderer, *what), record(*what), order.dpi)
