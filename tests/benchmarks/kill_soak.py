"""Kills workers and parents of a data set in the making, twenty times; every time the bytes must come out the same.

``python -m tests.benchmarks.kill_soak [--times 20] [--seed 0]``
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEMO = Path(__file__).resolve().parents[2] / "assets" / "demo"
OPTIONS = ("--split", "train", "--size", "192x144", "--supersample", "2", "--jobs", "2")
PATIENCE = 300.0


def tree(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def start(dataset: Path) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "misi_viewer", "generate", str(DEMO), "-o", str(dataset), *OPTIONS, "--resume"]
    return subprocess.Popen(words, stdout=subprocess.DEVNULL)


def workers_of(pid: int) -> list[int]:
    found = [int(word) for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def wait_for_pictures(process: subprocess.Popen[bytes], dataset: Path, wanted: int) -> bool:
    """Wait until there are so many pictures; return False if the data set was complete before."""
    end = time.monotonic() + PATIENCE
    while sum(1 for _ in dataset.glob("pictures/??/*.png")) < wanted:
        if process.poll() is not None:
            return False
        if time.monotonic() > end:
            raise SystemExit("the pictures did not come")
        time.sleep(0.005)
    return process.poll() is None


def make_with_kills(dataset: Path, places: list[int]) -> int:
    """Make the data set and kill a worker or the parent when there are so many pictures; return how often."""
    kills = 0
    process = start(dataset)
    try:
        for wanted in places:
            if not wait_for_pictures(process, dataset, wanted):
                continue
            workers = workers_of(process.pid)
            parent = not workers or random.random() < 0.5
            print(f"  {wanted} pictures: killing {'the parent' if parent else 'a worker'}", flush=True)
            os.kill(process.pid if parent else random.choice(workers), signal.SIGKILL)
            kills += 1
            if parent:
                process.wait()
                process = start(dataset)
        if process.wait(PATIENCE):
            raise SystemExit(f"the parent ended with status {process.returncode}")
    finally:
        process.kill()
        process.wait()
    return kills


def main() -> None:
    """Kill."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    random.seed(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        reference, dataset = Path(folder) / "reference", Path(folder) / "dataset"
        if start(reference).wait(PATIENCE):
            raise SystemExit("the reference could not be made")
        expected = tree(reference)
        pictures = sum(1 for name in expected if name.endswith(".png"))
        kills = 0
        while kills < options.times:
            shutil.rmtree(dataset, ignore_errors=True)
            places = sorted(random.sample(range(1, pictures), min(3, options.times - kills)))
            kills += make_with_kills(dataset, places)
            if tree(dataset) != expected:
                raise SystemExit("the bytes differ from those of an uninterrupted run")
            print(f"{kills} kills, and the bytes are the same", flush=True)


if __name__ == "__main__":
    main()
