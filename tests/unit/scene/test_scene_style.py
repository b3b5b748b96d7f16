"""Styles, their files and colours."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.chem.elements import SYMBOLS, atomic_number
from misi_viewer.errors import UserError
from misi_viewer.scene.colours import COLOUR_WORDS, ELEMENT_COLOURS, contrast, rgb
from misi_viewer.scene.style import DEFAULT_STYLE, Dashes, DepthCue, LabelStyle, Light, Style
from misi_viewer.scene.styles import LARGEST_FILE, load_style, parse_style, print_style, save_style, style_names

COLOURS = st.sampled_from(("BF99F2", "#fff", "deep sky blue", "Red"))
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
STRENGTHS = st.floats(0, 10)
LENGTHS = st.floats(0.01, 100)
STYLES = st.builds(
    Style,
    name=TEXTS,
    description=TEXTS,
    representation=st.sampled_from(("stick", "ball and stick", "sphere", "wire")),
    stick_radius=LENGTHS,
    ball_scale=LENGTHS,
    element_colours=st.dictionaries(st.sampled_from(("C", "Fe", "cl")), COLOURS),
    residue_carbons=st.lists(COLOURS, max_size=3).map(tuple),
    ligand_carbon=COLOURS | st.just(""),
    background=COLOURS,
    light=st.builds(Light, key=STRENGTHS, specular=STRENGTHS, key_direction=st.tuples(*[st.floats(1, 9)] * 3)),
    depth_cue=st.builds(DepthCue, on=st.booleans(), start=st.floats(0, 0.9), colour=COLOURS | st.just("")),
    labels=st.builds(LabelStyle, height=LENGTHS, glyph_edges=st.sampled_from(("straight", "premultiplied"))),
    chain_breaks=st.builds(Dashes, colour=COLOURS, dashes=st.integers(0, 100)),
)


@given(STYLES)
def test_toml_and_json_give_the_style_back(style: Style) -> None:
    assert parse_style(print_style(style)) == style
    assert parse_style(print_style(style, everything=True)) == style
    assert parse_style(style.to_json()) == style


def test_the_default_is_the_benchmarks() -> None:
    assert DEFAULT_STYLE.name == "MiSI-Bench"
    assert (DEFAULT_STYLE.stick_radius, DEFAULT_STYLE.background_rgb) == (0.2, (0, 0, 0))
    assert DEFAULT_STYLE.residue_carbons == ("BF99F2", "F2B366")
    assert rgb(DEFAULT_STYLE.ligand_carbon) == (0x90, 0x90, 0x90)
    assert DEFAULT_STYLE.label_rgb == (255, 255, 255)
    assert DEFAULT_STYLE.depth_cue_rgb == (0, 0, 0)
    light = DEFAULT_STYLE.light
    assert light.ambient * light.ambient_reflectivity == pytest.approx(0.32)
    assert (light.key * light.diffuse_reflectivity, light.fill * light.diffuse_reflectivity) == (0.8, 0.4)
    assert (light.specular, light.exponent) == (0.3, 30)


def test_the_benchmarks_file_lists_every_setting() -> None:
    assert load_style("MiSI-Bench") == DEFAULT_STYLE
    from misi_viewer import resources

    text = resources.path("styles/misi-bench.toml").read_text(encoding="utf-8")
    assert text.endswith(print_style(DEFAULT_STYLE, everything=True))


def test_built_in_styles_come_by_name() -> None:
    names = style_names()
    assert names[0] == "MiSI-Bench"
    assert {load_style(name).representation for name in names} == {"stick", "ball and stick", "sphere", "wire"}
    assert load_style("BALL_and-stick") == load_style("Ball and stick")


def test_a_users_style_overrides_only_what_it_names(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('background = "white"\n[labels]\nheight = 1\n[element_colours]\nFe = "brown"\n', encoding="utf-8")
    style = load_style(file)
    assert style.name == "mine"
    assert style.label_rgb == (0, 0, 0)
    assert style.depth_cue_rgb == (255, 255, 255)
    expected = DEFAULT_STYLE.but(
        name="mine",
        background="white",
        labels=LabelStyle(height=1.0),
        element_colours={"Fe": "brown"},
    )
    assert style == expected
    table = style.element_table()
    assert tuple(table[26]) == rgb("brown")
    assert (np.delete(table, 26, axis=0) == np.delete(ELEMENT_COLOURS, 26, axis=0)).all()


@pytest.mark.parametrize("name", ["mine.toml", "mine.json", "mine"])
def test_a_saved_style_is_loaded_again(tmp_path: Path, name: str) -> None:
    style = DEFAULT_STYLE.but(name="Mine", stick_radius=0.1, light=Light(key=2.0))
    save_style(style, tmp_path / name)
    assert load_style(tmp_path / name) == style
    assert name.endswith(".json") or (tmp_path / name).read_text(encoding="utf-8") == (
        'name = "Mine"\nstick_radius = 0.1\n\n[light]\nkey = 2.0\n'
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not valid JSON"),
        ("no style", "not valid TOML"),
        ("sticks = 1", "unknown field `sticks`"),
        ('stick_radius = "thick"', "expected `float`, got `str` - at `stick_radius`"),
        ("stick_radius = nan", "stick radius is nan; give a number from"),
        ("stick_radius = inf", "stick radius is inf"),
        ("stick_radius = -1", "stick radius is -1"),
        ("stick_radius = 1" + "0" * 400, "stick_radius"),
        ('{"stick_radius": 1e999}', "stick radius is inf"),
        ('background = "octarine"', "'octarine' is not a colour"),
        ('residue_carbons = ["red", 3]', "residue_carbons"),
        ('representation = "ribbon"', "at `representation`; choose one of stick, ball and stick"),
        ('[labels]\nglyph_edges = "round"', "choose one of straight, premultiplied"),
        ("[labels]\nheight = 0", "label height is 0"),
        ("[light]\nkey_direction = [0, 0, 0]", "key light must be a direction"),
        ("[light]\nexponent = nan", "light exponent is nan"),
        ("[depth_cue]\nstart = 2", "must end behind its start"),
        ('[element_colours]\nQq = "red"', "'Qq', which is not an element's symbol"),
        ('name = "' + "x" * 2000 + '"', "at most 1,000 characters"),
        ('{"name": "\\ud800"}', "must be texts"),
        ("x = " + "[" * 50_000, "nested too deeply|not valid TOML"),
        ("#" * (LARGEST_FILE + 1), "longer than"),
        (b"\xff\xfe\x00", "not a text in UTF-8"),
    ],
)
def test_a_bad_style_is_one_sentence(text: str | bytes, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        parse_style(text)
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_an_unknown_style_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no style 'nicest'; choose one of MiSI-Bench, Ball and stick"):
        load_style("nicest")
    with pytest.raises(UserError, match="no style ''"):
        load_style("")
    with pytest.raises(UserError, match=r"missing\.toml cannot be read: No such file"):
        load_style(tmp_path / "missing.toml")
    (tmp_path / "bad.toml").write_text("stick_radius = -1", encoding="utf-8")
    with pytest.raises(UserError, match=r"bad\.toml: The style's stick radius is -1"):
        load_style(tmp_path / "bad.toml")
    with pytest.raises(UserError, match="cannot be written"):
        save_style(DEFAULT_STYLE, tmp_path / "nowhere" / "x.toml")


def test_made_styles_are_checked_too() -> None:
    with pytest.raises(UserError, match="representation is 'ribbon'"):
        Style(representation="ribbon")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="number of dashes is 1000"):
        Dashes(colour="red", dashes=1000)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("BF99F2", (0xBF, 0x99, 0xF2)),
        ("#bf99f2", (0xBF, 0x99, 0xF2)),
        ("#0f8", (0, 255, 0x88)),
        ("Deep Sky Blue", (0, 0xBF, 255)),
        ("deepskyblue", (0, 0xBF, 255)),
        ("grey", (128, 128, 128)),
    ],
)
def test_colours(text: str, expected: tuple[int, int, int]) -> None:
    assert rgb(text) == expected


@pytest.mark.parametrize("text", ["", "12345", "#12345G", "0xFFFFFF", "١٢٣", "rgb(1,2,3)"])
def test_what_is_no_colour(text: str) -> None:
    with pytest.raises(UserError, match="not a colour"):
        rgb(text)


def test_every_colour_word_is_a_colour() -> None:
    assert all(rgb(word) == rgb(value) for word, value in COLOUR_WORDS.items())


@pytest.mark.parametrize(
    ("symbol", "colour"),
    [("H", "FFFFFF"), ("C", "909090"), ("N", "3050F8"), ("O", "FF0D0D"), ("S", "FFFF30"), ("P", "FF8000"),
     ("Cl", "1FF01F"), ("Zn", "7D80B0"), ("I", "940094"), ("Au", "FFD123"), ("Mt", "EB0026"), ("Ds", "B4B4B4")],
)  # fmt: skip
def test_element_colours(symbol: str, colour: str) -> None:
    assert tuple(ELEMENT_COLOURS[atomic_number(symbol)]) == rgb(colour)
    assert tuple(ELEMENT_COLOURS[0]) == tuple(ELEMENT_COLOURS[len(SYMBOLS)]) == rgb("B4B4B4")


@pytest.mark.parametrize(
    ("background", "expected"),
    [("black", (255, 255, 255)), ("white", (0, 0, 0)), ("blue", (255, 255, 255)), ("yellow", (0, 0, 0))],
)
def test_labels_read_on_their_background(background: str, expected: tuple[int, int, int]) -> None:
    assert contrast(background) == expected


def test_a_style_is_plain_data() -> None:
    assert msgspec.convert(msgspec.to_builtins(DEFAULT_STYLE), Style) == DEFAULT_STYLE
