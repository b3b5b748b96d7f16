"""What the tests of scores share."""

from __future__ import annotations

import pytest

from misi_viewer.tasks import load_task
from misi_viewer.tasks.schema import TaskFile


@pytest.fixture(scope="session")
def task_files() -> dict[str, TaskFile]:
    """Return the nine task files by id."""
    from misi_viewer.tasks.registry import BUILT_IN

    return {name: load_task(name).file for name in BUILT_IN}
