"""Fetch a published data set: what there is, is asked and told first, and nothing is fetched without a yes.

What breaks off goes on where it was when the command is given again. Each file
is compared with the hash that the publisher tells.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from misi_viewer.cli.watching import printable, watching
from misi_viewer.dataset.downloading.download import Wanted, download, find_files
from misi_viewer.dataset.downloading.sources import Source, parse_source, source_named
from misi_viewer.errors import ReadError, UserError

__all__ = ["add_arguments", "run"]

MOST_NAMED = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("name", metavar="NAME", help="misi-bench")
    parser.add_argument("--part", default="all", help="a part of it, such as test (default all)")
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER", help="where it goes (default: its name)")
    parser.add_argument("--yes", action="store_true", help="fetch without asking")
    parser.add_argument(
        "--table", type=Path, metavar="FILE", help="a table of addresses of your own, such as of a mirror (TOML)"
    )


def run(options: argparse.Namespace) -> int:
    """Ask, fetch, and print where the files are.

    Raises
    ------
    UserError
        If nobody agrees, the source does not answer, there is no room, or a file is not the published one.
    """
    source = source_named(options.name) if options.table is None else _own_table(options.table)
    folder: Path = options.output or Path(options.name)
    if not options.yes and not _agrees(f"{source.about}: ask {_host(source)} what there is?"):
        raise UserError("Nothing was fetched.")
    wanted = find_files(source, options.part, folder)
    _tell(wanted)
    left = wanted.size - wanted.there
    if left and not options.yes and not _agrees(f"Fetch {_amount(left)} into {folder}?"):
        raise UserError("Nothing was fetched.")
    with watching(of_bytes=True) as watch:
        files = download(source, wanted, watch=watch)
    print(printable(f"{len(files):,} files are in {folder}; look at them with: misi-viewer explore {folder}"))
    return 0


def _own_table(path: Path) -> Source:
    try:
        return parse_source(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeError) as error:
        raise ReadError(path, f"it cannot be read ({error})") from None


def _host(source: Source) -> str:
    return source.listing.split("/")[2]


def _tell(wanted: Wanted) -> None:
    for file in wanted.files[:MOST_NAMED]:
        print(printable(f"{_amount(file.size):>10}  {file.path}"))
    if len(wanted.files) > MOST_NAMED:
        print(f"and {len(wanted.files) - MOST_NAMED:,} more")
    there = f", of which {_amount(wanted.there)} are here" if wanted.there else ""
    print(f"{_amount(wanted.size)} in {len(wanted.files):,} files{there}", flush=True)


def _amount(size: int) -> str:
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:,.1f} {name}"
    return f"{size} bytes"


def _agrees(question: str) -> bool:
    """Ask on the terminal; without one nobody agrees.

    Raises
    ------
    UserError
        If there is no terminal.
    """
    if not sys.stdin.isatty():
        raise UserError("Nobody can be asked here; say --yes to fetch without asking.")
    print(printable(question), "[y/N]", end=" ", flush=True, file=sys.stderr)
    return sys.stdin.readline().strip().lower() in ("y", "yes")
