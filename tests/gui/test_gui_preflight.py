"""What is said when the window cannot be opened."""

from __future__ import annotations

import sys

import pytest

from misi_viewer.errors import UserError
from misi_viewer.gui import preflight

COMPLAINT = "qt.qpa.plugin: From 6.5.0, xcb-cursor0 or libxcb-cursor0 is needed to load the Qt xcb platform plugin."


@pytest.fixture
def missing(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Libraries that cannot be loaded."""
    names: set[str] = set()
    monkeypatch.setattr(preflight, "_loads", lambda library: library not in names)
    return names


def test_missing_libraries_are_named_by_package(missing: set[str]) -> None:
    missing |= {"libxcb-icccm.so.4", "libxcb-keysyms.so.1"}
    sentence = preflight._platform_sentence(COMPLAINT)
    assert "apt install libxcb-icccm4 libxcb-keysyms1" in sentence
    assert "libxcb-cursor0" not in sentence, "Qt blames it whichever is missing"


def test_a_library_that_qt_names_is_named_once(missing: set[str]) -> None:
    missing.add("libEGL.so.1")
    sentence = preflight._import_sentence("libEGL.so.1: cannot open shared object file: No such file or directory")
    assert sentence.count("libegl1") == 1


def test_with_all_libraries_the_display_is_to_blame(missing: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":5")
    sentence = preflight._platform_sentence("qt.qpa.xcb: could not connect to display :5\n" + COMPLAINT)
    assert sentence.startswith("No window can be opened on the display ':5' (Qt: qt.qpa.xcb: could not connect")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there displays are optional")
def test_no_display_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UserError, match="no display"):
        preflight.start_preflight()


@pytest.mark.window
@pytest.mark.gl
def test_this_display_has_what_the_window_needs() -> None:
    found = preflight.start_preflight().result()
    assert found.platform
    assert tuple(map(int, found.opengl.split("."))) >= preflight.OPENGL_VERSION
