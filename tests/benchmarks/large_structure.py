"""How long the window's event loop stands still while a structure of 165,000 atoms is read and first drawn.

    packaging/with_display.sh .venv/bin/python tests/benchmarks/large_structure.py

A timer of the window ticks every 10 ms; what lies between two ticks beyond that
is a pause. The file is a real mmCIF repeated on a lattice, in a temporary folder.
"""

from __future__ import annotations

import itertools
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import gemmi
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication

from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.surface import default_format
from misi_viewer.gui.theme import start_theme

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT.parent / "shared" / "awkward" / "cif" / "mmcif_3o21_pymol.cif"
LIGAND = ROOT / "assets" / "demo" / "1s3v" / "1s3v_ligand.sdf"
ATOMS = 165_000
SPACING = 150.0
"""Angstrom between copies: wider than the structure."""

TICK = 10
"""Milliseconds."""

PATIENCE = 180.0


def repeat_cif(source: Path, target: Path, atoms: int) -> int:
    """Write a file with the atoms of `source` so often that there are at least `atoms`; return how many."""
    block = gemmi.cif.read(str(source)).sole_block()
    table = block.get_mmcif_category("_atom_site.")
    count = len(table["id"])
    copies = -(-atoms // count)
    many: dict[str, list[object]] = {name: [] for name in table}
    for copy in range(copies):
        shift = (copy % 3 * SPACING, copy // 3 % 3 * SPACING, copy // 9 * SPACING)
        for name, values in table.items():
            many[name] += [_repeated(name, value, copy, shift, count) for value in values]
    made = gemmi.cif.Block("large")
    made.set_mmcif_category("_atom_site.", many)
    document = gemmi.cif.Document()
    document.add_copied_block(made)
    document.write_file(str(target))
    return copies * count


def _repeated(name: str, value: object, copy: int, shift: tuple[float, float, float], count: int) -> object:
    """Return a cell of a copy: numbered on, moved, in chains of its own."""
    if name == "id":
        return str(int(str(value)) + copy * count)
    if name in ("label_asym_id", "auth_asym_id") and value:
        return f"{value}{copy}"
    if name.startswith("Cartn_") and not name.endswith("esd"):
        return f"{float(str(value)) + shift['xyz'.index(name[-1])]:.3f}"
    return value


@dataclass(frozen=True)
class Pause:
    """Time between two ticks beyond the tick itself, milliseconds.

    ``own`` is how long the window's thread computed in it; the rest it waited
    for a core, for the interpreter's lock, or for OpenGL.
    """

    at: float
    length: float
    own: float


def heartbeat(window: QObject, is_done: Callable[[], bool]) -> list[Pause]:
    """Run Qt's loop until `is_done`, and return the pauses, the longest first."""
    beats: list[tuple[float, float]] = []
    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    timer.setInterval(TICK)
    timer.timeout.connect(lambda: beats.append((1e3 * time.perf_counter(), 1e3 * time.thread_time())))
    timer.start()
    end = time.monotonic() + PATIENCE
    while not is_done() and time.monotonic() < end:
        QCoreApplication.processEvents()
        time.sleep(0.001)
    timer.stop()
    pauses = [
        Pause(when - beats[0][0], later - when - TICK, later_own - own)
        for (when, own), (later, later_own) in itertools.pairwise(beats)
    ]
    return sorted(pauses, key=lambda pause: -pause.length)


def measure(folder: Path, window: MainWindow) -> None:
    """Open the structure in a window and print the pauses."""
    file = folder / "large.cif"
    atoms = repeat_cif(SOURCE, file, ATOMS)
    drawn: list[bool] = []
    window.viewport.drawn.connect(drawn.append)
    heartbeat(window, window.isVisible)
    start = time.monotonic()
    window.open_files([str(file), str(LIGAND)])
    pauses = heartbeat(window, lambda: any(drawn) or bool(window.message.text and not window.state.complex))
    seconds = time.monotonic() - start
    if window.state.complex is None:
        raise SystemExit(window.message.text)
    load = f"; {os.getloadavg()[0]:.1f} processes wanted {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    print(f"{atoms:,} atoms, {file.stat().st_size / 1e6:.0f} MB: drawn at rest after {seconds:.1f} s{load}")
    print("longest pauses: " + ", ".join(f"{pause.length:.0f} ms (own {pause.own:.0f})" for pause in pauses[:6]))


def main() -> int:
    """Measure and print."""
    QSurfaceFormat.setDefaultFormat(default_format())
    application = QApplication(sys.argv[:1])
    start_theme(application)
    window = MainWindow()
    window.resize(1366, 768)
    window.show()
    with tempfile.TemporaryDirectory() as folder:
        measure(Path(folder), window)
    window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
