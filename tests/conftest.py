"""What all tests share: where the reference material lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.invented_models import ExplorerSet, make_explorer_set

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
DEMO = ROOT / "assets" / "demo"
DEMO_GOLDEN = ROOT / "tests" / "data" / "demo"

# The same examples every time, and no limit on time: a slow machine is no reason to fail.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")


def has_display() -> bool:
    """Return whether a window can be opened here; ``make test`` brings a virtual display."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the reference material or a display where it is absent."""
    absent = {}
    if not SHARED.is_dir():
        absent["shared"] = f"the reference complexes and answers are not at {SHARED}"
    if not has_display():
        absent["window"] = "there is no display; make test brings one"
    for item in items:
        for marker, reason in absent.items():
            if marker in item.keywords:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of reference complexes and answers."""
    if not SHARED.is_dir():
        pytest.skip(f"the reference complexes and answers are not at {SHARED}")
    return SHARED


@pytest.fixture(scope="session")
def explorer_set(tmp_path_factory: pytest.TempPathFactory) -> ExplorerSet:
    """Return a small data set of all nine tasks with predictions of five invented models; only to be read."""
    return make_explorer_set(tmp_path_factory.mktemp("explorer"))
