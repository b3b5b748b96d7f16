"""Every clause of the metrics, with scores computed by hand (spec benchmark.md section 3)."""

from __future__ import annotations

import msgspec
import pytest

from misi_viewer.errors import UserError
from misi_viewer.scoring.commands import bins_apart
from misi_viewer.scoring.metrics import score_answer, score_reply
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.score import SENTENCES, Clause, Score
from misi_viewer.tasks.answers import Answer, LetterAnswer, parse_answer
from misi_viewer.tasks.schema import TaskFile

RELATIVE = ScoringOptions(command_error="relative")
Tasks = dict[str, TaskFile]


def score(tasks: Tasks, task: str, given: str, true: str, options: ScoringOptions = DEFAULT_OPTIONS) -> Score:
    """Score a reply against a truth, both as text."""
    file = tasks[task]
    truth = parse_answer(file.form, true, residue="ARG").answer
    assert truth is not None
    return score_reply(file, parse_answer(file.form, given, residue="ARG"), truth, options)


@pytest.mark.parametrize(
    ("given", "true", "sevenths", "clause"),
    [
        ("move x 3", "move x 3", 7, Clause.EXACT),
        ("move x 2", "move x 3", 6, Clause.BINS),
        ("move x 4", "move x 3", 6, Clause.BINS),
        ("move x 1", "move x 3", 5, Clause.BINS),
        ("move x -1", "move x 1", 6, Clause.BINS),
        ("move x -3", "move x 3", 2, Clause.BINS),
        ("move x -4", "move x 4", 0, Clause.BINS),
        ("move x 0", "move x 1", 6.5, Clause.BINS),
        ("move x 2.5", "move x 3", 6.5, Clause.BINS),
        ("move x 6", "move x 4", 5, Clause.BINS),
        ("move x 60", "move x 4", 0, Clause.BINS),
        ("move y 3", "move x 3", 0, Clause.WRONG_AXIS),
        ("roll x 3", "move x 3", 0, Clause.WRONG_AXIS),
    ],
)
def test_translations_lose_sevenths(task_files: Tasks, given: str, true: str, sevenths: float, clause: Clause) -> None:
    result = score(task_files, "translation", given, true)
    assert result.score == pytest.approx(sevenths / 7)
    assert result.exact == (1.0 if clause is Clause.EXACT else 0.0)
    assert result.clause is clause


@pytest.mark.parametrize(
    ("given", "true", "elevenths"),
    [
        ("roll y 15", "roll y 15", 11),
        ("roll y 30", "roll y 15", 10),
        ("roll y 90", "roll y 15", 6),
        ("roll y -15", "roll y 15", 10),
        ("roll y -90", "roll y 90", 0),
        ("roll y 20", "roll y 15", 11 - 1 / 3),
        ("roll z 15", "roll y 15", 0),
    ],
)
def test_rotations_lose_elevenths(task_files: Tasks, given: str, true: str, elevenths: float) -> None:
    assert score(task_files, "rotation", given, true).score == pytest.approx(elevenths / 11)


@pytest.mark.parametrize(
    ("given", "true", "expected"),
    [("move x 2", "move x 4", 0.5), ("move x -4", "move x 4", 0.0), ("move x 5", "move x 4", 0.75)],
)
def test_the_relative_error_is_an_option(task_files: Tasks, given: str, true: str, expected: float) -> None:
    result = score(task_files, "translation", given, true, RELATIVE)
    assert result.score == pytest.approx(expected)
    assert result.clause is Clause.RELATIVE


def test_a_share_of_the_published_table(task_files: Tasks) -> None:
    """Eleven of 980 translations wrong by one bin: 98.88 % exact, 99.84 % by score."""
    right = score(task_files, "translation", "move x 3", "move x 3").score
    wrong = score(task_files, "translation", "move x 2", "move x 3").score
    assert 100 * (969 * right + 11 * wrong) / 980 == pytest.approx(99.84, abs=0.005)
    assert pytest.approx(98.88, abs=0.005) == 100 * 969 / 980


@pytest.mark.parametrize("task", ["zooming", "translation_rotation", "rotation_rotation", "interaction_location"])
def test_exact_tasks(task_files: Tasks, task: str) -> None:
    right, near = ("move z 50", "move z 51") if task == "zooming" else ("B", "C")
    assert (score(task_files, task, right, right).exact, score(task_files, task, right, right).score) == (1.0, 1.0)
    result = score(task_files, task, near, right)
    assert (result.exact, result.score, result.clause) == (0.0, 0.0, Clause.WRONG)


TRUE_DOCKING = "roll x 75, move x -14"


