"""Means, the eight-column average, bootstrap, comparison, tables."""

from __future__ import annotations

import json

import msgspec
import numpy as np
import pytest

from misi_viewer.scoring.aggregate import compare, summarise
from misi_viewer.scoring.bootstrap import interval, paired_difference, resampled_means
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.published import equal_means, published
from misi_viewer.scoring.rows import AVERAGED, COLUMNS, ScoredRow, column_of, score_row
from misi_viewer.scoring.score import Clause
from misi_viewer.scoring.tables import Report, option_lines, plain_text, score_table, to_json
from misi_viewer.tasks.answers import parse_answer
from misi_viewer.tasks.schema import TaskFile


def row(
    column: str, n: int, score: float, exact: float = 0.0, clause: Clause = Clause.BINS, bonds: int = 1
) -> ScoredRow:
    return ScoredRow(f"{column}/{n}", column.rstrip("+-"), f"c{n}", column, exact, score, clause, bonds)


def one_each(score: float) -> list[ScoredRow]:
    return [row(column, n, score * (1 if n else 0.5), score) for column in COLUMNS for n in range(2)]


def test_means_are_in_percent() -> None:
    summary = summarise([row("translation", 0, 1.0, 1.0), row("translation", 1, 0.5), row("translation", 2, 0.0)])
    column = summary.column("translation")
    assert column is not None
    assert (column.label, column.score.value, column.score.count) == ("T1", pytest.approx(50.0), 3)
    assert column.exact.value == pytest.approx(100 / 3)
    assert column.clauses == {"error in bins": 3}
    assert summary.average_score.value is None
    assert summary.column("rotation") is None


def test_the_average_leaves_t5_and_t6_out() -> None:
    assert [COLUMNS[name] for name in AVERAGED] == ["T1", "T2", "T3", "T4+", "T4-", "T7", "T8", "T9"]
    rows = [row(column, 0, place / 10, place / 20) for place, column in enumerate(COLUMNS)]
    summary = summarise(rows)
    assert summary.average_score.value == pytest.approx(10 * (0 + 1 + 2 + 3 + 4 + 7 + 8 + 9) / 8)
    assert summary.average_exact.value == pytest.approx(5 * (0 + 1 + 2 + 3 + 4 + 7 + 8 + 9) / 8)
    assert summary.average_score.count == 8
    assert [column.name for column in summary.columns] == list(COLUMNS)


def test_failed_calls_are_dropped_or_zero() -> None:
    rows = [
        row("translation", 0, 1.0, 1.0),
        row("translation", 1, 0.0, clause=Clause.FAILED_CALL),
        row("translation", 2, 0.0, clause=Clause.NO_PREDICTION),
        row("translation", 3, 0.0, clause=Clause.REFUSED),
    ]
    dropped, zero = summarise(rows).columns[0], summarise(rows, ScoringOptions(missing="zero")).columns[0]
    assert (dropped.score.value, dropped.score.count) == (pytest.approx(50), 2)
    assert (zero.score.value, zero.score.count) == (pytest.approx(25), 4)
    assert (dropped.questions, dropped.answered) == (zero.questions, zero.answered) == (4, 2)


def test_nothing_but_failed_calls() -> None:
    summary = summarise([row("translation", 0, 0.0, clause=Clause.FAILED_CALL)])
    assert summary.columns[0].score.value is None
    assert "-" in plain_text(score_table({"model": summary}, "score"))


def test_t9s_exact_match_over_complexes_with_bonds() -> None:
    rows = [
        row("pocket_ligand", 0, 1.0, 1.0, Clause.NO_BOND_RIGHT, bonds=0),
        row("pocket_ligand", 1, 1.0, 1.0, Clause.EXACT, bonds=2),
        row("pocket_ligand", 2, 0.5, 0.0, Clause.ALL_AND_MORE, bonds=2),
    ]
    bonded, everything = summarise(rows).columns[0], summarise(rows, ScoringOptions(pocket_exact="all")).columns[0]
    assert (bonded.exact.value, bonded.exact.count) == (pytest.approx(50), 2)
    assert (everything.exact.value, everything.exact.count) == (pytest.approx(200 / 3), 3)
    assert bonded.score == everything.score


def test_t4_is_split(task_files: dict[str, TaskFile]) -> None:
    file = task_files["residue_ligand"]
    for text, column in (("No", "residue_ligand-"), ("Yes: ARG NH2, O1B", "residue_ligand+")):
        truth = parse_answer("residue_bonds", text).answer
        assert truth is not None
        assert column_of(file, truth) == column
        scored = score_row(file, "q", "1abc", parse_answer("residue_bonds", text), truth)
        assert (scored.column, scored.task, scored.score) == (column, "residue_ligand", 1.0)
        assert scored.bonds == (0 if text == "No" else 1)


