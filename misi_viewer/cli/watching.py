"""The progress of long work on a terminal; Ctrl-C stops it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from misi_viewer.dataset.watch import QUIET, Watch

__all__ = ["printable", "watching"]


@contextmanager
def watching(*, of_bytes: bool = False) -> Iterator[Watch]:
    """Show how far work is, if stderr is a terminal.

    Parameters
    ----------
    of_bytes
        Whether its amounts are bytes.
    """
    if not sys.stderr.isatty():
        yield QUIET
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    amount = DownloadColumn() if of_bytes else MofNCompleteColumn()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), amount, TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def show(what: str, done: int, total: int) -> None:
            progress.update(task, description=printable(what), completed=done, total=total or None)

        yield Watch(show)


def printable(text: str) -> str:
    """Return a text without characters that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
