"""VLMEvalKit: ``{model}_{dataset}.xlsx``, ``.tsv`` or ``.json`` with a column ``prediction`` (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.questions import table_stem
from misi_viewer.dataset.predictions.values import is_absent, text_of
from misi_viewer.dataset.reading.tables import EXCEL_CELL, Rows

__all__ = ["FORMAT", "split_name"]

FAILED = "Failed to obtain answer via API"
"""What a failed call reads."""


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    return "prediction" in row and "index" in row and ("question" in row or "answer" in row or "category" in row)


def split_name(path: Path, tables: tuple[str, ...]) -> tuple[str, str]:
    """Return model and table that a file's name consists of; without a known table all is the model."""
    stem = table_stem(path.name)
    for table in sorted(tables, key=len, reverse=True):
        if stem.endswith(f"_{table}"):
            return stem.removesuffix(f"_{table}"), table
    return stem, ""


def _read(rows: Rows, path: Path, tables: tuple[str, ...]) -> Iterator[Reply]:
    model, table = split_name(path, tables)
    excel = path.suffix.lower() == ".xlsx"
    for number, row in rows:
        raw = text_of(row.get("prediction"))
        thinking = text_of(row.get("thinking"))
        raw = None if is_absent(raw) else raw
        yield Reply(
            row=number,
            raw=raw,
            id=text_of(row.get("index")) or "",
            table=table,
            label=text_of(row.get("answer")),
            model=model,
            reasoning="" if thinking is None or is_absent(thinking) else thinking,
            error=raw if raw is not None and FAILED in raw else "",
            cut=excel and raw is not None and len(raw) >= EXCEL_CELL,
        )


FORMAT = PredictionFormat("VLMEvalKit", _sniff, _read)
