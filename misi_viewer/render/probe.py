"""Whether this machine can draw, found out in a child process, as a bad driver ends the process that meets it."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection

from misi_viewer.errors import UserError
from misi_viewer.render.backend import BACKENDS, Backend

__all__ = ["Facts", "begin", "facts"]

PATIENCE = 60.0
"""Seconds after which a driver is given up."""

ADVICE = {
    "EGL": "libegl1 and libgl1-mesa-dri",
    "OSMesa": "libosmesa6",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """An OpenGL context that works here.

    Attributes
    ----------
    backend
        How it is made: "EGL", "OSMesa" or "native".
    vendor, renderer, version
        What OpenGL says of itself.
    """

    backend: Backend
    vendor: str
    renderer: str
    version: str


@cache
def begin(device: int | None = None) -> Future[Facts]:
    """Start to find out, in the background; the answer is kept as long as the process lives.

    Parameters
    ----------
    device
        Number of the graphics device; None: the system's choice.
    """
    pool = ThreadPoolExecutor(1, thread_name_prefix="probe")
    answer = pool.submit(_probe, device)
    pool.shutdown(wait=False)
    return answer


def facts(device: int | None = None) -> Facts:
    """Return what there is to draw with.

    Raises
    ------
    UserError
        With the sentence that says what is missing and how to get it.
    """
    return begin(device).result()


def _probe(device: int | None) -> Facts:
    problems = []
    for backend in BACKENDS:
        answer = _ask_frozen(backend, device) if getattr(sys, "frozen", False) else _ask(backend, device)
        if answer is not None and "problem" not in answer:
            return Facts(backend, **answer)
        if answer is not None:
            problems.append(answer["problem"])
    if problems:
        raise UserError(problems[0])
    raise UserError(missing(BACKENDS))


def missing(backends: tuple[Backend, ...]) -> str:
    """Return the sentence for a system where none of these makes a context."""
    packages = ", or ".join(ADVICE[backend] for backend in backends if backend in ADVICE)
    if not packages:
        return "OpenGL does not work on this machine; install its graphics driver."
    return f"OpenGL does not work on this machine; install the packages {packages}."


def _ask(backend: Backend, device: int | None) -> dict[str, str] | None:
    """Return what a child process says; None if it died."""
    command = [sys.executable, "-m", "misi_viewer.render.probe_child", backend, "-" if device is None else str(device)]
    try:
        child = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)  # noqa: S603 (our own)
    except (OSError, subprocess.TimeoutExpired):
        return None
    if child.returncode:
        return None
    return _parse(child.stdout.decode(errors="replace"))


def _parse(text: str) -> dict[str, str] | None:
    """Return the answer in the last line; drivers print what they like above."""
    try:
        answer = json.loads(text.strip().rpartition("\n")[2])
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _ask_frozen(backend: Backend, device: int | None) -> dict[str, str] | None:
    """Return what a child says where the program is a bundle, which cannot run a module by name."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_answer, args=(there, backend, device), daemon=True)
    child.start()
    there.close()
    try:
        answer: dict[str, str] | None = here.recv() if here.poll(PATIENCE) else None
    except EOFError:
        answer = None
    child.join(1.0)
    if child.is_alive():
        child.kill()
    return answer


def _answer(pipe: Connection, backend: Backend, device: int | None) -> None:
    from misi_viewer.render.probe_child import describe

    pipe.send(describe(backend, device))
