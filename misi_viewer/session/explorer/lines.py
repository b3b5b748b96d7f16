"""What the book answers with: a case as a line of the table, and a case that is open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import msgspec

from misi_viewer.dataset.catalogue.entries import Case, ScoredPrediction
from misi_viewer.dataset.predictions.questions import Known, residue_name
from misi_viewer.errors import UserError
from misi_viewer.scoring.score import Score
from misi_viewer.tasks.answers import Answer
from misi_viewer.tasks.question import Question, Recipe

__all__ = ["CaseLine", "OpenCase", "ReplyCell", "ShownPrediction"]


class ReplyCell(msgspec.Struct, frozen=True):
    """What one model answered, as cells of the table.

    Attributes
    ----------
    given
        The parsed answer; "" for none.
    exact, score
        None without a prediction.
    state
        What became of the reply; "no prediction" without one.
    corrected
        Whether a person corrected what was read.
    """

    given: str
    exact: bool | None
    score: float | None
    state: str
    corrected: bool


class CaseLine(msgspec.Struct, frozen=True):
    """A case as a line of the table.

    Attributes
    ----------
    row
        Its number in the book.
    id, task, split, complex, answer
        Of the question.
    replies
        By model.
    tags
        In the order of their numbers.
    noted
        Whether there is a note.
    """

    row: int
    id: str
    task: str
    split: str
    complex: str
    answer: str
    replies: dict[str, ReplyCell]
    tags: tuple[str, ...]
    noted: bool


@dataclass(frozen=True, eq=False)
class ShownPrediction:
    """A prediction as it counts now.

    Attributes
    ----------
    model
        Name in the book.
    now
        With a person's correction and the book's scoring options.
    original
        As the program read and scored it; the same where nothing was corrected.
    score
        With the clause and the sentence.
    """

    model: str
    now: ScoredPrediction
    original: ScoredPrediction
    score: Score

    @property
    def corrected(self) -> bool:
        """Whether a person corrected what was read."""
        return self.now.prediction != self.original.prediction


@dataclass(frozen=True, eq=False)
class OpenCase:
    """A case with all that belongs to it.

    Attributes
    ----------
    row
        Its number in the book.
    case
        The question, its pictures and where it came from.
    predictions
        By model, in the order of the book.
    tags, note
        What people added.
    """

    row: int
    case: Case
    predictions: dict[str, ShownPrediction]
    tags: tuple[str, ...]
    note: str

    @property
    def id(self) -> str:
        """The question's id."""
        return self.case.entry.id

    @cached_property
    def known(self) -> Known:
        """What is needed to read and score a reply."""
        entry, case = self.case.entry, self.case
        return Known(
            id=entry.id,
            task=entry.task,
            complex=entry.complex,
            options=case.options,
            answer=entry.answer,
            residue=residue_name(case.recipe) if entry.task == "residue_ligand" else "",
        )

    @cached_property
    def recipe(self) -> Recipe | None:
        """What the question was made from; None where it is not known, so that pictures are all there is."""
        try:
            return msgspec.json.decode(self.case.recipe, type=Recipe) if self.case.recipe else None
        except (msgspec.MsgspecError, UserError, RecursionError):
            return None

    @property
    def question(self) -> Question | None:
        """The question as tasks know it, for its steps; None without a recipe."""
        if self.recipe is None:
            return None
        entry = self.case.entry
        return Question(
            id=entry.id,
            task=entry.task,
            split="test" if entry.split not in ("train", "tiny") else entry.split,  # type: ignore[arg-type]
            complex=entry.complex,
            prompt=self.case.prompt,
            options=self.case.options,
            answer=entry.answer,
            recipe=self.recipe,
        )

    def answer_of(self, model: str) -> Answer | None:
        """Return what a model answered, as it counts now."""
        shown = self.predictions.get(model)
        return None if shown is None else shown.now.prediction.answer
