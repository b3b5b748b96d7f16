"""How fast whole data sets are made: all nine tasks, against a bare drawing loop, by one worker and by two.

``python -m tests.benchmarks.generating [COMPLEXES] [--complexes 20] [--split test] [--per-complex N] [--rounds 1]``
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from misi_viewer.dataset.collection import find_members
from misi_viewer.dataset.generate import Order, Progress, generate
from misi_viewer.dataset.manifest import Manifest

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared" / "complexes"
DEMO = ROOT / "assets" / "demo"
PUBLISHED_PICTURES = 587_975
"""Of the whole benchmark (spec benchmark.md section 1)."""

PUBLISHED_QUESTIONS = 163_514
ENGINE_BAR = 1.15
"""Time of one worker over that of the drawing loop."""

WORKERS_BAR = 1.7
"""Speed of two workers over that of one, each with one OpenGL thread."""


@contextlib.contextmanager
def threads(count: int | None) -> Iterator[None]:
    """Have software OpenGL use so many threads beside the drawing one, in processes that start meanwhile."""
    before = os.environ.pop("LP_NUM_THREADS", None)
    if count is not None:
        os.environ["LP_NUM_THREADS"] = str(count)
    try:
        yield
    finally:
        os.environ.pop("LP_NUM_THREADS", None)
        if before is not None:
            os.environ["LP_NUM_THREADS"] = before


class Clock:
    """Takes the time of each stage."""

    def __init__(self) -> None:
        self.begun: dict[str, float] = {}
        self.ended: dict[str, float] = {}

    def __call__(self, progress: Progress) -> None:
        now = time.perf_counter()
        self.begun.setdefault(progress.stage, now)
        self.ended[progress.stage] = now

    def seconds(self, stage: str) -> float:
        return self.ended[stage] - self.begun[stage]


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds that a run took, and seconds of processor time that it used: what a busy machine does not change."""

    seconds: float
    processor: float


def processor_time() -> float:
    """Return the processor time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def make(order: Order, name: str, jobs: int, one_thread: bool) -> tuple[Manifest, Taken, Taken]:
    """Make the data set; return its manifest, and what the whole took and, by the clock, the work without starting."""
    shutil.rmtree(order.dataset, ignore_errors=True)
    clock = Clock()
    with threads(0 if one_thread else None):
        begun, used = time.perf_counter(), processor_time()
        manifest = generate(replace(order, jobs=jobs), clock)
        whole = Taken(time.perf_counter() - begun, processor_time() - used)
    stages = {stage: clock.seconds(stage) for stage in ("questions", "pictures", "files")}
    work = Taken(sum(stages.values()), whole.processor)
    said = ", ".join(f"{stage} {seconds:.1f} s" for stage, seconds in stages.items())
    print(f"{name}: {_rates(manifest.pictures, whole)} ({said})", flush=True)
    return manifest, whole, work


def _rates(pictures: int, taken: Taken) -> str:
    each = 1000.0 * taken.processor / pictures
    return f"{pictures / taken.seconds:.2f} pictures/s, {taken.seconds:.1f} s, {each:.1f} ms of a processor each"


def drawing_loop(order: Order) -> Taken:
    """Return what the bare loop takes for the same pictures, OpenGL drawing in its own thread."""

    def stop(progress: Progress) -> None:
        if progress.stage == "pictures":
            raise KeyboardInterrupt

    shutil.rmtree(order.dataset, ignore_errors=True)
    with contextlib.suppress(KeyboardInterrupt):
        generate(replace(order, jobs=2), stop)
    with threads(0):
        words = [sys.executable, "-m", "tests.benchmarks.drawing_loop", str(order.dataset)]
        output = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT).stdout
    found = json.loads(output.splitlines()[-1])
    taken = Taken(found["seconds"], found["processor"])
    print(f"drawing loop: {_rates(found['pictures'], taken)}", flush=True)
    return taken


def measure(order: Order) -> None:
    """Measure once and print what was found beside the bars."""
    loop = drawing_loop(order)
    manifest, one, work = make(order, "one worker, one thread", 1, True)
    _, two, both_work = make(order, "two workers, one thread each", 2, True)
    _, wide, _ = make(order, "one worker, all threads", 1, False)
    questions = sum(entry.questions for entry in manifest.tasks.values())
    print(f"questions/s, two workers: {questions / two.seconds:.2f}")
    print(
        f"engine over drawing loop: {work.seconds / loop.seconds:.3f} by the clock, "
        f"{work.processor / loop.processor:.3f} by processor time (at most {ENGINE_BAR})"
    )
    print(
        f"two workers over one: {one.seconds / two.seconds:.2f} by the clock, "
        f"{2.0 * work.processor / both_work.processor:.2f} if each has a core (at least {WORKERS_BAR})"
    )
    print(f"two workers over one with all threads: {wide.seconds / two.seconds:.2f} by the clock (at least 1)")
    hours = PUBLISHED_PICTURES / (manifest.pictures / two.seconds) / 3600.0
    cores = PUBLISHED_PICTURES * both_work.processor / manifest.pictures / 3600.0
    size = sum(path.stat().st_size for path in order.dataset.rglob("*.png")) / manifest.pictures
    print(
        f"the whole benchmark, {PUBLISHED_PICTURES:,} pictures for {PUBLISHED_QUESTIONS:,} questions: {hours:.1f} "
        f"hours as this ran, {cores:.1f} hours of one core, {PUBLISHED_PICTURES * size / 2**30:.0f} GiB; "
        "its complexes taken to be like these"
    )


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=SHARED if SHARED.is_dir() else DEMO)
    parser.add_argument("--complexes", type=int, default=20)
    parser.add_argument("--split", default="test")
    parser.add_argument("--per-complex", type=int)
    parser.add_argument("--rounds", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        chosen = find_members(options.folder)[: options.complexes]
        listed = Path(folder) / "list"
        listed.write_text("".join(f"{member.spec}\n" for member in chosen))
        order = Order(
            complexes=listed, dataset=Path(folder) / "dataset", split=options.split, per_complex=options.per_complex
        )
        print(f"{len(chosen)} complexes, split {options.split}, {order.size[0]} x {order.size[1]}, 3 x 3 samples")
        for _ in range(options.rounds):
            measure(order)


if __name__ == "__main__":
    main()
