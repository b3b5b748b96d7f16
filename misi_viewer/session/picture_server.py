"""A child process that draws pictures for one window, so that drawing never stalls it and a driver cannot end it."""

from __future__ import annotations

import contextlib
import io
import multiprocessing
import pickle
import queue
import signal
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import UserError
from misi_viewer.render.picture import draw_picture, record, save_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style

__all__ = ["PictureOrder", "PictureServer"]

MOST_KEPT = 4
"""Complexes that the child holds; each travels to it only once while it is among them."""

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
        self._orders: queue.SimpleQueue[PictureOrder | None] = queue.SimpleQueue()
        self._sender: threading.Thread | None = None
        self._drawer: _Drawer | None = None

    def order(self, order: PictureOrder) -> None:
        """Have a picture drawn; never waits. A child that died is started again."""
        if self._sender is None:
            self._sender = threading.Thread(target=self._send_all, name="misi-picture-orders")
            self._sender.start()
        self._orders.put(order)

    def close(self) -> None:
        """End the child, giving a picture under way time to be finished."""
        if self._sender is None:
            return
        self._orders.put(None)
        self._sender.join(CLOSING_TIME)
        if self._sender.is_alive() and self._drawer is not None:
            self._drawer.kill()
        self._sender.join()
        self._sender = None

    def _send_all(self) -> None:
        """Hand orders to the child, which may take its time to listen."""
        while (order := self._orders.get()) is not None:
            try:
                self._ready_drawer().send(order)
            except OSError:  # it died just now
                self._end_drawer()
                self._send_again(order)
        self._end_drawer()

    def _send_again(self, order: PictureOrder) -> None:
        try:
            self._ready_drawer().send(order)
        except OSError:
            self._end_drawer()
            self._on_answer(order.path, _lost(order.path))

    def _ready_drawer(self) -> _Drawer:
        """Return a living child."""
        if self._drawer is not None and not self._drawer.is_alive:
            self._end_drawer()
        self._drawer = self._drawer or _Drawer(self._on_answer)
        return self._drawer

    def _end_drawer(self) -> None:
        if self._drawer is not None:
            self._drawer.close()
            self._drawer = None


class _Drawer:
    """A child that draws, and the thread that listens to it."""

    def __init__(self, on_answer: Callable[[Path, str], None]) -> None:
        self._on_answer = on_answer
        self._packer = _Packer()
        self._pending: list[Path] = []
        self._lock = threading.Lock()
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_serve, args=(theirs,), name="misi-pictures")
        self._process.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, name="misi-pictures")
        self._reader.start()

    @property
    def is_alive(self) -> bool:
        """Whether the child can still draw."""
        return self._process.is_alive()

    def send(self, order: PictureOrder) -> None:
        """Hand an order on.

        Raises
        ------
        OSError
            If the child has died.
        """
        with self._lock:
            self._pending.append(order.path)
        try:
            self._connection.send(self._packer.pack(order))
        except OSError:
            with self._lock:
                if order.path not in self._pending:  # it has been answered that it is lost
                    return
                self._pending.remove(order.path)
            raise

    def kill(self) -> None:
        """End the child at once."""
        with contextlib.suppress(ValueError):  # it has ended and is closed
            self._process.kill()

    def close(self) -> None:
        """End the child, giving pictures under way time to be finished."""
        with contextlib.suppress(OSError):
            self._connection.send(None)
        self._process.join(CLOSING_TIME)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._reader.join()
        self._connection.close()
        self._process.close()

    def _read(self) -> None:
        """Hand answers on until the child has gone."""
        with contextlib.suppress(EOFError, OSError):
            while True:
                path, problem = self._connection.recv()
                with self._lock:
                    self._pending.remove(path)
                self._on_answer(path, problem)
        with self._lock:
            lost, self._pending = self._pending, []
        for path in lost:
            self._on_answer(path, _lost(path))


def _lost(path: Path) -> str:
    return f"The picture {path.name} was not drawn: the drawing process ended; try again."


Packed = tuple[Mapping[int, Complex], tuple[int, ...], bytes]
"""Complexes that are new to the child, numbers of those that it may forget, and an order that refers to them."""


class _Packer:
    """Takes complexes out of orders, so that each travels once."""

    def __init__(self) -> None:
        self._kept: dict[int, Complex] = {}

    def pack(self, order: PictureOrder) -> Packed:
        """Return what the child is sent for an order."""
        stream = io.BytesIO()
        pickler = _Pickler(stream)
        pickler.dump(order)
        used = pickler.used
        new = {number: complex_ for number, complex_ in used.items() if number not in self._kept}
        others = {number: complex_ for number, complex_ in self._kept.items() if number not in used}
        gone = tuple(others)[: max(0, len(others) + len(used) - MOST_KEPT)]
        self._kept = {number: one for number, one in others.items() if number not in gone} | used
        return new, gone, stream.getvalue()


class _Pickler(pickle.Pickler):
    """Writes numbers for complexes, which are kept as long as the numbers are in use."""

    def __init__(self, stream: io.BytesIO) -> None:
        super().__init__(stream, pickle.HIGHEST_PROTOCOL)
        self.used: dict[int, Complex] = {}

    def persistent_id(self, thing: Any) -> int | None:
        """Return the number of a complex, None for all else."""
        if not isinstance(thing, Complex):
            return None
        self.used[id(thing)] = thing
        return id(thing)


class _Unpacker:
    """Puts complexes back into orders (runs in the child)."""

    def __init__(self) -> None:
        self._kept: dict[int, Complex] = {}

    def unpack(self, packed: Packed) -> PictureOrder:
        """Return the order."""
        new, gone, data = packed
        for number in gone:
            del self._kept[number]
        self._kept |= new
        unpickler = pickle.Unpickler(io.BytesIO(data))  # noqa: S301 - from the window that started this process
        unpickler.persistent_load = self._kept.__getitem__  # type: ignore[method-assign]
        order: PictureOrder = unpickler.load()
        return order


def _serve(connection: Connection) -> None:
    """Draw what is ordered until None comes or the window has gone (runs in the child)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    renderer: Renderer | None = None
    unpacker = _Unpacker()
    with contextlib.suppress(EOFError):
        while (packed := connection.recv()) is not None:
            order = unpacker.unpack(packed)
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
