"""What all tests share: where the reference material lies."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
DEMO = ROOT / "assets" / "demo"
DEMO_GOLDEN = ROOT / "tests" / "data" / "demo"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the reference material where it is absent."""
    if SHARED.is_dir():
        return
    skip = pytest.mark.skip(reason=f"the reference complexes and answers are not at {SHARED}")
    for item in items:
        if "shared" in item.keywords:
            item.add_marker(skip)


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of reference complexes and answers."""
    if not SHARED.is_dir():
        pytest.skip(f"the reference complexes and answers are not at {SHARED}")
    return SHARED
