"""A handful of questions to match predictions with."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from misi_viewer.dataset.predictions import MatchReport, Prediction, Questions, read_predictions

QUESTIONS = [
    ("translation/1abc/0", "move x 3", None),
    ("translation/1abc/1", "move y -2", None),
    ("translation/2xyz/0", "move x -4", None),
    ("residue_ligand/1abc/0", "Yes: ARG NH2, O1B; ARG NE, O2G", None),
    ("residue_ligand/1abc/1", "No", None),
    (
        "interaction_location/1abc/0",
        "C",
        ["move x 1, move y 2", "move x 2, move y 1", "move x 7, move y 5", "move x -7, move y 5"],
    ),
    ("pocket_ligand/1abc/0", "ARG 45 NH2 A, O1B", None),
]


def question_rows() -> list[dict[str, Any]]:
    """Return the questions as a data set holds them."""
    return [
        {
            "id": own,
            "task": own.partition("/")[0],
            "split": "test",
            "complex": own.split("/")[1],
            "prompt": f"What is asked in {own}?",
            "images": [f"pictures/{own.replace('/', '_')}_{place}.png" for place in range(4)],
            "options": options,
            "answer": answer,
        }
        for own, answer, options in QUESTIONS
    ]


@pytest.fixture(scope="session")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Questions:
    """Return the questions, read from a data set."""
    folder = tmp_path_factory.mktemp("set")
    for task in dict.fromkeys(row["task"] for row in question_rows()):
        lines = [json.dumps(row) + "\n" for row in question_rows() if row["task"] == task]
        (folder / f"{task}.jsonl").write_text("".join(lines), encoding="utf-8")
    return Questions.of([folder])


Read = Callable[..., tuple[dict[str, Prediction], MatchReport]]


@pytest.fixture
def read(questions: Questions, tmp_path: Path) -> Read:
    """Return a function that writes a file and reads it as predictions, by question."""

    def reading(name: str, content: Any, **options: Any) -> tuple[dict[str, Prediction], MatchReport]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith(".jsonl"):
            path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
        elif content is not None:
            path.write_text(json.dumps(content), encoding="utf-8")
        predictions, report = read_predictions(path, questions, **options)
        return {one.question: one for one in predictions}, report

    return reading
