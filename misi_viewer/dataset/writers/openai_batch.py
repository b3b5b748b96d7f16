"""OpenAI's batch files: requests with embedded pictures (spec formats.md)."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import msgspec

from misi_viewer.dataset.files import whole_file
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers.content import Content, Format, write_array

__all__ = ["FORMAT", "LARGEST_FILE", "MODEL", "MOST_LINES"]

MODEL = "gpt-5-mini"
"""Model asked; of those with published results the one that costs least."""

MOST_LINES = 50_000
"""Requests in a file, as the service allows."""

LARGEST_FILE = 190_000_000
"""Bytes of a file; the service allows 200 MB."""

URL = "/v1/chat/completions"
ANSWERS = "answers.json"


def _request(content: Content, row: Row) -> bytes:
    pictures = [
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{_base64(content, name)}"}}
        for name in row.images
    ]
    message = {"role": "user", "content": [*pictures, {"type": "text", "text": row.prompt}]}
    body = {"model": MODEL, "messages": [message]}
    return msgspec.json.encode({"custom_id": row.id, "method": "POST", "url": URL, "body": body}) + b"\n"


def _base64(content: Content, name: str) -> str:
    return base64.b64encode(content.picture(name)).decode()


def _parts(content: Content, task: str) -> Iterator[Iterator[bytes]]:
    """Yield the lines of each file."""
    lines = (_request(content, row) for row in content.rows(task))
    waiting = next(lines, None)

    def one_file() -> Iterator[bytes]:
        nonlocal waiting
        count = size = 0
        while waiting is not None and count < MOST_LINES and (not count or size + len(waiting) <= LARGEST_FILE):
            count, size = count + 1, size + len(waiting)
            yield waiting
            waiting = next(lines, None)

    while waiting is not None:
        yield one_file()


def _truth(row: Row) -> dict[str, Any]:
    """Return what the requests cannot carry."""
    fields = {field: getattr(row, field) for field in row.__struct_fields__ if field not in ("prompt", "images")}
    return {"custom_id": row.id, **fields}


def _write(content: Content) -> list[str]:
    names = []
    for task in content.tasks:
        for number, lines in enumerate(_parts(content, task), start=1):
            names.append(f"{task}-{number:04d}.jsonl")
            with whole_file(content.folder / names[-1]) as stream:
                stream.writelines(lines)
    with whole_file(content.folder / ANSWERS) as stream:
        write_array(stream, (_truth(row) for task in content.tasks for row in content.rows(task)))
    return [*names, ANSWERS]


FORMAT = Format(
    _write,
    f"Upload each `<task>-NNNN.jsonl` as a batch; the model asked is {MODEL} (`sed -i` puts in another one). "
    f"`{ANSWERS}` keeps the truths, which the requests do not carry, by `custom_id`.",
    embeds=True,
)
