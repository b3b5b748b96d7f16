"""Scenes by hand, a renderer, and the path to this folder's helpers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from misi_viewer.render.renderer import Renderer

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def renderer() -> Iterator[Renderer]:
    with Renderer() as renderer:
        yield renderer
