"""From what was kept of each complex to the questions of a data set: chosen, in order, with all their pictures."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from misi_viewer.dataset.plan import Plan, WorkFolder
from misi_viewer.dataset.shards import Drawn, RowView, Shard, Wanted, read_whole
from misi_viewer.dataset.store import PictureStore
from misi_viewer.dataset.units import DrawUnit, SampleUnit
from misi_viewer.tasks.randomness import key_hash

__all__ = ["TINY", "Gathering"]

TINY = 50
"""Questions of each task in the split "tiny" (spec benchmark.md section 3)."""


class Gathering:
    """Reads what workers have kept, one complex at a time.

    Parameters
    ----------
    plan
        Of the data set.
    dataset
        Its folder.
    """

    def __init__(self, plan: Plan, dataset: Path) -> None:
        self._plan = plan
        self._work = WorkFolder(dataset)
        self._numbers = {member.id: number for number, member in enumerate(plan.members)}
        self._chosen: frozenset[str] | None = None
        self._asked_by: dict[int, list[int]] = {}
        self.expected: dict[int, int] = {}

    def shard(self, member: int) -> Shard | None:
        """Return the questions about a complex, if they were made."""
        return read_whole(self._work.sampled(member), Shard)

    def drawn(self, member: int) -> Drawn | None:
        """Return the pictures of a complex, if all were drawn."""
        return read_whole(self._work.drawn(member), Drawn)

    def shards(self) -> Iterator[tuple[int, Shard]]:
        """Yield the questions that were made, complex by complex."""
        for member in range(len(self._plan.members)):
            shard = self.shard(member)
            if shard is not None:
                yield member, shard

    def to_sample(self) -> list[SampleUnit]:
        """Return the complexes whose questions are still to be made."""
        return [SampleUnit(member) for member in range(len(self._plan.members)) if self.shard(member) is None]

    def choose(self) -> None:
        """Choose the questions, once all are made, and find out whose pictures they need."""
        if self._plan.choices.split == "tiny":
            self._chosen = self._smallest()
        asked_by: dict[int, set[int]] = defaultdict(set)
        expected: dict[int, set[bytes]] = defaultdict(set)
        for member, shard in self.shards():
            for view, _ in self._chosen_rows(shard):
                for complex_id, name, _ in view.pictures():
                    owner = self._numbers[complex_id]
                    asked_by[owner].add(member)
                    expected[owner].add(bytes.fromhex(PictureStore.address(name)))
        self._asked_by = {owner: sorted(members) for owner, members in sorted(asked_by.items())}
        self.expected = {owner: len(addresses) for owner, addresses in expected.items()}

    def _smallest(self) -> frozenset[str]:
        """Return the ids of the 50 questions of each task with the smallest hashes."""
        seed = self._plan.choices.seed
        best: dict[str, list[str]] = {task.id: [] for task in self._plan.choices.tasks}
        hashes: dict[str, str] = {}
        for _, shard in self.shards():
            for view, _ in shard.views():
                hashes[view.id] = key_hash(seed, "tiny", view.id)
                best[view.task].append(view.id)
            best = {task: heapq.nsmallest(TINY, ids, key=hashes.__getitem__) for task, ids in best.items()}
            hashes = {name: hashes[name] for ids in best.values() for name in ids}
        return frozenset(hashes)

    def _chosen_rows(self, shard: Shard) -> Iterator[tuple[RowView, msgspec.Raw]]:
        for view, raw in shard.views():
            if self._chosen is None or view.id in self._chosen:
                yield view, raw

    def undrawn(self) -> list[int]:
        """Return the complexes whose pictures are still to be drawn."""
        return [owner for owner in self._asked_by if self.drawn(owner) is None]

    def to_draw(self, owners: Iterable[int]) -> Iterator[DrawUnit]:
        """Yield the pictures of complexes, as units of work."""
        return map(self._draw_unit, owners)

    def _draw_unit(self, owner: int) -> DrawUnit:
        own = self.shard(owner)
        wanted: dict[str, Wanted] = {}
        for member in self._asked_by[owner]:
            shard = self.shard(member)
            for view, _ in self._chosen_rows(shard) if shard else ():
                for complex_id, name, shot in view.pictures():
                    if self._numbers[complex_id] == owner:
                        address = PictureStore.address(name)
                        wanted.setdefault(address, Wanted(address, shot))
        return DrawUnit(owner, own.sources if own else (), tuple(wanted.values()))

    def drawn_addresses(self) -> set[bytes]:
        """Return the addresses of all pictures that are there."""
        found: set[bytes] = set()
        for owner in self._asked_by:
            drawn = self.drawn(owner)
            if drawn is not None:
                found.update(bytes.fromhex(picture.address) for picture in drawn.pictures)
        return found

    def rows(self, task: str) -> Iterator[tuple[RowView, msgspec.Raw]]:
        """Yield the chosen questions of a task, in order."""
        for _, shard in self.shards():
            for view, raw in self._chosen_rows(shard):
                if view.task == task:
                    yield view, raw
