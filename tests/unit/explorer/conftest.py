"""A book of the small data set, of its own for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from tests.invented_models import ExplorerSet

Open = Callable[..., CaseBook]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a cache that all tests share, so that the data set is imported once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def places(cache: Path, tmp_path: Path) -> Places:
    return Places(cache, tmp_path / "data")


@pytest.fixture
def spec(explorer_set: ExplorerSet) -> BookSpec:
    return BookSpec(dataset=str(explorer_set.dataset), predictions=tuple(map(str, explorer_set.predictions.values())))


@pytest.fixture
def book(spec: BookSpec, places: Places, monkeypatch: pytest.MonkeyPatch) -> Iterator[CaseBook]:
    """Return a book whose notes lie in the test's own folder."""
    monkeypatch.setattr("misi_viewer.session.explorer.opening.side_file_place", _in_data)
    opened = open_book(spec, places=places, author="me")
    yield opened
    opened.close()


def _in_data(_dataset: Path, identity: str, folder: Path) -> Path:
    return folder / f"{identity}.notes.sqlite"
