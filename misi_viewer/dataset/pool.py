"""Workers on this machine: processes of their own, which may hang or die without harm."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import TracebackType
from typing import TYPE_CHECKING

from misi_viewer.dataset.files import Halt
from misi_viewer.dataset.units import Beat, Outcome, Unit

if TYPE_CHECKING:
    from misi_viewer.dataset.plan import RendererFacts

__all__ = ["PATIENCE", "LocalPool"]

PATIENCE = 600.0
"""Seconds without a sign of life, which comes with every picture, after which a worker is given up."""

ATTEMPTS = 3
"""How often in a row a unit of work may lose its worker without getting on."""

TICK = 0.5
"""Seconds between looks at workers that say nothing."""

GRACE = 5.0
"""Seconds that an idle worker has to end."""

ONE_THREAD = {"LP_NUM_THREADS": "0"}
"""Environment by which Mesa's software OpenGL draws in the worker's own thread, so that each worker has one core.

Of 46 ms that a picture takes, 33 are OpenGL's; a thread for these beside the
worker's own would have two workers fight for two cores, at the same speed in all.
"""

MakeWork = Callable[[], Callable[[Unit, Beat], str]]
"""Called in the worker: returns what carries out units; to be found by name, as it travels between processes."""

_CONTEXT = multiprocessing.get_context("spawn")
_GONE = (EOFError, OSError)


@dataclass(frozen=True, slots=True)
class _Beat:
    """A picture is done."""


@dataclass(frozen=True, slots=True)
class _End:
    """A unit is done; the problem is "" if it went well."""

    problem: str


@dataclass(frozen=True, slots=True)
class _Stop:
    """The data set cannot be gone on with."""

    problem: str


def _serve(pipe: Connection, make_work: MakeWork) -> None:
    """Carry out units until the other side is gone; then so is this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    work = None
    with suppress(*_GONE):
        while True:
            unit = pipe.recv()
            try:
                work = work or make_work()
                pipe.send(_End(work(unit, lambda: pipe.send(_Beat()))))
            except Halt as error:
                pipe.send(_Stop(str(error)))


@dataclass(slots=True)
class _Attempt:
    """A unit, and how often it lost its worker without getting on."""

    unit: Unit
    losses: int = 0
    beats: int = 0


class _Worker:
    """One process, seen from here."""

    def __init__(self, make_work: MakeWork, single: bool) -> None:
        self.pipe, theirs = _CONTEXT.Pipe()
        self.attempt: _Attempt | None = None
        self.heard = time.monotonic()
        self._process: SpawnProcess = _CONTEXT.Process(
            target=_serve, args=(theirs, make_work), name="misi-viewer-worker"
        )
        with _environment({} if single else ONE_THREAD):
            self._process.start()
        theirs.close()

    def give(self, attempt: _Attempt) -> None:
        """Hand out a unit; a worker that is dead is found out later."""
        attempt.beats = 0
        self.attempt, self.heard = attempt, time.monotonic()
        with suppress(OSError):
            self.pipe.send(attempt.unit)

    def end(self, grace: float = GRACE) -> str:
        """End the process; return how it had ended, if it had, else ""."""
        self.pipe.close()
        self._process.join(grace)
        code = self._process.exitcode
        if code is None:
            self._process.kill()
            self._process.join()
        self._process.close()
        if code is None:
            return ""
        return f"signal {-code}" if code < 0 else f"status {code}"


@contextmanager
def _environment(values: dict[str, str]) -> Iterator[None]:
    """Set environment variables that are not set yet for processes that start meanwhile."""
    own = {name: value for name, value in values.items() if name not in os.environ}
    os.environ.update(own)
    try:
        yield
    finally:
        for name in own:
            del os.environ[name]


class LocalPool:
    """A pool of worker processes; to be closed.

    Parameters
    ----------
    make_work
        See `MakeWork`.
    jobs
        Number of processes; of several, each draws with one thread.
    patience
        See `PATIENCE`.
    """

    def __init__(self, make_work: MakeWork, jobs: int, patience: float = PATIENCE) -> None:
        self._make_work = make_work
        self._jobs = jobs
        self._patience = patience
        self._workers = [self._start() for _ in range(jobs)]

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _start(self) -> _Worker:
        return _Worker(self._make_work, self._jobs == 1)

    def close(self) -> None:
        """End all workers, at once where they are busy."""
        for worker in self._workers:
            worker.end(0.0 if worker.attempt else GRACE)
        self._workers.clear()

    def renderer(self) -> RendererFacts:
        """Return what the workers draw with.

        Raises
        ------
        UserError
            If this machine cannot draw.
        """
        from misi_viewer.dataset.plan import renderer_here  # too heavy for a new worker's start

        return renderer_here()

    def run(self, units: Iterable[Unit], beat: Beat) -> Iterator[Outcome]:
        """Carry out units, in whatever order; yield what became of them.

        Parameters
        ----------
        units
            Taken one by one as workers get free.
        beat
            Called for each picture.

        Raises
        ------
        Halt
            If a worker says that the data set cannot be gone on with.
        """
        pending = iter(units)
        again: deque[_Attempt] = deque()
        while True:
            for worker in self._workers:
                if worker.attempt is None and (attempt := _next(again, pending)) is not None:
                    worker.give(attempt)
            busy = [worker for worker in self._workers if worker.attempt is not None]
            if not busy:
                return
            speaking = wait([worker.pipe for worker in busy], TICK)
            for worker in busy:
                outcome = self._look_after(worker, worker.pipe in speaking, again, beat)
                if outcome is not None:
                    yield outcome

    def _look_after(self, worker: _Worker, speaks: bool, again: deque[_Attempt], beat: Beat) -> Outcome | None:
        """Hear what a worker says, or replace it if it is gone or silent for too long."""
        if not speaks:
            if time.monotonic() - worker.heard > self._patience:
                return self._lost(worker, again, f"the worker gave no sign of life for {self._patience:g} seconds")
            return None
        try:
            message = worker.pipe.recv()
        except _GONE:
            return self._lost(worker, again, "the worker died")
        return self._heard(worker, message, beat)

    @staticmethod
    def _heard(worker: _Worker, message: _Beat | _End | _Stop, beat: Beat) -> Outcome | None:
        attempt = worker.attempt
        worker.heard = time.monotonic()
        if isinstance(message, _Stop):
            raise Halt(message.problem)
        if attempt is None or isinstance(message, _Beat):
            if attempt is not None:
                attempt.beats += 1
            beat()
            return None
        worker.attempt = None
        return Outcome(attempt.unit, message.problem)

    def _lost(self, worker: _Worker, again: deque[_Attempt], problem: str) -> Outcome | None:
        """Replace a worker; its unit is tried again, unless that has been in vain too often."""
        attempt = worker.attempt
        ended = worker.end(1.0 if problem.endswith("died") else 0.0)
        self._workers[self._workers.index(worker)] = self._start()
        if attempt is None:
            return None
        attempt.losses = 1 if attempt.beats else attempt.losses + 1
        if attempt.losses < ATTEMPTS:
            again.append(attempt)
            return None
        how = f" ({ended})" if ended else ""
        return Outcome(attempt.unit, f"{problem}{how}, {ATTEMPTS} times", again=True)


def _next(again: deque[_Attempt], pending: Iterator[Unit]) -> _Attempt | None:
    if again:
        return again.popleft()
    unit = next(pending, None)
    return None if unit is None else _Attempt(unit)