@pytest.mark.parametrize(
    ("given", "roll", "move"),
    [
        ("roll x 75, move x -14", 1, 1),
        ("move x -14, roll x 75", 1, 1),
        ("roll x 60, move x -14", 10 / 11, 1),
        ("roll x 75, move x -7", 1, 0.5),
        ("roll x 75, move x -13", 1, 13 / 14),
        ("roll x 75, move x -21", 1, 0.5),
        ("roll x 75, move x -28", 1, 0),
        ("roll x 75, move x 14", 1, 0),
        ("roll x 75, move y -14", 1, 0),
        ("roll y 75, move x -14", 0, 1),
        ("roll x 75", 1, 0),
        ("move x -14", 0, 1),
        ("roll x 75, roll y 15, move x -14", 0, 1),
        ("roll y 30, move y 3", 0, 0),
    ],
)
def test_docking_is_half_roll_and_half_move(task_files: Tasks, given: str, roll: float, move: float) -> None:
    result = score(task_files, "docking", given, TRUE_DOCKING)
    assert result.score == pytest.approx((roll + move) / 2)
    assert result.exact == (1.0 if roll == move == 1 else 0.0)
    assert result.clause is (Clause.EXACT if roll == move == 1 else Clause.TWO_PARTS)


@pytest.mark.parametrize(("divisor", "part"), [("truth", 1 - 6 / 14), ("larger", 1 - 6 / 20), (10.0, 1 - 6 / 10)])
def test_the_move_divisor_is_an_option(task_files: Tasks, divisor: str | float, part: float) -> None:
    options = msgspec.convert({"move_divisor": divisor}, ScoringOptions)
    result = score(task_files, "docking", "roll x 75, move x -20", TRUE_DOCKING, options)
    assert result.score == pytest.approx((1 + part) / 2)


def test_the_relative_error_holds_for_dockings_roll(task_files: Tasks) -> None:
    result = score(task_files, "docking", "roll x 60, move x -14", TRUE_DOCKING, RELATIVE)
    assert result.score == pytest.approx((0.8 + 1) / 2)


A, B, C, D, E = "ARG 45 NH2 A, O1B", "ARG 45 NE A, O2G", "LYS 47 NZ A, O1A", "SER 43 OG A, O2B", "PHE 24 N A, O6"


@pytest.mark.parametrize(
    ("given", "true", "by_given", "by_true", "clause"),
    [
        ([A, B], [A, B], 1, 1, Clause.EXACT),
        ([B, A], [A, B], 1, 1, Clause.EXACT),
        ([A, A, B], [A, B], 1, 1, Clause.EXACT),
        ([A], [A, B], 1, 1 / 2, Clause.SHARE_OF_BONDS),
        ([A, C], [A, B], 1 / 2, 1 / 2, Clause.SHARE_OF_BONDS),
        ([A, C, D], [A, B], 1 / 3, 1 / 2, Clause.SHARE_OF_BONDS),
        ([A, C, D, E], [A, B], 1 / 4, 1 / 2, Clause.SHARE_OF_BONDS),
        ([C, D], [A, B], 0, 0, Clause.SHARE_OF_BONDS),
        ([A, B, C], [A, B], 1 / 2, 1 / 2, Clause.ALL_AND_MORE),
        ([A, B, C, D], [A, B], 1 / 2, 1 / 2, Clause.ALL_AND_MORE),
        ([A, B, C, D, E], [A, B], 0, 0, Clause.TOO_MANY_BONDS),
        ([A, B], [A], 1 / 2, 1 / 2, Clause.ALL_AND_MORE),
        ([A, B, C], [A], 0, 0, Clause.TOO_MANY_BONDS),
        ([], [], 1, 1, Clause.NO_BOND_RIGHT),
        ([A], [], 0, 0, Clause.BONDS_WHERE_NONE),
        ([], [A], 0, 0, Clause.NONE_WHERE_BONDS),
    ],
)
def test_bonds(
    task_files: Tasks, given: list[str], true: list[str], by_given: float, by_true: float, clause: Clause
) -> None:
    texts = "; ".join(given) or "No", "; ".join(true) or "No"
    result = score(task_files, "pocket_ligand", *texts)
    assert (result.score, result.clause) == (pytest.approx(by_given), clause)
    assert result.exact == (1.0 if set(given) == set(true) else 0.0)
    other = score(task_files, "pocket_ligand", *texts, ScoringOptions(bond_denominator="true"))
    assert (other.score, other.exact) == (pytest.approx(by_true), result.exact)


