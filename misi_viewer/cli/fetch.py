"""Fetch an entry of the Protein Data Bank by its id; nothing is fetched by any other command."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from misi_viewer.cli.watching import printable, watching
from misi_viewer.dataset.downloading.entry import entry_host, fetch_entry

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("id", metavar="ID", help="such as 1a30")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FOLDER", default=Path(), help="where it goes (default: this folder)"
    )


def run(options: argparse.Namespace) -> int:
    """Fetch, and print where the file is.

    Raises
    ------
    UserError
        If the id is none, the host does not have it or does not answer, or the file cannot be written.
    """
    print(printable(f"Asking {entry_host()} for {options.id}."), file=sys.stderr, flush=True)
    with watching(of_bytes=True) as watch:
        path = fetch_entry(options.id, options.output, watch=watch)
    print(path)
    return 0
