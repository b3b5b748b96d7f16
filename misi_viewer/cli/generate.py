"""Make a data set: questions about complexes, and their pictures."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

from misi_viewer.cli.shots import add_size_argument
from misi_viewer.cli.status import EXIT_PARTLY
from misi_viewer.dataset.generate import ALL_TASKS, Order, Progress, generate
from misi_viewer.dataset.manifest import Manifest
from misi_viewer.dataset.writers import FORMATS
from misi_viewer.scene.styles import load_style
from misi_viewer.tasks.question import Split

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "complexes",
        type=Path,
        metavar="COMPLEXES",
        help="a folder of complexes, or a file with a complex in each line: a folder, POCKET+LIGAND, or a structure "
        "file, a tab and a ligand",
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="DATASET", help="the folder to be made")
    group = parser.add_argument_group("questions")
    group.add_argument(
        "--tasks",
        default=ALL_TASKS,
        metavar="NAMES",
        help="ids of tasks or task files, between commas (default all)",
    )
    group.add_argument("--split", choices=get_args(Split), default="train", help="(default train)")
    group.add_argument("--seed", type=int, default=0, metavar="N", help="(default 0)")
    group.add_argument("--per-complex", type=int, metavar="N", help="so many questions of a task per complex at most")
    group = parser.add_argument_group("pictures")
    add_size_argument(parser, "1024x768")
    group.add_argument("--supersample", type=int, default=3, metavar="N", help="N x N passes a picture (default 3)")
    group.add_argument("--style", default="MiSI-Bench", metavar="NAME|FILE", help="(default MiSI-Bench)")
    group.add_argument("--allow-mixed", action="store_true", help="let other graphics drivers take part")
    group = parser.add_argument_group("work")
    group.add_argument("--jobs", type=int, metavar="N", help="processes (default: one for each core)")
    group.add_argument("--dask", metavar="ADDRESS", help="use the workers of this scheduler, such as tcp://host:8786")
    group.add_argument("--resume", action="store_true", help="go on with what is there")
    group.add_argument("--format", choices=tuple(FORMATS), default="misi", help="of the questions (default misi)")


def run(options: argparse.Namespace) -> int:
    """Make the data set.

    Raises
    ------
    UserError
        If it cannot be made.
    """
    order = Order(
        complexes=options.complexes,
        dataset=options.output,
        tasks=tuple(name.strip() for name in options.tasks.split(",") if name.strip()),
        split=options.split,
        seed=options.seed,
        per_complex=options.per_complex,
        size=options.size,
        supersample=options.supersample,
        style=load_style(options.style),
        format=options.format,
        jobs=options.jobs,
        dask=options.dask,
        resume=options.resume,
        allow_mixed=options.allow_mixed,
    )
    with _shown() as show:
        manifest = generate(order, show)
    return _tell(manifest, options.output)


def _tell(manifest: Manifest, folder: Path) -> int:
    """Print what was made; return the exit status."""
    for failure in manifest.failed:
        print(f"misi-viewer: {failure.complex}: {failure.reason}.", file=sys.stderr)
    questions = sum(entry.questions for entry in manifest.tasks.values())
    skipped = sum(entry.skipped for entry in manifest.tasks.values())
    print(f"{folder}: {questions:,} questions, {manifest.pictures:,} pictures; {skipped:,} questions not asked")
    if any(failure.again for failure in manifest.failed):
        print("misi-viewer: --resume tries again what lost its worker.", file=sys.stderr)
    return EXIT_PARTLY if manifest.failed else 0


@contextmanager
def _shown() -> Iterator[Callable[[Progress], None]]:
    """Show progress on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True, speed_estimate_period=60.0) as bars:
        rows = {
            stage: bars.add_task(name, total=None, speed="", start=False, visible=False)
            for stage, name in (("questions", "questions (complexes)"), ("pictures", "pictures"), ("files", "files"))
        }
        started: set[str] = set()

        def show(progress: Progress) -> None:
            row = rows[progress.stage]
            if progress.stage not in started:
                started.add(progress.stage)
                bars.start_task(row)
                bars.update(row, visible=True)
            speed = next(task.speed for task in bars.tasks if task.id == row)
            said = f"{speed:.1f}/s" if speed else ""
            failed = f", {progress.failed} failed" if progress.failed else ""
            bars.update(row, completed=progress.done, total=progress.total, speed=said + failed)

        yield show
