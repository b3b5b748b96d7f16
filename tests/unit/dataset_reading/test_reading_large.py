"""A thousandth of what the benchmark of importing measures."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from misi_viewer.dataset.catalogue import Catalogue, Filter, import_sources

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "importing.py"


@pytest.fixture(scope="module")
def script() -> Any:
    """Return the benchmark as a module."""
    specification = importlib.util.spec_from_file_location("importing_benchmark", SCRIPT)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_a_thousandth_is_imported_and_answers(script: Any, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    count = script.write(tmp_path / "data", 0.001)
    report = import_sources([tmp_path / "data"], tmp_path / "catalogue")
    assert report.added == count > 150
    assert not report.reading.not_placed
    assert not report.reading.refused
    assert report.pictures_found == 0 < report.pictures
    with Catalogue(tmp_path / "catalogue") as catalogue:
        questions = catalogue.questions()
        assert catalogue.add_predictions(script.predictions(catalogue, "first"), questions) == count
        for wanted in {**script.FILTERS, **script.TEXTS}.values():
            assert len(catalogue.page(wanted, 0, 1_000)) == catalogue.count(wanted) <= count
        assert catalogue.count(Filter(text="ligand")) == count
        assert catalogue.count(Filter(complex="c0000")) == len(script.COUNTS)
