"""One function in a process of its own: what would hold the interpreter's lock too long, or must be stoppable."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from misi_viewer.errors import UserError

__all__ = ["Child", "StoppedError"]


class StoppedError(Exception):
    """The process was stopped before it had an answer."""


class Child:
    """A process that runs one function once."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._stopped = False
        self._lock = threading.Lock()

    def run(self, function: Callable[..., Any], on_progress: Callable[[Any], object] | None = None) -> Any:
        """Run `function` and wait for what it returns; both travel as pickles.

        Parameters
        ----------
        function
            What to do; called with a function to tell its progress to, if `on_progress` is given.
        on_progress
            Called, in this thread, with what is told.

        Raises
        ------
        UserError
            What the function raised of that kind, or of `OSError`, as a sentence;
            or the process died.
        RuntimeError
            The function failed otherwise.
        StoppedError
            `stop` was called.
        """
        ours, theirs = multiprocessing.get_context("spawn").Pipe()
        try:
            self._start(theirs)
            ours.send((function, on_progress is not None))
            while (answer := ours.recv())[0] == "progress":
                if on_progress is not None:
                    on_progress(answer[1])
            kind, value = answer
        except (EOFError, OSError):
            if self._stopped:
                raise StoppedError from None
            raise UserError("The process that did the work has ended; there may be too little memory.") from None
        finally:
            ours.close()
            self._end()
        if kind == "value":
            return value
        raise UserError(value) if kind == "refused" else RuntimeError(value)

    def stop(self) -> None:
        """End the process; may be called from any thread, at any time."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.kill()

    def _start(self, connection: Connection) -> None:
        with self._lock:
            if self._stopped:
                raise StoppedError
            process = multiprocessing.get_context("spawn").Process(
                target=_work, args=(connection,), name="misi-work", daemon=True
            )
            process.start()
            self._process = process
        connection.close()

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        process.join()
        with self._lock:
            self._process = None
            process.close()


def _work(connection: Connection) -> None:
    """Run what is sent and send what it returns (runs in the child)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer: tuple[str, Any]
    try:
        function, reports = connection.recv()
        arguments = (lambda progress: connection.send(("progress", progress)),) if reports else ()
        answer = "value", function(*arguments)
    except (UserError, OSError) as error:
        answer = "refused", str(error)
    except Exception as error:  # told by the process that waits
        answer = "fault", repr(error)
    with contextlib.suppress(OSError):  # nobody waits any more
        connection.send(answer)
