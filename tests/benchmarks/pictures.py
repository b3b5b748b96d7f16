"""How fast pictures are drawn, against PyMOL where it is installed, and where the time goes.

``python -m tests.benchmarks.pictures [--atoms 300 500 1000] [--pictures 40] [--no-growth] [--output out/benchmarks]``
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
WAYS = ((1, "exact"), (3, "exact"), (3, "fast"))
GROWTH = (100, 300, 1_000, 3_000, 10_000, 30_000, 100_000)
PYMOL_ANTIALIAS = {1: 0, 3: 1}
"""PyMOL's setting that a supersample is held against."""


def start(module: str, asked: dict[str, Any], threads: int | None = None) -> subprocess.Popen[str]:
    environment = dict(os.environ)
    if threads is not None:
        environment["LP_NUM_THREADS"] = str(threads)
    return subprocess.Popen(
        [sys.executable, "-m", f"tests.benchmarks.{module}", json.dumps(asked)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment,
    )


def answer(child: subprocess.Popen[str]) -> dict[str, float]:
    output, _ = child.communicate()
    if child.returncode:
        raise SystemExit(f"a benchmark process ended with status {child.returncode}")
    result: dict[str, float] = json.loads(output.strip().splitlines()[-1])
    return result


def rates(asked: dict[str, Any], processes: int) -> dict[str, float]:
    """Return pictures a second and peak memory of so many processes together."""
    threads = 1 if processes > 1 else None
    children = [start("child", {"work": "run", **asked}, threads) for _ in range(processes)]
    for child in children:
        assert child.stdout is not None
        child.stdout.readline()
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    answers = [answer(child) for child in children]
    return {
        "atoms": answers[0]["atoms"],
        "rate": asked["pictures"] * processes / max(one["seconds"] for one in answers),
        "memory": max(one["memory"] for one in answers),
    }


def pymol_rate(atoms: int, antialias: int, folder: str, pictures: int) -> float:
    """Return PyMOL's pictures a second."""
    asked = {"atoms": atoms, "antialias": antialias, "pictures": pictures, "folder": folder}
    return answer(start("pymol_child", asked))["rate"]


def best(rounds: list[dict[str, float]]) -> dict[str, float]:
    """Return the fastest of several rounds, with the most memory of any."""
    fastest = max(rounds, key=lambda found: found["rate"])
    return {**fastest, "memory": max(found["memory"] for found in rounds)}


def compare(atoms: int, folder: str, pictures: int, rounds: int) -> None:
    """Print a table for complexes of one size; programs take turns, and the best round of each counts."""
    asked = {"atoms": atoms, "pictures": pictures, "folder": folder}
    with_pymol = importlib.util.find_spec("pymol2") is not None
    pymol: dict[int, list[float]] = {antialias: [] for antialias in PYMOL_ANTIALIAS.values()}
    ours: dict[tuple[int, str, int], list[dict[str, float]]] = {}
    for _ in range(rounds):
        for antialias, found in pymol.items():
            if with_pymol:
                found.append(pymol_rate(atoms, antialias, folder, max(3, pictures // 8)))
        for supersample, quality in WAYS:
            for processes in (1, 2):
                settings = {"supersample": supersample, "quality": quality}
                key = supersample, quality, processes
                ours.setdefault(key, []).append(rates({**asked, **settings}, processes))
    print_rates(
        {key: best(found) for key, found in ours.items()}, {a: max(found) for a, found in pymol.items() if found}
    )
    print_stages(atoms, folder, pictures)


def print_rates(ours: dict[tuple[int, str, int], dict[str, float]], pymol: dict[int, float]) -> None:
    print(f"\n{next(iter(ours.values()))['atoms']:.0f} atoms, 1024 x 768, labels, PNG written")
    for antialias, rate in sorted(pymol.items()):
        print(f"  PyMOL, ray = 1, antialias = {antialias}: {rate:.2f} pictures/s")
    print("  supersample  quality  processes  pictures/s  times PyMOL  peak MiB/process")
    for (supersample, quality, processes), found in ours.items():
        against = pymol.get(PYMOL_ANTIALIAS[supersample])
        ratio = f"{found['rate'] / against:.1f}" if against else "-"
        numbers = f"{found['rate']:10.1f}  {ratio:>11}  {found['memory']:16.0f}"
        print(f"  {supersample:11}  {quality:7}  {processes:9}  {numbers}")


def print_stages(atoms: int, folder: str, pictures: int) -> None:
    print("  milliseconds one after the other (in a run, drawing goes on during shrink, encode and write;")
    print("  build, label and upload are done once for all views of a complex):")
    for supersample, quality in WAYS:
        asked = {"work": "stages", "atoms": atoms, "supersample": supersample, "quality": quality}
        found = answer(start("child", {**asked, "pictures": pictures, "folder": folder}))
        print(f"  {supersample} {quality}: " + ", ".join(f"{name} {value:.1f}" for name, value in found.items()))


def measure_growth(folder: str, output: Path) -> None:
    """Print, write and plot the time per picture against the number of atoms."""
    rows = []
    print("\n   atoms  first picture, ms  another view, ms  peak MiB")
    for atoms in GROWTH:
        asked = {"atoms": atoms, "supersample": 3, "quality": "exact", "pictures": 3, "folder": folder}
        found = answer(start("child", {"work": "growth", **asked}))
        rows.append(found)
        first, later = 1000 * found["first"], 1000 * found["next"]
        print(f"{found['atoms']:8.0f}  {first:17.0f}  {later:16.1f}  {found['memory']:8.0f}")
    with (output / "growth.csv").open("w", newline="") as stream:
        table = csv.DictWriter(stream, rows[0])
        table.writeheader()
        table.writerows(rows)
    atoms, times = (np.array([row[name] for row in rows]) for name in ("atoms", "next"))
    large = atoms > 1000
    power = np.polyfit(np.log(atoms[large]), np.log(times[large]), 1)[0]
    print(f"above 1,000 atoms a view takes atoms to the power of {power:.2f} (1 is linear)")
    if importlib.util.find_spec("matplotlib") is not None:
        plot(rows, output / "growth.png")


def plot(rows: list[dict[str, float]], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    atoms = np.array([row["atoms"] for row in rows])
    for name, title in (("first", "first picture"), ("next", "another view")):
        axes.loglog(atoms, [1000 * row[name] for row in rows], "o-", label=title)
    axes.loglog(atoms, 1000 * rows[-1]["next"] * atoms / atoms[-1], ":", label="linear")
    axes.set_xlabel("atoms displayed")
    axes.set_ylabel("milliseconds per picture, 1024 x 768, 3 x 3 samples")
    axes.legend()
    figure.savefig(path, dpi=150)
    print(f"plotted in {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--atoms", type=int, nargs="*", default=[300, 500, 1000], help="sizes of the complexes")
    parser.add_argument("--pictures", type=int, default=48, help="pictures per measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements, of which the best counts")
    parser.add_argument("--no-growth", action="store_true", help="leave out the time against the number of atoms")
    parser.add_argument("--output", type=Path, default=ROOT / "out" / "benchmarks", help="folder of table and plot")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for atoms in options.atoms:
            compare(atoms, folder, options.pictures, options.rounds)
        if not options.no_growth:
            measure_growth(folder, options.output)


if __name__ == "__main__":
    main()
