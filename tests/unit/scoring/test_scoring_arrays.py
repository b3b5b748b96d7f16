"""Many scored questions at once give what one after the other gives."""

from __future__ import annotations

import numpy as np
import pytest

from misi_viewer.camera.commands import parse_commands
from misi_viewer.scoring.arrays import arrays_of
from misi_viewer.scoring.bootstrap import interval, resampled_means
from misi_viewer.scoring.commands import amount_errors
from misi_viewer.scoring.factors import Group, confusion, count_confusion, group_means, means_of_groups
from misi_viewer.scoring.rows import ScoredRow
from misi_viewer.scoring.score import Clause


def test_many_cases_of_few_values_are_resampled_as_sure_as_their_number_makes_them() -> None:
    values = np.repeat([0.0, 50.0, 100.0], [20_000, 10_000, 30_000])
    means = resampled_means(values)
    assert means.shape == (2_000,)
    assert means.mean() == pytest.approx(values.mean(), abs=0.03)
    assert means.std() == pytest.approx(values.std() / np.sqrt(len(values)), rel=0.06)
    bounds = interval(means)
    assert bounds.high - bounds.low == pytest.approx(2 * 1.96 * values.std() / np.sqrt(len(values)), rel=0.08)


@pytest.mark.parametrize("count", [20, 200, 2_000, 20_000])
@pytest.mark.parametrize("outlier", [False, True])
def test_many_different_values_are_resampled_as_sure_as_they_are(count: int, outlier: bool) -> None:
    values = np.random.default_rng(count).random(count) ** 2
    if outlier:  # all others are neighbours then
        values[0] = 50.0
    means = resampled_means(values)
    assert means.mean() == pytest.approx(values.mean(), abs=4 * values.std() / np.sqrt(count * 2_000))
    assert means.std() == pytest.approx(values.std() / np.sqrt(count), rel=0.08)


def test_equal_values_leave_no_doubt() -> None:
    assert set(resampled_means(np.full(1_000, 100.0 / 3.0))) == {100.0 / 3.0}


def test_rows_become_arrays() -> None:
    rows = [
        ScoredRow("a", "pocket_ligand", "1ia1", "pocket_ligand", 0.0, 0.5, Clause.SHARE_OF_BONDS, 3),
        ScoredRow("b", "rotation", "1ia1", "rotation", 1.0, 1.0, Clause.EXACT),
        ScoredRow("c", "rotation", "1ia1", "rotation", 0.0, 0.0, Clause.FAILED_CALL),
    ]
    arrays = arrays_of(rows)
    assert [arrays.columns[place] for place in arrays.column] == [row.column for row in rows]
    assert [arrays.clauses[place] for place in arrays.clause] == [row.clause for row in rows]
    assert arrays.columns == ("rotation", "pocket_ligand")
    assert arrays.score.tolist() == [0.5, 1.0, 0.0]
    assert arrays.exact.tolist() == [0.0, 1.0, 0.0]
    assert arrays.missing.tolist() == [False, False, True]
    assert np.array_equal(arrays.bonds, [3, np.nan, np.nan], equal_nan=True)


def test_groups_by_code_are_those_by_value_and_empty_ones_are_left_out() -> None:
    values = ["x", "z", None, "x", "z", "z"]
    scores = [1.0, 0.0, 1.0, 0.0, 0.5, 1.0]
    by_value = group_means(values, scores)
    by_code = means_of_groups(np.array([0, 2, -1, 0, 2, 2]), ("x", "y", "z"), np.array(scores))
    assert by_code == by_value
    assert [(group.value, group.count, group.mean) for group in by_code] == [("x", 2, 50.0), ("z", 3, 50.0)]
    assert means_of_groups(np.array([-1]), ("x",), np.array([1.0])) == []
    assert all(isinstance(group, Group) for group in by_code)


def test_a_confusion_by_code_is_that_by_name() -> None:
    pairs = [("x", "x"), ("x", "y"), ("y", None), ("w", "x"), ("z", "roll")]
    by_code = count_confusion(np.array([0, 0, 1, -1, 2]), np.array([0, 1, -1, 0, -1]), "xyz")
    assert by_code == confusion(pairs, "xyz")
    assert by_code.counts == ((1, 1, 0, 0), (0, 0, 0, 1), (0, 0, 0, 1))
    assert by_code.givens == ("x", "y", "z", "other")


@pytest.mark.parametrize(
    ("given", "true", "errors"),
    [
        ("move x 3", "move x -1", {"move": 4.0}),
        ("move y 3", "move x 3", {}),
        ("roll x 3", "move x 3", {}),
        ("roll x 60, move x -10", "roll x 75, move x -14", {"roll": -15.0, "move": 4.0}),
        ("move x -14, roll y 75", "roll x 75, move x -14", {"move": 0.0}),
        ("move x 1, move x 2, roll x 75", "roll x 75, move x -14", {"roll": 0.0}),
    ],
)
def test_amounts_are_compared_where_verb_and_axis_are_right(given: str, true: str, errors: dict[str, float]) -> None:
    assert amount_errors(parse_commands(given), parse_commands(true)) == errors
