"""Finding out what there is to draw with, whatever the driver does."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from misi_viewer.errors import UserError
from misi_viewer.render import probe

CRASH = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"


@pytest.mark.gl
def test_this_machine_draws() -> None:
    facts = probe.facts()
    assert facts.backend in ("EGL", "OSMesa", "native")
    assert facts.version[0].isdigit()
    assert facts.renderer
    assert probe.begin() is probe.begin()


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (CRASH, "install the packages libegl1 and libgl1-mesa-dri"),
        ("print('driver chatter')", "install the packages"),
        ("print('[]')", "install the packages"),
        ("import json; print(json.dumps({'problem': 'It is too old.'}))", "It is too old."),
    ],
)
def test_bad_drivers_become_a_sentence(monkeypatch: pytest.MonkeyPatch, body: str, sentence: str) -> None:
    run = subprocess.run
    monkeypatch.setattr(probe, "BACKENDS", ("EGL", "OSMesa"))
    monkeypatch.setattr(
        probe.subprocess, "run", lambda _command, **options: run([sys.executable, "-c", body], **options)
    )
    with pytest.raises(UserError, match=sentence) as caught:
        probe._probe(None)
    assert str(caught.value).count(".") <= 2


def test_the_second_backend_stands_in_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = {"vendor": "v", "renderer": "r", "version": "4.5"}
    monkeypatch.setattr(probe, "BACKENDS", ("EGL", "OSMesa"))
    monkeypatch.setattr(probe, "_ask", lambda backend, _device: answer if backend == "OSMesa" else None)
    assert probe._probe(None) == probe.Facts("OSMesa", "v", "r", "4.5")


def test_a_driver_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    run = subprocess.run
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    monkeypatch.setattr(probe, "PATIENCE", 0.3)
    monkeypatch.setattr(probe.subprocess, "run", lambda _command, **options: run(sleep, **options))
    assert probe._ask("EGL", None) is None


@pytest.mark.gl
def test_a_bundle_asks_a_child_too(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = probe._ask_frozen(probe.facts().backend, None)
    assert answer is not None
    assert answer["renderer"] == probe.facts().renderer


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the packages are Debian's")
def test_a_machine_without_drivers_is_told_what_to_install(tmp_path: os.PathLike[str]) -> None:
    assert "libosmesa6" in probe.missing(("EGL", "OSMesa"))
    assert "graphics driver" in probe.missing(("native",))
