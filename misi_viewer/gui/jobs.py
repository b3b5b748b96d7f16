"""Work off the GUI's thread: the latest job of a kind counts, what comes too late is dropped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from misi_viewer.errors import UserError
from misi_viewer.session.child import Child, StoppedError

__all__ = ["Jobs"]


@dataclass(frozen=True, slots=True)
class _Outcome:
    generation: int
    value: Any
    error: str


class Jobs(QObject):
    """Runs one function at a time for the window; starting another one forgets the last.

    A function that is already running in a thread cannot be stopped, but its
    result is dropped: each start raises the generation, and only results of the
    present generation are handed on. One in a child process is stopped.

    Signals
    -------
    started
        (what,) a job began: text for the progress display.
    done
        (value,) the latest job's result.
    failed
        (sentence,) why the latest job has no result.
    idle
        No job is awaited any more: after done, failed and cancel.
    """

    started = Signal(str)
    done = Signal(object)
    failed = Signal(str)
    idle = Signal()
    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._generation = 0
        self._awaited = False
        self._lock = threading.Lock()
        self._closed = False
        self._child: Child | None = None
        self._arrived.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Whether a result is awaited."""
        return self._awaited

    def start(
        self,
        what: str,
        function: Callable[[], object],
        *,
        in_child: bool = False,
        then: Callable[[Any], object] | None = None,
    ) -> None:
        """Run `function` in a thread of its own and forget any earlier job.

        Parameters
        ----------
        what
            Text for the progress display.
        function
            What to do.
        in_child
            Whether to run it in a process, since it would hold the
            interpreter's lock so long that the window stands still.
        then
            What the thread does with the result before it is handed on.
        """
        self._forget()
        self._awaited = True
        self.started.emit(what)
        if in_child:
            self._child = Child()
            function = partial(self._child.run, function)
        work = function if then is None else partial(_chain, function, then)
        threading.Thread(target=self._run, args=(self._generation, work), name=f"misi-{what}").start()

    def _forget(self) -> None:
        self._generation += 1
        if self._child is not None:
            self._child.stop()
            self._child = None

    def cancel(self) -> None:
        """Forget the job under way."""
        self._forget()
        if self._awaited:
            self._awaited = False
            self.idle.emit()

    def close(self) -> None:
        """Let nothing arrive any more; threads still at work end by themselves."""
        with self._lock:
            self._closed = True
        self.cancel()

    def _run(self, generation: int, function: Callable[[], object]) -> None:
        try:
            outcome = _Outcome(generation, function(), "")
        except StoppedError:
            return
        except (UserError, OSError) as error:
            outcome = _Outcome(generation, None, str(error))
        except Exception as error:  # a fault of ours must reach the user, not die in a thread
            outcome = _Outcome(generation, None, f"Something went wrong inside the program: {error!r}.")
        with self._lock:
            if not self._closed:
                self._arrived.emit(outcome)

    def _take(self, outcome: _Outcome) -> None:
        if outcome.generation != self._generation or not self._awaited:
            return
        self._awaited = False
        if outcome.error:
            self.failed.emit(outcome.error)
        else:
            self.done.emit(outcome.value)
        if not self._awaited:
            self.idle.emit()


def _chain(function: Callable[[], object], then: Callable[[Any], object]) -> object:
    value = function()
    then(value)
    return value
