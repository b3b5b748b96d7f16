"""One internal row for the predictions of all programs (spec formats.md)."""

from __future__ import annotations

import msgspec

from misi_viewer.tasks.answers import Answer, State

__all__ = ["Prediction", "Reply"]


class Prediction(msgspec.Struct, frozen=True, kw_only=True):
    """What one model or person answered to one question.

    Attributes
    ----------
    question, task
        Ids.
    model
        Name of the model or person.
    run
        Tells several runs of a model apart; "" for the only one.
    raw
        The reply as it came.
    reasoning
        What was thought aloud, told apart from the answer.
    answer
        As parsed; None unless the state is "parsed".
    state
        What became of the reply: no answer, refused, unparseable ... are kept apart.
    reason
        One sentence: how the answer was found, or why there is none.
    span
        Characters of `raw` that the answer was read from.
    usage
        Numbers of tokens, by name.
    error
        What the program says went wrong; "" for nothing.
    cut
        Whether Excel cut the reply off.
    source, row
        File, and the row in it from 1.
    """

    question: str
    task: str
    model: str
    run: str = ""
    raw: str = ""
    reasoning: str = ""
    answer: Answer | None = None
    state: State
    reason: str = ""
    span: tuple[int, int] | None = None
    usage: dict[str, float] = {}
    error: str = ""
    cut: bool = False
    source: str = ""
    row: int = 0


class Reply(msgspec.Struct, kw_only=True):
    """A reply as a format's module reads it, before it is known to which question it belongs.

    Attributes
    ----------
    row
        In the file, from 1.
    raw
        The reply; None where there is none.
    id
        Of the question; "" where the file tells none.
    place
        Row of the question in its table, from 0; None where the file does not count.
    table
        Name of the question's table or task; "" where the file tells none.
    images
        Names of the pictures shown; where there is no id.
    prompt
        What was asked; where there is no id.
    label
        The truth as the file has it, to check what was matched by place; None where it has none.
    model, run, reasoning, usage, error, cut
        As in a `Prediction`.
    """

    row: int
    raw: str | None
    id: str = ""
    place: int | None = None
    table: str = ""
    images: tuple[str, ...] = ()
    prompt: str = ""
    label: str | None = None
    model: str = ""
    run: str = ""
    reasoning: str = ""
    usage: dict[str, float] = {}
    error: str = ""
    cut: bool = False
