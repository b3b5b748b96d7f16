"""What holds for all answers and all texts."""

from __future__ import annotations

import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.camera.commands import LARGEST_AMOUNT, Command
from misi_viewer.tasks.answers import (
    BondName,
    BondsAnswer,
    CommandsAnswer,
    Form,
    LetterAnswer,
    parse_answer,
    print_answer,
)
from misi_viewer.tasks.answers.plain import HEAD, TAIL, examine, plain
from misi_viewer.tasks.answers.reasoning import split_reasoning

FORMS: tuple[Form, ...] = ("command", "commands", "letter", "bonds", "residue_bonds")

commands = st.builds(
    Command,
    st.sampled_from(["move", "roll"]),
    st.sampled_from(["x", "y", "z"]),
    st.one_of(
        st.integers(-180, 180).map(float),
        st.floats(-LARGEST_AMOUNT, LARGEST_AMOUNT, allow_nan=False, allow_infinity=False),
    ),
)
elements = st.sampled_from(["N", "O", "S", "C", "F", "Cl", "CL", "P"])
atoms = st.builds(
    lambda element, rest, prime: element + rest + prime,
    elements,
    st.text(string.ascii_uppercase + string.digits, max_size=3),
    st.sampled_from(["", "'", "*", "''"]),
)
residue_names = st.one_of(
    st.sampled_from(["ARG", "LYS", "DG", "A", "U", "ZN", "HOH"]),
    st.text(string.ascii_uppercase + string.digits, min_size=1, max_size=3),
)
bonds = st.builds(
    BondName,
    residue_names,
    st.integers(-99, 99_999),
    st.sampled_from(["", "", "A", "B", "Z"]),
    atoms,
    st.text(string.ascii_letters + string.digits, max_size=4),
    atoms,
)
residue_bonds = st.builds(BondName, residue_names, st.none(), st.just(""), atoms, st.just(""), atoms)


@given(commands)
def test_a_command_is_read_back(command: Command) -> None:
    answer = CommandsAnswer((command,))
    assert parse_answer("command", print_answer("command", answer)).answer == answer


@given(st.lists(commands, min_size=1, max_size=6).map(tuple))
def test_commands_are_read_back(several: tuple[Command, ...]) -> None:
    answer = CommandsAnswer(several)
    assert parse_answer("commands", print_answer("commands", answer)).answer == answer


@given(st.integers(1, 26), st.data())
def test_a_letter_is_read_back(count: int, data: st.DataObject) -> None:
    letter = string.ascii_uppercase[data.draw(st.integers(0, count - 1))]
    options = [f"option text {number}" for number in range(count)]
    parsed = parse_answer("letter", print_answer("letter", LetterAnswer(letter)), options=options)
    assert parsed.answer == LetterAnswer(letter)


@given(st.frozensets(bonds, max_size=6))
def test_bonds_are_read_back(several: frozenset[BondName]) -> None:
    answer = BondsAnswer(several)
    assert parse_answer("bonds", print_answer("bonds", answer)).answer == answer


@given(st.frozensets(residue_bonds, max_size=6))
def test_a_residues_bonds_are_read_back(several: frozenset[BondName]) -> None:
    answer = BondsAnswer(several)
    assert parse_answer("residue_bonds", print_answer("residue_bonds", answer)).answer == answer


@pytest.mark.parametrize("form", FORMS)
@given(text=st.text(max_size=200))
def test_no_text_raises(form: Form, text: str) -> None:
    parsed = parse_answer(form, text, options=("move x 1, move y 2", text), residue="ARG")
    assert (parsed.answer is None) == (parsed.state != "parsed")


VOCABULARY = """A B C D x y z ; , . : ( ) [ ] { } " ' * - + move roll 3 -15 ARG 45 NH2 O1B answer final or not <think>
</think> \\boxed{ <answer> Yes No ligand chain ``` the is option"""
WORDS = st.sampled_from([*re.findall(r"\S+", VOCABULARY), "\n"])


