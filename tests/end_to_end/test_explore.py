"""The commands link and explore, as far as they go without a window."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest

from misi_viewer.cli import main
from misi_viewer.cli.explore import add_arguments, book_spec
from misi_viewer.errors import UserError
from misi_viewer.session.explorer.links import Link, print_link
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from tests.invented_models import DEMO, ExplorerSet

pytestmark = pytest.mark.gl


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Places:
    """Return folders that the commands take for the user's own."""
    made = Places(tmp_path / "cache", tmp_path / "data")
    monkeypatch.setattr(Places, "of_user", classmethod(lambda _cls: made))
    return made


def spec_of(places: Places, *words: str) -> BookSpec:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return book_spec(parser.parse_args(words), places)


def test_link_tells_what_was_found_and_is_remembered(
    explorer_set: ExplorerSet, places: Places, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["link", str(explorer_set.dataset), str(DEMO)]) == 0
    assert capsys.readouterr().out == f"{DEMO}: 3 of 3 complexes linked; 1 that no question asks about\n"
    (tmp_path / "list").write_text(f"{DEMO / '1ia1'}\n")
    assert main(["link", str(explorer_set.dataset), str(tmp_path / "list"), "--json"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["linked"], report["missing"]) == (1, ["1of6", "1s3v"])
    book = open_book(BookSpec(dataset=str(explorer_set.dataset)), places=places)
    assert set(book.complexes) == {"1ia1"}
    book.close()
    assert main(["link", str(explorer_set.dataset), str(tmp_path / "absent")]) == 2
    assert "no such file" in capsys.readouterr().err


def test_explore_takes_what_is_named(explorer_set: ExplorerSet, places: Places) -> None:
    files = [str(path) for path in explorer_set.predictions.values()]
    words = (
        str(explorer_set.dataset),
        "--predictions",
        *files,
        "--case",
        "docking/1ia1/0",
        "--filter",
        'right:"noisy"',
    )
    spec = spec_of(places, *words)
    assert spec == BookSpec(dataset=words[0], predictions=tuple(files), case="docking/1ia1/0", filter="right:noisy")


def test_a_link_opens_the_data_set_that_was_open_before(explorer_set: ExplorerSet, places: Places) -> None:
    book = open_book(BookSpec(dataset=str(explorer_set.dataset)), places=places)
    link = print_link(Link(book.id, "docking/1ia1/0", spec_filter := _filter("task:docking ligand")))
    book.close()
    spec = spec_of(places, link)
    assert (spec.dataset, spec.case) == (str(explorer_set.dataset), "docking/1ia1/0")
    assert _filter(spec.filter) == spec_filter
    with pytest.raises(UserError, match="No data set with the id 0123456789abcdef was open here yet"):
        spec_of(places, "misi://0123456789abcdef/docking/1ia1/0")
    with pytest.raises(UserError, match="is no link to a case"):
        spec_of(places, "misi:rm -rf")


def _filter(text: str) -> object:
    from misi_viewer.session.explorer.filter_text import parse_filter

    return parse_filter(text)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["explore", "absent"], "there is no such file or folder"),
        (["explore", ".", "--filter", "colour:red"], "There is no 'colour' to filter by"),
        (["explore", ".", "--predictions", "absent.jsonl"], "there is no such file or folder"),
    ],
)
def test_what_is_wrong_is_one_sentence(
    words: list[str],
    sentence: str,
    places: Places,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
