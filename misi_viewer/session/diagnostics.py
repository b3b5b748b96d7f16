"""What a report of a fault needs to say of program and machine, without anything about who uses it."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, version

from misi_viewer import __version__
from misi_viewer.render.renderer import DRAWING_VERSION

__all__ = ["Fact", "facts_of_packages", "facts_of_program", "table", "without_folders"]

PACKAGES = ("numpy", "vtk", "rdkit", "gemmi", "freetype-py", "isal", "msgspec", "PySide6-Essentials", "qtawesome")

_FOLDERS = re.compile(r"""(?<![\w.~:/])(?:~|[A-Za-z]:)?(?:[/\\][^/\\:;,'"<>|\n]+)*[/\\](?=[^/\\\s])""")

Fact = tuple[str, str]


def facts_of_program() -> Iterator[Fact]:
    """Yield name and version of the program, of Python, and the system."""
    yield "MiSI Viewer", f"{__version__} (drawing version {DRAWING_VERSION})"
    yield "Python", platform.python_version()
    yield "System", f"{platform.platform()}, {os.cpu_count()} cores"


def facts_of_packages() -> Iterator[Fact]:
    """Yield the versions of what the program is built on."""
    for name in PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"


def table(facts: Iterable[Fact]) -> str:
    """Return facts as lines of two columns."""
    rows = list(facts)
    width = max((len(name) for name, _ in rows), default=0)
    return "".join(f"{name:<{width}}  {value}\n" for name, value in rows)


def without_folders(text: str) -> str:
    """Return a sentence with the folders of its paths left out; they tell whose they are, and what is worked on."""
    return _FOLDERS.sub("…/", text)
