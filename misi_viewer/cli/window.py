"""Open the window."""

from __future__ import annotations

import argparse
import importlib.util
import os
from pathlib import Path

from misi_viewer.errors import UserError

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the window's options."""
    parser.add_argument("files", nargs="*", metavar="FILES", help="complexes, structure files, or pictures with a shot")
    parser.add_argument("--software", action="store_true", help="draw with software OpenGL")


def run(options: argparse.Namespace) -> int:
    """Open the window and stay until it closes.

    Raises
    ------
    UserError
        If PySide6 is not installed, or the first word is a mistyped command.
    """
    if options.files and options.files[0].isalpha() and not Path(options.files[0]).exists():
        raise UserError(
            f"'{options.files[0]}' is neither a command nor a file; 'misi-viewer --help' lists the commands."
        )
    if importlib.util.find_spec("PySide6") is None:
        raise UserError(
            "The window needs PySide6, which is not installed; install it with 'pip install misi-viewer[gui]', "
            "or use 'misi-viewer render', which does without."
        )
    if options.software:
        os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    from misi_viewer.gui.app import run_app

    return run_app(options.files)
