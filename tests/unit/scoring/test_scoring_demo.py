"""Questions on a demo complex, answered with the truth and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.scoring.aggregate import summarise
from misi_viewer.scoring.rows import ScoredRow, score_row
from misi_viewer.tasks import Question, load_task, sample
from misi_viewer.tasks.answers import parse_answer
from misi_viewer.tasks.registry import BUILT_IN
from misi_viewer.tasks.schema import TaskFile

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
WITHOUT_TARGET = [name for name in BUILT_IN if name != "translation_rotation"]


@pytest.fixture(scope="module")
def demo() -> Complex:
    return load_complex(DEMO / "1ia1")


def scored(file: TaskFile, question: Question, reply: str) -> ScoredRow:
    residue = question.recipe.values.get("residue_name")
    truth = parse_answer(file.form, question.answer, options=question.options, residue=residue)
    assert truth.answer is not None
    parsed = parse_answer(file.form, reply, options=question.options, residue=residue)
    return score_row(file, question.id, question.complex, parsed, truth.answer)


def test_the_truth_scores_all_and_no_answer_nothing(demo: Complex, task_files: dict[str, TaskFile]) -> None:
    rows, empty = [], []
    for name in WITHOUT_TARGET:
        questions = [one for one in sample(load_task(name), demo, seed=1) if isinstance(one, Question)]
        assert questions
        for question in questions:
            rows.append(scored(task_files[name], question, f"<think>Hm.</think>The answer is:\n\n{question.answer}"))
            empty.append(scored(task_files[name], question, ""))
    summary, nothing = summarise(rows, resamples=10), summarise(empty, resamples=10)
    assert summary.average_score.value == summary.average_exact.value == 100.0
    assert nothing.average_score.value == nothing.average_exact.value == 0.0
    assert [column.label for column in summary.columns] == ["T1", "T2", "T3", "T4+", "T4-", "T6", "T7", "T8", "T9"]
