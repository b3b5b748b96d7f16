"""The command line that draws a picture: `misi-viewer render` with the shot's options."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.shot import Rows, Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.scene.styles import style_argument
from misi_viewer.session.beside import Beside

__all__ = ["complex_argument", "render_command"]

IN_OPTIONS = (
    "parts",
    "residue",
    "labels",
    "hydrogens",
    "fit",
    "ligand_commands",
    "view",
    "commands",
    "pose",
    "projection",
    "orthographic_width",
    "supersample",
    "quality",
    "chain_breaks",
    "hydrogen_bonds",
    "transparent",
    "hide",
)
"""Fields of a shot that have options of their own; a shot with others is given as JSON."""


def render_command(
    complex_: Complex, shot: Shot, style: Style, size: tuple[int, int], companions: Sequence[Companion] = ()
) -> str:
    """Return the command that draws the picture of these."""
    words = ["misi-viewer", "render", complex_argument(complex_)]
    if any(source.role == "structure" for source in complex_.sources):
        words += ["--ligand", complex_.ligand_choice]
    words += _shot_words(shot)
    for companion in companions:
        if companion.shown:
            words += ["--beside", _beside_argument(companion)]
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


def _shot_words(shot: Shot) -> Iterator[str]:
    differences = _differences(shot, Shot())
    if set(differences) - set(IN_OPTIONS) or (shot.residue is not None and shot.residue.name):
        yield from ("--shot-json", json.dumps({"version": shot.version} | differences, separators=(",", ":")))
    else:
        yield from _view_words(shot)
        yield from _drawing_words(shot)


def _differences(value: msgspec.Struct, default: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that differ, as JSON has them."""
    values, defaults = msgspec.to_builtins(value), msgspec.to_builtins(default)
    return {field: values[field] for field in values if values[field] != defaults[field]}


def _beside_argument(companion: Companion) -> str:
    """Return what `read_beside` makes this companion of."""
    spec, placement = complex_argument(companion.complex), companion.placement
    written = Beside(
        complex=spec,
        ligand=companion.complex.ligand_choice,
        name=companion.name,
        style=style_argument(companion.style),
        placement=None if placement is None else msgspec.convert(placement.matrix.tolist(), Rows),
    )
    shot = _differences(companion.shot, Shot())
    differences = _differences(written, Beside(complex="")) | ({"shot": shot} if shot else {})
    return json.dumps(differences, separators=(",", ":"), ensure_ascii=False)


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
