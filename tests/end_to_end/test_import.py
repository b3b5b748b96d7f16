"""The commands import and score."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from misi_viewer.cli import main

ANSWERS = {"translation/1abc/0": "move x 3", "translation/1abc/1": "move y -2", "residue_ligand/1abc/0": "No"}


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """Return a data set of three questions."""
    folder = tmp_path / "set"
    folder.mkdir()
    for own, answer in ANSWERS.items():
        task = own.partition("/")[0]
        row = {
            "id": own,
            "task": task,
            "split": "test",
            "complex": "1abc",
            "prompt": "Say it.",
            "images": [],
            "answer": answer,
        }
        with (folder / f"{task}.jsonl").open("a") as stream:
            stream.write(json.dumps(row) + "\n")
    return folder


@pytest.fixture
def replies(tmp_path: Path) -> Path:
    """Return replies to two of them, and one that belongs nowhere."""
    path = tmp_path / "some-model.csv"
    path.write_text(
        "id,response\ntranslation/1abc/0,move x 2\nresidue_ligand/1abc/0,No\nnowhere/9zzz/1,\x1b[31m<script>\n"
    )
    return path


def test_import_prints_what_was_placed(dataset: Path, replies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = dataset.parent / "catalogue"
    status = main(["import", str(dataset), "-o", str(target), "--predictions", str(replies)])
    out = capsys.readouterr().out
    assert status == 0
    assert "read: 3 rows of 2 tables" in out
    assert "placed: 3 questions (residue_ligand 1, translation 2)" in out
    assert "not placed: 0 rows" in out
    assert "2 matched (2 by id)" in out
    assert "unmatched: 1, such as nowhere/9zzz/1" in out
    assert "residue not known: 1" in out
    assert target.is_file()


def test_import_in_json_and_with_refusals(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (dataset / "x.pkl").write_bytes(b"\x80\x04.")
    status = main(["import", str(dataset), "-o", str(dataset.parent / "c"), "--json"])
    report = json.loads(capsys.readouterr().out)
    assert status == 1
    assert (report["placed"], report["tasks"]["translation"]) == (3, 2)
    assert len(report["refused"]) == 1


@pytest.mark.parametrize(
    "words", [["import", "absent", "-o", "c"], ["import", "-o", "c"], ["score", "absent", "absent"]]
)
def test_what_is_absent_is_one_sentence(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert error.startswith("misi-viewer: ")
    assert error.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("from_catalogue", [False, True])
def test_score_prints_a_table(
    from_catalogue: bool, dataset: Path, replies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = dataset
    if from_catalogue:
        source = dataset.parent / "catalogue"
        main(["import", str(dataset), "-o", str(source)])
        capsys.readouterr()
    assert main(["score", str(source), str(replies)]) == 0
    out, err = capsys.readouterr()
    row = next(line for line in out.splitlines() if "some-model" in line)
    assert "85.71" in row  # six sevenths
    assert "100.00" in row
    assert "Human" in out
    assert "missing: drop" in out
    assert "unmatched: 1" in err
    assert "\x1b" not in out + err


def test_score_in_json_with_options(dataset: Path, replies: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", str(dataset), str(replies), "--json", "--rows", "--missing", "zero", "--model", "m"]) == 0
    report = json.loads(capsys.readouterr().out)
    columns = {column["name"]: column for column in report["summaries"]["m"]["columns"]}
    assert columns["translation"]["score"]["value"] == pytest.approx(100 * 6 / 7 / 2)
    assert (columns["translation"]["answered"], columns["translation"]["questions"]) == (1, 2)
    assert len(report["rows"]["m"]) == 3


@pytest.mark.parametrize("divisor", ["0", "-1", "nan", "inf", "banana"])
def test_options_out_of_range_are_refused(
    divisor: str, dataset: Path, replies: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["score", str(dataset), str(replies), "--move-divisor", divisor]) == 2
    assert "--move-divisor must be" in capsys.readouterr().err
