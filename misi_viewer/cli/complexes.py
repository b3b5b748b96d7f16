"""Going through the complexes named on the command line, one failure not stopping the rest."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import UserError

__all__ = ["add_complex_arguments", "for_each_complex", "print_json_line"]


def add_complex_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare COMPLEX... and --ligand."""
    parser.add_argument(
        "complexes", nargs="+", metavar="COMPLEX", help="a folder, POCKET+LIGAND, or a structure file with --ligand"
    )
    add_ligand_argument(parser)


def add_ligand_argument(parser: argparse.ArgumentParser) -> None:
    """Declare --ligand."""
    parser.add_argument("--ligand", metavar="NAME", help="which ligand of a structure file: NAME, CHAIN:NUMBER or both")


def for_each_complex(options: argparse.Namespace, act: Callable[[Complex], None]) -> int:
    """Load each complex named in `options` and act on it.

    A complex that cannot be read or used is reported on stderr; the rest go on.

    Parameters
    ----------
    options
        With ``complexes`` and ``ligand``.
    act
        What to do with each; may raise `UserError`.

    Returns
    -------
    int
        0, or 1 if some of several failed.

    Raises
    ------
    UserError
        If the only complex failed.
    """
    specs: Sequence[str] = options.complexes
    failed = 0
    with _progress(len(specs)) as advance:
        for spec in specs:
            try:
                act(load_complex(spec, options.ligand))
            except (UserError, OSError) as error:
                if len(specs) == 1:
                    raise
                failed += 1
                print(f"misi-viewer: {error}", file=sys.stderr)
            advance()
    return 1 if failed else 0


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show progress on a terminal when there is more than one thing to do."""
    if total < 2 or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()) as progress:
        task = progress.add_task("complexes", total=total)
        yield lambda: progress.advance(task)


def print_json_line(value: dict[str, Any]) -> None:
    """Print `value` as one line of JSON Lines."""
    print(json.dumps(value, ensure_ascii=False, separators=(", ", ": "), allow_nan=False))
