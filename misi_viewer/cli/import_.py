"""Import data sets, and predictions for them, into a catalogue.

A SOURCE is a folder, a table (JSON, JSON Lines, CSV, TSV, Parquet, Excel) or a
zip or tar archive, read in place: data sets that this program wrote, the
published archives, and others of the usual shapes. What was read, placed and
not placed, and why, is printed. A catalogue that is there is added to.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from misi_viewer.cli.status import EXIT_PARTLY
from misi_viewer.dataset.catalogue import ImportReport, import_sources
from misi_viewer.dataset.catalogue.importing import import_predictions
from misi_viewer.errors import UserError

__all__ = ["add_arguments", "run"]

MOST_SENTENCES = 20


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("sources", nargs="*", type=Path, metavar="SOURCE", help="a folder, a table or an archive")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="CATALOGUE", help="the catalogue")
    parser.add_argument(
        "--complexes", type=Path, metavar="DIR", help="a folder of complexes, or a file that lists them, to link by id"
    )
    parser.add_argument(
        "--predictions",
        nargs="+",
        type=Path,
        default=(),
        metavar="FILE",
        help="predictions for the questions: files or folders",
    )
    parser.add_argument("--model", metavar="NAME", help="name of the model, in place of what the predictions tell")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(options: argparse.Namespace) -> int:
    """Import, and print what became of it.

    Raises
    ------
    UserError
        If nothing is asked for, or a source cannot be read.
    """
    if not options.sources and not options.predictions:
        raise UserError("There is nothing to import; name a SOURCE or --predictions.")
    report = ImportReport()
    if options.sources:
        with _progress() as progress:
            report = import_sources(options.sources, options.output, options.complexes, progress)
    if options.predictions:
        report.matches = import_predictions(options.output, options.predictions, options.model)
    if options.json:
        print(msgspec.json.encode(_plain(report)).decode())
    else:
        for line in report_lines(report, options.output):
            print(_printable(line))
    return EXIT_PARTLY if report.reading.refused else 0


def report_lines(report: ImportReport, path: Path) -> Iterator[str]:
    """Yield the report for people, a line for each fact."""
    reading = report.reading
    if reading.tables or report.added:
        yield f"read: {reading.read:,} rows of {len(reading.tables):,} tables"
        tasks = ", ".join(f"{task} {count:,}" for task, count in reading.tasks.items() if count)
        yield f"placed: {report.added:,} questions" + (f" ({tasks})" if tasks else "")
        missing = report.pictures - report.pictures_found
        yield f"pictures: {report.pictures:,} named, {report.pictures_found:,} found, {missing:,} missing"
        if report.pictures_unused:
            yield f"  {report.pictures_unused:,} pictures are named by no question"
        for remark, count in sorted(reading.remarks.items()):
            yield f"  {remark}: {count:,}"
        if report.linked is not None:
            yield f"complexes: {report.linked:,} of {report.complexes:,} linked"
        if report.residues:
            yield f"  residue found out from the complex: {report.residues:,}"
        yield f"not placed: {sum(reading.not_placed.values()):,} rows"
        for reason, count in reading.not_placed.most_common():
            yield f"  {reason}: {count:,}, such as {'; '.join(reading.examples[reason])}"
    for match in report.matches:
        yield from match.lines()
    if reading.refused:
        yield f"not read: {len(reading.refused):,}"
        yield from (f"  {sentence}" for sentence in reading.refused[:MOST_SENTENCES])
        if len(reading.refused) > MOST_SENTENCES:
            yield f"  and {len(reading.refused) - MOST_SENTENCES:,} more"
    if report.bytes:
        yield f"catalogue: {path}, {report.bytes / 1e6:,.1f} MB"


def _plain(report: ImportReport) -> dict[str, Any]:
    reading = report.reading
    return {
        "read": reading.read,
        "placed": report.added,
        "tasks": {task: count for task, count in reading.tasks.items() if count},
        "tables": {path: {"read": one.read, "placed": one.placed} for path, one in reading.tables.items()},
        "not_placed": dict(reading.not_placed),
        "examples": reading.examples,
        "remarks": dict(reading.remarks),
        "refused": reading.refused,
        "pictures": {
            "named": report.pictures,
            "found": report.pictures_found,
            "unused": report.pictures_unused,
        },
        "complexes": {"asked": report.complexes, "linked": report.linked},
        "residues": report.residues,
        "bytes": report.bytes,
        "matches": report.matches,
    }


def _printable(line: str) -> str:
    """Return a line without characters that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in line)


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """Show the number of questions on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _count: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.completed:,} questions"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("questions", total=None)
        yield lambda count: progress.update(task, completed=count)
