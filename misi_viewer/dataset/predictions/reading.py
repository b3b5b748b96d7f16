"""Files of predictions: telling the format, reading, matching."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final

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
from misi_viewer.dataset.watch import QUIET, CancelledError, Watch
from misi_viewer.errors import ReadError

__all__ = ["FORMATS", "prediction_files", "read_predictions", "stream_predictions"]

_STEP: Final = 1 << 18
"""Bytes between two signs of progress."""

_EVERY: Final = 100

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
    found = stream_predictions(path, questions, report, model=model)
    return list({(one.question, one.model, one.run): one for one in found}.values()), report


def stream_predictions(
    path: Path, questions: Questions, report: MatchReport, *, model: str | None = None, watch: Watch = QUIET
) -> Iterator[Prediction]:
    """Yield the predictions of a file, which is never held in memory as a whole.

    Of several for a question, model and run the last one counts.

    Parameters
    ----------
    path, questions, model
        As for `read_predictions`.
    report
        Is whole when all has been read.
    watch
        Is told the bytes that are read; of Inspect's packed logs the replies.

    Raises
    ------
    UserError
        If it cannot be read, or its format cannot be told.
    CancelledError
        If the watch says so.
    """
    replies = _watched(_replies(path, questions, report, watch), path, watch)
    yield from match(replies, questions, report, path, model)


def _watched(replies: Iterator[Reply], path: Path, watch: Watch) -> Iterator[Reply]:
    """Let the watch stop between two replies; of a packed log, whose bytes are not counted, tell their number."""
    counts = inspect_ai.is_log(path)
    for number, reply in enumerate(replies):
        if watch.cancelled():
            raise CancelledError
        if counts and number % _EVERY == 0:
            watch.tell(_what(path), number)
        yield reply


def _what(path: Path) -> str:
    return f"Reading {path.name}"


class _Counted(io.RawIOBase):
    """A stream that tells how far it was read."""

    def __init__(self, stream: BinaryIO, path: Path, watch: Watch) -> None:
        self._stream = stream
        self._what, self._watch = _what(path), watch
        self._size = path.stat().st_size
        self._told = -_STEP

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return self._stream.seekable()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def readinto(self, buffer: Any) -> int:
        data = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        place = self._stream.tell()
        if abs(place - self._told) >= _STEP or not data:
            self._told = place
            self._watch.tell(self._what, place, self._size)
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def _opened(member: Member, path: Path, watch: Watch) -> BinaryIO:
    return io.BufferedReader(_Counted(member.open(), path, watch), _STEP)


def _replies(path: Path, questions: Questions, report: MatchReport, watch: Watch) -> Iterator[Reply]:
    if inspect_ai.is_log(path):
        report.format = inspect_ai.NAME
        return inspect_ai.read_log(path, report.remarks)
    member = _member(path)
    rows = read_rows(replace(member, open=partial(_opened, member, path, watch)))
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
