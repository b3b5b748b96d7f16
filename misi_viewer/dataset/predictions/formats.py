"""What a format's module has to offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.reading.tables import Rows

__all__ = ["PredictionFormat", "Reader"]

Reader = Callable[[Rows, Path, tuple[str, ...]], Iterator[Reply]]
"""From rows, the file and the names of tables and tasks to replies."""


@dataclass(frozen=True, slots=True)
class PredictionFormat:
    """One format.

    Attributes
    ----------
    name
        For people and for the command line.
    sniff
        Whether a file looks like it, by its first row and its path.
    read
        Reads it.
    """

    name: str
    sniff: Callable[[Mapping[str, Any], Path], bool]
    read: Reader
