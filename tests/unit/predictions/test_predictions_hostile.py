"""Whatever a file of predictions holds: predictions, a report or a sentence."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.dataset.predictions import Questions, read_predictions
from misi_viewer.dataset.predictions.scoring import score_models
from misi_viewer.errors import UserError

WORDS = (
    "id index custom_id doc_id prediction question answer thinking filtered_resps resps target token_counts doc "
    "response messages images labels predict label prompt error model run usage reasoning gold origin_prompt eval "
    "samples status body status_code choices output _key"
)
KEYS = st.sampled_from(WORDS.split())
IDS = st.sampled_from(["translation/1abc/0", "residue_ligand/1abc/0", "interaction_location/1abc/0", "0", "x"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | IDS | st.just("move x 3"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=10,
)
NAMES = st.sampled_from(["a.json", "a.jsonl", "1_samples_translation.jsonl", "m_translation.json"])


@given(NAMES, st.lists(st.dictionaries(KEYS, VALUES, max_size=8), max_size=4))
def test_rows_of_any_kind(questions: Questions, name: str, rows: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        path.write_text(lines if name.endswith("jsonl") else json.dumps(rows))
        try:
            predictions, report = read_predictions(path, questions)
        except UserError:
            return
    kept = report.matched + report.unmatched + report.mismatched + report.duplicates
    assert kept == report.read
    assert len(predictions) == report.matched
    for row in (row for own in score_models(questions, predictions).values() for row in own):
        assert 0.0 <= row.score <= 1.0
    assert list(report.lines())


@given(
    st.sampled_from(["a.csv", "a.tsv", "a.xlsx", "a.eval", "a.json", "a.jsonl", "a.parquet"]),
    st.sampled_from([b"", b"id,response\n", b"PK\3\4", b"PK\5\6", b'{"id":"x","response":', b"PAR1"]),
    st.binary(max_size=300),
)
def test_garbage(questions: Questions, name: str, head: bytes, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(head + data)
        try:
            read_predictions(path, questions)
        except UserError as error:
            sentence = str(error)
        else:
            sentence = "."
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", ["x.pkl", "x.pt", "x.exe", "absent.json"])
def test_what_is_no_table(questions: Questions, name: str, tmp_path: Path) -> None:
    if not name.startswith("absent"):
        (tmp_path / name).write_bytes(b"\x80\x04.")
    with pytest.raises(UserError):
        read_predictions(tmp_path / name, questions)


def test_hostile_replies_stay_text(questions: Questions, tmp_path: Path) -> None:
    own = "translation/1abc/0"
    replies = ["<script>alert(1)</script>", "=HYPERLINK(1)", "\u202emove x 3", "move x 3 " * 600_000, "a\0b", "\x1b[2J"]
    for place, reply in enumerate(replies):
        path = tmp_path / f"{place}.jsonl"
        path.write_text(json.dumps({"id": own, "response": reply}))
        (prediction,), _ = read_predictions(path, questions)
        assert prediction.raw == reply
