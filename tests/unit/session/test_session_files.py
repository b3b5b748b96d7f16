"""Session files: written, moved, changed, damaged."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from misi_viewer.camera.pose import Pose
from misi_viewer.chem.selection import AtomRef
from misi_viewer.errors import ReadError, UserError
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.measurements import Measurement
from misi_viewer.session.named_views import NamedViews
from misi_viewer.session.opening import MissingFiles, Opened, open_files
from misi_viewer.session.session_files import ReadSession, read_session, save_session
from misi_viewer.session.state import WindowState
from misi_viewer.session.window_controls import WindowControls

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"
STYLE = DEFAULT_STYLE.but(representation="ball and stick")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder with two complexes that may be moved and changed."""
    folder = tmp_path / "data"
    for name in ("1ia1", "1uou"):
        shutil.copytree(DEMO / name, folder / name)
    return folder


@pytest.fixture
def controls(data: Path) -> WindowControls:
    state = WindowState(STYLE, (640, 480))
    made = WindowControls(state, NamedViews(state), lambda path: None, lambda names, beside: None)
    first, other = (open_files([str(data / name)], Shot(), STYLE) for name in ("1ia1", "1uou"))
    assert isinstance(first, Opened)
    assert isinstance(other, Opened)
    state.show(first.complex)
    placement = Pose.of(np.eye(3), np.array([1.0, 2.0, 3.0]))
    state.set_companions([Companion("other", other.complex, Shot(parts="ligand"), DEFAULT_STYLE, placement, False)])
    made.log.type("hide :ALA")
    made.log.type("turn y 30; zoom 1.2; view name here; turn x 10")
    made.log.type("select ligand & @O*")
    made.set_measurements([Measurement((AtomRef("pocket", 3), AtomRef("ligand", 1)))])
    return made


def saved(controls: WindowControls, path: Path) -> Path:
    save_session(path, controls.state, controls.extras)
    return path


def check_same(read: ReadSession, controls: WindowControls) -> None:
    state = controls.state
    assert read.picture.shot == state.shot
    assert read.picture.style == state.style
    assert read.picture.size == (640, 480)
    (one,), (was,) = read.companions, state.companions
    assert (one.name, one.shot, one.style, one.shown) == (was.name, was.shot, was.style, False)
    np.testing.assert_array_equal(one.placement.matrix, was.placement.matrix)
    extras = controls.extras
    assert (read.extras.selection, read.extras.measurements) == (extras.selection, extras.measurements)
    (view,), (old,) = read.extras.views, extras.views
    assert view.name == old.name == "here"
    np.testing.assert_array_equal(view.pose.matrix, old.pose.matrix)


def test_it_comes_back_as_it_was(controls: WindowControls, tmp_path: Path) -> None:
    check_same(read_session(saved(controls, tmp_path / "a.misi")), controls)


@pytest.mark.parametrize("way", ["both moved", "only files", "beside", "named folder"])
def test_moved_files_are_found(controls: WindowControls, data: Path, tmp_path: Path, way: str) -> None:
    session = saved(controls, tmp_path / "a.misi")
    place = tmp_path / "elsewhere"
    if way == "both moved":
        place.mkdir()
        shutil.move(session, place / "a.misi")
        shutil.move(data, place / "data")
        session = place / "a.misi"
    elif way == "beside":
        for file in list(data.rglob("*.*")):
            shutil.move(file, tmp_path / file.name)
        shutil.rmtree(data)
    elif way == "named folder":
        (tmp_path / "a").mkdir()
        for file in list(data.rglob("*.*")):
            shutil.move(file, tmp_path / "a" / file.name)
        shutil.rmtree(data)
    else:
        shutil.move(data, place)
        assert isinstance(open_files([str(session)], Shot(), STYLE), MissingFiles)
        opened = open_files([str(session)], Shot(), STYLE, trees=[place])
        assert isinstance(opened, Opened)
        assert opened.extras is not None
        return
    check_same(read_session(session), controls)


def test_changed_files_are_told_of(controls: WindowControls, data: Path, tmp_path: Path) -> None:
    session = saved(controls, tmp_path / "a.misi")
    pocket = data / "1ia1" / "1ia1_pocket.pdb"
    pocket.write_text("REMARK later\n" + pocket.read_text())
    opened = open_files([str(session)], Shot(), STYLE)
    assert isinstance(opened, Opened)
    assert opened.notice.startswith("1ia1_pocket.pdb has changed since")


def test_an_empty_window_cannot_be_saved(tmp_path: Path) -> None:
    state = WindowState(STYLE)
    controls = WindowControls(state, NamedViews(state), lambda path: None, lambda names, beside: None)
    with pytest.raises(UserError, match="Nothing is open"):
        saved(controls, tmp_path / "a.misi")
    assert not list(tmp_path.iterdir())


def spoiled(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def spoil(text: str) -> str:
        session = json.loads(text)
        change(session)
        return json.dumps(session)

    return spoil


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: text[: len(text) // 2], "not a session, or it is damaged"),
        (lambda text: "", "not a session"),
        (lambda text: "[" * 100_000, "not a session"),
        (lambda text: "\0" + text, "not a session"),
        (spoiled(lambda one: one.update(version=2)), "newer MiSI Viewer"),
        (spoiled(lambda one: one["picture"]["sources"][0].update(name="../../etc/passwd")), "not a file's name"),
        (spoiled(lambda one: one.update(selection=":::")), "a.misi"),
        (spoiled(lambda one: one.update(measurements=[{"atoms": [["pocket", 10**8], ["ligand", 0]]}])), "no atom"),
        (spoiled(lambda one: one["views"][0].update(pose=[[1, 0], [0, 1]])), "pose"),
        (spoiled(lambda one: one["picture"]["companions"][0].update(placement=[[2, 0, 0, 0]] * 3)), "a.misi"),
        (spoiled(lambda one: one.update(views=one["views"] * 2_000)), "at most 1,000"),
        (spoiled(lambda one: one["picture"]["shot"].update(supersample=-1)), "a.misi"),
    ],
)
def test_a_bad_session_is_told_in_a_sentence(
    controls: WindowControls, tmp_path: Path, spoil: Callable[[str], str], words: str
) -> None:
    session = saved(controls, tmp_path / "a.misi")
    session.write_text(spoil(session.read_text()))
    with pytest.raises(ReadError, match=words) as caught:
        read_session(session)
    assert str(caught.value).count("\n") == 0


def test_a_huge_file_is_no_session(tmp_path: Path) -> None:
    path = tmp_path / "a.misi"
    with path.open("wb") as stream:
        stream.truncate(17 * 2**20)
    with pytest.raises(ReadError, match="larger than 16 MiB"):
        read_session(path)
