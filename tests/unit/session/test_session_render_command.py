"""The command line that draws a picture parses back to the same shot, style, size and complex."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.camera.pose import Pose
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.cli import render
from misi_viewer.cli.shots import as_drawn, shots_of
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.extra_bond import ExtraBond
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Dashes, Style
from misi_viewer.scene.styles import load_style, style_names
from misi_viewer.session.beside import read_beside
from misi_viewer.session.render_command import IN_OPTIONS, render_command

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


def parsed(command: str) -> argparse.Namespace:
    program, verb, *words = shlex.split(command)
    assert (program, verb) == ("misi-viewer", "render")
    parser = argparse.ArgumentParser()
    render.add_arguments(parser)
    return parser.parse_args(words)


def shot_of(options: argparse.Namespace) -> Shot:
    (shot,) = shots_of(options).values()
    return as_drawn(shot, options)


def test_a_shot_that_options_cannot_say_is_given_as_json(demo: Complex) -> None:
    line = ExtraBond(AtomRef("ligand", 0), AtomRef("pocket", 3), Dashes(colour="FF0000"))
    for shot in (
        Shot(parts="residue", residue=ResidueId(" ", 32, name="ASP"), view="left"),
        posed(demo).but(extra_bonds=(line,), labels=False),
    ):
        command = render_command(demo, shot, DEFAULT_STYLE, (640, 480))
        assert " --shot-json " in command
        assert shot_of(parsed(command)) == shot


def test_options_stand_for_fields_that_there_are() -> None:
    assert set(IN_OPTIONS) <= set(Shot.__struct_fields__)


@pytest.mark.parametrize("extra", [["--view", "left"], ["--no-labels"], ["--pose", "[[1,0,0,0],[0,1,0,0],[0,0,1,50]]"]])
def test_a_shot_as_json_stands_alone(extra: list[str]) -> None:
    parser = argparse.ArgumentParser()
    render.add_arguments(parser)
    options = parser.parse_args(["x", "-o", "x.png", "--shot-json", '{"version":1}', *extra])
    with pytest.raises(UserError, match="whole shot"):
        shot_of(options)


@pytest.mark.parametrize("placement", [None, Pose.identity().turned((1.0, 1.0, 0.0), 33.0, np.ones(3))])
def test_companions_come_back(demo: Complex, other: Complex, placement: Pose | None) -> None:
    shown = Companion('It\'s "B"', other, Shot(labels=False, hide=":45"), load_style("White"), placement)
    hidden = replace(shown, name="C", shown=False)
    options = parsed(render_command(demo, Shot(), DEFAULT_STYLE, (64, 48), (shown, hidden)))
    (again,) = map(read_beside, options.beside)
    assert (again.name, again.shot, again.style, again.complex.sources) == (
        shown.name,
        shown.shot,
        shown.style,
        other.sources,
    )
    if placement is None:
        assert again.placement is None
    else:
        np.testing.assert_array_equal(again.placement.matrix, placement.matrix)


def test_a_companion_can_be_named_plainly() -> None:
    read = read_beside(str(DEMO / "1of6"))
    assert (read.name, read.shot, read.style, read.placement) == ("1of6", Shot(), DEFAULT_STYLE, None)


@pytest.mark.parametrize("text", ['{"complex": 3}', "{", '{"complex": "x", "colour": "red"}', "/absent"])
def test_what_is_no_companion_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        read_beside(text)


def posed(demo: Complex) -> Shot:
    return Shot().with_pose(aim(demo, Shot(commands="roll x 17; roll y 0.3"), (640, 480)).pose)


@pytest.mark.parametrize(
    "shot",
    [
        Shot(),
        Shot(view="left", commands="roll y 15; move x -3", labels=False, hydrogens=True),
        Shot(hydrogen_bonds=True, chain_breaks=True, transparent=True, supersample=1),
        Shot(quality="fast", projection="orthographic", orthographic_width=31.25),
        Shot(parts="ligand", ligand_commands="move z -2.5", fit="shown", hide="~@N*"),
        Shot(parts="residue", residue=ResidueId("B", 32), labels=False),
    ],
)
def test_options_give_the_shot_back(demo: Complex, shot: Shot) -> None:
    assert shot_of(parsed(render_command(demo, shot, DEFAULT_STYLE, (640, 480)))) == shot


def test_a_free_view_is_given_as_a_pose(demo: Complex) -> None:
    shot = posed(demo)
    command = render_command(demo, shot, DEFAULT_STYLE, (640, 480))
    assert " --pose " in command
    assert shot_of(parsed(command)) == shot


@pytest.mark.parametrize(
    "style",
    [
        *map(load_style, style_names()),
        DEFAULT_STYLE.but(representation="wire"),
        Style(name='It\'s "own"', background="FFFFFF", element_colours={"C": "00FF00"}),
    ],
)
def test_style_and_size(demo: Complex, style: Style) -> None:
    options = parsed(render_command(demo, Shot(), style, (123, 45)))
    assert load_style(options.style) == style
    assert options.size == (123, 45)


@pytest.mark.parametrize(
    "spec", [DEMO / "1s3v", f"{DEMO / '1s3v' / '1s3v_pocket.pdb'}+{DEMO / '1s3v' / '1s3v_ligand.sdf'}"]
)
def test_the_complex_is_the_same(spec: str | Path) -> None:
    shown = load_complex(spec)
    options = parsed(render_command(shown, Shot(), DEFAULT_STYLE, (64, 48)))
    again = load_complex(options.complexes[0])
    assert again.id == shown.id
    assert again.sources == shown.sources
