"""Open the real window on a demo complex and write what the screen shows, for the README.

    packaging/with_display.sh .venv/bin/python packaging/screenshot.py

Options make the other states that are worth a look: dark, another scale
factor, the empty window, an error.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SETTLING = 700
"""Milliseconds after the last drawing; the picture is at rest then."""


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "assets" / "screenshots" / "window.png")
    parser.add_argument("--complex", type=Path, default=ROOT / "assets" / "demo" / "1ia1")
    parser.add_argument("--empty", action="store_true", help="open nothing")
    parser.add_argument("--error", action="store_true", help="open a file that is not there")
    parser.add_argument("--appearance", choices=("system", "light", "dark"), default="light")
    parser.add_argument("--action", default="", help="trigger an action, such as help.keys")
    parser.add_argument("--scale", default="", help="scale factor, such as 1.5")
    parser.add_argument("--size", default="1366x768")
    return parser.parse_args()


def main() -> int:
    """Make the screenshot."""
    options = parse()
    if options.scale:
        os.environ["QT_SCALE_FACTOR"] = options.scale
    from PySide6.QtCore import QTimer
    from PySide6.QtGui import QSurfaceFormat
    from PySide6.QtWidgets import QApplication

    from misi_viewer.gui.main_window import MainWindow
    from misi_viewer.gui.surface import default_format
    from misi_viewer.gui.theme import set_appearance, start_theme

    QSurfaceFormat.setDefaultFormat(default_format())
    application = QApplication(sys.argv[:1])
    start_theme(application)
    set_appearance(application, options.appearance)
    window = MainWindow()
    width, height = (int(side) for side in options.size.split("x"))
    window.resize(width, height)
    window.show()

    def shoot() -> None:
        options.output.parent.mkdir(parents=True, exist_ok=True)
        top = application.activeModalWidget() or application.activeWindow() or window
        target = window if options.action == "" else top
        target.grab().save(str(options.output))
        application.closeAllWindows()

    timer = QTimer(window)
    timer.setSingleShot(True)
    timer.setInterval(SETTLING)
    timer.timeout.connect(shoot)
    window.jobs.idle.connect(timer.start)
    window.viewport.drawn.connect(timer.start)
    if not options.empty:
        window.open_files([str(options.complex)])
    if options.error:
        window.jobs.done.connect(lambda: window.open_files([str(ROOT / "assets" / "demo" / "1ia1" / "absent.sdf")]))
    if options.action:
        window.actions_[options.action].trigger()
    if options.empty:
        timer.start()
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
