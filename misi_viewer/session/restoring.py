"""From a picture or JSON file that carries a shot back to the complex it shows: files are found by name and hash."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from misi_viewer.camera.pose import Pose
from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render.picture import CompanionRecord, Record, Source, read_record
from misi_viewer.scene.companions import Companion

__all__ = ["Finder", "MissingFilesError", "Restored", "companions_of", "put_together", "read_shot_file", "restore"]

LARGEST_JSON = 16 * 1024 * 1024
"""Bytes; more is not a shot."""

MOST_NAMED = 3
"""Folders that a message names."""

Identity = tuple[str, str, str]


@dataclass(frozen=True, eq=False, slots=True)
class Restored:
    """A complex and how it was seen.

    Attributes
    ----------
    complex
        Read again from files with the recorded hashes.
    record
        Shot, style and size of the picture.
    companions
        Further complexes that it shows.
    """

    complex: Complex
    record: Record
    companions: tuple[Companion, ...] = ()


def restore(path: Path, folders: Sequence[Path] = (), trees: Sequence[Path] = ()) -> Restored:
    """Read a shot file and the complex that it shows.

    Parameters
    ----------
    path
        A PNG or JSON file.
    folders
        Where to look for the complex's files beside the folder of `path` and
        the working folder: in each folder and in its folder of the complex's name.
    trees
        Folders that are searched through to the bottom.

    Raises
    ------
    UserError
        If a file is missing, or one of its name has other content.
    """
    record = read_shot_file(path)
    places = (path.parent, Path.cwd(), *folders)
    finder = Finder(places, trees, path)
    return Restored(put_together(record, finder), record, companions_of(record, finder))


def read_shot_file(path: Path) -> Record:
    """Return what a PNG or JSON file records.

    Raises
    ------
    ReadError
        If it records nothing that this program can read.
    """
    if path.suffix.lower() != ".json":
        return read_record(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(LARGEST_JSON + 1)
        if len(data) > LARGEST_JSON:
            raise ReadError(path, f"the file is longer than {LARGEST_JSON // 2**20} MiB, which no shot is")
        return msgspec.json.decode(data, type=Record)
    except OSError as error:
        raise ReadError(path, f"it cannot be read ({error.strerror})") from None
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ReadError(path, f"this is not the record of a picture ({error})") from None
    except ReadError:
        raise
    except UserError as error:
        raise ReadError(path, str(error).rstrip(".")) from None


class MissingFilesError(ReadError):
    """A file that was recorded is nowhere to be found.

    Parameters
    ----------
    shot_file
        What recorded it.
    name
        Of the missing file.
    searched
        Folders.
    """

    def __init__(self, shot_file: Path, name: str, searched: Sequence[Path]) -> None:
        self.name = name
        first, more = searched[:MOST_NAMED], len(searched) - MOST_NAMED
        places = ", ".join(map(str, first)) + (f" or {more} more folders" if more > 0 else "")
        super().__init__(shot_file, f"it was drawn from {name}, which is not in {places}; put both side by side")


class Finder:
    """Finds files by name and hash.

    Parameters
    ----------
    folders
        Where to look: in each folder, and in its folder of the complex's name.
    trees
        Folders that are searched through to the bottom.
    shot_file
        What recorded the files, for messages.
    takes_changed
        Whether a file of the right name with other content is taken where no other is found.
    """

    def __init__(
        self, folders: Iterable[Path], trees: Iterable[Path], shot_file: Path, *, takes_changed: bool = False
    ) -> None:
        self._folders, self._trees = list(dict.fromkeys(folders)), list(dict.fromkeys(trees))
        self._takes_changed = takes_changed
        self.shot_file = shot_file
        self.changed: list[Path] = []

    def find(self, source: Source, complex_id: str) -> Path:
        """Return where a file lies.

        Raises
        ------
        MissingFilesError
            If there is no file of its name.
        ReadError
            If only files of its name with other content are there.
        """
        if Path(source.name).name != source.name:
            raise ReadError(self.shot_file, f"the recorded name {source.name!r} is not a file's name")
        other = None
        for path in _candidates(source.name, complex_id, self._folders, self._trees):
            if _sha256(path) == source.sha256:
                return path
            other = other or path
        if other is None:
            raise MissingFilesError(self.shot_file, source.name, [*self._folders, *self._trees])
        if not self._takes_changed:
            problem = f"it was drawn from another {source.name} than {other}, whose content differs"
            raise ReadError(self.shot_file, problem)
        self.changed.append(other)
        return other


def put_together(record: Record | CompanionRecord, finder: Finder) -> Complex:
    """Return the complex that was recorded, from the files that are found.

    Raises
    ------
    ReadError
        If a file is missing, or they make no complex.
    """
    files = {_identity(source): finder.find(source, record.complex_id) for source in record.sources}
    return _load(record, files, finder.shot_file, is_changed=bool(set(finder.changed) & set(files.values())))


def companions_of(record: Record, finder: Finder, hidden: Collection[int] = ()) -> tuple[Companion, ...]:
    """Return the companions that were recorded, those at some places not shown.

    Raises
    ------
    UserError
        As `put_together`, or if a placement is not rigid.
    """
    return tuple(
        Companion(
            one.name,
            put_together(one, finder),
            one.shot,
            one.style,
            None if one.placement is None else Pose.from_rows(one.placement),
            shown=place not in hidden,
        )
        for place, one in enumerate(record.companions)
    )


def _identity(source: Source) -> Identity:
    return source.name, source.sha256, source.role


def _candidates(name: str, complex_id: str, folders: list[Path], trees: list[Path]) -> Iterator[Path]:
    inside = complex_id if Path(complex_id).name == complex_id else ""
    for folder in folders:
        for path in dict.fromkeys((folder / name, folder / inside / name)):
            if path.is_file():
                yield path
    for tree in trees:
        yield from sorted(path for path in tree.rglob("*") if path.name == name and path.is_file())


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _load(
    record: Record | CompanionRecord, files: dict[Identity, Path], shot_file: Path, *, is_changed: bool = False
) -> Complex:
    """Read the complex so that each file plays its recorded role."""
    by_role = {role: path for (_, _, role), path in files.items()}
    if "structure" in by_role:
        ways = [str(by_role["structure"])]
    elif {"pocket", "ligand"} <= by_role.keys():
        ways = [f"{by_role['pocket']}+{by_role['ligand']}", str(by_role["pocket"].parent)]
    else:
        raise ReadError(shot_file, "it does not record a pocket and a ligand")
    if "names" in by_role:
        ways.reverse()
    for way in ways:
        read = load_complex(way, record.ligand_choice or None)
        roles = [(file.name, file.role) for file in read.sources] == [(file.name, file.role) for file in record.sources]
        hashes = [file.sha256 for file in read.sources] == [file.sha256 for file in record.sources]
        if roles and (hashes or is_changed):
            return replace(read, id=record.complex_id)
    raise ReadError(shot_file, "its complex cannot be put together again from the files found")
