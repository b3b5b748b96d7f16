"""Opening: from folders, archives and catalogues, once and again, and never half."""

from __future__ import annotations

import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from misi_viewer.dataset.catalogue import import_sources
from misi_viewer.dataset.catalogue.importing import import_predictions
from misi_viewer.dataset.watch import CancelledError, Watch
from misi_viewer.errors import UserError
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from tests.invented_models import MODELS

QUESTIONS = {
    "translation/1abc/0": "move x 3",
    "translation/1abc/1": "move y -2",
    "zooming/2xyz/0": "move z 50",
    "zooming/2xyz/1": "move z 41",
}


def write_set(folder: Path, answers: dict[str, str]) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "all.jsonl").open("w") as stream:
        for own, answer in answers.items():
            task, complex_, _ = own.split("/")
            row = {"id": own, "task": task, "split": "test", "complex": complex_, "prompt": f"Say {own}."}
            stream.write(json.dumps({**row, "images": [], "answer": answer}) + "\n")
    return folder


def write_replies(path: Path, replies: dict[str, str]) -> Path:
    path.write_text("".join(json.dumps({"id": own, "response": raw}) + "\n" for own, raw in replies.items()))
    return path


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    return write_set(tmp_path / "my set", QUESTIONS)


@pytest.fixture
def own_places(tmp_path: Path) -> Places:
    return Places(tmp_path / "cache", tmp_path / "data")


def made(places: Places) -> dict[str, int]:
    """Return what lies in the cache, with its time."""
    return {path.name: path.stat().st_mtime_ns for path in places.cache.rglob("*") if path.is_file()}


def test_what_was_made_is_used_again_until_something_changes(dataset: Path, own_places: Places) -> None:
    replies = write_replies(dataset.parent / "o3.jsonl", dict.fromkeys(QUESTIONS, "move x 3"))
    spec = BookSpec(dataset=str(dataset), predictions=(str(replies),))
    book = open_book(spec, places=own_places)
    assert book.files.imported is not None
    assert book.files.imported.added == 4
    assert [report.matched for report in book.reports] == [4]
    assert len(book.rows(parse_filter("right:o3"))) == 1
    book.close()
    first = made(own_places)
    assert len(first) == 2
    book = open_book(spec, places=own_places)
    assert book.files.imported is None
    assert [report.matched for report in book.reports] == [4]
    book.close()
    assert made(own_places) == first
    write_replies(replies, dict.fromkeys(QUESTIONS, "move z 41") | {"nowhere/9zzz/0": "x"})
    book = open_book(spec, places=own_places)
    assert book.page(book.rows(parse_filter("right:o3")))[0].id == "zooming/2xyz/1"
    assert [report.unmatched for report in book.reports] == [1]
    book.close()
    write_set(dataset, QUESTIONS | {"zooming/2xyz/2": "move z 42"})
    book = open_book(spec, places=own_places)
    assert len(book.table) == 5
    book.close()
    assert sum(name.startswith("questions-") for name in made(own_places)) == 1


def test_an_identity_is_that_of_the_questions_not_of_the_place(dataset: Path, own_places: Places) -> None:
    ids = []
    archive = dataset.parent / "same.zip"
    with zipfile.ZipFile(archive, "w") as stream:
        stream.write(dataset / "all.jsonl", "inner/all.jsonl")
    catalogue = dataset.parent / "catalogue"
    import_sources([dataset], catalogue)
    for place in (dataset, dataset / "all.jsonl", archive, catalogue):
        book = open_book(BookSpec(dataset=str(place)), places=own_places)
        ids.append(book.id)
        book.close()
    assert len(set(ids)) == 1
    assert own_places.known() == {ids[0]: str(catalogue)}
    other = write_set(dataset.parent / "other", QUESTIONS | {"translation/1abc/0": "move x 4"})
    book = open_book(BookSpec(dataset=str(other)), places=own_places)
    assert book.id != ids[0]
    book.close()


def test_a_catalogue_brings_its_predictions_and_is_not_changed(dataset: Path, own_places: Places) -> None:
    catalogue = dataset.parent / "catalogue"
    import_sources([dataset], catalogue)
    import_predictions(catalogue, [write_replies(dataset.parent / "inside.jsonl", {"translation/1abc/0": "move x 3"})])
    before = catalogue.read_bytes()
    outside = write_replies(dataset.parent / "outside.jsonl", {"translation/1abc/0": "move x 2"})
    book = open_book(BookSpec(dataset=str(catalogue), predictions=(str(outside),)), places=own_places)
    assert list(book.models) == ["inside", "outside"]
    assert book.line(0).replies["inside"].score == 1.0
    assert book.line(0).replies["outside"].score == pytest.approx(6 / 7)
    book.close()
    assert catalogue.read_bytes() == before


