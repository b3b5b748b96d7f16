"""The demo complexes, and questions about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.tasks import Question, load_task, sample

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="session")
def demo() -> dict[str, Complex]:
    """Return the demo complexes by id."""
    return {folder.name: load_complex(folder) for folder in sorted(DEMO.iterdir()) if folder.is_dir()}


@pytest.fixture(scope="session")
def ask(demo: dict[str, Complex]) -> Callable[[str, str], list[Question]]:
    """Return a function that asks all test questions of a task about a complex."""

    def asked(task: str, complex_id: str) -> list[Question]:
        found = sample(
            load_task(task), demo[complex_id], seed=1, split="test", candidates=list(demo), load=demo.__getitem__
        )
        return [one for one in found if isinstance(one, Question)]

    return asked
