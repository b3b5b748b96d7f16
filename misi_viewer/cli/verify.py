"""Draw the pictures of a data set again and compare.

Pictures of another renderer (--against, or a data set that this program did not
make) were framed by choices that they do not tell: what was fitted, how
loosely, for which window. These are found out first, from several pictures.
PICTURES is a folder in which pictures are called as in the data set, or
<complex>/<state>.png, a state being a view (left), commands
(move_x_2__roll_y_30), or both; then DATASET may also be a folder of complexes.

Exit status: 0 if all pictures are as they should be, 1 if some are not, 2 for
bad input.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from misi_viewer.cli.status import EXIT_PARTLY
from misi_viewer.dataset.files import make_folder
from misi_viewer.dataset.verification.differences import Differences
from misi_viewer.dataset.verification.report import report_lines, to_json, write_report
from misi_viewer.dataset.verification.verify import Progress, VerifyOrder, verify
from misi_viewer.errors import UserError

__all__ = ["add_arguments", "run"]

STAGES = {"questions": "questions", "choices": "hidden choices", "pictures": "pictures"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("dataset", type=Path, metavar="DATASET", help="a folder, an archive or a table of questions")
    parser.add_argument("--against", type=Path, metavar="PICTURES", help="a folder of pictures by another renderer")
    parser.add_argument(
        "--complexes",
        type=Path,
        metavar="DIR",
        help="the complexes: a folder of them, or a file that lists them (default: looked for beside the data set)",
    )
    parser.add_argument(
        "--report", type=Path, metavar="DIR", help="write verification.json, .html and differences here"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    group = parser.add_argument_group("drawing and judging")
    group.add_argument("--style", metavar="NAME|FILE", help="(default: the data set's, else MiSI-Bench)")
    group.add_argument("--supersample", type=int, metavar="N", help="N x N passes a picture (default: the recipes')")
    group.add_argument(
        "--similarity",
        type=float,
        metavar="S",
        help="least structural similarity of the same (default 0.98, 0.9 for another renderer)",
    )


def run(options: argparse.Namespace) -> int:
    """Verify the pictures.

    Raises
    ------
    UserError
        If nothing can be verified.
    """
    if options.similarity is not None and not 0.0 < options.similarity <= 1.0:
        raise UserError("--similarity must be above 0 and at most 1.")
    if options.supersample is not None and not 1 <= options.supersample <= 8:
        raise UserError("--supersample must be from 1 to 8.")
    order = VerifyOrder(
        dataset=options.dataset,
        against=options.against,
        complexes=options.complexes,
        style=options.style,
        supersample=options.supersample,
        similarity=options.similarity,
    )
    differences = Differences(options.report) if options.report is not None else None
    if options.report is not None:
        make_folder(options.report)
    with _shown() as show:
        report = verify(order, show, differences.keep) if differences else verify(order, show)
    if differences is not None:
        write_report(options.report, report, differences.shown)
    if options.json:
        print(to_json(report).decode(), end="")
    else:
        for line in report_lines(report):
            print(_printable(line))
    return 0 if report.good else EXIT_PARTLY


def _printable(line: str) -> str:
    """Return a line without characters that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in line)


@contextmanager
def _shown() -> Iterator[Callable[[Progress], None]]:
    """Show progress on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[bad]}"))
    with Bars(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bars:
        row = bars.add_task("questions", total=None, bad="")
        stage = ""

        def show(progress: Progress) -> None:
            nonlocal stage
            if progress.stage != stage:
                stage = progress.stage
                bars.reset(row, description=STAGES[stage])
            bad = f"{progress.bad:,} bad" if progress.bad else ""
            bars.update(row, completed=progress.done, total=progress.total, bad=bad)

        yield show
