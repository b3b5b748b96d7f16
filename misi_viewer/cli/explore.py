"""Open the window on a data set: its questions, and the answers of models to them.

DATASET is a catalogue, a folder, a table or an archive, as for 'misi-viewer
import', or a link to a case (misi://...) of a data set that was open before.
PREDICTIONS are files or folders, as for 'misi-viewer score'.

A filter is one line such as: task:docking right:o3 -tag:done zoom:40..45 ligand
"""

from __future__ import annotations

import argparse
from pathlib import Path

from misi_viewer.cli.window import open_window
from misi_viewer.errors import ReadError, UserError
from misi_viewer.session.explorer.filter_text import parse_filter, print_filter
from misi_viewer.session.explorer.links import SCHEME, parse_link
from misi_viewer.session.explorer.opening import BookSpec
from misi_viewer.session.explorer.places import Places

__all__ = ["add_arguments", "book_spec", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dataset", metavar="DATASET", help="a catalogue, a folder, a table, an archive, or a link")
    parser.add_argument("--predictions", nargs="+", default=(), metavar="FILE", help="files or folders of predictions")
    parser.add_argument("--case", default="", metavar="ID", help="the question that is shown first")
    parser.add_argument("--filter", default="", metavar="TEXT", help="which cases are listed")
    parser.add_argument("--software", action="store_true", help="draw with software OpenGL")


def run(options: argparse.Namespace) -> int:
    """Open the window and stay until it closes.

    Raises
    ------
    UserError
        If something named is not there, the filter is none, or the window cannot open.
    """
    spec = book_spec(options, Places.of_user())
    return open_window((), software=options.software, book=spec)


def book_spec(options: argparse.Namespace, places: Places) -> BookSpec:
    """Return what is to be opened, checked as far as that takes no time.

    Raises
    ------
    UserError
        If something named is not there, or the filter is none.
    """
    dataset, case, wanted = options.dataset, options.case, print_filter(parse_filter(options.filter))
    if dataset.startswith(f"{SCHEME}:"):
        link = parse_link(dataset)
        place = places.known().get(link.dataset)
        if place is None:
            raise UserError(f"No data set with the id {link.dataset} was open here yet; name its folder or file.")
        dataset, case, wanted = place, case or link.question, wanted or print_filter(link.filter)
    for path in map(Path, (dataset, *options.predictions)):
        if not path.exists():
            raise ReadError(path, "there is no such file or folder")
    return BookSpec(dataset=dataset, predictions=tuple(options.predictions), case=case, filter=wanted)
