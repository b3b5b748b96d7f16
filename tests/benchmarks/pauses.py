"""How long the window's event loop stands still for each thing that a person can do.

    packaging/with_display.sh .venv/bin/python -m tests.benchmarks.pauses [--atoms 20000] [--only WORD]

Prints for a demo complex of some 450 atoms, and for one of at least that many,
the longest pause of each action and how long the window's own thread computed in
it, milliseconds; on a busy machine the second number is the one to go by.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QSurfaceFormat
from PySide6.QtWidgets import QApplication, QDialog

from misi_viewer.chem.selection import AtomRef
from misi_viewer.gui.jobs import Jobs
from misi_viewer.gui.main_window import MainWindow
from misi_viewer.gui.surface import default_format
from misi_viewer.gui.theme import start_theme
from tests.benchmarks.large_structure import LIGAND, ROOT, SOURCE, heartbeat, repeat_cif

TOO_LONG = 100.0
"""Milliseconds that may be noticed."""

QUIET = 0.4
"""Seconds without work after which an action is over."""

Act = Callable[[MainWindow], object]


def typed(*lines: str) -> Act:
    """Return what types lines into the command line."""

    def act(window: MainWindow) -> None:
        for line in lines:
            window.controls.log.type(line)

    return act


def triggered(action: str) -> Act:
    """Return what triggers an action."""
    return lambda window: window.actions_[action].trigger()


def revealed(panel: str) -> Act:
    """Return what brings a panel to the front."""
    return lambda window: window.docks.reveal(panel)


def _close_dialogs(window: MainWindow) -> None:
    for dialog in window.findChildren(QDialog):
        dialog.close()


def _pick_pair(window: MainWindow) -> None:
    window.docks.reveal("hydrogen_bonds")
    window.marks.set_picked((AtomRef("pocket", 0), AtomRef("ligand", 0)))


def actions(folder: Path) -> dict[str, Act]:
    """Return what is done, in this order."""
    return {
        "look from the left": triggered("view.left"),
        "fit": triggered("view.fit"),
        "labels off": triggered("view.labels"),
        "labels on": triggered("view.labels"),
        "hydrogens on": triggered("view.hydrogens"),
        "hydrogens off": triggered("view.hydrogens"),
        "hydrogen bonds on": triggered("view.hydrogen_bonds"),
        "hydrogen bonds off": triggered("view.hydrogen_bonds"),
        "spheres": triggered("style.sphere"),
        "balls and sticks": triggered("style.ball"),
        "wire": triggered("style.wire"),
        "sticks": triggered("style.stick"),
        "another style": typed("style White"),
        "style panel": revealed("style"),
        "structure panel": revealed("structure"),
        "bonds panel": revealed("hydrogen_bonds"),
        "explain a pair": _pick_pair,
        "ligand card": revealed("ligand"),
        "select all": typed("select all"),
        "select within 5": typed("select within 5 of ligand"),
        "select nothing": triggered("edit.select_none"),
        "hide beyond 10": typed("hide ~within 10 of ligand"),
        "show all": typed("show"),
        "ligand moves": typed("ligand move x 2"),
        "undo": triggered("edit.undo"),
        "redo": triggered("edit.redo"),
        "copy picture": triggered("edit.copy_picture"),
        "copy command": triggered("edit.copy_command"),
        "copy diagnostics": triggered("help.diagnostics"),
        "export dialog": triggered("file.export"),
        "close dialog": _close_dialogs,
        "movie dialog": triggered("file.export_movie"),
        "close dialog again": _close_dialogs,
        "export": typed(f"save {folder / 'saved.png'}"),
        "name the view": typed("view name mine"),
        "key page": triggered("help.keys"),
        "close key page": _close_dialogs,
        "add a complex": typed(f"add {ROOT / 'assets' / 'demo' / '1of6'}"),
        "reset": triggered("view.reset"),
    }


def settled(window: MainWindow) -> Callable[[], bool]:
    """Return what tells whether nothing has been under way for a while."""
    quiet_since = time.monotonic()

    def is_settled() -> bool:
        nonlocal quiet_since
        busy = any(jobs.busy for jobs in window.findChildren(Jobs)) or window.exporter.busy
        if busy or not window.viewport.at_rest:
            quiet_since = time.monotonic()
        return time.monotonic() - quiet_since > QUIET

    return is_settled


def measure(window: MainWindow, what: dict[str, Act]) -> Iterator[tuple[str, float, float]]:
    """Yield each action's longest pause, and the most that the window's thread computed in one, milliseconds."""
    for name, act in what.items():
        heartbeat(window, settled(window))
        watches: list[Callable[[], bool]] = []

        def do(act: Act = act, watches: list[Callable[[], bool]] = watches) -> None:
            act(window)
            QTimer.singleShot(0, window, lambda: watches.append(settled(window)))

        QTimer.singleShot(50, window, do)
        pauses = heartbeat(window, lambda watches=watches: bool(watches) and watches[0]())  # type: ignore[misc]
        yield name, max((pause.length for pause in pauses), default=0.0), max((one.own for one in pauses), default=0.0)


def run(files: list[str], only: str) -> None:
    """Measure with these files and print."""
    window = MainWindow()
    window.resize(1366, 768)
    window.show()
    with tempfile.TemporaryDirectory() as folder:
        opened: dict[str, Act] = {"open": lambda window: window.open_files(files)}
        chosen = {name: act for name, act in actions(Path(folder)).items() if only in name}
        print(f"{' + '.join(Path(file).name for file in files)}\n{'':<22} pause   own")
        for name, pause, own in measure(window, opened | chosen):
            print(f"{name:<22} {pause:5.0f} {own:5.0f}{'  TOO LONG' if own > TOO_LONG else ''}", flush=True)
            if name == "open" and window.state.complex is None:
                raise SystemExit(window.message.text)
    window.close()


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--atoms", type=int, default=20_000)
    parser.add_argument("--only", default="", metavar="WORD", help="only actions whose name holds it")
    options = parser.parse_args()
    QSurfaceFormat.setDefaultFormat(default_format())
    application = QApplication(sys.argv[:1])
    start_theme(application)
    run([str(ROOT / "assets" / "demo" / "1ia1")], options.only)
    if SOURCE.exists():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "large.cif"
            print(f"\n{repeat_cif(SOURCE, file, options.atoms):,} atoms")
            run([str(file), str(LIGAND)], options.only)
    return 0


if __name__ == "__main__":
    sys.exit(main())
