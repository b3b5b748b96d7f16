"""ms-swift: messages with image tags, and pictures by path (spec formats.md)."""

from __future__ import annotations

from typing import Any

import msgspec

from misi_viewer.dataset.files import whole_file
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers.content import Content, Format, flat, tagged_prompt

__all__ = ["FORMAT"]


def _item(row: Row) -> dict[str, Any]:
    columns = flat(row)
    del columns["prompt"]
    return {
        "messages": [
            {"role": "user", "content": tagged_prompt(row)},
            {"role": "assistant", "content": row.answer},
        ],
        **columns,
    }


def _write(content: Content) -> list[str]:
    names = []
    for task in content.tasks:
        names.append(f"{task}.jsonl")
        with whole_file(content.folder / names[-1]) as stream:
            for row in content.rows(task):
                stream.write(msgspec.json.encode(_item(row)) + b"\n")
    return names


FORMAT = Format(
    _write,
    "Give ms-swift `--dataset <task>.jsonl` (or `--val_dataset`) with `ROOT_IMAGE_DIR` set to this folder, and "
    "`--remove_unused_columns false`, so that the ids come back with the answers.",
)
