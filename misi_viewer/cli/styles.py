"""List the styles, or print one in full; -o saves it as a file of your own, to change and to draw with by --style."""

from __future__ import annotations

import argparse
from pathlib import Path

from misi_viewer.errors import UserError
from misi_viewer.scene.styles import load_style, print_style, style_names
from misi_viewer.whole_files import write_whole

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("style", nargs="?", metavar="NAME|FILE", help="the style to print")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.toml", help="where to save it")


def run(options: argparse.Namespace) -> int:
    """Print or save a style, or list them all.

    Raises
    ------
    UserError
        If there is no such style, or the file is there already or cannot be written.
    """
    if options.style is None:
        if options.output is not None:
            raise UserError("Name the style to save, such as 'misi-viewer styles MiSI-Bench -o mine.toml'.")
        print("\n".join(style_names()))
        return 0
    text = print_style(load_style(options.style), everything=True)
    if options.output is None:
        print(text, end="")
    elif options.output.exists():
        raise UserError(f"{options.output} is there already; give another name.")
    else:
        write_whole(options.output, text.encode())
    return 0
