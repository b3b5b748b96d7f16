"""What is exported is read back as it was, runs nothing and needs nothing."""

from __future__ import annotations

import base64
import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misi_viewer.dataset.predictions.reading import prediction_files, read_predictions
from misi_viewer.dataset.predictions.writing import PREDICTION_FORMATS, file_name
from misi_viewer.dataset.watch import CancelledError, Watch
from misi_viewer.errors import UserError
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.exporting import KINDS, export
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.page import thumbnail
from tests.invented_models import MODELS

pytestmark = pytest.mark.gl

EVIL = "</pre><script>alert(1)</script>\u202e=cmd|' /C calc'!A0"


def some(book: CaseBook) -> np.ndarray:
    return book.rows(parse_filter("task:docking,zooming,interaction_location,residue_ligand"))


@pytest.mark.parametrize("kind", PREDICTION_FORMATS)
def test_predictions_are_read_back_as_they_were(book: CaseBook, tmp_path: Path, kind: str) -> None:
    rows = some(book)
    target = export(book, rows, kind, tmp_path / kind)
    questions = book.files.catalogue.questions()
    found = {}
    for file in prediction_files(target):
        predictions, report = read_predictions(file, questions)
        assert (report.unmatched, report.mismatched, report.by) == (0, 0, {"by id": len(rows)})
        found.update({(one.question, one.model): one for one in predictions})
    assert len(found) == len(rows) * len(MODELS)
    for row in rows:
        case = book.open(int(row))
        for model, shown in case.predictions.items():
            own, original = found[case.id, model], shown.original.prediction
            assert (own.answer, own.state) == (original.answer, original.state)
            if original.state != "failed call":
                assert own.raw == original.raw


def test_lines_hold_all_and_a_correction_says_what_was_read(book: CaseBook, tmp_path: Path) -> None:
    rows = book.rows(parse_filter("task:translation"))
    row = int(rows[0])
    book.side.tag(book.table.ids[row], "odd")
    book.side.set_note(book.table.ids[row], EVIL)
    answer = book.table.answer.text(row)
    book.correct(row, "axis-confused", answer)
    target = export(book, rows, "jsonl", tmp_path / "out.jsonl", models=["axis-confused"])
    records = [json.loads(line) for line in target.read_text().splitlines()]
    assert [record["id"] for record in records] == [book.table.ids[one] for one in rows]
    assert (records[0]["tags"], records[0]["note"]) == (["odd"], EVIL)
    assert list(records[0]["predictions"]) == ["axis-confused"]
    reply = records[0]["predictions"]["axis-confused"]
    assert (reply["answer"], reply["score"], reply["response"]) == (answer, 1.0, reply["read_as"])
    assert "read_as" not in records[1]["predictions"]["axis-confused"]
    assert len(records[0]["images"]) == 4


def test_no_cell_is_a_formula(book: CaseBook, tmp_path: Path) -> None:
    rows = book.rows(parse_filter("task:zooming"))
    for row, note in zip(rows, ("=1+1", "+1", "-1", "@a", "\t=1", 'good, "quoted"\nline'), strict=False):
        book.side.set_note(book.table.ids[row], note)
    target = export(book, rows, "csv", tmp_path / "out.csv")
    lines = list(csv.DictReader(io.StringIO(target.read_bytes().decode(), newline="")))
    assert [line["note"] for line in lines] == ["'=1+1", "'+1", "'-1", "'@a", "'\t=1", 'good, "quoted"\nline']
    assert lines[0]["perfect: answer"] == lines[0]["answer"]
    assert lines[0]["perfect: score"] == "1.0"
    assert not [cell for line in lines for cell in line.values() if cell.startswith(("=", "+", "-", "@"))]


class Seen(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_the_page_is_whole_and_runs_nothing(book: CaseBook, tmp_path: Path) -> None:
    rows = book.rows(parse_filter("task:docking"))
    book.side.set_note(book.table.ids[rows[0]], EVIL)
    target = export(book, rows, "html", tmp_path / "out.html", heading=f"filter {EVIL}")
    page = target.read_text()
    seen = Seen()
    seen.feed(page)
    allowed = "html head meta title style body h1 h2 p table tr th td div img span pre"
    assert seen.elements <= set(allowed.split())
    assert not [name for name, _ in seen.attributes if name.startswith("on") or name in ("href", "srcset", "style")]
    assert "&lt;script&gt;" in page
    assert "\u202e" not in page
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; img-src data:;")
    sources = [value for name, value in seen.attributes if name == "src"]
    assert len(sources) == 7 * len(rows)
    with Image.open(io.BytesIO(base64.b64decode(sources[0].partition("base64,")[2]))) as image:
        assert (image.format, image.size) == ("JPEG", (160, 120))
    assert all(book.table.ids[row] in page for row in rows)
    assert page.endswith("</html>\n")


def test_a_folder_has_the_pictures(book: CaseBook, tmp_path: Path) -> None:
    rows = book.rows(parse_filter("task:pocket_ligand"))
    target = export(book, rows, "folder", tmp_path / "out")
    assert sorted(path.name for path in target.iterdir()) == ["cases.html", "cases.jsonl", "pictures"]
    for line in (target / "cases.jsonl").read_text().splitlines():
        record = json.loads(line)
        assert len(record["images"]) == 6
        for name in record["images"]:
            with Image.open(target / name) as image:
                assert image.size == (160, 120)
    with pytest.raises(UserError, match="holds other things"):
        export(book, rows, "folder", target)


@pytest.mark.parametrize("kind", KINDS)
def test_cancelling_leaves_nothing(book: CaseBook, tmp_path: Path, kind: str) -> None:
    told: list[int] = []
    watch = Watch(progress=lambda _what, done, _total: told.append(done), cancelled=lambda: len(told) > 2)
    with pytest.raises(CancelledError):
        export(book, book.rows(), kind, tmp_path / "new" / "out", watch=watch)
    assert not [path for path in (tmp_path / "new").rglob("*") if path.is_file()]


def test_what_cannot_be_exported_is_a_sentence(book: CaseBook, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="No case is listed"):
        export(book, book.rows(parse_filter("tag:none")), "csv", tmp_path / "out.csv")
    with pytest.raises(UserError, match="no kind of export 'word'"):
        export(book, book.rows(), "word", tmp_path / "out")
    with pytest.raises(UserError, match="no predictions of a model 'o3'"):
        export(book, book.rows(), "csv", tmp_path / "out", models=["o3"])
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match="cannot be written"):
        export(book, book.rows(), "csv", tmp_path / "file" / "out.csv")


def test_names_of_models_become_names_of_files() -> None:
    assert file_name("org/GPT 5: mini") == "org_GPT_5_mini"
    assert file_name("../../etc") == "etc"
    assert file_name("...") == file_name("") == "unnamed"
    assert len(file_name("x" * 5_000)) == 100


def test_a_thumbnail_is_small_and_only_of_pictures() -> None:
    stream = io.BytesIO()
    Image.new("RGB", (1024, 768), "red").save(stream, "PNG")
    with Image.open(io.BytesIO(thumbnail(stream.getvalue()))) as image:
        assert image.size == (270, 203)
    for wrong in (b"", b"<svg/>", stream.getvalue()[:40], b"GIF89a" + bytes(20)):
        assert thumbnail(wrong) == b""
    bomb = io.BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    assert thumbnail(bomb.getvalue()) == b""
