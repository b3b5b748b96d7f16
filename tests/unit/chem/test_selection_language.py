"""The selection language: reading and writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.chem.selection import (
    EXAMPLES,
    LONGEST_SELECTION,
    Node,
    SelectionError,
    mentions_selected,
    parse,
    parse_sequence,
    print_selection,
)
from misi_viewer.chem.selection.parser import DEEPEST
from misi_viewer.chem.selection.syntax import (
    And,
    Element,
    Not,
    Numbers,
    Or,
    Pattern,
    Rows,
    SameResidue,
    Specifier,
    Within,
    Word,
    escape,
)
from misi_viewer.chem.selection.wildcards import fits

CARBON_ALPHA = Specifier(atoms=(Pattern("CA"),))
LIGAND = Word("ligand")


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("/A", Specifier(chains=(Pattern("A"),))),
        ("/a,B", Specifier(chains=(Pattern("a"), Pattern("B")))),
        (":45", Specifier(residues=(Numbers((45, ""), (45, ""), "45"),))),
        (":-3--1", Specifier(residues=(Numbers((-3, ""), (-1, "")),))),
        (":52a", Specifier(residues=(Numbers((52, "A"), (52, "A"), "52A"),))),
        (":52-52B", Specifier(residues=(Numbers((52, ""), (52, "B")),))),
        (":arg,h?s", Specifier(residues=(Pattern("ARG"), Pattern("H?S")))),
        ("@n*", Specifier(atoms=(Pattern("N*"),))),
        ("@o5\\*", Specifier(atoms=(Pattern("O5\\*"),))),
        ("@HO2'", Specifier(atoms=(Pattern("HO2'"),))),
        ('@H5"', Specifier(atoms=(Pattern('H5"'),))),
        ("/A:45@CA", Specifier((Pattern("A"),), (Numbers((45, ""), (45, ""), "45"),), (Pattern("CA"),))),
        ("LIGAND", LIGAND),
        ("h", Word("hydrogens")),
        ("sel", Word("selected")),
        ("c", Element(6)),
        ("ZN", Element(30)),
        ("CA", Element(20)),
        ("As", Element(33)),
        ("~ligand", Not(LIGAND)),
        ("not not ligand", Not(Not(LIGAND))),
        ("C | N & O", Or((Element(6), And((Element(7), Element(8)))))),
        ("C or N and not O", Or((Element(6), And((Element(7), Not(Element(8))))))),
        ("(C | N) | O", Or((Element(6), Element(7), Element(8)))),
        ("within 4 of ligand & N", And((Within(4.0, LIGAND), Element(7)))),
        ("within .5 of (ligand & N)", Within(0.5, And((LIGAND, Element(7))))),
        ("same residue as @CA", SameResidue(CARBON_ALPHA)),
        ("ligand:<4", SameResidue(Within(4.0, LIGAND))),
        ("@CA@<4.25", Within(4.25, CARBON_ALPHA)),
        ("~ligand :< 4", Not(SameResidue(Within(4.0, LIGAND)))),
        ("ligand[3,5-6]", Rows("ligand", ((3, 3), (5, 6)))),
    ],
)
def test_reads(text: str, node: Node) -> None:
    assert parse(text) == node
    assert parse(print_selection(node)) == node


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", 1, "a selection is missing"),
        ("ligand &", 9, "a selection is missing"),
        ("(ligand", 1, "not closed"),
        ("(ligand protein)", 1, "needs & or |"),
        ("ligand)", 7, "never opened"),
        ("ligand :45", 8, "write & .both. or"),
        ("  arg", 3, "a residue is written :arg, an atom @arg, a chain /arg"),
        ("ligan & C", 1, "perhaps 'ligand' is meant"),
        ("C & 45", 5, "written with a colon, :45"),
        ("/A@CA:45", 6, "in this order"),
        ("/A/B", 3, "in this order"),
        (":", 2, "a residue's number or name is missing"),
        ("/A:45,", 7, "a residue's number or name is missing"),
        ("@ CA", 2, "an atom's name is missing"),
        (":52-45", 2, "ends before it begins"),
        ("within of ligand", 8, "a distance in angstrom is missing"),
        ("within -4 of ligand", 8, "a distance in angstrom is missing"),
        ("within 4 ligand", 10, "write 'of'"),
        ("within 4000 of ligand", 8, "at most 1,000"),
        ("same ligand", 6, "write 'residue as'"),
        ("ligand[", 7, "not closed"),
        ("ligand[a]", 8, "rows counted from 0"),
        ("ligand[5-1]", 8, "rows counted from 0"),
        ("$", 1, "cannot stand here"),
        ("@" + "x" * 65, 2, "at most 64 letters"),
        ("~" * (DEEPEST + 1), DEEPEST + 1, "too many"),
        ("(" * (DEEPEST + 1), DEEPEST + 1, "too many"),
        ("C" + ":<1" * (DEEPEST + 1), 3 * DEEPEST + 5, "too many"),
        ("C" * (LONGEST_SELECTION + 1), LONGEST_SELECTION + 1, "longer than 20,000"),
    ],
)
def test_errors_give_the_place(text: str, place: int, words: str) -> None:
    with pytest.raises(SelectionError, match=words) as caught:
        parse(text)
    assert caught.value.place == place
    assert str(caught.value).startswith(f"At character {place} of the selection: ")
    assert str(caught.value).endswith(".")


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5)
PATTERNS = NAMES.map(escape).filter(lambda name: len(name) <= 64).map(Pattern)
UPPER = PATTERNS.map(lambda pattern: Pattern(pattern.text.upper()))
PLACES = st.tuples(st.integers(-99, 9999), st.sampled_from(("", "A", "B")))
RANGES = st.tuples(PLACES, PLACES).map(sorted).map(lambda ends: Numbers(ends[0], ends[1]))
SINGLES = PLACES.map(lambda place: Numbers(place, place, f"{place[0]}{place[1]}"))


def is_a_name(pattern: Pattern) -> bool:
    return not isinstance(parse(f":{pattern}").residues[0], Numbers)  # type: ignore[union-attr]


SPECIFIERS = st.builds(
    Specifier,
    st.lists(PATTERNS, max_size=2).map(tuple),
    st.lists(RANGES | SINGLES | UPPER.filter(is_a_name), max_size=2).map(tuple),
    st.lists(UPPER, max_size=2).map(tuple),
).filter(lambda specifier: str(specifier) != "")
LEAVES = (
    SPECIFIERS
    | st.sampled_from(("all", "ligand", "protein", "hydrogens", "selected")).map(Word)
    | st.integers(2, 118).map(Element)
    | st.builds(Rows, st.sampled_from(("pocket", "ligand")), st.just(((0, 4), (7, 7))))
)


def extended(nodes: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def flat(kind: type[And] | type[Or]) -> st.SearchStrategy[Node]:
        others = nodes.filter(lambda node: not isinstance(node, kind))
        return st.lists(others, min_size=2, max_size=3).map(lambda operands: kind(tuple(operands)))

    distances = st.integers(0, 100_000).map(lambda hundredths: hundredths / 100)
    prefixed = nodes.map(Not) | nodes.map(SameResidue) | st.builds(Within, distances, nodes)
    return flat(And) | flat(Or) | prefixed


@given(st.recursive(LEAVES, extended, max_leaves=8))
def test_what_is_written_reads_back(node: Node) -> None:
    assert parse(print_selection(node)) == node


@given(st.text("()~&|:@/,-*?\\<[]_ aA45CwithnofNlgd.", max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    written = read_or_refuse(text)
    if written is not None:
        assert print_selection(parse(written)) == written


def read_or_refuse(text: str) -> str | None:
    try:
        return print_selection(parse(text))
    except SelectionError as error:
        assert 1 <= error.place <= len(text) + 1  # noqa: PT017
        return None


@pytest.mark.parametrize(("text", "meaning"), EXAMPLES)
def test_examples_of_the_manual_are_right(text: str, meaning: str) -> None:
    assert print_selection(parse(text))
    assert meaning


def test_a_sequence_of_selections() -> None:
    assert parse_sequence("/A:45@CA ligand[0] (ligand & N)") == (
        parse("/A:45@CA"),
        parse("ligand[0]"),
        parse("ligand & N"),
    )
    assert parse_sequence("  ") == ()
    with pytest.raises(SelectionError):
        parse_sequence("C &")


def test_selected_is_noticed_wherever_it_stands() -> None:
    assert mentions_selected(parse("protein & ~within 4 of (C | sel)"))
    assert not mentions_selected(parse("protein & ~within 4 of (C | N)"))


@pytest.mark.parametrize(
    ("pattern", "name", "fit"),
    [
        ("CA", "CA", True),
        ("CA", "CAB", False),
        ("C*", "C", True),
        ("*A*", "BAB", True),
        ("*AB", "AAB", True),
        ("C?", "C", False),
        ("C?", "CX", True),
        ("O5\\*", "O5*", True),
        ("O5\\*", "O5'", False),
        ("\\?", "?", True),
        ("\\?", "X", False),
        ("_", "", True),
        ("_", "_", False),
        ("\\_", "_", True),
        ("*", "", True),
        ("?", "", False),
    ],
)
def test_wildcards(pattern: str, name: str, fit: bool) -> None:
    assert fits(pattern, name) is fit


@given(st.text("*?AB\\_ ,", max_size=6))
def test_an_escaped_name_fits_itself(name: str) -> None:
    assert fits(escape(name), name)
