"""The demo complexes and how to ask about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.tasks import Question, Skipped, load_task, sample

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"

Ask = Callable[..., list[Question]]
AskAll = Callable[..., list[Question | Skipped]]


@pytest.fixture(scope="session")
def demo() -> dict[str, Complex]:
    """Return the demo complexes by id."""
    return {folder.name: load_complex(folder) for folder in sorted(DEMO.iterdir()) if folder.is_dir()}


@pytest.fixture(scope="session")
def ask_all(demo: dict[str, Complex]) -> AskAll:
    """Return a function that samples a task, targets being demo complexes."""

    def asked(
        task: str, complex_: str | Complex, seed: int = 0, split: str = "train", per_complex: int | None = None
    ) -> list[Question | Skipped]:
        chosen = demo[complex_] if isinstance(complex_, str) else complex_
        return sample(
            load_task(task),
            chosen,
            seed=seed,
            split=split,  # type: ignore[arg-type]
            candidates=list(demo),
            load=demo.__getitem__,
            per_complex=per_complex,
        )

    return asked


@pytest.fixture(scope="session")
def ask(ask_all: AskAll) -> Ask:
    """Return a function that samples a task and leaves out what is not asked."""

    def asked(*arguments: object, **options: object) -> list[Question]:
        return [question for question in ask_all(*arguments, **options) if isinstance(question, Question)]

    return asked


@pytest.fixture(scope="session")
def renamed() -> Callable[[Complex, str, Sequence[int], str], Complex]:
    """Return a function that gives some atoms of a part another name."""

    def changed(complex_: Complex, part: str, rows: Sequence[int], name: str) -> Complex:
        structure = getattr(complex_, part)
        names = structure.names.astype("U16")
        names[np.array(rows, dtype=int)] = name
        return replace(complex_, **{part: replace(structure, names=names)})

    return changed
