"""The real command line: what scripts rely on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from misi_viewer.cli import main
from misi_viewer.scene.styles import load_style

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "assets" / "demo"
ANSWERS = ROOT / "tests" / "data" / "demo"
ONE = str(DEMO / "1ia1")
OTHER = str(DEMO / "1uou")
IDS = ("1ia1", "1of6", "1s3v", "1uou")


def program(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the program in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "misi_viewer", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run with bad input; return the one sentence on stderr."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("misi-viewer")
    assert captured.err.count("\n") == 1
    assert captured.err.endswith(".\n")
    return captured.err


class TestHelp:
    def test_lists_the_commands(self, capsys):
        assert main(["--help"]) == 0
        text = capsys.readouterr().out
        assert all(f"\n  {name}" in text for name in ("render", "camera", "hbonds", "atoms", "info"))

    @pytest.mark.parametrize("command", ["render", "camera", "hbonds", "atoms", "info"])
    def test_of_a_command(self, capsys, command):
        assert main([command, "--help"]) == 0
        assert f"misi-viewer {command}" in capsys.readouterr().out

    def test_version(self):
        answer = program("--version")
        assert (answer.returncode, answer.stdout.split()[0], answer.stderr) == (0, "misi-viewer", "")

    @pytest.mark.skipif(os.name != "posix", reason="needs a shell that can close a stream")
    def test_without_an_output_stream(self):
        words = [sys.executable, "-m", "misi_viewer", "--version"]
        answer = subprocess.run(["sh", "-c", '"$@" >&-', "sh", *words], capture_output=True, text=True, timeout=60)
        assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")

    def test_mistyped_command(self, capsys):
        assert "'rendr' is neither a command nor a file" in refused(capsys, "rendr")

    def test_unknown_option(self, capsys):
        assert "--colour" in refused(capsys, "render", ONE, "-o", "x.png", "--colour", "red")


class TestInfo:
    def test_prints_what_a_bug_report_needs(self):
        answer = program("info")
        assert answer.returncode == 0
        for word in ("MiSI Viewer", "Python", "vtk", "OpenGL renderer", "Qt platform", "Assets"):
            assert word in answer.stdout


class TestCamera:
    def test_agrees_with_the_reference(self, capsys):
        assert main(["camera", *(str(DEMO / name) for name in IDS), "--commands", "move x 2; roll y 30"]) == 0
        for found in lines(capsys):
            wanted = json.loads((ANSWERS / "numbers" / f"{found['id']}.json").read_text())
            state = wanted["cameras"]["move_x_2__roll_y_30"]
            np.testing.assert_allclose(found["matrix"], state["matrix"], atol=1e-4)
            np.testing.assert_allclose(found["near_far"], state["near_far"], atol=1e-3)
            np.testing.assert_allclose(found["center_of_rotation"], state["center_of_rotation"], atol=1e-3)
            np.testing.assert_allclose(found["bounds"], wanted["bounds"], atol=1e-3)
            atoms = {
                (a["part"], a["chain"], a["residue_number"], a["insertion_code"], a["atom"], *np.round(a["xyz"], 3)): a
                for a in found["atoms"]
            }
            for probe, screen, pixel in zip(wanted["probes"], state["screen"], state["pixels"], strict=True):
                atom = atoms[(*probe[:5], *np.round(probe[5], 3))]
                np.testing.assert_allclose(atom["screen"], screen, atol=1e-3)
                np.testing.assert_allclose(atom["pixel"], pixel, atol=0.01)

    def test_behind_the_eye_is_null(self, capsys):
        assert main(["camera", ONE, "--commands", "move z 80"]) == 0
        (found,) = lines(capsys)
        for atom in found["atoms"]:
            assert (atom["pixel"] is None) == (atom["screen"][2] >= 0)
        assert any(atom["pixel"] is None for atom in found["atoms"])

    def test_turn_is_roll(self, capsys):
        assert main(["camera", ONE, "--commands", "turn y 15"]) == 0
        assert main(["camera", ONE, "--commands", "roll y 15"]) == 0
        turned, rolled = lines(capsys)
        assert turned == rolled

    def test_bad_command(self, capsys):
        assert "'move q 3'" in refused(capsys, "camera", ONE, "--commands", "move q 3")


class TestHydrogenBonds:
    @pytest.mark.parametrize("name", IDS)
    def test_agrees_with_the_reference(self, capsys, name):
        assert main(["hbonds", str(DEMO / name)]) == 0
        (found,) = lines(capsys)
        wanted = json.loads((ANSWERS / "numbers" / f"{name}.json").read_text())["hbonds"]
        keys = (
            "chain",
            "residue_number",
            "insertion_code",
            "residue_name",
            "atom",
            "ligand_atom_index",
            "donor",
            "strict",
        )
        assert {tuple(bond[key] for key in keys) for bond in found["hbonds"]} == {
            tuple(bond[key] for key in keys) for bond in wanted
        }

    @pytest.mark.shared
    def test_no_solvent(self, capsys, shared):
        names = ("1k22", "1c86", "1h23", "1ule", "2j78")
        complexes = [str(shared / "complexes" / name) for name in names]
        assert main(["hbonds", *complexes]) == 0
        assert main(["hbonds", *complexes, "--no-solvent"]) == 0
        found = lines(capsys)
        for every, without in zip(found[:5], found[5:], strict=True):
            assert [bond for bond in every["hbonds"] if not bond["solvent"]] == without["hbonds"]
            assert any(bond["solvent"] and bond["residue_name"] == "HOH" for bond in every["hbonds"])
            assert main(["hbonds", str(shared / "complexes" / every["id"]), "--format", "t9"]) == 0
            assert "HOH" not in lines(capsys)[0]["answer"]

    def test_strict_bonds_are_those_marked_strict(self, capsys):
        assert main(["hbonds", ONE]) == 0
        assert main(["hbonds", ONE, "--strict"]) == 0
        assert main(["hbonds", ONE, "--relax", "0,0"]) == 0
        relaxed, strict, zero = lines(capsys)
        assert [bond for bond in relaxed["hbonds"] if bond["strict"]] == strict["hbonds"] == zero["hbonds"]

    def test_answers_leave_solvent_out(self, capsys):
        assert main(["hbonds", OTHER, "--no-solvent"]) == 0
        assert main(["hbonds", OTHER, "--format", "t9"]) == 0
        assert main(["hbonds", OTHER, "--format", "t4"]) == 0
        bonds, pocket, *residues = lines(capsys)
        pairs = {(b["residue_number"], b["atom"], b["ligand_atom"]) for b in bonds["hbonds"]}
        assert len(pocket["answer"].split("; ")) == len(pairs)
        assert "HOH" not in pocket["answer"]
        assert {row["residue_number"] for row in residues} == {number for number, _, _ in pairs}
        assert all(row["answer"].startswith(f"Yes: {row['residue_name']} ") for row in residues)

    def test_explains_a_pair(self, capsys):
        assert main(["hbonds", ONE]) == 0
        bond = next(b for b in lines(capsys)[0]["hbonds"] if not b["solvent"])
        pair = f"{bond['chain']}:{bond['residue_number']}{bond['insertion_code']}:{bond['atom']}"
        assert main(["hbonds", ONE, "--explain", f"{pair},@{bond['ligand_atom_index']}"]) == 0
        assert main(["hbonds", ONE, "--explain", f"{pair},{bond['ligand_atom']}"]) == 0
        text = capsys.readouterr().out
        assert "donates: a hydrogen bond" in text
        assert "limit" in text

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("--explain", "nonsense"), "CHAIN:NUMBER"),
            (("--explain", "Q:1:CA,C1"), "no atom Q:1:CA"),
            (("--explain", "B:9:N,ZZ9"), "no atom ZZ9"),
            (("--explain", "B:9:N,@999"), "@999"),
            (("--explain", "B:9:N,@\N{SUPERSCRIPT TWO}"), "no ligand atom"),
            (("--explain", f"B:9:N,@{'9' * 5000}"), "no ligand atom"),
            (("--explain", f"B:{'9' * 5000}:N,@1"), "CHAIN:NUMBER"),
            (("--strict", "--relax", "1,1"), "exclude"),
            (("--relax", "much"), "0.4,20"),
            (("--relax", "nan,3"), "range"),
        ],
    )
    def test_bad_arguments(self, capsys, arguments, words):
        assert words in refused(capsys, "hbonds", ONE, *arguments)


class TestAtoms:
    @pytest.mark.parametrize("name", IDS)
    def test_agrees_with_the_reference(self, capsys, name):
        assert main(["atoms", str(DEMO / name)]) == 0
        (found,) = lines(capsys)
        wanted = json.loads((ANSWERS / "numbers" / f"{name}.json").read_text())
        for part in ("pocket", "ligand"):
            assert found[part]["atoms"] == wanted[part]["atoms"]
            assert {frozenset(bond) for bond in found[part]["bonds"]} == {frozenset(b) for b in wanted[part]["bonds"]}


class TestChoosing:
    def several(self, folder: Path) -> str:
        """Write a ligand file of two molecules, the second shifted; return POCKET+LIGAND."""
        record = (DEMO / "1uou" / "1uou_ligand.sdf").read_text().rstrip().removesuffix("$$$$").rstrip()
        first, second = record.split("\n", 1), record.split("\n", 1)
        both = [f"one\n{first[1]}\n$$$$\n", f"two\n{second[1]}\n$$$$\n"]
        (folder / "both.sdf").write_text("".join(both))
        return f"{DEMO / '1uou' / '1uou_pocket.pdb'}+{folder / 'both.sdf'}"

    def test_the_first_molecule_is_taken_with_a_note(self, capsys, tmp_path):
        assert main(["atoms", self.several(tmp_path)]) == 0
        captured = capsys.readouterr()
        assert "both.sdf holds 2 molecules" in captured.err
        assert json.loads(captured.out)["ligand"]["atoms"]

    @pytest.mark.parametrize("choice", ["#2", "two"])
    def test_a_molecule_is_chosen(self, capsys, tmp_path, choice):
        assert main(["atoms", self.several(tmp_path), "--ligand", choice]) == 0
        assert capsys.readouterr().err == ""

    def test_a_molecule_that_is_not_there(self, capsys, tmp_path):
        assert "#1 one, #2 two" in refused(capsys, "atoms", self.several(tmp_path), "--ligand", "#3")

    def test_molecules_are_listed(self, capsys, tmp_path):
        self.several(tmp_path)
        assert main(["ligands", str(tmp_path / "both.sdf")]) == 0
        assert [line.split("\t")[0] for line in capsys.readouterr().out.splitlines()] == ["#1 one", "#2 two"]

    def test_ligands_of_a_structure_are_listed(self, capsys):
        assert main(["ligands", str(DEMO / "1ia1" / "1ia1_pocket.pdb")]) == 0
        assert "NDP:B:195\t" in capsys.readouterr().out


class TestStyles:
    def test_are_listed(self, capsys):
        assert main(["styles"]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "MiSI-Bench"

    def test_one_is_saved_changed_and_drawn_with(self, tmp_path, capsys):
        mine = tmp_path / "mine.toml"
        assert main(["styles", "White", "-o", str(mine)]) == 0
        assert "there already" in refused(capsys, "styles", "White", "-o", str(mine))
        assert load_style(mine) == load_style("White")


class TestSeveralComplexes:
    @pytest.mark.parametrize("command", ["camera", "hbonds", "atoms"])
    def test_a_bad_one_does_not_stop_the_rest(self, capsys, tmp_path, command):
        bad = tmp_path / "bad"
        bad.mkdir()
        assert main([command, ONE, str(bad), OTHER]) == 1
        captured = capsys.readouterr()
        assert [json.loads(line)["id"] for line in captured.out.splitlines()] == ["1ia1", "1uou"]
        assert captured.err.count("\n") == 1
        assert "bad" in captured.err

    def test_the_reader_of_the_output_may_leave(self):
        command = f"'{sys.executable}' -m misi_viewer camera {ONE} {OTHER} {ONE} {OTHER} | head -c 10"
        answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert answer.stderr == ""


@pytest.mark.gl
class TestRender:
    def test_one_picture_has_the_size_asked_for(self, tmp_path):
        target = tmp_path / "new folder" / "picture.png"
        assert main(["render", ONE, "-o", str(target), "--size", "320x200"]) == 0
        with Image.open(target) as picture:
            assert (picture.size, picture.mode) == ((320, 200), "RGB")
            assert np.asarray(picture).max() > 200

    def test_equals_the_reference_picture(self, tmp_path):
        assert main(["render", ONE, "-o", str(tmp_path / "a.png"), "--size", "640x480", "--commands", "move z 40"]) == 0
        with Image.open(tmp_path / "a.png") as mine, Image.open(ANSWERS / "pictures/1ia1/move_z_40.png") as wanted:
            difference = np.abs(np.asarray(mine, dtype=int) - np.asarray(wanted.convert("RGB"), dtype=int))
        assert difference.mean() < 0.15
        assert (difference > 24).mean() < 0.001

    def test_all_views_of_several_complexes(self, tmp_path, capsys):
        bad = tmp_path / "bad"
        bad.mkdir()
        out = tmp_path / "out"
        arguments = ("--view", "all", "--size", "160x120", "--supersample", "1")
        assert main(["render", ONE, str(bad), OTHER, "-o", str(out), *arguments]) == 1
        found = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
        views = ("back", "bottom", "front", "left", "right", "top")
        assert found == [f"{name}/{view}.png" for name in ("1ia1", "1uou") for view in views]
        assert len({(out / name).read_bytes() for name in found}) == 12
        assert "bad" in capsys.readouterr().err

    def test_same_bytes_in_two_processes_and_from_another_folder(self, tmp_path):
        moved = tmp_path / "elsewhere" / "1ia1"
        moved.mkdir(parents=True)
        for file in Path(ONE).iterdir():
            (moved / file.name).write_bytes(file.read_bytes())
        arguments = ("--size", "200x150", "--commands", "roll y 20")
        assert program("render", ONE, "-o", str(tmp_path / "a.png"), *arguments).returncode == 0
        assert program("render", "1ia1", "-o", str(tmp_path / "b.png"), *arguments, cwd=moved.parent).returncode == 0
        assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()

    @pytest.mark.parametrize(
        "arguments",
        [
            ("--shot", "residue:B:9", "--view", "left"),
            ("--shot", "ligand", "--ligand-commands", "move x 14; roll x -75", "--transparent"),
            ("--style", "Ball and stick", "--hbonds", "--chain-breaks", "--projection", "orthographic"),
            ("--pose", "[[1,0,0,10],[0,1,0,34],[0,0,1,80]]", "--no-labels", "--quality", "fast", "--supersample", "2"),
        ],
    )
    def test_is_drawn_again_from_the_picture_and_from_json(self, tmp_path, arguments):
        first, again, record, third = (tmp_path / name for name in ("a.png", "b.png", "c.json", "d.png"))
        shot = (ONE, *arguments, "--size", "240x180")
        assert main(["render", *shot, "-o", str(first)]) == 0
        assert main(["render", "--shot-file", str(first), "-o", str(again), "--complexes", str(DEMO)]) == 0
        assert main(["render", *shot, "-o", str(record)]) == 0
        assert main(["render", "--shot-file", str(record), "-o", str(third), "--complexes", str(DEMO)]) == 0
        assert first.read_bytes() == again.read_bytes() == third.read_bytes()

    def test_options_change_the_picture(self, tmp_path):
        variants = (
            (),
            ("--no-labels",),
            ("--hbonds",),
            ("--chain-breaks",),
            ("--style", "White"),
            ("--shot", "pocket"),
            ("--fit", "ligand"),
            ("--supersample", "1"),
            ("--projection", "orthographic"),
        )
        pictures = set()
        for number, arguments in enumerate(variants):
            target = tmp_path / f"{number}.png"
            assert main(["render", ONE, "-o", str(target), "--size", "160x120", *arguments]) == 0
            with Image.open(target) as picture:
                pictures.add(picture.convert("RGB").tobytes())
        assert len(pictures) == len(variants)

    def test_a_changed_file_is_refused(self, tmp_path, capsys):
        copy = tmp_path / "1ia1"
        copy.mkdir()
        for file in Path(ONE).iterdir():
            (copy / file.name).write_bytes(file.read_bytes())
        picture = copy / "a.png"
        assert main(["render", str(copy), "-o", str(picture), "--size", "80x60"]) == 0
        (copy / "1ia1_pocket.pdb").write_bytes((copy / "1ia1_pocket.pdb").read_bytes() + b"REMARK\n")
        assert "1ia1_pocket.pdb" in refused(
            capsys, "render", "--shot-file", str(picture), "-o", str(tmp_path / "b.png")
        )
        assert not (tmp_path / "b.png").exists()

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("-o", ""), "empty"),
            (("-o", "a.jpg"), "PNG"),
            (("-o", "a.png", "--view", "all"), "folder"),
            (("-o", "a.png", "--size", "0x4"), "0x4"),
            (("-o", "a.png", "--size", "big"), "1024x768"),
            (("-o", "a.png", "--shot", "residue:Z:1"), "no residue"),
            (("-o", "a.png", "--shot", "protein"), "residue:CHAIN"),
            (("-o", "a.png", "--pose", "[[1]]"), "3 rows of 4"),
            (("-o", "a.png", "--pose", "no such file"), "neither"),
            (("-o", "a.png", "--pose", f"[[1,0,0,0],[0,1,0,0],[0,0,1,{'9' * 5000}]]"), "JSON"),
            (("-o", "a.png", "--pose", '[["1",0,0,0],[0,1,0,0],[0,0,1,9]]'), "3 rows of 4 numbers"),
            (("-o", "a.png", "--shot", f"residue:A:{'9' * 5000}"), "residue:CHAIN"),
            (("-o", "a.png", "--pose", "[[1,0,0,0],[0,1,0,0],[0,0,1,9]]", "--view", "left"), "--pose"),
            (("-o", "a.png", "--style", "Van Gogh"), "Van Gogh"),
            (("-o", "a.png", "--supersample", "99"), "99"),
            (("-o", "a.png", "--ligand", "XYZ"), "ligand"),
            (("-o", "a.png", "--shot-file", "a.json"), "--shot-file"),
        ],
    )
    def test_bad_arguments(self, capsys, tmp_path, monkeypatch, arguments, words):
        monkeypatch.chdir(tmp_path)
        assert words in refused(capsys, "render", ONE, *arguments)
        assert list(tmp_path.iterdir()) == []

    def test_nothing_to_draw(self, capsys):
        assert "name a complex" in refused(capsys, "render", "-o", "a.png")

    def test_interrupted_leaves_no_half_file(self, tmp_path):
        out = tmp_path / "out"
        complexes = [str(DEMO / name) for name in IDS]
        child = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "misi_viewer",
                "render",
                *complexes,
                "-o",
                str(out),
                "--view",
                "all",
                "--size",
                "2048x1536",
            ],
            stderr=subprocess.PIPE,
            text=True,
            # Whoever runs the tests in the background may have had the signal ignored.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        deadline = time.monotonic() + 60
        while not list(out.rglob("*.png")) and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        _, complaint = child.communicate(timeout=60)
        assert "Traceback" not in complaint
        assert child.returncode == 130
        for path in out.rglob("*"):
            if path.is_file():
                assert path.suffix == ".png"
                with Image.open(path) as picture:
                    picture.load()

    def test_without_pyside6_and_without_display(self, tmp_path):
        blocker = tmp_path / "sitecustomize.py"
        blocker.write_text(
            "import sys\nsys.modules.update({name: None for name in ('PySide6', 'qtawesome', 'psygnal')})\n"
        )
        environment = {"PYTHONPATH": str(tmp_path), "DISPLAY": "", "WAYLAND_DISPLAY": ""}
        for arguments in (("info",), ("camera", ONE), ("render", ONE, "-o", str(tmp_path / "a.png"))):
            answer = program(*arguments, **environment)
            assert (answer.returncode, answer.stderr) == (0, "")
        window = program(ONE, **environment)
        assert window.returncode == 2
        assert "PySide6" in window.stderr
        assert window.stderr.count("\n") == 1


def test_movies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = ["render", str(DEMO / "1ia1"), "--size", "120x90"]
    assert main([*start, "--play", "roll y 90", "--frames", "2", "--hold", "0", "-o", str(tmp_path / "a")]) == 0
    frames = sorted((tmp_path / "a").iterdir())
    assert [frame.name for frame in frames] == ["1.png", "2.png", "3.png"]
    still = tmp_path / "still.png"
    assert main([*start, "--commands", "roll y 90", "-o", str(still)]) == 0
    assert frames[-1].read_bytes() == still.read_bytes()
    assert main([*start, "--turn", "z:30:3", "--once", "-o", str(tmp_path / "b.gif")]) == 0
    with Image.open(tmp_path / "b.gif") as movie:
        assert movie.n_frames == 3
        assert "loop" not in movie.info
    for options, words in (
        (["--turn", "w:3", "-o", str(tmp_path / "c.gif")], "not a turn"),
        (["--turn", "y:360", "--play", "roll y 3", "-o", str(tmp_path / "c.gif")], "two movies"),
        (["--turn", "y:360", "--view", "all", "-o", str(tmp_path / "c.gif")], "one complex"),
        (["--turn", "y:360", "-o", str(tmp_path / "a")], "in use"),
    ):
        assert main([*start, *options]) == 2
        assert words in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b.gif", "still.png"]
