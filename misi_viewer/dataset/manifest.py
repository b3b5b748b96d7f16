"""The manifest of a finished data set: what it was made from and with, and the hashes of its files."""

from __future__ import annotations

from pathlib import Path

import msgspec

from misi_viewer.dataset.files import write_whole
from misi_viewer.dataset.layout import MANIFEST
from misi_viewer.dataset.plan import Choices, RendererFacts
from misi_viewer.errors import ReadError, UserError
from misi_viewer.render.picture import Source

__all__ = ["ComplexEntry", "Failure", "Manifest", "TaskEntry", "read_manifest", "write_manifest"]

MANIFEST_VERSION = 1


class TaskEntry(msgspec.Struct, frozen=True):
    """A task's share.

    Attributes
    ----------
    questions, skipped
        Numbers of questions asked and not asked.
    """

    questions: int
    skipped: int


class ComplexEntry(msgspec.Struct, frozen=True):
    """A complex that was used.

    Attributes
    ----------
    id
        Its id.
    files
        Its files and their hashes.
    """

    id: str
    files: tuple[Source, ...]


class Failure(msgspec.Struct, frozen=True):
    """A complex that is not, or not wholly, in the data set.

    Attributes
    ----------
    complex
        Its id.
    reason
        Half a sentence.
    again
        Whether ``--resume`` tries it again: its worker was lost.
    """

    complex: str
    reason: str
    again: bool = False


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """The manifest.

    Attributes
    ----------
    version
        Of its form.
    choices
        What was asked for.
    renderer
        What the data set was begun with.
    other_renderers
        What else drew pictures; which ones, the table of pictures says.
    tasks
        By id.
    complexes
        In order.
    failed
        What went wrong.
    pictures
        Number of pictures.
    files
        SHA-256 of each file beside this one and the pictures, by its path.
    """

    version: int = MANIFEST_VERSION
    choices: Choices
    renderer: RendererFacts
    other_renderers: tuple[RendererFacts, ...]
    tasks: dict[str, TaskEntry]
    complexes: tuple[ComplexEntry, ...]
    failed: tuple[Failure, ...]
    pictures: int
    files: dict[str, str]

    @property
    def whole(self) -> bool:
        """Whether there is nothing that could be tried again."""
        return not any(failure.again for failure in self.failed)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write a data set's manifest.

    Raises
    ------
    Halt
        If it cannot be written.
    """
    write_whole(folder / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)) + b"\n")


def read_manifest(folder: Path) -> Manifest | None:
    """Return a data set's manifest; None where there is none.

    Raises
    ------
    ReadError
        If it is not one that this program can read.
    """
    path = folder / MANIFEST
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=_Versioned).version
        if version > MANIFEST_VERSION:
            raise ReadError(path, "it comes from a newer MiSI Viewer; use that one for it")
        return msgspec.json.decode(data, type=Manifest)
    except FileNotFoundError:
        return None
    except ReadError:
        raise
    except (OSError, msgspec.MsgspecError, UserError, RecursionError) as error:
        raise ReadError(path, f"this is not the manifest of a data set ({error})") from None


class _Versioned(msgspec.Struct):
    version: int
