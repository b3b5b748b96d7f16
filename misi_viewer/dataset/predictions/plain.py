"""A table with a column of ids and a column of replies: JSON, JSON Lines, CSV, TSV, Excel or Parquet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.questions import table_stem
from misi_viewer.dataset.predictions.values import is_absent, numbers_of, text_of
from misi_viewer.dataset.reading.shapes import ID_KEYS, first_of
from misi_viewer.dataset.reading.tables import EXCEL_CELL, Rows

__all__ = ["FORMAT"]

_REPLIES = (
    "response",
    "prediction",
    "reply",
    "predict",
    "pred",
    "completion",
    "model_output",
    "output",
    "raw",
    "answer",
)
"""Columns of replies; "answer" comes last, as it may be the truth."""

_REASONS = ("reasoning", "thinking", "reasoning_content")


def _column(row: Mapping[str, Any]) -> str | None:
    return next((name for name in _REPLIES if name in row), None)


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    column = _column(row)
    is_question = column == "answer" and ("prompt" in row or "question" in row)
    return column is not None and bool(first_of(row, ID_KEYS)) and not is_question


def _read(rows: Rows, path: Path, _tables: tuple[str, ...]) -> Iterator[Reply]:
    column: str | None = None
    excel = path.suffix.lower() == ".xlsx"
    for number, row in rows:
        column = column or _column(row)
        raw = text_of(row.get(column)) if column else None
        reasons = (text_of(row.get(name)) for name in _REASONS)
        yield Reply(
            row=number,
            raw=None if is_absent(raw) else raw,
            id=first_of(row, ID_KEYS),
            model=text_of(row.get("model")) or table_stem(path.name),
            run=text_of(row.get("run")) or "",
            reasoning=next((one for one in reasons if one is not None and not is_absent(one)), ""),
            usage=numbers_of(row.get("usage")),
            error=text_of(row.get("error")) or "",
            cut=excel and raw is not None and len(raw) >= EXCEL_CELL,
        )


FORMAT = PredictionFormat("a table of ids and replies", _sniff, _read)
