"""The complexes that a data set is made from: a folder of complexes, or a file that lists them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec

from misi_viewer.chem.readers import SUFFIXES
from misi_viewer.chem.source import Source
from misi_viewer.errors import ReadError, UserError

__all__ = ["Member", "find_members"]

LARGEST_LIST = 100_000_000
"""Bytes; far more than a list of all known complexes has."""

MOST_NAMED = 5


class Member(msgspec.Struct, frozen=True):
    """One complex of a collection.

    Attributes
    ----------
    id
        Its name in questions.
    spec
        What `load_complex` takes; absolute.
    ligand
        Which ligand of a structure file; None where the files say it.
    """

    id: str
    spec: str
    ligand: str | None = None


def find_members(place: Path) -> tuple[Member, ...]:
    """Return the complexes of a folder or list file, by their ids.

    A list file has one complex in a line, named as for `load_complex` and
    relative to the list's folder; a tab and a ligand's name may follow. Empty
    lines and lines that begin with ``#`` do not count.

    Raises
    ------
    UserError
        If there are none, or two go by the same name.
    """
    if not place.exists():
        raise ReadError(place, "there is no such file or folder")
    members = list(_in_folder(place) if place.is_dir() else _in_list(place))
    if not members:
        raise ReadError(place, "it names no complexes")
    names = Counter(member.id for member in members)
    repeated = sorted(name for name, count in names.items() if count > 1)
    if repeated:
        named = ", ".join(repeated[:MOST_NAMED])
        raise ReadError(place, f"several of its complexes are called alike ({named}); rename their folders or files")
    return tuple(sorted(members, key=lambda member: member.id))


def _in_folder(folder: Path) -> Iterator[Member]:
    try:
        entries = sorted(folder.iterdir())
        complexes = [path for path in entries if not path.name.startswith(".") and path.is_dir() and _structures(path)]
    except OSError as error:
        raise ReadError(folder, f"the folder cannot be read ({error.strerror})") from None
    if not complexes and _structures(folder):
        complexes = [folder.resolve()]
    if not complexes:
        raise ReadError(folder, "it holds no complexes, which are folders with a pocket and a ligand each")
    for path in complexes:
        yield Member(path.name, str(path.resolve()))


def _structures(folder: Path) -> bool:
    """Return whether there are structure files in a folder."""
    return any(path.name.lower().removesuffix(".gz").endswith(SUFFIXES) for path in folder.iterdir())


def _in_list(path: Path) -> Iterator[Member]:
    try:
        if path.stat().st_size > LARGEST_LIST:
            raise ReadError(path, f"the list is larger than {LARGEST_LIST:,} bytes")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ReadError(path, f"the list cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ReadError(path, "this is no list of complexes, nor a folder of them") from None
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            try:
                yield _member(path.resolve().parent, line)
            except (UserError, OSError, ValueError) as error:
                raise ReadError(path, str(error).rstrip("."), number) from None


def _member(folder: Path, line: str) -> Member:
    spec, _, ligand = (part.strip() for part in line.partition("\t"))
    whole = folder / spec
    if whole.exists():
        name = whole.name if whole.is_dir() else _stem(whole)
        return Member(name, str(whole), ligand or None)
    places = [place for place, letter in enumerate(spec) if letter == "+"]
    for place in places:
        pocket, small = folder / spec[:place], folder / spec[place + 1 :]
        if pocket.is_file() and small.is_file():
            return Member(_stem(pocket), f"{pocket}+{small}")
    raise UserError(f"there is no complex {spec[:200]}; name a folder, POCKET+LIGAND or a structure file")


def _stem(path: Path) -> str:
    """Return the id that `load_complex` gives to what it reads from a file."""
    return Source(path, b"", "").stem