@pytest.mark.parametrize("form", FORMS)
@given(words=st.lists(WORDS, max_size=40), glue=st.sampled_from(["", " "]))
def test_no_pile_of_words_raises(form: Form, words: list[str], glue: str) -> None:
    text = glue.join(words)
    parsed = parse_answer(form, text, options=("move x 1, move y 2", "A"), residue="ARG")
    assert (parsed.answer is None) == (parsed.state != "parsed")
    assert parsed.span is None or 0 <= parsed.span[0] <= parsed.span[1] <= len(text)


@given(st.text(max_size=200))
def test_places_stay_true(text: str) -> None:
    assert len(plain(text)) == len(text)
    assert len(split_reasoning(text).text) == len(text)


def test_answer_and_form_must_go_together() -> None:
    with pytest.raises(ValueError, match="is not an answer of the form"):
        print_answer("letter", BondsAnswer(frozenset()))
    with pytest.raises(ValueError, match="is not an answer of the form"):
        print_answer("command", CommandsAnswer(()))


def test_no_reply_is_no_answer() -> None:
    assert parse_answer("letter", None).state == "no answer"


def test_the_span_leads_to_the_answer_behind_reasoning() -> None:
    text = "<think>move x 9</think>  The answer is move x 3."
    parsed = parse_answer("command", text)
    assert parsed.span is not None
    assert text[slice(*parsed.span)] == "move x 3"
    assert parsed.reasoning == "move x 9"


@pytest.mark.parametrize("filler", ["a", "move ", "A. ", "\\boxed{", "<think>", "ARG 45 "])
@pytest.mark.parametrize("form", FORMS)
def test_a_line_of_five_megabytes(form: Form, filler: str) -> None:
    text = filler * (5_000_000 // len(filler))
    parsed = parse_answer(form, text, residue="ARG")
    assert parsed.state in ("parsed", "no answer", "unparseable")
    assert parsed.cut == (filler != "<think>")


def test_the_end_of_a_long_reply_is_read() -> None:
    text = "x" * 3_000_000 + ". Answer: move x 3"
    parsed = parse_answer("command", text)
    assert parsed.answer == CommandsAnswer((Command("move", "x", 3.0),))
    assert parsed.span is not None
    assert text[slice(*parsed.span)] == "move x 3"
    assert parsed.cut
    assert "were not read" in parsed.reason


def test_what_is_cut_off() -> None:
    examined = examine(" " * 7 + "a" * (HEAD + TAIL + 1))
    assert examined.skipped == 1
    assert examined.place(0) == 7
    assert examined.place(len(examined.text)) == 7 + HEAD + TAIL + 1
    assert examine("  b ").text == "b"


def test_reasoning_of_several_pieces() -> None:
    reply = split_reasoning("<think>one</think>B<think>two</think>.")
    assert reply.text.split() == ["B", "."]
    assert reply.reasoning == "one\n\ntwo"
    assert not reply.unfinished


def test_nested_reasoning() -> None:
    reply = split_reasoning("<think>a <think>b</think> c</think>D")
    assert reply.text.split() == ["D"]


def test_an_option_may_be_answered_by_its_text() -> None:
    options = ("the left picture", "the right picture")
    assert parse_answer("letter", "I mean the right picture.", options=options).answer == LetterAnswer("B")


PICTURES = ("Image 9", "Image 10", "Image 11", "Image 12")


@pytest.mark.parametrize(
    ("reply", "letter"),
    [
        ("Image 11", "C"),
        ("The answer is image 12.", "D"),
        ("Answer: B, since Image 9 does not match.", "B"),
        ("B. Image 10", "B"),
        ("**Answer:** B (Image 10)", "B"),
        ("Image 9 is turned the wrong way, as is Image 11.\nAnswer: B", "B"),
        ("B because Image 9 and Image 11 differ", "B"),
        ("B. Image 9", None),
        ("Image 9 or Image 10", None),
    ],
)
def test_options_that_are_pictures(reply: str, letter: str | None) -> None:
    parsed = parse_answer("letter", reply, options=PICTURES)
    assert parsed.answer == (None if letter is None else LetterAnswer(letter))
    assert parsed.state == ("contradicting" if letter is None else "parsed")


def test_without_a_residue_its_name_must_be_given() -> None:
    assert parse_answer("residue_bonds", "Yes: NH2, O1B").state == "unparseable"
