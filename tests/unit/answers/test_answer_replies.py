"""Replies as models write them, row by row."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from misi_viewer.tasks.answers import Form, parse_answer, print_answer

ROWS: dict[Form, list[list[str]]] = tomllib.loads((Path(__file__).parent / "replies.toml").read_text("utf-8"))
OPTIONS = ("move x 3, move y 5", "move x 9, move y -5", "move x 7, move y 5", "move x 3, move y -5")
CASES = [
    pytest.param(form, *row, id=f"{form}-{number}") for form, rows in ROWS.items() for number, row in enumerate(rows)
]


def test_that_the_table_is_long() -> None:
    assert len(CASES) >= 200
    assert set(ROWS) == {"command", "commands", "letter", "bonds", "residue_bonds"}


@pytest.mark.parametrize(("form", "reply", "state", "answer"), CASES)
def test_a_reply(form: Form, reply: str, state: str, answer: str) -> None:
    parsed = parse_answer(
        form,
        reply,
        options=OPTIONS if form == "letter" else None,
        residue="ARG" if form == "residue_bonds" else None,
    )
    printed = print_answer(form, parsed.answer) if parsed.answer is not None else ""
    assert (parsed.state, printed) == (state, answer), parsed.reason
    assert (parsed.span is not None) == (parsed.answer is not None) == (state == "parsed")
    assert parsed.reason.endswith(".")
    if parsed.span is not None:
        start, end = parsed.span
        assert 0 <= start < end <= len(reply)
