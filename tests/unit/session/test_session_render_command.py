"""The command line that draws a picture parses back to the same shot, style, size and complex."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.cli import render
from misi_viewer.cli.shots import as_drawn, shots_of
from misi_viewer.scene.aim import aim
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.scene.styles import load_style, style_names
from misi_viewer.session.render_command import render_command

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
