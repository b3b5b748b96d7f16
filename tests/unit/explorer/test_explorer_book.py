"""The book lists what a plain look at every question would, and keeps its columns in line with what people say."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.dataset.side_file import SideFile
from misi_viewer.dataset.watch import CancelledError, Watch
from misi_viewer.errors import UserError
from misi_viewer.scoring.aggregate import summarise
from misi_viewer.scoring.factors import answer_factors
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.factor_table import FACTORS
from misi_viewer.session.explorer.factors import factor_value
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Sort, Term
from misi_viewer.session.explorer.lines import OpenCase
from misi_viewer.session.explorer.opening import BookSpec, open_book
from misi_viewer.session.explorer.places import Places
from misi_viewer.tasks.answers import Answer, CommandsAnswer
from tests.invented_models import MODELS, ExplorerSet

pytestmark = pytest.mark.gl


def cases(book: CaseBook) -> list[OpenCase]:
    return [book.open(row) for row in range(len(book.table))]


def listed(book: CaseBook, text: str) -> set[str]:
    return {line.id for line in book.page(book.rows(parse_filter(text)))}


def score(case: OpenCase, model: str) -> float:
    return case.predictions[model].now.score


def truth(case: OpenCase) -> Answer | None:
    return case.answer_of("perfect")


def factor(answer: Answer | None, name: str) -> object:
    return None if answer is None else factor_value(answer_factors(answer), name)


def error(case: OpenCase, model: str, verb: str) -> float | None:
    """Return given minus true, where the axis is right."""
    amounts = []
    for answer in (case.answer_of(model), truth(case)):
        commands = answer.commands if isinstance(answer, CommandsAnswer) else ()
        amounts.append({command.axis: command.amount for command in commands if command.verb == verb})
    (axis, true) = next(iter(amounts[1].items()), ("", 0.0))
    return amounts[0][axis] - true if axis in amounts[0] else None


PLAIN: dict[str, Callable[[OpenCase], bool]] = {
    "": lambda case: True,
    "task:docking,zooming": lambda case: case.case.entry.task in ("docking", "zooming"),
    "-task:docking": lambda case: case.case.entry.task != "docking",
    "split:test": lambda case: True,
    "split:train": lambda case: False,
    "complex:1of6": lambda case: "1of6" in (case.case.entry.complex, case.case.target),
    "right:noisy": lambda case: case.predictions["noisy"].now.exact == 1,
    "right:perfect wrong:noisy": lambda case: case.predictions["noisy"].now.exact == 0,
    "wrong:refusing": lambda case: (
        case.predictions["refusing"].now.exact == 0
        and case.predictions["refusing"].now.prediction.state != "failed call"
    ),
    "score:noisy=0.3..0.99": lambda case: 0.3 <= score(case, "noisy") <= 0.99,
    "score:*=0.3..0.99": lambda case: any(0.3 <= score(case, model) <= 0.99 for model in MODELS),
    'state:refusing="failed call","no answer"': lambda case: (
        case.predictions["refusing"].now.prediction.state in ("failed call", "no answer")
    ),
    'clause:axis-confused="wrong axis"': lambda case: case.predictions["axis-confused"].now.clause == "wrong axis",
    "axis:x given-axis:axis-confused=y": lambda case: (
        factor(truth(case), "axis") == "x" and factor(case.answer_of("axis-confused"), "axis") == "y"
    ),
    "sign:-": lambda case: factor(truth(case), "sign") == "-",
    "magnitude:30..60": lambda case: 30 <= (factor(truth(case), "magnitude") or 0) <= 60,
    "zoom:45..": lambda case: (factor(truth(case), "zoom") or 0) >= 45,
    "move-magnitude:..13": lambda case: (factor(truth(case), "move-magnitude") or 99) <= 13,
    "bonds:1..": lambda case: (factor(truth(case), "bonds") or 0) >= 1,
    "bonds:0": lambda case: factor(truth(case), "bonds") == 0,
    "given-bonds:enumerating=6..": lambda case: (factor(case.answer_of("enumerating"), "bonds") or 0) >= 6,
    "column:residue_ligand-,rotation": lambda case: (
        case.case.entry.task == "rotation"
        or (case.case.entry.task == "residue_ligand" and case.case.entry.answer == "No")
    ),
    "roll-error:noisy=15": lambda case: error(case, "noisy", "roll") == 15,
    "move-error:noisy=-0.5..0.5": lambda case: error(case, "noisy", "move") == 0,
    "letter:B,C": lambda case: factor(truth(case), "letter") in ("B", "C"),
    "given:noisy=B": lambda case: case.predictions["noisy"].now.printed == "B",
    "pretty": lambda case: any("pretty" in one.now.prediction.raw for one in case.predictions.values()),
}


@pytest.mark.parametrize("text", PLAIN)
def test_a_filter_lists_what_it_says(book: CaseBook, text: str) -> None:
    assert listed(book, text) == {case.id for case in cases(book) if PLAIN[text](case)}


def test_these_filters_list_some_but_not_all(book: CaseBook) -> None:
    counts = [len(listed(book, text)) for text in PLAIN]
    assert sum(0 < count < len(book.table) for count in counts) >= 20


def test_all_questions_come_in_the_order_of_the_benchmark(book: CaseBook, explorer_set: ExplorerSet) -> None:
    lines = book.page(book.rows())
    assert {line.id for line in lines} == set(explorer_set.rows)
    tasks = list(dict.fromkeys(line.task for line in lines))
    assert tasks == [
        "translation",
        "rotation",
        "zooming",
        "residue_ligand",
        "translation_rotation",
        "rotation_rotation",
        "docking",
        "interaction_location",
        "pocket_ligand",
    ]
    for line in lines:
        row = explorer_set.rows[line.id]
        assert (line.task, line.complex, line.answer) == (row["task"], row["complex"], row["answer"])
        assert line.replies["perfect"].exact
        assert list(line.replies) == list(MODELS)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("column", ["id", "task", "complex", "answer", "tags", "note", *FACTORS])
def test_any_column_sorts_and_what_is_empty_comes_last(book: CaseBook, column: str, descending: bool) -> None:
    for place, row in enumerate((3, 20, 41)):
        book.side.tag(book.table.ids[row], "zya"[place])
        book.side.set_note(book.table.ids[row], "zya"[place])
    rows = book.rows(EVERYTHING, Sort(column=column, descending=descending))
    assert sorted(rows.tolist()) == list(range(len(book.table)))
    values = [value_of(book, int(row), column) for row in rows]
    there = [value for value in values if value is not None]
    assert values[: len(there)] == there
    if column not in ("id", "task", "complex", "answer"):
        assert there == sorted(there, reverse=descending)  # type: ignore[type-var]


def value_of(book: CaseBook, row: int, column: str) -> object:
    if column in ("tags", "note"):
        own = book.table.ids[row]
        return (", ".join(book.side.tags(own)) if column == "tags" else book.side.note(own)) or None
    if column in FACTORS:
        found = book.factors.column(column)
        if isinstance(found, np.ndarray):
            return None if math.isnan(found[row]) else float(found[row])
        return found.text(row) or None
    return book.table.ids[row] if column == "id" else getattr(book.table, column).text(row)


def test_scores_sort_and_the_order_of_the_benchmark_breaks_ties(book: CaseBook) -> None:
    rows = book.rows(EVERYTHING, Sort(column="score", model="noisy", descending=True))
    scores = [float(book.model("noisy").score[row]) for row in rows]
    assert scores == sorted(scores, reverse=True)
    ties = [int(row) for row, value in zip(rows, scores, strict=True) if value == scores[0]]
    assert ties == sorted(ties, key=lambda row: book.table.id_rank[row])


def test_what_there_is_not_is_a_sentence(book: CaseBook) -> None:
    with pytest.raises(UserError, match=r"no predictions of a model 'o3'; there are perfect, noisy"):
        book.rows(parse_filter("right:o3"))
    with pytest.raises(UserError, match="There is no state 'lost'"):
        book.rows(parse_filter("state:noisy=lost"))
    with pytest.raises(UserError, match="no predictions of a model"):
        book.rows(EVERYTHING, Sort(column="score", model="o3"))
    assert listed(book, "tag:none") == listed(book, "id:none") == listed(book, "?!") == set()


def test_counts_and_means_agree_with_the_scores_of_the_command_line(book: CaseBook) -> None:
    rows = book.rows(parse_filter("complex:1ia1,1s3v"))
    for model in MODELS:
        columns = {one.name: one for one in summarise(book.scored_rows(model, rows), resamples=2).columns}
        for line in book.tasks(rows):
            own = [column for name, column in columns.items() if name.rstrip("+-") == line.task]
            assert line.count == sum(column.questions for column in own)
            assert line.answered[model] == sum(column.answered for column in own)
            if len(own) == 1 and own[0].score.value is not None:
                assert line.scores[model] == pytest.approx(own[0].score.value, abs=1e-4)
    assert {line.task for line in book.tasks()} == set(book.table.task.names)
    assert {row.column for row in book.scored_rows("noisy", book.rows())} >= {"residue_ligand+", "residue_ligand-"}


def test_tags_and_notes_are_found(book: CaseBook) -> None:
    first, second = book.table.ids[5], book.table.ids[7]
    book.side.tag(first, "odd")
    book.side.tag(second, "done")
    book.side.set_note(second, "The ligand is Hidden here.")
    assert listed(book, "tag:odd") == {first}
    assert listed(book, "tag:odd,done") == {first, second}
    assert listed(book, "-tag:odd noted:yes") == {second}
    assert listed(book, "hidden lig") == {second}
    assert book.line(7).tags == ("done",)
    assert book.line(7).noted
    assert book.open(7).note == "The ligand is Hidden here."


def test_a_corrected_reply_is_scored_anew_and_the_original_kept(book: CaseBook, places: Places, spec: BookSpec) -> None:
    row = int(book.rows(parse_filter("task:translation wrong:enumerating"))[0])
    before = book.open(row).predictions["enumerating"]
    assert (before.now.prediction.state, before.corrected) == ("contradicting", False)
    answer = book.table.answer.text(row)
    after = book.correct(row, "enumerating", answer)
    assert (after.now.printed, after.now.exact, after.corrected) == (answer, 1.0, True)
    assert after.original.prediction == before.original.prediction
    assert after.now.prediction.reason == "Corrected by a person."
    assert book.line(row).replies["enumerating"].exact
    assert listed(book, "corrected:enumerating") == listed(book, "corrected:*") == {book.table.ids[row]}
    again = open_book(spec, places=places, author="other")
    assert again.line(row).replies["enumerating"].corrected
    assert again.rows(parse_filter(f"given:enumerating={json.dumps(answer)}")).tolist() == [row]
    again.uncorrect(row, "enumerating")
    again.close()
    assert book.refresh() == {book.table.ids[row]}
    assert book.line(row).replies["enumerating"].state == "contradicting"
    assert [one.author for one in book.side.history(book.table.ids[row])] == ["me", "other"]


def test_a_correction_may_say_that_there_is_no_answer_and_must_be_one_otherwise(book: CaseBook) -> None:
    row = int(book.rows(parse_filter("task:docking"))[0])
    after = book.correct(row, "perfect", "", "refused")
    assert (after.now.prediction.state, after.now.clause, after.now.score) == ("refused", "refused", 0.0)
    for wrong in ("it is big", "", "B"):
        with pytest.raises(UserError, match=r"is no answer of the task docking; the truth, for one, reads 'roll"):
            book.correct(row, "perfect", wrong)
    assert not book.correct(row, "perfect", book.table.answer.text(row)).corrected


def test_what_another_person_says_is_taken_over(book: CaseBook, tmp_path: Path) -> None:
    row = int(book.rows(parse_filter("task:translation"))[0])
    other = SideFile(tmp_path / "other.sqlite", book.id, "you")
    other.tag(book.table.ids[row], "odd")
    added, questions = book.merge(tmp_path / "other.sqlite")
    assert (added, questions) == (1, {book.table.ids[row]})
    assert book.line(row).tags == ("odd",)


def test_other_options_give_other_scores_and_corrections_stay(book: CaseBook) -> None:
    row = int(book.rows(parse_filter("task:zooming wrong:enumerating"))[0])
    book.correct(row, "enumerating", book.table.answer.text(row))
    before = {name: model.score.copy() for name, model in book.models.items()}
    relative = ScoringOptions(command_error="relative", bond_denominator="true")
    book.set_options(relative)
    assert any((before[name] != model.score).any() for name, model in book.models.items())
    for case in cases(book):
        for name, shown in case.predictions.items():
            assert book.models[name].score[case.row] == pytest.approx(shown.now.score)
            assert book.models[name].exact[case.row] == shown.now.exact
    assert book.models["enumerating"].exact[row]
    book.set_options(DEFAULT_OPTIONS)
    for name, model in book.models.items():
        assert model.score == pytest.approx(before[name])


def test_cancelled_scoring_changes_nothing(book: CaseBook) -> None:
    before = book.model("noisy").score.copy()
    with pytest.raises(CancelledError):
        book.set_options(ScoringOptions(command_error="relative"), Watch(cancelled=lambda: True))
    assert book.options == DEFAULT_OPTIONS
    assert (book.model("noisy").score == before).all()


def test_a_case_has_its_question_its_pictures_and_the_clause(book: CaseBook, explorer_set: ExplorerSet) -> None:
    row = int(book.rows(parse_filter("task:docking"))[0])
    case = book.open(row)
    asked = explorer_set.rows[case.id]
    assert case.question is not None
    assert (case.question.prompt, case.question.answer) == (asked["prompt"], asked["answer"])
    assert [data[:4] if isinstance(data, bytes) else data for data in book.pictures(case)] == [b"\x89PNG"] * 7
    shown = case.predictions["axis-confused"]
    assert shown.score.clause.value == shown.now.clause
    assert "wrong" in shown.score.sentence
    assert case.answer_of("nobody") is None
    assert book.row_of(case.id) == row
    assert book.row_of("docking/none/0") is None


def test_terms_replace_one_another() -> None:
    wanted = parse_filter("task:docking right:a wrong:b ligand")
    changed = wanted.with_term(Term(key="task", values=("zooming",)))
    assert changed == parse_filter("right:a wrong:b task:zooming ligand")
    assert changed.without("right", "a") == parse_filter("wrong:b task:zooming ligand")
    assert not parse_filter("  ")
