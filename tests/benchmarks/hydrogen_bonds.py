"""How long reading, atom types and hydrogen bonds take, and how that grows with the number of atoms.

``python -m tests.benchmarks.hydrogen_bonds [--plot out/benchmarks/hydrogen_bonds.png]``. The reference
complexes are timed where they are at hand, the demo ones otherwise; for growth a
demo complex is laid out side by side as often as it takes.
"""

from __future__ import annotations

import argparse
import importlib.util
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.hydrogen_bonds import find_hydrogen_bonds
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.structure import Residues, Structure

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demo"
SHARED = ROOT.parent / "shared"
PLOT = ROOT / "out" / "benchmarks" / "hydrogen_bonds.png"
SIZES = (300, 600, 1250, 2500, 5000, 10000, 20000)
DISTANCE_OF_COPIES = 60.0


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """Return the shortest time of several runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def folders() -> list[Path]:
    """Return the complexes with reference answers, else the demo ones."""
    answers = sorted((SHARED / "golden" / "numbers").glob("*.json"))
    if answers:
        return [SHARED / "complexes" / path.stem for path in answers]
    return sorted(path for path in DEMO.iterdir() if path.is_dir())


def laid_out(structure: Structure, copies: int) -> Structure:
    """Return a structure several times, on a square grid."""
    count, residue_count = len(structure), len(structure.residues)
    width = int(np.ceil(np.sqrt(copies)))
    shifts = [(DISTANCE_OF_COPIES * (n % width), DISTANCE_OF_COPIES * (n // width), 0.0) for n in range(copies)]
    residues = structure.residues

    def pairs(links: np.ndarray) -> np.ndarray:
        return np.concatenate([links + n * count for n in range(copies)]).astype(np.int32)

    return Structure(
        structure.name,
        np.concatenate([structure.coordinates + np.array(shift) for shift in shifts]),
        np.tile(structure.elements, copies),
        np.tile(structure.names, copies),
        np.concatenate([structure.residue_of_atom + n * residue_count for n in range(copies)]).astype(np.int32),
        Residues(
            *(
                np.tile(column, copies)
                for column in (
                    residues.names,
                    residues.numbers,
                    residues.insertion_codes,
                    residues.chains,
                    residues.hetero,
                )
            )
        ),
        bonds=pairs(structure.bonds),
        missing_links=pairs(structure.missing_links),
        metal_links=pairs(structure.metal_links),
    )


def growth() -> list[tuple[int, float]]:
    """Return (atoms, seconds) of types and bonds for growing complexes."""
    whole = load_complex(DEMO / "1of6")
    rows = []
    for size in SIZES:
        pocket, ligand = whole.pocket, whole.ligand
        if size < len(pocket) + len(ligand):
            pocket = pocket.subset(np.arange(len(pocket)) < size - len(ligand))
        copies = max(1, round(size / (len(pocket) + len(ligand))))
        grown = replace(whole, pocket=laid_out(pocket, copies), ligand=laid_out(ligand, copies))
        rows.append((len(grown.pocket) + len(grown.ligand), seconds(lambda grown=grown: find_hydrogen_bonds(grown))))
    return rows


def plot(rows: list[tuple[int, float]], path: Path) -> None:
    """Draw the growth on logarithmic axes, with a line of slope one."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    atoms, times = np.array(rows).T
    axes.loglog(atoms, 1000 * times, "o-", label="types and hydrogen bonds")
    axes.loglog(atoms, 1000 * times[0] * atoms / atoms[0], ":", label="linear growth")
    axes.set_xlabel("atoms")
    axes.set_ylabel("milliseconds")
    axes.legend()
    figure.savefig(path, dpi=150)


def main() -> None:
    """Print the times, and plot the growth."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plot", type=Path, default=PLOT, help="picture of the growth to write (needs matplotlib)")
    options = parser.parse_args()

    def read_and_find(folder: Path) -> Complex:
        complex_ = load_complex(folder)
        find_hydrogen_bonds(complex_)
        return complex_

    times = [seconds(lambda folder=folder: read_and_find(folder)) for folder in folders()]
    print(f"{len(times)} complexes, reading and types and bonds: median {1000 * median(times):.1f} ms, ", end="")
    print(f"slowest {1000 * max(times):.1f} ms")
    rows = growth()
    print("atoms  types and bonds, ms")
    for atoms, taken in rows:
        print(f"{atoms:5}  {1000 * taken:.1f}")
    exponent = np.polyfit(*np.log(np.array(rows).T), 1)[0]
    print(f"the time grows as atoms to the power of {exponent:.2f}")
    if importlib.util.find_spec("matplotlib") is not None:
        options.plot.parent.mkdir(parents=True, exist_ok=True)
        plot(rows, options.plot)
        print(f"plotted in {options.plot}")


if __name__ == "__main__":
    main()
