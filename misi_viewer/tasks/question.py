"""Questions and their recipes, as small JSON."""

from __future__ import annotations

from typing import Literal

import msgspec

from misi_viewer.camera.commands import Command, parse_commands
from misi_viewer.errors import UserError
from misi_viewer.scene.messages import complaint
from misi_viewer.scene.shot import Shot

__all__ = ["LETTERS", "RECIPE_VERSION", "Picture", "Question", "Recipe", "Skipped", "Split"]

Split = Literal["train", "test", "tiny"]

LETTERS = ("A", "B", "C", "D")

RECIPE_VERSION = 1
"""Raised when an older program would read a newer recipe wrongly."""

LARGEST_QUESTION = 1_000_000
"""Bytes of JSON."""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One picture of a question: which complex, and the shot."""

    complex: str
    shot: Shot


class Recipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that a question was made from.

    Attributes
    ----------
    version
        Of the recipe's form.
    seed
        Of the whole data set; None for a question made elsewhere.
    task_version, template, template_version
        Of the task file, and which prompt template.
    values
        What was sampled: commands by their name in the task file, and the
        subject (residue or hydrogen bond).
    options
        The commands behind the options A to D; empty where there are none.
    target
        Id of the second complex; "" where there is none.
    images
        The pictures, in the order in which they are shown.
    """

    version: int = RECIPE_VERSION
    seed: int | None
    task_version: int
    template: str
    template_version: int
    values: dict[str, str]
    options: tuple[str, ...] = ()
    target: str = ""
    images: tuple[Picture, ...]

    def __post_init__(self) -> None:
        if self.version != RECIPE_VERSION:
            raise UserError(
                f"The recipe has version {self.version} and this program knows {RECIPE_VERSION}; "
                "use the MiSI Viewer that wrote it, or a newer one."
            )

    def commands(self, name: str) -> tuple[Command, ...]:
        """Return sampled commands by their name in the task file; none if it sampled none."""
        return parse_commands(self.values.get(name, ""))


class Question(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One sample of a task.

    Attributes
    ----------
    id
        ``task/complex/n``.
    task
        The task's id.
    split
        "train", "test" or "tiny".
    complex
        Id of the complex asked about; of two, the reference.
    prompt
        What is asked.
    options
        The texts of the options, A first; None where there are none.
    answer
        The truth, as an answer should be written.
    recipe
        What it was made from.
    """

    id: str
    task: str
    split: Split
    complex: str
    prompt: str
    options: tuple[str, ...] | None
    answer: str
    recipe: Recipe

    def to_json(self) -> str:
        """Return the question as JSON; `from_json` gives it back."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> Question:
        """Read a question.

        Raises
        ------
        UserError
            If it is not one.
        """
        if len(text) > LARGEST_QUESTION:
            raise UserError(f"This is not a question: it is longer than {LARGEST_QUESTION:,} bytes.")
        try:
            return msgspec.json.decode(text, type=Question)
        except msgspec.ValidationError as error:
            raise UserError(f"This is not a question: {complaint(error, {})}.") from None
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise UserError(f"The question is not valid JSON: {complaint(error, {})}.") from None


class Skipped(msgspec.Struct, frozen=True):
    """A question that is not asked.

    Attributes
    ----------
    task, complex, n
        Which; n is None where a whole task is left out for a complex.
    reason
        Half a sentence.
    """

    task: str
    complex: str
    n: int | None
    reason: str