def test_one_models_files_are_one_column_and_the_later_file_counts(dataset: Path, own_places: Places) -> None:
    for number, replies in enumerate(({"translation/1abc/0": "move x 1"}, {"translation/1abc/0": "move x 3"})):
        rows = [{"id": own, "model": "o3", "response": raw} for own, raw in replies.items()]
        rows.append({"id": f"zooming/2xyz/{number}", "model": "o3", "response": "move z 50"})
        (dataset.parent / f"part{number}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    files = tuple(str(dataset.parent / f"part{number}.jsonl") for number in range(2))
    book = open_book(BookSpec(dataset=str(dataset), predictions=(*files, files[1])), places=own_places)
    assert list(book.models) == ["o3"]
    assert [line.replies["o3"].state for line in book.page(book.rows())] == [
        "parsed",
        "no prediction",
        "parsed",
        "parsed",
    ]
    assert book.open(0).predictions["o3"].now.printed == "move x 3"
    assert (book.replaced, len(book.reports)) == (1, 2)
    assert len(book.rows(parse_filter("wrong:o3"))) == 1
    assert len(book.rows(parse_filter('state:o3="no prediction"'))) == 1
    book.close()


@pytest.mark.parametrize("after", range(1, 7))
def test_cancelling_leaves_nothing_half_made(dataset: Path, own_places: Places, after: int) -> None:
    replies = write_replies(dataset.parent / "o3.jsonl", dict.fromkeys(QUESTIONS, "move x 3"))
    spec = BookSpec(dataset=str(dataset), predictions=(str(replies),))
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > after

    with pytest.raises(CancelledError):
        open_book(spec, Watch(cancelled=cancelled), places=own_places)
    assert not [name for name in made(own_places) if name.startswith(".")]
    book = open_book(spec, places=own_places)
    assert (len(book.table), book.reports[0].matched) == (4, 4)
    book.close()


def test_progress_is_told_in_bytes(dataset: Path, own_places: Places) -> None:
    replies = write_replies(dataset.parent / "o3.jsonl", dict.fromkeys(QUESTIONS, "move x 3" + " " * 600000))
    told: list[tuple[str, int, int]] = []
    watch = Watch(progress=lambda what, done, total: told.append((what, done, total)))
    open_book(BookSpec(dataset=str(dataset), predictions=(str(replies),)), watch, places=own_places).close()
    reading = [(done, total) for what, done, total in told if what == "Reading o3.jsonl"]
    size = replies.stat().st_size
    assert len(reading) > 4
    assert [done for done, _ in reading] == sorted(done for done, _ in reading)
    assert reading[-1] == (size, size)


def test_a_damaged_cache_is_made_again(dataset: Path, own_places: Places) -> None:
    replies = write_replies(dataset.parent / "o3.jsonl", dict.fromkeys(QUESTIONS, "move x 3"))
    spec = BookSpec(dataset=str(dataset), predictions=(str(replies),))
    open_book(spec, places=own_places).close()
    for path in own_places.cache.rglob("*.sqlite"):
        path.write_bytes(b"garbage" * 100)
    book = open_book(spec, places=own_places)
    assert (len(book.table), book.reports[0].matched) == (4, 4)
    book.close()


def test_what_cannot_be_opened_is_a_sentence(dataset: Path, own_places: Places) -> None:
    (dataset.parent / "empty").mkdir()
    (dataset.parent / "text.txt").write_text("hello")
    for place in ("absent", "empty", "text.txt"):
        with pytest.raises(UserError):
            open_book(BookSpec(dataset=str(dataset.parent / place)), places=own_places)
    with pytest.raises(UserError, match="no such file"):
        open_book(BookSpec(dataset=str(dataset), predictions=(str(dataset / "absent.jsonl"),)), places=own_places)
    blocked = dataset.parent / "blocked"
    blocked.write_text("a file")
    with pytest.raises(UserError, match="it cannot be made"):
        open_book(BookSpec(dataset=str(dataset)), places=Places(blocked / "cache", blocked / "data"))


def test_old_data_sets_leave_the_cache(dataset: Path, own_places: Places) -> None:
    for number in range(40):
        (own_places.cache / f"old{number}").mkdir(parents=True)
        os.utime(own_places.cache / f"old{number}", (number, number))
    open_book(BookSpec(dataset=str(dataset)), places=own_places).close()
    names = {path.name for path in own_places.cache.iterdir()}
    assert own_places.folder_of(dataset).name in names
    assert len(names) == 30
    assert "old0" not in names


def test_notes_lie_beside_the_data_set_and_are_found_when_it_moves_home(dataset: Path, own_places: Places) -> None:
    book = open_book(BookSpec(dataset=str(dataset)), places=own_places, author="me")
    book.side.tag("zooming/2xyz/0", "odd")
    assert book.side.path == dataset.parent / "my set.notes.sqlite"
    book.close()
    book = open_book(BookSpec(dataset=str(dataset)), places=own_places)
    assert book.files.imported is None
    assert book.line(2).tags == ("odd",)
    book.close()


def test_notes_beside_a_data_set_that_may_only_be_read_are_taken_over(
    dataset: Path, own_places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = open_book(BookSpec(dataset=str(dataset)), places=own_places, author="me")
    book.side.tag("zooming/2xyz/0", "odd")
    book.close()
    monkeypatch.setattr("misi_viewer.dataset.side_file.place.is_local", lambda _folder: False)
    book = open_book(BookSpec(dataset=str(dataset)), places=own_places, author="me")
    assert book.side.path.parent == own_places.data
    assert book.line(2).tags == ("odd",)
    book.close()


@pytest.mark.gl
def test_the_generated_set_opens_with_all_five_models(spec: BookSpec, places: Places, tmp_path: Path) -> None:
    copied = tmp_path / "copied"
    shutil.copytree(spec.dataset, copied)
    book = open_book(BookSpec(dataset=str(copied), predictions=spec.predictions), places=places)
    assert list(book.models) == list(MODELS)
    assert all(report.matched == len(book.table) == 51 for report in book.reports)
    assert (book.model("perfect").score == 1).all()
    assert not book.model("axis-confused").exact[book.rows(parse_filter("task:docking"))].any()
    book.close()
