"""The data card: what a data set holds, in Markdown, with charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from misi_viewer.dataset.charts import bar_charts
from misi_viewer.dataset.layout import CHARTS, REPORT, TABLE
from misi_viewer.dataset.manifest import Failure
from misi_viewer.dataset.plan import Plan, RendererFacts

__all__ = ["Census", "charts", "data_card"]

MOST_BARS = 30
"""Answers of a task that are worth a chart; more different ones are not."""


@dataclass(slots=True)
class Census:
    """Counts of what is in a data set.

    Attributes
    ----------
    questions, skipped
        By task.
    images
        Pictures shown, by task, each as often as it is shown.
    answers
        How often each answer is true, by task.
    complexes
        Ids of complexes that are asked about.
    """

    questions: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    images: Counter[str] = field(default_factory=Counter)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    complexes: set[str] = field(default_factory=set)

    def add(self, task: str, complex_id: str, answer: str, images: int) -> None:
        """Count a question."""
        self.questions[task] += 1
        self.images[task] += images
        self.complexes.add(complex_id)
        counts = self.answers.setdefault(task, Counter())
        if len(counts) <= MOST_BARS or answer in counts:
            counts[answer] += 1


def charts(plan: Plan, census: Census) -> str:
    """Return bar charts of the questions and of answers that recur."""
    found = {"Questions": {task.id: census.questions[task.id] for task in plan.choices.tasks}}
    for task, answers in census.answers.items():
        if 1 < len(answers) <= MOST_BARS and sum(answers.values()) > len(answers):
            found[f"Answers, {task}"] = {answer: answers[answer] for answer in sorted(answers, key=_answer_key)}
    return bar_charts(found)


def _answer_key(answer: str) -> tuple[str, float]:
    """Order commands by their amount."""
    start, _, last = answer.rpartition(" ")
    try:
        return start, float(last)
    except ValueError:
        return answer, 0.0


def data_card(
    plan: Plan,
    census: Census,
    failed: Sequence[Failure],
    others: Sequence[RendererFacts],
    pictures: int,
    usage: str,
    front_matter: str,
) -> str:
    """Return the data card."""
    parts = [
        f"---\n{front_matter}---\n" if front_matter else "",
        "# A MiSI-Bench data set\n",
        _summary(plan, census, pictures),
        _table(plan, census),
        f"![Questions and answers]({CHARTS})\n",
        f"## How to load it\n\n{usage}\n",
        _making(plan, others),
        _failures(failed),
        _files(),
    ]
    return "\n".join(part for part in parts if part)


def _summary(plan: Plan, census: Census, pictures: int) -> str:
    return (
        "Questions about pictures of protein-ligand complexes, as in MiSI-Bench (arXiv 2512.10867), made by "
        f"MiSI Viewer {plan.choices.program}: {census.questions.total():,} questions about {len(census.complexes):,} "
        f"complexes, split {plan.choices.split}, with {pictures:,} different pictures.\n"
    )


def _table(plan: Plan, census: Census) -> str:
    lines = ["| task | questions | not asked | pictures shown |", "|---|--:|--:|--:|"]
    lines += [
        f"| {task.id} | {census.questions[task.id]:,} | {census.skipped[task.id]:,} | {census.images[task.id]:,} |"
        for task in plan.choices.tasks
    ]
    total = f"| **all** | {census.questions.total():,} | {census.skipped.total():,} | {census.images.total():,} |"
    return "\n".join((*lines, total)) + "\n"


def _making(plan: Plan, others: Sequence[RendererFacts]) -> str:
    choices = plan.choices
    width, height = choices.size
    mixed = "".join(f", and {other}" for other in others)
    count = "as each task says" if choices.per_complex is None else f"{choices.per_complex} at most"
    return (
        "## How it was made\n\n"
        f"* Seed {choices.seed}; questions of a task per complex: {count}.\n"
        f"* Pictures of {width} x {height} pixels with {choices.supersample} x {choices.supersample} samples each, in "
        f"the style {choices.style.name}; drawing version {choices.drawing}.\n"
        f"* Drawn with {plan.renderer}{mixed}.\n"
        "* The same complexes, choices, program and renderer give the same bytes again.\n"
    )


def _failures(failed: Sequence[Failure]) -> str:
    if not failed:
        return ""
    lines = "\n".join(f"* {failure.complex}: {failure.reason}" for failure in failed)
    return f"## What is missing\n\nThese complexes could not, or not wholly, be used:\n\n{lines}\n"


def _files() -> str:
    return (
        "## Files\n\n"
        "* `manifest.json`: choices, versions, renderer, and the hashes of all files, the complexes' too.\n"
        f"* `{TABLE}`: each picture with its SHA-256.\n"
        f"* `{REPORT}`: the questions that are not asked, and why.\n"
    )
