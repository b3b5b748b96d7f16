"""OpenAI's batch results: ``custom_id`` with a ``response`` or an ``error``, in any order (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from misi_viewer.dataset.predictions.formats import PredictionFormat
from misi_viewer.dataset.predictions.prediction import Reply
from misi_viewer.dataset.predictions.values import numbers_of, text_of
from misi_viewer.dataset.reading.shapes import content_text
from misi_viewer.dataset.reading.tables import Rows

__all__ = ["FORMAT"]

_OK = 200


def _sniff(row: Mapping[str, Any], _path: Path) -> bool:
    return "custom_id" in row and ("response" in row or "error" in row) and "body" not in row


def _read(rows: Rows, _path: Path, _tables: tuple[str, ...]) -> Iterator[Reply]:
    for number, row in rows:
        response = row.get("response")
        response = response if isinstance(response, dict) else {}
        body = response.get("body")
        body = body if isinstance(body, dict) else {}
        error = _error(row.get("error")) or _error(body.get("error"))
        status = response.get("status_code", _OK if response else 0)
        raw, reasoning = (None, "") if error or status != _OK else _text(body)
        yield Reply(
            row=number,
            raw=raw,
            id=text_of(row.get("custom_id")) or "",
            model=text_of(body.get("model")) or "",
            reasoning=reasoning,
            usage=numbers_of(body.get("usage")),
            error=error or ("" if status == _OK else f"status {text_of(status) or 'unknown'}"),
        )


def _error(value: Any) -> str:
    if isinstance(value, dict):
        words = (text_of(value.get("code")), text_of(value.get("message")))
        return ": ".join(word for word in words if word) or "error"
    return text_of(value) or ""


def _text(body: Mapping[str, Any]) -> tuple[str | None, str]:
    """Return reply and reasoning of a chat completion or of a response."""
    choices = body.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        message = choices[0].get("message")
        message = message if isinstance(message, dict) else {}
        refusal = text_of(message.get("refusal"))
        reasoning = text_of(message.get("reasoning_content")) or text_of(message.get("reasoning")) or ""
        return content_text(message.get("content")) or refusal, reasoning
    output = body.get("output")
    items = [item for item in output if isinstance(item, dict)] if isinstance(output, list) else []
    texts = [content_text(item.get("content")) for item in items if item.get("type") == "message"]
    thoughts = [content_text(item.get("summary")) for item in items if item.get("type") == "reasoning"]
    return "\n".join(filter(None, texts)) or None, "\n".join(filter(None, thoughts))


FORMAT = PredictionFormat("OpenAI batch", _sniff, _read)
