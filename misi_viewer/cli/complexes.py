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
from misi_viewer.cli.status import EXIT_PARTLY
from misi_viewer.errors import UserError, describe_error

__all__ = ["Complexes", "add_complex_arguments", "for_each_complex", "print_json_line"]


def add_complex_arguments(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """Declare COMPLEX... and --ligand."""
    parser.add_argument(
        "complexes",
        nargs="*" if optional else "+",
        metavar="COMPLEX",
        help="a folder, POCKET+LIGAND, or a structure file with --ligand",
    )
    parser.add_argument(
        "--ligand",
        metavar="NAME",
        help="which ligand of a structure file (NAME, CHAIN:NUMBER or both), or molecule of LIGAND (#NUMBER or name)",
    )


class Complexes:
    """The complexes named on the command line, loaded one after the other.

    One that cannot be read or used is reported on stderr and the rest go on;
    if it is the only one, its error is raised.

    Parameters
    ----------
    options
        With ``complexes`` and ``ligand``.
    """

    def __init__(self, options: argparse.Namespace) -> None:
        self._specs: Sequence[str] = options.complexes
        self._ligand: str | None = options.ligand
        self._failed = 0

    @property
    def status(self) -> int:
        """The exit status: 0, or 1 if some failed."""
        return EXIT_PARTLY if self._failed else 0

    def __iter__(self) -> Iterator[Complex]:
        with _progress(len(self._specs)) as advance:
            for spec in self._specs:
                with self.reporting():
                    complex_ = load_complex(spec, self._ligand)
                    for note in complex_.notes:
                        print(f"misi-viewer: note: {note}", file=sys.stderr)
                    yield complex_
                advance()

    @contextmanager
    def reporting(self) -> Iterator[None]:
        """Report what goes wrong with one of several complexes."""
        try:
            yield
        except (UserError, OSError) as error:
            if len(self._specs) == 1 or isinstance(error, BrokenPipeError):
                raise
            self._failed += 1
            print(f"misi-viewer: {describe_error(error)}", file=sys.stderr)


def for_each_complex(options: argparse.Namespace, act: Callable[[Complex], None]) -> int:
    """Load each complex named in `options`, act on it, and return the exit status.

    Raises
    ------
    UserError
        If the only complex failed.
    """
    complexes = Complexes(options)
    for complex_ in complexes:
        with complexes.reporting():
            act(complex_)
    return complexes.status


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
