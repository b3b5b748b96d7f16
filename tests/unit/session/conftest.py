"""A demo complex, read once."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


@pytest.fixture(scope="session")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


@pytest.fixture(scope="session")
def other() -> Complex:
    return load_complex(DEMO / "1of6")
