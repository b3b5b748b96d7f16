"""Large structures: another process reads them, and they open in a way that can be drawn."""

from __future__ import annotations

import os
import threading
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.errors import ReadError, UserError
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session import opening
from misi_viewer.session.child import Child, StoppedError
from misi_viewer.session.opening import Opened, are_large, open_files
from misi_viewer.session.state import WindowState

DEMO = Path(__file__).resolve().parents[3] / "assets" / "demo"


def refuse() -> None:
    raise ReadError("file.pdb", "it is not one")


def stumble() -> None:
    raise KeyError("x")


def test_a_child_returns_what_the_function_does() -> None:
    opened = Child().run(partial(open_files, [str(DEMO / "1ia1")], Shot(), DEFAULT_STYLE))
    here = open_files([str(DEMO / "1ia1")], Shot(), DEFAULT_STYLE)
    assert isinstance(here, Opened)
    np.testing.assert_array_equal(opened.scene.sticks.starts, here.scene.sticks.starts)
    assert (opened.complex.sources, opened.shot, opened.spec) == (here.complex.sources, here.shot, here.spec)


def test_a_child_hands_on_what_went_wrong() -> None:
    with pytest.raises(UserError, match=r"^file\.pdb: it is not one\.$"):
        Child().run(refuse)
    with pytest.raises(RuntimeError, match="KeyError"):
        Child().run(stumble)
    with pytest.raises(UserError, match="has ended"):
        Child().run(partial(os._exit, 3))


def test_a_child_can_be_stopped_before_and_meanwhile() -> None:
    child = Child()
    threading.Timer(0.5, child.stop).start()
    with pytest.raises(StoppedError):
        child.run(partial(__import__("time").sleep, 60))
    with pytest.raises(StoppedError):
        child.run(int)


def test_files_are_large_by_what_is_in_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pocket, ligand = tmp_path / "pocket.pdb", tmp_path / "ligand.sdf"
    pocket.write_bytes(b"x" * 900)
    ligand.write_bytes(b"x" * 90)
    monkeypatch.setattr(opening, "LARGE_FILES", 950)
    assert are_large([str(pocket), str(ligand)])
    assert are_large([str(tmp_path)])
    assert are_large([f"{pocket}+{ligand}"])
    assert not are_large([str(pocket)])
    assert not are_large([str(tmp_path / "absent")])
    packed = tmp_path / "packed.cif.gz"
    packed.write_bytes(b"x" * 300)
    assert are_large([str(packed)])


def test_a_large_complex_opens_in_wire_and_lends_that(
    monkeypatch: pytest.MonkeyPatch, demo: Complex, other: Complex
) -> None:
    state = WindowState(DEFAULT_STYLE.but(representation="sphere"))
    monkeypatch.setattr(opening, "MOST_DRAWN_SOLID", 400)
    opened = open_files([str(DEMO / "1ia1")], state.fresh_shot(), state.own_style)
    assert isinstance(opened, Opened)
    assert opened.scene.sticks.lines.all()
    assert not opened.scene.labels.texts
    assert "451 atoms" in opened.notice
    state.show(opened.complex, opened.shot, style=opened.style, scene=opened.scene, is_lent=opened.is_lent)
    assert (state.style.representation, state.shot.labels) == ("wire", False)
    state.reset()
    assert (state.style.representation, state.shot.labels) == ("wire", False)
    assert (state.own_style.representation, state.fresh_shot().labels) == ("sphere", True)
    state.show(other)
    assert (state.style.representation, state.shot.labels) == ("sphere", True)


def test_what_is_chosen_for_a_large_complex_stays(demo: Complex, other: Complex) -> None:
    state = WindowState(DEFAULT_STYLE)
    state.show(demo, Shot(labels=False), style=DEFAULT_STYLE.but(representation="wire"), is_lent=True)
    state.set_representation("ball and stick")
    state.show(other)
    assert (state.style.representation, state.shot.labels) == ("ball and stick", True)


def test_a_complex_that_is_not_large_opens_as_the_window_has_it() -> None:
    opened = open_files([str(DEMO / "1ia1")], Shot(), DEFAULT_STYLE)
    assert isinstance(opened, Opened)
    assert (opened.style, opened.is_lent, opened.shot) == (None, False, Shot())
