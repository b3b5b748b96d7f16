"""From a picture or JSON file that carries a shot back to the complex it shows: files are found by name and hash."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from misi_viewer.chem.complex import Complex
from misi_viewer.chem.load import load_complex
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render.picture import Record, Source, read_record

__all__ = ["Restored", "find_files", "read_shot_file", "restore"]

LARGEST_JSON = 16 * 1024 * 1024
"""Bytes; more is not a shot."""

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
    """

    complex: Complex
    record: Record


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
    files = find_files(record, places, trees, path)
    return Restored(_load(record, files, path), record)


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


def find_files(record: Record, folders: Iterable[Path], trees: Iterable[Path], shot_file: Path) -> dict[Identity, Path]:
    """Return the path of each recorded file, by name, hash and role.

    Raises
    ------
    UserError
        If a file is missing, or only files of its name with other content are there.
    """
    folders, trees = list(dict.fromkeys(folders)), list(dict.fromkeys(trees))
    return {_identity(source): _find(source, record, folders, trees, shot_file) for source in record.sources}


def _identity(source: Source) -> Identity:
    return source.name, source.sha256, source.role


def _find(source: Source, record: Record, folders: list[Path], trees: list[Path], shot_file: Path) -> Path:
    if Path(source.name).name != source.name:
        raise ReadError(shot_file, f"the recorded name {source.name!r} is not a file's name")
    other = None
    for path in _candidates(source.name, record.complex_id, folders, trees):
        if _sha256(path) == source.sha256:
            return path
        other = other or path
    if other is not None:
        raise ReadError(shot_file, f"it was drawn from another {source.name} than {other}, whose content differs")
    searched = ", ".join(str(folder) for folder in (*folders, *trees))
    raise ReadError(shot_file, f"it was drawn from {source.name}, which is not in {searched}; put both side by side")


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


def _load(record: Record, files: dict[Identity, Path], shot_file: Path) -> Complex:
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
        if [(file.name, file.sha256, file.role) for file in read.sources] == list(map(_identity, record.sources)):
            return replace(read, id=record.complex_id)
    raise ReadError(shot_file, "its complex cannot be put together again from the files found")
