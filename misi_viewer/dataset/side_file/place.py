"""Where the side file of a data set lies."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Final

__all__ = ["ENDING", "is_local", "side_file_place"]

ENDING: Final = ".notes.sqlite"

_REMOTE: Final = frozenset(
    ("nfs", "nfs4", "cifs", "smb3", "smbfs", "afs", "ncpfs", "9p", "ceph", "glusterfs", "lustre", "gpfs", "beegfs")
)
"""File systems on which the locks of SQLite are not to be relied on."""

_MOUNTS: Final = Path("/proc/self/mounts")
_LOCAL_FLAG: Final = 0x1000
"""MNT_LOCAL of macOS."""

_REMOTE_DRIVE: Final = 4
"""DRIVE_REMOTE of Windows."""


def side_file_place(dataset: Path, identity: str, folder: Path) -> Path:
    """Return where a data set's side file lies: beside it where one may write and it is local.

    Parameters
    ----------
    dataset
        Folder, archive, table or catalogue.
    identity
        The data set's id.
    folder
        The user's own, for all others.
    """
    dataset = dataset.absolute()
    beside = dataset.with_name(f"{dataset.name}{ENDING}")
    writable = os.access(beside if beside.exists() else beside.parent, os.W_OK) and os.access(beside.parent, os.W_OK)
    if writable and is_local(beside.parent):
        return beside
    return folder / f"{identity}{ENDING}"


def is_local(folder: Path) -> bool:
    """Return whether a folder lies on a disk of this machine, as far as the system tells."""
    if sys.platform == "win32":
        import ctypes

        return bool(ctypes.windll.kernel32.GetDriveTypeW(folder.resolve().anchor) != _REMOTE_DRIVE)
    if sys.platform == "darwin":
        return bool(os.statvfs(folder).f_flag & _LOCAL_FLAG)
    return file_system(folder.resolve(), _read_mounts()) not in _REMOTE


def _read_mounts() -> str:
    try:
        return _MOUNTS.read_text(errors="replace")
    except OSError:
        return ""


def file_system(folder: Path, mounts: str) -> str:
    """Return the kind of file system that a folder lies on; "" where that is not known.

    Parameters
    ----------
    folder
        Absolute, links followed.
    mounts
        Lines as in ``/proc/self/mounts``: what is mounted, where, and its kind.
    """
    found, depth = "", -1
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        place = Path(fields[1].replace("\\040", " "))
        if folder.is_relative_to(place) and len(place.parts) >= depth:
            found, depth = fields[2].removeprefix("fuse."), len(place.parts)
    return "nfs" if found == "sshfs" else found
