"""``make run`` opens a window where one can be opened, and draws pictures where none can."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems always have a display")

VIEWER = """#!/bin/sh
echo "viewer $*"
[ "$1" != render ] || { mkdir -p out/demo/1abc && touch out/demo/1abc/front.png; exit "${STATUS:-0}"; }
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the script, one demo complex and a program that only says what it is asked."""
    for folder in ("packaging", ".venv/bin", "assets/demo/1abc"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "packaging" / "run_demo.sh", tmp_path / "packaging")
    (tmp_path / ".venv" / "bin" / "misi-viewer").write_text(VIEWER)
    (tmp_path / ".venv" / "bin" / "misi-viewer").chmod(0o755)
    return tmp_path


def run_demo(checkout: Path, *, connects: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script with a Qt that can or cannot connect to the display."""
    python = checkout / ".venv" / "bin" / "python"
    python.write_text(f"#!/bin/sh\nexit {0 if connects else 134}\n")
    python.chmod(0o755)
    known = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    command = ["sh", checkout / "packaging" / "run_demo.sh"]
    return subprocess.run(command, env=known | environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_with_a_display_the_window_opens(checkout: Path, variable: str) -> None:
    result = run_demo(checkout, **{variable: "some"})
    assert result.stdout == "viewer assets/demo/1ia1\n"
    assert (ROOT / "assets" / "demo" / "1ia1").is_dir()


@pytest.mark.parametrize("environment", [{}, {"DISPLAY": ":stale"}])
def test_without_one_pictures_are_drawn(checkout: Path, environment: dict[str, str]) -> None:
    result = run_demo(checkout, connects=False, **environment)
    assert result.returncode == 0, result.stderr
    first, viewer, last = result.stdout.splitlines()
    assert "no display" in first
    assert viewer == "viewer render assets/demo/1abc -o out/demo --view all"
    assert last == "Drew 1 pictures into out/demo."


def test_failure_to_draw_is_passed_on(checkout: Path) -> None:
    assert run_demo(checkout, STATUS="1").returncode == 1
