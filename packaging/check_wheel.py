"""Build the wheel, install it outside the checkout without PySide6, and draw the demo that it carries with no display.

Run by ``make wheel-check`` with the checkout's Python. Every demo complex is drawn in all six views; the pictures for
which the benchmark's own are at hand (tests/data) are compared with them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
VIEWS = ("front", "left", "top", "back", "right", "bottom")
REFERENCE = ROOT / "tests" / "data" / "demo" / "pictures"
REFERENCE_VIEWS = ("front", "left")
REFERENCE_SIZE = (640, 480)
LIMIT = 0.5
"""Largest mean difference of a picture from its reference, of 255: a wrong scene differs by several."""


class CheckError(Exception):
    """What the wheel lacks, in a sentence."""


def require(condition: bool, sentence: str) -> None:
    """Raise CheckError with the sentence unless the condition holds."""
    if not condition:
        raise CheckError(sentence)


def run(*command: str | Path, folder: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Run a command and return what it printed; its errors are shown as they come."""
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    require(done.returncode == 0, f"{' '.join(words[:6])} ended with status {done.returncode}.\n{done.stdout}")
    return done.stdout


def build() -> Path:
    """Return the path of a wheel built from the checkout."""
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    options = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    run(sys.executable, "-m", "pip", "wheel", *options, "--wheel-dir", ROOT / "dist", ROOT)
    (wheel,) = (ROOT / "dist").glob("*.whl")
    print(f"Built {wheel.name}, {wheel.stat().st_size / 1e6:.1f} MB")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Install the wheel with what it requires, but nothing optional; return the folder of its programs."""
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / "bin"
    options = ("--quiet", "--disable-pip-version-check", "-c", ROOT / "constraints.txt")
    run(programs / "python", "-m", "pip", "install", *options, wheel)
    return programs


def check_installation(programs: Path, folder: Path, environment: dict[str, str]) -> Path:
    """Check that the program is the installed one and complete; return the folder of its demo complexes."""
    question = (
        "import importlib.util, misi_viewer.resources as r;"
        "print(importlib.util.find_spec('PySide6')); print(r.path('demo')); print(r.path('fonts/OFL.txt'))"
    )
    qt, demo, licence = run(programs / "python", "-c", question, folder=folder, environment=environment).splitlines()
    require(qt == "None", f"PySide6 came along: {qt}")
    for path in (demo, licence):
        require(Path(path).is_relative_to(folder), f"{path} is not in the installation")
    print(run(programs / "misi-viewer", "info", folder=folder, environment=environment))
    return Path(demo)


def read(path: Path, size: tuple[int, int]) -> np.ndarray:
    """Return a picture as an array (height, width, 3); check its size and that something is drawn."""
    require(path.is_file(), f"{path} was not drawn")
    with Image.open(path) as image:
        pixels = np.asarray(image.convert("RGB"), dtype=np.int16)
    require(pixels.shape == (size[1], size[0], 3), f"{path} has the shape {pixels.shape}")
    drawn = float(np.mean(np.any(pixels != pixels[0, 0], axis=2)))
    require(drawn > 0.02, f"{path} is empty: {drawn:.1%} of it is drawn")
    return pixels


def check_pictures(programs: Path, demo: Path, folder: Path, environment: dict[str, str]) -> None:
    """Draw the demo in all views, and some again as the references were drawn."""
    complexes = sorted(path for path in demo.iterdir() if path.is_dir())
    require(len(complexes) > 0, f"{demo} holds no complex")
    render: tuple[str | Path, ...] = (programs / "misi-viewer", "render", *complexes)
    run(*render, "-o", "demo", "--view", "all", folder=folder, environment=environment)
    for path in complexes:
        for view in VIEWS:
            read(folder / "demo" / path.name / f"{view}.png", (1024, 768))
    width, height = REFERENCE_SIZE
    options = ("--size", f"{width}x{height}", "--supersample", "3")
    for view in REFERENCE_VIEWS:
        run(*render, "-o", "small", "--view", view, *options, folder=folder, environment=environment)
        for path in complexes:
            name = f"{path.name}/{view}.png"
            pixels = read(folder / "small" / name, REFERENCE_SIZE)
            difference = float(np.mean(np.abs(pixels - read(REFERENCE / name, REFERENCE_SIZE))))
            require(difference <= LIMIT, f"{name} differs from its reference by {difference:.2f} of 255")
            print(f"{name}: differs from its reference by {difference:.3f} of 255")


def main() -> int:
    """Check the wheel; return the exit status."""
    with tempfile.TemporaryDirectory(prefix="misi-viewer-wheel-") as name:
        folder = Path(name).resolve()
        environment = {"HOME": name, "PATH": os.defpath, "LANG": "C.UTF-8", "LIBGL_ALWAYS_SOFTWARE": "1"}
        try:
            programs = install(build(), folder)
            check_pictures(programs, check_installation(programs, folder, environment), folder, environment)
        except CheckError as failure:
            print(f"The wheel is not good: {failure}", file=sys.stderr)
            return 1
    print("The wheel draws the demo without PySide6 and without a display.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
