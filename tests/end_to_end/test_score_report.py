"""The HTML report: complete in itself, and safe whatever the replies are."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from misi_viewer.cli import main
from misi_viewer.dataset.report.markup import document, picture, shown, text
from tests.invented_models import DEMO, ExplorerSet

HOSTILE = {
    "translation/1abc/0": "<script>alert(1)</script> move x 2",
    "translation/1abc/1": '"><img src="file:///etc/passwd" onerror=alert(1)> move x 1',
    "zooming/1abc/0": "=HYPERLINK(1) \u202emove z 41",
    "zooming/1abc/1": "a" * 5_000_000 + " move z 55",
    "residue_ligand/1abc/0": "Yes: ARG NH2, O1B </pre><svg onload=x>\x1b[2J",
    "interaction_location/1abc/0": "B",
}
ANSWERS = {"translation": "move x 3", "zooming": "move z 50", "residue_ligand": "No", "interaction_location": "C"}
PNG = b"\x89PNG\r\n\x1a\n" + bytes(50)


class Seen(HTMLParser):
    """Collects elements and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[tuple[str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {(name, value or "") for name, value in attrs}


@pytest.fixture
def report(tmp_path: Path) -> str:
    """Return a report on hostile replies."""
    folder = tmp_path / "set"
    (folder / "pictures").mkdir(parents=True)
    (folder / "pictures" / "good.png").write_bytes(PNG)
    (folder / "pictures" / "svg.png").write_bytes(b"<svg onload='alert(1)'/>")
    with (folder / "all.jsonl").open("w") as stream:
        for own in HOSTILE:
            task = own.partition("/")[0]
            row = {"id": own, "task": task, "split": "test", "complex": "1abc", "prompt": "Say <b>it</b>."}
            options = ["a one", "b two", "c three", "d four"] if task == "interaction_location" else None
            images = ["pictures/good.png", "pictures/svg.png", "pictures/absent.png"]
            stream.write(json.dumps({**row, "images": images, "options": options, "answer": ANSWERS[task]}) + "\n")
    replies = tmp_path / "<i>model.jsonl"
    replies.write_text("".join(json.dumps({"id": own, "response": raw}) + "\n" for own, raw in HOSTILE.items()))
    other = tmp_path / "other.jsonl"
    other.write_text(json.dumps({"id": "translation/1abc/0", "response": "move x 3"}) + "\n")
    target = tmp_path / "report.html"
    assert main(["score", str(folder), str(replies), str(other), "--html", str(target)]) == 0
    return target.read_text(encoding="utf-8")


def test_nothing_from_data_becomes_markup(report: str) -> None:
    seen = Seen()
    seen.feed(report)
    allowed = "html head meta title style body h1 h2 h3 p br table tr th td div img span pre svg text path rect"
    assert seen.elements <= set(allowed.split())
    assert not [name for name, _ in seen.attributes if name.startswith("on") or name in ("href", "srcset", "style")]
    sources = [value for name, value in seen.attributes if name == "src"]
    assert sources == [f"data:image/png;base64,{base64.b64encode(PNG).decode()}"]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in report
    assert "&lt;i&gt;model" in report
    assert "\u202e" not in report
    assert "[U+202E]" in report
    assert "\x1b" not in report


def test_it_is_not_large_whatever_is_replied(report: str) -> None:
    assert len(report) < 200_000
    assert "more characters]" in report


def test_the_policy_allows_the_style_and_nothing_else(report: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', report)
    style = re.search(r"<style>(.*?)</style>", report, re.DOTALL)
    assert policy is not None
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert policy[1].startswith(f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'")
    assert report.index("Content-Security-Policy") < report.index("<style>")


def test_it_has_tables_plots_and_cases(report: str) -> None:
    for wanted in ("Weighted score, %", "Exact match, %", "Human, tiny", "T3: error rate", "Worst cases"):
        assert wanted in report
    assert "Differences in the weighted score" in report
    assert "[picture 2 is missing or of no kind that is shown]" in report
    assert report.count('class="case"') == len(HOSTILE)


def test_texts_are_shown_as_they_are() -> None:
    assert text("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#x27;"
    assert shown("a\u202eb\0\tc\n") == "a[U+202E]b[U+0000]\tc\n"
    assert shown("x" * 11, 10) == "x" * 10 + " [1 more characters]"
    assert picture(b"<svg/>", "x") == ""
    assert "<title>&lt;/title&gt;</title>" in document("</title>", "")


def test_what_the_complexes_tell_is_plotted(explorer_set: ExplorerSet, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    words = ["score", str(explorer_set.dataset), str(explorer_set.predictions["noisy"]), "--html", str(target)]
    assert main(words) == 0
    assert "Name their folder with --complexes" in target.read_text(encoding="utf-8")
    assert main([*words, "--complexes", str(explorer_set.complexes)]) == 0
    report = target.read_text(encoding="utf-8")
    assert "--complexes" not in report
    for title in ("by the size of the ligand", "by the size of the pocket", "all needed labels can be read"):
        assert report.count(title) == 1
    plot = report.partition("by the size of the ligand")[2].partition("</svg>")[0]
    counts = [int(count) for count in re.findall(r'fill="#666">([0-9,]+)<', plot)]
    assert sum(counts) == len(explorer_set.rows)
    other = tmp_path / "others"
    other.mkdir()
    (other / "list.txt").write_text(f"{DEMO / '1uou'}\n")
    assert main([*words, "--complexes", str(other / "list.txt")]) == 0
    assert "none of the data set&#x27;s complexes" in target.read_text(encoding="utf-8")
