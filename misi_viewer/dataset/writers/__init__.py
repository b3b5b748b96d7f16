"""Formats that a data set's questions can be written in, one module each (spec formats.md)."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from misi_viewer.dataset.writers.content import Content, Format
from misi_viewer.errors import UserError

__all__ = ["FORMATS", "Content", "Format", "format_named"]

FORMATS = {
    "misi": "misi",
    "hf": "hugging_face",
    "vlmevalkit": "vlmevalkit",
    "lmms-eval": "lmms_eval",
    "ms-swift": "ms_swift",
    "llama-factory": "llama_factory",
    "openai-batch": "openai_batch",
    "inspect": "inspect_ai",
}
"""Module of each format, by its name on the command line."""


def format_named(name: str) -> Format:
    """Return a format.

    Raises
    ------
    UserError
        If there is none of this name, or a package that it needs is not installed.
    """
    if name not in FORMATS:
        raise UserError(f"There is no format '{name}'; choose one of {', '.join(FORMATS)}.")
    return cast("Format", import_module(f"{__name__}.{FORMATS[name]}").FORMAT)
