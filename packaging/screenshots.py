"""Drive the real window through the scenes of the table below and write what it shows, for README and manual.

    make screenshots

or, for other states that are worth a look,

    packaging/with_display.sh .venv/bin/python packaging/screenshots.py --all --appearance dark --scale 1.5 -o out/looks

The pictures are the same every time on the same machine.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from misi_viewer.gui.main_window import MainWindow

ROOT = Path(__file__).resolve().parent.parent
DEMO = ROOT / "assets" / "demo"
FOLDER = Path(tempfile.gettempdir()) / "complexes"
"""Where the demo complexes are opened from: a short path that says nothing of the machine."""

TARGET = ROOT / "assets" / "manual"
LARGEST_FILE = 150_000
"""Bytes; a page with several pictures should load at once."""

QUIET = 250
"""Milliseconds between two looks at whether the window has come to rest."""

PATIENCE = 240
"""Looks before a scene is given up."""

COLOURS = 256


@dataclass(frozen=True)
class Scene:
    """One picture.

    Attributes
    ----------
    name
        Of the file, without its ending.
    files
        Demo complexes to open, the further ones beside the first; none: an empty window.
    typed
        Lines for the window's command line.
    panels
        Panels to bring to the front.
    actions
        Actions to trigger, at last; a dialog that comes up is what is pictured.
    prepare
        What else is to be done.
    in_manual
        Whether README or manual show it.
    appearance
        "light" or "dark".
    """

    name: str
    files: tuple[str, ...] = ("1ia1",)
    typed: tuple[str, ...] = ()
    panels: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    prepare: Callable[[MainWindow], object] | None = None
    in_manual: bool = False
    appearance: str = "light"


def _type_error(window: MainWindow) -> None:
    window.open_files([str(FOLDER / "1ia1" / "absent.sdf")])


SCENES = (
    Scene("window", in_manual=True),
    Scene("window_dark", in_manual=True, appearance="dark", typed=("view left", "turn x 20")),
    Scene("empty", files=()),
    Scene("error", prepare=_type_error),
    Scene("hydrogen_bonds", panels=("hydrogen_bonds",), actions=("view.hydrogen_bonds",), in_manual=True),
    Scene("ligand", panels=("ligand",), in_manual=True),
    Scene(
        "measurements",
        typed=(
            "style ball and stick",
            "distance :9@O :UNL@N3",
            "angle :32@CD :32@OE2 :UNL@N4",
            "select :32",
        ),
        panels=("measurements", "structure"),
        in_manual=True,
    ),
    Scene("named_views", typed=("view left", "view name From the left", "turn x 30"), panels=("named_views",)),
    Scene("style", panels=("style",), typed=("style White",), in_manual=True),
    Scene("complexes", files=("1ia1", "1uou"), panels=("complexes",), typed=("view fit",)),
    Scene("command_line", typed=("view left", "turn y 15; move z 10", "hide ~within 8 of ligand", "colour")),
    Scene("keys", actions=("help.keys",), in_manual=True),
    Scene("about", actions=("help.about",)),
    Scene("export", actions=("file.export",), in_manual=True),
    Scene("movie", actions=("file.export_movie",)),
    Scene("fetch", actions=("file.fetch",)),
)


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=TARGET)
    parser.add_argument("--all", action="store_true", help="also the scenes that the manual does not show")
    parser.add_argument("--scene", action="append", choices=[scene.name for scene in SCENES], help="only this one")
    parser.add_argument("--appearance", choices=("light", "dark"), help="instead of the scene's own")
    parser.add_argument("--scale", default="", help="scale factor, such as 1.5")
    parser.add_argument("--size", default="1366x768", help="of the window, in units of the screen")
    return parser.parse_args()


def main() -> int:
    """Make the screenshots."""
    options = parse()
    if options.scale:
        os.environ["QT_SCALE_FACTOR"] = options.scale
    from PySide6.QtGui import QCursor, QSurfaceFormat
    from PySide6.QtWidgets import QApplication

    from misi_viewer.gui.surface import default_format
    from misi_viewer.gui.theme import start_theme

    QSurfaceFormat.setDefaultFormat(default_format())
    application = QApplication(sys.argv[:1])
    application.setCursorFlashTime(0)
    QCursor.setPos(application.primaryScreen().geometry().bottomRight())
    start_theme(application)
    options.output.mkdir(parents=True, exist_ok=True)
    shutil.copytree(DEMO, FOLDER)
    try:
        return _write(options)
    finally:
        shutil.rmtree(FOLDER)


def _write(options: argparse.Namespace) -> int:
    """Write the chosen scenes; return 1 if a picture is too large."""
    width, height = (int(side) for side in options.size.split("x"))
    status = 0
    for scene in _chosen(options):
        data = _picture(scene, (width, height), options.appearance or scene.appearance)
        (options.output / f"{scene.name}.png").write_bytes(data)
        too_large = scene.in_manual and not options.scale and len(data) > LARGEST_FILE
        status = max(status, int(too_large))
        print(f"{scene.name}.png  {len(data):,} bytes{'  TOO LARGE' if too_large else ''}")
    return status


def _chosen(options: argparse.Namespace) -> Iterator[Scene]:
    for scene in SCENES:
        if scene.name in options.scene if options.scene else options.all or scene.in_manual:
            yield scene


def _picture(scene: Scene, size: tuple[int, int], appearance: str) -> bytes:
    """Return the PNG of a scene."""
    from PySide6.QtWidgets import QApplication

    from misi_viewer.gui.main_window import MainWindow
    from misi_viewer.gui.theme import set_appearance

    application = cast("QApplication", QApplication.instance())
    set_appearance(application, appearance)
    window = MainWindow("3.2")
    window.opener.last_folder = "/home/me/pictures"
    window.move(0, 0)
    window.resize(*size)
    window.show()
    _settle(window)
    _act(scene, window)
    _settle(window)
    dialog = application.activeModalWidget() or next(
        (widget for widget in application.topLevelWidgets() if widget.isVisible() and widget is not window), window
    )
    data = _grab(dialog)
    if dialog is not window:
        dialog.close()
    window.close()
    _pause(QUIET)
    return data


def _act(scene: Scene, window: MainWindow) -> None:
    """Bring the window to where the scene has it."""
    for number, name in enumerate(scene.files):
        window.opener.open_files([str(FOLDER / name)], beside=number > 0)
        _settle(window)
    for line in scene.typed:
        window.controls.log.type(line)
    for panel in scene.panels:
        window.docks.reveal(panel)
    for action in scene.actions:
        window.actions_[action].trigger()
    if scene.prepare is not None:
        scene.prepare(window)


def _settle(window: MainWindow) -> None:
    """Wait until nothing is under way and the picture is at rest."""
    from misi_viewer.gui.export_preview import ExportPreview
    from misi_viewer.gui.jobs import Jobs

    for _ in range(PATIENCE):
        _pause(QUIET)
        jobs = window.findChildren(Jobs)
        previews = window.findChildren(ExportPreview)
        awaited = any(preview.pixmap().isNull() for preview in previews)
        if not any(job.busy for job in jobs) and window.viewport.at_rest and not awaited:
            break
    else:
        raise SystemExit("The window does not come to rest.")
    _pause(2 * QUIET)


def _pause(milliseconds: int) -> None:
    """Let the window work; threads too, which waiting in Python would starve."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def _grab(widget: QWidget) -> bytes:
    """Return a widget as a small PNG."""
    from PIL import Image
    from PySide6.QtCore import QBuffer, QIODevice

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    widget.grab().save(buffer, "PNG")
    with Image.open(io.BytesIO(buffer.data().data())) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    stream = io.BytesIO()
    small.save(stream, "PNG", optimize=True)
    return stream.getvalue()


if __name__ == "__main__":
    sys.exit(main())
