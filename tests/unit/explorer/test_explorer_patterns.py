"""Charts show what scoring finds, and each element lists exactly the cases that it is made of."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from misi_viewer.errors import UserError
from misi_viewer.scoring.aggregate import summarise
from misi_viewer.scoring.factors import (
    answer_factors,
    axis_confusion,
    exact_by_bonds,
    group_means,
    letter_confusion,
    zoom_errors,
)
from misi_viewer.scoring.options import DEFAULT_OPTIONS, ScoringOptions
from misi_viewer.scoring.published import published
from misi_viewer.scoring.rows import AVERAGED
from misi_viewer.session.explorer.book import CaseBook
from misi_viewer.session.explorer.coded import Names, encode
from misi_viewer.session.explorer.filter_text import parse_filter
from misi_viewer.session.explorer.filters import EVERYTHING, Filter, Term
from misi_viewer.session.explorer.patterns.cases import ChartCases, ModelCases, cases_of
from misi_viewer.session.explorer.patterns.catalogue import CHARTS, draw
from misi_viewer.session.explorer.patterns.chart import Chart, Mark, Measure, Request
from misi_viewer.session.explorer.patterns.narrowing import Narrowing
from misi_viewer.session.explorer.patterns.numbers import chart_csv, heading_of, numbers_of
from misi_viewer.session.explorer.patterns.slots import bin_slots, error_slots, factor_slots
from misi_viewer.session.explorer.patterns.words import caption, filter_in_words, mark_in_words
from misi_viewer.tasks.answers import Answer
from tests.invented_models import MODELS

FILTERS = ("", "complex:1ia1", "task:rotation,docking,residue_ligand", "wrong:noisy", "state:refusing=parsed")


def chart_of(book: CaseBook, request: Request, text: str = "") -> Chart:
    return draw(cases_of(book, book.rows(parse_filter(text))), request)


def all_charts(book: CaseBook, text: str, measure: Measure = "score") -> Iterator[Chart]:
    """Yield each chart for each task and model that it can be about."""
    cases = cases_of(book, book.rows(parse_filter(text)))
    for name in CHARTS:
        first = draw(cases, Request(chart=name, measure=measure))
        for task in first.tasks or ("",):
            for model in first.models or ("",):
                yield draw(cases, Request(chart=name, task=task, model=model, measure=measure))


def listed(book: CaseBook, text: str, terms: tuple[Term, ...]) -> int:
    wanted = parse_filter(text)
    return len(book.rows(Filter(terms=(*wanted.terms, *terms), text=wanted.text)))


def set_sizes(book: CaseBook) -> None:
    """Pretend that sizes and labels were measured."""
    draws = np.random.default_rng(1)
    for name in ("ligand-atoms", "pocket-atoms", "readable-views"):
        values = draws.integers(5, 300 if name == "pocket-atoms" else 12, len(book.table)).astype(np.float32)
        values[::7] = np.nan
        book.set_measured(name, values)


@pytest.mark.gl
@pytest.mark.parametrize("text", FILTERS)
def test_each_element_lists_exactly_its_cases(book: CaseBook, text: str) -> None:
    set_sizes(book)
    assert check_elements(book, text, "score") > 100
    check_elements(book, text, "exact")


@pytest.mark.gl
def test_elements_list_their_cases_with_other_options_too(book: CaseBook) -> None:
    book.set_options(ScoringOptions(missing="zero", pocket_exact="all"))
    assert check_elements(book, "complex:1ia1", "exact") > 100


def check_elements(book: CaseBook, text: str, measure: Measure) -> int:
    seen = 0
    for chart in all_charts(book, text, measure):
        for mark in chart.marks if measure == "score" or CHARTS[chart.request.chart].has_measure else ():
            if chart.x.slots[mark.place].name != "Avg":
                assert listed(book, text, chart.terms_of(mark)) == mark.count, (chart.request, mark)
                seen += 1
    return seen


@pytest.mark.gl
def test_brushing_lists_the_cases_of_all_elements_in_it(book: CaseBook) -> None:
    set_sizes(book)
    for chart in all_charts(book, ""):
        if chart.request.chart == "scores" or len(chart.x.slots) < 2:
            continue
        places = range(len(chart.x.slots) - 2, len(chart.x.slots))
        if len(chart.series) == 1:
            inside = sum(mark.count for mark in chart.marks if mark.place in places)
            assert listed(book, "", chart.brushed(places)) == inside
        else:
            for mark in chart.marks:
                if mark.place in places:
                    assert listed(book, "", (*chart.brushed(places), *chart.terms_of(mark))) == mark.count
        assert not any(term.model == "*" for term in chart.brushed(places)) or len(chart.series) > 1


@pytest.mark.gl
def test_a_block_of_cells_is_brushed(book: CaseBook) -> None:
    chart = chart_of(book, Request(chart="confusion:axis", model="axis-confused"))
    lines, places = range(1, 3), range(2, 4)
    inside = sum(mark.count for mark in chart.marks if mark.place in places and mark.line in lines)
    assert inside
    assert listed(book, "", chart.brushed(places, lines)) == inside


@pytest.mark.gl
@pytest.mark.parametrize("measure", ["score", "exact"])
def test_scores_and_their_intervals_are_those_of_the_tables(book: CaseBook, measure: Measure) -> None:
    rows = book.rows(parse_filter("complex:1ia1,1s3v"))
    chart = draw(cases_of(book, rows), Request(chart="scores", measure=measure))
    for series, name in enumerate(MODELS):
        summary = summarise(book.scored_rows(name, rows))
        expected = {column.label: getattr(column, measure) for column in summary.columns}
        expected["Avg"] = summary.average_score if measure == "score" else summary.average_exact
        shown = {chart.x.slots[mark.place].name: mark for mark in chart.marks if mark.series == series}
        assert set(shown) == {label for label, mean in expected.items() if mean.value is not None}
        for label, mark in shown.items():
            mean = expected[label]
            assert (mark.value, mark.low, mark.high) == pytest.approx((mean.value, mean.low, mean.high), abs=1e-4)
            assert mark.count == mark.of == mean.count
    assert [series.name for series in chart.series] == list(MODELS)


@pytest.mark.gl
def test_published_rows_stand_beside_the_scores(book: CaseBook) -> None:
    chart = chart_of(book, Request(chart="scores", measure="exact"))
    known = published()
    assert [reference.name for reference in chart.references] == [method.name for method in known.methods]
    o3 = next(reference for reference in chart.references if reference.name == "o3")
    labels = [slot.name for slot in chart.x.slots]
    assert o3.values[labels.index("T4-")] == 94.0
    assert o3.values[labels.index("Avg")] == 33.65
    assert "Avg" in o3.note
    assert "50 questions" in o3.note


@pytest.mark.gl
def test_the_papers_analyses_are_those_of_scoring(book: CaseBook) -> None:
    rows = book.rows()
    truths = truths_of(book)
    factors = {question: answer_factors(truth) for question, truth in truths.items()}
    bonds, zoom = (chart_of(book, Request(chart=name)) for name in ("paper:bonds", "paper:zoom"))
    for series, name in enumerate(MODELS):
        scored = book.scored_rows(name, rows)
        for chart, groups in ((bonds, exact_by_bonds(scored)), (zoom, zoom_errors(scored, factors))):
            marks = [mark for mark in chart.marks if mark.series == series]
            assert [chart.x.slots[mark.place].name for mark in marks] == [f"{group.value:g}" for group in groups]
            for mark, group in zip(marks, groups, strict=True):
                assert (mark.value, mark.low, mark.high) == pytest.approx((group.mean, group.low, group.high), abs=1e-4)
                assert mark.count == group.count
    assert bonds.references[0].values[:2] == (89.52, 64.72)
    assert {reference.values[0] for reference in zoom.references} == {72.5, 42.9, 86.5}


@pytest.mark.gl
def test_confusions_are_those_of_scoring(book: CaseBook) -> None:
    truths = truths_of(book)
    for model in MODELS:
        answered = book.model(model).answered
        pairs = [
            (truth, book.open(row).answer_of(model))
            for question, truth in truths.items()
            if (row := book.row_of(question)) is not None and answered[row]
        ]
        for key, found in (("axis", axis_confusion(pairs)), ("letter", letter_confusion(pairs))):
            chart = chart_of(book, Request(chart=f"confusion:{key}", model=model))
            assert chart.y is not None
            assert tuple(slot.name for slot in chart.y.slots) == found.truths
            assert tuple(slot.name for slot in chart.x.slots) == found.givens
            counts = {(mark.line, mark.place): mark.count for mark in chart.marks}
            assert all(
                counts.get((line, place), 0) == count
                for line, row in enumerate(found.counts)
                for place, count in enumerate(row)
            )
            assert sum(counts.values()) == sum(map(sum, found.counts)) > 0
    confused = chart_of(book, Request(chart="confusion:axis", model="axis-confused"))
    assert all((mark.count == 0) == (mark.place != (mark.line + 1) % 3) for mark in confused.marks)


def truths_of(book: CaseBook) -> dict[str, Answer]:
    found = {}
    for question in book.table.ids:
        row = book.row_of(question)
        assert row is not None
        truth = book.open(row).answer_of("perfect")
        if truth is not None:
            found[question] = truth
    return found


@pytest.mark.gl
def test_factors_are_grouped_as_scoring_groups_them(book: CaseBook) -> None:
    rows = book.rows(parse_filter("task:rotation"))
    noisy = book.model("noisy")
    magnitudes = book.factors.column("magnitude")
    assert not isinstance(magnitudes, Names)
    groups = group_means(magnitudes[rows].tolist(), noisy.score[rows].tolist())
    chart = chart_of(book, Request(chart="factor:magnitude", task="rotation"))
    own = [mark for mark in chart.marks if chart.series[mark.series].name == "noisy"]
    assert [mark.value for mark in own] == pytest.approx([group.mean for group in groups], abs=1e-4)
    assert [(mark.low, mark.high) for mark in own] == [
        pytest.approx((group.low, group.high), abs=1e-4) for group in groups
    ]
    assert chart.x.title == "angle or distance, degrees"
    assert "" not in chart.tasks


# By hand


def hand_made() -> ChartCases:
    """Return six rotations and two docked ligands, answered by one model."""
    tasks = encode(["rotation"] * 6 + ["docking"] * 2)
    axis, given = encode(["x", "x", "x", "y", "z", "z", "x", "x"]), encode(["x", "y", None, "y", "z", "z", "x", "y"])
    factors = {
        "bonds": np.full(8, np.nan, dtype=np.float32),
        "axis": axis,
        "verb": encode(["roll"] * 8),
        "magnitude": np.array([15, 15, 30, 30, 45, 45, 90, 90], dtype=np.float32),
        "move-magnitude": np.array([np.nan] * 6 + [10, 12], dtype=np.float32),
    }
    model = ModelCases(
        name="m",
        score=np.array([1.0, 0.0, np.nan, 0.5, 1.0, 1.0, 0.25, 0.75]),
        exact=np.array([1, 0, 0, 0, 1, 1, 0, 0], dtype=np.bool_),
        answered=np.array([1, 1, 0, 1, 1, 1, 1, 1], dtype=np.bool_),
        given={"axis": given},
        errors={
            "roll-error": np.array([0, np.nan, np.nan, -15, 0, 0, 30, np.nan], dtype=np.float32),
            "move-error": np.array([np.nan] * 6 + [2, -1], dtype=np.float32),
        },
    )
    return ChartCases(task=tasks, column=tasks, factors=factors, models=(model,), options=DEFAULT_OPTIONS, total=20)


def values(chart: Chart) -> dict[str, tuple[float, int, int]]:
    return {chart.x.slots[mark.place].name: (mark.value, mark.count, mark.of) for mark in chart.marks}


def test_means_by_hand() -> None:
    chart = draw(hand_made(), Request(chart="scores"))
    assert values(chart) == {"T2": (70.0, 5, 5), "T7": (50.0, 2, 2)}
    assert (chart.shown, chart.total) == (8, 20)
    by_angle = draw(hand_made(), Request(chart="factor:magnitude", task="rotation"))
    assert values(by_angle) == {"15": (50.0, 2, 2), "30": (50.0, 1, 1), "45": (100.0, 2, 2)}
    assert [mark.low for mark in by_angle.marks][-1] == 100.0
    assert all(mark.is_few for mark in by_angle.marks)
    assert any("fewer than 10" in note for note in by_angle.notes)


def test_exact_matches_of_pockets_are_those_with_bonds() -> None:
    full = hand_made()
    tasks = encode(["pocket_ligand"] * 8)
    bonds = np.array([0, 0, 1, 2, 0, 3, 1, 1], dtype=np.float32)
    cases = replace(full, task=tasks, column=tasks, factors={**full.factors, "bonds": bonds})
    chart = draw(cases, Request(chart="scores", measure="exact"))
    assert values(chart) == {"T9": (25.0, 4, 4)}
    assert Term(key="bonds", low=1.0) in chart.terms_of(chart.marks[0])
    weighted = draw(cases, Request(chart="scores"))
    assert values(weighted)["T9"][1] == 7
    assert Term(key="bonds", low=1.0) not in weighted.terms_of(weighted.marks[0])


def test_a_confusion_by_hand() -> None:
    chart = draw(hand_made(), Request(chart="confusion:axis"))
    assert {(mark.line, mark.place): (mark.count, mark.of) for mark in chart.marks if mark.count} == {
        (0, 0): (2, 4),
        (0, 1): (2, 4),
        (1, 1): (1, 1),
        (2, 2): (2, 2),
    }
    rotation = draw(hand_made(), Request(chart="confusion:axis", task="rotation"))
    assert rotation.mark_at(0, 1, 0) == Mark(series=0, place=1, line=0, value=50.0, low=0.0, high=100.0, count=1, of=2)


def test_errors_by_hand() -> None:
    chart = draw(hand_made(), Request(chart="roll-error", task="rotation"))
    assert {name: found for name, found in values(chart).items() if found[1]} == {
        "≤ −15": (20.0, 1, 5),
        "0": (60.0, 3, 5),
        "other": (20.0, 1, 5),
    }
    moves = draw(hand_made(), Request(chart="move-error"))
    assert moves.request.task == "docking"
    assert {name for name, found in values(moves).items() if found[1]} == {"−1", "≥ +2"}


def test_nothing_to_show_is_said() -> None:
    full = hand_made()
    nothing = encode([None] * 8)
    unknown = np.full(8, np.nan, dtype=np.float32)
    cases = replace(full, factors={**full.factors, "letter": nothing, "ligand-atoms": unknown})
    assert draw(cases, Request(chart="factor:letter")).problem == "None of these cases has this factor."
    assert "measured" in draw(cases, Request(chart="factor:ligand-atoms")).problem
    assert "predictions" in draw(replace(cases, models=()), Request(chart="confusion:axis")).problem
    assert "predictions" in draw(replace(cases, models=()), Request(chart="scores")).problem
    assert not draw(cases, Request(chart="factor:letter")).marks
    with pytest.raises(UserError, match="There is no chart 'pie'; there are scores"):
        draw(cases, Request(chart="pie"))


@pytest.mark.gl
def test_no_case_is_no_fault(book: CaseBook) -> None:
    for chart in all_charts(book, "task:rotation complex:none"):
        assert chart.problem == "No case is listed."


# Places on axes


def test_few_numbers_have_a_place_each_and_many_are_binned() -> None:
    few = np.array([3, 1, np.nan, 2, 1], dtype=np.float32)
    slots = factor_slots("bonds", few, np.ones(5, dtype=np.bool_))
    assert [slot.name for slot in slots.slots] == ["1", "2", "3"]
    assert slots.codes.tolist() == [2, 0, -1, 1, 0]
    many = np.arange(7, 107, dtype=np.float32)
    binned = factor_slots("ligand-atoms", many, np.ones(100, dtype=np.bool_))
    assert [slot.name for slot in binned.slots][:2] == ["0 to 9", "10 to 19"]
    assert binned.slots[-1].terms == (Term(key="ligand-atoms", low=100.0, high=109.0),)
    assert np.bincount(binned.codes).tolist() == [3, *[10] * 9, 7]


def test_thin_values_are_binned_so_that_bins_hold_some() -> None:
    zoom = np.arange(40, 61, dtype=np.float32)
    thin = factor_slots("zoom", np.tile(zoom, 2), np.ones(42, dtype=np.bool_))
    assert [slot.name for slot in thin.slots] == ["40 to 44", "45 to 49", "50 to 54", "55 to 59", "60 to 64"]
    thick = factor_slots("zoom", np.tile(zoom, 10), np.ones(210, dtype=np.bool_))
    assert len(thick.slots) == 21


def test_bins_of_fractions_hold_their_lower_edge_only() -> None:
    found = np.array([0.0, 0.5, 0.5, 0.74, 2.0], dtype=np.float32)
    slots = bin_slots("zoom", found, np.ones(5, dtype=np.bool_))
    for place, slot in enumerate(slots.slots):
        (term,) = slot.terms
        assert term.low is not None
        assert term.high is not None
        inside = (found >= np.float32(term.low)) & (found <= np.float32(term.high))
        assert inside.tolist() == (slots.codes == place).tolist()


def test_wild_errors_do_not_stretch_the_axis() -> None:
    errors = np.concatenate([np.repeat([-15.0, 0.0, 15.0], 100), [1e6, -700.0, np.nan, np.inf]]).astype(np.float32)
    slots = error_slots("roll-error", errors, np.ones(len(errors), dtype=np.bool_), 15.0)
    assert [slot.name for slot in slots.slots] == ["≤ −15", "0", "≥ +15", "other"]
    assert np.bincount(slots.codes).tolist() == [101, 100, 101, 2]
    wide = error_slots("roll-error", 15.0 * np.arange(-100, 101, dtype=np.float32), np.ones(201, dtype=np.bool_), 15.0)
    assert len(wide.slots) == 20  # eleven steps each
    assert wide.slots[8].name == "−165"


# Words, filters, tables


def test_elements_are_told_in_words() -> None:
    chart = draw(hand_made(), Request(chart="scores"))
    mark = chart.mark_at(0, 0)
    assert mark is not None
    words = mark_in_words(chart, mark)
    assert words.startswith("m, task T2: 70.0 %, 95 % interval ")
    assert words.endswith("; 5 answers, fewer than 10: it tells little.")
    cell = draw(hand_made(), Request(chart="confusion:axis")).marks[1]
    words = mark_in_words(draw(hand_made(), Request(chart="confusion:axis")), cell)
    assert words.startswith("m: true axis x, given axis y: 50.0 %")
    assert "2 of 4 answers" in words
    assert chart.mark_at(3, 0) is None


def test_the_filter_is_told_in_words() -> None:
    chart = draw(hand_made(), Request(chart="scores"))
    wanted = parse_filter('task:rotation wrong:noisy -axis:x zoom:40..45 bonds:2 score:*=0.5.. "hydrogen bond"')
    assert filter_in_words(wanted) == (
        "task rotation; noisy wrong; not axis x; zoom distance 40 to 45; hydrogen bonds 2; "
        "any model: score at least 0.5; with the words “hydrogen bond”"
    )
    assert caption(chart, EVERYTHING) == "All 20 cases"
    assert caption(chart, parse_filter("task:rotation")) == "8 of 20 cases: task rotation"
    assert caption(chart, parse_filter("task:rotation"), follows=False) == "All 20 cases, whatever is listed"
    many = Filter(terms=(Term(key="id", values=tuple(map(str, range(9)))),))
    assert filter_in_words(many) == "question 0, 1, 2, 3 and 5 more"


def test_narrowing_twice_changes_nothing_and_keeps_what_was_there() -> None:
    narrowing = Narrowing()
    before = parse_filter("task:rotation ligand")
    terms = (Term(key="task", values=("rotation",)), Term(key="axis", values=("x",)))
    narrowed = narrowing.toggled(before, terms)
    assert narrowed == parse_filter("task:rotation axis:x ligand")
    assert Narrowing.holds(narrowed, terms)
    assert not Narrowing.holds(before, terms)
    assert narrowing.toggled(narrowed, terms) == before
    assert Narrowing().toggled(narrowed, terms) == parse_filter("ligand")


def test_the_table_of_numbers_is_safe_in_a_spreadsheet() -> None:
    cases = hand_made()
    evil = replace(cases, models=(replace(cases.models[0], name="=HYPERLINK(1)"),))
    chart = draw(evil, Request(chart="roll-error", task="rotation"))
    lines = list(csv.reader(io.StringIO(chart_csv(chart, parse_filter("-split:train")).decode())))
    assert lines[0] == [*heading_of(chart), "filter"]
    assert all(line[0] == "'=HYPERLINK(1)" for line in lines[1:])
    assert all(not cell.startswith(("=", "+", "-", "@")) for line in lines for cell in line)
    middle = next(line for line in lines if line[1] == "0")
    assert [float(cell) for cell in middle[2:7]] == pytest.approx(
        [float(cell) for cell in numbers_of(chart, chart.marks[1])[2:]], abs=1e-4
    )
    typed = parse_filter(middle[7].removeprefix("'"))
    assert typed.terms == (Term(key="split", values=("train",), negate=True), *chart.terms_of(chart.marks[1]))


def test_published_numbers_are_in_the_table() -> None:
    text = chart_csv(draw(hand_made(), Request(chart="scores")), EVERYTHING).decode()
    rows = list(csv.reader(io.StringIO(text)))
    human = [row for row in rows if row[0].startswith("Human (published")]
    assert [(row[1], float(row[2])) for row in human] == [("T2", 70.18), ("T7", 74.54)]


def test_the_average_lists_its_eight_columns() -> None:
    chart = draw(hand_made(), Request(chart="scores"))
    assert "Avg" not in [slot.name for slot in chart.x.slots]  # two columns are no average
    assert len(AVERAGED) == 8
