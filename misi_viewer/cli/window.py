"""Open the window."""

from __future__ import annotations

import argparse
import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from misi_viewer.errors import UserError

if TYPE_CHECKING:
    from misi_viewer.session.explorer.opening import BookSpec

__all__ = ["add_arguments", "open_window", "run"]


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
    return open_window(options.files, software=options.software)


def open_window(files: Sequence[str], *, software: bool, book: BookSpec | None = None) -> int:
    """Open the window and stay until it closes.

    Parameters
    ----------
    files
        Complexes, structure files, or pictures with a shot.
    software
        Whether to draw with software OpenGL.
    book
        A data set to explore; None for none.

    Raises
    ------
    UserError
        If PySide6 is not installed.
    """
    if importlib.util.find_spec("PySide6") is None:
        raise UserError(
            "The window needs PySide6, which is not installed; install it with 'pip install misi-viewer[gui]', "
            "or use 'misi-viewer render', which does without."
        )
    if software:
        os.environ["LIBGL_ALWAYS_SOFTWARE"] = "1"
    from misi_viewer.gui.app import run_app

    return run_app(files, book)
