"""Predictions of one model written in the forms of other programs (spec formats.md), to be read back by `reading`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, BinaryIO, Final

import msgspec

from misi_viewer.dataset.files import make_folder, whole_file
from misi_viewer.dataset.predictions.prediction import Prediction
from misi_viewer.dataset.writers.content import write_array
from misi_viewer.errors import UserError

__all__ = ["PREDICTION_FORMATS", "Asked", "file_name", "write_predictions"]

_UNFIT: Final = re.compile(r"[^\w.+-]+")
_LONGEST_NAME: Final = 100
_FAILED: Final = "Failed to obtain answer via API."


class Asked(msgspec.Struct, frozen=True):
    """A question with one model's prediction, as far as other programs' files hold them.

    Attributes
    ----------
    prompt
        Of the question.
    options
        Texts of the options; None where there are none.
    answer
        The truth.
    prediction
        What was answered.
    """

    prompt: str
    options: tuple[str, ...] | None
    answer: str
    prediction: Prediction

    @property
    def raw(self) -> str:
        """The reply; of a failed call what VLMEvalKit writes."""
        one = self.prediction
        return one.raw or (_FAILED if one.state == "failed call" else "")


Write = Callable[[BinaryIO, Iterator[Asked], str], None]
"""Writes the predictions of a model of this name."""


def _lines(row: Callable[[Asked], dict[str, Any]]) -> Write:
    def write(stream: BinaryIO, asked: Iterator[Asked], _model: str) -> None:
        stream.writelines(msgspec.json.encode(row(one)) + b"\n" for one in asked)

    return write


def _plain(one: Asked) -> dict[str, Any]:
    own = one.prediction
    row = {"id": own.question, "model": own.model, "run": own.run, "response": own.raw}
    more = {"reasoning": own.reasoning, "usage": own.usage, "error": own.error}
    return {**row, **{name: value for name, value in more.items() if value}}


def _swift(one: Asked) -> dict[str, Any]:
    own = one.prediction
    messages = [{"role": "user", "content": one.prompt}, {"role": "assistant", "content": one.raw}]
    return {"response": one.raw, "labels": one.answer, "messages": messages, "id": own.question}


def _batch(one: Asked) -> dict[str, Any]:
    own = one.prediction
    if own.state == "failed call":
        error = {"code": "failed", "message": own.error or own.raw or "the call failed"}
        return {"id": own.question, "custom_id": own.question, "response": None, "error": error}
    message = {"role": "assistant", "content": own.raw, "reasoning_content": own.reasoning}
    body = {"model": own.model, "choices": [{"index": 0, "message": message}], "usage": own.usage}
    response = {"status_code": 200, "request_id": own.question, "body": body}
    return {"id": own.question, "custom_id": own.question, "response": response, "error": None}


def _write_lmms(stream: BinaryIO, asked: Iterator[Asked], _model: str) -> None:
    for number, one in enumerate(asked):
        row = {
            "doc_id": number,
            "doc": {"id": one.prediction.question},
            "input": one.prompt,
            "target": one.answer,
            "filtered_resps": [one.raw],
        }
        stream.write(msgspec.json.encode(row) + b"\n")


def _write_vlmevalkit(stream: BinaryIO, asked: Iterator[Asked], _model: str) -> None:
    columns = ("index", "question", "A", "B", "C", "D", "answer", "prediction", "thinking")
    stream.write(_tabbed(columns))
    for one in asked:
        options = [*(one.options or ()), "", "", "", ""][:4]
        own = one.prediction
        stream.write(_tabbed((own.question, one.prompt, *options, one.answer, one.raw, own.reasoning)))


def _tabbed(cells: Iterable[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerow(cells)
    return text.getvalue().encode("utf-8", "replace")


def _write_inspect(stream: BinaryIO, asked: Iterator[Asked], model: str) -> None:
    head = {"version": 2, "status": "success", "eval": {"task": "misi_bench", "model": model}}
    stream.write(msgspec.json.encode(head)[:-1] + b',"samples":')
    write_array(stream, (_sample(one) for one in asked))
    stream.write(b"}\n")


def _sample(one: Asked) -> dict[str, Any]:
    own = one.prediction
    thought = [{"type": "reasoning", "reasoning": own.reasoning}] if own.reasoning else []
    content = [*thought, {"type": "text", "text": own.raw}]
    output = {"model": own.model, "choices": [{"message": {"role": "assistant", "content": content}}]}
    error = {"message": own.error or "the call failed"} if own.state == "failed call" else None
    return {
        "id": own.question,
        "epoch": 1,
        "input": one.prompt,
        "target": one.answer,
        "output": output,
        "error": error,
    }


def _write_opencompass(stream: BinaryIO, asked: Iterator[Asked], _model: str) -> None:
    between = b"{\n"
    for one in asked:
        row = {"origin_prompt": one.prompt, "prediction": one.raw, "gold": one.answer}
        stream.write(between + msgspec.json.encode(one.prediction.question) + b": " + msgspec.json.encode(row))
        between = b",\n"
    stream.write(b"\n}\n" if between == b",\n" else b"{}\n")


PREDICTION_FORMATS: Final[Mapping[str, tuple[Write, str]]] = MappingProxyType(
    {
        "replies": (_lines(_plain), "{model}.jsonl"),
        "vlmevalkit": (_write_vlmevalkit, "{model}.tsv"),
        "lmms-eval": (_write_lmms, "{model}/samples_misi_bench.jsonl"),
        "ms-swift": (_lines(_swift), "{model}.jsonl"),
        "openai-batch": (_lines(_batch), "{model}.jsonl"),
        "inspect": (_write_inspect, "{model}.json"),
        "opencompass": (_write_opencompass, "{model}/misi_bench.json"),
    }
)
"""What writes each format, and the file's name, which tells the model in some.

LLaMA-Factory is left out: its files hold no ids, so a part of the questions cannot be told from another part.
"""


def file_name(text: str) -> str:
    """Return a text as a part of a file's name, whatever is in it."""
    plain = _UNFIT.sub("_", text).strip("._")[:_LONGEST_NAME]
    return plain or "unnamed"


def write_predictions(folder: Path, kind: str, model: str, asked: Iterable[Asked]) -> Path:
    """Write the predictions of a model into a folder; return the file.

    Parameters
    ----------
    folder
        Is made where it is not there.
    kind
        One of `PREDICTION_FORMATS`.
    model
        Its name, which becomes the file's or its folder's.
    asked
        Questions with this model's predictions.

    Raises
    ------
    UserError
        If there is no such format, or it cannot be written.
    """
    if kind not in PREDICTION_FORMATS:
        raise UserError(f"There is no format '{kind}'; choose one of {', '.join(PREDICTION_FORMATS)}.")
    write, pattern = PREDICTION_FORMATS[kind]
    path = folder / pattern.format(model=file_name(model))
    make_folder(path.parent)
    with whole_file(path) as stream:
        write(stream, iter(asked), model)
    return path
