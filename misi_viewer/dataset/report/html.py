"""The report: tables beside the published rows, plots, and the worst cases with their pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from misi_viewer.dataset.catalogue.catalogue import Catalogue
from misi_viewer.dataset.predictions import Prediction, Questions
from misi_viewer.dataset.predictions.matching import printed
from misi_viewer.dataset.predictions.scoring import model_name, truth_of
from misi_viewer.dataset.report.markup import LONGEST_TEXT, document, element, picture, table, text
from misi_viewer.dataset.report.plots import confusion_table, interval_plot
from misi_viewer.scoring.aggregate import Mean, Summary, compare, summarise
from misi_viewer.scoring.factors import (
    Factors,
    Group,
    answer_factors,
    axis_confusion,
    exact_by_bonds,
    group_means,
    letter_confusion,
    zoom_errors,
)
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.published import AVERAGE, published
from misi_viewer.scoring.published import Table as Numbers
from misi_viewer.scoring.rows import COLUMNS, ScoredRow
from misi_viewer.scoring.score import SENTENCES
from misi_viewer.scoring.tables import option_lines
from misi_viewer.tasks.answers import Answer

__all__ = ["write_report"]

WORST_CASES: Final = 12
"""For each model."""

MOST_COMPARED: Final = 6
LIGAND_EDGES: Final = (0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 75.0, 1_000.0)
POCKET_EDGES: Final = (0.0, 200.0, 300.0, 400.0, 500.0, 600.0, 800.0, 1_000_000.0)

NOT_MEASURED: Final = (
    "Scores by the size of ligand and pocket, and by whether labels can be read, are left out: they need the "
    "complexes' files. Name their folder with --complexes."
)
NOTHING_MEASURED: Final = (
    "Scores by the size of ligand and pocket, and by whether labels can be read, are left out: none of the data set's "
    "complexes is in the folder that was named, or none could be read."
)

LARGEST_PICTURE: Final = 4_000_000
"""Bytes; a larger one is only named."""


def write_report(
    path: Path,
    catalogue: Catalogue,
    questions: Questions,
    predictions: Sequence[Prediction],
    rows: Mapping[str, Sequence[ScoredRow]],
    options: ScoringOptions,
    measured: Mapping[str, Factors] | None = None,
) -> None:
    """Write a report as one HTML file, which loads nothing and runs nothing.

    Parameters
    ----------
    path
        Of the report.
    catalogue
        Has the questions' prompts and pictures.
    questions, predictions
        What was scored.
    rows
        Scored questions by model.
    options
        How they were scored.
    measured
        What the complexes tell, by question; None where no complexes are linked.

    Raises
    ------
    OSError
        If it cannot be written.
    """
    summaries = {model: summarise(own, options) for model, own in rows.items()}
    by_model: dict[str, dict[str, Prediction]] = {}
    for prediction in predictions:
        by_model.setdefault(model_name(prediction), {})[prediction.question] = prediction
    parts = [
        element("h1", "Scores"),
        *_tables(summaries),
        *_comparisons(rows, options),
        element("p", "<br>".join(text(line) for line in option_lines(options)), "dim"),
    ]
    for model, own in rows.items():
        parts += [element("h2", text(model)), *_analyses(questions, by_model[model], own)]
        parts += _of_complexes(own, measured)
        parts += _worst(catalogue, by_model[model], own)
    path.write_bytes(document("MiSI-Bench scores", "\n".join(parts)).encode("utf-8", "replace"))


def _tables(summaries: Mapping[str, Summary]) -> Iterator[str]:
    names = [*COLUMNS, *sorted({one.name for s in summaries.values() for one in s.columns} - set(COLUMNS))]
    head = ["model", "Avg", *(COLUMNS.get(name, name) for name in names)]
    known = published()
    tables: tuple[tuple[str, Numbers], ...] = (("Weighted score, %", "score"), ("Exact match, %", "exact"))
    for title, which in tables:
        lines: list[tuple[str, Sequence[str]]] = []
        for model, summary in summaries.items():
            means = [_average(summary, which), *(_mean(summary, name, which) for name in names)]
            lines.append(("own", [model, *map(_number, means)]))
            lines.append(("dim", ["95 %", *map(_interval, means)]))
            lines.append(("dim", ["answers", "", *(_answers(summary, name) for name in names)]))
        for method in known.methods:
            cells = []
            for name in (AVERAGE, *names):
                is_known = name in known.columns
                mark = "*" if is_known and known.misprint(method, which, name) is not None else ""
                cells.append(f"{known.value(method, which, name):.2f}{mark}" if is_known else "-")
            lines.append(("", [f"{method.name}, {method.questions}", *cells]))
        yield element("h2", title)
        yield table(head, lines)
    yield element("p", text(f"* misprinted in {known.source}"), "dim")


def _average(summary: Summary, which: Numbers) -> Mean:
    return summary.average_score if which == "score" else summary.average_exact


def _mean(summary: Summary, name: str, which: Numbers) -> Mean | None:
    column = summary.column(name)
    return None if column is None else column.score if which == "score" else column.exact


def _answers(summary: Summary, name: str) -> str:
    column = summary.column(name)
    return "-" if column is None else f"{column.answered}/{column.questions}"


def _number(mean: Mean | None) -> str:
    return "-" if mean is None or mean.value is None else f"{mean.value:.2f}"


def _interval(mean: Mean | None) -> str:
    return "-" if mean is None or mean.low is None or mean.high is None else f"{mean.low:.0f}-{mean.high:.0f}"


def _comparisons(rows: Mapping[str, Sequence[ScoredRow]], options: ScoringOptions) -> Iterator[str]:
    """Yield a table of paired differences where there are several models, but not too many."""
    if not 1 < len(rows) <= MOST_COMPARED:
        return
    lines: list[tuple[str, Sequence[str]]] = []
    for one, other in combinations(rows, 2):
        found = compare(rows[one], rows[other], options)
        for name, difference in found.columns.items():
            bounds = f"{difference.low:.1f} to {difference.high:.1f}"
            cells = [COLUMNS.get(name, name), f"{difference.mean:+.2f}", bounds, f"{difference.p_value:.3f}"]
            lines.append(("", [f"{one} - {other}", *cells, f"{difference.count:,}"]))
    yield element("h2", "Differences in the weighted score")
    yield table(["models", "column", "difference", "95 %", "p", "questions"], lines)


def _analyses(questions: Questions, predictions: Mapping[str, Prediction], rows: Sequence[ScoredRow]) -> Iterator[str]:
    answered = [row for row in rows if not row.is_missing]
    truths = {row.question: truth_of(questions.by_id[row.question]) for row in answered}
    columns = summarise(rows).columns
    means = [
        Group(one.label, one.score.count, one.score.value, one.score.low or 0.0, one.score.high or 0.0)
        for one in columns
        if one.score.value is not None
    ]
    yield interval_plot("Weighted score", means, "column")
    yield interval_plot("T4: exact match by the number of hydrogen bonds", exact_by_bonds(rows), "bonds")
    factors = {question: answer_factors(truth) for question, truth in truths.items()}
    yield interval_plot("T3: error rate by the distance of the zoom", zoom_errors(rows, factors), "angstrom")
    pairs = [(truth, _given(predictions, question)) for question, truth in truths.items()]
    for title, found in (("Axis", axis_confusion(pairs)), ("Letter", letter_confusion(pairs))):
        if any(map(any, found.counts)):
            yield element("h3", f"{title}: truths in rows, answers in columns")
            yield table(["", *found.givens], confusion_table(found))
    clauses = [("", [one.label, clause, f"{count:,}"]) for one in columns for clause, count in one.clauses.items()]
    yield element("h3", "What gave the scores")
    yield table(["column", "clause", "questions"], clauses)


def _of_complexes(rows: Sequence[ScoredRow], measured: Mapping[str, Factors] | None) -> Iterator[str]:
    """Yield plots against what only the complexes tell, or why there are none."""
    if not measured:
        yield element("p", text(NOT_MEASURED if measured is None else NOTHING_MEASURED), "dim")
        return
    own = [row for row in rows if not row.is_missing and row.question in measured]
    factors = [measured[row.question] for row in own]
    scores = [row.score for row in own]
    sizes = (("ligand", LIGAND_EDGES, "ligand_atoms"), ("pocket", POCKET_EDGES, "pocket_atoms"))
    for name, edges, field in sizes:
        groups = group_means([getattr(one, field) for one in factors], scores, edges)
        yield interval_plot(f"Weighted score by the size of the {name}", groups, "heavy atoms, from")
    read = group_means([one.readable_views for one in factors], scores)
    title = "T4, T8, T9: weighted score by the pictures in which all needed labels can be read"
    yield interval_plot(title, read, "pictures")


def _given(predictions: Mapping[str, Prediction], question: str) -> Answer | None:
    prediction = predictions.get(question)
    return None if prediction is None else prediction.answer


def _worst(catalogue: Catalogue, predictions: Mapping[str, Prediction], rows: Sequence[ScoredRow]) -> Iterator[str]:
    """Yield the cases with the lowest scores, of all tasks by turns."""
    by_column: dict[str, list[ScoredRow]] = {}
    for row in sorted(rows, key=lambda one: (one.score, one.question)):
        if not row.is_missing and not row.exact and row.question in predictions:
            by_column.setdefault(row.column, []).append(row)
    turns = [own[place] for place in range(WORST_CASES) for _, own in sorted(by_column.items()) if place < len(own)]
    if turns:
        yield element("h3", "Worst cases")
    for row in turns[:WORST_CASES]:
        yield element("div", "\n".join(_case(catalogue, predictions[row.question], row)), "case")


def _case(catalogue: Catalogue, prediction: Prediction, row: ScoredRow) -> Iterator[str]:
    key = catalogue.key(row.question)
    if key is None:
        return
    case = catalogue.case(key)
    yield element("h3", text(row.question))
    given = printed(prediction) or f"none ({prediction.state})"
    lines = [
        ("", ["truth", case.entry.answer]),
        ("", ["answer", given]),
        ("", ["score", f"{row.score:.2f}, {SENTENCES[row.clause]}"]),
        ("", ["how it was read", prediction.reason]),
    ]
    yield table(["", ""], lines)
    yield element("div", "\n".join(_pictures(catalogue, key)), "pictures")
    for title, content in (("Reply", prediction.raw), ("Reasoning", prediction.reasoning), ("Question", case.prompt)):
        if content:
            yield element("p", title, "dim")
            yield element("pre", text(content, LONGEST_TEXT))


def _pictures(catalogue: Catalogue, key: int) -> Iterator[str]:
    case = catalogue.case(key)
    for number, data in enumerate(catalogue.picture_bytes(case), start=1):
        is_usable = isinstance(data, bytes) and len(data) <= LARGEST_PICTURE
        markup = picture(data, f"picture {number}") if isinstance(data, bytes) and is_usable else ""
        yield markup or element("span", f"[picture {number} is missing or of no kind that is shown]", "dim")
