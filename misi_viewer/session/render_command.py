"""The command line that draws a picture: `misi-viewer render` with the shot's options."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.scene.styles import style_argument

__all__ = ["complex_argument", "render_command"]


def render_command(complex_: Complex, shot: Shot, style: Style, size: tuple[int, int]) -> str:
    """Return the command that draws the picture of these four."""
    words = ["misi-viewer", "render", complex_argument(complex_)]
    if any(source.role == "structure" for source in complex_.sources):
        words += ["--ligand", complex_.ligand_choice]
    words += [*_view_words(shot), *_drawing_words(shot)]
    if style != DEFAULT_STYLE:
        words += ["--style", style_argument(style)]
    words += ["--size", f"{size[0]}x{size[1]}", "-o", f"{complex_.id}.png"]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def complex_argument(complex_: Complex) -> str:
    """Return what names a complex on the command line, and gives it the same id: a folder, a file, or POCKET+LIGAND."""
    paths = {source.role: source.path.absolute() for source in complex_.sources}
    if "structure" in paths:
        return str(paths["structure"])
    folder = paths["pocket"].parent
    if folder.name == complex_.id and folder == paths["ligand"].parent:
        return str(folder)
    return f"{paths['pocket']}+{paths['ligand']}"


def _view_words(shot: Shot) -> Iterator[str]:
    if shot.residue is not None:
        residue = shot.residue
        yield from ("--shot", f"residue:{residue.chain.strip()}:{residue.number}{residue.insertion_code}")
    elif shot.parts != "complex":
        yield from ("--shot", shot.parts)
    for option, value in (("--hide", shot.hide), ("--ligand-commands", shot.ligand_commands), ("--fit", shot.fit)):
        if value:
            yield from (option, value)
    if shot.pose is not None:
        yield from ("--pose", json.dumps(shot.pose, separators=(",", ":")))
    elif shot.view != "front":
        yield from ("--view", shot.view)
    if shot.commands:
        yield from ("--commands", shot.commands)
    if shot.projection != "perspective":
        yield from ("--projection", shot.projection)
    if shot.orthographic_width is not None:
        yield from ("--orthographic-width", repr(shot.orthographic_width))


def _drawing_words(shot: Shot) -> Iterator[str]:
    if shot.supersample != 3:
        yield from ("--supersample", str(shot.supersample))
    if shot.quality != "exact":
        yield from ("--quality", shot.quality)
    flags = {
        "--chain-breaks": shot.chain_breaks,
        "--hbonds": shot.hydrogen_bonds,
        "--no-labels": not shot.labels,
        "--hydrogens": shot.hydrogens,
        "--transparent": shot.transparent,
    }
    yield from (flag for flag, on in flags.items() if on)
