"""Link the complexes of a data set, by id, so that the explorer shows them in 3D.

DATASET is what 'misi-viewer explore' takes; FOLDER is a folder of complexes, or
a file that lists them. It is remembered for this data set, wherever it lies.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from misi_viewer.cli.status import EXIT_PARTLY
from misi_viewer.cli.watching import printable, watching
from misi_viewer.session.explorer.opening import BookSpec, open_book

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dataset", metavar="DATASET", help="a catalogue, a folder, a table or an archive")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a folder of complexes, or a file that lists them")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(options: argparse.Namespace) -> int:
    """Link, and print what was found; the status is 1 where some complexes are missing.

    Raises
    ------
    UserError
        If the data set or the complexes cannot be read, or none of them is asked about.
    """
    with watching() as watch:
        book = open_book(BookSpec(dataset=options.dataset), watch)
    try:
        report = book.link(options.folder)
    finally:
        book.close()
    print(msgspec.json.encode(report).decode() if options.json else printable(report.sentence()))
    return EXIT_PARTLY if report.missing else 0
