"""The format of this project: ``<task>.jsonl``, a question in a line."""

from __future__ import annotations

import msgspec

from misi_viewer.dataset.files import whole_file
from misi_viewer.dataset.writers.content import Content, Format

__all__ = ["FORMAT"]


def _write(content: Content) -> list[str]:
    names = []
    for task in content.tasks:
        names.append(f"{task}.jsonl")
        with whole_file(content.folder / names[-1]) as stream:
            for row in content.rows(task):
                stream.write(msgspec.json.encode(row) + b"\n")
    return names


FORMAT = Format(
    _write,
    "Each `<task>.jsonl` has a question in a line, with the keys id, task, split, complex, prompt, images (paths "
    "relative to this folder, in order), options, answer, recipe and versions. The recipe holds all that the question "
    "was made from; MiSI Viewer draws and plays it back.",
)
