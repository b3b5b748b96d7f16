"""From the files a person gives to what a window shows: decided by what they are, read without Qt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import FoundLigand, list_ligands, load_complex
from misi_viewer.errors import UserError, describe_error
from misi_viewer.render.prepared import prepare
from misi_viewer.scene.aim import aim
from misi_viewer.scene.arrays import Scene
from misi_viewer.scene.build import build
from misi_viewer.scene.companions import Companion
from misi_viewer.scene.parts import displayed_atoms
from misi_viewer.scene.shot import Shot
from misi_viewer.scene.style import DEFAULT_STYLE, Style
from misi_viewer.session.grouping import NO_STRUCTURES, SHOT_ENDINGS, Group, group_files, is_structure_file
from misi_viewer.session.render_command import complex_argument
from misi_viewer.session.restoring import MissingFilesError, restore
from misi_viewer.session.session_files import ENDING, Extras, read_session

__all__ = [
    "MOST_DRAWN_SOLID",
    "LigandChoice",
    "MissingFiles",
    "NotOpened",
    "Opened",
    "Outcome",
    "are_large",
    "open_files",
    "prepare_to_show",
]

MOST_DRAWN_SOLID = 50_000
"""Atoms; a complex that displays more opens in wire."""

LARGE_FILES = 3_000_000
"""Bytes; parsing more holds the interpreter's lock for longer than anyone wants to wait."""

PACKED = 5
"""About how much smaller gzip makes a structure file."""


@dataclass(frozen=True, eq=False, slots=True)
class Opened:
    """What was read, ready to be shown.

    Attributes
    ----------
    complex, shot, style
        What to show; style None keeps the window's.
    frame
        Size of the picture that the shot came from, None if it did not.
    scene
        The drawables, already built.
    spec
        What opens it again.
    notice
        A sentence for the user, "" if there is nothing to say.
    is_lent
        Whether `style` and the shot's labels are for this complex only, because it is large.
    companions
        Complexes that are seen beside it.
    extras
        What a session has beside the picture; None where none was opened.
    rest
        Files of further complexes, to be opened beside it.
    """

    complex: Complex
    shot: Shot
    style: Style | None
    frame: tuple[int, int] | None
    scene: Scene
    spec: str
    notice: str = ""
    is_lent: bool = False
    companions: tuple[Companion, ...] = ()
    extras: Extras | None = None
    rest: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class LigandChoice:
    """A structure file has several ligands: one must be chosen.

    Attributes
    ----------
    path
        The file.
    ligands
        What was found, as `list_ligands` gives it.
    rest
        As of `Opened`.
    """

    path: Path
    ligands: tuple[FoundLigand, ...]
    rest: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class MissingFiles:
    """The structure files of a session or picture are not found: their folder must be asked for.

    Attributes
    ----------
    path
        The session or picture.
    problem
        One sentence.
    rest
        As of `Opened`.
    """

    path: Path
    problem: str
    rest: tuple[Group, ...] = ()


