"""Fetching a published data set: first what there is, then, once somebody agreed, the files."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

from misi_viewer.dataset.downloading.sources import RemoteFile, Source, choose, parse_listing
from misi_viewer.dataset.downloading.transfer import PART, Network, fetch, is_whole, read_small
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import UserError

__all__ = ["Wanted", "download", "find_files"]

_LARGEST_LISTING: Final = 50_000_000
_MOST_PAGES: Final = 100
_NEXT: Final = re.compile(r'<([^<>]+)>\s*;[^,]*rel="?next"?')


@dataclass(frozen=True, slots=True)
class Wanted:
    """What would be fetched.

    Attributes
    ----------
    files
        All files of the part.
    folder
        Where they go.
    there
        Bytes that are there already, whole files and beginnings.
    """

    files: tuple[RemoteFile, ...]
    folder: Path
    there: int

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    def target(self, file: RemoteFile) -> Path:
        """Return where a file goes."""
        return self.folder / file.path


def find_files(source: Source, part: str, folder: Path, network: Network | None = None) -> Wanted:
    """Ask what there is, and compare it with what is here.

    Raises
    ------
    UserError
        If the source does not answer, or has nothing of this part.
    """
    if part not in source.parts:
        choose(source, part, ())
    chosen = choose(source, part, _listing(source, network or Network()))
    there = sum(_there(folder / file.path, file) for file in chosen)
    return Wanted(tuple(chosen), folder, there)


def _listing(source: Source, network: Network) -> list[RemoteFile]:
    address: str | None = source.listing
    files: list[RemoteFile] = []
    for _ in range(_MOST_PAGES):
        if address is None:
            break
        data, link = read_small(address, _LARGEST_LISTING, network)
        files += parse_listing(data, address)
        found = _NEXT.search(link)
        address = urljoin(address, found[1]) if found else None
    return files


def _there(path: Path, file: RemoteFile) -> int:
    for one in (path, path.with_name(f"{path.name}{PART}")):
        if one.is_file():
            return min(one.stat().st_size, file.size)
    return 0


def download(source: Source, wanted: Wanted, network: Network | None = None, watch: Watch = QUIET) -> Sequence[Path]:
    """Fetch what is not here yet.

    Parameters
    ----------
    source, wanted
        Where from, and what.
    network
        How the net is used.
    watch
        Is told the bytes of all files, and may cancel; what was fetched is kept.

    Returns
    -------
    sequence of Path
        The files.

    Raises
    ------
    UserError
        If there is no room, the net or the disk gives up, or a file is not the published one.
    CancelledError
        If the watch says so.
    """
    _check_room(wanted)
    done = 0
    for file in wanted.files:
        before = done
        own = Watch(
            lambda what, count, _total, before=before: watch.progress(what, before + count, wanted.size),  # type: ignore[misc]
            watch.cancelled,
        )
        target = wanted.target(file)
        own.tell(f"Checking {file.path}")
        if not is_whole(target, file):
            fetch(source.address(file.path), file, target, network or Network(), own)
        done += file.size
    watch.tell("Fetched", done, wanted.size)
    return [wanted.target(file) for file in wanted.files]


def _check_room(wanted: Wanted) -> None:
    try:
        wanted.folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(wanted.folder).free
    except OSError as error:
        raise UserError(f"{wanted.folder} cannot be made ({error.strerror or error}); name another folder.") from None
    needed = wanted.size - wanted.there
    if needed > free:
        raise UserError(
            f"{wanted.folder} has room for {free / 1e9:,.1f} GB, and {needed / 1e9:,.1f} GB are needed; "
            "make room, or name another folder."
        )
