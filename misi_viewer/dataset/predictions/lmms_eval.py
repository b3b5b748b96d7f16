"""lmms-eval: ``{datetime}_samples_{task}.jsonl``, rows by ``doc_id`` (spec formats.md)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.questions import table_stem
from misi_viewer.dataset.predictions.values import numbers_of, text_of, texts_of
from misi_viewer.dataset.reading.tables import Rows
from misi_viewer.dataset.writers.lmms_eval import PREFIX

__all__ = ["FORMAT"]

_NAME = re.compile(r"(?:.*?_)?samples_(?P<task>.+)")


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    return "doc_id" in row and ("filtered_resps" in row or "resps" in row)


def _read(rows: Rows, path: Path, tables: tuple[str, ...]) -> Iterator[Reply]:
    found = _NAME.fullmatch(table_stem(path.name))
    name = found["task"] if found else table_stem(path.name)
    table = next((one for one in (name, name.removeprefix(PREFIX)) if one in tables), "")
    model = path.parent.name if found else name
    for number, row in rows:
        # What was said, where it is not left out because filtering changed nothing.
        said = texts_of(row["resps"] if row.get("resps") else row.get("filtered_resps"))
        doc = row.get("doc")
        own_id = text_of(doc.get("id")) if isinstance(doc, dict) else None
        for repeat, raw in enumerate(said, start=1):
            yield Reply(
                row=number,
                raw=raw,
                id=own_id or "",
                place=_whole(row.get("doc_id")),
                table=table,
                label=text_of(row.get("target")),
                model=model,
                run=f"repeat {repeat}" if len(said) > 1 else "",
                usage=_usage(row.get("token_counts")),
            )


def _whole(value: Any) -> int | None:
    text = text_of(value)
    return int(text) if text is not None and text.isdecimal() and len(text) < 10 else None


def _usage(value: Any) -> dict[str, float]:
    while isinstance(value, list) and value:
        value = value[0]
    return numbers_of(value)


FORMAT = PredictionFormat("lmms-eval", _sniff, _read)
