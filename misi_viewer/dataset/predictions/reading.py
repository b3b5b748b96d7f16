"""Files of predictions: telling the format, reading, matching."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from misi_viewer.dataset.predictions import (
    inspect_ai,
    llama_factory,
    lmms_eval,
    ms_swift,
    openai_batch,
    opencompass,
    plain,
    vlmevalkit,
)
from misi_viewer.dataset.predictions.match_report import MatchReport
from misi_viewer.dataset.predictions.matching import match
from misi_viewer.dataset.predictions.prediction import Prediction, Reply
from misi_viewer.dataset.predictions.questions import Questions
from misi_viewer.dataset.reading.members import Kind, Member, kind_of, members_of
from misi_viewer.dataset.reading.tables import read_rows
from misi_viewer.errors import ReadError

__all__ = ["FORMATS", "prediction_files", "read_predictions"]

FORMATS: Final = (
    openai_batch.FORMAT,
    lmms_eval.FORMAT,
    ms_swift.FORMAT,
    llama_factory.FORMAT,
    opencompass.FORMAT,
    vlmevalkit.FORMAT,
    plain.FORMAT,
)
"""In the order in which a file is tried; the plainest comes last."""


def prediction_files(place: Path) -> list[Path]:
    """Return the files of a folder that may hold predictions, or the one file that is given.

    Raises
    ------
    ReadError
        If there are none.
    """
    if not place.is_dir():
        return [place]
    files = [
        member.path
        for member in members_of(place)
        if member.kind is Kind.TABLE or (member.kind is Kind.ARCHIVE and member.name.lower().endswith(".eval"))
    ]
    if not files:
        raise ReadError(place, "it holds no files of predictions")
    return files


def read_predictions(
    path: Path, questions: Questions, *, model: str | None = None
) -> tuple[list[Prediction], MatchReport]:
    """Read a file of predictions.

    Parameters
    ----------
    path
        VLMEvalKit, lmms-eval, ms-swift, LLaMA-Factory, Inspect, OpenAI batch,
        OpenCompass, or any table with a column of ids and one of replies.
    questions
        What it is matched with.
    model
        Name of the model in place of what the file tells.

    Returns
    -------
    list of Prediction, MatchReport
        At most one prediction for a question, model and run; and what became of the rest.

    Raises
    ------
    UserError
        If it cannot be read, or its format cannot be told.
    """
    report = MatchReport(file=str(path))
    replies = _replies(path, questions, report)
    return list(match(replies, questions, report, path, model)), report


def _replies(path: Path, questions: Questions, report: MatchReport) -> Iterator[Reply]:
    if inspect_ai.is_log(path):
        report.format = inspect_ai.NAME
        return inspect_ai.read_log(path, report.remarks)
    rows = read_rows(_member(path))
    first = next(rows, None)
    if first is None:
        raise ReadError(path, "it holds no rows")
    if isinstance(first[1].get("samples"), list) and isinstance(first[1].get("eval"), dict):
        report.format = inspect_ai.NAME
        return inspect_ai.replies_of_object(first[1], path, report.remarks)
    for kind in FORMATS:
        if kind.sniff(first[1], path):
            report.format = kind.name
            return kind.read(itertools.chain((first,), rows), path, questions.tables)
    raise ReadError(path, f"this is no file of predictions that is known; {_columns(list(first[1]))}")


def _columns(names: Sequence[str]) -> str:
    shown = ", ".join(name[:40] for name in names[:12])
    return f"its columns are {shown}, and one of ids and one called response or prediction are needed"


def _member(path: Path) -> Member:
    if not path.is_file():
        raise ReadError(path, "there is no such file")
    if kind_of(path.name) is Kind.PICKLE:
        raise ReadError(path, "this is a pickle, which may run any program; it is not read")
    if kind_of(path.name) is not Kind.TABLE:
        raise ReadError(path, "this is no file of predictions: it must be .json, .jsonl, .csv, .tsv, .xlsx or .eval")
    return next(iter(members_of(path)))