@dataclass(frozen=True, slots=True)
class NotOpened:
    """The first of several complexes cannot be opened.

    Attributes
    ----------
    problem
        One sentence.
    rest
        As of `Opened`.
    """

    problem: str
    rest: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Where the files of a picture or session may lie.

    Attributes
    ----------
    folders
        Looked into.
    trees
        Searched through to the bottom.
    """

    folders: tuple[Path, ...]
    trees: tuple[Path, ...]


Outcome = Opened | LigandChoice | MissingFiles | NotOpened


def open_files(
    files: Sequence[str],
    shot: Shot,
    style: Style,
    ligand: str | None = None,
    folders: Sequence[Path] = (),
    trees: Sequence[Path] = (),
) -> Outcome:
    """Read what was opened or dropped.

    Parameters
    ----------
    files
        A folder; a pocket and a ligand; one structure file; POCKET+LIGAND; a
        PNG or JSON file with a shot; a session. Of several complexes the first
        is read, and the files of the others are handed back.
    shot, style
        How a complex is shown that brings no shot of its own.
    ligand
        Which ligand of a structure file.
    folders
        Where else the files of a picture's or session's complex may lie.
    trees
        Folders that are searched for them through to the bottom.

    Raises
    ------
    UserError
        If nothing can be made of the files.
    """
    first, *rest = group_files(files)
    places = Places(tuple(folders), tuple(trees))
    if not rest:
        return _open_group(first, shot, style, ligand, places)
    try:
        return replace(_open_group(first, shot, style, ligand, places), rest=tuple(rest))
    except (UserError, OSError) as error:
        return NotOpened(describe_error(error), tuple(rest))


def _open_group(
    group: Group, shot: Shot, style: Style, ligand: str | None, places: Places
) -> Opened | LigandChoice | MissingFiles:
    """Read the files of one complex."""
    if len(group) == 1 and group[0].lower().endswith(ENDING):
        return _open_session(Path(group[0]), places)
    if len(group) == 1 and group[0].lower().endswith(SHOT_ENDINGS) and Path(group[0]).is_file():
        return _open_picture(Path(group[0]), places)
    if len(group) == 1 and is_structure_file(group[0]) and ligand is None:
        loaded = _load_or_list(group[0])
        if isinstance(loaded, LigandChoice):
            return loaded
    else:
        loaded = load_complex("+".join(group), ligand)
    return _present(loaded, shot, style, " ".join(loaded.notes))


def _open_picture(path: Path, places: Places) -> Opened | MissingFiles:
    """Read what a picture shows."""
    try:
        restored = restore(path, places.folders, places.trees)
    except MissingFilesError as error:
        return MissingFiles(path, str(error))
    record, others = restored.record, restored.companions
    scene = build(restored.complex, record.shot, record.style, others)
    return Opened(
        restored.complex, record.shot, record.style, record.size, scene, str(path.absolute()), companions=others
    )


def _open_session(path: Path, places: Places) -> Opened | MissingFiles:
    """Read a session."""
    try:
        read = read_session(path, places.folders, places.trees)
    except MissingFilesError as error:
        return MissingFiles(path, str(error))
    picture, notice = read.picture, ""
    if read.changed:
        names = ", ".join(file.name for file in read.changed)
        notice = f"{names} has changed since the session was saved; what is seen may differ."
    scene = build(read.complex, picture.shot, picture.style, read.companions)
    return Opened(
        read.complex,
        picture.shot,
        picture.style,
        picture.size,
        scene,
        str(path.absolute()),
        notice,
        companions=read.companions,
        extras=read.extras,
    )


def are_large(files: Sequence[str]) -> bool:
    """Say whether files are so large that they are better read by another process."""
    paths = [Path(part) for name in files for part in ([name] if Path(name).exists() else name.split("+"))]
    inside = [file for path in paths for file in (path.iterdir() if path.is_dir() else (path,))]
    return sum(_unpacked_size(file) for file in inside if file.is_file()) > LARGE_FILES


def _unpacked_size(path: Path) -> int:
    size = path.stat().st_size
    if path.suffix.lower() in NO_STRUCTURES:
        return 0
    return size * PACKED if path.suffix.lower() == ".gz" else size


def prepare_to_show(outcome: Outcome) -> None:
    """Find what another process found but did not hand over: what the first picture asks of a complex."""
    if isinstance(outcome, Opened):
        prepare(outcome.scene)
        aim(outcome.complex, outcome.shot, (4, 3), outcome.style or DEFAULT_STYLE, outcome.companions)


def _present(loaded: Complex, shot: Shot, style: Style, notice: str) -> Opened:
    """Return a complex that brings no shot; a large one in wire without labels, which could not be read."""
    count = len(displayed_atoms(loaded, shot))
    spec = complex_argument(loaded)
    if count <= MOST_DRAWN_SOLID:
        return Opened(loaded, shot, None, None, build(loaded, shot, style), spec, notice)
    shot, style = shot.but(labels=False), style.but(representation="wire")
    large = f"{count:,} atoms are drawn as wire without labels; the menus Style and View have other ways."
    sentences = " ".join(filter(None, (notice, large)))
    return Opened(loaded, shot, style, None, build(loaded, shot, style), spec, sentences, is_lent=True)


def _load_or_list(name: str) -> Complex | LigandChoice:
    """Read a structure file with one ligand, or list the ligands if there are more."""
    try:
        return load_complex(name)
    except UserError:
        ligands = tuple(list_ligands(name))
        if len(ligands) > 1:
            return LigandChoice(Path(name), ligands)
        raise
