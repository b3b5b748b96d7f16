"""What the tests of data sets share."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.collection import find_members
from misi_viewer.dataset.plan import Choices, Plan, RendererFacts, TaskChoice
from misi_viewer.scene.styles import load_style
from misi_viewer.tasks import all_tasks, load_task

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture
def rng_picture():
    """Return a picture of noise."""
    return np.random.default_rng(0).integers(0, 255, (6, 8, 3), dtype=np.uint8)


@pytest.fixture(scope="session")
def demo_load():
    """Return a function that reads a demo complex, once."""
    read = {}

    def load(complex_id):
        if complex_id not in read:
            read[complex_id] = load_complex(DEMO / complex_id)
        return read[complex_id]

    return load


@pytest.fixture
def make_plan():
    """Return a function that plans a small data set of the demo complexes."""

    def plan(**changes):
        members = find_members(DEMO)
        tasks = changes.pop("tasks", [task.id for task in all_tasks()])
        values = {
            "tasks": tuple(TaskChoice.of(load_task(name)) for name in tasks),
            "split": "test",
            "seed": 0,
            "per_complex": None,
            "size": (64, 48),
            "supersample": 1,
            "style": load_style("MiSI-Bench"),
            "format": "misi",
            "complexes": tuple(member.id for member in members),
        }
        renderer = RendererFacts("maker", "model", "1.0", "EGL")
        choices = Choices(**(values | changes))
        return Plan(choices=choices, renderer=renderer, allow_mixed=False, tasks=tuple(tasks), members=members)

    return plan
