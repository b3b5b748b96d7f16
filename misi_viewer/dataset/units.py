"""Units of work, as they travel to workers. Nothing heavy is imported here: a new worker is to start fast."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from misi_viewer.dataset.shards import Wanted
    from misi_viewer.render.picture import Source

__all__ = ["Beat", "DrawUnit", "Outcome", "SampleUnit", "Unit"]

Beat = Callable[[], None]
"""Called for each picture: a sign of life."""


@dataclass(frozen=True, slots=True)
class SampleUnit:
    """Make all questions about one complex.

    Attributes
    ----------
    member
        Number of the complex in the plan.
    """

    member: int


@dataclass(frozen=True, slots=True)
class DrawUnit:
    """Draw all pictures of one complex.

    Attributes
    ----------
    member
        Number of the complex in the plan.
    sources
        Its files, as they were when the questions were made.
    wanted
        The pictures.
    """

    member: int
    sources: tuple[Source, ...]
    wanted: tuple[Wanted, ...]


Unit = SampleUnit | DrawUnit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a unit of work.

    Attributes
    ----------
    unit
        The unit.
    problem
        Why it failed; "" if it did not.
    again
        Whether it may go well another time: the worker was lost, not the complex bad.
    """

    unit: Unit
    problem: str = ""
    again: bool = False
