"""Shots and their JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.camera.commands import Command, print_commands
from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.camera.views import VIEWS
from misi_viewer.errors import UserError
from misi_viewer.scene.shot import ResidueId, Shot

COMMANDS = st.lists(
    st.builds(Command, st.sampled_from(("move", "roll")), st.sampled_from("xyz"), st.floats(-1000, 1000)), max_size=3
).map(print_commands)
RESIDUES = st.builds(
    ResidueId, st.text(st.characters(codec="utf-8"), max_size=4), st.integers(-999, 99999), st.sampled_from(("", "A"))
)
POSES = st.builds(
    lambda degrees, depth: tuple(
        map(tuple, Pose.of(rotation((1, 2, 3), degrees), np.array([0, 1, depth])).matrix.tolist())
    ),
    st.floats(-180, 180),
    st.floats(-1000, 1000),
)


@st.composite
def shots(draw: st.DrawFn) -> Shot:
    parts = draw(st.sampled_from(("complex", "pocket", "ligand", "residue")))
    pose = draw(st.none() | POSES)
    return Shot(
        parts=parts,
        residue=draw(RESIDUES) if parts == "residue" else None,
        labels=draw(st.booleans()),
        hydrogens=draw(st.booleans()),
        fit=draw(st.sampled_from((None, "complex", "pocket", "ligand", "shown"))),
        ligand_commands=draw(COMMANDS),
        view="front" if pose else draw(st.sampled_from(VIEWS)),
        commands="" if pose else draw(COMMANDS),
        pose=pose,
        projection=draw(st.sampled_from(("perspective", "orthographic"))),
        orthographic_width=draw(st.none() | st.floats(0.1, 1000)),
        supersample=draw(st.integers(1, 8)),
        quality=draw(st.sampled_from(("exact", "fast"))),
        chain_breaks=draw(st.booleans()),
        hydrogen_bonds=draw(st.booleans()),
        transparent=draw(st.booleans()),
        hide=draw(st.sampled_from(("", ":45 & @N*", "~within 4 of ligand"))),
    )


@given(shots())
def test_json_gives_the_shot_back(shot: Shot) -> None:
    text = shot.to_json()
    assert Shot.from_json(text) == shot
    assert Shot.from_json(text).to_json() == text
    assert json.loads(text)["version"] == 1


def test_fit_follows_what_is_shown_only_for_a_residue() -> None:
    assert Shot().fit_to == "complex"
    assert Shot(parts="ligand").fit_to == "complex"
    assert Shot(parts="residue", residue=ResidueId("A", 1)).fit_to == "shown"
    assert Shot(parts="residue", residue=ResidueId("A", 1), fit="complex").fit_to == "complex"


def test_a_pose_takes_the_place_of_view_and_commands() -> None:
    shot = Shot(view="left", commands="move x 3")
    posed = shot.with_pose(Pose.identity())
    assert (posed.view, posed.commands) == ("front", "")
    assert posed.pose == ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))
    assert Shot.from_json(posed.to_json()) == posed
    assert posed.with_pose(None) == Shot()
    with pytest.raises(UserError, match="cannot have a view or commands too"):
        posed.but(view="left")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"parts": "water"}, "parts cannot be 'water'; choose one of complex"),
        ({"view": "side"}, "view cannot be 'side'"),
        ({"fit": "all"}, "fit cannot be 'all'"),
        ({"projection": "fisheye"}, "projection cannot be"),
        ({"quality": "best"}, "quality cannot be"),
        ({"parts": "residue"}, "must name the residue"),
        ({"residue": ResidueId("A", 1)}, "only such a shot may name one"),
        ({"supersample": 0}, "supersample is 0; give 1 to 8"),
        ({"supersample": 9}, "supersample is 9"),
        ({"commands": "jump"}, "'jump' is not a command"),
        ({"ligand_commands": "move x nan"}, "not a finite number"),
        ({"commands": "move x 1;" * 9999}, "longer than"),
        ({"pose": ((1, 0, 0, float("nan")), (0, 1, 0, 0), (0, 0, 1, 0))}, "finite"),
        ({"pose": ((1, 0, 0, 0), (1, 0, 0, 0), (0, 0, 1, 0))}, "perpendicular"),
        ({"orthographic_width": float("nan")}, "orthographic width"),
        ({"orthographic_width": 0.0}, "orthographic width"),
        ({"version": 2}, "use a newer MiSI Viewer"),
        ({"version": 0}, "never was"),
    ],
)
def test_wrong_values_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(UserError, match=words):
        Shot(**changes)  # type: ignore[arg-type]


def test_wrong_residues_are_refused() -> None:
    with pytest.raises(UserError, match="not one that a file can hold"):
        ResidueId("A" * 99, 1)
    with pytest.raises(UserError, match="not one that a file can hold"):
        ResidueId("A", 2**40)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not valid JSON"),
        ("{", "not valid JSON"),
        ("[" * 100_000, "This is not a shot|not valid JSON"),
        (b"\xff\xfe{}", "not valid JSON"),
        ("[]", "This is not a shot"),
        ("{}", "missing required field `version`"),
        ('{"version": 2, "stars": true}', "has version 2 and this program knows 1; use a newer MiSI Viewer"),
        ('{"version": 1, "stars": true}', "unknown field `stars`"),
        ('{"version": 1, "view": "side"}', "at `view`; choose one of front, left"),
        ('{"version": 1, "supersample": 0}', "supersample is 0"),
        ('{"version": 1, "supersample": "3"}', "expected `int`, got `str` - at `supersample`"),
        ('{"version": 1, "pose": [[1, 2, 3]]}', "This is not a shot"),
        ('{"version": 1, "pose": [[1,0,0,NaN],[0,1,0,0],[0,0,1,0]]}', "not valid JSON"),
        ('{"version": 1, "orthographic_width": 1e999}', "out of range"),
        (" " * 2_000_000, "longer than"),
    ],
)
def test_bad_json_is_one_sentence(text: str | bytes, words: str) -> None:
    with pytest.raises(UserError, match=words) as caught:
        Shot.from_json(text)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ligan", "at character 1, 'ligan' is neither"),
        ("C & (N", "at character 5, this parenthesis"),
        ("C" * 20_001, "longer than 20,000"),
        ("~selected", "cannot be what is selected"),
    ],
)
def test_what_is_hidden_must_be_a_selection(text: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        Shot(hide=text)
    with pytest.raises(UserError, match=words):
        Shot.from_json(json.dumps({"version": 1, "hide": text}))


def test_a_shot_without_the_field_hides_nothing() -> None:
    fields = json.loads(Shot(labels=False).to_json())
    del fields["hide"]
    assert Shot.from_json(json.dumps(fields)) == Shot(labels=False)
