"""Inspect's logs: ``.eval``, a zip with a file for each sample, and ``.json``, one object (spec formats.md)."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.values import numbers_of, text_of
from misi_viewer.dataset.reading.jsons import decode_json
from misi_viewer.dataset.reading.limits import LARGEST_ITEM
from misi_viewer.dataset.reading.shapes import content_text
from misi_viewer.dataset.reading.zips import ZipEntry, is_zip, open_entry, zip_entries
from misi_viewer.errors import ReadError

__all__ = ["NAME", "is_log", "read_log", "replies_of_object"]

NAME = "Inspect"
_HEADER = "header.json"
_START = "_journal/start.json"
_SAMPLES = "samples/"


def is_log(path: Path) -> bool:
    """Return whether a file is a packed log."""
    return path.suffix.lower() == ".eval" and is_zip(path)


def read_log(path: Path, remarks: list[str]) -> Iterator[Reply]:
    """Yield the replies of a packed log; a running one has no header yet.

    Raises
    ------
    ReadError
        If it is damaged, refused, or holds no samples.
    """
    about: Mapping[str, Any] = {}
    count = 0
    for entry in zip_entries(path):
        if entry.name in (_HEADER, _START):
            header = _object(path, entry)
            about = header if entry.name == _HEADER or not about else about
        elif entry.name.startswith(_SAMPLES) and entry.name.endswith(".json"):
            count += 1
    if not count:
        raise ReadError(path, "this log of Inspect holds no samples yet")
    _remark_status(about, remarks)
    model = _model(about, path)
    number = 0
    for entry in zip_entries(path):
        if entry.name.startswith(_SAMPLES) and entry.name.endswith(".json"):
            number += 1
            yield _reply(_object(path, entry), number, model)


def _object(path: Path, entry: ZipEntry) -> dict[str, Any]:
    name = entry.name
    with open_entry(path, entry) as stream:
        data = stream.read(LARGEST_ITEM + 1)
    if len(data) > LARGEST_ITEM:
        raise ReadError(path, f"its member {name[:80]!r} is larger than {LARGEST_ITEM >> 20} MB")
    try:
        value = decode_json(data)
    except ValueError as error:
        raise ReadError(path, f"its member {name[:80]!r} is no JSON ({str(error)[:100].rstrip('.')})") from None
    if not isinstance(value, dict):
        raise ReadError(path, f"its member {posixpath.basename(name)[:80]!r} is no JSON object")
    return value


def replies_of_object(log: Mapping[str, Any], path: Path, remarks: list[str]) -> Iterator[Reply]:
    """Yield the replies of a log that is one object."""
    _remark_status(log, remarks)
    samples = log.get("samples")
    model = _model(log, path)
    for number, sample in enumerate(samples if isinstance(samples, list) else (), start=1):
        if isinstance(sample, dict):
            yield _reply(sample, number, model)


def _remark_status(about: Mapping[str, Any], remarks: list[str]) -> None:
    status = text_of(about.get("status"))
    if status is not None and status != "success":
        remarks.append(f"The log's status is {status!r:.40}: it may be incomplete.")


def _model(about: Mapping[str, Any], path: Path) -> str:
    facts = about.get("eval")
    return (text_of(facts.get("model")) if isinstance(facts, dict) else None) or path.stem


def _reply(sample: Mapping[str, Any], number: int, model: str) -> Reply:
    output = sample.get("output")
    output = output if isinstance(output, dict) else {}
    raw, reasoning = _text(output)
    error = sample.get("error") or output.get("error")
    epoch = text_of(sample.get("epoch")) or "1"
    target = sample.get("target")
    return Reply(
        row=number,
        raw=raw,
        id=text_of(sample.get("id")) or "",
        label=target if isinstance(target, str) else None,
        model=model,
        run="" if epoch == "1" else f"epoch {epoch}",
        reasoning=reasoning,
        usage=_usage(sample.get("model_usage")) or numbers_of(output.get("usage")),
        error=(text_of(error.get("message")) if isinstance(error, dict) else text_of(error)) or "",
    )


def _text(output: Mapping[str, Any]) -> tuple[str | None, str]:
    choices = output.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    thoughts = [
        text_of(part.get("reasoning")) or ""
        for part in (content if isinstance(content, list) else ())
        if isinstance(part, dict) and part.get("type") == "reasoning"
    ]
    text = content_text(content) or text_of(output.get("completion"))
    return text, "\n\n".join(filter(None, thoughts))


def _usage(value: Any) -> dict[str, float]:
    """Return the tokens of the only model that was called."""
    models = list(value.values()) if isinstance(value, dict) else []
    return numbers_of(models[0]) if len(models) == 1 else {}
