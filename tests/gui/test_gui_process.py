"""The real program: opened, closed, stopped, and told that it cannot open."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import x11
from seeing import DEMO

pytestmark = pytest.mark.window

PATIENCE = 60.0
on_x11 = pytest.mark.skipif(
    sys.platform != "linux" or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb", reason="needs an X display"
)


def environment(**changes: str | None) -> dict[str, str]:
    return {name: value for name, value in {**os.environ, **changes}.items() if value is not None}


@contextmanager
def program(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "misi_viewer", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_until(found: Callable[[], object], process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + PATIENCE
    while not found():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end, "the window did not come"
        time.sleep(0.05)


@on_x11
@pytest.mark.gl
@pytest.mark.parametrize("way", ["close", "interrupt"])
def test_program_opens_and_ends_without_a_word(way: str) -> None:
    with x11.display(os.environ["DISPLAY"]) as display, program(str(DEMO / "1ia1")) as process:
        wait_until(lambda: display.find("1ia1 - MiSI Viewer"), process)
        if way == "close":
            window = display.find("1ia1 - MiSI Viewer")
            assert window is not None
            display.close_window(window)
        else:
            process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        assert (process.returncode, output, errors) == (0, "", "")


def refused(**changes: str | None) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "misi_viewer", str(DEMO / "1ia1")],
        env=environment(**changes),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_no_display_is_one_sentence() -> None:
    assert "no display" in refused(DISPLAY=None, WAYLAND_DISPLAY=None, QT_QPA_PLATFORM=None)


@on_x11
def test_a_display_that_does_not_answer_is_one_sentence() -> None:
    sentence = refused(DISPLAY=":4711", WAYLAND_DISPLAY=None)
    assert "':4711'" in sentence


@on_x11
def test_too_old_opengl_offers_software_drawing() -> None:
    with x11.display(os.environ["DISPLAY"]) as display:
        process = subprocess.Popen(
            [sys.executable, "-m", "misi_viewer"],
            env=environment(MESA_GL_VERSION_OVERRIDE="2.1", LIBGL_ALWAYS_SOFTWARE=None),
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            wait_until(lambda: display.find("MiSI Viewer"), process)
            window = display.find("MiSI Viewer")
            assert window is not None
            display.close_window(window)
            _, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
            process.wait()
    assert process.returncode == 2
    assert "OpenGL 3.2" in errors
    assert "--software" in errors
    assert errors.count("\n") == 1
