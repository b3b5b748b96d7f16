"""What the pool's tests have workers do; imported by the worker processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from misi_viewer.dataset.files import Halt
from misi_viewer.dataset.units import SampleUnit

BAD, FRAIL, HANGS, HALTS, GETS_ON = 3, 5, 7, 9, 11


def make_work(folder: Path) -> Callable[[SampleUnit, Callable[[], None]], str]:
    """Return work that depends on the number of the unit; every try leaves a line in a file."""

    def work(unit: SampleUnit, beat: Callable[[], None]) -> str:
        with (folder / str(unit.member)).open("a") as file:
            file.write(f"{os.getpid()} {os.environ.get('LP_NUM_THREADS', '-')}\n")
        tries = len((folder / str(unit.member)).read_text().splitlines())
        if unit.member == BAD:
            return "it is bad"
        if unit.member == FRAIL:
            os.kill(os.getpid(), signal.SIGKILL)
        if unit.member == HANGS:
            time.sleep(60)
        if unit.member == HALTS:
            raise Halt("The disk is full.")
        beat()
        if unit.member == GETS_ON and tries < 5:
            beat()
            os.kill(os.getpid(), signal.SIGSEGV)
        return ""

    return work
