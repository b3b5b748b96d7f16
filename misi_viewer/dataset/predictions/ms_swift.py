"""ms-swift: ``infer_result/*.jsonl`` with ``response``, ``messages`` and ``images`` (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.questions import table_stem
from misi_viewer.dataset.predictions.values import text_of
from misi_viewer.dataset.reading.shapes import first_of, message_texts
from misi_viewer.dataset.reading.tables import Rows

__all__ = ["FORMAT"]


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    return "response" in row and isinstance(row.get("messages"), list)


def _read(rows: Rows, path: Path, _tables: tuple[str, ...]) -> Iterator[Reply]:
    for number, row in rows:
        messages = row.get("messages")
        asked, _ = message_texts(messages if isinstance(messages, list) else [])
        yield Reply(
            row=number,
            raw=text_of(row.get("response")),
            id=first_of(row, ("id", "question_id")),  # lost without --remove_unused_columns false
            images=tuple(_images(row.get("images"))),
            prompt=asked,
            label=text_of(row.get("labels")),
            model=table_stem(path.name),
        )


def _images(value: Any) -> Iterator[str]:
    for one in value if isinstance(value, list) else ():
        path = one.get("path") if isinstance(one, dict) else one
        yield path if isinstance(path, str) else ""


FORMAT = PredictionFormat("ms-swift", _sniff, _read)
