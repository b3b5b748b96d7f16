"""What a data set's question files hold: one row for each question."""

from __future__ import annotations

from typing import Any

import msgspec

__all__ = ["Row"]


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One question with its pictures.

    Attributes
    ----------
    id, task, split, complex, prompt
        As in `tasks.Question`.
    images
        Paths of the pictures relative to the data set, in order.
    options
        Texts of the options, A first; None where there are none.
    answer
        The truth.
    recipe
        JSON of a `tasks.Recipe`.
    versions
        Of the program, the drawing, the task, its prompt and the forms of recipe and shot.
    """

    id: str
    task: str
    split: str
    complex: str
    prompt: str
    images: tuple[str, ...]
    options: tuple[str, ...] | None
    answer: str
    recipe: msgspec.Raw
    versions: dict[str, Any]

    @property
    def recipe_fields(self) -> dict[str, Any]:
        """The recipe as plain values."""
        fields: dict[str, Any] = msgspec.json.decode(self.recipe)
        return fields
