"""Scores in few words."""

from __future__ import annotations

import pytest

from misi_viewer.scoring.metrics import score_reply
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.words import score_in_words
from misi_viewer.tasks.answers import parse_answer, split_reasoning
from misi_viewer.tasks.schema import TaskFile

TRUE_BONDS = "ARG 45 NH2 A, O1B; ARG 45 NE A, O2G; LYS 47 NZ A, O1A; SER 43 OG A, O2B"


@pytest.mark.parametrize(
    ("task", "given", "true", "words"),
    [
        ("translation", "move x 3", "move x 3", "exact: 1"),
        ("translation", "move x 1", "move x 3", "right axis, 2 Å off: 5/7"),
        ("translation", "move y 3", "move x 3", "axis y in place of x: 0"),
        ("translation", "move x -3", "move x 3", "right axis, wrong sign, 6 Å off: 2/7"),
        ("translation", "move x 12", "move x 3", "right axis, more than twice the distance, 9 Å off: 0"),
        ("translation", "roll x 3", "move x 3", "roll in place of move: 0"),
        ("rotation", "roll y 30", "roll y 15", "right axis, 15° off: 10/11"),
        ("rotation", "roll y 75", "roll y 15", "right axis, more than twice the angle, 60° off: 7/11"),
        ("zooming", "move z 41", "move z 50", "right axis, 9 Å off: 0"),
        ("docking", "roll x 75, move x -7", "roll x 75, move x -14", "roll: exact; move: right axis, 7 Å off: 3/4"),
        ("docking", "roll x 75", "roll x 75, move x -14", "roll: exact; move: no commands in place of one: 1/2"),
        ("translation_rotation", "B", "B", "B is right: 1"),
        ("translation_rotation", "A", "C", "A in place of C: 0"),
        ("pocket_ligand", TRUE_BONDS, TRUE_BONDS, "4 of 4 bonds: 1"),
        (
            "pocket_ligand",
            "ARG 45 NH2 A, O1B; ARG 45 NE A, O2G; LYS 47 NZ A, O1A; PHE 24 N A, O6",
            TRUE_BONDS,
            "3 of 4 bonds, 1 invented: 3/4",
        ),
        ("pocket_ligand", f"{TRUE_BONDS}; PHE 24 N A, O6", TRUE_BONDS, "4 of 4 bonds, 1 invented: 1/2"),
        ("pocket_ligand", "No", TRUE_BONDS, "0 of 4 bonds: 0"),
        ("residue_ligand", "No", "No", "rightly none: 1"),
        ("residue_ligand", "Yes: ARG NE, O1", "No", "there is no bond, 1 invented: 0"),
        (
            "residue_ligand",
            "Yes: ARG NE, O1; ARG NE, O2; ARG NE, O3",
            "Yes: ARG NE, O1",
            "1 of 1 bond, 2 invented, more than twice as many as there are: 0",
        ),
        ("translation", "I cannot tell, sorry.", "move x 3", "refused: 0"),
        ("translation", "", "move x 3", "no answer: 0"),
    ],
)
def test_words_say_what_gave_the_score(
    task_files: dict[str, TaskFile], task: str, given: str, true: str, words: str
) -> None:
    file = task_files[task]
    truth = parse_answer(file.form, true, residue="ARG").answer
    assert truth is not None
    reply = parse_answer(file.form, given, residue="ARG")
    assert score_in_words(score_reply(file, reply, truth), reply.answer, truth) == words


def test_words_follow_the_options(task_files: dict[str, TaskFile]) -> None:
    given, true = (parse_answer("bonds", text).answer for text in ("ARG 45 NE, O2G", "ARG 45 NE A, O2G"))
    assert given is not None
    assert true is not None
    anyway = ScoringOptions(absent_chain="any")
    for options, words in ((DEFAULT_OPTIONS, "0 of 1 bond, 1 invented: 0"), (anyway, "1 of 1 bond: 1")):
        reply = parse_answer("bonds", "ARG 45 NE, O2G")
        score = score_reply(task_files["pocket_ligand"], reply, true, options)
        assert score_in_words(score, given, true, options) == words


def test_reasoning_is_told_with_its_place() -> None:
    text = "<think>Hm, B?</think>The answer is A. <think>Or C</think>"
    reply = split_reasoning(text)
    assert [text[start:stop] for start, stop in reply.hidden] == ["<think>Hm, B?</think>", "<think>Or C</think>"]
    assert split_reasoning("no tags").hidden == ()
    assert split_reasoning("<think>for ever").hidden == ((0, 15),)