def test_a_users_task_comes_last() -> None:
    summary = summarise([row("my_task", 0, 1.0), row("zooming", 0, 1.0)])
    assert [column.label for column in summary.columns] == ["T3", "my_task"]
    assert "my_task" in plain_text(score_table({"m": summary}, "exact"), 200)


def test_the_bootstrap_is_repeatable_and_holds_the_mean() -> None:
    values = np.array([0.0] * 30 + [100.0] * 70)
    means = resampled_means(values, key="a")
    assert np.array_equal(means, resampled_means(values, key="a"))
    assert not np.array_equal(means, resampled_means(values, key="b"))
    bounds = interval(means)
    half = 1.96 * np.sqrt(0.3 * 0.7 / 100) * 100
    assert bounds.low == pytest.approx(70 - half, abs=1.5)
    assert bounds.high == pytest.approx(70 + half, abs=1.5)


def test_draws_do_not_depend_on_how_many_are_held_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.arange(10.0)
    at_once = resampled_means(values, resamples=50)
    monkeypatch.setattr("misi_viewer.scoring.bootstrap._DRAWS_AT_ONCE", 70)
    assert np.array_equal(at_once, resampled_means(values, resamples=50))


def test_paired_differences() -> None:
    better = paired_difference({"a": np.full(20, 10.0), "b": np.full(5, 20.0)})
    assert better is not None
    assert (better.mean, better.low, better.high, better.p_value, better.count) == (15.0, 15.0, 15.0, 0.0, 25)
    even = paired_difference({"a": np.array([-1.0, 1.0] * 50)})
    assert even is not None
    assert even.low < 0 < even.high
    assert even.p_value > 0.5
    assert paired_difference({}) is None
    assert paired_difference({"a": np.empty(0)}) is None


def test_models_are_compared_on_common_questions() -> None:
    first, second = one_each(1.0), one_each(0.5)
    comparison = compare(first, second)
    assert comparison.average is not None
    assert comparison.average.mean == pytest.approx(37.5)
    assert comparison.columns["translation"].count == 2
    fewer = compare(first[:2], [*second[:1], row("translation", 9, 1.0)])
    assert fewer.columns["translation"].count == 1
    assert fewer.average is None
    failed = [row("translation", 0, 0.0, clause=Clause.FAILED_CALL)]
    assert not compare(first, failed).columns
    assert compare(first, failed, ScoringOptions(missing="zero")).columns["translation"].mean == pytest.approx(50)


def test_published_averages_follow_from_their_columns_but_for_misprints() -> None:
    table = published()
    assert len(table.methods) == 12
    wrong = set()
    for method in table.methods:
        for which in ("score", "exact"):
            assert len(method.numbers(which)) == len(table.columns) == 11
            if not equal_means(table.value(method, which, "average"), table.average(method, which)):
                wrong.add((method.name, which))
    marked = {(one.method, one.table) for one in table.misprints if one.column == "average"}
    assert wrong == marked
    assert len(marked) == 4


def test_exact_matches_are_never_above_scores_in_print() -> None:
    table = published()
    for method in table.methods:
        for name in table.columns[1:]:
            assert table.value(method, "exact", name) <= table.value(method, "score", name)


def test_published_columns_are_the_tables() -> None:
    table = published()
    assert table.columns == ("average", *COLUMNS)
    human = table.method("Human")
    assert table.value(human, "exact", "pocket_ligand") == 70.0
    with pytest.raises(KeyError):
        table.method("Nobody")


@pytest.mark.parametrize(("one", "other", "equal"), [(33.65, 33.67, True), (33.65, 33.63, True), (33.65, 33.68, False)])
def test_equal_within_two_hundredths(one: float, other: float, equal: bool) -> None:
    assert equal_means(one, other) is equal


def test_the_table_shows_models_beside_published_rows() -> None:
    rows = one_each(1.0)
    text = plain_text(score_table({"my \x1b[31m[red]model": summarise(rows)}, "score"))
    assert "\x1b" not in text
    assert "my ?[31m[red]model" in text
    assert "Claude Opus 4, tiny" in text
    assert "29.20*" in text
    assert "The eight columns give 28.20." in text
    assert "16/16" in text
    assert "75.00" in text
    alone = plain_text(score_table({"m": summarise(rows)}, "exact", with_published=False))
    assert "Claude" not in alone
    assert "T9 over complexes with bonds" in alone


def test_json_holds_everything() -> None:
    rows = one_each(1.0)
    summary = summarise(rows)
    text = to_json({"m": summary}, {"m - m": compare(rows, rows)}, {"m": rows})
    report = msgspec.json.decode(text, type=Report)
    assert report.summaries["m"] == summary
    assert report.rows["m"] == rows
    assert report.published == published()
    assert json.loads(text)["summaries"]["m"]["options"]["bond_denominator"] == "given"


def test_options_are_told_with_their_defaults() -> None:
    assert "bond_denominator: given" in option_lines(ScoringOptions())
    assert "missing: zero (default drop)" in option_lines(ScoringOptions(missing="zero"))
