"""What a writer is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from misi_viewer.dataset.rows import Row
from misi_viewer.errors import UserError

__all__ = ["IMAGE_TAG", "Content", "Format", "flat", "tagged_prompt", "write_array"]

IMAGE_TAG = "<image>"
"""Stands for a picture in the text of a message."""


@dataclass(frozen=True, slots=True)
class Content:
    """A data set that is to be written.

    Attributes
    ----------
    folder
        Where.
    tasks
        Ids of its tasks.
    split
        Its split.
    rows
        From a task's id to its questions, in order.
    """

    folder: Path
    tasks: Sequence[str]
    split: str
    rows: Callable[[str], Iterator[Row]]

    def picture(self, name: str) -> bytes:
        """Return a picture's bytes by its path relative to the data set."""
        return (self.folder / name).read_bytes()


@dataclass(frozen=True, slots=True)
class Format:
    """One format.

    Attributes
    ----------
    write
        Writes the questions; returns the files, relative to the data set.
    usage
        How to load them: Markdown for the data card.
    embeds
        Whether the files hold the pictures, so that these need not lie beside them.
    front_matter
        YAML for the top of the data card; "" for none.
    """

    write: Callable[[Content], list[str]]
    usage: str
    embeds: bool = False
    front_matter: Callable[[Content], str] = lambda _content: ""


def flat(row: Row) -> dict[str, Any]:
    """Return a row whose recipe and versions are texts, for readers that want the same columns everywhere."""
    texts = {"recipe": bytes(row.recipe).decode(), "versions": msgspec.json.encode(row.versions).decode()}
    return {**msgspec.structs.asdict(row), **texts}


def tagged_prompt(row: Row) -> str:
    """Return the prompt after one image tag for each picture.

    Raises
    ------
    UserError
        If the prompt itself has such a tag, which would be taken for a picture.
    """
    if IMAGE_TAG in row.prompt:
        raise UserError(f"The prompt of {row.id} has {IMAGE_TAG} in it, which stands for a picture; word it otherwise.")
    return IMAGE_TAG * len(row.images) + "\n" + row.prompt


def write_array(stream: BinaryIO, items: Iterator[dict[str, Any]]) -> None:
    """Write a JSON array, an item in a line."""
    between = b"[\n"
    for item in items:
        stream.write(between + msgspec.json.encode(item))
        between = b",\n"
    stream.write(b"\n]\n" if between != b"[\n" else b"[]\n")
