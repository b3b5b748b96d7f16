"""OpenCompass: ``predictions/<model>/<dataset>.json``, objects by row number (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.questions import table_stem
from misi_viewer.dataset.predictions.values import text_of, texts_of
from misi_viewer.dataset.reading.jsons import KEY
from misi_viewer.dataset.reading.tables import Rows

__all__ = ["FORMAT"]


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    return KEY in row and "prediction" in row and ("gold" in row or "origin_prompt" in row)


def _read(rows: Rows, path: Path, tables: tuple[str, ...]) -> Iterator[Reply]:
    stem = table_stem(path.name)
    for number, row in rows:
        key = text_of(row.get(KEY)) or ""
        counts = key.isdecimal() and len(key) < 10
        yield Reply(
            row=number,
            raw=texts_of(row.get("prediction"))[0],
            id="" if counts else key,
            place=int(key) if counts else None,
            table=stem if stem in tables else "",
            label=text_of(row.get("gold")),
            model=path.parent.name,
        )


FORMAT = PredictionFormat("OpenCompass", _sniff, _read)
