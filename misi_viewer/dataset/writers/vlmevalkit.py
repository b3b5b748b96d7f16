"""VLMEvalKit: a TSV for each task, with its pictures in base64 (spec formats.md)."""

from __future__ import annotations

import base64
import csv
import io
from collections.abc import Iterator, Sequence

import msgspec

from misi_viewer.dataset.files import whole_file
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.store import PictureStore
from misi_viewer.dataset.writers.content import Content, Format
from misi_viewer.tasks.question import LETTERS

__all__ = ["FORMAT", "LONGEST_INDEX"]

LONGEST_INDEX = 64
"""Characters of an image column up to which it is the index of a row with the same pictures."""

COLUMNS = ("index", "image", "image_path", "question", "hint", "answer", "category", "l2-category", "split")
OWN_COLUMNS = ("complex", "recipe", "versions")


def _picture_names(row: Row) -> list[str]:
    """Return the names under which the pictures will be unpacked."""
    return [f"{PictureStore.address(name)}.png" for name in row.images]


def _images(content: Content, row: Row, seen: dict[Sequence[str], str]) -> str:
    """Return a list of pictures in base64, or the index of an earlier row with the same ones."""
    earlier = seen.setdefault(row.images, row.id)
    if earlier != row.id and len(earlier) <= LONGEST_INDEX:
        return earlier
    return str([base64.b64encode(content.picture(name)).decode() for name in row.images])


def _cells(content: Content, row: Row, seen: dict[Sequence[str], str]) -> dict[str, str]:
    options = dict(zip(LETTERS, row.options or (), strict=False))
    return {
        "index": row.id,
        "image": _images(content, row, seen),
        "image_path": str(_picture_names(row)),
        "question": row.prompt,
        "hint": "",
        **options,
        "answer": row.answer,
        "category": row.task,
        "l2-category": "choice" if options else "cloze",
        "split": row.split,
        "complex": row.complex,
        "recipe": bytes(row.recipe).decode(),
        "versions": msgspec.json.encode(row.versions).decode(),
    }


def _lines(content: Content, task: str) -> Iterator[bytes]:
    """Yield header and rows; columns for options only where there are any, as these make a multiple choice of it."""
    seen: dict[Sequence[str], str] = {}
    columns: list[str] = []
    for row in content.rows(task):
        cells = _cells(content, row, seen)
        if not columns:
            columns = list(cells)
            yield _line(columns)
        yield _line([cells[column] for column in columns])
    if not columns:
        yield _line([*COLUMNS, *OWN_COLUMNS])


def _line(cells: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerow(cells)
    return text.getvalue().encode()


def _write(content: Content) -> list[str]:
    names = []
    for task in content.tasks:
        names.append(f"{task}.tsv")
        with whole_file(content.folder / names[-1]) as stream:
            stream.writelines(_lines(content, task))
    return names


FORMAT = Format(
    _write,
    "Put a `<task>.tsv` into VLMEvalKit's data folder (`LMUData`) and run it with `--data <task>`.",
    embeds=True,
)
