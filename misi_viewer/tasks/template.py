"""Prompt templates: `{name}` is replaced by a text from a fixed list, and that is all."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from misi_viewer.errors import UserError

__all__ = ["CAPTION_NAMES", "LARGEST_TEMPLATE", "PROMPT_NAMES", "check_template", "fill"]

LARGEST_TEMPLATE = 100_000
"""Characters."""

PROMPT_NAMES: Final = frozenset(
    {
        "complex",
        "target",
        "images",
        "options",
        "chain",
        "residue_name",
        "residue_number",
        "atom",
        "ligand_atom",
    }
)
"""What may stand in braces in a prompt template."""

CAPTION_NAMES: Final = frozenset({"complex", "target", "view", "letter"})
"""What may stand in braces in the caption of an image."""

_FIELD = re.compile(r"\{([^{}\s]*)\}")


def check_template(text: str, names: frozenset[str], place: str) -> None:
    """Check that a template asks for known names only.

    Raises
    ------
    UserError
        With the unknown name and the known ones.
    """
    if len(text) > LARGEST_TEMPLATE:
        raise UserError(f"{place} is longer than {LARGEST_TEMPLATE:,} characters; shorten it.")
    for match in _FIELD.finditer(text):
        if match[1] not in names:
            line = text.count("\n", 0, match.start()) + 1
            known = ", ".join(f"{{{name}}}" for name in sorted(names))
            raise UserError(f"{place}, line {line}: {match[0][:60]} is not known; write one of {known}.")


def fill(text: str, values: Mapping[str, str]) -> str:
    """Return a template with its names replaced, once: braces in the values stay as they are.

    Raises
    ------
    UserError
        If the template asks for something that this question does not have.
    """

    def value(match: re.Match[str]) -> str:
        if match[1] not in values:
            raise UserError(
                f"The template asks for {match[0][:60]}, which this task's questions do not have; leave it out."
            )
        return values[match[1]]

    return _FIELD.sub(value, text)
