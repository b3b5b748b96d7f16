"""The catalogue answers as a plain list would."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from misi_viewer.dataset.catalogue import Catalogue, Filter, import_sources
from misi_viewer.dataset.predictions import Prediction
from misi_viewer.dataset.predictions.scoring import score_known
from misi_viewer.errors import UserError
from misi_viewer.tasks.answers import parse_answer

COMPLEXES = ("1abc", "2xyz", "3def")
MODELS = ("first", "second model")


def rows() -> list[dict[str, object]]:
    """Return questions of four tasks about three complexes."""
    answers = {"translation": "move x 3", "rotation": "roll y 15", "zooming": "move z 50", "pocket_ligand": "No"}
    return [
        {
            "id": f"{task}/{own}/{number}",
            "task": task,
            "split": "test" if own == "2xyz" else "train",
            "complex": own,
            "prompt": f"How is {own} seen, number {number}? {'Rare words.' if number == 2 else ''}",
            "images": [f"pictures/{own}.png", f"pictures/{task}{number}.png"],
            "options": None,
            "answer": answer,
        }
        for task, answer in answers.items()
        for own in COMPLEXES
        for number in range(4)
    ]


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Return a catalogue with predictions of two models."""
    (tmp_path / "set.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows()))
    import_sources([tmp_path / "set.jsonl"], tmp_path / "catalogue")
    draw = random.Random(1)
    with Catalogue(tmp_path / "catalogue") as opened:
        questions = opened.questions()
        found = []
        for model in MODELS:
            for known in questions.by_id.values():
                raw = draw.choice(("move x 3", "move x 1", "roll y 30", "I cannot.", "", "Whatever the word"))
                form = "bonds" if known.task == "pocket_ligand" else "command"
                parsed = parse_answer(form, raw)  # type: ignore[arg-type]
                found.append(
                    Prediction(
                        question=known.id,
                        task=known.task,
                        model=model,
                        raw=raw,
                        answer=parsed.answer,
                        state=parsed.state,
                    )
                )
        assert opened.add_predictions(found, questions) == 2 * len(rows())
        yield opened


FILTERS = [
    Filter(),
    Filter(task="rotation"),
    Filter(split="test"),
    Filter(task="zooming", split="train"),
    Filter(complex="1abc"),
    Filter(model="first"),
    Filter(state="refused"),
    Filter(model="second model", state="parsed"),
    Filter(lowest=0.5),
    Filter(highest=0.0, model="first"),
    Filter(lowest=0.1, highest=0.9),
    Filter(task="translation", state="parsed", lowest=1.0),
    Filter(text="rare words"),
    Filter(text="number rare", task="rotation"),
    Filter(text="whatever"),
    Filter(text="2xyz seen", model="first", lowest=0.0),
    Filter(text="nothing like it"),
    Filter(text="?!"),
]


def fits(catalogue: Catalogue, n: int, wanted: Filter) -> bool:
    """Return whether a question is wanted, looking at all of it."""
    case = catalogue.case(n)
    entry = case.entry
    if (wanted.task or entry.task, wanted.split or entry.split) != (entry.task, entry.split):
        return False
    if wanted.complex and wanted.complex != entry.complex:
        return False
    words = [word for word in wanted.text.lower().replace("%", " ").split() if any(map(str.isalnum, word))]
    texts = [f"{entry.id} {case.prompt} {entry.answer}", *(one.prediction.raw for one in case.predictions)]
    if wanted.text and not any(words and all(word in text.lower() for word in words) for text in texts):
        return False
    low, high = wanted.lowest or 0.0, 1.0 if wanted.highest is None else wanted.highest
    return not wanted.about_predictions or any(
        wanted.model in ("", one.prediction.model)
        and wanted.state in ("", one.prediction.state)
        and low <= one.score <= high
        for one in case.predictions
    )


@pytest.mark.parametrize("wanted", FILTERS, ids=str)
def test_pages_hold_what_is_wanted_and_nothing_else(catalogue: Catalogue, wanted: Filter) -> None:
    expected = [n for n in range(1, len(rows()) + 1) if fits(catalogue, n, wanted)]
    found: list[int] = []
    while page := catalogue.page(wanted, found[-1] if found else 0, 5):
        found += [entry.n for entry in page]
    assert found == expected
    assert catalogue.count(wanted) == len(expected)


def test_some_of_these_filters_find_some_but_not_all(catalogue: Catalogue) -> None:
    counts = [catalogue.count(wanted) for wanted in FILTERS]
    assert sum(0 < count < len(rows()) for count in counts) > 12


def test_a_case_has_all_that_belongs_to_it(catalogue: Catalogue, tmp_path: Path) -> None:
    n = catalogue.key("translation/1abc/2")
    assert n == 3
    case = catalogue.case(n)
    assert case.prompt == "How is 1abc seen, number 2? Rare words."
    assert [picture.name for picture in case.pictures] == ["pictures/1abc.png", "pictures/translation2.png"]
    assert (case.source, case.place, case.row) == (tmp_path, "set.jsonl", 3)
    assert case.derived
    assert [one.prediction.model for one in case.predictions] == list(MODELS)
    assert catalogue.key("translation/9zzz/0") is None
    with pytest.raises(UserError, match="no question 999"):
        catalogue.case(999)


def test_new_predictions_of_a_model_replace_the_old(catalogue: Catalogue) -> None:
    questions = catalogue.questions()
    own = "translation/1abc/0"
    answer = parse_answer("command", "move x 2").answer
    new = Prediction(
        question=own, task="translation", model="first", raw="Unheard move x 2", answer=answer, state="parsed"
    )
    before = [one for one in catalogue.predictions(1) if one.prediction.model == "first"]
    catalogue.add_predictions([new], questions)
    after = [one for one in catalogue.predictions(1) if one.prediction.model == "first"]
    assert [one.prediction for one in after] == [new] != [one.prediction for one in before]
    assert after[0].score == pytest.approx(6 / 7) == score_known(questions.by_id[own], new).score
    assert [entry.n for entry in catalogue.page(Filter(text="unheard"))] == [1]
    catalogue.add_predictions([before[0].prediction], questions)
    assert not catalogue.page(Filter(text="unheard"))


def test_importing_again_adds_nothing_and_keeps_all(catalogue: Catalogue, tmp_path: Path) -> None:
    catalogue.close()
    more = [*rows(), {**rows()[0], "id": "translation/4new/0", "complex": "4new"}]
    (tmp_path / "more.json").write_text(json.dumps(more))
    report = import_sources([tmp_path / "more.json"], tmp_path / "catalogue")
    assert report.added == 1
    assert report.reading.not_placed == {"there is a question of this id already": len(rows())}
    with Catalogue(tmp_path / "catalogue") as opened:
        assert opened.count(Filter()) == len(rows()) + 1
        assert opened.values("model") == {model: len(rows()) for model in MODELS}


def test_a_failed_import_leaves_nothing_behind(catalogue: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04")
    for target in (tmp_path / "new", tmp_path / "catalogue"):
        with pytest.raises(UserError):
            import_sources([tmp_path / "set.jsonl", tmp_path / "x.zip"], target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["catalogue", "set.jsonl", "x.zip"]
    assert catalogue.count(Filter()) == len(rows())


def test_what_is_no_catalogue_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE x (y)")
    connection.close()
    garbage = tmp_path / "garbage"
    garbage.write_bytes(bytes(range(256)) * 40)
    for path in (other, garbage):
        with pytest.raises(UserError, match="this is no catalogue"):
            Catalogue(path)
    with pytest.raises(UserError, match="no such catalogue"):
        Catalogue(tmp_path / "absent")


def test_another_version_is_refused(catalogue: Catalogue) -> None:
    catalogue.connection.execute("PRAGMA user_version = 99")
    catalogue.close()
    with pytest.raises(UserError, match="newer MiSI Viewer"):
        Catalogue(catalogue.path)


def test_hostile_text_is_only_text(catalogue: Catalogue) -> None:
    for text in ('" OR 1=1 --', "id:x NEAR(a b)", "'; DROP TABLE questions; --", "*", "^a", "\0", "x" * 100_000):
        catalogue.page(Filter(text=text, task=text))
    assert catalogue.count(Filter()) == len(rows())


def test_a_damaged_catalogue_gives_a_sentence(catalogue: Catalogue, tmp_path: Path) -> None:
    whole = catalogue.path.read_bytes()
    damaged = tmp_path / "damaged"
    draw = random.Random(2)
    sentences = []
    for _ in range(60):
        data = bytearray(whole)
        for _ in range(draw.choice((1, 8, 60))):
            data[draw.randrange(len(data))] = draw.randrange(256)
        damaged.write_bytes(data)
        try:
            with Catalogue(damaged) as opened:
                for wanted in (Filter(), Filter(text="seen"), Filter(state="parsed")):
                    for entry in opened.page(wanted):
                        opened.case(entry.n)
                opened.questions()
        except UserError as error:
            sentences.append(str(error))
    assert len(sentences) > 10
    assert all(sentence.endswith(".") for sentence in sentences)
