"""The report on pictures: for machines, for a terminal, and as a page that needs nothing beside itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

import msgspec

from misi_viewer.dataset.files import write_whole
from misi_viewer.dataset.verification.choices import Finding, Margin
from misi_viewer.dataset.verification.differences import Shown
from misi_viewer.dataset.verification.outcome import Outcome, VerifyReport

__all__ = ["JSON_FILE", "PAGE", "page", "report_lines", "to_json", "write_report"]

JSON_FILE = "verification.json"
PAGE = "verification.html"

MOST_LINES = 20
"""Pictures that are named on a terminal."""

MOST_ROWS = 2000
"""Pictures that are named in the page; the JSON names all."""

POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

LOOK = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: #222 }
table { border-collapse: collapse; margin: 1em 0 } td, th { padding: .2em .8em; border: 1px solid #ccc }
th { background: #f3f3f3; text-align: left } figure { margin: 1em 0 } figure img { max-width: 100%; display: block }
figcaption { font-size: 90%; color: #555; overflow-wrap: anywhere } td { overflow-wrap: anywhere }
"""


def to_json(report: VerifyReport) -> bytes:
    """Return the report as JSON."""
    return msgspec.json.format(msgspec.json.encode(report)) + b"\n"


def write_report(folder: Path, report: VerifyReport, shown: Sequence[Shown]) -> None:
    """Write the report as JSON and as a page.

    Raises
    ------
    UserError
        If it cannot be written.
    """
    write_whole(folder / JSON_FILE, to_json(report))
    write_whole(folder / PAGE, page(report, shown).encode("utf-8", "replace"))


def report_lines(report: VerifyReport) -> Iterator[str]:
    """Yield the report for a terminal."""
    for finding in report.findings:
        yield from _finding_lines(finding)
    counted = ", ".join(f"{count:,} {status}" for status, count in report.counts.items() if count)
    yield f"pictures: {counted}"
    if report.mean is not None and report.lowest is not None:
        yield f"similarity: mean {report.mean:.4f}, lowest {report.lowest:.4f}"
    for reason, count in report.left_out.items():
        yield f"not verified: {count:,} {reason}"
    bad = [outcome for outcome in report.pictures if not outcome.good]
    for outcome in bad[:MOST_LINES]:
        yield f"  {outcome.picture}: {outcome.status}" + (f" ({outcome.reason})" if outcome.reason else "")
    if len(bad) > MOST_LINES:
        yield f"  and {len(bad) - MOST_LINES:,} more"


def _finding_lines(finding: Finding) -> Iterator[str]:
    described = finding.choices.described()
    next_best = "" if finding.margin is None else f", {finding.margin:.4f} more than the next hypothesis"
    if not finding.explained:
        yield f"no hypothesis explains the pictures of {described['size']} pixels; the best of them:"
    yield f"best hypothesis for {described['size']}: similarity {finding.score:.4f}{next_best}"
    told = {margin.choice: margin for margin in finding.margins}
    for name, words in described.items():
        if name != "size":
            yield f"  {_title(name)}: {words}{_sureness(told.get(name))}"


def _title(name: str) -> str:
    return name.replace("_", " ")


def _sureness(margin: Margin | None) -> str:
    """Return how sure a choice is, in brackets."""
    if margin is None:
        return ""
    parts = []
    if margin.equal:
        parts.append(f"these pictures cannot tell it from {', '.join(margin.equal)}")
    if margin.margin is not None and margin.choice == "chain_breaks":
        parts.append(f"takes away {margin.margin:.0%} of the difference that dashes make")
    elif margin.margin is not None:
        parts.append(f"{margin.next}: {margin.margin:.4f} less")
    return f" ({'; '.join(parts)})" if parts else ""


