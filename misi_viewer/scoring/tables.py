"""Scores as a table beside the published rows, and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from misi_viewer.scoring.aggregate import Comparison, Mean, Summary
from misi_viewer.scoring.options import ScoringOptions
from misi_viewer.scoring.published import AVERAGE, Method, Published, published
from misi_viewer.scoring.published import Table as Numbers
from misi_viewer.scoring.rows import AVERAGED, COLUMNS, ScoredRow

__all__ = ["Report", "option_lines", "plain_text", "score_table", "to_json"]

MISPRINT = "*"
NOTHING = "-"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about some models, for machines.

    Attributes
    ----------
    summaries
        By model.
    comparisons
        By pair of models, as "first - second".
    rows
        By model, question by question; empty where not asked for.
    published
        The paper's table.
    """

    summaries: dict[str, Summary]
    comparisons: dict[str, Comparison] = {}
    rows: dict[str, list[ScoredRow]] = {}
    published: Published


def to_json(
    summaries: Mapping[str, Summary],
    comparisons: Mapping[str, Comparison] | None = None,
    rows: Mapping[str, Sequence[ScoredRow]] | None = None,
) -> str:
    """Return the scores of some models as JSON, the published ones with them."""
    report = Report(
        summaries=dict(summaries),
        comparisons=dict(comparisons or {}),
        rows={name: list(own) for name, own in (rows or {}).items()},
        published=published(),
    )
    return msgspec.json.encode(report).decode()


def score_table(summaries: Mapping[str, Summary], which: Numbers, *, with_published: bool = True) -> Table:
    """Return a table: one row for each model, then the published ones.

    Parameters
    ----------
    summaries
        By model.
    which
        "score" for the weighted score, "exact" for the exact match.
    with_published
        Whether the paper's rows follow.
    """
    names = _columns(summaries)
    title = "Weighted score, %" if which == "score" else "Exact match, %"
    table = Table(title=title, caption=_caption(summaries, which), title_justify="left", caption_justify="left")
    table.add_column("model", no_wrap=True)
    for heading in ("Avg", *(COLUMNS.get(name, name) for name in names)):
        table.add_column(Text(heading), justify="right", no_wrap=True)
    for model, summary in summaries.items():
        table.add_row(Text(_printable(model)), *_cells(summary, names, which))
        table.add_row(Text("  95 %"), *_intervals(summary, names, which), style="dim")
        table.add_row(Text("  answers"), *_counts(summary, names), style="dim", end_section=True)
    if with_published:
        known = published()
        for method in known.methods:
            cells = [_published_cell(known, method, which, name) for name in (AVERAGE, *names)]
            table.add_row(Text(f"{method.name}, {method.questions}"), *cells)
        notes = [f"{one.method}: {one.note}" for one in known.misprints if one.table == which]
        table.caption = "\n".join((str(table.caption), f"{MISPRINT} misprinted in {known.source}", *notes))
    return table


def plain_text(table: Table, width: int = 160) -> str:
    """Return a table as text without colours or control characters."""
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False, highlight=False)
    with console.capture() as capture:
        console.print(table)
    return capture.get()


def option_lines(options: ScoringOptions) -> list[str]:
    """Return how it was scored, one line for each named option."""
    defaults = ScoringOptions()
    lines = []
    for name in options.__struct_fields__:
        value, usual = getattr(options, name), getattr(defaults, name)
        lines.append(f"{name}: {value}" + ("" if value == usual else f" (default {usual})"))
    return lines


def _columns(summaries: Mapping[str, Summary]) -> list[str]:
    own = {column.name for summary in summaries.values() for column in summary.columns}
    return [*COLUMNS, *sorted(own - set(COLUMNS))]


def _means(summary: Summary, names: Sequence[str], which: Numbers) -> list[Mean | None]:
    average = summary.average_score if which == "score" else summary.average_exact
    columns = [summary.column(name) for name in names]
    return [average, *(None if one is None else one.score if which == "score" else one.exact for one in columns)]


def _cells(summary: Summary, names: Sequence[str], which: Numbers) -> list[str]:
    return [
        NOTHING if mean is None or mean.value is None else f"{mean.value:.2f}" for mean in _means(summary, names, which)
    ]


def _intervals(summary: Summary, names: Sequence[str], which: Numbers) -> list[str]:
    return [
        NOTHING if mean is None or mean.low is None or mean.high is None else f"{mean.low:.0f}-{mean.high:.0f}"
        for mean in _means(summary, names, which)
    ]


def _counts(summary: Summary, names: Sequence[str]) -> list[str]:
    """Return the answers of all questions, column by column."""
    columns = [summary.column(name) for name in names]
    eight = [one for one in summary.columns if one.name in AVERAGED]
    total = f"{sum(one.answered for one in eight)}/{sum(one.questions for one in eight)}"
    return [total, *(NOTHING if one is None else f"{one.answered}/{one.questions}" for one in columns)]


def _published_cell(known: Published, method: Method, which: Numbers, column: str) -> Text:
    if column not in known.columns:
        return Text(NOTHING)
    mark = MISPRINT if known.misprint(method, which, column) is not None else ""
    return Text(f"{known.value(method, which, column):.2f}{mark}")


def _caption(summaries: Mapping[str, Summary], which: Numbers) -> str:
    caption = "Avg: mean of the eight columns without T5 and T6"
    bonded = any(summary.options.pocket_exact == "bonded" for summary in summaries.values())
    return f"{caption}; T9 over complexes with bonds" if which == "exact" and bonded else caption


def _printable(name: str) -> str:
    """Return a name without characters that a terminal would obey."""
    return "".join(character if character.isprintable() else "?" for character in name)
