"""LLaMA-Factory: ``generated_predictions.jsonl`` with ``prompt``, ``predict``, ``label`` only (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.questions import table_stem
from misi_viewer.dataset.predictions.values import text_of
from misi_viewer.dataset.reading.tables import Rows

__all__ = ["FORMAT"]

_USUAL = "generated_predictions"


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    return "predict" in row and "label" in row


def _read(rows: Rows, path: Path, tables: tuple[str, ...]) -> Iterator[Reply]:
    stem = table_stem(path.name)
    named = f"{path.parent.name}/{stem}"
    table = next((one for one in sorted(tables, key=len, reverse=True) if one and one in named), "")
    for place, (number, row) in enumerate(rows):
        yield Reply(
            row=number,
            raw=text_of(row.get("predict")),
            place=place,
            table=table,
            label=text_of(row.get("label")),
            model=path.parent.name if stem == _USUAL else stem,
        )


FORMAT = PredictionFormat("LLaMA-Factory", _sniff, _read)
