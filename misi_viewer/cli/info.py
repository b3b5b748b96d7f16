"""Print versions, OpenGL, the Qt platform and paths: what a bug report needs."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from misi_viewer import resources
from misi_viewer.errors import UserError
from misi_viewer.render import probe
from misi_viewer.session.diagnostics import facts_of_packages, facts_of_program, table

__all__ = ["add_arguments", "run"]

APPLICATION = "misi-viewer"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--device", type=int, metavar="N", help="which graphics device, where there are several")


def run(options: argparse.Namespace) -> int:
    """Print what is known of the program and the machine."""
    probe.begin(options.device)
    facts = [*facts_of_program(), *facts_of_packages(), *_drawing(options.device), *_paths()]
    print(table(facts), end="")
    return 0


def _drawing(device: int | None) -> Iterator[tuple[str, str]]:
    try:
        facts = probe.facts(device)
    except UserError as error:
        yield "OpenGL", str(error)
    else:
        yield "OpenGL", f"{facts.version} ({facts.backend})"
        yield "OpenGL vendor", facts.vendor
        yield "OpenGL renderer", facts.renderer
    yield "Qt platform", _qt_platform()


def _qt_platform() -> str:
    if importlib.util.find_spec("PySide6") is None:
        return "none: PySide6 is not installed, so there is no window"
    if chosen := os.environ.get("QT_QPA_PLATFORM"):
        return f"{chosen} (chosen by QT_QPA_PLATFORM)"
    if sys.platform == "win32":
        return "windows"
    if sys.platform == "darwin":
        return "cocoa"
    if os.environ.get("WAYLAND_DISPLAY"):
        return f"wayland (display {os.environ['WAYLAND_DISPLAY']})"
    if os.environ.get("DISPLAY"):
        return f"xcb (display {os.environ['DISPLAY']})"
    return "none: there is no display"


def _paths() -> Iterator[tuple[str, str]]:
    yield "Interpreter", sys.executable
    yield "Program", str(Path(__file__).resolve().parent.parent)
    yield "Assets", str(resources.root())
    yield "Settings", platformdirs.user_config_dir(APPLICATION)
    yield "Cache", platformdirs.user_cache_dir(APPLICATION)
