"""Filters: printed, typed, sent as JSON and in links, whatever they hold."""

from __future__ import annotations

import contextlib
import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.errors import UserError
from misi_viewer.session.explorer.filter_text import parse_filter, print_filter
from misi_viewer.session.explorer.filters import EVERYTHING, KEYS, Filter, Sort, Term, filter_from_json
from misi_viewer.session.explorer.links import Link, command_line, parse_link, print_link

NUMBERS = st.floats(-1e6, 1e6) | st.integers(-100, 100).map(float)
NAMES = st.text(min_size=1, max_size=12)


@st.composite
def terms(draw: st.DrawFn) -> Term:
    key = draw(st.sampled_from(sorted(KEYS)))
    kind = KEYS[key]
    model = draw(NAMES | st.just("*")) if kind.of_model else ""
    negate = draw(st.booleans())
    if kind.shape == "names":
        return Term(key=key, model=model, values=tuple(draw(st.lists(NAMES, min_size=1, max_size=3))), negate=negate)
    if kind.shape == "flag":
        return Term(key=key, model=model, negate=negate)
    low, high = sorted((draw(NUMBERS), draw(NUMBERS)))
    which = draw(st.sampled_from(((low, high), (low, None), (None, high), (low, low))))
    return Term(key=key, model=model, low=which[0], high=which[1], negate=negate)


FILTERS = st.builds(Filter, terms=st.lists(terms(), max_size=3).map(tuple), text=st.text(max_size=30))


@given(FILTERS)
def test_a_filter_comes_back_from_its_line_from_json_and_from_a_link(wanted: Filter) -> None:
    line = print_filter(wanted)
    assert line.isprintable()
    assert parse_filter(line) == wanted
    assert filter_from_json(wanted.to_json()) == wanted


@given(FILTERS, st.text(max_size=30).filter(str.isprintable))
def test_a_link_comes_back(wanted: Filter, question: str) -> None:
    link = Link("0123456789abcdef", question, wanted or EVERYTHING)
    text = print_link(link)
    assert text.isascii()
    assert parse_link(text) == link


@given(FILTERS.filter(bool))
def test_a_command_line_holds_the_filter_as_one_word(wanted: Filter) -> None:
    words = shlex.split(command_line("/data/my set", "docking/1abc/0", wanted, ["a b.jsonl"]))
    assert words[:7] == [
        "misi-viewer",
        "explore",
        "/data/my set",
        "--predictions",
        "a b.jsonl",
        "--case",
        "docking/1abc/0",
    ]
    assert parse_filter(words[7].removeprefix("--filter=")) == wanted
    assert len(words) == 8


def test_a_filter_is_a_readable_line() -> None:
    text = 'task:docking,zooming right:"GPT 5" -wrong:o3 score:*=0.2..0.5 zoom:40.. bonds:3 noted:yes hydrogen bond'
    wanted = parse_filter(text)
    assert print_filter(wanted) == text
    assert wanted.terms[1] == Term(key="right", model="GPT 5")
    assert wanted.terms[3] == Term(key="score", model="*", low=0.2, high=0.5)
    assert wanted.text == "hydrogen bond"
    assert parse_filter("TASK:docking") == parse_filter("task:docking")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colour:red", "There is no 'colour' to filter by"),
        ("task:", "needs a value"),
        ("task:a=b", "values between commas"),
        ('"open', "quotation mark"),
        ('task:"a"b"', "values between commas"),
        ("score:o3", "needs a number or a range"),
        ("score:o3=high", "needs a number or a range"),
        ("score:=1", "needs the name of a model"),
        ("right:", "needs the name of a model"),
        ("right:o3=yes=no", "Write right:MODEL"),
        ("noted:no", "Write noted:yes"),
        ("zoom:50..40", "needs a range"),
        ("zoom:1e999", "needs a range"),
        ('"\\q"', "not rightly quoted"),
        ("x" * 2_000_000, "shorten it"),
        (" ".join(["noted:yes"] * 201), "too long"),
    ],
)
def test_what_is_no_filter_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        parse_filter(text)


@given(st.text(max_size=60))
def test_no_text_raises_anything_else(text: str) -> None:
    for read in (parse_filter, parse_link, filter_from_json):
        with contextlib.suppress(UserError):
            read(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"terms":[{"key":"task","values":["a"],"other":1}]}',
        '{"terms":[{"key":"score","model":"m"}]}',
        '{"terms":[{"key":"task","model":"m","values":["a"]}]}',
        '{"text":1}',
        "[" * 100_000,
        '{"terms":[{"key":"zoom","low":NaN}]}',
    ],
)
def test_json_that_is_no_filter_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        filter_from_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "https://0123456789abcdef/a",
        "misi://0123456789ABCDEF/a",
        "misi://short/a",
        "misi://0123456789abcdef/a b",
        "misi://0123456789abcdef/%zz",
        "misi://0123456789abcdef/%ff%fe",
        "misi://0123456789abcdef/a%0aexec",
        "misi://0123456789abcdef/a?run=rm",
        "misi://0123456789abcdef/a?filter=x&filter=y",
        "misi://0123456789abcdef/a?filter",
        "misi://0123456789abcdef/a?filter=colour:red",
        "misi://0123456789abcdef/a#b",
        "misi://0123456789abcdef/" + "a" * 3_000,
        "misi://0123456789abcdef/" + "a" * 3_000_000,
        "",
    ],
)
def test_what_is_no_link_is_a_sentence(text: str) -> None:
    with pytest.raises(UserError) as caught:
        parse_link(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1_000


def test_an_order_names_a_column_that_there_is() -> None:
    with pytest.raises(UserError, match="no column"):
        Sort(column="colour")
    with pytest.raises(UserError, match="needs a model"):
        Sort(column="score")
    with pytest.raises(UserError, match="is of no model"):
        Sort(column="id", model="o3")
