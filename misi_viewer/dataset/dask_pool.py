"""Workers on many machines, by dask.distributed. All of them need the complexes and the data set at the same paths."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any

from misi_viewer.dataset.files import Halt
from misi_viewer.dataset.plan import RendererFacts, renderer_here
from misi_viewer.dataset.units import Beat, DrawUnit, Outcome, Unit
from misi_viewer.dataset.worker import Workbench
from misi_viewer.errors import UserError

try:
    from distributed import Client, as_completed
except ImportError:
    raise UserError(
        "--dask needs dask.distributed, which is not installed; install it with 'pip install misi-viewer[dask]'."
    ) from None

__all__ = ["DaskPool"]

CONNECTING = "10s"
"""How long a scheduler has to answer."""

WORKERS_WANTED = 60.0
"""Seconds within which a first worker must be there."""

UNITS_PER_THREAD = 2
"""Units that are handed out at a time, so that no worker waits for its next one."""

_LOST = ("KilledWorker", "FutureCancelledError", "CancelledError", "CommClosedError")
"""What dask raises when workers die with a unit again and again."""


@lru_cache(maxsize=1)
def _drawing_thread() -> ThreadPoolExecutor:
    """Return the one thread of this worker process that may draw: an OpenGL context belongs to its thread."""
    return ThreadPoolExecutor(1, thread_name_prefix="misi-viewer")


@lru_cache(maxsize=1)
def _workbench(dataset: Path, _begun: str) -> Workbench:
    """Return the workbench of this worker process; another run makes another one."""
    return Workbench(dataset)


def _carry_out(dataset: Path, begun: str, unit: Unit) -> tuple[str, str, int]:
    """Carry out a unit in a worker process: return why it must all stop, why it failed, and the number of pictures."""
    beats = 0

    def beat() -> None:
        nonlocal beats
        beats += 1

    def work() -> str:
        return _workbench(dataset, begun).do(unit, beat)

    try:
        problem = _drawing_thread().submit(work).result()
    except UserError as error:
        return str(error), "", beats
    return "", problem, beats


class DaskPool:
    """The workers of a dask scheduler; to be closed.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://host:8786``.
    dataset
        The data set's folder.
    patience
        Seconds without a finished unit after which the running ones are given up.

    Raises
    ------
    UserError
        If there is no scheduler, or it has no workers.
    """

    def __init__(self, address: str, dataset: Path, patience: float) -> None:
        self._dataset = dataset
        self._patience = patience
        self._begun = f"{time.time():.6f}"
        try:
            self._client = Client(address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            raise UserError(
                f"--dask {address}: no scheduler answers there ({error}); start one, or correct it."
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=WORKERS_WANTED)
        except TimeoutError:
            self._client.close()
            raise UserError(f"--dask {address}: the scheduler has no workers; start some with 'dask worker'.") from None

    def __enter__(self) -> DaskPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def renderer(self) -> RendererFacts:
        """Return what a worker draws with.

        Raises
        ------
        UserError
            If it cannot draw.
        """
        facts: RendererFacts = self._client.submit(renderer_here, pure=False).result()
        return facts

    def run(self, units: Iterable[Unit], beat: Beat) -> Iterator[Outcome]:
        """Carry out units; as `LocalPool.run`."""
        pending = iter(units)
        running: dict[Any, Unit] = {}
        finished = as_completed(loop=self._client.loop, raise_errors=False)

        def hand_out() -> None:
            while len(running) < self._capacity() and (unit := next(pending, None)) is not None:
                future = self._submit(unit)
                running[future] = unit
                finished.add(future)

        hand_out()
        while running:
            future = self._next(finished)
            if future is None:
                yield from self._give_up(running)
                return
            outcome = self._outcome(future, running.pop(future), beat)
            future.release()
            yield outcome
            hand_out()

    def _capacity(self) -> int:
        threads: int = sum(self._client.nthreads().values())
        return UNITS_PER_THREAD * max(1, threads)

    def _submit(self, unit: Unit) -> Any:
        kind = "draw" if isinstance(unit, DrawUnit) else "sample"
        return self._client.submit(
            _carry_out,
            self._dataset,
            self._begun,
            unit,
            key=f"misi-viewer-{kind}-{unit.member}-{self._begun}",
            pure=False,
        )

    def _next(self, finished: Any) -> Any:
        """Return the next future that is done; None if there is none for too long."""
        deadline = time.monotonic() + self._patience
        while time.monotonic() < deadline:
            if finished.has_ready():
                return finished.next()
            time.sleep(0.05)
        return None

    @staticmethod
    def _outcome(future: Any, unit: Unit, beat: Beat) -> Outcome:
        error = future.exception()
        if error is not None:
            lost = type(error).__name__ in _LOST
            return Outcome(unit, f"its workers died ({type(error).__name__})" if lost else str(error), again=lost)
        halt, problem, beats = future.result()
        if halt:
            raise Halt(halt)
        for _ in range(beats):
            beat()
        return Outcome(unit, problem)

    def _give_up(self, running: dict[Any, Unit]) -> Iterator[Outcome]:
        with suppress(Exception):
            self._client.cancel(list(running), force=True)
        problem = f"the workers gave no sign of life for {self._patience:g} seconds"
        for unit in running.values():
            yield Outcome(unit, problem, again=True)
