"""LLaMA-Factory: ShareGPT conversations, described by ``dataset_info.json`` (spec formats.md)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from misi_viewer.dataset.files import whole_file, write_whole
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers.content import Content, Format, flat, tagged_prompt, write_array

__all__ = ["FORMAT"]

INFO = "dataset_info.json"
PREFIX = "misi_bench_"


def _item(row: Row) -> dict[str, Any]:
    columns = flat(row)
    del columns["prompt"]
    return {
        "conversations": [
            {"from": "human", "value": tagged_prompt(row)},
            {"from": "gpt", "value": row.answer},
        ],
        **columns,
    }


def _items(content: Content, task: str) -> Iterator[dict[str, Any]]:
    return (_item(row) for row in content.rows(task))


def _info(file: str) -> dict[str, Any]:
    return {
        "file_name": file,
        "formatting": "sharegpt",
        "columns": {"messages": "conversations", "images": "images"},
        "tags": {"role_tag": "from", "content_tag": "value", "user_tag": "human", "assistant_tag": "gpt"},
    }


def _write(content: Content) -> list[str]:
    files = {f"{PREFIX}{task}": f"{task}.json" for task in content.tasks}
    for task, file in zip(content.tasks, files.values(), strict=True):
        with whole_file(content.folder / file) as stream:
            write_array(stream, _items(content, task))
    info = {name: _info(file) for name, file in files.items()}
    write_whole(content.folder / INFO, msgspec.json.format(msgspec.json.encode(info)) + b"\n")
    return [*files.values(), INFO]


FORMAT = Format(
    _write,
    "Give LLaMA-Factory `--dataset_dir` and `--media_dir` with this folder and `--dataset misi_bench_<task>`. Its "
    "predictions carry no ids: they are matched by the order of the rows.",
)
