"""Making a whole data set: questions first, then pictures, then the files that people use."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal, Protocol

from misi_viewer.dataset.collection import find_members
from misi_viewer.dataset.files import make_folder, remove_parts
from misi_viewer.dataset.finishing import clean_up, finish
from misi_viewer.dataset.gathering import Gathering
from misi_viewer.dataset.layout import MANIFEST
from misi_viewer.dataset.lock import locked
from misi_viewer.dataset.manifest import Failure, Manifest, read_manifest
from misi_viewer.dataset.plan import Choices, Plan, RendererFacts, TaskChoice, WorkFolder
from misi_viewer.dataset.pool import PATIENCE, LocalPool
from misi_viewer.dataset.store import PictureStore
from misi_viewer.dataset.units import Beat, DrawUnit, Outcome, Unit
from misi_viewer.dataset.worker import open_workbench
from misi_viewer.dataset.writers import Format, format_named
from misi_viewer.errors import UserError
from misi_viewer.render import probe
from misi_viewer.render.canvas import check_size
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import Style
from misi_viewer.scene.styles import load_style
from misi_viewer.tasks import Task, all_tasks, load_task
from misi_viewer.tasks.question import Split

__all__ = ["ALL_TASKS", "Order", "Progress", "generate"]

ALL_TASKS = "all"

Stage = Literal["questions", "pictures", "files"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the making is.

    Attributes
    ----------
    stage
        Questions count in complexes.
    done, total
        Of the stage.
    failed
        Complexes that failed so far.
    """

    stage: Stage
    done: int
    total: int
    failed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be made, and how.

    Attributes
    ----------
    complexes
        A folder of complexes, or a file that lists them.
    dataset
        The folder to be made.
    tasks
        Ids of tasks, or task files; "all" for all.
    split, seed, per_complex
        As in `tasks.sample`.
    size, supersample, style
        Of the pictures.
    format
        Of the question files: one of `writers.FORMATS`.
    jobs
        Worker processes on this machine; None: one for each core.
    dask
        Address of a scheduler whose workers are used instead.
    resume
        Whether to go on with what is there.
    allow_mixed
        Whether other renderers may take part than the one that the data set was begun with.
    patience
        Seconds without a sign of life after which a worker is given up.
    """

    complexes: Path
    dataset: Path
    tasks: tuple[str, ...] = (ALL_TASKS,)
    split: Split = "train"
    seed: int = 0
    per_complex: int | None = None
    size: tuple[int, int] = (1024, 768)
    supersample: int = 3
    style: Style = field(default_factory=lambda: load_style("MiSI-Bench"))
    format: str = "misi"
    jobs: int | None = None
    dask: str | None = None
    resume: bool = False
    allow_mixed: bool = False
    patience: float = PATIENCE


class Pool(Protocol):
    """Workers."""

    def renderer(self) -> RendererFacts:
        """Return what they draw with."""

    def run(self, units: Iterable[Unit], beat: Beat) -> Iterator[Outcome]:
        """Carry out units, in whatever order; yield what became of them."""


def _quiet(_progress: Progress) -> None:
    pass


def generate(order: Order, report: Callable[[Progress], None] = _quiet) -> Manifest:
    """Make a data set, or go on with one.

    Parameters
    ----------
    order
        What is to be made, and how.
    report
        Called as it gets on.

    Returns
    -------
    Manifest
        Of the finished data set; complexes that failed are in it.

    Raises
    ------
    UserError
        If the order cannot be carried out, or what is there is something else.
    Halt
        If the making had to stop; it can be gone on with.
    """
    folder = order.dataset.absolute()
    kind = format_named(order.format)
    _check_place(folder, order.resume)
    _check_drawing(order)
    members = find_members(order.complexes)
    tasks = _tasks(order.tasks)
    choices = _choices(order, tasks.values(), tuple(member.id for member in members))
    finished = read_manifest(folder)
    if finished is not None:
        finished.choices.check_same(choices, folder)
        if finished.whole:
            if WorkFolder(folder).path.exists():
                clean_up(folder, finished, kind)
            return finished
    if order.dask is None:
        probe.begin()
    with _pool(order, folder) as pool:
        here = pool.renderer()
        make_folder(WorkFolder(folder).path)
        with locked(WorkFolder(folder).lock):
            begun = WorkFolder(folder).plan()
            if begun is not None:
                begun.choices.check_same(choices, folder)
            renderer = begun.renderer if begun is not None else here
            plan = Plan(
                choices=choices,
                renderer=renderer,
                allow_mixed=order.allow_mixed,
                tasks=tuple(tasks),
                members=members,
            )
            plan.check_renderer(here)
            return _Making(plan, folder, pool, kind, report).make()


def _check_place(folder: Path, resume: bool) -> None:
    """Refuse to write into what is no data set, or to touch one unasked."""
    try:
        entries = {path.name for path in folder.iterdir()}
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"-o {folder} cannot be used ({error.strerror}); give the name of a folder.") from None
    known = {WorkFolder(folder).path.name, MANIFEST}
    if entries and not entries & known:
        raise UserError(f"-o {folder}: this folder holds other things; give a new or an empty one.")
    if entries and not resume:
        state = "a finished" if MANIFEST in entries else "an unfinished"
        raise UserError(f"-o {folder} holds {state} data set; go on with it by --resume, or give another name.")


def _check_drawing(order: Order) -> None:
    """Refuse sizes and sampling that no picture can have."""
    check_size(order.size)
    Shot(supersample=order.supersample)
    if order.per_complex is not None and order.per_complex < 1:
        raise UserError("--per-complex must be at least 1.")
    if order.jobs is not None and order.jobs < 1:
        raise UserError("--jobs must be at least 1.")


def _choices(order: Order, tasks: Iterable[Task], ids: tuple[str, ...]) -> Choices:
    return Choices(
        tasks=tuple(map(TaskChoice.of, tasks)),
        split=order.split,
        seed=order.seed,
        per_complex=order.per_complex,
        size=order.size,
        supersample=order.supersample,
        style=order.style,
        format=order.format,
        complexes=ids,
    )


def _tasks(names: tuple[str, ...]) -> dict[str, Task]:
    """Return the tasks by what `load_task` takes."""
    if names == (ALL_TASKS,):
        return {task.id: task for task in all_tasks()}
    tasks: dict[str, Task] = {}
    for name in names:
        path = Path(name)
        key = str(path.resolve()) if path.suffix.lower() == ".toml" else name
        task = load_task(key)
        if task.id in {other.id for other in tasks.values()}:
            raise UserError(f"--tasks names {task.id} twice; leave one of them out.")
        tasks[key] = task
    return tasks


def _pool(order: Order, folder: Path) -> AbstractContextManager[Pool]:
    if order.dask is not None:
        from misi_viewer.dataset.dask_pool import DaskPool

        return DaskPool(order.dask, folder, order.patience)
    return LocalPool(partial(open_workbench, folder), order.jobs or _cores(), order.patience)


def _cores() -> int:
    with contextlib.suppress(AttributeError):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Making:
    """The stages of a data set."""

    def __init__(self, plan: Plan, folder: Path, pool: Pool, kind: Format, report: Callable[[Progress], None]) -> None:
        self._plan = plan
        self._folder = folder
        self._pool = pool
        self._kind = kind
        self._report = report
        self._gathering = Gathering(plan, folder)
        self._failed: dict[int, Failure] = {}

    def make(self) -> Manifest:
        """Go through the stages; each begins where it had stopped."""
        work = WorkFolder(self._folder)
        work.begin(self._plan)
        PictureStore(self._folder).tidy()
        for folder in (self._folder, work.path, work.sampled(0).parent, work.drawn(0).parent):
            remove_parts(folder)
        self._sample()
        self._gathering.choose()
        self._draw()
        self._tell("files", 0, 1)
        failed = [self._failed[member] for member in sorted(self._failed)]
        manifest = finish(self._plan, self._folder, self._gathering, self._kind, failed)
        clean_up(self._folder, manifest, self._kind)
        self._tell("files", 1, 1)
        return manifest

    def _tell(self, stage: Stage, done: int, total: int) -> None:
        self._report(Progress(stage, done, total, len(self._failed)))

    def _sample(self) -> None:
        units = self._gathering.to_sample()
        total = len(self._plan.members)
        done = total - len(units)
        self._tell("questions", done, total)
        for outcome in self._pool.run(units, lambda: None):
            if outcome.problem:
                self._fail(outcome)
            done += 1
            self._tell("questions", done, total)
        for member, shard in self._gathering.shards():
            if shard.problem:
                self._failed[member] = Failure(self._plan.members[member].id, shard.problem)

    def _draw(self) -> None:
        expected = self._gathering.expected
        total = sum(expected.values())
        missing = self._gathering.undrawn()
        done = total - sum(expected[member] for member in missing)

        def beat() -> None:
            nonlocal done
            done += 1
            self._tell("pictures", min(done, total), total)

        self._tell("pictures", done, total)
        for outcome in self._pool.run(self._gathering.to_draw(missing), beat):
            if outcome.problem:
                self._fail(outcome)

    def _fail(self, outcome: Outcome) -> None:
        member = outcome.unit.member
        what = "its pictures: " if isinstance(outcome.unit, DrawUnit) else ""
        self._failed[member] = Failure(self._plan.members[member].id, f"{what}{outcome.problem}", outcome.again)
