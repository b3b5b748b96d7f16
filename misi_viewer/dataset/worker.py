"""What a worker does with a unit of work, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.drawing import draw_wanted
from misi_viewer.dataset.files import Halt, write_whole
from misi_viewer.dataset.plan import WorkFolder
from misi_viewer.dataset.questions import make_shard, sources_of
from misi_viewer.dataset.store import PictureStore
from misi_viewer.dataset.units import Beat, DrawUnit, SampleUnit, Unit
from misi_viewer.errors import UserError
from misi_viewer.render import probe
from misi_viewer.render.renderer import Renderer

__all__ = ["Workbench", "open_workbench"]

COMPLEXES_KEPT = 32
"""Complexes that a worker keeps: targets come up several times."""


class Workbench:
    """All that a worker needs to carry out units of work.

    Parameters
    ----------
    dataset
        The data set's folder, in which a plan lies.

    Raises
    ------
    UserError
        If there is no plan.
    """

    def __init__(self, dataset: Path) -> None:
        self._work = WorkFolder(dataset)
        plan = self._work.plan()
        if plan is None:
            raise Halt(f"{dataset} cannot be seen from here; all workers need it, and the complexes, at the same path.")
        self._plan = plan
        self._store = PictureStore(dataset)
        self._members = {member.id: member for member in plan.members}
        self._renderer: Renderer | None = None
        self.load = lru_cache(COMPLEXES_KEPT)(self._load)
        probe.begin()

    def _load(self, complex_id: str) -> Complex:
        member = self._members[complex_id]
        return replace(load_complex(member.spec, member.ligand), id=complex_id)

    def do(self, unit: Unit, beat: Beat) -> str:
        """Carry out a unit of work; return why it failed, or "".

        Raises
        ------
        Halt
            If the data set cannot be gone on with.
        """
        try:
            if isinstance(unit, SampleUnit):
                return self._sample(unit)
            return self._draw(unit, beat)
        except Halt:
            raise
        except (UserError, OSError) as error:
            return str(error).rstrip(".")
        except Exception as error:  # whatever is wrong with one complex must not stop the others
            return f"{type(error).__name__}: {error}"

    def _sample(self, unit: SampleUnit) -> str:
        shard = make_shard(self._plan, self._plan.members[unit.member].id, self.load)
        write_whole(self._work.sampled(unit.member), msgspec.json.encode(shard))
        return shard.problem

    def _draw(self, unit: DrawUnit, beat: Beat) -> str:
        complex_ = self.load(self._plan.members[unit.member].id)
        if sources_of(complex_) != unit.sources:
            raise Halt(
                f"The files of {complex_.id} have changed since this data set was begun; put them back as they were, "
                "or begin another one."
            )
        drawn = draw_wanted(self._plan, complex_, unit.wanted, self._store, self._open_renderer, beat)
        write_whole(self._work.drawn(unit.member), msgspec.json.encode(drawn))
        return ""

    def _open_renderer(self) -> Renderer:
        if self._renderer is None:
            self._renderer = Renderer()
        return self._renderer


def open_workbench(dataset: Path) -> Callable[[Unit, Beat], str]:
    """Return what carries out units of work for a data set."""
    return Workbench(dataset).do