def page(report: VerifyReport, shown: Sequence[Shown]) -> str:
    """Return the report as HTML; all that comes from data is escaped.

    Parameters
    ----------
    report
        What was found out.
    shown
        Difference pictures.
    """
    title = f"Pictures of {report.dataset}" + (f", against {report.against}" if report.against else "")
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
        f"<title>{escape(title)}</title><style>{LOOK}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(report.program)}; {escape(report.renderer)}</p>",
        *(_finding(finding) for finding in report.findings),
        "<h2>Pictures</h2>",
        _summary(report),
        _pictures(report.pictures),
        *(_figure(one) for one in shown),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = ["<table><tr>" + "".join(f"<th>{escape(cell)}</th>" for cell in head) + "</tr>"]
    lines += ["<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows]
    return "\n".join([*lines, "</table>"])


def _summary(report: VerifyReport) -> str:
    rows = [(status, f"{count:,}") for status, count in report.counts.items() if count]
    rows += [(f"not verified: {reason}", f"{count:,}") for reason, count in report.left_out.items()]
    said = _table(("what", "number"), rows)
    if report.mean is not None and report.lowest is not None:
        said += f"\n<p>Similarity of what was compared: mean {report.mean:.4f}, lowest {report.lowest:.4f}.</p>"
    limits = report.tolerance
    return (
        f"{said}\n<p>Same are pictures with a foreground similarity (SSIM) of at least {limits.similarity:g}, at least "
        f"{limits.worst:g} in every tile, and shifted by at most {limits.shift:g} pixels.</p>"
    )


def _finding(finding: Finding) -> str:
    described = finding.choices.described()
    told = {margin.choice: margin for margin in finding.margins}
    rows = [(_title(name), words, *_cells(told.get(name))) for name, words in described.items()]
    next_best = "" if finding.margin is None else f", {finding.margin:.4f} more than the next hypothesis"
    ranking = [
        (f"{one.score:.5f}", str(one.framing), _cut(one.canvas, one.crop), "; ".join(map(str, one.equal[:4])))
        for one in finding.ranking
    ]
    return "\n".join(
        (
            f"<h2>Hidden choices of the pictures of {escape(described['size'])} pixels</h2>",
            *([] if finding.explained else ["<p>No hypothesis explains these pictures; this is the best of them.</p>"]),
            f"<p>Similarity {finding.score:.4f}{next_best}; found out from {escape(', '.join(finding.probes))}.</p>",
            *([f"<p>Set aside: {escape(', '.join(finding.astray))}.</p>"] if finding.astray else []),
            _table(("choice", "best", "next", "margin", "cannot be told from"), rows),
            _table(("similarity", "hypothesis", "canvas and crop", "would look the same"), ranking),
        )
    )


def _cells(margin: Margin | None) -> tuple[str, str, str]:
    if margin is None:
        return "", "", ""
    return margin.next, "" if margin.margin is None else f"{margin.margin:.4f}", ", ".join(margin.equal)


def _cut(canvas: tuple[float, float], crop: tuple[float, float, float, float]) -> str:
    size = f"{canvas[0]:g} x {canvas[1]:g}"
    return f"{size}, less {', '.join(f'{part:g}' for part in crop)}" if any(crop) else size


def _pictures(outcomes: Sequence[Outcome]) -> str:
    bad = [outcome for outcome in outcomes if not outcome.good]
    if not bad:
        return "<p>All pictures are as they should be.</p>"
    rows = [
        (
            outcome.picture,
            outcome.complex,
            outcome.status,
            outcome.reason,
            "" if outcome.similarity is None else f"{outcome.similarity:.4f}",
            "" if outcome.shift is None else f"{outcome.shift[0]:g}, {outcome.shift[1]:g}",
        )
        for outcome in bad[:MOST_ROWS]
    ]
    table = _table(("picture", "complex", "status", "why", "similarity", "shift"), rows)
    more = len(bad) - MOST_ROWS
    return table if more <= 0 else f"{table}\n<p>And {more:,} more; {JSON_FILE} names all.</p>"


def _figure(one: Shown) -> str:
    caption = f"{one.picture}: stored, drawn again, difference times 4 ({one.file})"
    return f'<figure><img alt="" src="{escape(one.data)}"><figcaption>{escape(caption)}</figcaption></figure>'
