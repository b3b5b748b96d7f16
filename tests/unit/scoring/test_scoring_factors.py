"""Factor values, their groups, confusion of axes and letters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from misi_viewer.scoring.factors import (
    Factors,
    answer_factors,
    axis_confusion,
    confusion,
    exact_by_bonds,
    group_means,
    letter_confusion,
    zoom_errors,
)
from misi_viewer.scoring.rows import ScoredRow
from misi_viewer.scoring.score import Clause
from misi_viewer.tasks.answers import Answer, Form, LetterAnswer, parse_answer


def answer(form: Form, text: str) -> Answer:
    parsed = parse_answer(form, text).answer
    assert parsed is not None
    return parsed


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        ("command", "move x -3", Factors(verb="move", axis="x", sign=-1, magnitude=3.0)),
        ("command", "roll y 15", Factors(verb="roll", axis="y", sign=1, magnitude=15.0)),
        ("command", "move z 50", Factors(verb="move", axis="z", sign=1, magnitude=50.0, zoom=50.0)),
        (
            "commands",
            "roll x 75, move x -14",
            Factors(verb="roll", axis="x", sign=1, magnitude=75.0, move_sign=-1, move_magnitude=14.0),
        ),
        ("letter", "C", Factors(letter="C")),
        ("bonds", "No", Factors(bonds=0)),
        ("bonds", "ARG 45 NH2 A, O1B; ARG 45 NE A, O2G", Factors(bonds=2)),
    ],
)
def test_what_a_truth_tells(form: Form, text: str, expected: Factors) -> None:
    assert answer_factors(answer(form, text)) == expected


def test_groups_by_value() -> None:
    groups = group_means([2, 1, 2, None, 1, 2], [1.0, 0.0, 1.0, 1.0, 1.0, 0.0])
    assert [(group.value, group.count) for group in groups] == [(1, 2), (2, 3)]
    assert [group.mean for group in groups] == [pytest.approx(50), pytest.approx(200 / 3)]
    assert all(group.low <= group.mean <= group.high for group in groups)


def test_groups_by_bin() -> None:
    groups = group_means([40, 44.9, 45, 50, 51, 39], [1.0, 0.0, 1.0, 1.0, 1.0, 1.0], edges=[40, 45, 50])
    assert [(group.value, group.count) for group in groups] == [(40, 2), (45, 2)]


def row(column: str, n: int, exact: float, bonds: int | None = None, clause: Clause = Clause.EXACT) -> ScoredRow:
    return ScoredRow(f"{column}{n}", column.rstrip("+-"), "c", column, exact, exact, clause, bonds)


def test_exact_match_by_bonds() -> None:
    rows = [
        row("residue_ligand-", 0, 1.0, 0),
        row("residue_ligand-", 1, 0.0, 0),
        row("residue_ligand+", 2, 1.0, 1),
        row("residue_ligand+", 3, 0.0, 3),
        row("residue_ligand+", 4, 0.0, 3, Clause.FAILED_CALL),
        row("pocket_ligand", 5, 1.0, 1),
    ]
    assert [(group.value, group.count, group.mean) for group in exact_by_bonds(rows)] == [
        (0, 2, 50.0),
        (1, 1, 100.0),
        (3, 1, 0.0),
    ]


def test_error_rate_by_zoom_distance() -> None:
    rows = [row("zooming", n, exact) for n, exact in enumerate([1.0, 0.0, 0.0])] + [row("translation", 7, 0.0)]
    factors = {f"zooming{n}": Factors(zoom=zoom) for n, zoom in enumerate([40.0, 40.0, 60.0])}
    assert [(group.value, group.mean) for group in zoom_errors(rows, factors)] == [(40.0, 50.0), (60.0, 100.0)]


def test_confusion_of_axes() -> None:
    texts = [("move x 3", "move x 2"), ("move x 3", "move y 3"), ("roll z 15", "roll x 15"), ("roll z 15", None)]
    pairs: Sequence[tuple[Answer, Answer | None]] = [
        (answer("command", true), None if given is None else answer("command", given)) for true, given in texts
    ]
    table = axis_confusion(pairs)
    assert table.truths == ("x", "y", "z")
    assert table.givens == ("x", "y", "z", "other")
    assert table.counts == ((1, 1, 0, 0), (0, 0, 0, 0), (1, 0, 0, 1))


def test_confusion_of_letters() -> None:
    pairs: list[tuple[Answer, Answer | None]] = [(LetterAnswer("A"), LetterAnswer("B")), (LetterAnswer("D"), None)]
    table = letter_confusion(pairs)
    assert table.counts[0] == (0, 1, 0, 0, 0)
    assert table.counts[3] == (0, 0, 0, 0, 1)
    assert confusion([("E", "A")], ("A", "B")).counts == ((0, 0, 0), (0, 0, 0))
