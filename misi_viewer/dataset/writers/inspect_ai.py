"""Inspect: samples for ``json_dataset`` (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from misi_viewer.dataset.files import whole_file
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers.content import Content, Format, write_array

__all__ = ["FORMAT"]


def _item(row: Row) -> dict[str, Any]:
    pictures = [{"type": "image", "image": name} for name in row.images]
    return {
        "id": row.id,
        "input": [{"role": "user", "content": [*pictures, {"type": "text", "text": row.prompt}]}],
        **({"choices": row.options} if row.options is not None else {}),
        "target": row.answer,
        "metadata": {
            "task": row.task,
            "split": row.split,
            "complex": row.complex,
            "images": row.images,
            "recipe": row.recipe,
            "versions": row.versions,
        },
    }


def _items(content: Content, task: str) -> Iterator[dict[str, Any]]:
    return (_item(row) for row in content.rows(task))


def _write(content: Content) -> list[str]:
    names = []
    for task in content.tasks:
        names.append(f"{task}.json")
        with whole_file(content.folder / names[-1]) as stream:
            write_array(stream, _items(content, task))
    return names


FORMAT = Format(
    _write,
    'In an Inspect task write `dataset=json_dataset("<task>.json")` and `solver=generate()`: the prompt asks for the '
    "answer's form and lists the options already. Import the log with MiSI Viewer for the benchmark's own scores.",
)
