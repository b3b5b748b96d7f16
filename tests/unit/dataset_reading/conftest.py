"""A small data set of the demo complexes, in every format that can be written."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.rows import Row
from misi_viewer.dataset.writers import Content, format_named
from misi_viewer.tasks import Question, all_tasks, sample

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4

Write = Callable[[str, Path], Path]


def row_of(question: Question) -> Row:
    """Return a question as the writers take it, with addresses that are its pictures' own."""
    names = [
        hashlib.sha256(f"{question.id} {place}".encode()).hexdigest()[:32]
        for place in range(len(question.recipe.images))
    ]
    return Row(
        id=question.id,
        task=question.task,
        split=question.split,
        complex=question.complex,
        prompt=question.prompt,
        images=tuple(f"pictures/{name[:2]}/{name}.png" for name in names),
        options=question.options,
        answer=question.answer,
        recipe=msgspec.Raw(msgspec.json.encode(question.recipe)),
        versions={"task": 1, "program": "0"},
    )


@pytest.fixture(scope="session")
def demo_rows() -> dict[str, list[Row]]:
    """Return two questions or so of each task and complex."""
    complexes = {folder.name: load_complex(folder) for folder in sorted(DEMO.iterdir()) if folder.is_dir()}
    rows: dict[str, list[Row]] = {}
    for task in all_tasks():
        for complex_ in complexes.values():
            asked = sample(
                task,
                complex_,
                seed=0,
                split="test",
                candidates=list(complexes),
                load=complexes.__getitem__,
                per_complex=2,
            )
            rows.setdefault(task.id, []).extend(row_of(one) for one in asked if isinstance(one, Question))
    return rows


@pytest.fixture(scope="session")
def write(demo_rows: dict[str, list[Row]]) -> Write:
    """Return a function that writes the data set in a format into a folder."""

    def written(name: str, folder: Path) -> Path:
        for rows in demo_rows.values():
            for image in (image for row in rows for image in row.images):
                (folder / image).parent.mkdir(parents=True, exist_ok=True)
                (folder / image).write_bytes(PICTURE)

        def of_task(task: str) -> Iterator[Row]:
            return iter(demo_rows[task])

        format_named(name).write(Content(folder, list(demo_rows), "test", of_task))
        return folder

    return written
