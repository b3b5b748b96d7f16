"""Session files (``.misi``): all that a window shows, to be reopened exactly.

A session is one JSON object:

version
    1.
program
    Name and version of the program that wrote it.
picture
    Complex, shot, style, size and companions, as a PNG carries them (`render.picture.Record`).
files
    Every structure file once: ``name``, ``sha256``, ``size`` (bytes), ``path`` (absolute) and ``relative`` (to the
    session file's folder, "" on another drive). They are read by the program's readers and by nothing else.
hidden
    Places, from 0, of companions that are not shown.
selection
    In the selection language.
measurements
    Each a list of atoms (part, row).
views
    Named views: ``name``, ``pose`` (3 rows of 4 numbers), ``projection``, ``width`` (angstrom, orthographic only).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec
import platformdirs

from misi_viewer import __version__
from misi_viewer.camera.pose import Pose
from misi_viewer.camera.projection import Projection, ProjectionKind
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.selection import select
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render.picture import Record, record
from misi_viewer.scene.companions import Companion
from misi_viewer.session.measurements import Measurement, places_of
from misi_viewer.session.named_views import NamedView
from misi_viewer.session.restoring import Finder, companions_of, put_together
from misi_viewer.session.state import WindowState
from misi_viewer.whole_files import write_whole

__all__ = [
    "ENDING",
    "SESSION_VERSION",
    "Extras",
    "ReadSession",
    "SavedSession",
    "last_session",
    "read_session",
    "save_session",
]

ENDING = ".misi"
SESSION_VERSION = 1
LARGEST_FILE = 16 * 1024 * 1024
"""Bytes; more is not a session."""

MOST_FILES, MOST_VIEWS, MOST_MEASUREMENTS = 500, 1_000, 10_000
LONGEST_SELECTION = 1_000_000
Rows = tuple[tuple[float, ...], ...]


class SavedFile(msgspec.Struct, frozen=True, kw_only=True):
    """A structure file; see the module."""

    name: str
    sha256: str
    size: int
    path: str
    relative: str = ""


class SavedView(msgspec.Struct, frozen=True, kw_only=True):
    """A named view; see the module."""

    name: str
    pose: Rows
    projection: ProjectionKind = "perspective"
    width: float | None = None


class SavedSession(msgspec.Struct, frozen=True, kw_only=True):
    """What a session file holds; see the module."""

    version: int = SESSION_VERSION
    program: str = f"MiSI Viewer {__version__}"
    picture: Record
    files: tuple[SavedFile, ...]
    hidden: tuple[int, ...] = ()
    selection: str = "none"
    measurements: tuple[Measurement, ...] = ()
    views: tuple[SavedView, ...] = ()


@dataclass(frozen=True, slots=True)
class Extras:
    """What a window has beside the picture.

    Attributes
    ----------
    selection
        In the selection language.
    measurements, views
        What is measured, and views with names.
    """

    selection: str = "none"
    measurements: tuple[Measurement, ...] = ()
    views: tuple[NamedView, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class ReadSession:
    """A session with its complexes.

    Attributes
    ----------
    complex, picture, companions, extras
        What is shown.
    changed
        Paths of files whose content is another one than when it was saved.
    """

    complex: Complex
    picture: Record
    companions: tuple[Companion, ...]
    extras: Extras
    changed: tuple[Path, ...]


def last_session() -> Path:
    """Return where the session of the window that was closed last is kept."""
    return Path(platformdirs.user_state_dir("misi-viewer", appauthor=False)) / f"last{ENDING}"


def save_session(path: Path, state: WindowState, extras: Extras) -> None:
    """Write what a window shows, whole or not at all.

    Raises
    ------
    UserError
        If nothing is open, or the file cannot be written.
    """
    if state.complex is None:
        raise UserError("Nothing is open that could be saved; open a complex first.")
    everyone = [replace(companion, shown=True) for companion in state.companions]
    picture = record(state.complex, state.shot, state.style, state.frame, everyone)
    complexes = [state.complex, *(companion.complex for companion in state.companions)]
    session = SavedSession(
        picture=picture,
        files=tuple(_saved_files(complexes, path)),
        hidden=tuple(place for place, one in enumerate(state.companions) if not one.shown),
        selection=extras.selection,
        measurements=extras.measurements,
        views=tuple(map(_saved_view, extras.views)),
    )
    write_whole(path, msgspec.json.format(msgspec.json.encode(session), indent=1))


def _saved_files(complexes: Iterable[Complex], session: Path) -> Iterator[SavedFile]:
    sources = {source.path.absolute(): source for one in complexes for source in one.sources}
    for path, source in sources.items():
        yield SavedFile(
            name=source.name,
            sha256=source.sha256,
            size=path.stat().st_size if path.exists() else 0,
            path=str(path),
            relative=_relative(path, session.absolute().parent),
        )


def _relative(path: Path, folder: Path) -> str:
    try:
        return Path(os.path.relpath(path, folder)).as_posix()
    except ValueError:  # another drive
        return ""


def _saved_view(view: NamedView) -> SavedView:
    is_flat = view.projection.kind == "orthographic"
    rows = tuple(tuple(row) for row in view.pose.matrix.tolist())
    return SavedView(
        name=view.name, pose=rows, projection=view.projection.kind, width=view.projection.width if is_flat else None
    )


def read_session(path: Path, folders: Sequence[Path] = (), trees: Sequence[Path] = ()) -> ReadSession:
    """Read a session and the complexes that it shows.

    Files are looked for where they were, seen from the session file; beside it;
    in its folder of the session's name; where they were, absolutely; and in
    further folders. A file of the right name with other content is taken where
    no other is found, and told of.

    Parameters
    ----------
    path
        The session file.
    folders
        Where else files may lie.
    trees
        Folders that are searched through to the bottom.

    Raises
    ------
    ReadError
        If it cannot be read.
    MissingFilesError
        If a structure file is nowhere to be found.
    """
    session = _decode(path)
    places = [*_places(session, path), *folders]
    found = Finder(places, trees, path, takes_changed=True)
    try:
        shown = put_together(session.picture, found)
        companions = companions_of(session.picture, found, session.hidden)
        extras = _extras(session, shown)
    except ReadError:
        raise
    except UserError as error:
        raise ReadError(path, str(error).rstrip(".")) from None
    return ReadSession(shown, session.picture, companions, extras, tuple(dict.fromkeys(found.changed)))


def _decode(path: Path) -> SavedSession:
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE + 1)
        if len(data) > LARGEST_FILE:
            raise ReadError(path, f"it is larger than {LARGEST_FILE // 2**20} MiB, which no session is")
        version = msgspec.json.decode(data, type=_Versioned).version
        if version > SESSION_VERSION:
            raise ReadError(path, "this session comes from a newer MiSI Viewer; use that one for it")
        session = msgspec.json.decode(data, type=SavedSession)
    except OSError as error:
        raise ReadError(path, f"it cannot be read ({error.strerror})") from None
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ReadError(path, f"this is not a session, or it is damaged ({error})") from None
    except ReadError:
        raise
    except UserError as error:
        raise ReadError(path, str(error).rstrip(".")) from None
    counts = {
        "files": (len(session.files), MOST_FILES),
        "named views": (len(session.views), MOST_VIEWS),
        "measurements": (len(session.measurements), MOST_MEASUREMENTS),
        "letters of its selection": (len(session.selection), LONGEST_SELECTION),
    }
    for what, (count, most) in counts.items():
        if count > most:
            raise ReadError(path, f"it has {count:,} {what}; a session has at most {most:,}")
    return session


class _Versioned(msgspec.Struct):
    version: int


def _places(session: SavedSession, path: Path) -> list[Path]:
    folder = path.absolute().parent
    relative = [folder / file.relative for file in session.files if file.relative]
    absolute = [Path(file.path) for file in session.files if Path(file.path).is_absolute()]
    return [
        *(Path(os.path.normpath(file)).parent for file in relative),
        folder,
        folder / path.stem,
        *(file.parent for file in absolute),
    ]


def _extras(session: SavedSession, shown: Complex) -> Extras:
    select(shown, session.selection)
    for measurement in session.measurements:
        places_of(measurement.atoms, shown, session.picture.shot)
    return Extras(session.selection, session.measurements, tuple(_view(view) for view in session.views))


def _view(saved: SavedView) -> NamedView:
    is_flat = saved.projection == "orthographic" and saved.width
    projection = Projection("orthographic", width=saved.width) if is_flat and saved.width else Projection()
    return NamedView(saved.name, Pose.from_rows(saved.pose), projection)
