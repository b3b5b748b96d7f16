"""The data card and its charts."""

from __future__ import annotations

from xml.etree import ElementTree

from misi_viewer.dataset.card import Census, charts, data_card
from misi_viewer.dataset.charts import bar_charts
from misi_viewer.dataset.manifest import Failure

SVG = "{http://www.w3.org/2000/svg}"


def census():
    counts = Census()
    for n, answer in enumerate(("move x 10", "move x 9", "move x 9", "move x -1")):
        counts.add("translation", f"c{n % 2}", answer, 4)
    for n in range(40):
        counts.add("pocket_ligand", "c0", f"bond {n}", 6)
    counts.skipped["translation"] = 3
    return counts


def plan(make_plan):
    return make_plan(tasks=("translation", "pocket_ligand"))


def test_counts_are_those_of_the_questions(make_plan):
    card = data_card(plan(make_plan), census(), [Failure("9bad", "it is broken")], [], 1234, "Use it.", "")
    assert "44 questions about 2 complexes, split test, with 1,234 different pictures" in card
    assert "| translation | 4 | 3 | 16 |" in card
    assert "| pocket_ligand | 40 | 0 | 240 |" in card
    assert "| **all** | 44 | 3 | 256 |" in card
    assert "* 9bad: it is broken" in card
    assert "Seed 0" in card
    assert "64 x 48 pixels with 1 x 1 samples" in card
    assert card.startswith("# A MiSI-Bench data set")


def test_front_matter_comes_first(make_plan):
    card = data_card(plan(make_plan), census(), [], [], 1, "Use it.", "configs: []\n")
    assert card.startswith("---\nconfigs: []\n---\n")
    assert "What is missing" not in card


def test_charts_show_answers_that_recur_in_the_order_of_their_amounts(make_plan):
    root = ElementTree.fromstring(charts(plan(make_plan), census()))
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts[:5] == ["Questions", "translation", "4", "pocket_ligand", "40"]
    assert texts[5:] == ["Answers, translation", "move x -1", "1", "move x 9", "2", "move x 10", "1"]


def test_bars_are_as_long_as_their_values_say():
    root = ElementTree.fromstring(bar_charts({"A & B": {"one <": 1, "four": 4, "none": 0}}))
    bars = [float(element.get("width")) for element in root.iter(f"{SVG}rect")][1:]
    assert bars[0] * 4 == bars[1]
    assert bars[2] == 0.0
    assert bar_charts({"Empty": {}, "Nothing": {"none": 0}}).endswith("</svg>\n")
