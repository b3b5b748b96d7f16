"""Answers: their kinds, how they are written, and how they are read from what a model wrote."""

from misi_viewer.tasks.answers.parsing import parse_answer
from misi_viewer.tasks.answers.printing import print_answer
from misi_viewer.tasks.answers.reasoning import Reply, split_reasoning
from misi_viewer.tasks.answers.types import (
    Answer,
    BondName,
    BondsAnswer,
    CommandsAnswer,
    Form,
    LetterAnswer,
    Parsed,
    State,
)

__all__ = [
    "Answer",
    "BondName",
    "BondsAnswer",
    "CommandsAnswer",
    "Form",
    "LetterAnswer",
    "Parsed",
    "Reply",
    "State",
    "parse_answer",
    "print_answer",
    "split_reasoning",
]
