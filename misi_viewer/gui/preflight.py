"""What the window needs from the machine, tried in a child process before Qt is started here.

Qt aborts the process when no platform plugin can be loaded and a bad driver
may kill it, neither as an exception: so a child tries first, and what it met
becomes one sentence.
"""

from __future__ import annotations

import ctypes
import multiprocessing
import os
import re
import sys
import tempfile
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from misi_viewer.errors import UserError

__all__ = [
    "DRIVER_PACKAGES",
    "OPENGL_VERSION",
    "Found",
    "Preflight",
    "software_drawing",
    "start_preflight",
    "use_software_drawing",
]

OPENGL_VERSION = (3, 2)
"""Desktop OpenGL core profile that the view needs (VTK's least)."""

TIMEOUT = 30.0
"""Seconds after which the child is given up."""

PACKAGES = {
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libfontconfig.so.1": "libfontconfig1",
    "libdbus-1.so.3": "libdbus-1-3",
}
"""Debian's package of each shared library that Qt's widgets and its X11 plugin load."""

DRIVER_PACKAGES = "libgl1, libegl1 and libgl1-mesa-dri"

SOFTWARE_SETTINGS = {"LIBGL_ALWAYS_SOFTWARE": "1", "QT_OPENGL": "software"}


@dataclass(frozen=True, slots=True)
class Found:
    """What the child met.

    Attributes
    ----------
    platform
        Qt's platform plugin, "" if Qt could not start.
    opengl
        Its version, "" if there is no context of `OPENGL_VERSION`.
    problem
        Why Qt could not be imported, "" if it could.
    complaint
        What the child wrote to stderr.
    """

    platform: str
    opengl: str
    problem: str
    complaint: str


def software_drawing() -> bool:
    """Say whether software drawing has been asked for."""
    return os.environ.get("LIBGL_ALWAYS_SOFTWARE", "") not in ("", "0")


def use_software_drawing() -> None:
    """Ask for software drawing in this process and its children; before Qt starts."""
    os.environ.update(SOFTWARE_SETTINGS)


class Preflight:
    """A trial in a child process, running since it was made."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe(duplex=False)
        descriptor, name = tempfile.mkstemp(prefix="misi-viewer-", suffix=".log")
        os.close(descriptor)
        self._log = Path(name)
        self._process = context.Process(target=_try_qt, args=(theirs, name), daemon=True)
        self._process.start()
        theirs.close()

    def result(self) -> Found:
        """Wait for the child.

        Returns
        -------
        Found
            ``opengl`` is "" if OpenGL 3.2 is not to be had.

        Raises
        ------
        UserError
            If Qt itself cannot start: no display, a missing library.
        """
        found = self._wait()
        if found.problem:
            raise UserError(_import_sentence(found.problem))
        if not found.platform:
            raise UserError(_platform_sentence(found.complaint))
        return found

    def _wait(self) -> Found:
        platform = opengl = problem = ""
        try:
            while self._connection.poll(TIMEOUT):
                kind, text = self._connection.recv()
                if kind == "platform":
                    platform = text
                elif kind == "opengl":
                    opengl = text
                else:
                    problem = text
        except EOFError:
            pass
        self._connection.close()
        self._process.kill()
        self._process.join()
        self._process.close()
        complaint = self._log.read_text(errors="replace")
        self._log.unlink(missing_ok=True)
        return Found(platform, opengl, problem, complaint)


def start_preflight() -> Preflight:
    """Start the trial; it runs while the rest of the program is imported.

    Raises
    ------
    UserError
        If there is no display at all.
    """
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM")
    ):
        raise UserError(
            "There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set; "
            "'misi-viewer render' draws pictures without one."
        )
    return Preflight()


def _try_qt(connection: Connection, log: str) -> None:
    """Start Qt and an OpenGL context, and send what was met at each step (runs in the child)."""
    stderr = os.open(log, os.O_WRONLY | os.O_APPEND)
    os.dup2(stderr, 1)
    os.dup2(stderr, 2)
    try:
        from PySide6.QtGui import QGuiApplication, QOffscreenSurface, QOpenGLContext

        from misi_viewer.gui.surface import default_format
    except ImportError as error:
        connection.send(("problem", str(error)))
        return
    application = QGuiApplication(["misi-viewer"])
    connection.send(("platform", application.platformName()))
    context = QOpenGLContext()
    context.setFormat(default_format())
    surface = QOffscreenSurface()
    surface.setFormat(default_format())
    surface.create()
    if context.create() and context.makeCurrent(surface):
        version = context.format().version()
        if tuple(version) >= OPENGL_VERSION and not context.isOpenGLES():
            connection.send(("opengl", f"{version[0]}.{version[1]}"))
        context.doneCurrent()


def _missing_packages(text: str) -> list[str]:
    """Return the Debian packages of the libraries of `PACKAGES` that `text` names or that cannot be loaded."""
    named = [name for name in re.findall(r"[\w.+-]+\.so[.\d]*", text) if name in PACKAGES]
    missing = [name for name in PACKAGES if not _loads(name)] if sys.platform.startswith("linux") else []
    return [PACKAGES[name] for name in dict.fromkeys([*named, *missing])]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _install_sentence(what: str, packages: list[str]) -> str:
    names = " ".join(packages)
    return f"{what} because system libraries are missing; on Debian and Ubuntu 'apt install {names}' brings them."


def _import_sentence(problem: str) -> str:
    packages = _missing_packages(problem)
    if packages:
        return _install_sentence("Qt cannot be loaded", packages)
    return f"PySide6 cannot be loaded ({problem}); install it again with 'pip install misi-viewer[gui]'."


def _platform_sentence(complaint: str) -> str:
    packages = _missing_packages(complaint)
    if packages:
        return _install_sentence("Qt cannot open a window", packages)
    display = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    reason = next((line.strip().rstrip(".") for line in complaint.splitlines() if "display" in line.lower()), "")
    said = f" (Qt: {reason})" if reason else ""
    return f"No window can be opened on the display {display!r}{said}; 'misi-viewer render' draws pictures without one."
