"""The child that draws the window's pictures: real processes, no window."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from misi_viewer.chem.complex import Complex
from misi_viewer.render.picture import draw_picture, record, save_picture
from misi_viewer.render.renderer import Renderer
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE
from misi_viewer.session.picture_server import MOST_KEPT, PictureOrder, PictureServer, _Packer, _Unpacker

SIZE = (64, 48)
PATIENCE = 60.0


def order(complex_: Complex, path: Path, *companions: Complex, view: str = "front") -> PictureOrder:
    beside = tuple(Companion("x", other, Shot(), DEFAULT_STYLE) for other in companions)
    return PictureOrder(complex_, Shot(view=view), DEFAULT_STYLE, SIZE, path, beside)


class TestPacking:
    def test_a_complex_travels_once(self, demo: Complex, other: Complex) -> None:
        packer, unpacker = _Packer(), _Unpacker()
        first = packer.pack(order(demo, Path("a.png")))
        second = packer.pack(order(demo, Path("b.png"), other))
        assert [set(packed[0]) for packed in (first, second)] == [{id(demo)}, {id(other)}]
        assert len(second[2]) < 10_000
        one, two = unpacker.unpack(first), unpacker.unpack(second)
        assert (one.path, two.path) == (Path("a.png"), Path("b.png"))
        assert one.complex is two.complex
        assert two.companions[0].complex.id == other.id

    def test_what_is_not_used_is_forgotten_on_both_sides(self, demo: Complex) -> None:
        packer, unpacker = _Packer(), _Unpacker()
        many = [replace(demo, id=f"c{number}") for number in range(MOST_KEPT + 2)]
        for complex_ in many:
            assert unpacker.unpack(packer.pack(order(complex_, Path("a.png")))).complex.id == complex_.id
        assert len(unpacker._kept) == MOST_KEPT
        again = packer.pack(order(many[0], Path("a.png")))
        assert set(again[0]) == {id(many[0])}
        assert unpacker.unpack(again).complex.id == "c0"

    def test_one_order_may_need_more_than_are_kept(self, demo: Complex) -> None:
        packer, unpacker = _Packer(), _Unpacker()
        many = [replace(demo, id=f"c{number}") for number in range(MOST_KEPT + 3)]
        packed = order(demo, Path("a.png"), *many)
        for _ in range(2):
            unpacked = unpacker.unpack(packer.pack(packed))
            assert [one.complex.id for one in unpacked.companions] == [one.id for one in many]


@pytest.mark.gl
class TestDrawing:
    @pytest.fixture
    def answers(self) -> queue.Queue[tuple[Path, str]]:
        return queue.Queue()

    @pytest.fixture
    def server(self, answers: queue.Queue[tuple[Path, str]]):
        made = PictureServer(lambda path, problem: answers.put((path, problem)))
        yield made
        made.close()
        assert not multiprocessing.active_children()

    def test_pictures_are_those_of_render_in_the_order_asked_for(
        self, server: PictureServer, answers: queue.Queue[tuple[Path, str]], demo: Complex, tmp_path: Path
    ) -> None:
        orders = [order(demo, tmp_path / f"{view}.png", view=view) for view in ("left", "top", "back")]
        for each in orders:
            server.order(each)
        assert [answers.get(timeout=PATIENCE) for _ in orders] == [(each.path, "") for each in orders]
        with Renderer() as renderer:
            what = (demo, orders[1].shot, DEFAULT_STYLE, SIZE)
            save_picture(tmp_path / "expected.png", draw_picture(renderer, *what), record(*what))
        assert (tmp_path / "top.png").read_bytes() == (tmp_path / "expected.png").read_bytes()

    def test_what_cannot_be_drawn_or_written_is_told(
        self, server: PictureServer, answers: queue.Queue[tuple[Path, str]], demo: Complex, tmp_path: Path
    ) -> None:
        server.order(replace(order(demo, tmp_path / "a.png"), size=(0, 10)))
        server.order(order(demo, tmp_path / "absent" / "b.png"))
        for words in ("at least 1 pixel", "cannot be written"):
            assert words in answers.get(timeout=PATIENCE)[1]
        assert not list(tmp_path.iterdir())

    def test_closing_finishes_what_was_ordered(
        self, server: PictureServer, answers: queue.Queue[tuple[Path, str]], demo: Complex, tmp_path: Path
    ) -> None:
        server.order(order(demo, tmp_path / "a.png"))
        server.order(order(demo, tmp_path / "b.png"))
        server.close()
        assert [answers.get_nowait()[1] for _ in range(2)] == ["", ""]
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.png", "b.png"]

    @pytest.mark.skipif(sys.platform == "win32", reason="there a process cannot be stopped and go on")
    def test_ordering_never_waits_for_a_child_that_does_not_listen(
        self, server: PictureServer, answers: queue.Queue[tuple[Path, str]], demo: Complex, tmp_path: Path
    ) -> None:
        server.order(order(demo, tmp_path / "a.png"))
        assert answers.get(timeout=PATIENCE) == (tmp_path / "a.png", "")
        (child,) = multiprocessing.active_children()
        os.kill(child.pid, signal.SIGSTOP)
        for number in range(8):  # each a complex of its own, so that a pipe's buffer is full after the first
            server.order(order(replace(demo, id=f"c{number}"), tmp_path / f"{number}.png"))
        assert answers.empty()
        os.kill(child.pid, signal.SIGCONT)
        assert [answers.get(timeout=PATIENCE)[1] for _ in range(8)] == [""] * 8

    def test_a_child_that_died_is_told_of_and_started_again(
        self, server: PictureServer, answers: queue.Queue[tuple[Path, str]], demo: Complex, tmp_path: Path
    ) -> None:
        server.order(order(demo, tmp_path / "a.png"))
        assert answers.get(timeout=PATIENCE)[1] == ""
        (child,) = multiprocessing.active_children()
        os.kill(child.pid, signal.SIGSTOP)
        server.order(order(demo, tmp_path / "b.png"))
        child.kill()
        child.join()
        path, problem = answers.get(timeout=PATIENCE)
        assert (path, problem == "" or "the drawing process ended" in problem) == (tmp_path / "b.png", True)
        server.order(order(demo, tmp_path / "c.png"))
        assert answers.get(timeout=PATIENCE) == (tmp_path / "c.png", "")
