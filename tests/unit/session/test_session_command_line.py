"""Typed commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import AtomRef, select
from misi_viewer.errors import UserError
from misi_viewer.scene.aim import aim
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import ResidueId, Shot
from misi_viewer.scene.shot_surface import Surface
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.command_line import COMMANDS, complete, help_lines, run

sys.path.insert(0, str(Path(__file__).parent))

from window_for_commands import SIZE, FakeWindow


@pytest.fixture
def window(demo: Complex) -> FakeWindow:
    return FakeWindow(demo)


def displayed(window: FakeWindow) -> set[tuple[str, int]]:
    parts = displayed_atoms(window.complex, window.shot).parts
    return {(part.name, row) for part in parts for row in part.rows.tolist()}


def atoms_of(window: FakeWindow, text: str) -> set[tuple[str, int]]:
    heavy = select(window.complex, f"({text}) & heavy & ~solvent")
    return set(heavy.atoms())


class TestView:
    def test_move_and_turn_add_to_the_commands(self, window: FakeWindow) -> None:
        assert window.type("move x 3") == "Moved along x by 3 angstrom."
        assert window.type("turn y -15") == "Turned about y by -15 degrees."
        assert window.shot == Shot(commands="move x 3; roll y -15")

    def test_several_on_a_line_are_several_steps(self, window: FakeWindow) -> None:
        assert len([*run(window, "view left; roll x 5 ;; # a remark; move z 2")]) == 3
        assert window.shot == Shot(view="left", commands="roll x 5; move z 2")
        window.type("undo")
        assert window.shot == Shot(view="left", commands="roll x 5")

    def test_a_posed_camera_moves_as_commands_do(self, demo: Complex) -> None:
        shot = Shot(view="top", commands="roll x 5")
        posed = FakeWindow(demo, shot.with_pose(aim(demo, shot, SIZE).pose))
        posed.type("roll y 30; move x 2")
        wanted = aim(demo, shot.but(commands="roll x 5; roll y 30; move x 2"), SIZE)
        np.testing.assert_allclose(posed.view.pose.matrix, wanted.pose.matrix, atol=1e-9)

    def test_more_commands_than_a_shot_holds_become_a_pose(self, demo: Complex) -> None:
        window = FakeWindow(demo, Shot(commands="roll y 0.25; " * 1000))
        before = window.view.pose.matrix
        window.type("move x 1")
        assert window.shot.pose is not None
        np.testing.assert_allclose(np.linalg.norm(window.view.pose.matrix[:, 3] - before[:, 3]), 1.0)

    def test_zoom(self, window: FakeWindow) -> None:
        before = window.view
        window.type("zoom 2")
        depth = [np.linalg.norm(view.pose.origin - view.center_of_rotation) for view in (before, window.view)]
        assert depth[1] == pytest.approx(depth[0] / 2)

    def test_views_by_name(self, window: FakeWindow) -> None:
        window.type("view left; roll x 20; view name The site")
        window.type("view front; hydrogens on")
        assert window.type("view list") == "Named views: The site."
        window.type("view The site")
        assert window.shot == Shot(view="left", commands="roll x 20", hydrogens=True)
        window.type("view delete The site")
        with pytest.raises(UserError, match="'The site' is no view"):
            window.type("view The site")

    def test_fit_orient_reset(self, window: FakeWindow) -> None:
        window.type("roll x 20; view fit")
        assert window.calls == ["fit"]
        window.type("view orient")
        assert window.shot == Shot()
        window.type("fit ligand; parts pocket; reset")
        assert window.shot == Shot()

    def test_projection(self, window: FakeWindow) -> None:
        window.type("projection ortho 40")
        assert (window.shot.projection, window.shot.orthographic_width) == ("orthographic", 40.0)
        window.type("projection perspective")
        assert window.shot == Shot()

    def test_the_ligand_moves(self, window: FakeWindow) -> None:
        window.type("ligand move x 3; ligand turn y 20")
        assert window.shot.ligand_commands == "move x 3; roll y 20"
        window.type("ligand reset")
        assert window.shot == Shot()


class TestAtoms:
    def test_select(self, window: FakeWindow, demo: Complex) -> None:
        assert window.type("select /B:9 | ligand & N") == "12 atoms of 2 residues are selected."
        window.type("~select ligand")
        assert window.selection.same_as(select(demo, "/B:9"))
        window.type("select within 3 of sel")
        assert len(window.selection) > 8
        assert window.type("~select") == "Nothing is selected."
        assert not window.selection

    def test_an_empty_selection_says_why(self, window: FakeWindow) -> None:
        assert window.type("select CA") == (
            "No atom fits this selection; Ca is the element, an atom's name is written @CA. Nothing is selected."
        )

    def test_hide_and_show(self, window: FakeWindow) -> None:
        everything = displayed(window)
        window.type("hide :8-11")
        assert window.shot.hide == ":8-11"
        window.type("hide ligand & N")
        assert displayed(window) == everything - atoms_of(window, ":8-11 | ligand & N")
        window.type("show :9")
        assert displayed(window) == everything - atoms_of(window, ":8,10,11 | ligand & N")
        window.type("show ligand | :8-11")
        assert window.shot.hide == ""

    def test_show_alone_shows_everything(self, window: FakeWindow) -> None:
        window.type("hide protein; show")
        assert window.shot == Shot()

    def test_what_is_hidden_stays_as_it_was_typed(self, window: FakeWindow) -> None:
        window.type("hide pocket & ~ligand :< 5")
        assert window.shot.hide == "pocket & ~same residue as within 5 of ligand"
        window.type("hide @CB")
        assert "within 5 of ligand" in window.shot.hide

    def test_many_steps_do_not_make_it_long(self, window: FakeWindow) -> None:
        for _ in range(20):
            window.type("hide :8-20; show :9,12")
        assert len(window.shot.hide) < 100

    def test_alternating_steps_do_not_nest_too_deep(self, window: FakeWindow) -> None:
        names = ("N", "CA", "C", "O", "CB")
        for step in range(20):
            window.type(f"hide @{names[step % 5]} & within {4 + step % 7} of ligand; show :{step % 9 + 8}")
        assert len(window.shot.hide) < 3_000

    def test_selected_atoms_are_hidden_by_name(self, window: FakeWindow) -> None:
        window.type("select /B:9@CA; hide sel")
        assert window.shot.hide == "/B:9@CA"

    def test_hydrogens_are_switched(self, window: FakeWindow) -> None:
        window.type("show H")
        assert window.shot == Shot(hydrogens=True)
        window.type("hide H")
        assert window.shot == Shot()

    @pytest.mark.parametrize("shot", [Shot(parts="pocket"), Shot(parts="residue", residue=ResidueId("B", 9))])
    def test_showing_what_is_left_out_widens_the_shot(self, demo: Complex, shot: Shot) -> None:
        window = FakeWindow(demo, shot)
        before = displayed(window)
        view = window.view.pose.matrix
        window.type("show /B:10 | ligand & N")
        assert displayed(window) == before | atoms_of(window, "/B:10 | ligand & N")
        assert window.shot.parts == "complex"
        assert window.shot.fit_to == shot.fit_to
        if shot.fit_to != "shown":
            np.testing.assert_array_equal(window.view.pose.matrix, view)

    def test_hiding_is_where_the_ligand_is(self, window: FakeWindow) -> None:
        window.type("ligand move x 100; hide pocket & within 5 of ligand")
        assert window.shot.hide == ""
        window.type("ligand reset; hide pocket & within 5 of ligand")
        assert window.shot.hide

    def test_parts(self, window: FakeWindow) -> None:
        window.type("parts residue /B:9")
        assert window.shot == Shot(parts="residue", residue=ResidueId("B", 9))
        window.type("parts ligand")
        assert window.shot == Shot(parts="ligand")
        with pytest.raises(UserError, match="this selects 4 residues"):
            window.type("parts residue :8-11")

    def test_measure(self, window: FakeWindow) -> None:
        said = window.type("distance /B:9@CA (ligand & @C1)")
        assert said.startswith("Distance /B:9@CA to (ligand & @C1): ")
        window.picked = tuple(AtomRef("pocket", row) for row in range(5))
        window.type("dihedral")
        assert [one.kind for one in window.measurements] == ["distance", "dihedral"]
        assert window.measurements[1].atoms == window.picked[1:]
        assert window.type("distance /B:9@CA (ligand & @C1)") == said
        assert len(window.measurements) == 2
        assert window.type("~distance") == "1 distance removed."
        assert window.type("~measure") == "1 measurement removed."
        assert window.measurements == ()

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("distance", "give 2 atoms, not 0"),
            ("angle /B:9@CA /B:9@C", "give 3 atoms, not 2"),
            ("distance /B:9 ligand", "Selection 1, /B:9, must hold one atom and holds 8"),
            ("distance /B:9@CA /B:9@CA", "given twice"),
        ],
    )
    def test_wrong_measurements(self, window: FakeWindow, line: str, words: str) -> None:
        with pytest.raises(UserError, match=words):
            window.type(line)


class TestStyle:
    def test_representation(self, window: FakeWindow) -> None:
        assert window.type("style ball") == "Drawn as ball and stick."
        assert window.style == DEFAULT_STYLE.but(representation="ball and stick")
        window.type("style misi bench")
        assert window.style.representation == "stick"

    def test_labels(self, window: FakeWindow) -> None:
        window.type("~label")
        assert not window.shot.labels
        window.type("label residues; ~label atoms")
        assert window.shot.labels
        assert (window.style.labels.residues, window.style.labels.atoms) == (True, False)

    def test_labels_of_selections(self, window: FakeWindow) -> None:
        assert window.type("label residues :35") == "12 atoms labelled by residue."
        window.type("label residues within 4 of ligand")
        assert window.shot.label_residues == ":35 | within 4 of ligand"
        window.type("unlabel residues :35")
        assert window.shot.label_residues == "(:35 | within 4 of ligand) & ~:35"
        window.type("select :35@CA; label atoms sel; label atoms :35@CB; ~label residues all")
        assert (window.shot.label_atoms, window.shot.label_residues) == ("/B:35@CA | :35@CB", "")
        assert window.type("label atoms :9999") == "No atom fits this selection."

    def test_looks(self, window: FakeWindow) -> None:
        assert window.type("style ligand ball and stick") == "19 atoms drawn as ball and stick."
        window.type("style within 4 of ligand & pocket wire; style ligand spheres")
        looks = [(look.atoms, look.representation) for look in window.shot.looks]
        assert looks == [("within 4 of ligand & pocket", "wire"), ("ligand", "sphere")]
        assert window.style == DEFAULT_STYLE
        window.type("select :35; style sel stick")
        assert window.shot.looks[-1].atoms == "/B:35"
        assert window.type("style :9999 wire") == "No atom fits this selection."
        assert window.type("~style") == "All atoms are drawn as stick."
        assert window.shot.looks == ()

    def test_surfaces(self, window: FakeWindow) -> None:
        for typed, surface in (
            ("surface pocket color hydrophobicity transparency 30", Surface("pocket", "hydrophobicity", 0.7)),
            ("surface ligand colour element opacity 25", Surface("ligand", "element", 0.25)),
            ("surface hydro", Surface("pocket", "hydrophobicity")),
            ("surface ligand element 40%", Surface("ligand", "element", 0.4)),
            ("surface off", None),
        ):
            window.type(typed)
            assert window.shot.surface == surface
        for wrong in ("surface pocket transparency", "surface pocket element transparency x", "surface knee"):
            with pytest.raises(UserError, match="surface"):
                window.type(wrong)

    def test_switches(self, window: FakeWindow) -> None:
        assert window.type("hbonds on") == "Hydrogen bonds: on."
        window.type("breaks; hydrogens; hbonds off")
        assert window.shot == Shot(chain_breaks=True, hydrogens=True)

    def test_colours(self, window: FakeWindow) -> None:
        window.type("color ligand gold; colour N 00FF00; color background white; color residues red, blue")
        style = window.style
        assert (style.ligand_carbon, style.background, style.residue_carbons) == ("gold", "white", ("red", "blue"))
        assert style.element_colours == {"N": "00FF00"}
        for wrong in ("color ligand mauvish", "color everything red", "color N"):
            with pytest.raises(UserError):
                window.type(wrong)
        assert window.style == style

    def test_settings(self, window: FakeWindow) -> None:
        window.type("set light.key 1.5; set depth_cue.on false; set background 202020; set stick_radius 0.1")
        style = window.style
        assert (style.light.key, style.depth_cue.on, style.background, style.stick_radius) == (
            1.5,
            False,
            "202020",
            0.1,
        )
        for wrong, words in (
            ("set light.kay 1", "perhaps light.key is meant"),
            ("set light.key bright", "expected `float`"),
            ("set light.key 1000", "give a number from"),
            ("set stick_radius", "and its value"),
        ):
            with pytest.raises(UserError, match=words):
                window.type(wrong)
        assert window.style == style

    def test_quality(self, window: FakeWindow) -> None:
        window.type("quality fast; supersample 2")
        assert window.shot == Shot(quality="fast", supersample=2)


class TestLine:
    def test_undo_and_redo(self, window: FakeWindow) -> None:
        assert window.type("undo") == "There is nothing to undo."
        window.type("hbonds on")
        assert window.type("undo") == "Undone: shot."
        assert window.shot == Shot()
        window.type("redo")
        assert window.shot == Shot(hydrogen_bonds=True)

    def test_save(self, window: FakeWindow) -> None:
        window.type("save 'a picture.png'")
        assert window.calls == ["save a picture.png"]

    def test_nothing_open(self) -> None:
        window = FakeWindow(None)
        assert "move" in window.type("help")
        for spec in COMMANDS:
            if spec.needs_complex:
                with pytest.raises(UserError, match="open a complex first"):
                    window.type(spec.name)

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("mvoe x 3", "There is no command 'mvoe'; perhaps move is meant"),
            ("qwertz", "type help for a list"),
            ("move q 3", "'q' in 'move q 3' is not an axis"),
            ("move x", "not a complete command"),
            ("select ligan", "At character 1 of the selection"),
            ("hide", "a selection is missing"),
            ("view sideways", "'sideways' is no view"),
            ("view matrix 1,2", "12 in all, separated by commas, not 2"),
            ("view matrix " + "0," * 11 + "0", "perpendicular|length"),
            ("view name left", "means something else"),
            ("zoom much", "must be a number"),
            ("zoom 0", "by 0.001 to 1000"),
            ("save picture.jpg", "ends in .png"),
            ("undo 3", "Nothing stands behind undo"),
            ("hbonds maybe", "Write hbonds on or hbonds off"),
            ("label noses", "is no kind of label"),
            ("style nosuch", "There is no style"),
            ("supersample 99", "give 1 to 8"),
            ("supersample -1", "as in 'supersample 3'"),
            ("projection flat", "is no projection"),
            ("ligand", "Write how the ligand moves"),
            ("#" + "x" * 200_000, "longer than 100,000"),
        ],
    )
    def test_errors_are_one_sentence_and_change_nothing(self, window: FakeWindow, line: str, words: str) -> None:
        state = window.history.state
        with pytest.raises(UserError, match=words) as caught:
            window.type(line)
        assert str(caught.value).endswith(".")
        assert "\n" not in str(caught.value)
        assert window.history.state == state

    def test_commands_before_an_error_are_done(self, window: FakeWindow) -> None:
        with pytest.raises(UserError):
            [*run(window, "view left; nonsense; view top")]
        assert window.shot == Shot(view="left")

    def test_a_beginning_is_enough_where_it_is_the_only_one(self, window: FakeWindow) -> None:
        window.type("sel ligand")
        assert window.selection
        with pytest.raises(UserError, match="perhaps reset or redo is meant"):
            window.type("re")


class TestHelp:
    def test_lists_every_command(self) -> None:
        text = "\n".join(help_lines())
        assert all(f"{spec.name} " in text for spec in COMMANDS)

    @pytest.mark.parametrize("name", [spec.name for spec in COMMANDS])
    def test_explains_each(self, name: str) -> None:
        lines = help_lines(name)
        assert lines[0].endswith(".")
        assert lines[1].strip().startswith(name)

    def test_explains_selections(self) -> None:
        assert any(line.startswith("within 4 of ligand ") for line in help_lines("selection"))

    def test_names_are_unique(self) -> None:
        names = [name for spec in COMMANDS for name in (spec.name, *spec.aliases)]
        assert len(names) == len(set(names))

    @pytest.mark.parametrize(
        ("line", "completions"),
        [
            ("rol", ["roll "]),
            ("move x 3; ze", []),
            ("move x 3; zo", ["move x 3; zoom "]),
            ("view f", ["view front", "view fit"]),
            ("select lig", ["select ligand"]),
            ("select :45 & back", ["select :45 & backbone"]),
            ("hide within 4 of li", ["hide within 4 of ligand"]),
            ("parts res", ["parts residue"]),
            ("nosuch f", []),
            ("help rol", ["help roll"]),
        ],
    )
    def test_completes(self, line: str, completions: list[str]) -> None:
        assert complete(line) == completions


def test_every_form_in_the_help_is_understood(window: FakeWindow) -> None:
    examples: dict[str, Callable[[], str]] = {
        "view NAME": lambda: "view name here; view here",
        "view rename NAME 'NEW NAME'": lambda: "view name here; view rename here 'this place'",
        "view delete NAME": lambda: "view name here; view delete here",
        "view matrix 12 NUMBERS": lambda: "view matrix 1,0,0,0,0,1,0,0,0,0,1,50",
    }
    for spec in COMMANDS:
        for form in spec.syntax:
            if "#2" in form:
                window.set_companions([Companion("b", window.complex, Shot(), DEFAULT_STYLE)])
            line = examples.get(form, lambda form=form: _example(form))()
            window.picked = tuple(AtomRef("pocket", row) for row in range(4))
            assert window.type(line), line


def _example(form: str) -> str:
    words = {
        "[WIDTH]": "40", "ANGSTROM": "3", "DEGREES": "3", "AMOUNT": "3", "FACTOR": "2", "NAME": "here",
        "SELECTION": "/B:9", "NAME|FILE": "MiSI-Bench", "COLOUR,COLOUR": "red,blue", "COLOUR": "red",
        "ELEMENT": "N", "SETTING": "light.key", "VALUE": "1.5", "N": "2", "COMMAND": "move",
        "ATOM1": "/B:9@N", "ATOM2": "/B:9@CA", "ATOM3": "/B:9@C", "ATOM4": "/B:9@O",
    }  # fmt: skip
    return " ".join(words.get(word, word.split("|")[0]) for word in form.split())
