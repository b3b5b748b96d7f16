"""What the catalogue is asked and what it answers."""

from __future__ import annotations

from pathlib import Path

import msgspec

from misi_viewer.dataset.predictions.prediction import Prediction

__all__ = ["Case", "Entry", "Filter", "PictureEntry", "ScoredPrediction"]


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """Which questions are wanted; what is left empty does not matter.

    Attributes
    ----------
    task, split, complex
        Of the question; a complex counts as target too.
    model, state, lowest, highest
        There is one prediction that fits all of these; scores from 0 to 1.
    text
        Words that all occur in the question or in one reply to it; the last may be the beginning of one.
    """

    task: str = ""
    split: str = ""
    complex: str = ""
    model: str = ""
    state: str = ""
    lowest: float | None = None
    highest: float | None = None
    text: str = ""

    @property
    def about_predictions(self) -> bool:
        """Whether predictions matter."""
        return bool(self.model or self.state or self.lowest is not None or self.highest is not None)


class Entry(msgspec.Struct, frozen=True):
    """A question as a line of a list.

    Attributes
    ----------
    n
        Its key: pages go on after it.
    id, task, split, complex, answer
        As in `tasks.Question`.
    """

    n: int
    id: str
    task: str
    split: str
    complex: str
    answer: str


class PictureEntry(msgspec.Struct, frozen=True):
    """A picture of a question.

    Attributes
    ----------
    source, name, place, size
        Folder or archive, name in it, and where it lies there: for `reading.members.read_picture`.
    found
        Whether it was there when the source was read.
    """

    source: Path
    name: str
    place: int | None
    size: int
    found: bool


class ScoredPrediction(msgspec.Struct, frozen=True):
    """A prediction with its score.

    Attributes
    ----------
    prediction
        Raw and parsed.
    printed
        The answer as the benchmark writes it; "" where there is none.
    exact, score, clause
        See `scoring.Score`.
    """

    prediction: Prediction
    printed: str
    exact: float
    score: float
    clause: str


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A question with all that was imported of it.

    Attributes
    ----------
    entry, alias, target, prompt, options
        See `reading.found.Found`.
    recipe
        JSON of a `tasks.Recipe`; b"" where pictures are all there is.
    derived
        Whether the recipe follows from the answer.
    pictures
        In order.
    embedded
        Whether pictures lie in the row itself.
    source, place, row
        Where the question was found.
    predictions
        Of it.
    """

    entry: Entry
    alias: str
    target: str
    prompt: str
    options: tuple[str, ...] | None
    recipe: bytes
    derived: bool
    pictures: tuple[PictureEntry, ...]
    embedded: bool
    source: Path
    place: str
    row: int
    predictions: tuple[ScoredPrediction, ...]
