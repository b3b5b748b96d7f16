"""One entry of the Protein Data Bank, fetched when somebody asks for it, and kept."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import platformdirs

from misi_viewer.dataset.downloading.transfer import Network, read_from_host
from misi_viewer.dataset.watch import QUIET, Watch
from misi_viewer.errors import UserError
from misi_viewer.whole_files import write_whole

__all__ = ["ADDRESS_VARIABLE", "checked_id", "entry_address", "entry_folder", "entry_host", "fetch_entry", "kept_entry"]

ADDRESS_VARIABLE: Final = "MISI_VIEWER_PDB"
"""Environment variable with another address than the usual one, such as a mirror's; ``{id}`` stands for the entry."""

_ADDRESS: Final = "https://files.rcsb.org/download/{id}.cif.gz"
_ID: Final = re.compile(r"[1-9][A-Za-z0-9]{3}|pdb_[0-9]{4}[1-9][A-Za-z0-9]{3}", re.ASCII)
_LARGEST: Final = 200_000_000
"""Bytes; the largest entries have some 100 MB, packed."""


def checked_id(entry: str) -> str:
    """Return an entry's id in lower case.

    Raises
    ------
    UserError
        If it is none.
    """
    entry = entry.strip()
    if not _ID.fullmatch(entry):
        raise UserError(f"'{entry[:20]}' is no id of the Protein Data Bank; it has four characters, as in 1a30.")
    return entry.lower()


def entry_address(entry: str) -> str:
    """Return where an entry is fetched from.

    Raises
    ------
    UserError
        If the id is none, or the environment names no usable address.
    """
    template = os.environ.get(ADDRESS_VARIABLE) or _ADDRESS
    parts = urlsplit(template)
    if parts.scheme not in ("http", "https") or not parts.netloc or "{id}" not in template:
        raise UserError(f"{ADDRESS_VARIABLE} must be an address with {{id}} in it, as {_ADDRESS} is.")
    return template.replace("{id}", checked_id(entry))


def entry_host() -> str:
    """Return the host that is asked for entries."""
    return urlsplit(entry_address("1abc")).netloc


def entry_folder() -> Path:
    """Return where entries are kept."""
    return Path(platformdirs.user_cache_dir("misi-viewer", appauthor=False)) / "entries"


def kept_entry(entry: str, folder: Path | None = None) -> Path | None:
    """Return the file of an entry that has been fetched before, None if it has not.

    Raises
    ------
    UserError
        If the id is none.
    """
    path = (folder or entry_folder()) / f"{checked_id(entry)}.cif.gz"
    return path if path.is_file() else None


def fetch_entry(entry: str, folder: Path | None = None, network: Network | None = None, watch: Watch = QUIET) -> Path:
    """Fetch an entry; one that is here is not fetched again.

    Parameters
    ----------
    entry
        Its id.
    folder
        Where it goes; None for the cache.
    network
        How the net is used.
    watch
        Is told how far it is, and may cancel.

    Returns
    -------
    Path
        A gzipped mmCIF file.

    Raises
    ------
    UserError
        If the id is none, the host does not have it or does not answer, or the file cannot be written.
    CancelledError
        If the watch says so.
    """
    if (kept := kept_entry(entry, folder)) is not None:
        return kept
    data = read_from_host(entry_address(entry), _LARGEST, network or Network(), watch)
    if not data.startswith(b"\x1f\x8b") and b"data_" not in data[:2_000]:
        raise UserError(f"{entry_host()} does not answer with an mmCIF file for {checked_id(entry)}; try again later.")
    path = (folder or entry_folder()) / f"{checked_id(entry)}.cif.gz"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"{path.parent} cannot be made ({error.strerror or error}).") from None
    write_whole(path, data)
    return path