def test_a_quarter_of_four_bonds_given_for_two(task_files: Tasks) -> None:
    """The published 27.50 needs a quarter: one right of four given, of two or three true ones."""
    result = score(
        task_files,
        "residue_ligand",
        "Yes: ARG N, O1; ARG NE, O2; ARG NH1, O3; ARG NH2, O4",
        "Yes: ARG N, O1; ARG NE, O9",
    )
    assert result.score == 0.25


@pytest.mark.parametrize(
    ("given", "true", "exact"),
    [
        ("No", "No", 1),
        ("Yes: ARG NH2, O1B", "No", 0),
        ("No", "Yes: ARG NH2, O1B", 0),
        ("Yes: ARG NH2, O1B", "Yes: ARG NH2, O1B", 1),
        ("yes: arg nh2, o1b", "Yes: ARG NH2, O1B", 1),
        ("Yes: ARG NH2, O5*", "Yes: ARG NH2, O5'", 1),
        ("Yes: LYS NH2, O1B", "Yes: ARG NH2, O1B", 0),
    ],
)
def test_a_residues_bonds(task_files: Tasks, given: str, true: str, exact: int) -> None:
    result = score(task_files, "residue_ligand", given, true)
    assert (result.exact, result.score) == (exact, exact)


def test_capitals_tell_bonds_apart_where_they_must(task_files: Tasks) -> None:
    true = "ARG 45 NH2 A, O1; ARG 45 NH2 a, O1"
    assert score(task_files, "pocket_ligand", "ARG 45 NH2 a, O1", true).score == 1.0
    assert score(task_files, "pocket_ligand", true, true).exact == 1.0
    assert score(task_files, "pocket_ligand", "ARG 45 nh2 B, O1", true).score == 0.0


@pytest.mark.parametrize(
    ("given", "true", "wrong", "anyway"),
    [
        ("ARG 45 NH2, O1B", "ARG 45 NH2 A, O1B", 0, 1),
        ("ARG 45 NH2, O1B", "ARG 45 NH2, O1B", 1, 1),
        ("ARG 45 NH2 A, O1B", "ARG 45 NH2, O1B", 0, 0),
        ("ARG 45 NH2, O1B", "ARG 45 NH2 A, O1B; ARG 45 NH2 B, O1B", 0, 0),
    ],
)
def test_an_absent_chain_is_an_option(task_files: Tasks, given: str, true: str, wrong: int, anyway: int) -> None:
    assert score(task_files, "pocket_ligand", given, true).score == wrong
    assert score(task_files, "pocket_ligand", given, true, ScoringOptions(absent_chain="any")).score == anyway


@pytest.mark.parametrize("number", ["46", "45A", "-45"])
def test_another_number_is_another_residue(task_files: Tasks, number: str) -> None:
    assert score(task_files, "pocket_ligand", f"ARG {number} NH2 A, O1B", A).score == 0.0


@pytest.mark.parametrize(
    ("reply", "clause"),
    [
        ("", Clause.NO_ANSWER),
        ("I'm sorry, but I can't help with that.", Clause.REFUSED),
        ("Failed to obtain answer via API.", Clause.FAILED_CALL),
        ("It moved.", Clause.UNPARSEABLE),
        ("move x 3 or move x 4", Clause.CONTRADICTING),
    ],
)
def test_what_is_no_answer_scores_nothing(task_files: Tasks, reply: str, clause: Clause) -> None:
    result = score(task_files, "translation", reply, "move x 3")
    assert (result.exact, result.score, result.clause) == (0.0, 0.0, clause)


def test_no_prediction(task_files: Tasks) -> None:
    truth = LetterAnswer("B")
    assert score_reply(task_files["rotation_rotation"], None, truth).clause is Clause.NO_PREDICTION


def test_every_clause_has_a_sentence(task_files: Tasks) -> None:
    assert set(SENTENCES) == set(Clause)
    assert "2 of 7 bins" in score(task_files, "translation", "move x 1", "move x 3").sentence


def test_metric_and_truth_must_go_together(task_files: Tasks) -> None:
    letter: Answer = LetterAnswer("A")
    for task in ("translation", "docking", "pocket_ligand"):
        with pytest.raises(UserError, match="cannot score"):
            score_answer(task_files[task], letter, letter)
    odd = msgspec.structs.replace(task_files["zooming"], metric="luck")
    with pytest.raises(UserError, match="there is none but exact, bins, docking, bonds"):
        score_answer(odd, letter, letter)


def test_bins_beyond_the_range() -> None:
    assert bins_apart(-6, -4, (-4, -3, 3, 4)) == pytest.approx(2)
    assert bins_apart(0, 3, (-4, -3, 3, 4)) == pytest.approx(0.5)
