"""What is decided when a picture is exported, and what of it is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from misi_viewer.errors import UserError

__all__ = ["ExportChoice", "ExportMemory", "free_name", "remembered"]

LONGEST_NAME = 1000


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """What the user decided.

    Attributes
    ----------
    path
        The file.
    size
        Width and height, pixels.
    supersample
        Passes per side of a pixel.
    transparent
        Whether the background is transparent.
    dpi
        Pixels per inch that the file tells; None for none.
    style
        Name of another style than the window's; "" for that.
    """

    path: Path
    size: tuple[int, int]
    supersample: int
    transparent: bool
    dpi: float | None = None
    style: str = ""


class ExportMemory(msgspec.Struct, frozen=True, kw_only=True):
    """How pictures were exported last.

    Attributes
    ----------
    preset
        Which of the proposed sizes; "" for another one, which `size` then is.
    size
        Width and height, pixels.
    is_locked
        Whether the two sides change together.
    supersample
        None: as the shot has it.
    transparent, dpi, style
        As in `ExportChoice`; no dpi is 0.
    unit
        Of paper.
    ending
        Of the file.
    """

    preset: str = "window"
    size: tuple[int, int] = (1024, 768)
    is_locked: bool = True
    supersample: int | None = None
    transparent: bool = False
    dpi: int = 0
    unit: str = "cm"
    style: str = ""
    ending: str = ".png"


def remembered(text: str) -> ExportMemory:
    """Return what a settings file holds; what makes no sense counts as nothing."""
    try:
        return msgspec.json.decode(text, type=ExportMemory)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, UserError):
        return ExportMemory()


def free_name(path: Path) -> Path:
    """Return a name that no file has: `path`, or with a number behind it."""
    names = (path.with_stem(f"{path.stem}-{number}") for number in range(2, LONGEST_NAME))
    return path if not path.exists() else next((name for name in names if not name.exists()), path)
