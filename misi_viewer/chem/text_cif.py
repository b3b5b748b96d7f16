"""mmCIF text, parsed by gemmi, as blocks of columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import gemmi

from misi_viewer.chem.cif_table import CifTable
from misi_viewer.chem.source import Source
from misi_viewer.errors import ReadError

__all__ = ["TextBlock", "parse_cif"]

_PLACE: Final = re.compile(r"^string:(\d+)(?::\d+\(\d+\))?(?: in \S+)?:? *")


class TextBlock:
    """A data block of a CIF text."""

    def __init__(self, block: Any, path: Path) -> None:  # gemmi ships no types
        self._block = block
        self._path = path

    @property
    def name(self) -> str:
        """The block's name."""
        return str(self._block.name)

    def table(self, category: str) -> CifTable:
        """Return a category's columns; a ReadError where its tags are mixed with another's."""
        try:
            table = self._block.find_mmcif_category(f"{category}.")
        except RuntimeError as error:
            raise ReadError(self._path, f"the CIF category {category} is damaged ({error})".rstrip(".")) from error
        start = len(category) + 1

        def decoder(number: int) -> Callable[[], list[str]]:
            return lambda: _plain(list(table.column(number)))

        return CifTable({tag[start:]: decoder(number) for number, tag in enumerate(table.tags)}, len(table))


def _plain(values: list[str]) -> list[str]:
    """Take quotes away; "" for the two signs that mean no value."""
    plain = {value: _plain_value(value) for value in set(values)}
    return [plain[value] for value in values]


def _plain_value(value: str) -> str:
    if value in ("?", "."):
        return ""
    return str(gemmi.cif.as_string(value)) if value[:1] in ("'", '"', ";") else value


def parse_cif(source: Source) -> list[TextBlock]:
    """Parse a CIF file's text.

    Raises
    ------
    ReadError
        Where its syntax is broken.
    """
    try:
        document = gemmi.cif.read_string(source.text)
    except (ValueError, RuntimeError, UnicodeError) as error:
        message = str(error).splitlines()[0] if str(error) else ""
        place = _PLACE.match(message)
        what = (message[place.end() :] if place else message).rstrip(".")
        problem = f"the CIF syntax is broken ({what}); the file is damaged or cut short, fetch it again"
        raise ReadError(source.path, problem, int(place.group(1)) if place else None) from error
    return [TextBlock(block, source.path) for block in document]
