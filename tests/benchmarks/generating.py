"""How fast whole data sets are made: all nine tasks, against a bare drawing loop, by one worker and by two.

``python -m tests.benchmarks.generating [COMPLEXES] [--complexes 20] [--split test] [--per-complex N] [--rounds 1]``
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from misi_viewer.dataset.collection import find_members
from misi_viewer.dataset.generate import Order, Progress, generate
from misi_viewer.dataset.manifest import Manifest
from misi_viewer.dataset.plan import WorkFolder

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


def make(order: Order, name: str, jobs: int, one_thread: bool) -> tuple[Manifest, Clock, float]:
    """Make the data set; return its manifest, the stages' times and the whole time."""
    shutil.rmtree(order.dataset, ignore_errors=True)
    clock = Clock()
    with threads(0 if one_thread else None):
        begun = time.perf_counter()
        manifest = generate(replace(order, jobs=jobs), clock)
        taken = time.perf_counter() - begun
    stages = ", ".join(f"{stage} {clock.seconds(stage):.1f} s" for stage in ("questions", "pictures", "files"))
    print(f"{name}: {manifest.pictures / taken:.2f} pictures/s in all, {taken:.1f} s ({stages})", flush=True)
    return manifest, clock, taken


def drawing_loop(order: Order) -> float:
    """Return how long the bare loop takes for the same pictures, with one OpenGL thread."""

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
    print(f"drawing loop: {found['pictures'] / found['seconds']:.2f} pictures/s, {found['seconds']:.1f} s", flush=True)
    assert WorkFolder(order.dataset).path.exists()
    return float(found["seconds"])


def measure(order: Order) -> None:
    """Measure once and print what was found beside the bars."""
    loop = drawing_loop(order)
    manifest, one, one_taken = make(order, "one worker, one thread", 1, True)
    _, _, two_taken = make(order, "two workers, one thread each", 2, True)
    _, _, wide_taken = make(order, "one worker, all threads", 1, False)
    questions = sum(entry.questions for entry in manifest.tasks.values())
    work = one.seconds("questions") + one.seconds("pictures") + one.seconds("files")
    print(f"questions/s, two workers: {questions / two_taken:.2f}")
    print(f"engine over drawing loop: {work / loop:.3f} (at most {ENGINE_BAR})")
    print(f"two workers over one: {one_taken / two_taken:.2f} (at least {WORKERS_BAR})")
    print(f"two workers over one with all threads: {wide_taken / two_taken:.2f} (at least 1)")
    hours = PUBLISHED_PICTURES / (manifest.pictures / two_taken) / 3600.0
    size = sum(path.stat().st_size for path in order.dataset.rglob("*.png")) / manifest.pictures
    print(
        f"the whole benchmark, {PUBLISHED_PICTURES:,} pictures for {PUBLISHED_QUESTIONS:,} questions: {hours:.1f} "
        f"hours and {PUBLISHED_PICTURES * size / 2**30:.0f} GiB, if its complexes are like these, on this machine with "
        "two workers and nothing else to do"
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
