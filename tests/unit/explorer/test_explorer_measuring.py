"""Complexes are linked by id, and what needs them is measured once."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.load import load_complex
from misi_viewer.dataset.watch import CancelledError, Watch
from misi_viewer.errors import UserError
from misi_viewer.render.glyphs import width_in_em
from misi_viewer.scoring.factors import heavy_atoms
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Sort
from misi_viewer.session.explorer.measuring import measure
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from tests.invented_models import COMPLEXES, DEMO, ExplorerSet

pytestmark = pytest.mark.gl


@pytest.fixture
def own_places(tmp_path: Path) -> Places:
    return Places(tmp_path / "cache", tmp_path / "data")


def opened(explorer_set: ExplorerSet, places: Places) -> CaseBook:
    return open_book(BookSpec(dataset=str(explorer_set.dataset)), places=places)


def test_complexes_are_found_by_id_and_remembered(
    explorer_set: ExplorerSet, own_places: Places, tmp_path: Path
) -> None:
    book = opened(explorer_set, own_places)
    assert book.complexes == {}
    report = book.link(DEMO)
    assert (report.asked, report.linked, report.missing, report.unused) == (3, 3, (), 1)
    assert "3 of 3 complexes linked; 1 that no question asks about" in report.sentence()
    book.close()
    again = opened(explorer_set, own_places)
    assert set(again.complexes) == set(COMPLEXES)
    assert again.complexes["1ia1"].spec == str(DEMO / "1ia1")
    (tmp_path / "list").write_text(f"{DEMO / '1uou'}\n")
    with pytest.raises(UserError, match="0 of 3 complexes linked; missing, for example: 1ia1, 1of6, 1s3v"):
        again.link(tmp_path / "list")
    with pytest.raises(UserError, match="no such file"):
        again.link(tmp_path / "absent")
    assert set(again.complexes) == set(COMPLEXES)
    again.close()
    own_places.link(again.id, tmp_path / "gone")
    last = opened(explorer_set, own_places)
    assert last.complexes == {}
    last.close()


def test_sizes_are_measured_filtered_and_kept(explorer_set: ExplorerSet, own_places: Places) -> None:
    book = opened(explorer_set, own_places)
    with pytest.raises(UserError, match=r"needs the complexes' files; link their folder with 'misi-viewer link"):
        measure(book, "ligand-atoms")
    assert len(book.rows(parse_filter("ligand-atoms:1.."))) == 0
    book.link(DEMO)
    told: list[tuple[int, int]] = []
    assert measure(book, "pocket-atoms", Watch(lambda _what, done, total: told.append((done, total)))) == 0
    assert told == [(0, 3), (1, 3), (2, 3)]
    sizes = {name: heavy_atoms(load_complex(DEMO / name).ligand) for name in COMPLEXES}
    for line in book.page(book.rows()):
        assert book.factors.column("ligand-atoms")[line.row] == sizes[line.complex]  # type: ignore[index]
    largest = max(sizes.values())
    found = {line.complex for line in book.page(book.rows(parse_filter(f"ligand-atoms:{largest}..")))}
    assert found == {name for name, size in sizes.items() if size == largest}
    first = book.line(int(book.rows(EVERYTHING, Sort(column="ligand-atoms", descending=True))[0]))
    assert sizes[first.complex] == largest
    before = np.array(book.factors.column("pocket-atoms"))
    book.close()
    again = opened(explorer_set, own_places)
    assert (again.factors.column("pocket-atoms") == before).all()
    again.close()


def test_readable_labels_are_measured_and_kept_when_cancelled(explorer_set: ExplorerSet, own_places: Places) -> None:
    book = opened(explorer_set, own_places)
    book.link(DEMO)
    told: list[int] = []
    with pytest.raises(CancelledError):
        measure(book, "readable-views", Watch(lambda _what, done, _total: told.append(done), lambda: len(told) > 4))
    some = np.array(book.factors.column("readable-views"))
    assert 0 < np.count_nonzero(~np.isnan(some)) <= 4
    assert measure(book, "readable-views") == 0
    values = np.array(book.factors.column("readable-views"))
    for line in book.page(book.rows()):
        needs_labels = line.task in ("residue_ligand", "interaction_location", "pocket_ligand") and line.answer != "No"
        assert np.isnan(values[line.row]) != needs_labels
    known = values[~np.isnan(values)]
    assert known.min() >= 0
    assert known.max() <= 6
    assert len(np.unique(known)) > 1
    book.close()


def test_a_residue_that_is_not_named_follows_from_the_complex(own_places: Places, tmp_path: Path) -> None:
    row = {
        "id": "residue_ligand/1ia1/0",
        "task": "residue_ligand",
        "split": "test",
        "complex": "1ia1",
        "prompt": "Which bonds?",
        "images": [],
        "answer": "Yes: GLU OE2, N4",
    }
    (tmp_path / "set.jsonl").write_text(json.dumps(row))
    book = open_book(BookSpec(dataset=str(tmp_path / "set.jsonl")), places=own_places)
    case = book.open(0)
    assert case.question is None
    assert book.complete(case) is case
    book.link(DEMO)
    question = book.complete(case).question
    assert question is not None
    assert question.recipe.values["residue_number"] == "32"
    book.close()


def test_the_width_of_a_text_grows_by_its_letters() -> None:
    assert width_in_em("") == 0
    assert width_in_em("11") == pytest.approx(2 * width_in_em("1"))
    assert 0.5 < width_in_em("O1") < 2
