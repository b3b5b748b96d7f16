"""Changes written as commands: typing them makes the change."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from misi_viewer.camera.commands import Command, print_commands
from misi_viewer.camera.pose import Pose, rotation
from misi_viewer.camera.views import VIEWS
from misi_viewer.chem.load import load_complex
from misi_viewer.chem.selection import AtomRef
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.shot_look import Look
from misi_viewer.scene.shot_surface import SURFACE_COLOURS, SURFACE_PARTS, Surface
from misi_viewer.scene.style import CHOICES, DEFAULT_STYLE, DepthCue, LabelStyle, Light, Style
from misi_viewer.session.command_line import run
from misi_viewer.session.command_line_written import ACTION_COMMANDS, commands_between
from misi_viewer.session.history import Snapshot
from misi_viewer.session.measurements import Measurement

sys.path.insert(0, str(Path(__file__).parent))

from window_for_commands import FakeWindow

DEMO = load_complex(Path(__file__).resolve().parents[3] / "assets" / "demo" / "1ia1")
STEPS = st.lists(
    st.builds(Command, st.sampled_from(("move", "roll")), st.sampled_from("xyz"), st.floats(-99, 99)), max_size=3
).map(print_commands)
POSES = st.builds(
    lambda degrees, depth: tuple(
        map(tuple, Pose.of(rotation((1, 2, 3), degrees), (0.5, -1e-7, depth)).matrix.tolist())
    ),
    st.floats(-180, 180),
    st.floats(-1000, 1000),
)


REPRESENTATIONS = CHOICES["representation"]
SURFACES = st.builds(
    Surface, st.sampled_from(SURFACE_PARTS), st.sampled_from(SURFACE_COLOURS), st.sampled_from((0.05, 0.35, 0.5, 1.0))
)
LOOKS = st.lists(
    st.builds(Look, st.sampled_from(("ligand", ":9-20", ":34")), st.sampled_from(REPRESENTATIONS)),
    max_size=3,
    unique_by=lambda look: look.atoms,
).map(tuple)


@st.composite
def shots(draw: st.DrawFn) -> Shot:
    parts = draw(st.sampled_from(("complex", "pocket", "ligand", "residue")))
    pose = draw(st.none() | POSES)
    kind = draw(st.sampled_from(("perspective", "orthographic")))
    return Shot(
        parts=parts,
        residue=draw(st.sampled_from((ResidueId("B", 9), ResidueId("B", 34)))) if parts == "residue" else None,
        labels=draw(st.booleans()),
        hydrogens=draw(st.booleans()),
        fit=draw(st.sampled_from((None, "complex", "pocket", "ligand", "shown"))),
        ligand_commands=draw(STEPS),
        view="front" if pose else draw(st.sampled_from(VIEWS)),
        commands="" if pose else draw(STEPS),
        pose=pose,
        projection=kind,
        orthographic_width=draw(st.none() | st.floats(0.1, 1000)) if kind == "orthographic" else None,
        supersample=draw(st.integers(1, 8)),
        quality=draw(st.sampled_from(("exact", "fast"))),
        chain_breaks=draw(st.booleans()),
        hydrogen_bonds=draw(st.booleans()),
        transparent=draw(st.booleans()),
        hide=draw(st.sampled_from(("", ":9-20", "pocket & ~within 4 of ligand"))),
        surface=draw(st.none() | SURFACES),
        label_atoms=draw(st.sampled_from(("", ":9@CA", "ligand & @N1", ":9@CA | ligand & @N1"))),
        label_residues=draw(st.sampled_from(("", ":9-20", "ligand"))),
        looks=draw(LOOKS),
    )


STYLES = st.builds(
    Style,
    representation=st.sampled_from(REPRESENTATIONS),
    stick_radius=st.floats(0.01, 1),
    ligand_carbon=st.sampled_from(("", "gold", "909090")),
    residue_carbons=st.sampled_from(((), ("red",), ("dark green", "F2B366"))),
    background=st.sampled_from(("000000", "white", "202020")),
    element_colours=st.sampled_from(({}, {"N": "dark green", "Zn": "7F7F00"})),
    light=st.builds(
        Light, key=st.floats(0, 2), key_direction=st.sampled_from(((1.0, 0.0, 0.0), (0.577, -0.577, -0.577)))
    ),
    depth_cue=st.builds(DepthCue, on=st.booleans(), colour=st.sampled_from(("", "ffffff"))),
    labels=st.builds(LabelStyle, atoms=st.booleans(), glyph_edges=st.sampled_from(("straight", "premultiplied"))),
)
MEASUREMENTS = st.lists(
    st.lists(
        st.builds(AtomRef, st.sampled_from(("pocket", "ligand")), st.integers(0, 10)),
        min_size=2,
        max_size=4,
        unique=True,
    )
    .map(tuple)
    .map(Measurement),
    max_size=3,
    unique=True,
).map(tuple)
SELECTIONS = st.sampled_from(("none", "ligand", "/B:9@CA", "/B:9 | ligand & @C1"))
STATES = st.builds(Snapshot, shots(), st.just(DEFAULT_STYLE) | STYLES, SELECTIONS, MEASUREMENTS)


def typed(before: Snapshot, commands: list[str]) -> Snapshot:
    window = FakeWindow(DEMO)
    window.history.start_over(before)
    for line in commands:
        assert [*run(window, line)]
    return window.history.state


@given(STATES, STATES)
def test_typing_what_is_written_makes_the_change(before: Snapshot, after: Snapshot) -> None:
    assert typed(before, commands_between(before, after, DEMO)) == after


@given(STATES, st.data())
def test_a_change_of_one_thing_is_one_kind_of_command(state: Snapshot, data: st.DataObject) -> None:
    assert commands_between(state, state, DEMO) == []
    other = data.draw(SELECTIONS)
    if other != state.selection:
        changed = Snapshot(state.shot, state.style, other, state.measurements)
        (command,) = commands_between(state, changed, DEMO)
        assert command.split()[0] in ("select", "~select")


@pytest.mark.parametrize(
    ("after", "commands"),
    [
        (Shot(view="left"), ["view left"]),
        (Shot(commands="roll y 90"), ["roll y 90"]),
        (Shot(labels=False), ["~label"]),
        (Shot(hydrogen_bonds=True, hydrogens=True), ["hydrogens on", "hbonds on"]),
        (Shot(hide=":45 & @N*"), ["hide :45 & @N*"]),
        (Shot(hide="H"), ["hide H & all"]),
        (Shot(ligand_commands="move x 3; roll y 5"), ["ligand move x 3", "ligand roll y 5"]),
        (Shot(parts="residue", residue=ResidueId(" ", 45, "A", "ARG")), ["parts residue /_:45A-45A & :ARG"]),
        (Shot(parts="pocket", fit="pocket"), ["parts pocket", "fit pocket"]),
        (Shot().with_pose(Pose.identity()), ["view matrix 1,0,0,0,0,1,0,0,0,0,1,0"]),
        (Shot(projection="orthographic", orthographic_width=40.0), ["projection orthographic 40.0"]),
        (Shot(surface=Surface("ligand", "element", 0.4)), ["surface ligand element 40"]),
        (Shot(label_atoms=":9@CA", label_residues="ligand"), ["label atoms :9@CA", "label residues ligand"]),
        (
            Shot(looks=(Look("ligand", "ball and stick"), Look(":9", "wire"))),
            ["style ligand ball", "style :9 wire"],
        ),
    ],
)
def test_it_reads_as_a_person_would_type_it(after: Shot, commands: list[str]) -> None:
    assert commands_between(Snapshot(Shot(), DEFAULT_STYLE), Snapshot(after, DEFAULT_STYLE), DEMO) == commands


def test_a_known_style_is_given_by_name() -> None:
    before, after = (
        Snapshot(Shot(), style) for style in (DEFAULT_STYLE.but(name="mine", background="white"), DEFAULT_STYLE)
    )
    assert commands_between(before, after, DEMO) == ["style MiSI-Bench"]
    recoloured = Snapshot(Shot(), DEFAULT_STYLE.but(ligand_carbon="gold", representation="wire"))
    assert commands_between(after, recoloured, DEMO) == ["style wire", "set ligand_carbon gold"]


def test_commands_of_actions_are_known() -> None:
    window = FakeWindow(DEMO)
    for pressed, released in ACTION_COMMANDS.values():
        assert [*run(window, f"{pressed}; {released}")]


def test_labels_and_looks_are_added_where_that_does() -> None:
    def written(before: Shot, after: Shot) -> list[str]:
        return commands_between(Snapshot(before, DEFAULT_STYLE), Snapshot(after, DEFAULT_STYLE), DEMO)

    one, two = Shot(label_atoms=":9@CA"), Shot(label_atoms=":9@CA,CB")
    assert written(one, two) == ["label atoms :9@CA,CB"]
    assert written(two, one) == ["~label atoms all", "label atoms :9@CA"]
    assert written(one, Shot()) == ["~label atoms all"]
    assert written(one, Shot(labels=False)) == ["~label"]
    ball, wire = Look("ligand", "ball and stick"), Look(":9", "wire")
    assert written(Shot(looks=(ball,)), Shot(looks=(ball, wire))) == ["style :9 wire"]
    assert written(Shot(looks=(wire, ball)), Shot(looks=(wire,))) == ["~style", "style :9 wire"]
    assert written(Shot(looks=(ball,)), Shot(looks=(Look("ligand", "wire"),))) == ["style ligand wire"]
    assert written(Shot(looks=(ball,)), Shot()) == ["~style"]


def test_measurements_are_taken_away_and_added() -> None:
    one, other = (Measurement((AtomRef("pocket", 0), AtomRef("ligand", row))) for row in (0, 1))
    before, after = (Snapshot(Shot(), DEFAULT_STYLE, measurements=found) for found in ((one, other), (other,)))
    assert commands_between(before, after, DEMO) == ["~distance /B:8@N (ligand & @C1)"]
    assert commands_between(after, before, DEMO)[0] == "~measure"
