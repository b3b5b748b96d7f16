"""The last step: question files, table of pictures, report, data card and manifest."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from misi_viewer.dataset.card import Census, charts, data_card
from misi_viewer.dataset.files import remove_parts, whole_file, write_whole
from misi_viewer.dataset.gathering import Gathering
from misi_viewer.dataset.layout import CARD, CHARTS, PICTURES, REPORT, TABLE
from misi_viewer.dataset.manifest import ComplexEntry, Failure, Manifest, TaskEntry, write_manifest
from misi_viewer.dataset.plan import Plan, RendererFacts, WorkFolder
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.shards import DrawnPicture, RowView
from misi_viewer.dataset.store import PictureStore
from misi_viewer.dataset.writers import Content, Format
from misi_viewer.tasks import Skipped

__all__ = ["clean_up", "finish"]


class _Report(msgspec.Struct, frozen=True):
    """What is not asked, and how often for which reason."""

    reasons: dict[str, dict[str, int]]
    skipped: tuple[Skipped, ...]
    failed: tuple[Failure, ...]


class _Finishing:
    """Counts and remembers what the question files take, while they are written."""

    def __init__(self, plan: Plan, folder: Path, gathering: Gathering) -> None:
        self.plan = plan
        self.folder = folder
        self.gathering = gathering
        self.census = Census()
        self.there = gathering.drawn_addresses()
        self.used: set[bytes] = set()
        self.skipped = [item for _, shard in gathering.shards() for item in shard.skipped]
        self._count()

    def _count(self) -> None:
        """Go through all questions once."""
        for task in self.plan.choices.tasks:
            for view, _ in self.gathering.rows(task.id):
                missing = self._missing(view)
                if missing:
                    reason = f"pictures of {missing} are missing"
                    self.skipped.append(Skipped(view.task, view.complex, int(view.id.rpartition("/")[2]), reason))
                    continue
                self.census.add(view.task, view.complex, view.answer, len(view.images))
                self.used.update(map(_digest, view.images))
        self.skipped.sort(key=lambda item: (item.task, item.complex, -1 if item.n is None else item.n))
        self.census.skipped.update(item.task for item in self.skipped)

    def _missing(self, view: RowView) -> str:
        """Return whose pictures a question lacks; "" if it has all."""
        return next((whose for whose, name, _ in view.pictures() if _digest(name) not in self.there), "")

    def rows(self, task: str) -> Iterator[Row]:
        """Yield a task's questions that have all their pictures."""
        for view, raw in self.gathering.rows(task):
            if not self._missing(view):
                yield msgspec.json.decode(raw, type=Row)

    def pictures(self) -> Iterator[DrawnPicture]:
        """Yield the pictures that are used, complex by complex."""
        for member in range(len(self.plan.members)):
            drawn = self.gathering.drawn(member)
            for picture in drawn.pictures if drawn else ():
                if bytes.fromhex(picture.address) in self.used:
                    yield picture

    def others(self) -> tuple[RendererFacts, ...]:
        """Return the renderers other than the usual one."""
        found = {picture.renderer for picture in self.pictures() if picture.renderer is not None}
        return tuple(sorted(found, key=str))


def _digest(name: str) -> bytes:
    return bytes.fromhex(PictureStore.address(name))


def finish(plan: Plan, folder: Path, gathering: Gathering, kind: Format, failed: Sequence[Failure]) -> Manifest:
    """Write all files of a data set but its pictures.

    Parameters
    ----------
    plan
        Of the data set.
    folder
        The data set.
    gathering
        Has chosen the questions.
    kind
        Format of the question files.
    failed
        Complexes that could not, or not wholly, be used.

    Raises
    ------
    Halt
        If a file cannot be written.
    """
    work = _Finishing(plan, folder, gathering)
    tasks = [task.id for task in plan.choices.tasks]
    content = Content(folder, tasks, plan.choices.split, work.rows)
    files = kind.write(content)
    others = work.others()
    _write_table(work, others)
    _write_report(work, failed)
    write_whole(folder / CHARTS, charts(plan, work.census).encode())
    card = data_card(plan, work.census, failed, others, len(work.used), kind.usage, kind.front_matter(content))
    write_whole(folder / CARD, card.encode())
    manifest = Manifest(
        choices=plan.choices,
        renderer=plan.renderer,
        other_renderers=others,
        tasks={task: TaskEntry(work.census.questions[task], work.census.skipped[task]) for task in tasks},
        complexes=_complexes(plan, gathering),
        failed=tuple(failed),
        pictures=len(work.used),
        files={name: _sha256(folder / name) for name in sorted((*files, TABLE, REPORT, CHARTS, CARD))},
    )
    write_manifest(folder, manifest)
    return manifest


def _complexes(plan: Plan, gathering: Gathering) -> tuple[ComplexEntry, ...]:
    return tuple(
        ComplexEntry(plan.members[member].id, shard.sources)
        for member, shard in gathering.shards()
        if not shard.problem
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _write_table(work: _Finishing, others: Sequence[RendererFacts]) -> None:
    """Write each picture's path, hash and, where renderers are mixed, renderer: 0 is the usual one."""
    numbers = {other: number for number, other in enumerate(others, start=1)}
    with whole_file(work.folder / TABLE) as stream:
        stream.write(b"path\tsha256\trenderer\n")
        for picture in work.pictures():
            number = numbers[picture.renderer] if picture.renderer is not None else 0
            stream.write(f"{PictureStore.name(picture.address)}\t{picture.sha256}\t{number}\n".encode())


def _write_report(work: _Finishing, failed: Sequence[Failure]) -> None:
    reasons: dict[str, Counter[str]] = {}
    for item in work.skipped:
        reasons.setdefault(item.task, Counter())[item.reason] += 1
    ordered = {task: dict(sorted(counts.items())) for task, counts in sorted(reasons.items())}
    report = _Report(ordered, tuple(work.skipped), tuple(failed))
    write_whole(work.folder / REPORT, msgspec.json.format(msgspec.json.encode(report)) + b"\n")


def clean_up(folder: Path, manifest: Manifest, kind: Format) -> None:
    """Remove what a finished data set does not need: traces of work, pictures that no question shows or a file embeds.

    As long as something could be tried again, all stays.
    """
    remove_parts(folder)
    if not manifest.whole:
        return
    work = WorkFolder(folder)
    if kind.embeds:
        shutil.rmtree(folder / PICTURES, ignore_errors=True)
    else:
        _remove_unused(folder)
    shutil.rmtree(work.path, ignore_errors=True)


def _remove_unused(folder: Path) -> None:
    """Remove files among the pictures that the table does not name."""
    with (folder / TABLE).open(encoding="utf-8") as stream:
        next(stream)
        used = {_digest(line.partition("\t")[0]) for line in stream}
    for subfolder in (folder / PICTURES).iterdir() if (folder / PICTURES).is_dir() else ():
        for path in subfolder.iterdir():
            if path.name.startswith(".") or _digest(path.name) not in used:
                path.unlink(missing_ok=True)
        if not any(subfolder.iterdir()):
            subfolder.rmdir()
