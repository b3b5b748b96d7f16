"""Data sets of other shapes: the published questions' phrases, conversations, tables (spec benchmark.md section 5)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from misi_viewer.dataset.catalogue import Catalogue, Filter, import_sources
from misi_viewer.dataset.reading.finding import find_questions
from misi_viewer.dataset.reading.found import Found, Reading
from misi_viewer.tasks.question import Recipe

TARGET = (
    "Target Hydrogen Bond of PDB ID: 5ey0: Chain A, Residue LYS 47, Atom NZ and Atom O1A.\n"
    "A. move x 3, move y 5 B. move x 9, move y -5 C. move x 7, move y 5 D. move x 3, move y -5"
)
PUBLISHED = {
    "translation": ("Give the required translation command. (PDB ID: 5ey0)", 4, "move x 4"),
    "rotation": ("Give the required rotation command for PDB ID: 5ey0.", 4, "roll y 15"),
    "zooming": ("Give the required scaling command for PDB ID: 5ey0.", 4, "move z 40"),
    "residue_ligand": ("A specific protein residue, PDB ID: 5ey0. If hydrogen bonds exist, list them.", 6, "No"),
    "translation_rotation": ("First PDB ID: 5ey0. Then a NEW protein (PDB ID: 1ugx).", 11, "B"),
    "rotation_rotation": ("TWO sequential rotations of PDB ID: 5ey0", 8, "D"),
    "docking": ("Please dock the ligand back, PDB ID: 5ey0", 7, "roll x 75, move x -14"),
    "interaction_location": (
        TARGET,
        6,
        "C",
    ),
    "pocket_ligand": (
        "List all possible hydrogen bonds between the pocket and the ligand, PDB ID: 5ey0",
        6,
        "ARG 45 NE A, O2G; ARG 45 NH2 A, O1B",
    ),
}
DERIVED = {"translation", "rotation", "zooming", "docking", "interaction_location", "pocket_ligand"}


def find(folder: Path) -> tuple[list[Found], Reading]:
    """Return the questions of a folder."""
    reading = Reading()
    return list(find_questions([folder], reading)), reading


def images(count: int) -> list[str]:
    """Return names of pictures."""
    return [f"images/{place}.png" for place in range(count)]


def conversation(prompt: str, count: int, answer: str) -> dict[str, Any]:
    """Return a question as LLaMA-Factory has it."""
    turns = [{"from": "human", "value": "<image>" * count + prompt}, {"from": "gpt", "value": answer}]
    return {"conversations": turns, "images": images(count)}


def messages(prompt: str, count: int, answer: str) -> dict[str, Any]:
    """Return a question as OpenAI has it, pictures as parts."""
    parts: list[dict[str, Any]] = [{"type": "image_url", "image_url": {"url": name}} for name in images(count)]
    asked = {"role": "user", "content": [*parts, {"type": "text", "text": prompt}]}
    return {"messages": [{"role": "system", "content": "Be brief."}, asked, {"role": "assistant", "content": answer}]}


SHAPES = {
    "flat": lambda prompt, count, answer: {"question": prompt, "answer": answer, "images": images(count)},
    "conversations": conversation,
    "messages": messages,
    "alpaca": lambda prompt, count, answer: {
        "instruction": prompt,
        "input": "",
        "output": answer,
        "image": images(count),
    },
    "numbered": lambda prompt, count, answer: {
        "prompt": prompt,
        "gt": answer,
        **{f"image_{place}": name for place, name in enumerate(images(count))},
    },
    "text list": lambda prompt, count, answer: {"query": prompt, "label": answer, "image_path": str(images(count))},
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("task", PUBLISHED)
def test_published_questions_are_recognised(shape: str, task: str, tmp_path: Path) -> None:
    prompt, count, answer = PUBLISHED[task]
    (tmp_path / "test.json").write_text(json.dumps([SHAPES[shape](prompt, count, answer)] * 2))
    found, reading = find(tmp_path)
    assert [one.id for one in found] == [f"{task}/5ey0/0", f"{task}/5ey0/1"]
    first = found[0]
    assert (first.task, first.complex, first.split, first.answer) == (task, "5ey0", "test", answer)
    assert first.target == ("1ugx" if task == "translation_rotation" else "")
    assert first.images == tuple(images(count))
    assert bool(first.recipe) == first.derived == (task in DERIVED)
    if first.recipe:
        assert len(msgspec.json.decode(first.recipe, type=Recipe).images) == count
    if task == "interaction_location":
        assert first.options is not None
        assert first.options[2] == "move x 7, move y 5"
    assert not reading.not_placed


@pytest.mark.parametrize("name", ["test.jsonl", "test.ndjson", "test.json", "test.csv", "test.tsv", "test.jsonl.gz"])
def test_tables_of_any_kind(name: str, tmp_path: Path) -> None:
    import csv
    import gzip
    import io

    rows = [{"question": PUBLISHED[task][0], "answer": PUBLISHED[task][2], "images": ""} for task in PUBLISHED]
    text = io.StringIO()
    if "json" in name:
        text.writelines(json.dumps(row) + "\n" for row in rows)
    else:
        writer = csv.DictWriter(text, list(rows[0]), delimiter="\t" if name.endswith("tsv") else ",")
        writer.writeheader()
        writer.writerows(rows)
    data = text.getvalue().encode()
    (tmp_path / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    found, _ = find(tmp_path)
    assert [one.task for one in found] == list(PUBLISHED)


def test_hints_of_names_count_only_where_all_fits(tmp_path: Path) -> None:
    rows = [
        {"question": "How far?", "answer": "move z 50", "images": [f"1ugx_{place}.png" for place in range(4)]},
        {"question": "How far?", "answer": "roll z 50", "images": [f"1ugx_{place}.png" for place in range(4)]},
        {"question": "How far?", "answer": "move z 50", "images": ["1ugx_0.png"]},
    ]
    (tmp_path / "test_scale.json").write_text(json.dumps(rows))
    found, reading = find(tmp_path)
    assert [(one.task, one.complex) for one in found] == [("zooming", "1ugx")]
    assert reading.not_placed == {"nothing tells its task": 2}
    assert "row 2" in reading.examples["nothing tells its task"][0]


def test_a_number_in_a_file_name_is_no_complex(tmp_path: Path) -> None:
    row = {"question": "Give the required scaling command.", "answer": "move z 50", "images": images(4)}
    (tmp_path / "test-interaction-neg-1160.json").write_text(json.dumps([row]))
    found, reading = find(tmp_path)
    assert found[0].complex == ""
    assert reading.remarks["nothing tells the complex"] == 1


def test_what_is_no_question_is_told(tmp_path: Path) -> None:
    prompt, _, _ = PUBLISHED["translation"]
    rows = [
        {"question": prompt, "answer": "to the left"},
        {"question": "", "answer": "x"},
        {"question": prompt, "answer": "move x 1"},
    ]
    (tmp_path / "a.json").write_text(json.dumps(rows))
    (tmp_path / "b.json").write_text("{not json")
    (tmp_path / "c.pkl").write_bytes(b"\x80\x04.")
    found, reading = find(tmp_path)
    assert len(found) == 1
    assert reading.not_placed["its answer cannot be read as one of the task translation"] == 1
    assert sum(reading.not_placed.values()) == 2
    assert any("b.json" in sentence for sentence in reading.refused)
    assert any("pickle" in sentence for sentence in reading.refused)


@pytest.mark.parametrize("more", [{"prediction": "move x 1"}, {"response": "move x 1", "labels": "move x 2"}])
def test_a_reply_is_never_taken_for_a_truth(more: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        json.dumps([{"question": PUBLISHED["translation"][0], "answer": "move x 1", **more}])
    )
    found, reading = find(tmp_path)
    assert not found
    assert reading.not_placed == {"it is a reply of a model: import it with --predictions": 1}


def test_a_row_may_show_the_pictures_of_another(tmp_path: Path) -> None:
    prompt, count, answer = PUBLISHED["translation"]
    lines = [
        "index\timage\tquestion\tanswer",
        f"1\t{['a' * 2000] * count}\t{prompt}\t{answer}",
        f"2\t1\t{prompt}\t{answer}",
    ]
    (tmp_path / "x.tsv").write_text("\n".join(lines))
    found, reading = find(tmp_path)
    assert [(one.alias, one.embedded) for one in found] == [("1", True), ("2", True)]
    assert not reading.remarks["no pictures named"]


DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


def test_a_residue_is_found_by_its_bonds(tmp_path: Path) -> None:
    from misi_viewer.chem.load import load_complex
    from misi_viewer.tasks import load_task, sample
    from misi_viewer.tasks.question import Question

    complex_ = load_complex(DEMO / "1s3v")
    asked = sample(
        load_task("residue_ligand"), complex_, seed=0, split="test", candidates=["1s3v"], load=lambda _id: complex_
    )
    questions = [one for one in asked if isinstance(one, Question)]
    prompt = "A specific protein residue. If hydrogen bonds exist, list them. PDB ID: 1s3v"
    (tmp_path / "t.json").write_text(json.dumps([{"question": prompt, "answer": one.answer} for one in questions]))
    shutil.copytree(DEMO / "1s3v", tmp_path / "complexes" / "1s3v")
    report = import_sources([tmp_path / "t.json"], tmp_path / "c", tmp_path / "complexes")
    assert (report.complexes, report.linked) == (1, 1)
    with Catalogue(tmp_path / "c") as catalogue:
        cases = [catalogue.case(entry.n) for entry in catalogue.page(Filter(task="residue_ligand"))]
    known = [(case, one) for case, one in zip(cases, questions, strict=True) if case.recipe]
    assert len(known) == report.residues > 0
    for case, one in known:
        recipe = msgspec.json.decode(case.recipe, type=Recipe)
        assert recipe.images[0].shot.residue == one.recipe.images[0].shot.residue
        assert case.derived
    assert all(not case.recipe for case in cases if case.entry.answer == "No")
